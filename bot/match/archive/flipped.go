package archive

import (
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
)

// Flipped returns a game of flipped chess as player p may know it, "" being the public; ok is false for xiangqi.
func (g *Game) Flipped(p id.Player) (v jieqi.View, ok bool) {
	switch {
	case g.match != nil && g.match.Mode.FaceDown():
		return g.match.ViewOf(p), true
	case g.file != nil && g.file.Flipped != nil:
		return g.file.Flipped.View(), true
	}
	return v, false
}

// Variant returns the game's variant. Of an imported game of flipped chess everybody sees everything.
func (g *Game) Variant() variant.Variant {
	switch {
	case g.match != nil:
		return g.match.Mode.Variant
	case g.file != nil && g.file.Flipped != nil:
		return variant.FlippedOpen
	}
	return variant.Xiangqi
}

// FlippedRecord returns the record of a game of flipped chess as a player may know it.
func (g *Game) FlippedRecord(p id.Player) *pgn.Record {
	if g.match != nil {
		return flippedRecord(g.match, p)
	}
	return g.file.Flipped
}

// FlippedFile returns FlippedRecord as an attachment.
func (g *Game) FlippedFile(p id.Player) []discord.File {
	return flippedFile(g.ID, g.FlippedRecord(p))
}

// FlippedFiles returns the record of a match of flipped chess, as a player may know it, as an attachment.
func FlippedFiles(m *match.Match, p id.Player) []discord.File {
	return flippedFile(m.ID, flippedRecord(m, p))
}

// flippedRecord returns the record of a match of flipped chess as a player may know it. After the end it contains the
// opened commitment and all pieces.
func flippedRecord(m *match.Match, p id.Player) *pgn.Record {
	v := m.ViewOf(p)
	r := pgn.FromView(&v)
	r.Date, r.Outcome = m.Created.UTC().Format("2006.01.02"), m.Outcome
	for c, seat := range m.Seats {
		r.Players[c] = seat.Exported()
	}
	o, open := m.Opening()
	if !open {
		return r
	}
	r.Plies, r.Terms = o.Plies, o.Terms
	r.Seal = &pgn.Seal{Commitment: o.Commitment, Secret: o.Secret, Deal: o.Deal}
	for i := range r.Seal.Words {
		r.Seal.Words[i] = pgn.Word{Hash: o.Words[i], Text: o.Texts[i]}
	}
	if o.Asked > 0 {
		r.Seal.First = o.Sides[0]
	}
	return r
}

func flippedFile(of id.Match, r *pgn.Record) []discord.File {
	return []discord.File{{Name: "yeye-" + string(of) + ".pgn", ContentType: "text/plain; charset=utf-8",
		Data: []byte(r.String())}}
}

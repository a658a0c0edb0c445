package pgn

import (
	"fmt"
	"strings"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// Tags that standard PGN does not have.
const (
	tagMatch, tagRedID, tagBlackID = "Match", "RedID", "BlackID"
	tagCommitment, tagSecret       = "Commitment", "Secret"
	tagFirstBy                     = "FirstWordBy"
	tagDeal, tagChecksum           = "Deal", "Checksum"
)

// tagsOfWords are the tags of the players' words for the seal and their hashes, in the order in which the players were
// asked.
var tagsOfWords = [2]struct{ text, hash string }{{"FirstWord", "FirstWordHash"}, {"SecondWord", "SecondWordHash"}}

// lineWidth is the largest number of characters of a line of moves.
const lineWidth = 100

// String writes the record.
func (r *Record) String() string {
	if r.Seal == nil {
		return r.text("")
	}
	return r.text(r.computeChecksum())
}

// computeChecksum returns the SHA-256 of a finished record without the parts that may change or be erased: event, date,
// names and the words. It detects accidental changes, also in moves that reveal nothing, and is no proof.
func (r *Record) computeChecksum() string {
	public, opened := *r, *r.Seal
	public.Event, public.Date, public.Players = "", "", [2]string{}
	for i := range opened.Words {
		opened.Words[i].Text = ""
	}
	public.Seal = &opened
	return seal.Word(public.text("")).String()
}

// text returns the record as PGN with a checksum tag, without it for "".
func (r *Record) text(sum string) string {
	var b strings.Builder
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, escape(value))
		}
	}
	tag("Event", r.Event)
	tag("Date", r.Date)
	tag("Red", r.Players[game.Red])
	tag("Black", r.Players[game.Black])
	tag("Result", r.Outcome.Result.String())
	if r.Outcome.Method != game.NoMethod {
		tag("Termination", r.Outcome.Method.String())
	}
	tag("Variant", "Jieqi")
	if r.Start != nil {
		tag("FEN", r.Start.FEN())
	}
	tag(tagMatch, r.Terms.Match)
	tag(tagRedID, r.Terms.Red)
	tag(tagBlackID, r.Terms.Black)
	if s := r.Seal; s != nil {
		tag(tagCommitment, s.Commitment.String())
		tag(tagSecret, s.Secret.String())
		tag(tagFirstBy, s.First.String())
		for i, w := range s.Words {
			tag(tagsOfWords[i].hash, w.Hash.String())
			tag(tagsOfWords[i].text, w.Text)
		}
		tag(tagDeal, s.Deal.String())
		tag(tagChecksum, sum)
	}
	b.WriteByte('\n')
	width := 0
	word := func(text string) {
		switch {
		case width == 0:
		case width+1+len(text) > lineWidth:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(text)
		width += len(text)
	}
	at := r.Setup().Position
	for i, ply := range r.Plies {
		switch {
		case at.Turn() == game.Red:
			word(fmt.Sprintf("%d.", at.MoveNumber()))
		case i == 0:
			word(fmt.Sprintf("%d...", at.MoveNumber()))
		}
		word(Move(ply, at.Turn()))
		at.Do(ply.Move, ply.Turned)
	}
	word(r.Outcome.Result.String())
	b.WriteByte('\n')
	return b.String()
}

// Move writes a side's move and what it revealed.
func Move(p jieqi.Ply, by game.Color) string {
	text := p.Move.String()
	if p.Turned != game.NoRole {
		text += letter(by, p.Turned)
	}
	if p.Dark {
		text += letter(by.Other(), p.Taken)
	}
	return text
}

// Line returns the game as a UCI position line, with its moves as [Move] writes them.
func (r *Record) Line() string {
	var b strings.Builder
	b.WriteString("position ")
	if r.Start == nil {
		b.WriteString("startpos")
	} else {
		b.WriteString("fen " + r.Start.FEN())
	}
	setup := r.Setup()
	by := setup.Position.Turn()
	for i, ply := range r.Plies {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + Move(ply, by))
		by = by.Other()
	}
	return b.String()
}

// letter returns the letter of a piece, X or x if it is not known.
func letter(c game.Color, r game.Role) string {
	switch {
	case r != game.NoRole:
		return string(rune(game.NewPiece(c, r).Letter()))
	case c == game.Red:
		return "X"
	}
	return "x"
}

// escape makes a text suitable for a tag: on one line, with quotes escaped.
func escape(text string) string {
	text = strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7F {
			return ' '
		}
		return c
	}, text)
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
}

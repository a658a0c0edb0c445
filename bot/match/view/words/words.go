// Package words puts games into words: pieces, moves, endings, refusals, and the description of a picture. The catalogs
// hold the sentences; this package chooses among them.
//
// Out of scope: decisions about a match, pictures, Discord, storage.
package words

import (
	"embed"
	"strings"

	"yeye/ai/character"
	"yeye/bot/locale"
	"yeye/game"
	"yeye/game/finish"
	"yeye/game/notation"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts that every feature shares.
func Catalog() locale.Catalog { return locale.Embedded("words", catalog) }

// Words writes about games in one reader's language and notation, with the emoji of their piece set. It is safe for
// concurrent use.
type Words struct {
	*locale.Localizer
	notation notation.Family              // Auto means the language's default
	sign     func(game.Piece) string      // emoji of a piece; nil for none
	face     func(character.Level) string // emoji of a character; nil for none
}

// In returns Words in a language, without emoji.
func In(l *locale.Localizer) *Words { return &Words{Localizer: l} }

// Sentences joins sentences with a space, in Chinese without one.
func (w *Words) Sentences(all ...string) string {
	space := " "
	if strings.HasPrefix(w.Tag(), "zh") {
		space = ""
	}
	return strings.Join(all, space)
}

// WithNotation returns a copy that writes moves in the notation f.
func (w *Words) WithNotation(f notation.Family) *Words {
	other := *w
	other.notation = f
	return &other
}

// WithPieces returns a copy with emoji of pieces: sign returns a piece's emoji, "" if none. A nil sign removes those of
// characters too.
func (w *Words) WithPieces(sign func(game.Piece) string) *Words {
	other := *w
	if other.sign = sign; sign == nil {
		other.face = nil
	}
	return &other
}

// WithFaces returns a copy with emoji of characters: face returns a character's emoji, "" if none.
func (w *Words) WithFaces(face func(character.Level) string) *Words {
	other := *w
	other.face = face
	return &other
}

// Face returns the emoji of a character, "" if none.
func (w *Words) Face(level character.Level) string {
	if w.face == nil {
		return ""
	}
	return w.face(level)
}

// NameWithFace returns a character's emoji, if any, and name.
func (w *Words) NameWithFace(level character.Level) string {
	if face := w.Face(level); face != "" {
		return face + " " + w.Character(level)
	}
	return w.Character(level)
}

// Sign returns the emoji of a piece, "" if none.
func (w *Words) Sign(p game.Piece) string {
	if w.sign == nil {
		return ""
	}
	return w.sign(p)
}

// Notation returns the notation of moves: the reader's choice, else the language's default.
func (w *Words) Notation() notation.Family {
	if w.notation != notation.Auto {
		return w.notation
	}
	switch w.Tag() {
	case "zh-CN":
		return notation.Chinese
	case "zh-TW":
		return notation.Traditional
	case "vi":
		return notation.Vietnamese
	}
	return notation.WXF
}

// ChineseNotation reports whether moves are written in Chinese.
func (w *Words) ChineseNotation() bool {
	f := w.Notation()
	return f == notation.Chinese || f == notation.Traditional
}

// Color returns the name of a side: Red, Black.
func (w *Words) Color(c game.Color) string { return w.Text("color." + c.String()) }

// Side is Color after a word like "as". In Chinese it is the short form, 红 or 黑; Color is the player, 红方.
func (w *Words) Side(c game.Color) string { return w.Text("side." + c.String()) }

// Role returns the name of a role, in the singular.
func (w *Words) Role(r game.Role) string { return w.roles(r, 1) }

func (w *Words) roles(r game.Role, n int) string {
	return w.Text("piece."+r.String(), locale.Args{"Count": n})
}

// Character returns the name of a character.
func (w *Words) Character(level character.Level) string { return level.Name(w.Tag()) }

// AboutCharacter describes in a few words how a character plays.
func (w *Words) AboutCharacter(level character.Level) string {
	return w.Text("character.about." + level.Key())
}

// Ending is a sentence about why a game ended. names are the players', by color.
func (w *Words) Ending(o game.Outcome, names [2]string) string {
	args := locale.Args{}
	if winner, ok := o.Result.Winner(); ok {
		args["Winner"], args["Loser"] = names[winner], names[winner.Other()]
	}
	if o == (game.Outcome{Result: game.Draw, Method: game.Timeout}) {
		return w.Text("end.timeout.draw")
	}
	return w.Text("end."+o.Method.String(), args)
}

// Finale is Ending with the name of the mating pattern, if a checkmate has one.
func (w *Words) Finale(g *game.Game, o game.Outcome, names [2]string) string {
	return w.ending(o, w.FinishOf(g, o), names)
}

// ending is Ending with the name of the mating pattern, "" if none.
func (w *Words) ending(o game.Outcome, pattern string, names [2]string) string {
	winner, won := o.Result.Winner()
	if pattern == "" || !won {
		return w.Ending(o, names)
	}
	return w.Text("end.checkmate.named", locale.Args{"Blow": pattern, "Winner": names[winner],
		"Loser": names[winner.Other()]})
}

// FinishOf returns the name of the mating pattern, "" if the game did not end in mate or the pattern has no name.
func (w *Words) FinishOf(g *game.Game, o game.Outcome) string {
	if o.Method != game.Checkmate {
		return ""
	}
	pattern := finish.OfGame(g)
	if pattern == "" {
		return ""
	}
	return w.Finish(pattern)
}

// Finish returns the name of a mating pattern, or of stalemate.
func (w *Words) Finish(b finish.Pattern) string { return w.Text("finish." + string(b)) }

// glyphs are the characters on pieces, by script, color and role.
var glyphs = map[bool][2][8]string{
	false: {{"", "帅", "仕", "相", "马", "车", "炮", "兵"}, {"", "将", "士", "象", "马", "车", "炮", "卒"}},
	true:  {{"", "帥", "仕", "相", "馬", "車", "炮", "兵"}, {"", "將", "士", "象", "馬", "車", "炮", "卒"}},
}

// Glyph returns the Chinese character on a piece: simplified in zh-CN and beside simplified Chinese notation,
// traditional otherwise.
func (w *Words) Glyph(p game.Piece) string {
	simplified := w.Tag() == "zh-CN" || w.Tag() != "zh-TW" && w.Notation() == notation.Chinese
	return glyphs[!simplified][p.Color()][p.Role()]
}

// Piece names a piece: in Chinese by the character on it, which differs by side, in other languages by its role.
func (w *Words) Piece(p game.Piece) string {
	if p != game.NoPiece && w.Chinese() {
		return w.Glyph(p)
	}
	return w.Role(p.Role())
}

// PieceWritten is Piece, but gives the Chinese character to every reader of Chinese notation, whatever their language.
func (w *Words) PieceWritten(p game.Piece) string {
	if p != game.NoPiece && w.ChineseNotation() {
		return w.Glyph(p)
	}
	return w.Piece(p)
}

// Move writes a move in the reader's notation, after the piece's emoji if it has one.
func (w *Words) Move(p notation.Board, m game.Move) string {
	text := w.InText(p, m)
	if sign := w.Sign(p.At(m.From())); sign != "" && !FaceDown(p, m.From()) {
		return sign + " " + text
	}
	return text
}

// Aloud spells out a move made in position p, for a screen reader; check says whether it gives check.
func (w *Words) Aloud(p notation.Board, m game.Move, check bool) string {
	key := "spoken.move"
	args := locale.Args{"Side": w.Color(p.Turn()), "Piece": w.OnBoard(p, m.From()),
		"From": m.From().String(), "To": m.To().String(), "Written": notation.Write(p, m, w.Notation())}
	if taken := p.At(m.To()); taken != game.NoPiece {
		key, args["Taken"] = "spoken.takes", w.OnBoard(p, m.To())
	}
	text := w.Text(key, args)
	if check {
		text += " " + w.Text("spoken.check")
	}
	return text
}

// Line writes up to limit moves of a line in the reader's notation, and stops before an illegal one.
func (w *Words) Line(p game.Position, line []game.Move, limit int) (all []string) {
	for _, m := range line[:min(len(line), limit)] {
		if !p.IsLegal(m) {
			break
		}
		all = append(all, w.Short(&p, m))
		p.Do(m)
	}
	return all
}

// Bar draws a progress bar like ▰▰▰▱▱▱.
func Bar(done, total int) string {
	const steps = 12
	n := min(steps, steps*done/max(1, total))
	return strings.Repeat("▰", n) + strings.Repeat("▱", steps-n)
}

package locale

import (
	"fmt"
	"strings"

	"yeye/game"
	"yeye/game/notation"
)

// Color is the name of a side: Red, Black.
func (s *Speaker) Color(c game.Color) string { return s.Say("color." + c.String()) }

// Man is the name of a role, in the singular.
func (s *Speaker) Man(r game.Role) string { return s.men(r, 1) }

func (s *Speaker) men(r game.Role, n int) string {
	return s.Say("men."+r.String(), Args{"Count": n})
}

// Character is the name of the character of a level.
func (s *Speaker) Character(level int) string { return s.Say(fmt.Sprintf("character.%d", level)) }

// AboutCharacter says in a few words how the character of a level plays.
func (s *Speaker) AboutCharacter(level int) string {
	return s.Say(fmt.Sprintf("character.about.%d", level))
}

// Ending says in a sentence why a game ended. The names are those of the two
// players, by color.
func (s *Speaker) Ending(o game.Outcome, names [2]string) string {
	args := Args{}
	if w, ok := o.Result.Winner(); ok {
		args["Winner"], args["Loser"] = names[w], names[w.Other()]
	}
	if o == (game.Outcome{Result: game.Draw, Method: game.Timeout}) {
		return s.Say("end.timeout.draw")
	}
	return s.Say("end."+o.Method.String(), args)
}

// quoted is what a player wrote, made harmless: as code, without line breaks,
// back-ticks or anything invisible, and short.
func quoted(text string) string {
	const most = 40
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == most {
			b.WriteString("…")
			break
		}
		if r == '`' {
			r = '\''
		}
		if harmless(r) {
			b.WriteRune(r)
			n++
		}
	}
	if strings.TrimSpace(b.String()) == "" {
		return "`?`"
	}
	return "`" + b.String() + "`"
}

// glyphs are the characters on men, by color and role.
var glyphs = map[bool][2][8]string{
	false: {{"", "帅", "仕", "相", "马", "车", "炮", "兵"}, {"", "将", "士", "象", "马", "车", "炮", "卒"}},
	true:  {{"", "帥", "仕", "相", "馬", "車", "炮", "兵"}, {"", "將", "士", "象", "馬", "車", "砲", "卒"}},
}

// Glyph is the character on a man, in the script of the language.
func (s *Speaker) Glyph(p game.Piece) string {
	return glyphs[s.Tag() == "zh-TW"][p.Color()][p.Role()]
}

// ManOf is the name of a man: in Chinese the character on it, which tells the side
// as well, elsewhere that of its role.
func (s *Speaker) ManOf(p game.Piece) string {
	if p != game.NoPiece && (s.Tag() == "zh-CN" || s.Tag() == "zh-TW") {
		return s.Glyph(p)
	}
	return s.Man(p.Role())
}

// Writing is the same speaker for somebody who writes moves in that family.
func (s *Speaker) Writing(f notation.Family) *Speaker {
	w := *s
	w.writing = f
	return &w
}

// Notation is the family in which moves are written: the person's, or else that
// of readers of the language.
func (s *Speaker) Notation() notation.Family {
	if s.writing != notation.Auto {
		return s.writing
	}
	switch s.Tag() {
	case "zh-CN":
		return notation.Chinese
	case "zh-TW":
		return notation.Traditional
	case "vi":
		return notation.Vietnamese
	}
	return notation.WXF
}

// Showing is the same speaker with pictures of men: sign is what stands for a man
// in a text, "" for none.
func (s *Speaker) Showing(sign func(game.Piece) string) *Speaker {
	w := *s
	w.sign = sign
	return &w
}

// Sign is the picture of a man for use in a text, "" where there is none.
func (s *Speaker) Sign(p game.Piece) string {
	if s.sign == nil {
		return ""
	}
	return s.sign(p)
}

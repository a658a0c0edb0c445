package voice

import (
	"slices"
	"strings"
	"testing"

	"yeye/game"
)

// roleWords lists what lines call each piece.
var roleWords = map[string]map[game.Role][]string{
	"en":    {game.Rook: {"rook"}, game.Horse: {"horse", "neigh"}, game.Cannon: {"cannon"}, game.Pawn: {"pawn"}, game.Elephant: {"elephant"}, game.Advisor: {"advisor"}},
	"zh-CN": {game.Rook: {"车"}, game.Horse: {"马"}, game.Cannon: {"炮"}, game.Pawn: {"兵", "卒"}, game.Elephant: {"象", "相"}, game.Advisor: {"士", "仕"}},
	"zh-TW": {game.Rook: {"車"}, game.Horse: {"馬"}, game.Cannon: {"炮"}, game.Pawn: {"兵", "卒"}, game.Elephant: {"象", "相"}, game.Advisor: {"士", "仕"}},
	"vi":    {game.Rook: {"xe"}, game.Horse: {"ngựa", "mã"}, game.Cannon: {"pháo"}, game.Pawn: {"tốt"}, game.Elephant: {"tượng"}, game.Advisor: {"sĩ"}},
}

// A line about a piece that was taken names no other one, and a line for any piece names none.
func TestLinesNameTheirPieceOnly(t *testing.T) {
	c := open(t)
	for _, language := range Languages() {
		for name, keys := range c.lines[language] {
			for key, all := range keys {
				kind, about, _ := strings.Cut(key, ".")
				if !slices.Contains([]string{"takes", "loses", "yourblunder", "myblunder", "sacrifice"}, kind) {
					continue
				}
				for _, line := range all {
					words := " " + strings.Join(strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return strings.ContainsRune(" .,!?…'’", r) }), " ") + " "
					for role, names := range roleWords[language] {
						for _, n := range names {
							said := strings.Contains(line, n)
							if !strings.HasPrefix(language, "zh") {
								said = strings.Contains(words, " "+n+" ") || strings.Contains(words, " "+n+"s ")
							}
							if said && role.String() != about {
								t.Errorf("%s: %s, %s: %q speaks of a %v", language, name, key, line, role)
							}
						}
					}
				}
			}
		}
	}
}

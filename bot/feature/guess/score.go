package guess

import (
	"fmt"
	"strconv"
	"strings"

	"yeye/game"
)

// score is the state of a round of guessing: the controls carry all of it, so that nothing is stored and a restart
// changes nothing.
type score struct {
	sides   [2]bool // whose moves are guessed, by game.Color
	matched int
	asked   int
	chosen  game.Square // the piece to move, game.NoSquare if none yet
	// the game is shown as its mirror image: a move was guessed on the other wing, where both were the same
	mirror bool
}

// String encodes the score like "r3.7.b0": the side (r, b, or a for all; a capital for the mirror image), matched,
// asked, and the chosen piece.
func (s score) String() string {
	side := "a"
	switch s.sides {
	case [2]bool{true, false}:
		side = "r"
	case [2]bool{false, true}:
		side = "b"
	}
	if s.mirror {
		side = strings.ToUpper(side)
	}
	text := fmt.Sprintf("%s%d.%d", side, s.matched, s.asked)
	if s.chosen != game.NoSquare {
		text += "." + s.chosen.String()
	}
	return text
}

// parseScore reads what String writes.
func parseScore(text string) (s score, ok bool) {
	s.chosen = game.NoSquare
	if text == "" {
		return s, false
	}
	switch side := strings.ToLower(text[:1]); side[0] {
	case 'r':
		s.sides[game.Red] = true
	case 'b':
		s.sides[game.Black] = true
	case 'a':
		s.sides = [2]bool{true, true}
	default:
		return s, false
	}
	s.mirror = text[0] < 'a'
	f := strings.Split(text[1:], ".")
	if len(f) < 2 || len(f) > 3 {
		return s, false
	}
	var err1, err2, err3 error
	s.matched, err1 = strconv.Atoi(f[0])
	s.asked, err2 = strconv.Atoi(f[1])
	if len(f) == 3 {
		s.chosen, err3 = game.ParseSquare(f[2])
	}
	return s, err1 == nil && err2 == nil && err3 == nil && 0 <= s.matched && s.matched <= s.asked
}

// verdict returns the key of the text about a finished round.
func (s score) verdict() string {
	switch {
	case s.asked == 0:
		return "guess.end.none"
	case s.matched == s.asked:
		return "guess.end.all"
	case 3*s.matched >= 2*s.asked:
		return "guess.end.most"
	case 3*s.matched >= s.asked:
		return "guess.end.some"
	}
	return "guess.end.few"
}

package match

import (
	"fmt"
	"strconv"
	"strings"

	"yeye/ai/character"
	"yeye/game"
)

// A character accepts a draw when its own searches have been about even for some moves, or when the pieces left cannot
// win for either side. character_offers.go decides when it offers a draw or to resign.

// calm is the condition under which a character agrees to a draw: a number of its last moves with an even value.
type calm struct {
	moves int // number of its last moves with a value near zero
	value int // greatest distance from zero, in hundredths of a pawn
	ply   int // earliest ply
}

var (
	usualCalm = calm{moves: 8, value: 50, ply: 40}
	goalCalm  = calm{moves: 2, value: 30, ply: 40} // in games with a goal: no player should have to shuffle forever
)

// Score is the value that a character's search gave a position in which it moved.
type Score struct {
	Ply   int // of the game when it moved, from 0
	Value int // from the character's side, in hundredths of a pawn; far larger for a mate
}

// Scores are a character's most recent ones, oldest first.
type Scores []Score

// String returns a form like "12:-34 14:10".
func (s Scores) String() string {
	words := make([]string, len(s))
	for i, x := range s {
		words[i] = fmt.Sprintf("%d:%d", x.Ply, x.Value)
	}
	return strings.Join(words, " ")
}

// ParseScores reads what String writes.
func ParseScores(text string) (Scores, bool) {
	var s Scores
	for _, w := range strings.Fields(text) {
		ply, value, _ := strings.Cut(w, ":")
		p, err := strconv.Atoi(ply)
		v, err2 := strconv.Atoi(value)
		if err != nil || err2 != nil {
			return nil, false
		}
		s = append(s, Score{p, v})
	}
	return s, true
}

// with returns the scores with x appended, without those too old to matter.
func (s Scores) with(x Score) Scores {
	return append(s[max(0, len(s)-usualCalm.moves+1):len(s):len(s)], x)
}

// At returns the value of the position after ply plies, and false if it is no longer known.
func (s Scores) At(ply int) (value int, ok bool) {
	for _, x := range s {
		if x.Ply == ply {
			return x.Value, true
		}
	}
	return 0, false
}

// until returns the scores of moves that remain after a takeback to ply.
func (s Scores) until(ply int) Scores {
	for len(s) > 0 && s[len(s)-1].Ply >= ply {
		s = s[:len(s)-1]
	}
	return s
}

// calm reports whether enough last scores are near zero, of moves close to each other (within three plies a move).
func (s Scores) calm(ply int, c calm) bool {
	if len(s) < c.moves || ply < c.ply || ply-s[len(s)-c.moves].Ply > 3*c.moves {
		return false
	}
	for _, x := range s[len(s)-c.moves:] {
		if max(x.Value, -x.Value) > c.value {
			return false
		}
	}
	return true
}

// PlaysOnError refuses the offer of a draw to a character.
type PlaysOnError struct{ Level character.Level }

func (e *PlaysOnError) Error() string { return "the character plays on" }

// askCharacter offers the character a draw, on behalf of the side opposite.
func (s *Service) askCharacter(c *Change, side game.Color) error {
	m := &c.Match
	if !m.agreesDraw() {
		opponent, _ := m.Opponent()
		return &PlaysOnError{m.Seats[opponent].Level}
	}
	if !s.outOfTime(c, side) {
		s.agreeDraw(c, side)
	}
	return nil
}

// agreesDraw reports whether the character agrees to a draw. In a game with a goal the player must first have played
// for it: there they have to show that neither side can win.
func (m *Match) agreesDraw() bool {
	if m.Mode.Goal {
		return m.Scores.calm(m.Ply(), goalCalm)
	}
	return m.Scores.calm(m.Ply(), usualCalm) || m.board().NobodyWins()
}

// MayWin reports whether a side's pieces may win against the other's defense, by the theory of such endings.
func (m *Match) MayWin(c game.Color) bool { return wins(m.Game.Position(), c) }

// nobodyWins reports whether neither side's pieces can win against the other's defense, by the theory of such endings.
func nobodyWins(p *game.Position) bool { return !wins(p, game.Red) && !wins(p, game.Black) }

// wins reports whether a side's pieces may win: nearly always if two of them can cross the river; one of them wins only
// against a broken defense, and a lone cannon needs pieces of its side to jump over.
func wins(p *game.Position, c game.Color) bool {
	count := func(c game.Color, r game.Role) int { return p.Pieces(c, r).Count() }
	horses, rooks, cannons, pawns := count(c, game.Horse), count(c, game.Rook), count(c, game.Cannon),
		count(c, game.Pawn)
	if horses+rooks+cannons+pawns != 1 {
		return horses+rooks+cannons+pawns > 1
	}
	advisors, elephants := count(c.Other(), game.Advisor), count(c.Other(), game.Elephant)
	switch {
	case rooks == 1:
		return advisors+elephants < 4
	case horses == 1:
		return advisors < 2 && elephants < 2
	case cannons == 1:
		return (elephants == 0 || advisors+elephants < 2) && count(c, game.Advisor) > 0
	}
	last := game.Ranks - 1
	if c == game.Black {
		last = 0
	}
	return advisors+elephants < 2 && p.Pieces(c, game.Pawn).First().Rank() != last
}

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

// drawCondition is when a character accepts a draw by its scores: its last moves all had an even value.
type drawCondition struct {
	moves int // number of its last moves with a value near zero
	value int // greatest distance from zero, in hundredths of a pawn
	ply   int // earliest ply
}

var (
	usualDraw = drawCondition{moves: 8, value: 50, ply: 40}
	goalDraw  = drawCondition{
		moves: 2,
		value: 30,
		ply:   40,
	} // in games with a goal, where a player should not have to shuffle for long
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
	return append(s[max(0, len(s)-usualDraw.moves+1):len(s):len(s)], x)
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

// before returns the scores of moves before ply, which remain after a takeback.
func (s Scores) before(ply int) Scores {
	for len(s) > 0 && s[len(s)-1].Ply >= ply {
		s = s[:len(s)-1]
	}
	return s
}

// drawish reports whether the last scores are near zero and belong to recent moves, at most three plies a move.
func (s Scores) drawish(ply int, c drawCondition) bool {
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

// askCharacter offers the character a draw, on behalf of side.
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
		return m.Scores.drawish(m.Ply(), goalDraw)
	}
	return m.Scores.drawish(m.Ply(), usualDraw) || m.variantBoard().NobodyWins()
}

// MayWin reports whether a side's pieces may win against the other's defense, by the theory of such endings.
func (m *Match) MayWin(c game.Color) bool { return mayWin(m.Game.Position(), c) }

// nobodyWins reports whether neither side's pieces can win against the other's defense, by the theory of such endings.
func nobodyWins(p *game.Position) bool { return !mayWin(p, game.Red) && !mayWin(p, game.Black) }

// mayWin reports whether a side has enough pieces to win. Two pieces that can cross the river nearly always are. One
// is enough only against an incomplete defense, and a lone cannon also needs an advisor as a mount.
func mayWin(p *game.Position, c game.Color) bool {
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

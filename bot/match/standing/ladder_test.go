package standing

import (
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/match"
	"yeye/game"
)

// The ladder counts even wins, and knows the next character and the least odds at which one was beaten.
func TestLadder(t *testing.T) {
	c := LadderWins{1: {match.Even: {Times: 12}}, 3: {match.Even: {Times: 2}, match.OneRook: {Times: 1}},
		5: {match.OneRook: {Times: 4}, match.TwoHorses: {Times: 1}}}
	if level, ok := c.Next(); level != 4 || !ok { // not a weaker one that was left out
		t.Errorf("next is %d, %v", level, ok)
	}
	if level, ok := c.Strongest(); level != 3 || !ok {
		t.Errorf("the top is %d, %v", level, ok)
	}
	if got, want := c.Even(), [character.Count]int{1: 12, 3: 2}; got != want {
		t.Errorf("even: %v", got)
	}
	for level, want := range map[character.Level]match.Odds{1: match.Even, 3: match.Even, 5: match.TwoHorses} {
		if odds, ok := c.LeastOdds(level); !ok || odds != want {
			t.Errorf("level %d at %s, %v", level, odds, ok)
		}
	}
	if odds, ok := c.LeastOdds(2); ok {
		t.Errorf("a character that was never beaten, at %s", odds)
	}
}

// After beating everybody there is nobody next, and before beating anybody it is the Kid.
func TestLadderEnds(t *testing.T) {
	var c LadderWins
	if level, ok := c.Next(); level != 1 || !ok {
		t.Errorf("at the floor: next is %d, %v", level, ok)
	}
	if level, ok := c.Strongest(); ok {
		t.Errorf("at the floor the top is %d", level)
	}
	for _, level := range character.All() {
		c.add(level, match.Even, 1, time.Time{})
	}
	if level, ok := c.Next(); ok {
		t.Errorf("next is %d", level)
	}
	if level, ok := c.Strongest(); level != 6 || !ok {
		t.Errorf("the top is %d, %v", level, ok)
	}
}

// Before ten games without help or odds, nothing is said about which character somebody plays like.
func TestLikenessTakesTenGames(t *testing.T) {
	var rows []Result
	for range 9 {
		rows = append(rows, Result{Level: 3, Unaided: true, Even: true, Score: game.Won})
	}
	for range 20 {
		rows = append(rows, Result{Level: 3, Even: true, Score: game.Won}, Result{Level: 3, Unaided: true, Odds: match.OneRook, Score: game.Won},
			Result{Human: true, Unaided: true, Even: true, Score: game.Won})
	}
	var f Profile
	if f.count(rows); f.LikeKnown {
		t.Errorf("after nine games: %+v", f.Like)
	}
	if f.count(append(rows, rows[0])); !f.LikeKnown || f.Like.Low >= f.Like.Value || f.Like.Value >= f.Like.High || f.Like.Games != 10 {
		t.Errorf("after ten games: %+v", f.Like)
	}
}

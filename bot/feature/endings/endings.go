// Package endings has a collection of endgames that players try to win or hold against the strongest character, and
// stores each player's results. An attempt is a match of mode match.Ending from the ending's position. The result is
// stored in the transaction in which the match ends.
//
// Out of scope: pages, texts, engines.
package endings

import (
	"slices"
	"sync"

	"yeye/ai/character"
	"yeye/bot/match"
	"yeye/game"
)

// Goal is the result that the player should reach.
type Goal uint8

// The goals.
const (
	Win Goal = iota
	Draw
)

// String returns "win" or "draw".
func (g Goal) String() string { return [...]string{"win", "draw"}[g] }

// Ending is a position with a goal. Its name is stored and must not change.
type Ending struct {
	Name    string
	Chapter string
	Start   game.Position
	Goal    Goal
	Moves   int        // moves of the shortest known win, 0 if unknown
	Side    game.Color // the player's
}

// Stars returns the difficulty, 1 to 3, by goal, chapter and length of the shortest win.
func (e *Ending) Stars() int {
	switch {
	case e.Chapter == Classics, e.Goal == Win && (e.Moves == 0 || e.Moves > 12):
		return 3
	case e.Goal == Draw, e.Moves > 6:
		return 2
	}
	return 1
}

// Opponent is the character that plays against the player.
const Opponent = character.Immortal

// blackSuffix is the suffix of the names of classics played as Black.
const blackSuffix = ".black"

// AsBlack returns the variant of a classic in which the player is Black; ok is false for other endings.
func (e *Ending) AsBlack() (Ending, bool) {
	if e.Chapter != Classics || e.Side == game.Black {
		return Ending{}, false
	}
	other := *e
	other.Name, other.Side = e.Name+blackSuffix, game.Black
	return other, true
}

// all returns all endings, in display order.
var all = sync.OnceValue(func() (list []Ending) {
	for _, c := range table {
		for _, r := range c.rows {
			list = append(list, Ending{Name: r.name, Chapter: c.name, Start: mustParse(r.fen), Goal: r.goal,
				Moves: r.moves})
		}
	}
	return list
})

// Chapters returns the names of the chapters, in display order.
func Chapters() (names []string) {
	for _, c := range table {
		names = append(names, c.name)
	}
	return names
}

// In returns the endings of a chapter, in display order.
func In(chapter string) []Ending {
	return slices.DeleteFunc(slices.Clone(all()), func(e Ending) bool { return e.Chapter != chapter })
}

// Find returns an ending by its name, also one as Black; ok is false if there is none.
func Find(name string) (Ending, bool) {
	for _, e := range all() {
		if e.Name == name {
			return e, true
		}
		if other, ok := e.AsBlack(); ok && other.Name == name {
			return other, true
		}
	}
	return Ending{}, false
}

// Next returns the next ending in display order; ok is false after the last one, and for names as Black.
func Next(name string) (Ending, bool) {
	list := all()
	i := slices.IndexFunc(list, func(e Ending) bool { return e.Name == name })
	if i < 0 || i+1 >= len(list) {
		return Ending{}, false
	}
	return list[i+1], true
}

// FromMatch returns the ending of a match; ok is false for other matches.
func FromMatch(m *match.Match) (Ending, bool) {
	if m.Mode.Kind != match.Ending.Kind {
		return Ending{}, false
	}
	start := m.Game.Start()
	for _, e := range all() {
		if !e.Start.Same(&start) {
			continue
		}
		if other, ok := e.AsBlack(); ok && m.Seats[game.Black].Human() {
			return other, true
		}
		return e, true
	}
	return Ending{}, false // an ending of another version
}

// Reached is the result of a match in its ending.
type Reached struct {
	Goal   bool // the goal was reached, or exceeded
	Better bool // a win where a draw was the goal
	Clean  bool // without hints and takebacks, under Asian rules
	Moves  int  // number of the player's moves
}

// Reached returns the result of a finished match. A win counts only if it is on the board, not by resignation. Every
// draw counts: this opponent agrees to one after forty plies at the earliest.
func (e *Ending) Reached(m *match.Match) Reached {
	won := m.Outcome.Result == game.WinFor(e.Side) && m.Game.Outcome().Over()
	drawn := m.Outcome.Result == game.Draw
	moves := m.Game.Ply() / 2
	if e.Side == game.Red {
		moves = (m.Game.Ply() + 1) / 2
	}
	return Reached{Goal: won || e.Goal == Draw && drawn, Better: won && e.Goal == Draw,
		Clean: m.Unaided() && m.Game.Rules() == game.Asian, Moves: moves}
}

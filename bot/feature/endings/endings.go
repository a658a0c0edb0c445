// Package endings has the endings that players try to win or hold against the strongest character, and records what
// each player has reached. An ending is an ordinary match of a mode of its own that begins from its position; what was
// reached is judged when the match ends, in its transaction.
//
// Out of scope: pages, sentences, engines.
package endings

import (
	"slices"
	"sync"

	"yeye/ai/character"
	"yeye/bot/match"
	"yeye/game"
)

// Goal is what should be reached.
type Goal uint8

// The goals.
const (
	Win Goal = iota
	Draw
)

// String returns a short name in lower case.
func (g Goal) String() string { return [...]string{"win", "draw"}[g] }

// Ending is a position in which something is to be reached. Its name is stored and never changes.
type Ending struct {
	Name    string
	Chapter string
	Start   game.Position
	Goal    Goal
	Moves   int        // of the shortest win known, 0 if none is
	Side    game.Color // the player's
}

// Stars is how hard an ending is, from one to three: by the length of the shortest win.
func (e *Ending) Stars() int {
	switch {
	case e.Chapter == Classics, e.Goal == Win && (e.Moves == 0 || e.Moves > 12):
		return 3
	case e.Goal == Draw, e.Moves > 6:
		return 2
	}
	return 1
}

// Opponent plays the other side.
const Opponent = character.Immortal

// black ends the names of classics that are played as Black.
const black = ".black"

// AsBlack returns a classic to be played as Black; false if it cannot be played so.
func (e *Ending) AsBlack() (Ending, bool) {
	if e.Chapter != Classics || e.Side == game.Black {
		return Ending{}, false
	}
	other := *e
	other.Name, other.Side = e.Name+black, game.Black
	return other, true
}

// all returns all endings, in order.
var all = sync.OnceValue(func() (list []Ending) {
	for _, c := range table {
		for _, r := range c.rows {
			list = append(list, Ending{Name: r.name, Chapter: c.name, Start: must(r.fen), Goal: r.goal, Moves: r.moves})
		}
	}
	return list
})

// Chapters returns the names of the chapters, in order.
func Chapters() (names []string) {
	for _, c := range table {
		names = append(names, c.name)
	}
	return names
}

// In returns the endings of a chapter, in order.
func In(chapter string) []Ending {
	return slices.DeleteFunc(slices.Clone(all()), func(e Ending) bool { return e.Chapter != chapter })
}

// Find returns an ending by its name; false if there is none.
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

// Next returns the ending that follows in the collection; false after the last.
func Next(name string) (Ending, bool) {
	list := all()
	i := slices.IndexFunc(list, func(e Ending) bool { return e.Name == name })
	if i < 0 || i+1 >= len(list) {
		return Ending{}, false
	}
	return list[i+1], true
}

// Of returns the ending that a match is of; false if it is none.
func Of(m *match.Match) (Ending, bool) {
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
	return Ending{}, false // of another version
}

// Reached is what a match has reached in its ending.
type Reached struct {
	Goal   bool // what should be reached, or more
	Better bool // more: a win where only a draw was expected
	Clean  bool // without a hint or a takeback, by the usual rules
	Moves  int  // the player's
}

// Reached judges a match that is over. A win counts if the board ended the match, a draw in every way in which games
// are drawn: against this opponent only the rules draw a game, or it agrees after forty plies.
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

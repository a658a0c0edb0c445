// Package history keeps finished games for good: whose they are, how they ended, where they were played, and who may
// look at them.
//
// A row for each player is written in the transaction that ends a match. One function, [Service.MaySee], decides who
// may see a match; lists of another's games leave out what it refuses.
//
// Out of scope: how a game is shown, requests and messages, SQL outside sql.go.
package history

import (
	"context"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// Directory knows which channels everyone on a server may view.
type Directory interface {
	// Public reports whether everyone may view a channel; false if unknown.
	Public(g id.Guild, c id.Channel) bool
	// Home returns the channel whose permissions decide who may view g's c: c itself or the parent of a public thread;
	// "" for a private thread.
	Home(g id.Guild, c id.Channel) (home id.Channel, known bool)
}

// Service reads and writes the finished games of a database.
type Service struct {
	db        *store.DB
	matches   *match.Service
	players   *player.Service
	directory Directory
}

// New makes a service on a database.
func New(db *store.DB, matches *match.Service, players *player.Service, directory Directory) *Service {
	return &Service{db, matches, players, directory}
}

// Opponent is a player or a character. The zero Opponent is the weakest character.
type Opponent struct {
	Player id.Player // "" for a character, or a player who has been erased
	Human  bool
	Level  character.Level // of a character
	Name   string          // the player's, "" if it is not known
}

// Entry is a finished game in a player's history.
type Entry struct {
	Game     id.Match
	Side     game.Color
	Opponent Opponent
	Score    game.Score
	Opening  string // the code of package record, "" for none
	Guild    id.Guild
	Channel  id.Channel
	Message  id.Message // the last card, "" if it is not known
	Ended    time.Time

	player id.Player
	home   id.Channel // "" if it is not known, private for a private thread
}

// private is the home of a thread whose viewers are those who were added to it.
const privateHome id.Channel = "-"

// unnamed is the opening of a game for which none has been determined yet.
const openingUnknown = "?"

// Listener writes a match's rows when it ends, and deletes them when it is removed.
func (s *Service) Listener() match.Listener {
	return match.Listener{InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
		m := &c.Match
		switch {
		case m.Status == match.Removed:
			remove(ctx, tx, m.ID)
		case c.Ended():
			insert(ctx, tx, entries(m, tx.Now))
		}
		return nil
	}}
}

// entries returns a finished match as entries of its players: none if there was no move, or one player moved for both
// sides.
func entries(m *match.Match, now time.Time) (all []Entry) {
	if !m.Mode.Competitive || m.Mode.Unattended || m.Ply() == 0 {
		return nil
	}
	for side, seat := range m.Seats {
		if !seat.Human() || seat.Erased() {
			continue
		}
		color := game.Color(side)
		other := m.Seats[color.Other()]
		e := Entry{Game: m.ID, Side: color, Score: m.Outcome.Result.For(color), Opening: openingOf(m), Guild: m.Guild,
			Channel: m.Channel, Ended: now, Opponent: Opponent{Level: other.Level}, player: seat.Player}
		if other.Human() {
			e.Opponent = Opponent{Human: true}
			if !other.Erased() {
				e.Opponent.Player, e.Opponent.Name = other.Player, other.Name
			}
		}
		all = append(all, e)
	}
	return all
}

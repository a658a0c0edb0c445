// Package history stores finished games permanently: players, result, opening and channel. It decides who may see a
// game.
//
// A row for each player is written in the transaction that ends a match. [Service.MaySee] decides who may see a match;
// lists of another player's games omit what it refuses.
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

// Directory tells which channels everyone on a server may view.
type Directory interface {
	// Public reports whether everyone may view a channel; false if unknown.
	Public(g id.Guild, c id.Channel) bool
	// Home returns the channel whose permissions decide who may view channel c of guild g: c itself, the parent of a
	// public thread, or "" for a private thread.
	Home(g id.Guild, c id.Channel) (home id.Channel, known bool)
}

// Service reads and writes finished games.
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

// Opponent is a player or a character; the zero Opponent is the weakest character.
type Opponent struct {
	Player id.Player // "" for a character, or a player who has been erased
	Human  bool
	Level  character.Level // of a character
	Name   string          // of the player, "" if not known
}

// Entry is a finished game from the view of one of its players.
type Entry struct {
	Game     id.Match
	Side     game.Color
	Opponent Opponent
	Score    game.Score
	Opening  string // code of package record, "" for none
	Guild    id.Guild
	Channel  id.Channel
	Message  id.Message // the card, "" if not known
	Ended    time.Time

	player id.Player
	home   id.Channel // "" if not known, privateHome for a private thread
}

// privateHome is stored as the home of a private thread, which only its members may view.
const privateHome id.Channel = "-"

// openingUnknown is stored as the opening of games that NameOpenings has not processed yet.
const openingUnknown = "?"

// Listener inserts a match's rows when it ends, and deletes them when it is removed.
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

// entries returns the entries of a finished match, one for each human player. There are none without a move, and for
// studies and exhibitions.
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

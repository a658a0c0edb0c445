// Package ranks manages the roles that a server gives to its members for achievements: an established rating, or a
// win over a character. On each of the two scales a member has only the role of the highest band.
//
// A member whose roles may have to change gets a row in rank_due, in the transaction of the cause: the end of a game,
// a hidden profile, an erasure, or a server's new settings. The server's job then processes the rows and changes the
// roles in Discord. A role is recorded before it is given, so that it can always be taken again; both requests are
// idempotent.
//
// Out of scope: Discord beyond opaque ids, which roles may be given, words, SQL outside sql.go.
package ranks

import (
	"context"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/standing"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Job is the kind and slot of the job of a server.
const Job = "ranks"

// Kind is the kind of the job's subject, whose id is the server's.
const Kind id.Kind = "ranks"

// Service stores ranks in a database.
type Service struct {
	db       *store.DB
	players  *player.Service
	standing *standing.Service
}

// New makes a service on a database.
func New(db *store.DB, players *player.Service, standing *standing.Service) *Service {
	return &Service{db, players, standing}
}

// Ranks returns the roles that a server gives, by band.
func (s *Service) Ranks(ctx context.Context, g id.Guild) (map[Band]id.Role, error) {
	return ranksOf(ctx, s.db.Read(), g)
}

// Set makes a server give a role for a band, "" for none, and records who decided it. Afterwards the roles of all
// members are checked.
func (s *Service) Set(ctx context.Context, e guild.Entry, b Band, role id.Role) error {
	return s.change(ctx, e, func(tx store.Tx) { setRank(ctx, tx, e.Guild, b, role) })
}

// Clear removes all of a server's ranks, and has the roles that were given removed.
func (s *Service) Clear(ctx context.Context, e guild.Entry) error {
	return s.change(ctx, e, func(tx store.Tx) { clearRanks(ctx, tx, e.Guild) })
}

func (s *Service) change(ctx context.Context, e guild.Entry, f func(store.Tx)) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		tx.Lock(ctx, "ranks "+string(e.Guild))
		f(tx)
		guild.Record(ctx, tx, e)
		dropTrouble(ctx, tx, e.Guild)
		return markDue(ctx, tx, ofServer, string(e.Guild), string(e.Guild))
	})
}

// scheduleJob writes the job of a server.
func scheduleJob(ctx context.Context, tx store.Tx, g id.Guild, due time.Time) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: Job, Kind: Job, Subject: id.Subject{Kind: Kind, ID: id.Match(g)},
		Due: due, Pool: scheduler.Timed, Rank: 1, Guild: g})
}

// Listener marks the players of a match as due when it ends. It must run after the listener of package standing.
func (s *Service) Listener() match.Listener {
	return match.Listener{InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
		if !c.Ended() || !standing.Finished(&c.Match) {
			return nil
		}
		var players []any
		for _, seat := range c.Match.Seats {
			if seat.Human() && !seat.Erased() {
				players = append(players, string(seat.Player))
			}
		}
		if len(players) == 0 {
			return nil
		}
		one, other := players[0], players[len(players)-1]
		return markDue(ctx, tx, ofPlayers, one, other, one, other)
	}}
}

// OnPreferences marks a player as due after a change of settings. It is a [player.Listener].
func (s *Service) OnPreferences(ctx context.Context, tx store.Tx, p id.Player, _ player.Preferences) error {
	one := string(p)
	return markDue(ctx, tx, ofPlayers, one, one, one, one)
}

// Joined marks a player as due if the bot gave them roles on a server before they joined it at a time: Discord dropped
// these when they left.
func (s *Service) Joined(ctx context.Context, g id.Guild, p id.Player, at time.Time) error {
	lost, err := givenBefore(ctx, s.db.Read(), g, p, at)
	if err != nil || !lost {
		return err
	}
	return s.db.Tx(ctx, func(tx store.Tx) error {
		markUncertain(ctx, tx, g, p, at)
		return markDue(ctx, tx, ofMember, string(g), string(p))
	})
}

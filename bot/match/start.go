package match

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// Terms holds the choices for a new match.
type Terms struct {
	Mode              Mode
	Guild             id.Guild
	Channel           id.Channel
	Seats             [2]Seat
	Position          game.Position
	Rules             game.Rules
	Odds              Odds // shown on the card; Position includes them already
	TimeControl       TimeControl
	Marked            bool // the board marks capturable pieces for a newcomer
	Casual            bool // the players chose a casual match; odds and a custom position also make it casual
	DailyLimitReached bool // the two have used up their rated games of the day
	Locale            string

	Pair  bool     // between people: another game with the colors changed follows, see [Service.StartSecond]
	First id.Match // the first game of the pair whose second this is, else ""

	Rests    bool       // in an arranged match: its players may rest
	LastRest time.Time  // until when at the latest; zero for no such moment
	Arranger id.Subject // see [Match]; its kind is the name of the feature that a server can switch off
	// prefix of the arrangers of further live boards at which the players may sit, as the host of a simul does; ""
	// for none
	ExceptArrangers string
}

// Start opens a match and seats both sides. It returns an [*OccupiedError] with the match that is already open in the
// channel, if there is one; [Limits] may refuse another match, and the policy the seats, as for every match that starts
// ([policy.Policy.Seat]).
func (s *Service) Start(ctx context.Context, by Actor, t Terms) (Change, error) {
	return s.StartWith(ctx, by, t, (*Match).endIfDecided, nil)
}

// MayStart returns the error that Start would return in a vacant channel, for callers that create the channel first.
func (s *Service) MayStart(ctx context.Context, by Actor, t Terms) error {
	return s.withinLimits(ctx, s.db.Read(), by.Player, t.Guild)
}

// Accepted is a challenge that becomes a match: the match has its id and continues its revisions, so that the same card
// shows it.
type Accepted struct {
	ID      id.Match
	Rev     int64 // of the challenge as accepted
	Starter id.Player
	Created time.Time
	Acted   [2]time.Time
	Host    id.Player // whose open seat the actor takes, "" if none
}

// StartIn opens the match that a challenge has become, within the transaction in which the challenge is accepted. The
// limits are checked again, for its starter: several challenges may have waited at once. Once the transaction is
// committed the caller calls [Service.After].
func (s *Service) StartIn(ctx context.Context, tx store.Tx, by Actor, a Accepted, t Terms) (Change, error) {
	m := s.create(by, t)
	m.ID, m.Rev, m.Starter, m.Created, m.Acted = a.ID, a.Rev+1, a.Starter, a.Created, a.Acted
	if t.Pair {
		m.Pair = m.ID
	}
	m.seal()
	m.endIfDecided()
	by.Event = "" // the challenge's
	if err := s.WithinLimits(ctx, tx, m.Starter, m.Guild); err != nil {
		return Change{}, err
	}
	c := s.started(by, m)
	seated, err := s.seat(ctx, tx, &c, &t, a.Host)
	if err != nil {
		return Change{}, err
	}
	return c, s.insert(ctx, tx, seated, &c)
}

// seat asks the policy for the seats of a match that starts. A study has no seats to ask for.
func (s *Service) seat(
	ctx context.Context,
	tx store.Tx,
	c *Change,
	t *Terms,
	host id.Player,
) (policy.SeatGrant, error) {
	m := &c.Match
	g := policy.Game{Guild: m.Guild, Feature: cmp.Or(string(t.Arranger.Kind), m.Mode.Feature),
		Live: m.Clock.Live() && m.Mode.together(), By: c.By.Player, Host: host, ExceptArrangers: t.ExceptArrangers}
	for _, seat := range m.Seats {
		if seat.Human() && !m.Mode.OnePlayer {
			g.Players = append(g.Players, seat.Player)
		}
	}
	if m.Mode.OnePlayer {
		g.By = ""
	}
	return s.policy.Seat(ctx, tx, g)
}

// AtLiveBoards implements [policy.Boards].
func (s *Service) AtLiveBoards(ctx context.Context, tx store.Tx, exceptArrangers string,
	players ...id.Player) ([]id.Player, error) {
	players = slices.Sorted(slices.Values(players)) // in order of id, so that two transactions cannot deadlock
	for _, p := range players {
		tx.Lock(ctx, "boards of "+string(p))
	}
	return s.SitAtLiveBoards(ctx, tx.Conn, exceptArrangers, players...)
}

// SitAtLiveBoards is [Service.AtLiveBoards] without locks: another transaction may seat the players at any time.
func (s *Service) SitAtLiveBoards(ctx context.Context, c store.Conn, exceptArrangers string,
	players ...id.Player) ([]id.Player, error) {
	all, err := openBoards(ctx, c, players)
	if err != nil {
		return nil, err
	}
	sits := func(p id.Player) bool {
		return slices.ContainsFunc(all, func(b openBoard) bool {
			return b.timing.Live() && s.modes[b.kind].together() && slices.Contains(b.players[:], p) &&
				(exceptArrangers == "" || !strings.HasPrefix(b.arranger, exceptArrangers))
		})
	}
	return slices.DeleteFunc(players, func(p id.Player) bool { return !sits(p) }), nil
}

// Vacant returns an [*OccupiedError] if a channel has an owner, the subject that gets its typed text, else nil.
func (s *Service) Vacant(ctx context.Context, c store.Conn, channel id.Channel) error {
	owner, err := ownerOf(ctx, c, channel)
	if err != nil || owner.None() {
		return err
	}
	return s.occupied(ctx, c, owner)
}

// create returns a match at its first revision.
func (s *Service) create(by Actor, t Terms) Match {
	now := s.db.Now()
	m := Match{
		ID: s.NewID(), Mode: t.Mode, Guild: t.Guild, Channel: t.Channel, Seats: t.Seats, Starter: by.Player,
		Arranger: t.Arranger, Pair: t.First, Locale: t.Locale,
		Seed: s.random(), Odds: t.Odds, Game: game.NewGame(t.Position, t.Rules),
		Rev: 1, Turn: 1, Created: now, Touched: now,
		Clock: newClock(t.TimeControl), CasualReason: t.CasualReason(), CasualTurn: 1,
		Rest: Rest{Allowed: t.Rests && t.Mode.Arranged, Last: t.LastRest},
	}
	m.seal()
	m.conceal()
	return m
}

// started returns the change that starts a match.
func (s *Service) started(by Actor, m Match) Change {
	now := s.db.Now()
	m.Touched = now
	m.Next = m.next(now)
	return Change{Match: m, Verb: Started, By: by}
}

// StartWith is Start for a mode with another package's rules: f prepares the match, and write stores its data.
func (s *Service) StartWith(ctx context.Context, by Actor, t Terms, f func(*Match), write Write) (Change, error) {
	return s.startWith(ctx, by, t, f, write, "")
}

// startWith is StartWith for a seat of host's, if there is one.
func (s *Service) startWith(ctx context.Context, by Actor, t Terms, f func(*Match), write Write,
	host id.Player) (Change, error) {
	m := s.create(by, t)
	f(&m)
	c := s.started(by, m)
	c.extraWrite = write
	s.runPrepared(ctx, &c)
	err := s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error {
		s.lockLimits(ctx, tx, by.Player, m.Guild)
		if err := s.withinLimits(ctx, tx.Conn, by.Player, m.Guild); err != nil {
			return err
		}
		seated, err := s.seat(ctx, tx, &c, &t, host)
		if err != nil {
			return err
		}
		return s.insert(ctx, tx, seated, &c)
	})
	if err != nil {
		return Change{}, err
	}
	s.After(ctx, &c)
	return c, nil
}

// insert stores a new match whose seats were granted, and the consequences.
func (s *Service) insert(ctx context.Context, tx store.Tx, seated policy.SeatGrant, c *Change) error {
	if !seated.Granted() {
		return errors.New("nobody was granted a seat")
	}
	if err := s.declared(c.Match.Mode.Kind); err != nil {
		return err
	}
	if _, err := s.readVacations(ctx, tx.Conn, &c.Match, c.Match.Seats[game.Red].Player,
		c.Match.Seats[game.Black].Player); err != nil {
		return err
	}
	insertMatch(ctx, tx, &c.Match)
	c.Match.flipped.Save(ctx, tx)
	return s.storeConsequences(ctx, tx, nil, c)
}

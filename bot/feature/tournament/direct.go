package tournament

import (
	"context"
	"errors"
	"slices"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/bot/policy"
	"yeye/bot/store"
)

// What directors do, for the record of the server.
const (
	ActStart   = "tournament.start"
	ActNext    = "tournament.next"
	ActPause   = "tournament.pause"
	ActResume  = "tournament.resume"
	ActPair    = "tournament.pair"
	ActCorrect = "tournament.correct"
	ActRemove  = "tournament.remove"
	ActEnd     = "tournament.end"
	ActVoid    = "tournament.void"
	ActCancel  = "tournament.cancel"
	ActHelper  = "tournament.helper"
)

var acts = []string{ActStart, ActNext, ActPause, ActResume, ActPair, ActCorrect, ActRemove, ActEnd, ActVoid, ActCancel, ActHelper}

// Start starts a tournament.
func (s *Service) Start(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.direct(ctx, by, of, ActStart, "", func(tx store.Tx, t *Tournament) error { return t.begin(tx.Now) })
}

// Next begins the next round at once.
func (s *Service) Next(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.direct(ctx, by, of, ActNext, "", func(tx store.Tx, t *Tournament) error { return t.next(tx.Now) })
}

// Pause stops rounds and waves from beginning by themselves. Games that are being played go on.
func (s *Service) Pause(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.setPaused(ctx, by, of, ActPause, true)
}

// Resume lets rounds and waves begin by themselves again.
func (s *Service) Resume(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.setPaused(ctx, by, of, ActResume, false)
}

func (s *Service) setPaused(ctx context.Context, by Actor, of id.Match, act string, to bool) (Change, error) {
	return s.direct(ctx, by, of, act, "", func(tx store.Tx, t *Tournament) error {
		if t.Paused == to {
			return errNothing
		}
		return t.pause(to, tx.Now)
	})
}

// Remove takes a player out for good.
func (s *Service) Remove(ctx context.Context, by Actor, of id.Match, p id.Player) (Change, error) {
	return s.direct(ctx, by, of, ActRemove, p, func(tx store.Tx, t *Tournament) error {
		e := t.Of(p)
		switch {
		case t.State.Over():
			return ErrOver
		case e == nil || e.Status == Removed:
			return ErrNotIn
		}
		t.leave(e, Removed, taken, tx.Now)
		return nil
	})
}

// meets reports whether a player has a game against an entrant that has no result yet, or will have one in a round to come.
func (t *Tournament) meets(p id.Player, e *Entrant) bool {
	self := t.Of(p)
	if self == nil || e == nil || self == e {
		return false
	}
	meet := t.System == Robin && t.State != Open && t.Round < t.Rounds && self.Status == In && e.Status == In
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Round <= t.Round && b.has(e.Number) && b.has(self.Number) {
			if meet = false; b.Pending() {
				return true
			}
		}
	}
	return meet
}

// spoils reports whether a change of the tournament decides a game of a player's: it takes or changes a board of theirs or its result,
// ends the tournament before there is one, takes out somebody whom they have still to meet, or themselves, or pairs all others but one.
func (t *Tournament) spoils(p id.Player, after *Tournament) bool {
	self := t.Of(p)
	if self == nil {
		return false
	}
	lost := func(was Board) bool {
		now := after.Board(was.Round, was.Number)
		return was.Kind == Game && was.has(self.Number) && (now == nil || now.Red != was.Red || now.Black != was.Black ||
			now.Result != was.Result ||
			now.How != was.How || was.Pending() && after.State.Over())
	}
	gone := func(was Entrant) bool {
		now := after.Of(was.Player) // numbers are given at the start
		return was.Player != "" && (now == nil || now.Status != was.Status) && (was.Player == p || t.meets(p, t.Of(was.Player)))
	}
	return slices.ContainsFunc(t.Pairings, lost) || slices.ContainsFunc(t.Players, gone) || t.leavesOne(self, after)
}

// Staked implements [policy.Stakes]: who is barred loses the boards that have not begun, and where tournaments are switched off all do.
func (s *Service) Staked(ctx context.Context, c store.Conn, d policy.Decision) (bool, error) {
	if d.About == "" && d.Off != Feature {
		return false, nil
	}
	all, err := playedBy(ctx, c, d.By)
	for _, one := range all {
		if err != nil || one.Guild != d.Guild {
			continue
		}
		t, failed := load(ctx, c, one.ID)
		if err = failed; err != nil {
			continue
		}
		after := t.clone()
		if e := after.Of(d.About); d.Off != "" {
			after.switchOff(s.db.Now())
		} else if e != nil && e.Status == In {
			after.leave(e, Out, taken, s.db.Now())
		}
		if t.spoils(d.By, &after) {
			return true, nil
		}
	}
	return false, err
}

// PairByHand pairs two players in the next round, Red first. Of each it replaces what was paired by hand before.
func (s *Service) PairByHand(ctx context.Context, by Actor, of id.Match, red, black int) (Change, error) {
	return s.direct(ctx, by, of, ActPair, "", func(_ store.Tx, t *Tournament) error {
		r, b := t.Entrant(red), t.Entrant(black)
		next := t.paired() + 1
		switch {
		case t.running() != nil:
			return t.running()
		case t.System != Swiss || next > t.Rounds:
			return ErrUnfit
		case r == nil || b == nil || red == black || r.Status != In || b.Status != In:
			return ErrNotIn
		case r.Player == by.Player || b.Player == by.Player: // nobody chooses their own opponent
			return ErrOwnGame
		case r.Half == next || b.Half == next:
			return ErrSkips
		}
		t.Pairings = slices.DeleteFunc(t.Pairings, func(o Board) bool { return o.Round == next && (o.has(red) || o.has(black)) })
		t.add(Board{Round: next, Red: red, Black: black, Kind: Game})
		return nil
	})
}

// leavesOne reports whether pairs that a change has made by hand leave a player one opponent in the next round, or nobody, which is the
// bye.
func (t *Tournament) leavesOne(e *Entrant, after *Tournament) bool {
	next := t.paired() + 1
	byHand := slices.ContainsFunc(after.InRound(next), func(b *Board) bool {
		was := t.Board(b.Round, b.Number)
		return was == nil || was.Red != b.Red || was.Black != b.Black
	})
	left := after.unpaired(next)
	return byHand && len(left) <= 2 && slices.Contains(left, e.Number) && !slices.Equal(left, t.unpaired(next))
}

// unpaired returns who is to be paired in a round by the system: neither paired by hand nor with a bye of their own wish.
func (t *Tournament) unpaired(round int) (numbers []int) {
	for _, e := range t.Players {
		paired := slices.ContainsFunc(t.InRound(round), func(b *Board) bool { return b.has(e.Number) })
		if e.Status == In && e.Joined <= round && e.Half != round && !paired {
			numbers = append(numbers, e.Number)
		}
	}
	return numbers
}

// maxReason bounds the reason of a correction, in characters.
const maxReason = 400

// Correct sets the result of a board, with its reason. It changes the standings, never ratings; rounds that were paired stay. A game
// that is being played is left alone.
func (s *Service) Correct(ctx context.Context, by Actor, of id.Match, round, number int, to pairing.Result, reason string) (Change, error) {
	return s.direct(ctx, by, of, ActCorrect, "", func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		switch {
		case t.State == Cancelled:
			return ErrOver
		case b == nil || b.Kind != Game || round > t.Round || to == pairing.Pending:
			return ErrStale
		}
		if b.Pending() && b.Match != "" {
			m, err := s.matches.StoredIn(ctx, tx, b.Match)
			switch {
			case err != nil && !errors.Is(err, match.ErrNoMatch):
				return err
			case err == nil && m.Status == match.Open:
				return ErrRunning
			}
		}
		said := []rune(reason)
		if err := insertCorrection(ctx, tx, t.ID, b, to, string(said[:min(len(said), maxReason)]), by.Player); err != nil {
			return err
		}
		b.Result, b.How = to, Corrected
		if b.Ended.IsZero() {
			b.Ended = tx.Now
		}
		t.settle(tx.Now)
		return nil
	})
}

// End lets no further round begin: games that are being played are finished and count.
func (s *Service) End(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.direct(ctx, by, of, ActEnd, "", func(tx store.Tx, t *Tournament) error {
		if err := t.running(); err != nil {
			return err
		}
		switch {
		case t.State == Pairing:
			t.Round--
			t.end(Done)
		case t.State == Between, t.System == Arena:
			t.end(Done)
		default:
			t.Rounds, t.Due = t.Round, time.Time{}
			if t.System == Arranged {
				t.closeArranging(tx.Now)
			}
		}
		return nil
	})
}

// Void ends a tournament in which boards have no result: they count for nobody. Games that are being played go on, for themselves.
func (s *Service) Void(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.direct(ctx, by, of, ActVoid, "", func(tx store.Tx, t *Tournament) error {
		if err := t.running(); err != nil {
			return err
		}
		t.void(tx.Now)
		return nil
	})
}

// Lost ends a tournament whose channel was deleted, where nobody could: what [Service.Cancel] does before the start, and later what
// [Service.Void] does.
func (s *Service) Lost(ctx context.Context, of id.Match, channel id.Channel) error {
	_, err := s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
		switch {
		case t.State.Over() || t.Channel != channel:
			return errNothing
		case t.State == Open:
			t.end(Cancelled)
		default:
			t.void(tx.Now)
		}
		return nil
	})
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// Heed answers what becomes of places, for [place.Answers]: a tournament whose channel was deleted, or whose server was left, ends as it
// stands. Where only the bot is shut out, somebody may let it in again. A board that waits in a thread where it cannot begin any more gets
// another one.
func (s *Service) Heed(ctx context.Context, f place.Fact) error {
	if f.Fate == place.Locked {
		return s.rethread(ctx, f)
	}
	if f.Fate != place.Deleted && f.Fate != place.Left {
		return nil
	}
	all, err := openAt(ctx, s.db.Read(), f.Guild)
	for _, t := range all {
		if f.Channel == "" || t.Channel == f.Channel {
			err = errors.Join(err, s.Lost(ctx, t.ID, t.Channel))
		}
	}
	return errors.Join(err, s.rethread(ctx, f))
}

// rethread lets boards that wait in a thread wait for another one.
func (s *Service) rethread(ctx context.Context, f place.Fact) error {
	if f.Channel == "" {
		return nil
	}
	all, err := waitingIn(ctx, s.db.Read(), f.Guild, f.Channel)
	for _, of := range all {
		_, failed := s.change(ctx, "", of, func(_ store.Tx, t *Tournament) error {
			for i := range t.Pairings {
				if b := &t.Pairings[i]; b.Match == "" && b.Channel == f.Channel {
					b.Channel = ""
				}
			}
			return nil
		})
		err = errors.Join(err, failed)
	}
	return err
}

// Cancel calls a tournament off before its first round is paired.
func (s *Service) Cancel(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.direct(ctx, by, of, ActCancel, "", func(_ store.Tx, t *Tournament) error {
		switch {
		case t.State.Over():
			return ErrOver
		case t.State != Open:
			return ErrStarted
		}
		t.end(Cancelled)
		return nil
	})
}

// maxHelpers is how many may be named to direct besides.
const maxHelpers = 10

// Help lets somebody direct besides, or no longer.
func (s *Service) Help(ctx context.Context, by Actor, of id.Match, p id.Player) (Change, error) {
	return s.direct(ctx, by, of, ActHelper, p, func(_ store.Tx, t *Tournament) error {
		if i := slices.Index(t.Helpers, p); i >= 0 {
			t.Helpers = slices.Delete(t.Helpers, i, i+1)
			return nil
		}
		if len(t.Helpers) >= maxHelpers {
			return ErrFull
		}
		t.Helpers = append(t.Helpers, p)
		return nil
	})
}

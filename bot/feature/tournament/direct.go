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

// Acts of directors, as the server's record of moderation names them.
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

var acts = []string{ActStart, ActNext, ActPause, ActResume, ActPair, ActCorrect, ActRemove, ActEnd, ActVoid, ActCancel,
	ActHelper, ActRests}

// Start starts a tournament.
func (s *Service) Start(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActStart, "",
		func(tx store.Tx, t *Tournament) error { return t.begin(tx.Now) })
}

// Next starts the next round at once.
func (s *Service) Next(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActNext, "",
		func(tx store.Tx, t *Tournament) error { return t.next(tx.Now) })
}

// Pause stops rounds and waves from starting by time. Current games continue.
func (s *Service) Pause(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.setPaused(ctx, by, of, ActPause, true)
}

// Resume lets rounds and waves start by time again.
func (s *Service) Resume(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.setPaused(ctx, by, of, ActResume, false)
}

func (s *Service) setPaused(ctx context.Context, by Actor, of id.Match, act string, to bool) (Change, error) {
	return s.changeAsDirector(ctx, by, of, act, "", func(tx store.Tx, t *Tournament) error {
		if t.Paused == to {
			return errNothing
		}
		return t.pause(to, tx.Now)
	})
}

// Remove removes a player for good.
func (s *Service) Remove(ctx context.Context, by Actor, of id.Match, p id.Player) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActRemove, p, func(tx store.Tx, t *Tournament) error {
		e := t.Of(p)
		switch {
		case t.State.Over():
			return ErrOver
		case e == nil || e.Status == Removed:
			return ErrNotIn
		}
		t.leave(e, Removed, takenOut, tx.Now)
		return nil
	})
}

// willMeet reports whether a player has an unfinished game against an entrant, or may still meet them in a later round.
func (t *Tournament) willMeet(p id.Player, e *Entrant) bool {
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

// decidesGameOf reports whether the change from t to after decides a game of a player: it removes or changes one of
// their boards or its result, ends the tournament before the board has a result, removes them or an opponent they have
// still to meet, or pairs by hand all others but one possible opponent.
func (t *Tournament) decidesGameOf(p id.Player, after *Tournament) bool {
	self := t.Of(p)
	if self == nil {
		return false
	}
	lost := func(was Board) bool {
		now := after.Board(was.Round, was.Number)
		return was.Kind == Game && was.has(self.Number) &&
			(now == nil || now.Red != was.Red || now.Black != was.Black ||
				now.Result != was.Result ||
				now.How != was.How || was.Pending() && after.State.Over())
	}
	gone := func(was Entrant) bool {
		now := after.Of(was.Player) // by id: numbers exist only after the start
		return was.Player != "" && (now == nil || now.Status != was.Status) &&
			(was.Player == p || t.willMeet(p, t.Of(was.Player)))
	}
	return slices.ContainsFunc(t.Pairings, lost) || slices.ContainsFunc(t.Players, gone) || t.fixesOpponent(self, after)
}

// Staked implements [policy.Stakes]: a moderator with unfinished boards may neither bar an opponent, who would lose the
// boards that have not started, nor switch tournaments off, which ends all of them.
func (s *Service) Staked(ctx context.Context, c store.Conn, d policy.Decision) (bool, error) {
	if d.Player == "" && d.Feature != Feature {
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
		if e := after.Of(d.Player); d.Feature != "" {
			after.switchOff(s.db.Now())
		} else if e != nil && e.Status == In {
			after.leave(e, Out, takenOut, s.db.Now())
		}
		if t.decidesGameOf(d.By, &after) {
			return true, nil
		}
	}
	return false, err
}

// PairByHand pairs two players in the next round. It replaces what was paired by hand for either of them before.
func (s *Service) PairByHand(ctx context.Context, by Actor, of id.Match, red, black int) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActPair, "", func(_ store.Tx, t *Tournament) error {
		r, b := t.Entrant(red), t.Entrant(black)
		next := t.paired() + 1
		switch {
		case t.running() != nil:
			return t.running()
		case t.System != Swiss || next > t.Rounds:
			return ErrUnfit
		case r == nil || b == nil || red == black || r.Status != In || b.Status != In:
			return ErrNotIn
		case r.Player == by.Player || b.Player == by.Player: // directors must not choose their own opponent
			return ErrOwnGame
		case r.Half == next || b.Half == next:
			return ErrSkips
		}
		t.Pairings = slices.DeleteFunc(t.Pairings,
			func(o Board) bool { return o.Round == next && (o.has(red) || o.has(black)) })
		t.add(Board{Round: next, Red: red, Black: black, Kind: Game})
		return nil
	})
}

// fixesOpponent reports whether pairs that a change made by hand leave an entrant at most one possible opponent in the
// next round; with none they get the bye.
func (t *Tournament) fixesOpponent(e *Entrant, after *Tournament) bool {
	next := t.paired() + 1
	byHand := slices.ContainsFunc(after.InRound(next), func(b *Board) bool {
		was := t.Board(b.Round, b.Number)
		return was == nil || was.Red != b.Red || was.Black != b.Black
	})
	left := after.unpaired(next)
	return byHand && len(left) <= 2 && slices.Contains(left, e.Number) && !slices.Equal(left, t.unpaired(next))
}

// unpaired returns the players whom the system must pair in a round: active, not paired by hand, and without a
// requested bye.
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

// Correct sets the result of a board, with a reason. It changes the standings, but neither ratings nor rounds that have
// been paired. While the game is played it returns [ErrRunning].
func (s *Service) Correct(ctx context.Context, by Actor, of id.Match, round, number int, to pairing.Result,
	reason string) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActCorrect, "", func(tx store.Tx, t *Tournament) error {
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
		insertCorrection(ctx, tx, t.ID, b, to, string(said[:min(len(said), maxReason)]), by.Player)
		b.Result, b.How = to, Corrected
		if b.Ended.IsZero() {
			b.Ended = tx.Now
		}
		t.settle(tx.Now)
		return nil
	})
}

// End ends the tournament after the current games, which count.
func (s *Service) End(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActEnd, "", func(tx store.Tx, t *Tournament) error {
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

// Void ends the tournament now. Boards without a result count for neither player; their games continue outside the
// tournament.
func (s *Service) Void(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActVoid, "", func(tx store.Tx, t *Tournament) error {
		if err := t.running(); err != nil {
			return err
		}
		t.void(tx.Now)
		return nil
	})
}

// Lost ends a tournament whose channel was deleted, because directors have lost its card: before the start like
// [Service.Cancel], later like [Service.Void].
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

// OnPlaceFact handles lost places, for [place.Handlers]. A tournament whose channel was deleted, or whose server the
// bot left, ends as it stands. If the bot only lost access, the tournament waits: access may come back. A board that
// waits in a lost thread gets a new thread.
func (s *Service) OnPlaceFact(ctx context.Context, f place.Fact) error {
	if f.Status == place.Locked {
		return s.replaceThreads(ctx, f)
	}
	if f.Status != place.Deleted && f.Status != place.LeftServer {
		return nil
	}
	all, err := openAt(ctx, s.db.Read(), f.Guild)
	for _, t := range all {
		if f.Concerns(t.Guild, t.Channel) {
			err = errors.Join(err, s.Lost(ctx, t.ID, t.Channel))
		}
	}
	return errors.Join(err, s.replaceThreads(ctx, f))
}

// replaceThreads makes boards that wait in a lost thread open a new one.
func (s *Service) replaceThreads(ctx context.Context, f place.Fact) error {
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

// Cancel cancels a tournament before its first round is paired.
func (s *Service) Cancel(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActCancel, "", func(_ store.Tx, t *Tournament) error {
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

// maxHelpers is how many helpers, additional directors, a tournament may have.
const maxHelpers = 10

// Help makes a player a helper, who may direct too, or takes that back.
func (s *Service) Help(ctx context.Context, by Actor, of id.Match, p id.Player) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActHelper, p, func(_ store.Tx, t *Tournament) error {
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

package match

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Taken says why a match that lost its place is adjourned, and what follows. If exactly one of the two players could
// have caused it, that must not save a lost game: when the other asks to continue, that player has to come in time, or
// loses. Otherwise the match stays adjourned until both resume it.
type Taken struct {
	Fate   place.Fate // "" if the match was not adjourned because of its place
	Blamed bool       // exactly one player could have caused it
	Side   game.Color // of that player
	Until  time.Time  // they lose if they have not come by then; zero until the other asks to continue
}

// None reports whether the match is not adjourned because of its place.
func (t Taken) None() bool { return t.Fate == "" }

// String returns what is stored: "", "locked", "locked red" or "locked red 1795176376000".
func (t Taken) String() string {
	text := string(t.Fate)
	if t.Blamed {
		text += " " + t.Side.String()
	}
	if !t.Until.IsZero() {
		text += " " + strconv.FormatInt(store.Millis(t.Until), 10)
	}
	return text
}

// parseTaken reads what String returns.
func parseTaken(text string) (t Taken, ok bool) {
	f := strings.Fields(text)
	if len(f) == 0 {
		return t, true
	}
	t.Fate = place.Fate(f[0])
	if len(f) > 1 {
		t.Blamed, t.Side = true, game.Red
		if f[1] == game.Black.String() {
			t.Side = game.Black
		}
	}
	if len(f) > 2 {
		ms, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil {
			return t, false
		}
		t.Until = time.UnixMilli(ms)
	}
	return t, true
}

// TakenJob is the kind and the slot of the job that tells the players of a match that its place was taken. Its version
// is the match's revision, its payload the Home of the [place.Fact].
const TakenJob = "taken"

// How long the blamed player has to come; it is shorter in a tournament, where others wait.
const (
	comesWithin         = 24 * time.Hour
	comesWithinArranged = 15 * time.Minute
)

// ComesWithin is how long the blamed player has after the other asks to continue.
func (m *Match) ComesWithin() time.Duration {
	if m.Mode.Arranged {
		return comesWithinArranged
	}
	return comesWithin
}

// Displace adjourns a match whose place was lost; an exhibition, in which no user has a seat, ends. A match that
// already waits for a blamed player stops waiting if they cannot come there any more. It returns [ErrStale] if there is
// nothing to do, or the match has moved to another channel.
func (s *Service) Displace(ctx context.Context, match id.Match, f place.Fact) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), Paused, func(c *Change) error {
		m := &c.Match
		waits := m.Status == Adjourned && !m.Taken.Until.IsZero()
		switch {
		case m.Channel != f.Channel || m.Status != Open && !waits:
			return ErrStale
		case m.Mode.Unattended:
			c.Abandon()
			return nil
		}
		m.adjourn()
		m.Taken = Taken{Fate: f.Fate}
		if m.Mode.OneOwner || !m.Seats[game.Red].Human() && !m.Seats[game.Black].Human() {
			return nil
		}
		c.write = func(ctx context.Context, tx store.Tx, c *Change) error {
			return scheduler.Put(ctx, tx, scheduler.Job{Slot: TakenJob, Kind: TakenJob, Subject: c.Match.Subject(),
				Version: c.Match.Rev, Due: tx.Now,
				Guild: c.Match.Guild, Pool: scheduler.Timed, Rank: 1, Payload: []byte(f.Home)})
		}
		return nil
	})
}

// Blame records that only this side could have caused the loss of a match's place. Without a clock the side need not
// come. It returns [ErrStale] if the match was resumed.
func (s *Service) Blame(ctx context.Context, match id.Match, fate place.Fate, side game.Color) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), Blamed, func(c *Change) error {
		m := &c.Match
		if m.Status != Adjourned || m.Taken.Fate != fate || m.Taken.Blamed || m.Clock.None() || !m.Mode.People {
			return ErrStale
		}
		m.Taken.Blamed, m.Taken.Side = true, side
		return nil
	})
}

// called records that a side asks to continue an adjourned match; seen is whether the other can see it. If the other is
// to blame they have to come; if it is the side itself, it has come.
func (m *Match) called(side game.Color, seen bool, now time.Time) {
	switch t := &m.Taken; {
	case !t.Blamed || !seen:
	case t.Side == side:
		t.Until = time.Time{}
	default:
		if rested, rests := m.Rests(t.Side, now); rests {
			now = rested
		}
		t.Until = now.Add(m.ComesWithin())
	}
}

// anotherChance is how long the player has if a forfeit is noticed late, because the bot was away.
const anotherChance = 15 * time.Minute

// Forfeit ends a match, as the caller read it, because the blamed player has not come to its new place. They
// lose, unless the other has no piece left that could win. While the bot is away it returns [ErrNotYet].
func (s *Service) Forfeit(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Forfeit, Finished, func(c *Change) error {
		m := &c.Match
		now := s.db.Now()
		switch {
		case s.IsAway(m.Guild):
			return ErrNotYet
		case scheduler.Late(m.Taken.Until, now):
			c.Verb, m.Taken.Until = Skipped, now.Add(anotherChance)
			return nil
		}
		o := game.Outcome{Result: game.WinFor(m.Taken.Side.Other()), Method: game.Timeout}
		if !m.board().CanWin(m.Taken.Side.Other()) {
			o.Result = game.Draw
		}
		c.end(o)
		return nil
	})
}

// Heed responds to facts about places, for [place.Answers]: matches there are adjourned, those that no player could
// transfer end if the channel was deleted, and paused ones can then be resumed. If the bot left the server, paused
// matches stay paused: their channels still exist. Cards of matches that wait in a place that works again are posted
// again.
func (s *Service) Heed(ctx context.Context, f place.Fact) (err error) {
	note := func(failed error) {
		if failed != nil && !errors.Is(failed, ErrStale) && !errors.Is(failed, ErrNoMatch) {
			err = errors.Join(err, failed)
		}
	}
	taken, failed := s.takenIn(ctx, f.Guild)
	note(failed)
	for i := range taken {
		m := &taken[i]
		switch here := f.Channel == "" || m.Channel == f.Channel; {
		case !here:
		case f.Fate == place.Back && m.Status == Adjourned:
			_, failed := s.do(ctx, Actor{Source: FromClock}, s.byID(m.ID), Returned, func(c *Change) error {
				if c.Match.Taken.None() || c.Match.Channel != m.Channel {
					return ErrStale
				}
				return nil
			})
			note(failed)
		case f.Fate != place.Back && !m.Taken.Until.IsZero():
			f := f
			f.Channel = m.Channel
			_, failed := s.Displace(ctx, m.ID, f)
			note(failed)
		}
	}
	switch f.Fate {
	case place.Back:
		return err
	case place.Left:
		all, failed := s.InGuild(ctx, f.Guild)
		note(failed)
		for _, o := range all {
			f := f
			f.Channel = o.Channel
			_, failed := s.Displace(ctx, o.Subject.ID, f)
			note(failed)
		}
		return err
	}
	open, failed := s.InChannel(ctx, f.Channel)
	if note(failed); failed == nil {
		_, failed := s.Displace(ctx, open.ID, f)
		note(failed)
	}
	if f.Fate != place.Deleted {
		return err
	}
	stuck, failed := s.StuckIn(ctx, f.Channel)
	note(failed)
	for i := range stuck {
		_, failed := s.Release(ctx, stuck[i].ID, f.Channel)
		note(failed)
	}
	return err
}

// Places returns the channels of a guild in which a match is open, or is adjourned because the channel was lost.
func (s *Service) Places(ctx context.Context, g id.Guild) ([]id.Channel, error) {
	open, err := s.InGuild(ctx, g)
	if err != nil {
		return nil, err
	}
	taken, err := s.takenIn(ctx, g)
	all := map[id.Channel]bool{}
	for _, o := range open {
		all[o.Channel] = true
	}
	for i := range taken {
		all[taken[i].Channel] = true
	}
	var places []id.Channel
	for c := range all {
		places = append(places, c)
	}
	return places, err
}

package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

// Rest is why clocks stand in a match by days: a break that both players have agreed on, and their own vacations. The
// clock of the side to move begins to run when the last of them is over ([Clock].Since is then), so that no version of
// the bot warns anybody or has a flag fall before. Times that have passed mean nothing. The zero Rest is none.
type Rest struct {
	Break    time.Time    // until when both rest; zero for no break
	On       [2]bool      // which side wants to go on before that
	Vacation [2]time.Time // until when each side rests alone; zero for no vacation
	Asked    int          // days of the break that an open [OfferBreak] is about
	Allowed  bool         // in an arranged match: its director lets the players rest
	Last     time.Time    // when every rest in this match is over at the latest; zero for no such moment
}

// LastError refuses a break that would last longer than the match lets its players rest.
type LastError struct{ Until time.Time }

func (e *LastError) Error() string { return "breaks end on " + e.Until.String() }

// MaxBreak is the longest break that players can agree on, in days.
const MaxBreak = 14

var (
	// ErrNoRest: nobody rests in this match: it is not played by days between people, or its tournament does not want
	// it.
	ErrNoRest = errors.New("no clock of this game stands for a break")
	// ErrBreakDays: a break is too long, or of no day.
	ErrBreakDays = fmt.Errorf("a break has 1 to %d days", MaxBreak)
	// ErrOnBreak: both players are on a break already.
	ErrOnBreak = errors.New("you are on a break already")
	// ErrGoesOn: the player has said that they want to go on, and waits for the other.
	ErrGoesOn = errors.New("you want to go on already")
)

// String returns what is stored: "", or words like "break 1795176376000 on red", "red 1795176376000", "asked 7",
// "allowed" and "last 1795176376000".
func (t Rest) String() string {
	var words []string
	add := func(word string, until time.Time) {
		if !until.IsZero() {
			words = append(words, word, strconv.FormatInt(store.Millis(until), 10))
		}
	}
	add("break", t.Break)
	for side, on := range t.On {
		if on {
			words = append(words, "on", game.Color(side).String())
		}
	}
	for side, until := range t.Vacation {
		add(game.Color(side).String(), until)
	}
	if t.Asked > 0 {
		words = append(words, "asked", strconv.Itoa(t.Asked))
	}
	if t.Allowed {
		words = append(words, "allowed")
	}
	add("last", t.Last)
	return strings.Join(words, " ")
}

// parseRest reads what String returns.
func parseRest(text string) (t Rest, ok bool) {
	words := strings.Fields(text)
	for len(words) > 0 {
		if words[0] == "allowed" {
			t.Allowed, words = true, words[1:]
			continue
		}
		if len(words) < 2 {
			return t, false
		}
		n, err := strconv.ParseInt(words[1], 10, 64)
		switch word := words[0]; {
		case word == "on" && words[1] == game.Red.String():
			t.On[game.Red] = true
		case word == "on" && words[1] == game.Black.String():
			t.On[game.Black] = true
		case err != nil:
			return t, false
		case word == "break":
			t.Break = store.Instant(n)
		case word == "last":
			t.Last = store.Instant(n)
		case word == "asked":
			t.Asked = int(n)
		case word == game.Red.String():
			t.Vacation[game.Red] = store.Instant(n)
		case word == game.Black.String():
			t.Vacation[game.Black] = store.Instant(n)
		default:
			return t, false
		}
		words = words[2:]
	}
	return t, true
}

// MayRest reports whether players of the match may rest at a moment: it is played by days, by two people, and no
// director objects.
func (m *Match) MayRest(at time.Time) bool {
	return m.Clock.Days > 0 && m.Mode.People && (!m.Mode.Arranged || m.Rest.Allowed) &&
		(m.Rest.Last.IsZero() || at.Before(m.Rest.Last))
}

// atLatest returns a moment, or the last at which players of the match may rest if that is earlier.
func (t *Rest) atLatest(until time.Time) time.Time {
	if !t.Last.IsZero() && until.After(t.Last) {
		return t.Last
	}
	return until
}

// Rests returns until when the clock of a side stands because its player rests, alone or with the other; ok is false if
// it does not at a moment.
func (m *Match) Rests(side game.Color, at time.Time) (until time.Time, ok bool) {
	if until = m.Rest.Vacation[side]; m.Rest.Break.After(until) {
		until = m.Rest.Break
	}
	return until, m.Live() && until.After(at)
}

// OnBreak reports whether both players are on a break at a moment.
func (m *Match) OnBreak(at time.Time) bool { return m.Live() && m.Rest.Break.After(at) }

// OnVacation returns until when a side is on a vacation; ok is false if it is on none at a moment.
func (m *Match) OnVacation(side game.Color, at time.Time) (until time.Time, ok bool) {
	until = m.Rest.Vacation[side]
	return until, m.Live() && until.After(at)
}

// rest has the clock of the side to move stand as long as its player rests at a moment, and run again from when its
// board is shown, if the rest has ended before its day.
func (c *Change) rest(was *Match, at time.Time) {
	m := &c.Match
	if !m.timed() {
		return
	}
	until, rests := m.Rests(m.ToMove(), at)
	waited, _ := was.Rests(m.ToMove(), at)
	switch {
	case rests && !m.Clock.Since.Equal(until):
		m.stopClock(at)
		m.Clock.Since, m.Clock.Warned[m.ToMove()] = until, false
	case !rests && m.Clock.Since.After(at) && m.Clock.Since.Equal(waited):
		m.Clock.Since = time.Time{}
	}
}

// passed forgets what of the rest has passed by now, or with the match.
func (m *Match) passed(now time.Time) {
	t := &m.Rest
	if !m.Live() {
		*t = Rest{Allowed: t.Allowed, Last: t.Last}
	}
	if !t.Break.After(now) {
		t.Break, t.On = time.Time{}, [2]bool{}
	}
	for side, until := range t.Vacation {
		if !until.After(now) {
			t.Vacation[side] = time.Time{}
		}
	}
	if m.Offer.Kind != OfferBreak {
		t.Asked = 0
	}
}

// OfferBreak asks the opponent for a break of some days.
func (s *Service) OfferBreak(ctx context.Context, by Actor, match id.Match, days int) (Change, error) {
	return s.do(ctx, by, s.byID(match), Offering, func(c *Change) error {
		m := &c.Match
		side, err := m.mayOffer(by.Player)
		switch {
		case err != nil:
			return err
		case !m.MayRest(s.db.Now()):
			return ErrNoRest
		case days < 1 || days > MaxBreak:
			return ErrBreakDays
		case m.Rest.atLatest(s.restsUntil(days)).Before(s.restsUntil(days)):
			return &LastError{m.Rest.Last}
		case m.OnBreak(s.db.Now()):
			return ErrOnBreak
		}
		if err := s.offer(c, Offer{Kind: OfferBreak, By: side}); err != nil {
			return err
		}
		m.Rest.Asked = days
		return nil
	})
}

// agreeBreak begins the break that was asked for.
func (s *Service) agreeBreak(m *Match, days int) {
	m.Rest.Break, m.Rest.On = m.Rest.atLatest(s.restsUntil(days)), [2]bool{}
}

// restsUntil returns the moment in some days from now.
func (s *Service) restsUntil(days int) time.Time {
	return s.db.Now().Add(time.Duration(days) * day).Truncate(time.Millisecond)
}

// EndBreak notes that a player wants to go on before a break is over. Once both do, it is over. It returns [ErrGoesOn]
// to who has asked already, and [ErrStale] if there is no break.
func (s *Service) EndBreak(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Rested, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case !m.OnBreak(s.db.Now()):
			return ErrStale
		case m.Rest.On[side]:
			return ErrGoesOn
		}
		if m.Rest.On[side] = true; m.Rest.On[side.Other()] {
			c.Verb, m.Rest.Break = WentOn, time.Time{}
		}
		return nil
	})
}

// GoOn notes that the rest of the player to move is over on its day, in a match as the caller read it.
func (s *Service) GoOn(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), GoOn, WentOn, func(*Change) error { return nil })
}

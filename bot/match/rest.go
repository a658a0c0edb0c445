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

// Rest is what stops the clocks of a match with days per move: a break that both players have agreed on, and the
// vacation of each. While it lasts, [Clock].Since of the side to move is set to its end, in the future, so that even
// a version of the bot without rests neither warns nor flags. Past times have no effect. The zero Rest is none.
type Rest struct {
	Break           time.Time    // until when both rest; zero for no break
	WantsToContinue [2]bool      // which side wants to go on before that
	Vacation        [2]time.Time // until when each side rests alone; zero for no vacation
	Asked           int          // days of the break that an open [OfferBreak] is about
	Allowed         bool         // in an arranged match: its director lets the players rest
	Last            time.Time    // when every rest in this match is over at the latest; zero for no such moment
}

// LastError refuses a break that would last longer than the match lets its players rest.
type LastError struct{ Until time.Time }

func (e *LastError) Error() string { return "breaks end on " + e.Until.String() }

// MaxBreak is the longest break that players can agree on, in days.
const MaxBreak = 14

var (
	// ErrRestNotAllowed: the match is not played with days per move between people, or its tournament allows no
	// breaks.
	ErrRestNotAllowed = errors.New("no clock of this game stands for a break")
	// ErrBreakDays: a break is too long, or of no day.
	ErrBreakDays = fmt.Errorf("a break has 1 to %d days", MaxBreak)
	// ErrOnBreak: both players are on a break already.
	ErrOnBreak = errors.New("you are on a break already")
	// ErrWantsToContinue: the player has already asked to end the break, and the other has not.
	ErrWantsToContinue = errors.New("you want to go on already")
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
	for side, on := range t.WantsToContinue {
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
			t.WantsToContinue[game.Red] = true
		case word == "on" && words[1] == game.Black.String():
			t.WantsToContinue[game.Black] = true
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
	return m.Clock.Days > 0 && m.Mode.TwoPlayers && (!m.Mode.Arranged || m.Rest.Allowed) &&
		(m.Rest.Last.IsZero() || at.Before(m.Rest.Last))
}

// atLatest returns a moment, or the last at which players of the match may rest if that is earlier.
func (t *Rest) atLatest(until time.Time) time.Time {
	if !t.Last.IsZero() && until.After(t.Last) {
		return t.Last
	}
	return until
}

// RestUntil returns until when the clock of a side stands because its player rests, alone or with the other; ok is
// false if it does not at a moment.
func (m *Match) RestUntil(side game.Color, at time.Time) (until time.Time, ok bool) {
	if until = m.Rest.Vacation[side]; m.Rest.Break.After(until) {
		until = m.Rest.Break
	}
	return until, m.Live() && until.After(at)
}

// OnBreak reports whether both players are on a break at a moment.
func (m *Match) OnBreak(at time.Time) bool { return m.Live() && m.Rest.Break.After(at) }

// OnVacation returns the end of a side's vacation. ok is false if it is not on one at a moment.
func (m *Match) OnVacation(side game.Color, at time.Time) (until time.Time, ok bool) {
	until = m.Rest.Vacation[side]
	return until, m.Live() && until.After(at)
}

// pauseForRest stops the clock of the side to move until the end of its break or vacation, and charges it up to a
// moment, which is earlier than now if the bot has been away since. If the rest ended early, the clock starts when the
// board is next shown.
func (c *Change) pauseForRest(was *Match, charged, now time.Time) {
	m := &c.Match
	if !m.timed() {
		return
	}
	until, resting := m.RestUntil(m.ToMove(), now)
	previousEnd, _ := was.RestUntil(m.ToMove(), now)
	switch {
	case resting && !m.Clock.Since.Equal(until):
		m.stopClock(charged)
		m.Clock.Since, m.Clock.Warned[m.ToMove()] = until, false
	case !resting && m.Clock.Since.After(now) && m.Clock.Since.Equal(previousEnd):
		m.Clock.Since = time.Time{}
	}
}

// dropPastRest clears breaks and vacations that are over, or all if the match is.
func (m *Match) dropPastRest(now time.Time) {
	t := &m.Rest
	if !m.Live() {
		*t = Rest{Allowed: t.Allowed, Last: t.Last}
	}
	if !t.Break.After(now) {
		t.Break, t.WantsToContinue = time.Time{}, [2]bool{}
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

// OfferBreak offers the opponent a break of some days. The errors are those of OfferDraw, [ErrRestNotAllowed],
// [ErrBreakDays] and [ErrOnBreak].
func (s *Service) OfferBreak(ctx context.Context, by Actor, match id.Match, days int) (Change, error) {
	return s.do(ctx, by, s.byID(match), Offering, func(c *Change) error {
		m := &c.Match
		side, err := m.mayOffer(by.Player)
		until := daysAfter(s.db.Now(), days)
		switch {
		case err != nil:
			return err
		case !m.MayRest(s.db.Now()):
			return ErrRestNotAllowed
		case days < 1 || days > MaxBreak:
			return ErrBreakDays
		case m.Rest.atLatest(until).Before(until):
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

// agreeBreak starts the break that was offered.
func (s *Service) agreeBreak(m *Match, days int) {
	m.Rest.Break, m.Rest.WantsToContinue = m.Rest.atLatest(daysAfter(s.db.Now(), days)), [2]bool{}
}

// daysAfter returns the time some days after another, as it is stored.
func daysAfter(at time.Time, days int) time.Time {
	return at.Add(time.Duration(days) * day).Truncate(time.Millisecond)
}

// EndBreak records that a player wants to end a break early. Once both do, it is over. It returns
// [ErrWantsToContinue] if the player has asked already, and [ErrStale] if there is no break.
func (s *Service) EndBreak(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), RestChanged, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case !m.OnBreak(s.db.Now()):
			return ErrStale
		case m.Rest.WantsToContinue[side]:
			return ErrWantsToContinue
		}
		if m.Rest.WantsToContinue[side] = true; m.Rest.WantsToContinue[side.Other()] {
			c.Verb, m.Rest.Break = RestEnded, time.Time{}
		}
		return nil
	})
}

// EndRest records that the break or vacation of the player to move is over, in a match as the caller read it.
func (s *Service) EndRest(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), EndRest, RestEnded, func(*Change) error { return nil })
}

package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// A player can go on vacation without asking anybody. It stops their clocks in all their matches with days per move,
// including those that start during it. It ends on its day, when the player ends it, or when they move in one of
// those matches; a premove does not end it. The days of a year are limited, and a vacation cannot begin in the last
// quarter of a move's time, so that it is no way out of time trouble.

// Vacation is a period in which a player's clocks are stopped. The zero Vacation is none.
type Vacation struct{ Begun, Until time.Time }

const (
	// VacationDays is how many days of vacation a player has in a year, by UTC. A day that has begun counts.
	VacationDays = 30
	// VacationFeature is the name of the feature by which a server switches vacations off for its matches.
	VacationFeature = "vacation"
	// VacationJob is the kind and the slot of the job that applies a player's vacation, or its end, to their matches.
	// Its subject's id is the player.
	VacationJob = "vacation"
	// maxRestingMatches is how many matches of a player a vacation applies to.
	maxRestingMatches = 1000
)

var (
	// ErrVacationDays: a vacation is longer than a year's, or of no day.
	ErrVacationDays = fmt.Errorf("a vacation has 1 to %d days", VacationDays)
	// ErrNoVacation: the player is not on vacation.
	ErrNoVacation = errors.New("you are not on vacation")
)

// DaysError refuses a vacation for which too few days are left.
type DaysError struct{ Year, Left int }

func (e *DaysError) Error() string { return fmt.Sprintf("%d days of %d are left", e.Left, e.Year) }

// TimePressureError refuses a vacation that would begin in the last quarter of a move's time.
type TimePressureError struct{ Match Match }

func (e *TimePressureError) Error() string {
	return "in match " + string(e.Match.ID) + " little time is left"
}

// DaysTaken returns how many days of a year, by UTC, vacations use: each 24 hours from the start of a vacation count
// for the year in which they start.
func DaysTaken(all []Vacation, year int) (n int) {
	for _, v := range all {
		for at := v.Begun; at.Before(v.Until); at = at.Add(day) {
			if at.UTC().Year() == year {
				n++
			}
		}
	}
	return n
}

// Vacation returns the vacation that a player is on, the zero Vacation if they are on none, and how many days are left
// of this year's.
func (s *Service) Vacation(ctx context.Context, p id.Player) (v Vacation, left int, err error) {
	all, err := vacationsOf(ctx, s.db.Read(), p)
	now := s.db.Now()
	return onVacation(all, now), VacationDays - DaysTaken(all, now.UTC().Year()), err
}

// onVacation returns the vacation that lasts at a moment.
func onVacation(all []Vacation, at time.Time) (v Vacation) {
	for _, one := range all {
		if one.Until.After(at) {
			v = one
		}
	}
	return v
}

// TakeVacation starts a vacation of a player for some days from now, or changes the end of the present one. It
// returns the matches in which their clock stops once [Service.ApplyVacation] has run. The errors are
// [ErrVacationDays], a [*DaysError] and a [*TimePressureError].
func (s *Service) TakeVacation(ctx context.Context, by Actor, days int) (v Vacation, in []Match, err error) {
	if days < 1 || days > VacationDays {
		return v, nil, ErrVacationDays
	}
	p := by.Player
	err = s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error {
		player.Lock(ctx, tx, p)
		all, err := vacationsOf(ctx, tx.Conn, p)
		if err != nil {
			return err
		}
		if v = onVacation(all, tx.Now); v == (Vacation{}) {
			v.Begun = tx.Now.Truncate(time.Millisecond)
			all = append(all, v)
		}
		v.Until = daysAfter(tx.Now, days)
		ended := slices.Clone(all)
		all[len(all)-1], ended[len(all)-1] = v, Vacation{v.Begun, tx.Now}
		for year := tx.Now.UTC().Year(); year <= v.Until.UTC().Year(); year++ {
			if DaysTaken(all, year) > VacationDays {
				return &DaysError{year, VacationDays - DaysTaken(ended, year)}
			}
		}
		if in, err = s.restingMatches(ctx, tx, p, s.chargedUntil(by, "")); err != nil {
			return err
		}
		saveVacation(ctx, tx, p, v, time.Date(tx.Now.UTC().Year(), 1, 1, 0, 0, 0, 0, time.UTC))
		scheduleApplyVacation(ctx, tx, p)
		return nil
	})
	return v, in, err
}

// restingMatches returns the matches in which a vacation that begins at a moment stops a player's clock, or the
// [*TimePressureError] of one of them.
func (s *Service) restingMatches(ctx context.Context, tx store.Tx, p id.Player, at time.Time) (in []Match, err error) {
	all, err := s.all(ctx, tx.Conn, whereSits, string(p), string(p), maxRestingMatches)
	for i := range all {
		m := &all[i]
		side, _ := m.SeatOf(p)
		if !m.MayRest(at) {
			continue
		}
		if allowed, err := s.allowsVacations(ctx, tx.Conn, m.Guild); err != nil {
			return nil, err
		} else if !allowed {
			continue
		}
		_, resting := m.RestUntil(side, at)
		if m.timed() && m.ToMove() == side && !resting && m.LeftAt(side, at) <= m.Clock.budget()/4 {
			return nil, &TimePressureError{*m}
		}
		in = append(in, *m)
	}
	return in, err
}

// allowsVacations reports whether vacations stop clocks in the matches of a guild.
func (s *Service) allowsVacations(ctx context.Context, c store.Conn, g id.Guild) (bool, error) {
	return s.policy.FeatureOn(ctx, c, g, VacationFeature)
}

// EndVacation ends the vacation of a player; [Service.ApplyVacation] then starts their clocks. It returns
// [ErrNoVacation] if there is none.
func (s *Service) EndVacation(ctx context.Context, by Actor) error {
	return s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error {
		player.Lock(ctx, tx, by.Player)
		ended, err := endVacation(ctx, tx, by.Player)
		if err == nil && !ended {
			err = ErrNoVacation
		}
		return err
	})
}

// endVacation ends a player's vacation, if they are on one.
func endVacation(ctx context.Context, tx store.Tx, p id.Player) (bool, error) {
	now := store.Millis(tx.Now)
	n, err := tx.Exec(ctx, `UPDATE vacations SET until = ? WHERE player = ? AND until > ?`, now, string(p), now)
	if err != nil || n == 0 {
		return false, err
	}
	scheduleApplyVacation(ctx, tx, p)
	return true, nil
}

// scheduleApplyVacation schedules the job that applies a player's vacation to their matches.
func scheduleApplyVacation(ctx context.Context, tx store.Tx, p id.Player) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: VacationJob, Kind: VacationJob, Subject: vacationSubject(p),
		Due: tx.Now, Pool: scheduler.Timed, Rank: 1, Owner: p})
}

func vacationSubject(p id.Player) id.Subject { return id.Subject{Kind: VacationJob, ID: id.Match(p)} }

// ApplyVacation stops the clocks of a player, or starts them again, in all their matches with days per move. It is
// idempotent.
func (s *Service) ApplyVacation(ctx context.Context, p id.Player) error {
	all, err := s.ByPlayer(ctx, p, maxRestingMatches)
	if err != nil {
		return err
	}
	for i := range all {
		if !all[i].MayRest(s.db.Now()) {
			continue
		}
		_, err := s.do(ctx, Actor{Source: FromClock}, s.byID(all[i].ID), RestChanged, func(c *Change) error {
			changed, err := s.readVacations(ctx, s.db.Read(), &c.Match, p)
			if err != nil {
				return err
			}
			if !changed {
				return ErrStale
			}
			c.extraWrite = lockVacation(p)
			return nil
		})
		if err != nil && !errors.Is(err, ErrStale) && !errors.Is(err, ErrNoMatch) {
			return err
		}
	}
	return nil
}

// readVacations copies the vacations of the players who sit in a match into it, and reports whether that changed it.
// On a server that has switched vacations off, none starts.
func (s *Service) readVacations(ctx context.Context, c store.Conn, m *Match,
	players ...id.Player) (changed bool, err error) {
	now := s.db.Now()
	if !m.MayRest(now) || !m.Live() {
		return false, nil
	}
	for _, p := range players {
		side, seated := m.SeatOf(p)
		if !seated {
			continue
		}
		all, err := vacationsOf(ctx, c, p)
		if err != nil {
			return false, err
		}
		until := onVacation(all, now).Until
		_, resting := m.OnVacation(side, now)
		if until.After(now) && !resting {
			if allowed, err := s.allowsVacations(ctx, c, m.Guild); err != nil {
				return false, err
			} else if !allowed {
				continue
			}
		}
		until = m.Rest.atLatest(until)
		if !m.Rest.Vacation[side].Equal(until) && (resting || !until.IsZero()) {
			m.Rest.Vacation[side], changed = until, true
		}
	}
	return changed, nil
}

// lockVacation returns a write that locks a player's vacation for the transaction, or fails with errConflict if the
// vacation has ended meanwhile. Otherwise a match could apply a vacation after its end.
func lockVacation(p id.Player) Write {
	return func(ctx context.Context, tx store.Tx, c *Change) error {
		side, _ := c.Match.SeatOf(p)
		until, resting := c.Match.OnVacation(side, tx.Now)
		if !resting {
			return nil
		}
		n, err := tx.Exec(ctx, `UPDATE vacations SET until = until WHERE player = ? AND until >= ?`, string(p),
			store.Millis(until))
		if err == nil && n == 0 {
			err = errConflict
		}
		return err
	}
}

// endVacationByMove ends the vacation of a side that has made a move, other than by premove, in this match; the store
// of the change ends it everywhere.
func (c *Change) endVacationByMove(side game.Color) {
	m := &c.Match
	if !m.Rest.Vacation[side].IsZero() && c.By.Source != FromPremove {
		m.Rest.Vacation[side], c.endsVacationOf = time.Time{}, m.Seats[side].Player
	}
}

// vacationsOf returns the stored vacations of a player, oldest first: all of the year of the latest.
func vacationsOf(ctx context.Context, c store.Conn, p id.Player) ([]Vacation, error) {
	return store.All(ctx, c, store.Into(func(v *Vacation) []any {
		return []any{store.Time(&v.Begun), store.Time(&v.Until)}
	}), `SELECT begun, until FROM vacations WHERE player = ? ORDER BY begun`, string(p))
}

// saveVacation stores a vacation of a player, and deletes those that were over before a moment.
func saveVacation(ctx context.Context, tx store.Tx, p id.Player, v Vacation, before time.Time) {
	tx.ExecDeferred(ctx, `DELETE FROM vacations WHERE player = ? AND until < ?`, string(p), store.Millis(before))
	tx.ExecDeferred(ctx, `INSERT INTO vacations (player, begun, until) VALUES (?, ?, ?)
		ON CONFLICT (player, begun) DO UPDATE SET until = excluded.until`,
		string(p), store.Millis(v.Begun), store.Millis(v.Until))
}

// VacationOwner returns the implementation of player.DataOwner for vacations.
func (s *Service) VacationOwner() player.DataOwner {
	type exported struct {
		Begun time.Time `json:"begun"`
		Until time.Time `json:"until"`
	}
	return player.NewOwner("vacations", func(ctx context.Context, tx store.Tx, p id.Player) error {
		scheduler.Drop(ctx, tx, VacationJob, vacationSubject(p))
		return player.DeleteRows("vacations")(ctx, tx, p)
	}, player.List("vacations", vacationsOf, func(v *Vacation, _ id.Player) exported {
		return exported{v.Begun.UTC(), v.Until.UTC()}
	}))
}

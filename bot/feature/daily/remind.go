package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Reminder is somebody's wish to be reminded, once a day at most, of a puzzle of the day that they have not solved.
type Reminder struct {
	Player  id.Player
	Guild   id.Guild   // in which they asked: its clocks count, those of UTC if it is ""
	Channel id.Channel // their direct conversation, "" before the first reminder
}

// JobRemind is the kind of the jobs that remind people. Their subjects are players, their versions numbers.
const JobRemind = "daily remind"

// The hours between which people are reminded, an hour after their server's post if that is later than the first.
const remindFrom, remindTo = 19, 22

func playerSubject(p id.Player) id.Subject { return id.Subject{Kind: Kind, ID: id.Match(p)} }

// Reminds reports whether somebody wants to be reminded.
func (s *Service) Reminds(ctx context.Context, p id.Player) (bool, error) {
	_, wanted, err := loadReminder(ctx, s.db.Read(), p)
	return wanted, err
}

// Remind lets somebody be reminded from now on, by the clocks of the server in which they ask, and returns when for the first time.
func (s *Service) Remind(ctx context.Context, p id.Player, g id.Guild) (first time.Time, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		if err := player.Lock(ctx, tx, p); err != nil {
			return err
		}
		r, _, err := loadReminder(ctx, tx.Conn, p)
		if err != nil {
			return err
		}
		r.Player, r.Guild = p, g
		if err := saveReminder(ctx, tx, r); err != nil {
			return err
		}
		first, err = s.planReminder(ctx, tx, r, 0)
		return err
	})
	return first, err
}

// StopReminding ends somebody's reminders.
func (s *Service) StopReminding(ctx context.Context, p id.Player) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		if err := player.Lock(ctx, tx, p); err != nil {
			return err
		}
		return dropReminder(ctx, tx, p)
	})
}

// planReminder puts the job of the next evening whose number is n or later; one that has begun is over, or somebody who asks again could
// be reminded twice.
func (s *Service) planReminder(ctx context.Context, tx store.Tx, r Reminder, n Number) (time.Time, error) {
	evening, err := evening(ctx, tx.Conn, r)
	if err != nil {
		return time.Time{}, err
	}
	n, due := evening.next(max(n, Today(tx.Now, evening.zone())), tx.Now)
	if !due.After(tx.Now) {
		n, due = evening.next(n+1, tx.Now)
	}
	return due, scheduler.Put(ctx, tx, scheduler.Job{Slot: JobRemind, Kind: JobRemind, Subject: playerSubject(r.Player), Version: int64(n),
		Due: due, Pool: scheduler.Timed, Guild: r.Guild, Owner: r.Player})
}

// evening returns the hour and the zone of a reminder, as those of a server of its own.
func evening(ctx context.Context, c store.Conn, r Reminder) (Server, error) {
	where, err := loadServer(ctx, c, r.Guild)
	return Server{Guild: id.Guild(r.Player), Hour: min(max(remindFrom, where.Hour+1), remindTo), Zone: where.Zone}, err
}

// Unsolved returns the reminder that a job is about, and its number. It is false if there is nothing to be reminded of: they want it no
// more, have solved the puzzle or given it up, or it is too late.
func (s *Service) Unsolved(ctx context.Context, j scheduler.Job) (r Reminder, n Number, ok bool, err error) {
	n = Number(j.Version)
	r, wanted, err := loadReminder(ctx, s.db.Read(), id.Player(j.Subject.ID))
	if err != nil || !wanted || s.Puzzle(n) == "" {
		return r, n, false, err
	}
	result, _, err := s.Result(ctx, r.Player, n)
	if err != nil || result.Over() {
		return r, n, false, err
	}
	at, err := evening(ctx, s.db.Read(), r)
	return r, n, err == nil && !Passed(s.db.Now(), j.Due, at.zone()), err
}

// Reminded puts the next job of somebody who still wants to be reminded, and keeps the conversation.
func (s *Service) Reminded(ctx context.Context, j scheduler.Job, in id.Channel) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		p := id.Player(j.Subject.ID)
		if err := player.Lock(ctx, tx, p); err != nil {
			return err
		}
		r, wanted, err := loadReminder(ctx, tx.Conn, p)
		if err != nil || !wanted {
			return err
		}
		if r.Channel = in; in != "" {
			if err := saveReminder(ctx, tx, r); err != nil {
				return err
			}
		}
		_, err = s.planReminder(ctx, tx, r, Number(j.Version)+1)
		return err
	})
}

func loadReminder(ctx context.Context, c store.Conn, p id.Player) (r Reminder, wanted bool, err error) {
	wanted, err = store.One(c.Row(ctx, `SELECT player, guild, channel FROM daily_reminders WHERE player = ?`, string(p)),
		&r.Player, &r.Guild, &r.Channel)
	return r, wanted, err
}

func saveReminder(ctx context.Context, tx store.Tx, r Reminder) error {
	_, err := tx.Exec(ctx, `INSERT INTO daily_reminders (player, guild, channel) VALUES (?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET guild = excluded.guild, channel = excluded.channel`,
		string(r.Player), string(r.Guild), string(r.Channel))
	return err
}

// dropReminder deletes somebody's reminder and its job.
func dropReminder(ctx context.Context, tx store.Tx, p id.Player) error {
	if err := tx.Later(ctx, `DELETE FROM daily_reminders WHERE player = ?`, string(p)); err != nil {
		return err
	}
	return scheduler.Drop(ctx, tx, JobRemind, playerSubject(p))
}

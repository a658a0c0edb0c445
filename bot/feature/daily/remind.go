package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Reminder is a player's wish to be reminded of unsolved puzzles of the day, at most once a day.
type Reminder struct {
	Player  id.Player
	Guild   id.Guild   // where they asked; its time zone applies, UTC if ""
	Channel id.Channel // their DM channel, "" before the first reminder
}

// JobRemind is the kind of jobs that send reminders. A job's subject is the player, its version the number.
const JobRemind = "daily remind"

// Reminders are sent an hour after the server's post, but within these hours of local time.
const remindFrom, remindTo = 19, 22

func playerSubject(p id.Player) id.Subject { return id.Subject{Kind: Kind, ID: id.Match(p)} }

// WantsReminders reports whether a player wants reminders.
func (s *Service) WantsReminders(ctx context.Context, p id.Player) (bool, error) {
	_, wanted, err := loadReminder(ctx, s.db.Read(), p)
	return wanted, err
}

// EnableReminders turns a player's reminders on, in the time zone of guild g, and returns the time of the first one.
func (s *Service) EnableReminders(ctx context.Context, p id.Player, g id.Guild) (first time.Time, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		player.Lock(ctx, tx, p)
		r, _, err := loadReminder(ctx, tx.Conn, p)
		if err != nil {
			return err
		}
		r.Player, r.Guild = p, g
		saveReminder(ctx, tx, r)
		first, err = s.planReminder(ctx, tx, r, 0)
		return err
	})
	return first, err
}

// StopReminding turns a player's reminders off.
func (s *Service) StopReminding(ctx context.Context, p id.Player) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) {
		player.Lock(ctx, tx, p)
		dropReminder(ctx, tx, p)
	})
}

// planReminder schedules the next reminder for number n or later, and returns its time. A time that has passed is
// skipped, so that a player who turns reminders off and on is not reminded twice.
func (s *Service) planReminder(ctx context.Context, tx store.Tx, r Reminder, n Number) (time.Time, error) {
	at, err := reminderServer(ctx, tx.Conn, r)
	if err != nil {
		return time.Time{}, err
	}
	n, due := at.next(max(n, Today(tx.Now, at.zone())), tx.Now)
	if !due.After(tx.Now) {
		n, due = at.next(n+1, tx.Now)
	}
	scheduler.Put(ctx, tx, scheduler.Job{Slot: JobRemind, Kind: JobRemind, Subject: playerSubject(r.Player),
		Version: int64(n), Due: due, Pool: scheduler.Timed, Guild: r.Guild, Owner: r.Player})
	return due, nil
}

// reminderServer returns a Server with the hour and the zone of a reminder.
func reminderServer(ctx context.Context, c store.Conn, r Reminder) (Server, error) {
	where, err := loadServer(ctx, c, r.Guild)
	return Server{Guild: id.Guild(r.Player), Hour: min(max(remindFrom, where.Hour+1), remindTo), Zone: where.Zone}, err
}

// DueReminder returns a job's reminder and number. ok is false if it must not be sent: the player has turned reminders
// off, or has solved the puzzle or seen its solution, or it is too late.
func (s *Service) DueReminder(ctx context.Context, j scheduler.Job) (r Reminder, n Number, ok bool, err error) {
	n = Number(j.Version)
	r, wanted, err := loadReminder(ctx, s.db.Read(), id.Player(j.Subject.ID))
	if err != nil || !wanted || s.Puzzle(n) == "" {
		return r, n, false, err
	}
	result, _, err := s.Result(ctx, r.Player, n)
	if err != nil || result.Over() {
		return r, n, false, err
	}
	at, err := reminderServer(ctx, s.db.Read(), r)
	return r, n, err == nil && !TooLate(s.db.Now(), j.Due, at.zone()), err
}

// Reminded schedules the next reminder, if the player still wants them, and stores the DM channel.
func (s *Service) Reminded(ctx context.Context, j scheduler.Job, in id.Channel) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		p := id.Player(j.Subject.ID)
		player.Lock(ctx, tx, p)
		r, wanted, err := loadReminder(ctx, tx.Conn, p)
		if err != nil || !wanted {
			return err
		}
		if r.Channel = in; in != "" {
			saveReminder(ctx, tx, r)
		}
		_, err = s.planReminder(ctx, tx, r, Number(j.Version)+1)
		return err
	})
}

func loadReminder(ctx context.Context, c store.Conn, p id.Player) (r Reminder, wanted bool, err error) {
	wanted, err = store.One(c.Row(ctx, `SELECT player, guild, channel FROM daily_reminders WHERE player = ?`,
		string(p)),
		&r.Player, &r.Guild, &r.Channel)
	return r, wanted, err
}

func saveReminder(ctx context.Context, tx store.Tx, r Reminder) {
	tx.ExecDeferred(ctx, `INSERT INTO daily_reminders (player, guild, channel) VALUES (?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET guild = excluded.guild, channel = excluded.channel`,
		string(r.Player), string(r.Guild), string(r.Channel))
}

// dropReminder deletes a player's reminder and its job.
func dropReminder(ctx context.Context, tx store.Tx, p id.Player) {
	tx.ExecDeferred(ctx, `DELETE FROM daily_reminders WHERE player = ?`, string(p))
	scheduler.Drop(ctx, tx, JobRemind, playerSubject(p))
}

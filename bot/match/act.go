package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// ActKind is the kind of a scheduled act on a match, which no user asks for. The numbers are stored.
type ActKind uint8

const (
	Nothing     ActKind = 0
	Think       ActKind = 1 // the character to move answers
	Remind      ActKind = 3 // reminds the player to move that the match will be adjourned
	Adjourn     ActKind = 4 // the match has been inactive for long
	Warn        ActKind = 5 // the player to move is notified that their time runs out
	Flag        ActKind = 6 // the player to move has run out of time
	PlayPremove ActKind = 7 // the premove of the player to move is played
	Forfeit     ActKind = 8 // the blamed player has not come
	EndRest     ActKind = 9 // the break or vacation of the player to move is over
)

// Act is a match's next act and when it is due.
type Act struct {
	Kind ActKind
	Due  time.Time
}

// NextSlot is the slot of the job for a match's next act.
const NextSlot = "next"

// The kinds of those jobs. A job's version is the match's turn.
const (
	ThinkJob   = "think"
	RemindJob  = "remind"
	AdjournJob = "adjourn"
	WarnJob    = "warn"
	FlagJob    = "flag"
	PremoveJob = "premove"
	ForfeitJob = "forfeit"
	EndRestJob = "goon"
)

// LowRank is the rank of low-priority jobs.
const LowRank = 2

// jobs holds the job for each act: flags and warnings, which people wait for, have a higher priority than the others.
var jobs = map[ActKind]scheduler.Job{
	Think:       {Kind: ThinkJob, Pool: scheduler.Engine},
	Flag:        {Kind: FlagJob, Pool: scheduler.Timed},
	PlayPremove: {Kind: PremoveJob, Pool: scheduler.Timed},
	Forfeit:     {Kind: ForfeitJob, Pool: scheduler.Timed},
	EndRest:     {Kind: EndRestJob, Pool: scheduler.Timed, Rank: 1},
	Warn:        {Kind: WarnJob, Pool: scheduler.Timed, Rank: 1},
	Remind:      {Kind: RemindJob, Pool: scheduler.Timed, Rank: LowRank},
	Adjourn:     {Kind: AdjournJob, Pool: scheduler.Timed, Rank: LowRank},
}

// next computes the next act and when it is due.
func (m *Match) next(now time.Time) Act {
	restEnd, resting := m.RestUntil(m.AwaitedSide(), now)
	switch {
	case m.Status == Adjourned && !m.Displacement.Until.IsZero() && !m.Paused():
		return Act{Forfeit, m.Displacement.Until}
	case m.Status != Open, m.Seats[m.ToMove()].Team != NoTeam: // a team's vote has its own job
		return Act{}
	case resting && !m.Premoves[m.ToMove()].Pending():
		return Act{EndRest, restEnd}
	case !m.dealt():
		return m.idle()
	case m.Seats[m.ToMove()].Character():
		if m.Mode.Unattended {
			return Act{Think, now.Add(exhibitionPace)}
		}
		return Act{Think, now}
	case m.Premoves[m.ToMove()].Pending():
		return Act{PlayPremove, now}
	case !m.Clock.Since.IsZero():
		return m.clockAct()
	}
	return m.idle()
}

// stillThinks reports whether the character thinks about the same turn before and after the change. Its search then
// continues.
func (c *Change) stillThinks(was *Match) bool {
	m := &c.Match
	// the match is then open
	return !c.New() && m.Turn == was.Turn && m.Guild == was.Guild && was.Next.Kind == Think && m.Next.Kind == Think
}

// schedule replaces the job for a match's previous act with that for the next.
func schedule(ctx context.Context, tx store.Tx, m *Match) {
	if m.Next.Kind == Nothing {
		scheduler.Drop(ctx, tx, NextSlot, m.Subject())
		return
	}
	scheduler.Put(ctx, tx, m.job())
}

// job returns the job for a match's next act.
func (m *Match) job() scheduler.Job {
	j := jobs[m.Next.Kind]
	j.Slot, j.Subject, j.Version, j.Due, j.Guild = NextSlot, m.Subject(), m.Turn, m.Next.Due, m.Guild
	if m.Next.Kind == Think {
		j.Owner = m.Starter
	}
	return j
}

// Postpone delays the job of a character's turn until a time, and stores payload with it: what the handler has found
// so far. It does not change the match. It returns [ErrStale] if the job is for another turn.
func (s *Service) Postpone(ctx context.Context, match id.Match, turn int64, until time.Time, payload []byte) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		still, err := lockTurn(ctx, tx, match, turn)
		if err != nil {
			return err
		}
		if !still {
			return ErrStale
		}
		m, err := s.load(ctx, tx.Conn, whereID, string(match))
		if err != nil {
			return err
		}
		j := m.job()
		j.Due, j.Payload = until, payload
		scheduler.Put(ctx, tx, j)
		return nil
	})
}

package standing

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Achievements are stored although they can be derived from the games: a profile would have to replay all games of a
// player, and a final card all earlier ones to know whether something happened for the first time.

// Achievement is one achievement of a player, with its count and first occurrence.
type Achievement struct {
	Player id.Player
	Key    rating.Achievement
	Game   id.Match // in which it was first earned
	At     time.Time
	Times  int
}

// saveEarned stores the achievements of a finished match, and schedules the announcements of first wins.
func saveEarned(ctx context.Context, tx store.Tx, m *match.Match, rows []Result) error {
	for _, r := range rows {
		keys := rating.Earned(rating.Ended{Game: m.Game, Outcome: m.Outcome, Side: r.Side, Human: r.Human,
			Level: r.Level, Helped: !r.Unaided, Odds: !r.Even})
		if len(keys) == 0 {
			continue
		}
		first, err := saveAchievements(ctx, tx, r, keys)
		if err != nil {
			return err
		}
		for _, key := range first {
			milestone(ctx, tx, m, r.Player, key)
		}
	}
	return nil
}

// FirstAchievements returns the achievements that were first earned in a match.
func (s *Service) FirstAchievements(ctx context.Context, of id.Match) ([]Achievement, error) {
	return store.All(ctx, s.db.Read(), scanAchievement, achievementsIn, string(of))
}

// MilestoneJob is the slot and the kind of jobs that announce a first win over a strong character. The job's owner is
// the player, its version the character's level.
const MilestoneJob = "milestone"

// milestoneDelay delays the announcement until after the final card.
const milestoneDelay = 2 * time.Second

// milestone schedules the announcement of a first win over a strong character. The settings of player and server are
// checked by the job.
func milestone(ctx context.Context, tx store.Tx, m *match.Match, p id.Player, key rating.Achievement) {
	level, beaten := key.Beaten()
	if !beaten || !level.Traits().Strong || m.Guild == "" {
		return
	}
	scheduler.Put(ctx, tx, scheduler.Job{Slot: MilestoneJob, Kind: MilestoneJob, Subject: m.Subject(),
		Version: int64(level), Due: tx.Now.Add(milestoneDelay), Pool: scheduler.Timed, Guild: m.Guild, Owner: p})
}

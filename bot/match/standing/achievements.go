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

// Achievements are stored, though they follow from the games: to derive them, each profile would have to play all games
// of a player again to see how they ended, and each last card all the earlier ones to know whether it was the first
// time.

// Achievement is what a player has earned, how often, and when first.
type Achievement struct {
	Player id.Player
	Key    rating.Achievement
	Game   id.Match // in which it was first earned
	At     time.Time
	Times  int
}

// earn records what the players have earned in a finished match: at most one has won.
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

// Firsts returns what was earned for the first time in a match.
func (s *Service) FirstAchievements(ctx context.Context, of id.Match) ([]Achievement, error) {
	return store.All(ctx, s.db.Read(), scanAchievement, achievementsIn, string(of))
}

// MilestoneJob is the slot and the kind of the jobs that announce a first win over a strong character. A job's owner is
// the player, its version the character's level.
const MilestoneJob = "milestone"

// afterCard is the delay that lets the last card appear first.
const milestoneDelay = 2 * time.Second

// milestone schedules the announcement of a first win on a server. Whether the player and the server want it is checked
// when it is made.
func milestone(ctx context.Context, tx store.Tx, m *match.Match, p id.Player, key rating.Achievement) {
	level, beaten := key.Beaten()
	if !beaten || !level.Traits().Strong || m.Guild == "" {
		return
	}
	scheduler.Put(ctx, tx, scheduler.Job{Slot: MilestoneJob, Kind: MilestoneJob, Subject: m.Subject(),
		Version: int64(level), Due: tx.Now.Add(milestoneDelay), Pool: scheduler.Timed, Guild: m.Guild, Owner: p})
}

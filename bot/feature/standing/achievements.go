package standing

import (
	"context"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/finish"
)

// Achievements are stored, though they follow from the games: to derive them, each profile would have to play all games of a player
// again to see how they ended, and each last card all the earlier ones to know whether it was the first time.

// achievement is what a player has earned, how often, and when first.
type achievement struct {
	player id.Player
	key    rating.Achievement
	game   id.Match // in which it was first earned
	at     time.Time
	times  int
}

// earn records what a player has earned in a match that is over.
func earn(ctx context.Context, tx store.Tx, m *match.Match, side game.Color) error {
	seat, other := m.Seats[side], m.Seats[side.Other()]
	level := other.Level
	if other.Human() {
		level = person
	}
	for _, key := range rating.Earned(rating.Ended{Game: m.Game, Outcome: m.Outcome, Side: side, Level: level, Helped: !m.Unaided(), Odds: !even(m)}) {
		first, err := saveAchievement(ctx, tx, achievement{player: seat.Player, key: key, game: m.ID, at: tx.Now})
		if err != nil {
			return err
		}
		if first {
			if err := milestone(ctx, tx, m, side, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// saveAchievement records an achievement that was earned, and reports whether for the first time.
func saveAchievement(ctx context.Context, tx store.Tx, a achievement) (first bool, err error) {
	times, err := store.Value[int](tx.Row(ctx, `INSERT INTO achievements (player, key, game, at, times) VALUES (?, ?, ?, ?, 1)
		ON CONFLICT (player, key) DO UPDATE SET times = achievements.times + 1 RETURNING times`,
		string(a.player), string(a.key), string(a.game), store.Millis(a.at)))
	return times == 1, err
}

const (
	achievementColumns = `SELECT player, key, game, at, times FROM achievements`
	achievementsBy     = achievementColumns + ` WHERE player = ? ORDER BY times DESC, at, key`
	achievementsIn     = achievementColumns + ` WHERE game = ? ORDER BY player, key`
)

func scanAchievement(row store.Row) (a achievement, err error) {
	err = row.Scan(&a.player, &a.key, &a.game, store.Time(&a.at), &a.times)
	return a, err
}

// earnedBy returns all that a player has earned, the most frequent first.
func earnedBy(ctx context.Context, c store.Conn, p id.Player) ([]achievement, error) {
	return store.All(ctx, c, scanAchievement, achievementsBy, string(p))
}

// firsts returns what was earned for the first time in a match.
func firsts(ctx context.Context, c store.Conn, of id.Match) ([]achievement, error) {
	return store.All(ctx, c, scanAchievement, achievementsIn, string(of))
}

// earnedLine says on the last card of a match what was earned in it for the first time, "" if nothing.
func (s *standing) earnedLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	all, err := firsts(ctx, s.db.Read(), m.ID)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, seat := range m.Seats {
		var said []string
		for _, a := range all {
			if seat.Human() && a.player == seat.Player {
				said = append(said, s.achievementText(r, a.key))
			}
		}
		if len(said) > 0 {
			lines = append(lines, r.Text("standing.earned", locale.Args{"Who": view.Who(r.Words, seat), "What": strings.Join(said, " · ")}))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// achievementText says what was earned for the first time.
func (s *standing) achievementText(r *view.Reader, key rating.Achievement) string {
	if level, ok := key.Beaten(); ok {
		return r.Text("standing.earned.beat", locale.Args{"Character": r.Character(level)})
	}
	if blow, ok := key.Blow(); ok && blow != finish.Stalemate {
		return r.Text("standing.earned.finish", locale.Args{"Blow": r.Finish(blow)})
	}
	return r.Text("standing.earned." + string(key))
}

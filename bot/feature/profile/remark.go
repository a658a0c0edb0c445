package profile

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/bot/policy"
	"yeye/game"
	"yeye/game/finish"
)

// remark returns the lines on a game's card about the players' profiles. On the last card they are the changes of
// ratings and the achievements earned for the first time; on the first cards, that a rated game will not count, if so.
func (f *profiles) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if !standing.Finished(m) {
		return f.pairLine(ctx, r, m)
	}
	ratings, err := f.ratingLine(ctx, r, m)
	if err != nil {
		return "", err
	}
	earned, err := f.earnedLine(ctx, r, m)
	return strings.Join(slices.DeleteFunc([]string{ratings, earned}, func(line string) bool { return line == "" }),
		"\n"), err
}

// pairLine says on the first cards of a rated game until when games of these two players do not count.
func (f *profiles) pairLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Status != match.Open || !m.Mode.TwoPlayers || m.CasualReason != match.Rated ||
		m.Game.Ply() >= view.OpeningPlies {
		return "", nil
	}
	return f.countsAgainLine(ctx, r, m, time.Time{})
}

// countsAgainLine says until when no game of the two players counts, if they had played a day's limit of rated games at
// the time then (zero for now); "" if they had not. It does not give the number if games with an erased player are
// among those.
func (f *profiles) countsAgainLine(
	ctx context.Context,
	r *view.Reader,
	m *match.Match,
	then time.Time,
) (string, error) {
	until, theirs, err := f.Standing.DailyLimitAt(ctx, m, then)
	if err != nil || until.IsZero() {
		return "", err
	}
	key := "profile.pair"
	if !theirs {
		key = "profile.unrated"
	}
	return "-# " + r.Text(key, locale.Args{"Count": standing.PerDay, "Until": view.Moment(until)}), nil
}

// ratingLine says how a game changed its players' ratings, or why it did not; "" for a casual game or one against a
// character. It leaves out players who hide their profile.
func (f *profiles) ratingLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.CasualReason != match.Rated || !m.Mode.TwoPlayers {
		return "", nil
	}
	rows, err := f.Standing.Results(ctx, m.ID)
	if err != nil || len(rows) == 0 {
		return "", err
	}
	if !slices.ContainsFunc(rows, func(row standing.Result) bool { return row.Pool != standing.Unrated }) {
		return f.countsAgainLine(ctx, r, m, rows[0].At)
	}
	seen, err := f.shownPlayers(ctx, m)
	if err != nil {
		return "", err
	}
	var lines []string
	explained, short := "", ""
	for _, row := range rows {
		if !seen.Of(row.Player) {
			continue
		}
		after := rating.Rating{Value: row.After, Deviation: row.Deviation}
		if after.Provisional() {
			explained = "\n-# " + r.Text("profile.provisional")
		}
		lines = append(lines, fmt.Sprintf("%s %d → %s", view.Who(r.Words, m.Seats[row.Side]), rating.Round(row.Before),
			r.Points(rating.Round(after.Value), after.Provisional())))
		if row.LimitedChange {
			key := "profile.short"
			if row.Score == game.Lost {
				key = "profile.short.lost"
			}
			short += "\n-# " + r.Text(key, locale.Args{"Moves": rating.ShortPlies / 2, "Points": rating.ShortGain})
		}
	}
	if len(lines) == 0 {
		return "", nil
	}
	return "📈 " + strings.Join(lines, " · ") + explained + short, nil
}

// shownPlayers returns which players of a game let others see their results.
func (f *profiles) shownPlayers(ctx context.Context, m *match.Match) (policy.Shown, error) {
	return f.Matches.Policy().Shown(ctx, "", m.Seats[game.Red].Player, m.Seats[game.Black].Player)
}

// earnedLine lists the achievements earned in a game for the first time, "" for none. It leaves out players who hide
// their profile.
func (f *profiles) earnedLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	all, err := f.Standing.FirstAchievements(ctx, m.ID)
	if err != nil || len(all) == 0 {
		return "", err
	}
	seen, err := f.shownPlayers(ctx, m)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, seat := range m.Seats {
		var said []string
		for _, a := range all {
			if seat.Human() && a.Player == seat.Player {
				said = append(said, earned(r, a.Key))
			}
		}
		if len(said) > 0 && seen.Of(seat.Player) {
			lines = append(lines, r.Text("profile.earned", locale.Args{"Who": view.Who(r.Words, seat),
				"What": strings.Join(said, " · ")}))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// earned returns the text of an achievement.
func earned(r *view.Reader, key rating.Achievement) string {
	if level, ok := key.Beaten(); ok {
		return r.Text("profile.earned.beat", locale.Args{"Character": r.Character(level)})
	}
	if blow, ok := key.Blow(); ok && blow != finish.Stalemate {
		return r.Text("profile.earned.finish", locale.Args{"Blow": r.Finish(blow)})
	}
	return r.Text("profile.earned." + string(key))
}

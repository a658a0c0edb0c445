package standing

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/view"
	"yeye/game"
)

// remark returns what a game has led to, on its last card: how ratings changed, and what was earned for the first time. On the
// first cards it says if a game will not count although its terms say so.
func (s *standing) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if !over(m) {
		return s.pairLine(ctx, r, m)
	}
	ratings, err := s.ratingLine(ctx, r, m)
	if err != nil {
		return "", err
	}
	earned, err := s.earnedLine(ctx, r, m)
	return strings.Join(slices.DeleteFunc([]string{ratings, earned}, func(line string) bool { return line == "" }), "\n"), err
}

// pairLine says to two players who begin a rated game until when it would not count.
func (s *standing) pairLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Status != match.Open || !m.Mode.People || m.Casual != match.Rated || m.Game.Ply() >= view.OpeningPlies {
		return "", nil
	}
	return s.notBefore(ctx, r, m, s.db.Now())
}

// notBefore says until when no other game of two players counts, if by then they had played all that count in a day; "" if they had
// not. Where games with an erased player are among those, it does not say how many they have played.
func (s *standing) notBefore(ctx context.Context, r *view.Reader, m *match.Match, then time.Time) (string, error) {
	between, erased, err := ratedBy(ctx, s.db.Read(), m.Seats[game.Red].Player, m.Seats[game.Black].Player, then)
	if err != nil || between+erased < perDay {
		return "", err
	}
	key := "standing.pair"
	if between < perDay {
		key = "standing.unrated"
	}
	return "-# " + r.Text(key, locale.Args{"Count": perDay, "Until": view.Moment(dayOf(then).Add(day))}), nil
}

// ratingLine says how a game changed its players' ratings, or why it did not; "" where that is obvious.
func (s *standing) ratingLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Casual != match.Rated || !m.Mode.People {
		return "", nil
	}
	rows, err := ofGame(ctx, s.db.Read(), m.ID)
	if err != nil || len(rows) == 0 {
		return "", err
	}
	if !slices.ContainsFunc(rows, func(row result) bool { return row.pool != unrated }) {
		return s.notBefore(ctx, r, m, rows[0].at)
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%s %s → %s", view.Who(r.Words, m.Seats[row.side]), points(row.before, 0), points(row.after, row.deviation)))
	}
	return "📈 " + strings.Join(lines, " · "), nil
}

// points writes a rating as players read it, with a question mark while it is provisional.
func points(value, deviation float64) string {
	text := strconv.Itoa(whole(value))
	if (rating.Rating{Deviation: deviation}).Provisional() {
		text += "?"
	}
	return text
}

// whole rounds a rating to an integer.
func whole(value float64) int { return int(math.Round(value)) }

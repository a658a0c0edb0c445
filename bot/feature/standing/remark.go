package standing

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/view"
	"yeye/game"
)

// remark is what a game has come to, on its last card: how ratings went, and what was earned for the first time.
func (s *standing) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if !over(m) {
		return "", nil
	}
	ratings, err := s.ratingLine(ctx, r, m)
	if err != nil {
		return "", err
	}
	earned, err := s.earnedLine(ctx, r, m)
	return strings.Join(slices.DeleteFunc([]string{ratings, earned}, func(line string) bool { return line == "" }), "\n"), err
}

// ratingLine is what a game has made of its players' ratings, "" where it has not counted.
func (s *standing) ratingLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Casual != match.Rated || !m.Mode.People {
		return "", nil
	}
	rows, err := ofGame(ctx, s.db.Read(), m.ID)
	if err != nil {
		return "", err
	}
	var lines [2]string
	for _, row := range rows {
		if row.pool != unrated {
			lines[row.side] = fmt.Sprintf("%s %s → %s", view.Who(r.Words, m.Seats[row.side]), points(row.before, 0), points(row.after, row.deviation))
		}
	}
	text := strings.TrimPrefix(strings.TrimSuffix(lines[game.Red]+" · "+lines[game.Black], " · "), " · ")
	if text == "" {
		return "", nil
	}
	return "📈 " + text, nil
}

// points is a rating as players read it, with a question mark while too little is known.
func points(value, deviation float64) string {
	text := strconv.Itoa(whole(value))
	if (rating.Rating{Deviation: deviation}).Provisional() {
		text += "?"
	}
	return text
}

// whole is a rating without its fraction.
func whole(value float64) int { return int(math.Round(value)) }

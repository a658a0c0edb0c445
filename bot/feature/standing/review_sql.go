package standing

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

const (
	reviewColumns  = `SELECT guild, player, requester, open, done, total, asked_at, games FROM reviews`
	reviewIn       = reviewColumns + ` WHERE guild = ? AND player = ?`
	reviewsAbout   = reviewColumns + ` WHERE player = ? ORDER BY guild`
	reviewsBy      = reviewColumns + ` WHERE requester = ? ORDER BY guild, player`
	countReviewsBy = `SELECT COUNT(*) FROM reviews WHERE requester = ? AND open = 1`
	gamesWith      = `SELECT game FROM results WHERE player = ? AND guild = ? AND level = -1 ORDER BY n DESC LIMIT ?`
)

func scanReview(row store.Row) (v review, err error) {
	var games string
	if err = row.Scan(&v.guild, &v.player, &v.requester, store.Flag(&v.open), &v.done, &v.total, store.Time(&v.asked), &games); err == nil {
		err = json.Unmarshal([]byte(games), &v.games)
	}
	return v, err
}

func loadReview(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (v review, found bool, err error) {
	all, err := store.All(ctx, c, scanReview, reviewIn, string(g), string(p))
	if err != nil || len(all) == 0 {
		return v, false, err
	}
	return all[0], true, nil
}

// reviewOf returns the review that a job is about.
func reviewOf(ctx context.Context, c store.Conn, of id.Subject) (v review, found bool, err error) {
	g, p, _ := strings.Cut(string(of.ID), ".")
	return loadReview(ctx, c, id.Guild(g), id.Player(p))
}

// openReviews returns how many reviews that a moderator requested are in progress.
func openReviews(ctx context.Context, c store.Conn, requester id.Player) (int, error) {
	return store.Value[int](c.Row(ctx, countReviewsBy, string(requester)))
}

// saveReview stores a review that begins, in place of an earlier one.
func saveReview(ctx context.Context, tx store.Tx, v *review) error {
	games, err := json.Marshal(v.games)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO reviews (guild, player, requester, open, done, total, asked_at, games) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET requester = excluded.requester, open = excluded.open, done = excluded.done, total = excluded.total,
			asked_at = excluded.asked_at, games = excluded.games`,
		string(v.guild), string(v.player), string(v.requester), store.Bit(v.open), v.done, v.total, store.Millis(v.asked), string(games))
	return err
}

// advance stores the progress of a review; it reports false if the review no longer exists, is finished or has been replaced.
func advance(ctx context.Context, c store.Conn, v *review) (bool, error) {
	return updateReview(ctx, c, v, v.asked)
}

// finishReview stores that a review is finished, and when: it can be seen for a while from then on, however long it took.
func finishReview(ctx context.Context, c store.Conn, v *review, at time.Time) error {
	v.open, v.done = false, v.total
	_, err := updateReview(ctx, c, v, at)
	return err
}

func updateReview(ctx context.Context, c store.Conn, v *review, at time.Time) (bool, error) {
	games, err := json.Marshal(v.games)
	if err != nil {
		return false, err
	}
	n, err := c.Exec(ctx, `UPDATE reviews SET open = ?, done = ?, games = ?, asked_at = ? WHERE guild = ? AND player = ? AND asked_at = ?`,
		store.Bit(v.open), v.done, string(games), store.Millis(at), string(v.guild), string(v.player), store.Millis(v.asked))
	return n > 0, err
}

// withPeople returns a player's latest games with people on a server.
func withPeople(ctx context.Context, c store.Conn, g id.Guild, p id.Player, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match], gamesWith, string(p), string(g), limit)
}

// eraseReviews deletes the reviews of a player and those that they requested.
func eraseReviews(ctx context.Context, tx store.Tx, p id.Player) error {
	for _, query := range []string{reviewsAbout, reviewsBy} {
		all, err := store.All(ctx, tx.Conn, scanReview, query, string(p))
		if err != nil {
			return err
		}
		for i := range all {
			if err := scheduler.Drop(ctx, tx, reviewJob, all[i].subject()); err != nil {
				return err
			}
		}
	}
	_, err := tx.Exec(ctx, `DELETE FROM reviews WHERE player = ? OR requester = ?`, string(p), string(p))
	return err
}

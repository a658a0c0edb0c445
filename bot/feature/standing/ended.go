package standing

import (
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/game"
)

// perDay is how many games of the same two players count in a day, by UTC: otherwise two friends could give each other any rating
// they like.
const perDay = 3

// erasedFor is how long a game that counted against a player who has been erased since keeps a player without earlier games, who
// may be the same, from being another opponent.
const erasedFor = 7 * day

// openingPlies is how many plies of a game are stored in its results: by then record.NameOpening knows the opening.
const openingPlies = 14

// ended records the result of a match, in the transaction in which it ends. The result stays when a moderator deletes the match: rating
// points that stay depend on it, and a player who manages messages on a server could delete their own losses.
func (s *standing) ended(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	if !c.Ended() || !over(m) {
		return nil
	}
	if err := lock(ctx, tx, m); err != nil {
		return err
	}
	rows := results(m, tx.Now)
	in, err := s.counts(ctx, tx, m)
	if err != nil {
		return err
	}
	if in != unrated {
		if err := rate(ctx, tx, m, in, &rows); err != nil {
			return err
		}
	}
	for side, row := range rows {
		if row.player == "" {
			continue
		}
		if err := insertResult(ctx, tx, row); err != nil {
			return err
		}
		if err := saveMember(ctx, tx, m.Guild, row.player, m.Seats[side].Name); err != nil {
			return err
		}
		if err := earn(ctx, tx, m, game.Color(side)); err != nil {
			return err
		}
		if err := s.place(ctx, tx, row.player); err != nil {
			return err
		}
	}
	return nil
}

// lock makes games of the same players end one after the other. Both are locked in order of id, so that two transactions cannot
// deadlock.
func lock(ctx context.Context, tx store.Tx, m *match.Match) error {
	players := []id.Player{m.Seats[game.Red].Player, m.Seats[game.Black].Player}
	slices.Sort(players)
	for _, p := range slices.Compact(players) {
		if p == "" {
			continue
		}
		if err := tx.Dialect().Lock(ctx, tx.Conn, "player "+string(p)); err != nil {
			return err
		}
	}
	return nil
}

// results returns the results of a match in its players' records, by side; the zero result for a side without a player.
func results(m *match.Match, now time.Time) (rows [2]result) {
	for side, seat := range m.Seats {
		if !seat.Human() || seat.Gone() {
			continue
		}
		color := game.Color(side)
		other := m.Seats[color.Other()]
		moves := m.Game.Moves()
		rows[side] = result{
			game: m.ID, side: color, player: seat.Player, opponent: other.Player, level: other.Level,
			odds: m.Odds, unaided: m.Unaided(), even: even(m), score: score(m.Outcome.Result, color),
			guild: m.Guild, at: now, opening: match.MovesText(moves[:min(len(moves), openingPlies)]),
		}
		if other.Human() {
			rows[side].level = person
		}
	}
	return rows
}

// score returns a side's score in a game: 1 won, 0.5 drawn, 0 lost.
func score(r game.Result, c game.Color) float64 {
	winner, won := r.Winner()
	switch {
	case !won:
		return 0.5
	case winner == c:
		return 1
	}
	return 0
}

// counts returns the pool whose ratings a match changes, unrated if none.
func (s *standing) counts(ctx context.Context, tx store.Tx, m *match.Match) (pool, error) {
	in := poolOf(m)
	if in == unrated {
		return unrated, nil
	}
	for _, seat := range m.Seats {
		if m.Guild == "" {
			break
		}
		barred, err := s.guilds.BarredIn(ctx, tx, m.Guild, seat.Player)
		if err != nil || barred {
			return unrated, err
		}
	}
	between, erased, err := ratedBy(ctx, tx.Conn, m.Seats[game.Red].Player, m.Seats[game.Black].Player, tx.Now)
	if err != nil || between+erased >= perDay {
		return unrated, err
	}
	return in, nil
}

// rate changes both players' ratings and stores in their results by how much.
func rate(ctx context.Context, tx store.Tx, m *match.Match, in pool, rows *[2]result) error {
	var was [2]rated
	var before [2]rating.Rating
	for side, seat := range m.Seats {
		var err error
		if was[side], err = loadRating(ctx, tx.Conn, seat.Player, in); err != nil {
			return err
		}
		before[side] = was[side].Rating
	}
	met, err := haveMet(ctx, tx, m.Seats[game.Red].Player, m.Seats[game.Black].Player, in)
	if err != nil {
		return err
	}
	for side, after := range rating.Club().Game(before, m.Outcome.Result) {
		is := was[side]
		is.Rating, is.at = after, tx.Now
		is.games++
		if !met[side] {
			is.opponents++
		}
		if err := saveRating(ctx, tx, m.Seats[side].Player, in, is); err != nil {
			return err
		}
		rows[side].pool, rows[side].before, rows[side].after, rows[side].deviation = in, before[side].Value, after.Value, after.Deviation
	}
	return nil
}

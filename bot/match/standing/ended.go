package standing

import (
	"context"
	"slices"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// PerDay is how many games of the same two players count in a day, by UTC: otherwise two friends could give each other
// any rating they like.
const PerDay = 3

// erasedFor is how long a game that counted against a player who has been erased since keeps a player without earlier
// games, who may be the same, from being another opponent.
const erasedFor = 7 * day

const day = 24 * time.Hour

// dayOf returns the start of a day, midnight UTC.
func dayOf(t time.Time) time.Time { return t.UTC().Truncate(day) }

// Result is a finished game in a player's record.
type Result struct {
	Game     id.Match
	Side     game.Color
	Player   id.Player
	Opponent id.Player       // "" for a character, or a player who has been erased
	Human    bool            // the opponent is a player
	Level    character.Level // of a character
	Odds     match.Odds
	Unaided  bool // without a takeback or a hint
	Even     bool // it began at the starting position, without odds
	Score    game.Score
	At       time.Time

	Pool          Pool // whose ratings it has changed
	Before, After float64
	Deviation     float64 // of the rating after the game
	Limited       bool    // the game was too short to gain or to cost more
}

// Listener records the result of a match, in the transaction in which it ends. The result stays when a moderator
// deletes the match: rating points that stay depend on it, and a player who manages messages on a server could delete
// their own losses.
func (s *Service) Listener() match.Listener {
	return match.Listener{InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
		if !c.Ended() || !Finished(&c.Match) {
			return nil
		}
		return s.ended(ctx, tx, &c.Match)
	}}
}

func (s *Service) ended(ctx context.Context, tx store.Tx, m *match.Match) error {
	rows := results(m, tx.Now)
	var players duo
	for i, r := range rows {
		if !slices.Contains(players[:], r.Player) {
			players[i] = r.Player
		}
	}
	player.Lock(ctx, tx, players[:]...)
	in, met, err := s.counts(ctx, tx, m, players)
	if err != nil {
		return err
	}
	ratings, err := ratingsOf(ctx, tx.Conn, players)
	if err != nil {
		return err
	}
	if in != Unrated {
		rate(ctx, tx, m, in, met, ratings, rows)
	}
	insertResults(ctx, tx, rows)
	saveMembers(ctx, tx, m, rows)
	if err := earn(ctx, tx, m, rows); err != nil {
		return err
	}
	return s.place(ctx, tx, players, ratings)
}

// duo holds the players of a match, or one player; "" stands for none.
type duo [2]id.Player

// results returns the results of a match in its players' records, Red's first; none for a side without a player.
func results(m *match.Match, now time.Time) (rows []Result) {
	for side, seat := range m.Seats {
		if !seat.Human() || seat.Erased() {
			continue
		}
		color := game.Color(side)
		other := m.Seats[color.Other()]
		row := Result{
			Game: m.ID, Side: color, Player: seat.Player, Opponent: other.Player, Human: other.Human(),
			Level: other.Level,
			Odds:  m.Odds, Unaided: m.Unaided(), Even: even(m), Score: m.Outcome.Result.For(color), At: now,
		}
		rows = append(rows, row)
	}
	return rows
}

// counts returns the pool whose ratings a match changes, Unrated if none, and by side whether the players have met.
func (s *Service) counts(ctx context.Context, tx store.Tx, m *match.Match,
	players duo) (in Pool, met [2]bool, err error) {
	if in = poolOf(m); in == Unrated {
		return Unrated, met, nil
	}
	if m.Guild != "" {
		barred, err := s.guilds.BarredIn(ctx, tx.Conn, m.Guild, players[:]...)
		if err != nil || len(barred) > 0 {
			return Unrated, met, err
		}
	}
	e, err := loadEarlier(ctx, tx.Conn, players, in, tx.Now)
	if err != nil || e.today() >= PerDay {
		return Unrated, met, err
	}
	return in, e.met, nil
}

// rate changes both players' ratings and notes in their results by how much.
func rate(ctx context.Context, tx store.Tx, m *match.Match, in Pool, met [2]bool, ratings map[id.Player]map[Pool]Rating,
	rows []Result) {
	var before [2]rating.Rating
	for side, r := range rows {
		before[side] = ratings[r.Player][in].Rating
		if _, rated := ratings[r.Player][in]; !rated {
			before[side] = rating.Newcomer()
		}
	}
	for side, after := range rating.Club().RateGame(before, m.Outcome.Result, m.Game.Ply()) {
		r := &rows[side]
		is := ratings[r.Player][in]
		is.Rating, is.Last = after, tx.Now
		is.Games++
		if !met[side] {
			is.Opponents++
		}
		ratings[r.Player][in] = is
		r.Pool, r.Before, r.After, r.Deviation = in, before[side].Value, after.Value, after.Deviation
		r.Limited = r.Score == game.Won && rating.LimitsGain(before[1-side], m.Game.Ply()) ||
			r.Score == game.Lost && rating.LimitsLoss(before[side], m.Game.Ply())
	}
	saveRatings(ctx, tx, in, rows, ratings)
}

// Results returns the results of a match for its players who have not been erased, Red's first.
func (s *Service) Results(ctx context.Context, of id.Match) ([]Result, error) {
	return store.All(ctx, s.db.Read(), scanResult, resultsIn, string(of))
}

// ShortWins returns how many of a player's last rated games were wins so short, against players without a settled
// rating, that their gain was limited, and how many games these are: last, unless the player has had fewer.
func (s *Service) ShortWins(ctx context.Context, p id.Player, last int) (short, games int, err error) {
	err = s.db.Read().Row(ctx, shortWins, string(p), last).Scan(&short, &games)
	return short, games, err
}

// SpentBy returns until when no further game of two players counts if it ends by then, zero if the next one does.
func (s *Service) SpentBy(ctx context.Context, one, other id.Player) (until time.Time, err error) {
	now := s.db.Now()
	e, err := loadEarlier(ctx, s.db.Read(), duo{one, other}, Unrated, now)
	if err != nil || e.today() < PerDay {
		return until, err
	}
	return dayOf(now).Add(day), nil
}

// Spent returns until when no further game of a match's players counts, if by then they had played all that count in a
// day, and zero if they had not; a zero then is now. theirs is false if some of those games were with players who have
// been erased since, and may have been one of the two.
func (s *Service) Spent(ctx context.Context, m *match.Match, then time.Time) (until time.Time, theirs bool, err error) {
	if then.IsZero() {
		then = s.db.Now()
	}
	e, err := loadEarlier(ctx, s.db.Read(), duo{m.Seats[game.Red].Player, m.Seats[game.Black].Player}, Unrated, then)
	if err != nil || e.today() < PerDay {
		return until, false, err
	}
	return dayOf(then).Add(day), e.between >= PerDay, nil
}

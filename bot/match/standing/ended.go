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

// PerDay limits the rated games of the same two players in a UTC day: otherwise two friends could raise each other's
// ratings at will.
const PerDay = 3

// erasedOpponentWindow is how long after a rated game against a since erased player a player without earlier games does
// not count as a different opponent: it may be the same person.
const erasedOpponentWindow = 7 * day

const day = 24 * time.Hour

// dayOf returns midnight UTC at or before t.
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
	Unaided  bool // no takebacks or hints
	Even     bool // from the starting position, without odds
	Score    game.Score
	At       time.Time

	Pool          Pool // whose ratings it changed, Unrated if none
	Before, After float64
	Deviation     float64 // of the rating after the game
	LimitedChange bool    // the change was capped because the game was short
}

// Listener stores the result of a match in the transaction in which it ends. The result stays when a moderator deletes
// the match: ratings depend on it, and a moderator could otherwise delete their own losses.
func (s *Service) Listener() match.Listener {
	return match.Listener{InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
		if !c.Ended() || !Finished(&c.Match) {
			return nil
		}
		return s.saveResult(ctx, tx, &c.Match)
	}}
}

func (s *Service) saveResult(ctx context.Context, tx store.Tx, m *match.Match) error {
	rows := results(m, tx.Now)
	var players pair
	for i, r := range rows {
		if !slices.Contains(players[:], r.Player) {
			players[i] = r.Player
		}
	}
	player.Lock(ctx, tx, players[:]...)
	in, met, err := s.poolFor(ctx, tx, m, players)
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
	if err := saveEarned(ctx, tx, m, rows); err != nil {
		return err
	}
	return s.updatePlaces(ctx, tx, players, ratings)
}

// pair holds the human players of a match, or a single player; "" means none.
type pair [2]id.Player

// results returns the result of a match for each human player who has not been erased, Red's first.
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

// poolFor returns the pool whose ratings a match changes, Unrated if none. met tells, by side, whether that player has
// already played a rated game against the other in the pool.
func (s *Service) poolFor(ctx context.Context, tx store.Tx, m *match.Match,
	players pair) (in Pool, met [2]bool, err error) {
	if in = poolOf(m); in == Unrated {
		return Unrated, met, nil
	}
	if m.Guild != "" {
		barred, err := s.guilds.BarredIn(ctx, tx.Conn, m.Guild, players[:]...)
		if err != nil || len(barred) > 0 {
			return Unrated, met, err
		}
	}
	e, err := loadPriorGames(ctx, tx.Conn, players, in, tx.Now)
	if err != nil || e.today() >= PerDay {
		return Unrated, met, err
	}
	return in, e.met, nil
}

// rate updates both players' ratings, and sets the rating fields of their results.
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
		r.LimitedChange = r.Score == game.Won && rating.LimitsGain(before[1-side], m.Game.Ply()) ||
			r.Score == game.Lost && rating.LimitsLoss(before[side], m.Game.Ply())
	}
	saveRatings(ctx, tx, in, rows, ratings)
}

// Results returns the stored results of a match, Red's first; those of erased players are gone.
func (s *Service) Results(ctx context.Context, of id.Match) ([]Result, error) {
	return store.All(ctx, s.db.Read(), scanResult, resultsIn, string(of))
}

// ShortWins looks at a player's last rated games, at most last of them. short counts the wins whose gain was capped,
// being short and against a player with a provisional rating; games is the number of games looked at.
func (s *Service) ShortWins(ctx context.Context, p id.Player, last int) (short, games int, err error) {
	err = s.db.Read().Row(ctx, shortWins, string(p), last).Scan(&short, &games)
	return short, games, err
}

// DailyLimitUntil returns the end of the current day if two players have reached PerDay, else the zero time.
func (s *Service) DailyLimitUntil(ctx context.Context, one, other id.Player) (until time.Time, err error) {
	now := s.db.Now()
	e, err := loadPriorGames(ctx, s.db.Read(), pair{one, other}, Unrated, now)
	if err != nil || e.today() < PerDay {
		return until, err
	}
	return dayOf(now).Add(day), nil
}

// DailyLimitAt returns the end of the day of then if a match's players had reached PerDay by then, else the zero time.
// A zero then is now. theirs is false if that limit counts games with erased players, who may have been one of the two.
func (s *Service) DailyLimitAt(ctx context.Context, m *match.Match,
	then time.Time) (until time.Time, theirs bool, err error) {
	if then.IsZero() {
		then = s.db.Now()
	}
	e, err := loadPriorGames(ctx, s.db.Read(), pair{m.Seats[game.Red].Player, m.Seats[game.Black].Player}, Unrated,
		then)
	if err != nil || e.today() < PerDay {
		return until, false, err
	}
	return dayOf(then).Add(day), e.between >= PerDay, nil
}

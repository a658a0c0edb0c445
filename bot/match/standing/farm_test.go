package standing

import (
	"math/rand/v2"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/game"
)

// quiet returns so many moves from the start, without captures, that do not end the game.
func quiet(plies int) (moves []string) {
	chance := rand.New(rand.NewPCG(7, 0))
	g := game.NewGame(game.Start(), game.Asian)
	for g.Ply() < plies {
		var buf [game.MaxMoves]game.Move
		legal := g.Position().LegalMoves(buf[:0])
		m := legal[chance.IntN(len(legal))]
		if g.Position().At(m.To()) != game.NoPiece {
			continue
		}
		if err := g.Play(m); err != nil || g.Outcome().Over() {
			g.Takeback()
			continue
		}
		moves = append(moves, m.String())
	}
	return moves
}

// long has one player beat another in a game long enough for its full gain.
func (e *env) long(winner, loser id.Player) {
	e.T.Helper()
	e.Leave(e.Start(testplay.Duel(winner, loser), quiet(rating.ShortPlies)...), loser)
}

// Nobody gets a rating, or a place, by the help of a friend who loses three games and of five accounts opened to lose one each. Whoever
// has lost twice loses in full, and three honest wins gain what Glicko-2 gives.
func TestFarming(t *testing.T) {
	honest := newEnv(t)
	want := [2]rating.Rating{rating.Newcomer(), rating.Newcomer()}
	for range PerDay {
		honest.long("mei", "friend")
		want = rating.Club().RateGame(want, game.RedWins, rating.ShortPlies)
	}
	best := honest.rating("mei", Live).Value
	if best != want[game.Red].Value || best < 1800 {
		t.Fatalf("three honest wins: %v, Glicko-2 gives %v", best, want[game.Red].Value)
	}
	resigned := func(plies int) func(*env, id.Player) {
		return func(e *env, loser id.Player) { e.Leave(e.Start(testplay.Duel("mei", loser), quiet(plies)...), loser) }
	}
	for name, c := range map[string]struct {
		lose func(*env, id.Player)
		pool Pool
	}{
		"resigned after two plies":   {resigned(2), Live},
		"resigned after three plies": {resigned(3), Live},
		"resigned after thirty":      {resigned(30), Live},
		"the shortest mate":          {func(e *env, loser id.Player) { e.Start(testplay.Duel("mei", loser), testplay.Smothered...) }, Live},
		"flags": {func(e *env, loser id.Player) {
			terms := testplay.Duel("mei", loser)
			terms.TimeControl = match.TimeControl{Days: 1}
			m := e.Start(terms, quiet(5)...)
			_, err := e.Matches.Shown(t.Context(), m.ID, m.Turn, e.DB.Now())
			e.OK(err)
			e.Pass(7 * 24 * time.Hour)
			_, err = e.Matches.Warn(t.Context(), m.ID)
			e.OK(err)
			m = e.Get(m.ID)
			_, err = e.Matches.Flag(t.Context(), &m)
			e.OK(err)
		}, Days},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			for range PerDay {
				c.lose(e, "friend")
			}
			for _, p := range []id.Player{"a", "b", "c", "d", "e"} {
				c.lose(e, p)
			}
			mei := e.rating("mei", c.pool)
			if gain := mei.Value - 1500; gain <= 0 || gain > 8*rating.ShortGain || gain >= best-1500 {
				t.Errorf("eight wins gain %v; three honest ones %v", gain, best-1500)
			}
			if mei.Deviation != rating.Newcomer().Deviation || mei.Games != 8 {
				t.Errorf("they are known better than before: %+v", mei)
			}
			if one, three := e.rating("e", c.pool), e.rating("friend", c.pool); one.Value != 1500-rating.ShortGain || three.Value < 1500-3*rating.ShortGain {
				t.Errorf("who has lost once keeps %+v, who has lost three times %+v", one, three)
			}
			if places, below, err := e.Listed(t.Context(), "server", Board(c.pool)); err != nil || places != 0 || below != 7 {
				t.Errorf("%d places, %d below, %v", places, below, err)
			}
			if n, of, err := e.ShortWins(t.Context(), "mei", 10); err != nil || n != 8 || of != 8 {
				t.Errorf("%d short wins are counted, %v", n, err)
			}
		})
	}
	e := newEnv(t)
	e.put("server", "linh", 1400, 0)
	e.long("mei", "tom") // so that there is a rating
	before := e.rating("mei", Live).Value
	e.Beat("mei", "linh") // whose rating is settled: short games count in full
	if gain := e.rating("mei", Live).Value - before; gain <= rating.ShortGain {
		t.Errorf("a short win over a settled player gains %v", gain)
	}
	if n, of, err := e.ShortWins(t.Context(), "mei", 10); err != nil || n != 0 || of == 0 {
		t.Errorf("%d short wins are counted, %v", n, err)
	}
}

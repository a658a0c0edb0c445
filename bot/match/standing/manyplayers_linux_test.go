package standing

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

const (
	manyPlayers = 100_000
	perPlayer   = 10   // results of a player
	perBusiest  = 5000 // of the busiest
)

func numbered(i int) id.Player { return id.Player(fmt.Sprintf("%018d", 1_000_000+i)) }

// fill fills a server on which a hundred thousand have played; half of them want to be listed everywhere.
func fill(b *testing.B, e *env) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	one := func(tx store.Tx, i int) error {
		p := numbered(i)
		rows := make([]Result, perPlayer)
		if i == 0 {
			rows = make([]Result, perBusiest)
		}
		for k := range rows {
			r := Result{Game: id.Match(fmt.Sprintf("g%d-%d", i, k)), Player: p, Human: k%character.Count == 0, Level: character.Level(max(0, k%character.Count-1)), Unaided: true, Even: k%3 > 0, Score: game.Score(random.IntN(3)),
				Side: game.Color(k % 2), At: tx.Now.Add(-time.Duration(random.IntN(1000)) * time.Hour)}
			if !r.Even {
				r.Odds = match.OneRook
			}
			if r.Human {
				r.Opponent, r.Odds, r.Even = numbered(random.IntN(manyPlayers)), match.Even, true
				r.Pool, r.Before, r.After, r.Deviation = Live, 1500, 1400+float64(random.IntN(300)), 80
			}
			rows[k] = r
		}
		for some := range slices.Chunk(rows, 100) {
			insertResults(b.Context(), tx, some)
		}
		for _, in := range Pools {
			r := Rating{Rating: rating.Rating{Value: 1500 + 300*random.NormFloat64(), Deviation: 70, Volatility: 0.06}, Games: 12, Opponents: 7, Last: tx.Now}
			saveRatings(b.Context(), tx, in, rows[:1], map[id.Player]map[Pool]Rating{p: {in: r}})
		}
		if i%2 == 0 {
			if _, err := tx.Exec(b.Context(), `INSERT INTO players (id, locale, listed) VALUES (?, '', 'everywhere')`, string(p)); err != nil {
				return err
			}
		}
		_, err := saveAchievements(b.Context(), tx, rows[0], []rating.Achievement{rating.Beat(0), rating.Beat(1), rating.Beat(2), rating.Beat(3), rating.Beat(4)})
		saveMembers(b.Context(), tx, memberOf("server", p, "Player "+string(p)), rows[:1])
		return cmp.Or(err, e.OnPreferences(b.Context(), tx, p, player.Preferences{}))
	}
	const batch = 5000
	for from := 0; from < manyPlayers; from += batch {
		e.Tx(func(tx store.Tx) (err error) {
			for i := from; i < from+batch && err == nil; i++ {
				err = one(tx, i)
			}
			return err
		})
	}
}

// processor returns how much processor time this process has used.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkManyPlayers measures the processor time of reading a profile, or a page of a leaderboard with the reader's own place, among
// a hundred thousand players; one look in a hundred takes more than p99-ms.
//
//	go test ./bot/match/standing -run '^$' -bench ManyPlayers -benchtime 500x
func BenchmarkManyPlayers(b *testing.B) {
	e := newEnv(b)
	fill(b, e)
	random := rand.New(rand.NewPCG(3, 4))
	look := func(name string, do func(p id.Player) error) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				p := numbered(random.IntN(manyPlayers))
				if random.IntN(50) == 0 {
					p = numbered(0)
				}
				before := processor(b)
				if err := do(p); err != nil {
					b.Fatal(err)
				}
				took = append(took, processor(b)-before)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
	page := func(p id.Player, g id.Guild, by Board, from int) error {
		_, _, err := e.Listed(b.Context(), g, by)
		_, other := e.Places(b.Context(), g, by, 10, from)
		_, _, _, own := e.PlaceOf(b.Context(), g, by, p)
		return cmp.Or(err, other, own)
	}
	look("leaderboard", func(p id.Player) error {
		for _, by := range Boards {
			if _, _, err := e.Listed(b.Context(), "server", by); err != nil {
				return err
			}
		}
		return page(p, "server", ByLive, 0)
	})
	look("any page", func(p id.Player) error {
		return page(p, []id.Guild{"server", Everywhere}[random.IntN(2)], Boards[random.IntN(len(Boards))], random.IntN(manyPlayers/2))
	})
	look("profile", func(p id.Player) error {
		_, err := e.Profile(b.Context(), p)
		return err
	})
}

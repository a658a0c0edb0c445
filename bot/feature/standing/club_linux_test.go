package standing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/render"
)

const (
	clubPlayers = 100_000
	clubResults = 10   // results of each player
	clubMost    = 5000 // results of the busiest player
)

func clubPlayer(i int) id.Player { return id.Player(fmt.Sprintf("%018d", 1_000_000+i)) }

// fillClub fills a server on which all of the club have played; half of them want to be listed everywhere.
func fillClub(b *testing.B, e *env) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	openings := []string{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 c6c5", "c3c4 b7e7 b0c2 h9g7", "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "g3g4 c6c5 b0c2 b9c7"}
	const batch = 5000
	put := func(from int) func(store.Tx) error {
		return func(tx store.Tx) error {
			for i := from; i < from+batch; i++ {
				p := clubPlayer(i)
				if i%2 == 0 {
					if _, err := tx.Exec(b.Context(), `INSERT INTO players (id, locale, language, notation, theme, pieces, coords, turning, pings, challenges, speak, newcomer, profile, listed)
						VALUES (?, '', '', '', '', '', '', '', '', '', '', '', '', 'everywhere')`, string(p)); err != nil {
						return err
					}
				}
				n := clubResults
				if i == 0 {
					n = clubMost
				}
				for k := range n {
					r := result{game: id.Match(fmt.Sprintf("g%d-%d", i, k)), player: p, level: k%rating.Levels - 1, unaided: true, even: k%3 > 0, score: float64(random.IntN(3)) / 2,
						side: game.Color(k % 2), guild: "server", at: tx.Now.Add(-time.Duration(random.IntN(1000)) * time.Hour), opening: openings[random.IntN(len(openings))]}
					if !r.even {
						r.odds = match.OneRook
					}
					if r.level == person {
						r.opponent, r.odds, r.even = clubPlayer(random.IntN(clubPlayers)), match.Even, true
						r.pool, r.before, r.after, r.deviation = live, 1500, 1400+float64(random.IntN(300)), 80
					}
					if err := insertResult(b.Context(), tx, r); err != nil {
						return err
					}
				}
				for _, in := range []pool{live, days} {
					r := rated{games: 12, opponents: 7, at: tx.Now}
					r.Value, r.Deviation, r.Volatility = 1500+300*random.NormFloat64(), 70, 0.06
					if err := saveRating(b.Context(), tx, p, in, r); err != nil {
						return err
					}
				}
				if err := saveMember(b.Context(), tx, "server", p, "Player "+string(p)); err != nil {
					return err
				}
				for k := range 5 {
					if _, err := saveAchievement(b.Context(), tx, achievement{player: p, key: rating.Beat(k), game: id.Match(fmt.Sprintf("g%d-%d", i, k)), at: tx.Now}); err != nil {
						return err
					}
				}
				if err := e.place(b.Context(), tx, p); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for from := 0; from < clubPlayers; from += batch {
		if err := e.db.Tx(b.Context(), put(from)); err != nil {
			b.Fatal(err)
		}
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

// BenchmarkClub measures the processor time of a look at a profile, including its picture, or at a leaderboard, in a club of a
// hundred thousand; one look in a hundred takes more than p99-ms.
//
//	go test ./bot/feature/standing -run '^$' -bench Club -benchtime 500x
func BenchmarkClub(b *testing.B) {
	e := newEnv(b)
	bundle, err := locale.New(words.Catalog(), view.Catalog(), feature.Catalog("standing", catalog))
	if err != nil {
		b.Fatal(err)
	}
	readers := &view.Readers{Bundle: bundle}
	e.painter = view.Painter{Painter: render.New()}
	e.reader = func(r *interaction.Request) *view.Reader { return readers.In("en-US") }
	fillClub(b, e)
	random := rand.New(rand.NewPCG(3, 4))
	look := func(name string, do func(r *interaction.Request) error) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				r := &interaction.Request{Player: clubPlayer(random.IntN(clubPlayers)), Guild: "server", Text: bundle.For("en-US"), Prefs: player.Preferences{Listed: "everywhere"}}
				if random.IntN(50) == 0 {
					r.Player = clubPlayer(0)
				}
				before := processor(b)
				if err := do(r); err != nil {
					b.Fatal(err)
				}
				took = append(took, processor(b)-before)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
	look("leaderboard", func(r *interaction.Request) error {
		_, err := e.leaderboard(b.Context(), r)
		return err
	})
	look("any page", func(r *interaction.Request) error {
		l := list{r.Guild, boards[random.IntN(len(boards))]}
		if random.IntN(2) == 0 {
			l.guild = everywhere
		}
		_, err := e.page(b.Context(), r, l, random.IntN(clubPlayers/2/perPage))
		return err
	})
	look("profile", func(r *interaction.Request) error {
		f, err := profileOf(b.Context(), e.db.Read(), r.Player, "Player", e.db.Now())
		if err != nil {
			return err
		}
		_, err = e.picture(e.reader(r), f)
		return err
	})
}

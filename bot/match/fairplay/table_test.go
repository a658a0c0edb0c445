package fairplay

import (
	"bufio"
	"bytes"
	_ "embed"
	"math/rand/v2"
	"slices"
	"testing"

	"yeye/ai"
	"yeye/ai/book"
	"yeye/bot/match"
	"yeye/game"
	"yeye/internal/slow"
)

// games.txt are 160 games of Xiaoqing against herself, a line each, from openings of the book, two from each.
//
//go:embed testdata/games.txt
var gamesText []byte

// realGames returns games with the moves of games.txt.
func realGames(t testing.TB) (all []*game.Game) {
	t.Helper()
	for lines := bufio.NewScanner(bytes.NewReader(gamesText)); lines.Scan(); {
		g := game.NewGame(game.Start(), game.NoRepetition)
		for _, m := range parsed(t, lines.Text()) {
			if err := g.PlayOn(m); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, g)
	}
	return all
}

// at returns a game as it was at a ply.
func at(t testing.TB, g *game.Game, ply int) *game.Game {
	t.Helper()
	back := game.NewGame(g.Start(), game.NoRepetition)
	for _, m := range g.Moves()[:ply] {
		if err := back.PlayOn(m); err != nil {
			t.Fatal(err)
		}
	}
	return back
}

// openings is the program's book.
func openings(t testing.TB) func(*game.Position) bool {
	t.Helper()
	b, err := book.Open()
	if err != nil {
		t.Fatal(err)
	}
	return b.Has
}

// fifty returns fifty games of people in the middle game, each in the position that is on the board.
func fifty(t testing.TB) (all []*game.Game) {
	t.Helper()
	for i, g := range realGames(t) {
		ply := similarFromPly + i*7%31
		if g.Ply() < ply || len(all) == 50 {
			continue
		}
		if one := at(t, g, ply); one.Position().Occupied().Count() >= 16 {
			all = append(all, one)
		}
	}
	if len(all) < 50 {
		t.Fatalf("only %d positions", len(all))
	}
	return all
}

// boardFor returns what is withheld for a rated game as it stands.
func boardFor(t testing.TB, g *game.Game) board {
	t.Helper()
	e, ok := new(Service).entry(&match.Match{ID: "live", Game: g})
	if !ok {
		t.Fatal("it is withheld from nobody")
	}
	b, err := boardOf(e)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Of fifty boards in the middle game no small change is judged: every removal of one or two pieces, every shift of one piece by one
// point, and the other side to move.
func TestFiftyBoards(t *testing.T) {
	asked := 0
	for i, g := range fifty(t) {
		live, judged := boards{boardFor(t, g)}, 0
		all := changed(g.Position())
		for j := range all {
			if of := imagesOf(&all[j]); !live.withhold(&of, false) {
				judged++
			}
		}
		if asked += len(all); judged > 0 || len(all) < 200 {
			t.Errorf("board %d, %s: %d of %d are judged", i, g.Position().FEN(), judged, len(all))
		}
	}
	t.Logf("%d positions, none judged", asked)
}

// With a hundred games running, of the reports on games that have nothing to do with them, and of their positions, for which somebody may
// want a hint, at most one in a hundred is touched.
func TestHarmsNobody(t *testing.T) {
	all, inBook := realGames(t), openings(t)
	images := make([][][4]image, len(all)) // of all positions from the first move on
	for i, g := range all {
		p := g.Start()
		for _, m := range g.Moves() {
			p.Do(m)
			images[i] = append(images[i], imagesOf(&p))
		}
	}
	random := rand.New(rand.NewPCG(33, 4))
	reports, touched, positions, refused := 0, 0, 0, 0
	for range 20 {
		order := random.Perm(len(all) / 2) // two games of one opening are both running, or neither
		running, past := boards{}, map[string]bool{}
		s := &Service{book: inBook}
		for _, pair := range order[:50] {
			for _, i := range []int{2 * pair, 2*pair + 1} {
				ply := 1 + random.IntN(all[i].Ply())
				for n := 1; n <= ply; n++ {
					e, _ := s.entry(&match.Match{ID: "live", Game: at(t, all[i], n)})
					if e.playersOnly {
						continue
					}
					past[e.key] = true
					if n == ply {
						b, err := boardOf(e)
						if err != nil {
							t.Fatal(err)
						}
						running = append(running, b)
					}
				}
			}
		}
		for _, pair := range order[50:] {
			for _, i := range []int{2 * pair, 2*pair + 1} {
				before := refused
				for j := range images[i] {
					if positions++; past[keyOf(images[i][j])] || running.withhold(&images[i][j], false) {
						refused++
					}
				}
				if reports++; refused > before {
					touched++
				}
			}
		}
	}
	t.Logf("%d of %d reports touched, %d of %d positions", touched, reports, refused, positions)
	if touched*100 > reports || refused*100 > positions {
		t.Error("more than one in a hundred")
	}
}

// asks is how many changes of a position are tried.
const asks = 8

// spare removes n pieces other than kings, rooks, horses and cannons, at random, in some ways that leave the best move possible.
func spare(random *rand.Rand, p *game.Position, best game.Move, n int) (all []game.Position) {
	for range 50 * asks {
		s := p.Setup()
		var few []game.Square
		for i, piece := range s.Board {
			at := game.Square(i)
			if r := piece.Role(); piece != game.NoPiece && (r == game.Pawn || r == game.Elephant || r == game.Advisor) && at != best.From() && at != best.To() {
				few = append(few, at)
			}
		}
		if len(few) < n || len(all) == asks {
			break
		}
		random.Shuffle(len(few), func(i, j int) { few[i], few[j] = few[j], few[i] })
		for _, at := range few[:n] {
			s.Board[at] = game.NoPiece
		}
		if q, err := s.Position(); err == nil && q.IsLegal(best) {
			all = append(all, q)
		}
	}
	return all
}

// How often what is nearest to a board of people and judged has the board's own best move: when only the board itself was withheld, and now.
// The pieces that are missing are those whose absence changes least.
func TestNearestJudged(t *testing.T) {
	slow.Test(t)
	random := rand.New(rand.NewPCG(33, 5))
	engine := ai.New(ai.Options{Threads: 1, HashMB: 4})
	think := func(p *game.Position) game.Move {
		engine.Clear()
		found, err := engine.Search(t.Context(), game.NewGame(*p, game.NoRepetition), ai.Limits{Nodes: 10_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return found.PV[0]
	}
	type tally struct{ boards, tried, same, some, half int }
	var before, now tally
	fewest := map[int]int{} // boards by the number of pieces that must be missing
	count := func(c *tally, all []game.Position, judged func(*[4]image) bool, best game.Move) {
		tried, same := 0, 0
		for i := range all {
			if of := imagesOf(&all[i]); !judged(&of) {
				continue
			}
			if tried++; think(&all[i]) == best {
				same++
			}
		}
		if tried == 0 {
			return
		}
		c.boards++
		c.tried += tried
		c.same += same
		if same > 0 {
			c.some++
		}
		if 2*same >= tried {
			c.half++
		}
	}
	for _, g := range fifty(t) {
		live := boardFor(t, g)
		best := think(g.Position())
		count(&before, spare(random, g.Position(), best, 1), func(of *[4]image) bool {
			return !slices.ContainsFunc(of[:], func(i image) bool { return live.at.withinPlies(&i) })
		}, best)
		fair := func(of *[4]image) bool { return !(boards{live}).withhold(of, false) }
		for n := minDistance + 1; n <= maxDistance+1; n++ { // as few as are judged
			all := spare(random, g.Position(), best, n)
			if slices.ContainsFunc(all, func(p game.Position) bool { of := imagesOf(&p); return fair(&of) }) {
				fewest[n]++
				count(&now, all, fair, best)
				break
			}
		}
	}
	for name, c := range map[string]tally{"before": before, "now": now} {
		t.Logf("%s: %d of %d questions have the best move (%d %%); on %d boards at least one of them, on %d of %d at least half",
			name, c.same, c.tried, 100*c.same/max(1, c.tried), c.some, c.half, c.boards)
	}
	t.Log("pieces that must be missing now, by boards:", fewest)
	if now.same*before.tried >= before.same*now.tried {
		t.Error("what is judged now helps as much as before")
	}
}

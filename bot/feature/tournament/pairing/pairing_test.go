package pairing_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/feature/tournament/pairing"
)

// Together these play a part of the tournaments of all sizes, which takes hours: -run 'TestSwiss/^64$' -from 100 -seeds 25.
var (
	seeds = flag.Uint64("seeds", 0, "tournaments of each size that TestSwiss plays; 0 for six, but one of more than 24 players, and not of all sizes")
	from  = flag.Uint64("from", 0, "the seed of the first of these tournaments")
)

// evening is a tournament that is played at random.
type evening struct {
	pairing.State
	r *rand.Rand
}

func begin(players, rounds int, seed uint64) *evening {
	e := &evening{r: rand.New(rand.NewPCG(seed, uint64(players)))}
	e.Rounds = rounds
	for i := range players {
		e.Players = append(e.Players, pairing.Player{Number: i + 1, Active: true})
	}
	return e
}

// next prepares a round: of the players 2 % leave for good, 4 % ask for a bye, and
// up to the middle somebody may come late. It returns the byes that were asked for.
func (e *evening) next(withdrawn map[int]bool) []pairing.Bye {
	e.Round++
	if e.Round > 1 && e.Round <= e.Rounds/2 && e.r.IntN(10) == 0 {
		e.Players = append(e.Players, pairing.Player{Number: len(e.Players) + 1})
	}
	var byes []pairing.Bye
	for i, p := range e.Players {
		out := withdrawn[p.Number] || e.r.IntN(50) == 0
		withdrawn[p.Number] = out
		asked := !out && e.r.IntN(25) == 0
		e.Players[i].Active = !out && !asked
		switch {
		case asked:
			byes = append(byes, pairing.Bye{Player: p.Number, Kind: pairing.Requested})
		case out:
			byes = append(byes, pairing.Bye{Player: p.Number, Kind: pairing.Absent})
		}
	}
	return byes
}

// play gives a round results: 4 % are forfeited, one in a hundred by both.
func (e *evening) play(r pairing.Round, byes []pairing.Bye) {
	for i := range r.Games {
		r.Games[i].Result = []pairing.Result{pairing.RedWins, pairing.RedWins, pairing.BlackWins, pairing.Draw}[e.r.IntN(4)]
		switch e.r.IntN(100) {
		case 0:
			r.Games[i].Result = pairing.BothForfeit
		case 1, 2:
			r.Games[i].Result = pairing.RedForfeits
		case 3, 4:
			r.Games[i].Result = pairing.BlackForfeit
		}
	}
	r.Byes = append(r.Byes, byes...)
	e.Past = append(e.Past, r)
}

// TestSwiss plays tournaments of 2 to 64 players at random. Up to ten players it
// tries every round there could be: where one has no rematch, the round that is
// played has none, and of those no more people with a wrong side than must be. In
// larger fields there is always a round without either, until withdrawals leave few.
func TestSwiss(t *testing.T) {
	for players := 2; players <= 64; players++ {
		n := *seeds
		if n == 0 {
			if players > 11 && !slices.Contains([]int{13, 16, 17, 24, 33, 64}, players) {
				continue
			}
			if n = 6; players > 24 {
				n = 1
			}
		}
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			for seed := *from; seed < *from+n; seed++ {
				playSwiss(t, players, seed)
			}
		})
	}
}

func playSwiss(t *testing.T, players int, seed uint64) {
	t.Helper()
	rounds := min(9, max(3, players/2+2))
	if players > 10 {
		rounds = 7
	}
	e := begin(players, rounds, seed)
	withdrawn := make(map[int]bool)
	for range rounds {
		byes := e.next(withdrawn)
		got, err := pairing.Swiss{}.Pair(e.State)
		if err != nil {
			if active(e.State) >= 2 {
				t.Fatalf("seed %d, round %d: %v", seed, e.Round, err)
			}
			break
		}
		if seed%5 == 0 { // it takes as long as all the rest
			if again, _ := (pairing.Swiss{}).Pair(e.State); !cmp.Equal(got, again) {
				t.Fatalf("seed %d, round %d: two rounds of one state", seed, e.Round)
			}
		}
		if err := pairing.Validate(e.State, got); err != nil {
			if active(e.State) > 10 {
				t.Errorf("seed %d, round %d: %v", seed, e.Round, err)
			} else if best, have := fewest(e.State), faults(e.State, got); have != best {
				t.Errorf("seed %d, round %d: %v, and a round with %+v exists: %+v", seed, e.Round, err, best, have)
			}
		}
		e.play(got, byes)
	}
}

func active(s pairing.State) int {
	n := 0
	for _, p := range s.Players {
		if p.Active {
			n++
		}
	}
	return n
}

// broken counts how often a round breaks the rules, the first rule first.
type broken struct{ leftOut, byes, rematches, sides int }

func (b broken) less(o broken) bool {
	for _, d := range []int{b.leftOut - o.leftOut, b.byes - o.byes, b.rematches - o.rematches, b.sides - o.sides} {
		if d != 0 {
			return d < 0
		}
	}
	return false
}

// past is what the tests count by themselves of the rounds before.
type past struct {
	met    map[[2]int]bool
	byes   map[int]int
	sides  map[int][]int
	points map[int]int
}

func before(s pairing.State) past {
	p := past{map[[2]int]bool{}, map[int]int{}, map[int][]int{}, map[int]int{}}
	for _, r := range s.Past {
		for _, g := range r.Games {
			red, black := g.Result.Points()
			p.points[g.Red] += red
			p.points[g.Black] += black
			if g.Result.Played() {
				p.met[[2]int{min(g.Red, g.Black), max(g.Red, g.Black)}] = true
				p.sides[g.Red] = append(p.sides[g.Red], 1)
				p.sides[g.Black] = append(p.sides[g.Black], -1)
			}
		}
		for _, b := range r.Byes {
			p.points[b.Player] += b.Kind.Points()
			if b.Kind == pairing.Allocated {
				p.byes[b.Player]++
			}
		}
	}
	return p
}

// wrong reports whether a side is a third in a row, or makes a difference beyond two.
func (p past) wrong(n, side int) bool {
	sides := append(append([]int{}, p.sides[n]...), side)
	sum := 0
	for _, s := range sides {
		sum += s
	}
	l := len(sides)
	return max(sum, -sum) > 2 || l > 2 && sides[l-1] == sides[l-2] && sides[l-2] == sides[l-3]
}

func faults(s pairing.State, r pairing.Round) broken {
	p := before(s)
	var b broken
	seen := map[int]bool{}
	for _, g := range r.Games {
		seen[g.Red], seen[g.Black] = true, true
		if p.met[[2]int{min(g.Red, g.Black), max(g.Red, g.Black)}] {
			b.rematches++
		}
		free := s.Round == s.Rounds && (p.points[g.Red] > s.Round-1 || p.points[g.Black] > s.Round-1)
		if !free && (p.wrong(g.Red, 1) || p.wrong(g.Black, -1)) {
			b.sides++
		}
	}
	for _, bye := range r.Byes {
		seen[bye.Player] = true
		for _, o := range s.Players {
			if o.Active && p.byes[o.Number] < p.byes[bye.Player] {
				b.byes++
				break
			}
		}
	}
	b.leftOut = active(s) - len(seen)
	return b
}

// fewest tries every round there is.
func fewest(s pairing.State) broken {
	var numbers []int
	for _, p := range s.Players {
		if p.Active {
			numbers = append(numbers, p.Number)
		}
	}
	best := broken{leftOut: 1000}
	var try func(left []int, r pairing.Round)
	try = func(left []int, r pairing.Round) {
		if len(left) == 0 {
			if b := faults(s, r); b.less(best) {
				best = b
			}
			return
		}
		if len(left)%2 == 1 {
			for i, n := range left {
				try(without(left, i), pairing.Round{Games: r.Games, Byes: []pairing.Bye{{Player: n, Kind: pairing.Allocated}}})
			}
			return
		}
		for i := 1; i < len(left); i++ {
			rest := without(left[1:], i-1)
			games := r.Games[:len(r.Games):len(r.Games)]
			p := before(s)
			g := pairing.Game{Red: left[0], Black: left[i]}
			if p.wrong(g.Red, 1) || p.wrong(g.Black, -1) {
				g.Red, g.Black = g.Black, g.Red
			}
			try(rest, pairing.Round{Games: append(games, g), Byes: r.Byes})
		}
	}
	try(numbers, pairing.Round{})
	return best
}

func without(ns []int, i int) []int {
	return append(append([]int{}, ns[:i]...), ns[i+1:]...)
}

func TestFirstRound(t *testing.T) {
	e := begin(8, 4, 1)
	e.Round = 1
	got, err := pairing.Swiss{}.Pair(e.State)
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Game{{Red: 1, Black: 5}, {Red: 6, Black: 2}, {Red: 3, Black: 7}, {Red: 8, Black: 4}}
	if d := cmp.Diff(want, got.Games); d != "" {
		t.Errorf("the upper half against the lower, sides in turn (-want +got):\n%s", d)
	}
}

func TestNobodyToPair(t *testing.T) {
	e := begin(1, 3, 1)
	e.Round = 1
	if r, err := (pairing.Swiss{}).Pair(e.State); err != pairing.ErrNoPairs {
		t.Errorf("one player: %+v, %v", r, err)
	}
}

func TestValidate(t *testing.T) {
	s := begin(4, 3, 1).State
	s.Round = 2
	s.Past = []pairing.Round{{Games: []pairing.Game{{Red: 1, Black: 2, Result: pairing.Draw}, {Red: 3, Black: 4, Result: pairing.RedForfeits}}}}
	three := s
	three.Players = []pairing.Player{{Number: 1, Active: true}, {Number: 2, Active: true}, {Number: 3, Active: true}}
	three.Past = []pairing.Round{{Games: []pairing.Game{{Red: 1, Black: 2, Result: pairing.Draw}}, Byes: []pairing.Bye{{Player: 3, Kind: pairing.Allocated}}}}
	games := func(ns ...int) (r pairing.Round) {
		for i := 0; i < len(ns); i += 2 {
			r.Games = append(r.Games, pairing.Game{Red: ns[i], Black: ns[i+1]})
		}
		return r
	}
	bye := func(r pairing.Round, n int) pairing.Round {
		r.Byes = append(r.Byes, pairing.Bye{Player: n, Kind: pairing.Allocated})
		return r
	}
	for _, c := range []struct {
		name  string
		state pairing.State
		round pairing.Round
		fine  bool
	}{
		{"fine", s, games(2, 3, 4, 1), true},
		{"a forfeited game may be played", s, games(3, 4), false}, // 1 and 2 are left out
		{"all again after a forfeit", s, games(1, 3, 2, 4), true},
		{"a rematch", s, games(2, 1, 3, 4), false},
		{"left out", s, games(1, 3), false},
		{"twice", s, games(1, 3, 3, 2), false},
		{"unknown", s, games(1, 3, 2, 9), false},
		{"a bye too many", s, bye(games(1, 3), 2), false},
		{"a bye", three, bye(games(3, 1), 2), true},
		{"a second bye", three, bye(games(2, 1), 3), false},
	} {
		if err := pairing.Validate(c.state, c.round); (err == nil) != c.fine {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestSides pins who gets which side.
func TestSides(t *testing.T) {
	past := func(results ...string) (s pairing.State) {
		s.Rounds = 9
		s.Players = []pairing.Player{{Number: 1, Active: true}, {Number: 2, Active: true}}
		for n := 3; n < 20; n++ {
			s.Players = append(s.Players, pairing.Player{Number: n})
		}
		for i, r := range results { // sides of 1 and of 2, against others
			var round pairing.Round
			for p, side := range r {
				g := pairing.Game{Red: p + 1, Black: 3 + 2*i + p, Result: pairing.Draw}
				if side == 'b' {
					g.Red, g.Black = g.Black, g.Red
				}
				round.Games = append(round.Games, g)
			}
			s.Past = append(s.Past, round)
		}
		s.Round = len(results) + 1
		return s
	}
	for _, c := range []struct {
		rounds []string
		red    int
	}{
		{nil, 1},
		{[]string{"rb"}, 2},
		{[]string{"br"}, 1},
		{[]string{"rr"}, 2},             // both are due Black: it goes to whoever ranks higher
		{[]string{"rb", "br"}, 1},       // both even: 1 had Black last
		{[]string{"rr", "rb"}, 2},       // 1 is due Black
		{[]string{"br", "rr", "rb"}, 2}, // 1 has two reds running
	} {
		r, err := pairing.Weighted{}.Pair(past(c.rounds...))
		if err != nil || len(r.Games) != 1 || r.Games[0].Red != c.red {
			t.Errorf("%v: %+v, want Red %d (%v)", c.rounds, r, c.red, err)
		}
	}
}

func TestRoundRobin(t *testing.T) {
	for n := 2; n <= 12; n++ {
		for _, double := range []bool{false, true} {
			rounds, err := pairing.RoundRobin(n, double)
			if err != nil {
				t.Fatal(err)
			}
			met, reds := map[[2]int]int{}, map[int]int{}
			for i, r := range rounds {
				seen := map[int]bool{}
				for _, g := range r.Games {
					met[[2]int{g.Red, g.Black}]++
					reds[g.Red]++
					reds[g.Black]--
					seen[g.Red], seen[g.Black] = true, true
				}
				for _, b := range r.Byes {
					seen[b.Player] = true
				}
				if len(seen) != n {
					t.Errorf("%d players, round %d: %d of them in it", n, i+1, len(seen))
				}
			}
			for a := 1; a <= n; a++ {
				if !double && max(reds[a], -reds[a]) > 1 || double && reds[a] != 0 {
					t.Errorf("%d players: %d has %+d reds", n, a, reds[a])
				}
				for b := a + 1; b <= n; b++ {
					if one, two := met[[2]int{a, b}], met[[2]int{b, a}]; double && (one != 1 || two != 1) || !double && one+two != 1 {
						t.Errorf("%d players, double %v: %d and %d meet %d+%d times", n, double, a, b, one, two)
					}
				}
			}
		}
	}
	if _, err := pairing.RoundRobin(1, false); err != pairing.ErrNoPairs {
		t.Errorf("one player: %v", err)
	}
}

func TestWave(t *testing.T) {
	for _, c := range []struct {
		name    string
		waiting []pairing.Waiting
		onlyTwo bool
		want    string
	}{
		{"nobody", nil, false, "[]"},
		{"one", []pairing.Waiting{{Number: 1}}, false, "[]"},
		{"two", []pairing.Waiting{{Number: 1, Rank: 1}, {Number: 2, Rank: 2}}, false, "[{2 1 }]"},
		{"two who have just met wait", []pairing.Waiting{{Number: 1, Rank: 1, Opponent: 2}, {Number: 2, Rank: 2, Opponent: 1}}, false, "[]"},
		{"unless there is nobody else", []pairing.Waiting{{Number: 1, Rank: 1, Opponent: 2, Balance: 1, Side: 1}, {Number: 2, Rank: 2, Opponent: 1, Balance: -1, Side: -1}}, true, "[{2 1 }]"},
		{"of three one waits, and no game is repeated", []pairing.Waiting{{Number: 1, Rank: 1, Opponent: 2}, {Number: 2, Rank: 2, Opponent: 1}, {Number: 3, Rank: 3, Opponent: 1}}, false, "[{3 2 }]"},
		{"four in two pairs change over", []pairing.Waiting{{Number: 1, Rank: 1, Opponent: 2}, {Number: 2, Rank: 2, Opponent: 1}, {Number: 3, Rank: 3, Opponent: 4}, {Number: 4, Rank: 4, Opponent: 3}}, false, "[{3 1 } {4 2 }]"},
		{"neighbors in rank", []pairing.Waiting{{Number: 1, Rank: 1}, {Number: 2, Rank: 9}, {Number: 3, Rank: 2}, {Number: 4, Rank: 8}}, false, "[{3 1 } {2 4 }]"},
	} {
		if got := fmt.Sprint(pairing.Wave(c.waiting, c.onlyTwo)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func BenchmarkWave(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	waiting := make([]pairing.Waiting, 100)
	for i := range waiting {
		waiting[i] = pairing.Waiting{Number: i + 1, Rank: i + 1, Rating: 1200 + r.IntN(800), Opponent: r.IntN(100)}
	}
	for b.Loop() {
		pairing.Wave(waiting, false)
	}
}

func BenchmarkSwiss(b *testing.B) {
	for _, n := range []int{8, 16, 32, 64} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := begin(n, 7, 1)
			for range 4 {
				e.Round++
				r, err := pairing.Swiss{}.Pair(e.State)
				if err != nil {
					b.Fatal(err)
				}
				e.play(r, nil)
			}
			e.Round++
			for b.Loop() {
				if _, err := (pairing.Swiss{}).Pair(e.State); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package rating_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"yeye/bot/match/rating"
	"yeye/game"
)

// Glickman's own example.
func TestPublishedExample(t *testing.T) {
	s := rating.System{Tau: 0.5}
	got := s.Update(rating.Rating{Value: 1500, Deviation: 200, Volatility: 0.06}, []rating.Result{
		{Opponent: rating.Rating{Value: 1400, Deviation: 30}, Score: 1},
		{Opponent: rating.Rating{Value: 1550, Deviation: 100}, Score: 0},
		{Opponent: rating.Rating{Value: 1700, Deviation: 300}, Score: 0},
	}, 1)
	if math.Abs(got.Value-1464.05) > 0.01 || math.Abs(got.Deviation-151.52) > 0.01 || math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("%+v, want 1464.05, 151.52, 0.05999", got)
	}
}

// glickman returns Glickman's f, of whose roots the new volatility is one, with v and delta of his steps 3 and 4.
func glickman(tau float64, r rating.Rating, results []rating.Result) func(volatility float64) float64 {
	const unit = 173.7178
	phi := r.Deviation / unit
	var information, surplus float64
	for _, x := range results {
		d := x.Opponent.Deviation / unit
		weight := math.Pow(1+3*d*d/math.Pi/math.Pi, -0.5)
		e := 1 / (1 + math.Exp(-weight*(r.Value-x.Opponent.Value+x.Bonus)/unit))
		information += weight * weight * e * (1 - e)
		surplus += weight * (x.Score - e)
	}
	v := 1 / information
	delta := v * surplus
	return func(volatility float64) float64 {
		x := 2 * math.Log(volatility)
		rest := phi*phi + v + math.Exp(x)
		return math.Exp(x)*(delta*delta-rest)/(2*rest*rest) - (x-2*math.Log(r.Volatility))/(tau*tau)
	}
}

// The volatility is a root of Glickman's f, whether the results surprise or not.
func TestVolatility(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := func(name string) rating.Rating {
			return rating.Rating{Value: rapid.Float64Range(1000, 2400).Draw(t, name), Deviation: rapid.Float64Range(30, 500).Draw(t, name+"'s deviation"),
				Volatility: rapid.Float64Range(0.01, 0.5).Draw(t, name+"'s volatility")}
		}
		r, tau := of("player"), rapid.Float64Range(0.2, 1.2).Draw(t, "tau")
		var results []rating.Result
		for range rapid.IntRange(1, 12).Draw(t, "games") {
			results = append(results, rating.Result{Opponent: of("opponent"), Score: float64(rapid.IntRange(0, 2).Draw(t, "half points")) / 2})
		}
		got, f := rating.System{Tau: tau}.Update(r, results, 1).Volatility, glickman(tau, r, results)
		if below, above := f(got*(1-1e-5)), f(got*(1+1e-5)); below*above > 0 {
			t.Errorf("%v is no root: %v and %v", got, below, above)
		}
	})
}

// So it is where everything is extreme: sure and unsure players, expected and unheard-of results, one game and many.
func TestVolatilityAtExtremes(t *testing.T) {
	for _, deviation := range []float64{5, 45, 500} {
		for _, gap := range []float64{-2500, -700, 0, 700, 2500} {
			for _, volatility := range []float64{0.001, 0.06, 0.9} {
				for _, tau := range []float64{0.1, 0.5, 1.2} {
					for _, games := range []int{1, 40} {
						for score := range 2 {
							r := rating.Rating{Value: 1500, Deviation: deviation, Volatility: volatility}
							x := rating.Result{Opponent: rating.Rating{Value: 1500 - gap, Deviation: 60, Volatility: 0.06}, Score: float64(score)}
							results := slices.Repeat([]rating.Result{x}, games)
							got, f := rating.System{Tau: tau}.Update(r, results, 1).Volatility, glickman(tau, r, results)
							if below, above := f(got*(1-1e-5)), f(got*(1+1e-5)); below*above > 0 || math.IsNaN(below*above) {
								t.Errorf("%+v, %d times %+v, tau %v: %v is no root: %v and %v", r, games, x, tau, got, below, above)
							}
						}
					}
				}
			}
		}
	}
}

func TestBounds(t *testing.T) {
	s := rating.Club()
	sure := rating.Rating{Value: 1500, Deviation: 45, Volatility: 0.06}
	for _, c := range []struct {
		name    string
		before  rating.Rating
		results []rating.Result
		ok      func(rating.Rating) bool
	}{
		{"nobody falls below the least", rating.Rating{Value: 401, Deviation: 200, Volatility: 0.06},
			[]rating.Result{{Opponent: sure, Score: 0}, {Opponent: rating.Rating{Value: 400, Deviation: 45}, Score: 0}}, func(r rating.Rating) bool { return r.Value == 400 }},
		{"nobody becomes surer than the surest", sure, slices.Repeat([]rating.Result{{Opponent: sure, Score: 1}}, 50),
			func(r rating.Rating) bool { return r.Deviation == 45 && r.Value > 1500 }},
		{"one game leaps no further than 700", rating.Rating{Value: 800, Deviation: 500, Volatility: 0.09},
			[]rating.Result{{Opponent: rating.Rating{Value: 3000, Deviation: 45}, Score: 1}}, func(r rating.Rating) bool { return r.Value == 1500 }},
		{"volatility has an upper limit", rating.Rating{Value: 1500, Deviation: 60, Volatility: 0.0999},
			[]rating.Result{{Opponent: rating.Rating{Value: 600, Deviation: 45}, Score: 0}}, func(r rating.Rating) bool { return r.Volatility <= 0.1 }},
		{"the deviation has an upper limit", rating.Newcomer(), nil, func(r rating.Rating) bool { return r.Deviation == 500 }},
		{"nonsense changes nothing", sure, []rating.Result{{Opponent: sure, Score: math.NaN()}}, func(r rating.Rating) bool { return r == sure }},
	} {
		if got := s.Update(c.before, c.results, 1); !c.ok(got) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestGame(t *testing.T) {
	s := rating.Club()
	even := [2]rating.Rating{{Value: 1500, Deviation: 60, Volatility: 0.06}, {Value: 1500, Deviation: 60, Volatility: 0.06}}
	draw := s.RateGame(even, game.Draw, rating.ShortPlies)
	if !(draw[game.Red].Value < 1500 && draw[game.Black].Value > 1500) {
		t.Errorf("a draw with the first move costs something: %+v", draw)
	}
	won := s.RateGame(even, game.RedWins, rating.ShortPlies)
	lost := s.RateGame(even, game.BlackWins, 2)
	if !(won[game.Red].Value > 1500 && won[game.Black].Value < 1500 && lost[game.Red].Value < 1500) {
		t.Errorf("%+v %+v", won, lost)
	}
	if up, down := won[game.Red].Value-1500, lost[game.Black].Value-1500; up >= down {
		t.Errorf("a win as Red brings %v, as Black %v", up, down)
	}
	newcomer := s.RateGame([2]rating.Rating{rating.Newcomer(), even[0]}, game.RedWins, 2)
	if a, b := newcomer[0].Value-1500, 1500-newcomer[1].Value; a < 10*b {
		t.Errorf("the newcomer moves by %v, the other by %v", a, b)
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		o     game.Outcome
		plies int
		want  bool
	}{
		{game.Outcome{Result: game.RedWins, Method: game.Checkmate}, 40, true},
		{game.Outcome{Result: game.BlackWins, Method: game.Timeout}, 2, true},
		{game.Outcome{Result: game.BlackWins, Method: game.Timeout}, 1, false},
		{game.Outcome{Result: game.Draw, Method: game.Agreement}, 30, true},
		{game.Outcome{}, 30, false},
	} {
		if got := rating.Counts(c.o, c.plies); got != c.want {
			t.Errorf("%+v after %d plies: %v", c.o, c.plies, got)
		}
	}
}

func TestAged(t *testing.T) {
	s := rating.Club()
	r := rating.Rating{Value: 1700, Deviation: 60, Volatility: 0.08}
	year := s.Aged(r, 365)
	if math.Abs(year.Deviation-110) > 1 || year.Value != 1700 || year.Volatility != 0.08 {
		t.Errorf("after a year: %+v, want a deviation of 110", year)
	}
	if r.Provisional() || !year.Provisional() && year.Deviation >= 110 {
		t.Errorf("question marks: %v %v", r.Provisional(), year.Provisional())
	}
	if s.Aged(r, 0) != r || s.Aged(r, -5) != r {
		t.Error("no time changes something")
	}
	if !rating.Newcomer().Provisional() {
		t.Error("a newcomer is certain")
	}
}

func TestUpdateStaysWithinBounds(t *testing.T) {
	s := rating.Club()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) rating.Rating {
			return rating.Rating{
				Value:      rapid.Float64Range(400, 3000).Draw(t, name),
				Deviation:  rapid.Float64Range(45, 500).Draw(t, name+" deviation"),
				Volatility: rapid.Float64Range(0.03, 0.1).Draw(t, name+" volatility"),
			}
		}
		before := [2]rating.Rating{draw("red"), draw("black")}
		result := rapid.SampledFrom([]game.Result{game.RedWins, game.BlackWins, game.Draw}).Draw(t, "result")
		after := s.RateGame(before, result, rapid.IntRange(2, 200).Draw(t, "plies"))
		for c, r := range after {
			if r.Value < 400 || r.Deviation < 45 || r.Deviation > 500 || r.Volatility > 0.1 || !(r.Volatility > 0) || math.Abs(r.Value-before[c].Value) > 700.001 {
				t.Fatalf("%+v became %+v", before, after)
			}
		}
		if result == game.RedWins && (after[0].Value < before[0].Value || after[1].Value > before[1].Value) {
			t.Fatalf("Red won: %+v became %+v", before, after)
		}
	})
}

// The ratings' predictions are accurate.
func TestCalibration(t *testing.T) {
	s := rating.Club().Simulate(400, 40, 1)
	for _, b := range s.Bins {
		// Three standard errors of a share, and two points for the remaining error of the
		// first games.
		margin := 3*0.5/math.Sqrt(float64(b.Games)) + 0.02
		if math.Abs(b.Promised-b.Observed) > margin {
			t.Errorf("promised %.3f, observed %.3f in %d games", b.Promised, b.Observed, b.Games)
		}
	}
	if s.Covered < 88 || s.Error > 90 {
		t.Errorf("error %.0f points, %.0f %% within two deviations", s.Error, s.Covered)
	}
	t.Logf("%+v", s)
}

func BenchmarkTenThousandPlayers(b *testing.B) {
	for b.Loop() {
		s := rating.Club().Simulate(10_000, 30, 1)
		b.ReportMetric(s.Error, "points-error")
		b.ReportMetric(s.Covered, "%within-2RD")
	}
}

func BenchmarkGame(b *testing.B) {
	s, r := rating.Club(), [2]rating.Rating{rating.Newcomer(), rating.Newcomer()}
	b.ReportAllocs()
	for b.Loop() {
		s.RateGame(r, game.RedWins, rating.ShortPlies)
	}
}

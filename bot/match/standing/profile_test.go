package standing

import (
	"reflect"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/game"
)

// What follows from results: the record, the longest run, the ladder with its steps at odds, the curve.
func TestCount(t *testing.T) {
	kid := func(score game.Score) Result {
		return Result{Level: 1, Unaided: true, Even: true, Score: score}
	}
	with := func(r Result, change func(*Result)) Result { change(&r); return r }
	f := &Profile{Main: Live}
	f.count([]Result{
		kid(game.Lost), kid(game.Won), kid(game.Won),
		with(kid(game.Won), func(r *Result) { r.Level, r.Unaided = 4, false }), // with help
		with(kid(game.Won), func(r *Result) { r.Level, r.Even = 5, false }),    // from a position
		with(kid(game.Won), func(r *Result) { r.Level, r.Even, r.Odds = 3, false, match.OneRook }),
		with(kid(game.Won), func(r *Result) { r.Level, r.Even, r.Odds = 3, false, match.LeftHorse }),
		with(kid(game.Won), func(r *Result) { r.Level, r.Even, r.Odds = 1, false, match.OneRook }),
		kid(game.Drawn),
		{Human: true, Unaided: true, Even: true, Side: game.Black, Score: game.Won, Pool: Live, After: 1600},
		{Human: true, Unaided: true, Even: true, Side: game.Black, Score: game.Lost, Pool: Days, After: 1400},
		{Human: true, Unaided: true, Even: true, Side: game.Black, Score: game.Lost, Pool: Live, After: 1500},
	})
	if f.Won != 8 || f.Drawn != 1 || f.Lost != 3 || f.Streak != 6 {
		t.Errorf("%d won, %d drawn, %d lost, %d in a row", f.Won, f.Drawn, f.Lost, f.Streak)
	}
	if want := (LadderWins{1: {match.Even: {Times: 2}, match.OneRook: {Times: 1}},
		3: {match.OneRook: {Times: 1}, match.LeftHorse: {Times: 1}}}); !reflect.DeepEqual(f.Climbs, want) {
		t.Errorf("beaten: %v", f.Climbs)
	}
	if len(f.Curve) != 2 || f.Curve[0] != 1600 || f.Curve[1] != 1500 {
		t.Errorf("curve %v", f.Curve)
	}
	if f.LikeKnown {
		t.Error("likeness after fewer than ten games")
	}
	for range 10 {
		f.count([]Result{kid(game.Won), kid(game.Lost), kid(game.Won), kid(game.Lost), kid(game.Won), kid(game.Lost), kid(game.Won), kid(game.Lost), kid(game.Won), kid(game.Lost)})
	}
	if !f.LikeKnown || f.Like.Low >= f.Like.Value || f.Like.High <= f.Like.Value || f.Like.Games != 10 {
		t.Errorf("likeness: %+v", f.Like)
	}
}

// Others see a profile on a server on which the player has finished a game, unless the player shows it to nobody.
func TestVisible(t *testing.T) {
	e := newEnv(t)
	e.Beat("mei", "tom")
	for _, c := range []struct {
		name   string
		guild  id.Guild
		whom   id.Player
		choice string
		want   bool
	}{
		{"usual", "server", "mei", "", true},
		{"chosen", "server", "mei", "server", true},
		{"closed", "server", "mei", "nobody", false},
		{"another server", "other", "mei", "", false},
		{"a direct conversation", "", "mei", "", false},
		{"a stranger", "server", "linh", "", false},
	} {
		e.OK(e.players.SetPreferences(t.Context(), "mei", player.Preferences{Profile: c.choice}))
		if seen, _, err := e.Visible(t.Context(), c.guild, c.whom); err != nil || seen != c.want {
			t.Errorf("%s: %v, %v", c.name, seen, err)
		}
	}
}

// The rating of a player who has not played for long is shown as less certain, and its value stays the same.
func TestProfileAges(t *testing.T) {
	e := newEnv(t)
	for range 8 {
		e.long("mei", "tom")
		e.Pass(24 * time.Hour)
	}
	now, err := e.Profile(t.Context(), "mei")
	e.OK(err)
	e.Pass(3 * 365 * 24 * time.Hour)
	later, err := e.Profile(t.Context(), "mei")
	e.OK(err)
	if now.Main != Live || later.Ratings[Live].Deviation <= now.Ratings[Live].Deviation || later.Ratings[Live].Value != now.Ratings[Live].Value {
		t.Errorf("now %+v, later %+v", now.Ratings[Live], later.Ratings[Live])
	}
	if len(now.Curve) != 8 || now.BestRated != 1500 {
		t.Errorf("%d points, best %v", len(now.Curve), now.BestRated)
	}
}

// The strongest player whom somebody has beaten is one whose results others may see: the profile tells that one's rating.
func TestBestIsShown(t *testing.T) {
	e := newEnv(t)
	for range 3 {
		e.long("anna", "linh")
	}
	e.long("mei", "tom")
	e.long("mei", "anna")
	best := func() float64 {
		t.Helper()
		f, err := e.Profile(t.Context(), "mei")
		e.OK(err)
		return f.BestRated
	}
	if got := best(); got <= 1500 {
		t.Fatalf("all are shown: %v", got)
	}
	e.OK(e.players.SetPreferences(t.Context(), "anna", player.Preferences{Profile: "nobody"}))
	if got := best(); got != 1500 {
		t.Errorf("the strongest is hidden: %v", got)
	}
	e.OK(e.players.SetPreferences(t.Context(), "tom", player.Preferences{Profile: "nobody"}))
	if got := best(); got != 0 {
		t.Errorf("both are: %v", got)
	}
}

// A player is compared with characters by their rating; others learn it only if they may see the profile, and nothing is known
// about a player whose games do not show it.
func TestLike(t *testing.T) {
	e := newEnv(t)
	for range 3 {
		e.long("mei", "tom")
	}
	e.long("linh", "mei")
	for _, c := range []struct {
		name        string
		asker, whom id.Player
		guild       id.Guild
		closed      bool
		known       bool
	}{
		{"oneself", "mei", "mei", "", false, true},
		{"another on the server", "tom", "mei", "server", false, true},
		{"another elsewhere", "tom", "mei", "", false, false},
		{"whose profile is closed", "tom", "mei", "server", true, false},
		{"a stranger", "tom", "anna", "server", false, false},
		{"oneself without games", "anna", "anna", "server", false, false},
	} {
		profile := ""
		if c.closed {
			profile = "nobody"
		}
		e.OK(e.players.SetPreferences(t.Context(), c.whom, player.Preferences{Profile: profile}))
		level, known, err := e.ClosestCharacter(t.Context(), c.asker, c.guild, c.whom)
		if err != nil || known != c.known || known && level != 3 && level != 4 {
			t.Errorf("%s: level %d, %v, %v", c.name, level, known, err)
		}
	}
}

// Wins with help are counted as wins, and as such; they beat nobody, make no streak, and what comes next is to do it alone.
func TestHelpedWins(t *testing.T) {
	var f Profile
	f.count([]Result{{Level: 0, Score: game.Won}, {Level: 0, Score: game.Won}})
	if next, ok := f.Next(); f.Won != 2 || f.Streak != 0 || f.Helped[0] != 2 || !ok || next != 0 {
		t.Errorf("with help: %+v, next %v", f, next)
	}
	if next, _ := (&Profile{Beginner: true}).Next(); next != 0 {
		t.Errorf("a beginner's first opponent: %v", next)
	}
	f = Profile{}
	f.count([]Result{{Level: 0, Score: game.Won, Unaided: true, Even: true}, {Level: 0, Score: game.Won}, {Level: 0, Score: game.Won, Unaided: true, Even: true}})
	if next, _ := f.Next(); f.Streak != 2 || f.Helped[0] != 1 || next != 1 {
		t.Errorf("with and without: %+v, next %v", f, next)
	}
}

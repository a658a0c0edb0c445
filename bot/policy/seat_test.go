package policy_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/policy"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// begins tries to begin a match in a channel of its own.
func begins(e *testplay.Env, by id.Player, t match.Terms) (match.Match, error) {
	t.Channel = id.Channel(e.By("").Event)
	c, err := e.Matches.Start(e.T.Context(), e.By(by), t)
	return c.Match, err
}

// refused checks who gets no seat, and why.
func refused(t *testing.T, err error, why error, who ...id.Player) {
	t.Helper()
	var seat *policy.SeatError
	if !errors.As(err, &seat) || !errors.Is(err, why) || len(seat.Players) != len(who) {
		t.Fatalf("%v", err)
	}
	for _, p := range who {
		if !seat.Of(p) {
			t.Errorf("%s is not refused: %v", p, seat.Players)
		}
	}
}

// Nobody sits at two boards on live clocks, whoever begins them and wherever; by days and against characters they play as many as they like.
func TestOneLiveBoard(t *testing.T) {
	e := testplay.Open(t)
	arranged := testplay.Duel("a", "b")
	arranged.Arranger = id.Subject{Kind: "tournament", ID: "cup-1-1"}
	first, err := begins(e, "a", arranged)
	e.OK(err)
	elsewhere := testplay.Duel("c", "a")
	elsewhere.Guild = "other"
	_, err = begins(e, "c", elsewhere)
	refused(t, err, policy.ErrAtBoard, "a")
	_, err = begins(e, "a", testplay.Duel("b", "a"))
	refused(t, err, policy.ErrAtBoard, "a", "b")
	byDays := testplay.Duel("a", "c")
	byDays.Timing = match.Timing{Days: 2}
	for _, terms := range []match.Terms{byDays, testplay.Versus("a", 3), testplay.Duel("c", "d")} {
		_, err := begins(e, terms.Seats[0].Player, terms)
		e.OK(err)
	}
	besides := testplay.Duel("a", "e")
	besides.Besides = "tournament/cup-"
	second, err := begins(e, "a", besides)
	e.OK(err)
	e.Resign(first, "a")
	e.Resign(second, "a")
	_, err = begins(e, "a", testplay.Duel("a", "b"))
	e.OK(err)
}

// Who is barred on a server gets no seat there, and is told why if it is they who begin.
func TestBarredGetNoSeat(t *testing.T) {
	e := testplay.Open(t)
	bar := guild.Bar{Named: player.Named{Player: "b", Name: "B"}, Until: e.DB.Now().Add(time.Hour), Reason: "spam"}
	_, err := guild.New(e.DB).BarUntil(t.Context(), guild.Entry{Guild: "server", By: "mod", Act: "bar", Player: "b"}, bar)
	e.OK(err)
	_, err = begins(e, "a", testplay.Duel("a", "b"))
	refused(t, err, guild.ErrBarred, "b")
	var barred *guild.BarredError
	if errors.As(err, &barred) {
		t.Error("others are told about the bar")
	}
	_, err = begins(e, "b", testplay.Duel("a", "b"))
	if !errors.As(err, &barred) || barred.Bar.Reason != "spam" {
		t.Errorf("%v", err)
	}
	exhibition := testplay.Versus("", 3)
	exhibition.Mode, exhibition.Seats[0] = match.Exhibition, match.Seat{Level: 2}
	_, err = begins(e, "b", exhibition)
	refused(t, err, guild.ErrBarred, "b")
	for _, g := range []id.Guild{"", "other"} {
		terms := testplay.Versus("b", 3)
		terms.Guild = g
		_, err := begins(e, "b", terms)
		e.OK(err)
	}
	e.Pass(2 * time.Hour)
	_, err = begins(e, "a", testplay.Duel("a", "b"))
	e.OK(err)
}

// What a server has switched off begins there by no door.
func TestSwitchedOffBeginsNothing(t *testing.T) {
	e := testplay.Open(t)
	_, err := guild.New(e.DB).Edit(t.Context(), "server", guild.Edit{Switched: map[string]bool{"endgame": false, "tournament": false}})
	e.OK(err)
	ending, arranged := testplay.Versus("a", 3), testplay.Duel("a", "b")
	ending.Mode, arranged.Arranger = match.Ending, id.Subject{Kind: "tournament", ID: "t-1-1"}
	for _, terms := range []match.Terms{ending, arranged} {
		var off *guild.OffError
		if _, err := begins(e, "a", terms); !errors.As(err, &off) {
			t.Errorf("%s: %v", terms.Mode.Kind, err)
		}
		terms.Guild = ""
		_, err := begins(e, "a", terms)
		e.OK(err)
	}
}

// A permission that the policy did not grant is none.
func TestZeroSeated(t *testing.T) {
	if (policy.Seated{}).Granted() {
		t.Error("granted by nobody")
	}
}

// Nobody bars somebody against whom they play a rated game there, nor lifts that; others do.
func TestNobodyJudgesTheirOwnGame(t *testing.T) {
	e := testplay.Open(t)
	game, err := begins(e, "mod", testplay.Duel("mod", "b"))
	e.OK(err)
	p := e.Matches.Policy()
	judge := func(g id.Guild, by, about id.Player) error {
		_, err := p.Judge(t.Context(), e.DB.Read(), policy.Decision{Act: policy.ActBar, Guild: g, By: by, About: about})
		return err
	}
	if err := judge("server", "mod", "b"); !errors.Is(err, match.ErrOwnGame) {
		t.Errorf("%v", err)
	}
	for _, free := range [][2]id.Player{{"other", "b"}, {"mod", "c"}} {
		e.OK(judge("server", free[0], free[1]))
	}
	e.OK(judge("elsewhere", "mod", "b"))
	if _, err := p.Judge(t.Context(), e.DB.Read(), policy.Decision{Act: "crown", Guild: "server", By: "other"}); err == nil {
		t.Error("an act is granted that nobody declared")
	}
	e.Resign(game, "mod")
	changed, err := p.Bar(t.Context(), "mod", "square", "server", guild.Bar{Named: player.Named{Player: "b"}})
	if !changed || err != nil {
		t.Fatal(changed, err)
	}
	changed, err = p.Lift(t.Context(), "mod", "square", "server", "b")
	if did, failed := guild.New(e.DB).Moderation(t.Context(), "server", 5); !changed || err != nil || failed != nil || len(did) != 2 || did[1].Act != "bar" {
		t.Error(changed, err, did, failed)
	}
}

package policy_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/place"
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
	byDays.TimeControl = match.TimeControl{Days: 2}
	for _, terms := range []match.Terms{byDays, testplay.Versus("a", 3), testplay.Duel("c", "d")} {
		_, err := begins(e, terms.Seats[0].Player, terms)
		e.OK(err)
	}
	besides := testplay.Duel("a", "e")
	besides.ExceptArrangers = "tournament/cup-"
	second, err := begins(e, "a", besides)
	e.OK(err)
	e.Resign(first, "a")
	e.Resign(second, "a")
	_, err = begins(e, "a", testplay.Duel("a", "b"))
	e.OK(err)
}

// A live game that was adjourned does not go on while one of its players sits at another live board, where both clocks would run: who does
// is refused, the other has asked and waits, and a moderator's release leaves it adjourned.
func TestAdjournedGameWaitsForTheOtherBoard(t *testing.T) {
	e := testplay.Open(t)
	ctx := t.Context()
	game := e.Start(testplay.Duel("a", "b"), "h2e2", "h9g7")
	adjourn := func() {
		t.Helper()
		_, err := e.Matches.Displace(ctx, game.ID, place.Fact{Status: place.Locked, Guild: game.Guild, Channel: e.Get(game.ID).Channel})
		e.OK(err)
	}
	resume := func(p id.Player) error {
		_, err := e.Matches.Resume(ctx, e.By(p), game.ID)
		return err
	}
	bring := func(p id.Player) error {
		_, err := e.Matches.Transfer(ctx, e.By(p), game.ID, "server", "elsewhere")
		return err
	}
	waits := func(when string, by id.Player) {
		t.Helper()
		m := e.Get(game.ID)
		if side, _, asked := m.Asked(); m.Status != match.Adjourned || asked != (by != "") || asked && m.Seats[side].Player != by {
			t.Fatalf("%s: %v, asked by %v %v", when, m.Status, side, asked)
		}
	}
	for _, ask := range []func(id.Player) error{resume, bring} {
		adjourn()
		e.OK(ask("b"))
		other := e.Start(testplay.Duel("c", "b"))
		e.OK(ask("a"))
		waits("b has asked before", "a")
		refused(t, ask("b"), policy.ErrAtBoard, "b")
		waits("b sits elsewhere", "a")
		e.Resign(other, "c")
		e.OK(ask("b"))
		if m := e.Get(game.ID); m.Status != match.Open {
			t.Fatalf("both are free: %v", m.Status)
		}
	}
	_, err := e.Matches.Rule(ctx, e.By("mod"), game.ID, match.PausedByModerator)
	e.OK(err)
	other := e.Start(testplay.Duel("b", "d"))
	_, err = e.Matches.Rule(ctx, e.By("mod"), game.ID, match.NoRuling)
	e.OK(err)
	waits("released", "")
	if m := e.Get(game.ID); m.Ruling != match.NoRuling {
		t.Errorf("%v", m.Ruling)
	}
	e.Resign(other, "d")
}

// A board at which somebody sits down just as an adjourned game is about to go on is seen all the same.
func TestAdjournedGameAndAnotherBoardAtOnce(t *testing.T) {
	e := testplay.Open(t)
	ctx := t.Context()
	game := e.Start(testplay.Duel("a", "b"), "h2e2", "h9g7")
	_, err := e.Matches.Displace(ctx, game.ID, place.Fact{Status: place.Locked, Guild: game.Guild, Channel: game.Channel})
	e.OK(err)
	_, err = e.Matches.Resume(ctx, e.By("b"), game.ID)
	e.OK(err)
	sat := false
	e.Matches.Prepare(func(_ context.Context, c *match.Change) {
		if c.Match.ID == game.ID && !sat {
			sat = true
			e.Start(testplay.Duel("b", "c"))
		}
	})
	_, err = e.Matches.Resume(ctx, e.By("a"), game.ID)
	e.OK(err)
	if m := e.Get(game.ID); !sat || m.Status != match.Adjourned {
		t.Errorf("%v, sat %v", m.Status, sat)
	}
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
	if (policy.SeatGrant{}).Granted() {
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
		_, err := p.Authorize(t.Context(), e.DB.Read(), policy.Decision{Act: policy.ActBar, Guild: g, By: by, Player: about})
		return err
	}
	if err := judge("server", "mod", "b"); !errors.Is(err, match.ErrOwnGame) {
		t.Errorf("%v", err)
	}
	for _, free := range [][2]id.Player{{"other", "b"}, {"mod", "c"}} {
		e.OK(judge("server", free[0], free[1]))
	}
	e.OK(judge("elsewhere", "mod", "b"))
	if _, err := p.Authorize(t.Context(), e.DB.Read(), policy.Decision{Act: "crown", Guild: "server", By: "other"}); err == nil {
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

package match_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// A match whose player to move has not come is ended without a result; one that has moved on since it was read is left alone, and so is
// one that has begun.
func TestAbandonUnplayed(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []string // before it is read
		since []string // and since
		over  bool
	}{
		{"nobody has moved", nil, nil, true},
		{"Black has not come", []string{"h2e2"}, nil, true},
		{"moved since", nil, []string{"h2e2"}, false},
		{"begun", []string{"h2e2", "h9g7"}, nil, false},
	} {
		e := newEnv(t)
		g := startTimed(t, e, "5+3", meiAgainstTom)
		started := e.time()
		for _, text := range c.moves {
			g.moves(text, time.Minute)
		}
		seen := g.now()
		if want := started.Add(time.Duration(len(c.moves)) * time.Minute); len(c.moves) < 2 && !seen.AwaitedSince(started).Equal(want) {
			t.Errorf("%s: awaited since %v, want %v", c.name, seen.AwaitedSince(started), want)
		}
		for _, text := range c.since {
			g.moves(text, time.Minute)
		}
		if err := e.AbandonUnplayed(t.Context(), &seen); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if now := g.now(); (now.Status == match.Ended) != c.over || c.over && now.Outcome != (game.Outcome{Method: game.Abandoned}) {
			t.Errorf("%s: %v %+v", c.name, now.Status, now.Outcome)
		}
		if err := e.AbandonUnplayed(t.Context(), &seen); err != nil {
			t.Errorf("%s, again: %v", c.name, err)
		}
	}
}

// What is said where no match is open: of the last one, if it waits.
func TestNoMatchError(t *testing.T) {
	for state, want := range map[string]error{"adjourned": match.ErrAdjourned, "held": match.ErrPausedByModerator, "over": match.ErrNoMatch} {
		e := newEnv(t)
		m := e.start(t, meiAgainstKid)
		e.bring(t, m.ID, state)
		if err := e.NoMatchError(t.Context(), room, "mei", match.ErrNoMatch); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", state, err, want)
		}
		if err := e.NoMatchError(t.Context(), room, "mei", match.ErrEnded); !errors.Is(err, match.ErrEnded) {
			t.Errorf("%s, of another error: %v", state, err)
		}
		if err := e.NoMatchError(t.Context(), "elsewhere", "mei", match.ErrNoMatch); !errors.Is(err, match.ErrNoMatch) {
			t.Errorf("%s, elsewhere: %v", state, err)
		}
	}
}

// The card of an ended match is shown again, however old, and no other.
func TestShowAgain(t *testing.T) {
	for name, c := range map[string]struct {
		then  func(e *env, m match.Match)
		shown bool
	}{
		"open":            {func(e *env, m match.Match) {}, false},
		"over":            {func(e *env, m match.Match) { e.bring(t, m.ID, "over") }, true},
		"over for longer": {func(e *env, m match.Match) { e.bring(t, m.ID, "over"); e.pass(match.CardLifetime + time.Second) }, true},
	} {
		e := newEnv(t)
		m := e.start(t, meiAgainstKid)
		c.then(e, m)
		was, err := e.Get(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []id.Match{m.ID, "nothing"} {
			if err := e.db.Tx(t.Context(), func(tx store.Tx) error { return e.Service.ShowAgain(t.Context(), tx, of) }); err != nil {
				t.Errorf("%s, %s: %v", name, of, err)
			}
		}
		if now, err := e.Get(t.Context(), m.ID); err != nil || (now.Rev == was.Rev+1) != c.shown || now.Outcome != was.Outcome {
			t.Errorf("%s: revision %d, was %d, %v", name, now.Rev, was.Rev, err)
		}
	}
}

// Moves of both sides in one text are played on a board of one's own: all or none.
func TestLineOfMoves(t *testing.T) {
	for text, want := range map[string]int{"炮二平五 马8进7": 2, "h2e2 h9g7 h0g2": 3, "h2e2 h9g6": 0, "h2e2": 1} {
		e := newEnv(t)
		e.study(t, room)
		m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse(text), notation.Auto))
		if want == 0 {
			if wrong := (*match.MoveError)(nil); !errors.As(err, &wrong) {
				t.Errorf("%s: %v", text, err)
			}
			m, err = e.InChannel(t.Context(), room)
		}
		if err != nil || m.Ply() != want {
			t.Errorf("%s: %d plies, %v", text, m.Ply(), err)
		}
	}
	e := newEnv(t) // and on no other
	e.start(t, meiAgainstTom)
	if _, err := e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2 h9g7"), notation.Auto); err == nil {
		t.Error("played for the other side")
	}
}

// A mode may bound the length of a game.
func TestLongestGame(t *testing.T) {
	short := match.Mode{Kind: "short", Competitive: true, TwoPlayers: true, MaxPlies: 2}
	e := newEnv(t)
	e.Declare(short)
	m, err := of(e.Service.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Mode: short, Channel: room, Position: game.Start(), Seats: meiAgainstTom}))
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"h2e2", "h9g7", "h0g2"} {
		by := m.Seats[m.ToMove()].Player
		next, err := of(e.Step(t.Context(), e.from(by, match.FromCard), m.ID, m.Turn, move(text)))
		if long := (*match.TooLongError)(nil); errors.As(err, &long) != (i == 2) || i < 2 && err != nil {
			t.Errorf("move %d: %v", i+1, err)
		}
		if err == nil {
			m = next
		}
	}
}

// The value of a position is known where it was scored and is still on the board.
func TestScoreAt(t *testing.T) {
	s := match.Scores{{Ply: 1, Value: 30}, {Ply: 3, Value: -20}}
	for ply, want := range map[int]int{1: 30, 3: -20} {
		if v, ok := s.At(ply); !ok || v != want {
			t.Errorf("after %d plies: %d, %v", ply, v, ok)
		}
	}
	if v, ok := s.At(2); ok || v != 0 {
		t.Errorf("after two plies: %d", v)
	}
}

// Teams move, resign, and offer each other draws with a move; a character answers a draw at once.
func TestTeams(t *testing.T) {
	start := func(e *env, other match.Seat) match.Match {
		t.Helper()
		m, err := of(e.Service.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Mode: match.Versus, Channel: e.newChannel(), Position: game.Start(),
			Seats: [2]match.Seat{{Team: match.RedTeam}, other}}))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	amend := func(e *env, of id.Match, f func(*match.Change) error) (match.Match, error) {
		c, err := e.Amend(t.Context(), match.Actor{Source: match.FromClock}, of, match.Moved, f, nil)
		return c.Match, err
	}
	e := newEnv(t)
	m := start(e, match.Seat{Team: match.BlackTeam})
	if !m.Voted() || !errors.Is(m.NotSeated(), match.ErrVoted) || jobOf(t, e, m) != "" {
		t.Errorf("voted %v, job %q", m.Voted(), jobOf(t, e, m))
	}
	if _, err := amend(e, m.ID, e.TeamDraws); !errors.Is(err, match.ErrNotAsked) {
		t.Errorf("a draw that nobody has offered: %v", err)
	}
	m, err := amend(e, m.ID, func(c *match.Change) error { return e.TeamMoves(c, move("h2e2"), true) })
	if err != nil || m.Offer != (match.Offer{Kind: match.OfferDraw, By: game.Red, Turn: m.Turn}) || m.Ply() != 1 {
		t.Errorf("a move with a draw: %+v, %v", m.Offer, err)
	}
	if m, err = amend(e, m.ID, e.TeamDraws); err != nil || m.Outcome != (game.Outcome{Result: game.Draw, Method: game.Agreement}) {
		t.Errorf("accepted: %+v, %v", m.Outcome, err)
	}
	m = start(e, match.Seat{Team: match.BlackTeam})
	if m, err = amend(e, m.ID, func(c *match.Change) error { return e.TeamMoves(c, move("h2e2"), false) }); err != nil || m.Offer.Kind != match.NoOffer {
		t.Errorf("a move alone: %+v, %v", m.Offer, err)
	}
	m, err = amend(e, m.ID, func(c *match.Change) error { e.TeamResigns(c); return nil })
	if err != nil || m.Outcome != (game.Outcome{Result: game.RedWins, Method: game.Resignation}) || !m.Acted[game.Black].Equal(e.time()) {
		t.Errorf("resigned: %+v, %v", m.Outcome, err)
	}
	m = start(e, match.Seat{Level: 3})
	if on := (*match.PlaysOnError)(nil); !errors.As(second(amend(e, m.ID, e.TeamDraws)), &on) || on.Level != 3 {
		t.Error("a character accepts a draw at the start")
	}
	if m, err = amend(e, m.ID, func(c *match.Change) error { return e.TeamMoves(c, move("h2e2"), true) }); err != nil || m.Offer.Kind != match.NoOffer || m.Next.Kind != match.Think {
		t.Errorf("a draw offered to a character with a move: %+v, %v", m.Offer, err)
	}
}

func second(_ match.Match, err error) error { return err }

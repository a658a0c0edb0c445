package match_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// keep keeps a move and fails the test if that is refused.
func (e *env) keep(t testing.TB, p id.Player, text string) match.Match {
	t.Helper()
	m, err := of(e.SetPremoveText(t.Context(), e.from(p, match.FromCommand), room, notation.Parse(text), notation.Auto))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (e *env) play(t testing.TB, p id.Player, text string) match.Match {
	t.Helper()
	m, err := of(e.Move(t.Context(), e.from(p, match.FromText), room, notation.Parse(text), notation.Auto))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A premove is the match's next act as soon as the player's turn comes, and that plays it.
func TestPremoveIsPlayed(t *testing.T) {
	e := newEnv(t)
	e.start(t, meiAgainstTom)
	m := e.keep(t, "tom", "马8进7")
	if m.Premoves[game.Black] != (match.Premove{Move: move("h9g7")}) || m.Next.Kind != match.Remind || m.Turn != 1 {
		t.Fatalf("kept: %v, next %v, turn %d", m.Premoves, m.Next, m.Turn)
	}
	if !m.Acted[game.Black].IsZero() { // else the opponent could no longer take back without asking, and would know why
		t.Error("keeping a move counts as having acted")
	}
	m = e.play(t, "mei", "h2e2")
	if m.Next != (match.Act{Kind: match.PlayPremove, Due: m.Touched}) {
		t.Fatalf("next: %+v", m.Next)
	}
	c, err := e.PlayPremove(t.Context(), m.ID, m.Turn)
	if err != nil {
		t.Fatal(err)
	}
	m = c.Match
	if m.Game.Ply() != 2 || m.LastMove() != move("h9g7") || m.Premoves != [2]match.Premove{} || c.By.Player != "tom" || c.Verb != match.Moved {
		t.Errorf("played: %v, left %v, by %+v, %s", m.Game.Moves(), m.Premoves, c.By, c.Verb)
	}
	if !m.Acted[game.Black].IsZero() {
		t.Error("who kept a move is taken for present when it is played")
	}
	if _, err := e.PlayPremove(t.Context(), m.ID, m.Turn-1); !errors.Is(err, match.ErrStale) {
		t.Errorf("played twice: %v", err)
	}
}

// A premove that is no longer legal is not played; its player is informed until they move, and their clock runs.
func TestPremoveMissed(t *testing.T) {
	e := newEnv(t)
	m := startAt(t, e, "4k4/9/9/9/9/4p4/9/9/4R4/3K5 w", match.TimeControl{Base: 5 * time.Minute})
	e.keep(t, "tom", "e4e3")
	m = e.play(t, "mei", "e1e4") // takes the pawn
	if m.Next.Kind != match.PlayPremove {
		t.Fatal(m.Next)
	}
	c, err := e.PlayPremove(t.Context(), m.ID, m.Turn)
	if err != nil || c.Verb != match.PremoveMissed || c.Match.Game.Ply() != 1 || c.Match.Turn != m.Turn {
		t.Fatalf("%s, %d plies, %v", c.Verb, c.Match.Game.Ply(), err)
	}
	if p := c.Match.Premoves[game.Black]; !p.Missed || p.Pending() || p.Move != move("e4e3") {
		t.Errorf("kept: %+v", p)
	}
	if c.Match.Next.Kind == match.PlayPremove {
		t.Error("it is tried again")
	}
	if m := e.play(t, "tom", "e9f9"); m.Premoves != [2]match.Premove{} {
		t.Errorf("still told: %v", m.Premoves)
	}
}

// startAt starts a match between Mei and Tom from a position.
func startAt(t *testing.T, e *env, fen string, timing match.TimeControl) match.Match {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstTom, Position: p, Locale: "en-US", TimeControl: timing}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A move that would lose by repetition is held back, also as a premove.
func TestPremoveThatRepeatsIsNotPlayed(t *testing.T) {
	e := newEnv(t)
	m := startAt(t, e, "4k4/R8/9/9/9/9/9/9/9/3K5 w", match.TimeControl{})
	e.play(t, "mei", "a8a9")
	e.play(t, "tom", "e9e8")
	e.play(t, "mei", "a9a8")
	e.play(t, "tom", "e8e9")
	e.play(t, "mei", "a8a9")
	e.keep(t, "mei", "a9a8")
	m = e.play(t, "tom", "e9e8")
	c, err := e.PlayPremove(t.Context(), m.ID, m.Turn)
	if err != nil || c.Verb != match.PremoveMissed || c.Match.Status != match.Open || c.Match.Game.Ply() != 6 {
		t.Errorf("a move that loses by repetition: %s, %v, %v", c.Verb, c.Match.Outcome, err)
	}
}

func TestPremoveIsCleared(t *testing.T) {
	for name, do := range map[string]func(*testing.T, *env, match.Match) (match.Match, error){
		"by its player": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.DropPremove(t.Context(), e.from("tom", match.FromCard), m.ID))
		},
		"by a takeback": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.play(t, "mei", "h2e2")
			e.play(t, "tom", "h9g7")
			e.keep(t, "tom", "i9h9")
			return of(e.Takeback(t.Context(), e.from("tom", match.FromCommand), room))
		},
		"by the end": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID))
		},
		"by a moderator": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.Rule(t.Context(), e.from("boss", match.FromCommand), m.ID, match.DeletedByModerator))
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := e.start(t, meiAgainstTom)
			e.keep(t, "tom", "h9g7")
			m, err := do(t, e, m)
			if err != nil || m.Premoves != [2]match.Premove{} {
				t.Errorf("left: %v, %v", m.Premoves, err)
			}
		})
	}
}

func TestPremoveIsReplacedAndStored(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstKid)
	e.play(t, "mei", "h2e2")
	e.keep(t, "mei", "h0g2")
	e.keep(t, "mei", "车一进一")
	again := match.NewService(e.db)
	m, err := again.Get(t.Context(), m.ID)
	if err != nil || m.Premoves[game.Red].Move != move("i0i1") || m.Next.Kind != match.Think {
		t.Fatalf("%v, %v, %v", m.Premoves, m.Next, err)
	}
	c, err := again.Answer(t.Context(), &m, move("h9g7"), 0, false)
	if err != nil || c.Match.Next.Kind != match.PlayPremove {
		t.Fatalf("%v, %v", c.Match.Next, err)
	}
	if c, err = again.PlayPremove(t.Context(), m.ID, c.Match.Turn); err != nil || c.Match.Next.Kind != match.Think || c.Match.Game.Ply() != 3 {
		t.Errorf("%v, %v", c.Match.Next, err)
	}
}

func TestSetPremoveRefuses(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	for _, c := range []struct {
		by   id.Player
		text string
		want error
	}{
		{"mei", "h2e2", match.ErrYourTurn},
		{"linh", "h9g7", match.ErrNotSeated},
		{"tom", "hello", notation.ErrNotMove},
		{"tom", "h9h5", &game.IllegalMove{}}, // not a horse's move
		{"tom", "h2e2", &game.IllegalMove{}}, // Mei's cannon
		{"tom", "e9e0", &game.IllegalMove{}},
	} {
		now, err := of(e.SetPremoveText(t.Context(), e.from(c.by, match.FromCommand), room, notation.Parse(c.text), notation.Auto))
		if illegal := (*game.IllegalMove)(nil); !errors.Is(err, c.want) && !(errors.As(c.want, &illegal) && errors.As(err, &illegal)) {
			t.Errorf("%s %s: %v", c.by, c.text, err)
		}
		if now.Premoves != [2]match.Premove{} {
			t.Errorf("%s %s is kept: %v", c.by, c.text, now.Premoves)
		}
	}
	if _, err := e.SetPremove(t.Context(), e.from("tom", match.FromCard), m.ID, m.Turn+1, move("h9g7")); !errors.Is(err, match.ErrStale) {
		t.Errorf("an old control: %v", err)
	}
	if _, err := e.SetPremove(t.Context(), e.from("linh", match.FromCard), m.ID, m.Turn+1, move("h9g7")); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("somebody else's: %v", err)
	}
	if _, err := e.SetPremove(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move("h2e2")); !errors.Is(err, match.ErrYourTurn) {
		t.Errorf("of the player to move: %v", err)
	}
	for _, by := range []id.Player{"tom", "linh"} {
		if _, err := e.DropPremove(t.Context(), e.from(by, match.FromCard), m.ID); !errors.Is(err, map[id.Player]error{"tom": match.ErrNoPremove, "linh": match.ErrNotSeated}[by]) {
			t.Errorf("%s has nothing to drop: %v", by, err)
		}
	}
	if now, err := of(e.SetPremove(t.Context(), e.from("tom", match.FromCard), m.ID, m.Turn, move("h9g7"))); err != nil || now.Premoves[game.Black].Move != move("h9g7") || now.Turn != m.Turn {
		t.Errorf("a control of this turn: %v, %v", now.Premoves, err)
	}
}

// Moves that may become possible are kept: recaptures of an own piece, and moves past pieces now in the way.
func TestConceivable(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	ahead := m.NullMovePosition()
	offered := match.Premovable(&ahead)
	for text, want := range map[string]struct{ kept, offered bool }{
		"h9g7": {true, true},   // legal now
		"i9h9": {true, true},   // recaptures on the horse's point
		"h7e7": {true, true},   // a cannon along its rank
		"h7h0": {true, true},   // a cannon takes over a screen
		"i9i0": {true, false},  // a rook past a piece now in its way
		"g9e7": {true, true},   // an elephant
		"h9f8": {true, false},  // blocked by an elephant that may move
		"a6b6": {false, false}, // a pawn before the river
		"e9d9": {true, false},  // an advisor is there, and nothing can capture it yet
		"e9e7": {false, false},
	} {
		if got := match.Conceivable(&ahead, move(text)); got != want.kept {
			t.Errorf("%s conceivable: %v", text, got)
		}
		if got := slices.Contains(offered, move(text)); got != want.offered && text != "e9d9" {
			t.Errorf("%s offered: %v", text, got)
		}
	}
	for _, one := range offered {
		if !match.Conceivable(&ahead, one) {
			t.Errorf("%v is offered and would be refused", one)
		}
	}
	m = e.play(t, "mei", "h2e2")
	ahead = m.NullMovePosition() // Red's
	for text, want := range map[string]bool{"e2e6": true, "e4e5": false, "h2h3": false, "a9a8": false, "e0e1": true, "h0e0": false, "e2e9": false} {
		if got := match.Conceivable(&ahead, move(text)); got != want {
			t.Errorf("Red's %s conceivable: %v", text, got)
		}
	}
	if match.Conceivable(&ahead, game.NoMove) {
		t.Error("no move is conceivable")
	}
	if p, ok := match.ParsePremove("h2"); ok {
		t.Error("read as a move:", p)
	}
}

// A premove is exported to its player, and not to the opponent or to who began the match.
func TestPremoveIsExportedToItsPlayer(t *testing.T) {
	e := newEnv(t)
	if _, err := e.Start(t.Context(), e.from("linh", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstTom, Position: game.Start()}); err != nil {
		t.Fatal(err)
	}
	e.play(t, "mei", "h2e2")
	e.keep(t, "mei", "h0g2")
	for p, want := range map[id.Player]bool{"mei": true, "tom": false, "linh": false} {
		sections, err := e.Owner().Export(t.Context(), e.db.Read(), p)
		text, err2 := json.Marshal(sections)
		if err != nil || err2 != nil || !strings.Contains(string(text), `"moves":["h2e2"]`) || strings.Contains(string(text), "kept_move") != want {
			t.Errorf("%s is handed %s, %v %v", p, text, err, err2)
		}
	}
}

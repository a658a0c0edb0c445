package endings

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

const mei, tom id.Player = "201", "202"

// open makes an environment whose matches are recorded.
func open(t *testing.T) (*testplay.Env, *Service) {
	e := testplay.Open(t)
	s := New(e.DB)
	e.Matches.Listen(s.Listener())
	return e, s
}

// terms returns those of an ending for a player.
func terms(t *testing.T, name string, p id.Player, g id.Guild) match.Terms {
	t.Helper()
	e, ok := Find(name)
	if !ok {
		t.Fatalf("no ending %s", name)
	}
	terms := match.Terms{Mode: match.Ending, Guild: g, Position: e.Start, Locale: "en-US"}
	terms.Seats[e.Side], terms.Seats[e.Side.Other()] = match.Seat{Player: p, Name: "name of " + string(p)}, match.Seat{Level: Opponent}
	return terms
}

// Moves that end the rook against the king, and shuffle in the pawn on the last rank against the king until it is a draw.
var (
	rookWins = []string{"a0a8", "e9d9", "f0e0"}
	shuffled = []string{"e0e1", "f7f8", "e1e0", "f8f7", "e0e1", "f7f8", "e1e0", "f8f7"}
)

func (s *Service) mustMarks(t *testing.T, p id.Player) map[string]Mark {
	t.Helper()
	marks, err := s.Marks(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return marks
}

// A win without help is marked, at its first date, and later only with fewer moves; help makes it practice, which a clean win replaces
// and does not take back.
func TestMarks(t *testing.T) {
	e, s := open(t)
	ctx := context.Background()
	helped := e.Start(terms(t, "R12", mei, "900"), rookWins[:2]...)
	if _, err := e.Matches.MakeCasual(ctx, helped.ID, match.AfterHint); err != nil {
		t.Fatal(err)
	}
	e.OK(play(e, helped, rookWins[2:]...))
	if d := cmp.Diff(map[string]Mark{"R12": Practice}, s.mustMarks(t, mei)); d != "" {
		t.Fatal(d)
	}
	if n, err := s.Counts(ctx, "900"); err != nil || len(n) > 0 {
		t.Errorf("practice is counted: %v, %v", n, err)
	}
	long := e.Start(terms(t, "R12", mei, "900"), append([]string{"a0b0", "e9e8", "b0a0", "e8e9"}, rookWins...)...)
	if long.Status != match.Ended {
		t.Fatal("it is not over")
	}
	rows := func() []reached {
		all, err := reachedBy(ctx, e.DB.Read(), mei)
		e.OK(err)
		return all
	}
	first := rows()
	if len(first) != 1 || !first[0].Clean || first[0].Moves != 4 {
		t.Fatalf("%+v", first)
	}
	e.Pass(1 << 40)
	e.Start(terms(t, "R12", mei, "900"), rookWins...)
	if now := rows(); len(now) != 1 || now[0].Moves != 2 || !now[0].At.Equal(first[0].At) {
		t.Errorf("fewer moves: %+v, before %+v", now, first)
	}
	helped = e.Start(terms(t, "R12", mei, "900"), rookWins[:2]...)
	if _, err := e.Matches.Takeback(ctx, e.By(mei), helped.Channel); err != nil {
		t.Fatal(err)
	}
	e.OK(play(e, e.Get(helped.ID), rookWins...))
	if d := cmp.Diff(map[string]Mark{"R12": Clean}, s.mustMarks(t, mei)); d != "" {
		t.Error(d)
	}
	e.Start(terms(t, "R12", tom, "900"), rookWins...)
	e.Start(terms(t, "R12", tom, ""), rookWins...)
	if n, err := s.Counts(ctx, "900"); err != nil || n["R12"] != 2 {
		t.Errorf("on the server: %v, %v", n, err)
	}
	if n, err := s.Counts(ctx, ""); err != nil || len(n) > 0 {
		t.Errorf("in direct conversations: %v, %v", n, err)
	}
	e.Tx(func(tx store.Tx) error { return s.Owner().Erase(ctx, tx, mei) })
	if len(s.mustMarks(t, mei)) > 0 || len(s.mustMarks(t, tom)) != 1 {
		t.Error("erasing one player")
	}
	if sections, err := s.Owner().Export(ctx, s.db.Read(), tom); err != nil || len(sections[0].Value.([]reached)) != 2 {
		t.Errorf("%+v, %v", sections, err)
	}
}

// play goes on with a match.
func play(e *testplay.Env, m match.Match, moves ...string) error {
	for _, text := range moves {
		move, err := game.ParseMove(text)
		if err != nil {
			return err
		}
		if seat := m.Seats[m.ToMove()]; seat.Human() {
			_, err = e.Matches.StepConfirmed(e.T.Context(), e.By(seat.Player), m.ID, m.Turn, move)
		} else {
			_, err = e.Matches.Answer(e.T.Context(), &m, move, 0, false)
		}
		if err != nil {
			return err
		}
		m = e.Get(m.ID)
	}
	return nil
}

// What ends a match otherwise reaches nothing: resigning, a draw where a win is wanted, a loss, other matches.
func TestNotReached(t *testing.T) {
	e, s := open(t)
	e.Resign(e.Start(terms(t, "R12", mei, "900"), rookWins[0]), mei)
	e.Start(testplay.Versus(mei, 2), "h2e2")
	from := terms(t, "R12", mei, "900")
	from.Mode = match.Versus
	e.Start(from, rookWins...)
	win := terms(t, "P1", mei, "900") // the kings shuffle
	for _, m := range []match.Match{e.Start(win, "e0e1", "d9d8", "e1e0", "d8d9", "e0e1", "d9d8", "e1e0", "d8d9")} {
		if m.Outcome.Result != game.Draw {
			t.Fatalf("it ends %v", m.Outcome)
		}
	}
	if marks := s.mustMarks(t, mei); len(marks) > 0 {
		t.Errorf("%v", marks)
	}
}

// A draw counts where it is wanted, whoever the rules give it to; Black's side of a classic has a mark of its own.
func TestDraws(t *testing.T) {
	e, s := open(t)
	m := e.Start(terms(t, "P2", mei, "900"), shuffled...)
	if m.Outcome.Result != game.Draw {
		t.Fatalf("it ends %v", m.Outcome)
	}
	m = e.Start(terms(t, "stars.black", tom, "900"))
	if one, ok := FromMatch(&m); !ok || one.Name != "stars.black" {
		t.Errorf("Black plays %+v", one)
	}
	if m = e.Start(terms(t, "stars", tom, "900")); m.CasualReason != match.FromPosition {
		t.Errorf("it counts as %v", m.CasualReason)
	}
	if d := cmp.Diff(map[string]Mark{"P2": Clean}, s.mustMarks(t, mei)); d != "" {
		t.Error(d)
	}
}

// The opponent agrees to a draw only once the position was even, by its own search, twice running after forty plies: that nobody can
// win has to be shown. It offers neither a draw nor to resign.
func TestAgreesToADraw(t *testing.T) {
	e, s := open(t)
	ctx := e.T.Context()
	m := e.Start(terms(t, "N3", mei, "900")) // a horse does not beat two advisors
	random := rand.New(rand.NewPCG(1, 2))
	step := func(value int) {
		t.Helper()
		moves := m.Game.Position().LegalMoves(nil)
		random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, move := range moves {
			next := m.Game.Clone()
			if next.Play(move) != nil || next.Outcome().Over() || len(next.Position().LegalCaptures(nil)) > 0 {
				continue
			}
			var err error
			if seat := m.Seats[m.ToMove()]; seat.Human() {
				_, err = e.Matches.StepConfirmed(ctx, e.By(seat.Player), m.ID, m.Turn, move)
			} else {
				_, err = e.Matches.Answer(ctx, &m, move, value, true)
			}
			e.OK(err)
			if m = e.Get(m.ID); m.Offer.Kind != match.NoOffer {
				t.Fatalf("the opponent offers %v", m.Offer)
			}
			return
		}
		t.Fatal("no quiet move is left")
	}
	for m.Game.Ply() < 36 {
		step(0)
	}
	if _, err := e.Matches.OfferDraw(ctx, e.By(mei), m.Channel); err == nil {
		t.Fatal("it agrees after 36 plies")
	}
	for m.Game.Ply() < 42 {
		step(-80)
	}
	if _, err := e.Matches.OfferDraw(ctx, e.By(mei), m.Channel); err == nil {
		t.Fatal("it agrees although it sees itself behind")
	}
	for m.Game.Ply() < 46 {
		step(-20)
	}
	if c, err := e.Matches.OfferDraw(ctx, e.By(mei), m.Channel); err != nil || c.Match.Outcome.Result != game.Draw {
		t.Fatalf("%v, %v", c.Match.Outcome, err)
	}
	if d := cmp.Diff(map[string]Mark{"N3": Clean}, s.mustMarks(t, mei)); d != "" {
		t.Error(d)
	}
}

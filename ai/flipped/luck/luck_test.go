package luck

import (
	"context"
	"math"
	"testing"

	"yeye/ai/flipped"
	"yeye/game"
	"yeye/game/jieqi"
)

func moves(t testing.TB, texts ...string) (all []game.Move) {
	t.Helper()
	for _, text := range texts {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return
}

func split(t testing.TB, deal string, texts ...string) *Report {
	t.Helper()
	d, err := jieqi.ParseDeal(deal)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Split(context.Background(), flipped.New(), d, moves(t, texts...), false, 600)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The deal of the published example: on b2 lies a pawn, on h2 one, on a9 one, on h7 a horse.
const deal = "NRPCNAPCPPBRPAB/pbbacrnpapprcnp"

// Who turns over a rook early is lucky, who turns over a pawn is not, though not by much: the rook was there before, if nobody
// knew where. A king's move has no luck.
func TestLuckHasASign(t *testing.T) {
	r := split(t, deal, "b0c2", "e9e8", "b2b3", "e8e9")
	if l := r.Plies[0].Luck(); l < 0.01 || r.Plies[0].Made.Turned != game.Rook {
		t.Errorf("a rook: %+v", r.Plies[0])
	}
	if l := r.Plies[2].Luck(); l > -0.001 || r.Plies[2].Made.Turned != game.Pawn {
		t.Errorf("a pawn: %+v", r.Plies[2])
	}
	if r.Plies[1].Luck() != 0 || r.Sides[game.Black].Turned != 0 || r.Sides[game.Black].Luckiest != -1 {
		t.Errorf("a king: %+v", r.Plies[1])
	}
	red := r.Sides[game.Red]
	if red.Turned != 2 || red.Luckiest != 0 || red.Unluckiest != 2 || math.Abs(red.Luck-r.Plies[0].Luck()-r.Plies[2].Luck()) > 1e-9 {
		t.Errorf("%+v", red)
	}
	if who, by := r.Lucky(); who != game.Red || by != red.Luck {
		t.Errorf("%v by %.2f", who, by)
	}
}

// A piece taken face down is luck too: a rook more than a pawn. Taking with a cannon that is lost for it is a choice.
func TestTakenFaceDown(t *testing.T) {
	rook := split(t, deal, "h2h9", "b7b0")
	other := split(t, "NPPCNAPCPPBRRAB/pbbacrnpapprcnp", "h2h9", "b7b0") // a pawn instead of the rook on b0
	a, b := rook.Plies[1], other.Plies[1]
	if a.Before != b.Before || a.Luck() <= b.Luck() || rook.Sides[game.Black].Taken != 1 {
		t.Errorf("%+v\n%+v", a, b)
	}
}

// Where captures are open, the owner of a rook that was taken face down knows that it is gone, and expects less of the others.
func TestOpenCaptures(t *testing.T) {
	d, err := jieqi.ParseDeal("NRPCNAPCPPBRPAB/pbbacnrpapprcnp") // on h9 lies a rook
	if err != nil {
		t.Fatal(err)
	}
	var reports [2]*Report
	for i, open := range []bool{false, true} {
		if reports[i], err = Split(context.Background(), flipped.New(), d, moves(t, "h2h9", "i9h9"), open, 600); err != nil {
			t.Fatal(err)
		}
	}
	closed, open := reports[0].Plies, reports[1].Plies
	if open[0].Before != closed[0].Before || open[1].Before >= closed[1].Before {
		t.Errorf("%+v\n%+v", closed, open)
	}
}

// The dearest choice is the one that gives a rook away.
func TestDearest(t *testing.T) {
	// The rook of b0 takes a piece beside the king, who takes it.
	r := split(t, deal, "b0c2", "a6a5", "c2d2", "i6i5", "d2d9", "e9d9")
	if d := r.Sides[game.Red].Costliest; d != 4 || r.Plies[d].Cost < 0.1 {
		t.Errorf("turn %d: %+v", d, r.Plies)
	}
	if c := r.Plies[4]; c.Best == c.Made.Move || !c.Made.Dark {
		t.Errorf("%+v", c)
	}
}

// On average over what may be turned over there is no luck: the shares weighed by how many are left add up to what was promised.
func TestNoLuckOnAverage(t *testing.T) {
	g := jieqi.NewGame(jieqi.Identity())
	v := g.View(jieqi.RedPlayer)
	x, err := searchBoth(context.Background(), flipped.New(), &v, moves(t, "b2e2")[0], 600)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	pool := jieqi.FullPool()
	for r, k := range pool {
		if k > 0 {
			turn := x.judge(&v, jieqi.Ply{Move: x.chosen.Move, Turned: game.Role(r)})
			sum += float64(k) / 15 * turn.Luck()
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("%.6f", sum)
	}
}

func TestRefuses(t *testing.T) {
	if _, err := Split(context.Background(), flipped.New(), jieqi.Identity(), moves(t, "a0a9"), false, 100); err == nil {
		t.Error("an illegal move")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Split(ctx, flipped.New(), jieqi.Identity(), moves(t, "b2e2"), false, 100); err == nil {
		t.Error("a canceled report")
	}
}

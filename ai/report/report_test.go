package report_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/ai/report"
	"yeye/ai/tactics"
	"yeye/game"
	"yeye/internal/race"
)

// Games between characters, the first of Uncle and Xiaoqing, the last of the Park
// Master with himself.
var games = []string{
	"e3e4 b7g7 h2e2 g7e7 e2e6 e7e4 i0i1 b9c7 i1h1 h7h0 e6e5 a9b9 h1h4 b9b2 h4e4 h9g7 e5i5 c7e6 i5i9 b2g2 c0e2 g2g3 b0d1 c9e7 e4e3 g3g1 d0e1 e6d4 e3e7 g7e8 e7f7 h0h9 f7f8 e8d6 i9g9 f9e8 g9g1 d6f5 f8f6 d4f3 g1g4 f3g1 e0d0 f5h4 g4e4 e8d7 f6f7 h9i9 f7e7 e9f9 e7h7 i9i3 h7h4 f9f8 h4h8 f8f9 h8h4 c6c5 h4g4 g1i0 g4i4 i3d3 d1b2 d3d6 i4i0 d9e8 i0i3 d6f6 b2d3 c5c4 i3f3 f6f7 c3c4 f9f8 d3e5 g6g5 a0b0 i6i5 b0b9 f7f4 f3f4 e8f7 f4f7",
	"b2b3 h7d7 g3g4 d7g7 h2h6 b7b6 c0e2 d9e8 b0c2 b9a7 h0g2 g9e7 i0h0 g6g5 g2f4 g5g4 f4d5 b6b8 e2g4 h9i7 d5f4 i9g9 f4e6 g7g8 g4e2 g8h8 h6f6 g9g6 f6f8 h8i8 e6f4 g6f6 f4h5 f6f8 h5i7 f8f7 i7g6 f7f1 c3c4 f1b1 b3c3 b1b3 c3c6 a7c6 g6i7 b3c3 a0c0 c6b4 c2e1 c3e3 e1c2 e3c3 c2e1 c3a3 e1g2 a3g3 h0h2 g3g7 g2h4 g7i7 e0e1 i7f7 h2h3 f7f0 h4i6 a9a7 i6g7 a7d7 g7i8 d7d6 i8h6 b4a2 h3b3 b8c8 h6g8 e9d9 c0a0 d6d1",
	"b0c2 b9c7 h2g2 h7h2 c0e2 h9i7 i0i2 h2h6 i2h2 i9h9 h0i2 b7a7 b2a2 h6h3 d0e1 a9b9 c3c4 g6g5 a0d0 b9b5 d0d6 b5b6 c4c5 h3h6 c5c6 b6c6 d6d3 h6h3 a2a0 g9e7 a0c0 c6b6 c0c7 i7g6 d3d8 g6e5 e3e4 e5g6 g3g4 b6b5 d8d3 g6i5 g4g5 b5g5 i3i4 h3h5 i4i5 i6i5 c2d4 g5d5 h2h4 f9e8 i2g3 h5h8 h4h5 d5d7 c7c2 d7d6 h5b5 i5i4 g3f5 e6e5 e4e5 a7d7 e5e6 d6b6 f5e7 b6b5 e7g8 e9f9 d3f3 d7f7 d4b5 h8i8 f3f7 e8f7 g2f2 f7e8 e6f6 e8f7 f6f7",
}

func played(t testing.TB, text string) *game.Game {
	t.Helper()
	g := game.NewGame(game.Start(), game.Asian)
	for _, f := range strings.Fields(text) {
		m, err := game.ParseMove(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// hasty returns an analyst for tests: a fraction of the usual nodes.
func hasty() *report.Analyst {
	return &report.Analyst{Engine: ai.New(ai.Options{HashMB: 8}), Quick: 4_000, Deep: 12_000, Proof: 50_000}
}

// analyses holds those that were made, by their games' moves: several tests look at the same games.
var analyses sync.Map

// analysed returns the analysis of a game, which is not to be changed. It searches for long with one goroutine.
func analysed(t testing.TB, g *game.Game) *report.Analysis {
	t.Helper()
	race.OneGoroutine(t)
	start := g.Start()
	key := fmt.Sprint(start.FEN(), g.Moves(), g.Outcome())
	if made, ok := analyses.Load(key); ok {
		return made.(*report.Analysis)
	}
	a, err := hasty().Run(t.Context(), g, g.Outcome(), report.NewAnalysis(g), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Finished(g, g.Outcome()) {
		t.Fatal("not finished")
	}
	analyses.Store(key, &a)
	return &a
}

// looked returns the games to look at: one, if tests are to be short.
func looked() []string {
	if testing.Short() {
		return games[:1]
	}
	return games
}

func TestReportOfGames(t *testing.T) {
	for i, text := range looked() {
		g := played(t, text)
		a := analysed(t, g)
		r, err := report.Make(g, g.Outcome(), a)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Positions) != g.Ply()+1 || len(r.Moves) != g.Ply() {
			t.Fatalf("game %d: %d positions and %d moves of %d plies", i, len(r.Positions), len(r.Moves), g.Ply())
		}
		winner, _ := g.Outcome().Result.Winner()
		last := r.Positions[g.Ply()].Chance
		if (last > 90) != (winner == game.Red) || (last < 10) != (winner == game.Black) {
			t.Errorf("game %d: Red's chance at the end is %.0f", i, last)
		}
		var sides [2]report.Side
		for ply, m := range r.Moves {
			if m.Loss < 0 {
				t.Errorf("game %d: move %d gains %.1f", i, ply, -m.Loss)
			}
			s := &sides[ply%2]
			s.Moves++
			switch m.Verdict {
			case accuracy.Inaccuracy:
				s.Inaccuracies++
			case accuracy.Mistake:
				s.Mistakes++
			case accuracy.Blunder:
				s.Blunders++
			}
		}
		for c := range sides {
			sides[c].Accuracy, sides[c].Counted = r.Sides[c].Accuracy, r.Sides[c].Counted
			if x := r.Sides[c].Accuracy; !(x > 0 && x < 100) {
				t.Errorf("game %d: accuracy %v", i, x)
			}
		}
		if d := cmp.Diff(sides, r.Sides); d != "" {
			t.Errorf("game %d: counts: %s", i, d)
		}
		turning := 0
		for _, m := range r.Moves {
			if m.Loss >= report.TurningFrom {
				turning++
			}
		}
		if len(r.TurningPoints) > 3 || len(r.TurningPoints) == 0 && turning > 0 {
			t.Errorf("game %d: %d turning points of %d moves that cost as much", i, len(r.TurningPoints), turning)
		}
		if !slices.ContainsFunc(r.TurningPoints, func(turn report.TurningPoint) bool { return turn.By != winner }) {
			t.Errorf("game %d: the loser learns nothing", i)
		}
		for k, turn := range r.TurningPoints {
			if k > 0 && r.TurningPoints[k-1].Ply >= turn.Ply {
				t.Errorf("game %d: turning points out of order", i)
			}
			checkTurn(t, g, &turn)
			t.Logf("game %d, ply %d, %v: %s instead of %s costs %.0f: %+v; %v %+v", i, turn.Ply, turn.By, turn.Played,
				turn.Line, turn.Loss(), turn.Why, turn.Fault.Kind, turn.Fault)
		}
		checkMoves(t, g, a, r)
		t.Logf("game %d: %+v %q", i, r.Sides, r.Finish)
	}
}

// checkMoves checks what is said of the costly moves that are no turning points.
func checkMoves(t *testing.T, g *game.Game, a *report.Analysis, r *report.Report) {
	t.Helper()
	before := g.Start()
	for i, m := range r.Moves {
		after := before.After(m.Played)
		if m.Fault != nil && !slices.ContainsFunc(r.TurningPoints,
			func(turn report.TurningPoint) bool { return turn.Ply == i }) {
			if m.Verdict == accuracy.Fine {
				t.Errorf("ply %d: %v of a fine move", i, m.Fault.Kind)
			}
			turn := report.TurningPoint{By: before.Turn(), Played: m.Played, Line: a.Entries[i].Line,
				Reply: a.Entries[i+1].Line, Fault: *m.Fault}
			checkFault(t, before, after, &turn)
			if m.Fault.Kind == report.MissesIdea {
				checkFact(t, before, turn.Line, m.Fault.Achieves)
			}
		}
		before = after
	}
}

// checkTurn checks every piece and point that a turning point names on the board
// and along its lines, using only the rules.
func checkTurn(t *testing.T, g *game.Game, turn *report.TurningPoint) {
	t.Helper()
	before := g.Start()
	for _, m := range g.Moves()[:turn.Ply] {
		before.Do(m)
	}
	if g.Moves()[turn.Ply] != turn.Played || before.Turn() != turn.By || turn.Better() == turn.Played {
		t.Errorf("%+v is not about move %d", turn, turn.Ply)
	}
	if !turn.Costliest && (turn.Loss() < report.TurningFrom || turn.Verdict < accuracy.Mistake) {
		t.Errorf("ply %d: %v for %.1f points", turn.Ply, turn.Verdict, turn.Loss())
	}
	follow(t, before, turn.Line)
	for _, f := range turn.Why {
		checkFact(t, before, turn.Line, f)
	}
	after := before.After(turn.Played)
	follow(t, after, turn.Reply)
	checkFault(t, before, after, turn)
}

func follow(t *testing.T, p game.Position, line report.Line) game.Position {
	t.Helper()
	for i, m := range line {
		if !p.IsLegal(m) {
			t.Fatalf("move %d of the line %v is not legal", i+1, line)
		}
		p.Do(m)
	}
	return p
}

// takenAt returns the ply of the line at which the piece on s is taken, or -1.
func takenAt(p game.Position, line report.Line, s game.Square) int {
	at := s
	for i, m := range line {
		if m.To() == at {
			return i
		}
		if m.From() == at {
			at = m.To()
		}
	}
	return -1
}

func checkFact(t *testing.T, p game.Position, line report.Line, f explain.Reason) {
	t.Helper()
	us := p.Turn()
	stands := func(m game.Piece, s game.Square, c game.Color) {
		if m == game.NoPiece || m.Color() != c || p.At(s) != m {
			t.Errorf("%+v: no %v on %v in %s", f, m, s, p.FEN())
		}
	}
	switch f.Kind {
	case explain.Wins:
		stands(f.Piece, f.At, us.Other())
		if n := takenAt(p, line, f.At); n < 0 || n > 2*f.N-2 {
			t.Errorf("%+v: taken on ply %d of %v", f, n, line)
		}
	case explain.WinsFor:
		stands(f.Piece, f.At, us.Other())
		stands(f.Other, f.OtherAt, us)
		if takenAt(p, line, f.At) < 0 || takenAt(p, line, f.OtherAt) < 0 {
			t.Errorf("%+v: not both taken in %v", f, line)
		}
	case explain.Recaptures, explain.Threatens, explain.CheckFork:
		stands(f.Piece, f.At, us.Other())
	case explain.Captures:
		stands(f.Piece, f.At, us.Other())
		if line[0].To() != f.At {
			t.Errorf("%+v: not taken by %v", f, line[0])
		}
	case explain.Fork:
		stands(f.Piece, f.At, us.Other())
		stands(f.Other, f.OtherAt, us.Other())
	case explain.Exchanges:
		stands(f.Piece, f.At, us.Other())
		stands(f.Other, f.OtherAt, us)
		if line[0].To() != f.At || line[1].To() != f.At {
			t.Errorf("%+v: no exchange in %v", f, line)
		}
	case explain.Saves:
		stands(f.Piece, f.At, us)
	case explain.Centers, explain.Crosses, explain.Develops, explain.Frees:
		stands(f.Piece, f.At, us)
	case explain.Mates, explain.Stalemates:
		end := follow(t, p, line)
		if end.HasLegal() || len(line) != 2*f.N-1 || end.InCheck() != (f.Kind == explain.Mates) {
			t.Errorf("%+v: %v does not end so", f, line)
		}
	}
}

func checkFault(t *testing.T, before, after game.Position, turn *report.TurningPoint) {
	t.Helper()
	f, us := turn.Fault, turn.By
	stands := func(p game.Position, m game.Piece, s game.Square, c game.Color) {
		if m == game.NoPiece || m.Color() != c || p.At(s) != m {
			t.Errorf("%v %+v: no %v on %v", f.Kind, f, m, s)
		}
	}
	switch f.Kind {
	case report.AllowsMate, report.AllowsStalemate:
		if end := follow(t, after, turn.Reply); end.HasLegal() || len(turn.Reply) != 2*f.N-1 {
			t.Errorf("%+v: no mate after %v", f, turn.Reply)
		}
	case report.MissesMate, report.MissesStalemate:
		if end := follow(t, before, turn.Line); end.HasLegal() || len(turn.Line) != 2*f.N-1 {
			t.Errorf("%+v: no mate after %v", f, turn.Line)
		}
	case report.Hangs, report.Unguards, report.LeavesHanging, report.Exposes, report.LosesLater:
		stands(after, f.Piece, f.At, us)
		if n := takenAt(after, turn.Reply, f.At); n < 0 || n > 2*f.N-2 ||
			(n == 0 && f.N == 1) == (f.Kind == report.LosesLater) {
			t.Errorf("%v %+v: taken on ply %d of %v", f.Kind, f, n, turn.Reply)
		}
		if f.Kind != report.LosesLater && (f.Kind == report.Hangs) != (f.At == turn.Played.To()) {
			t.Errorf("%v: it is the piece that moved, or is not", f.Kind)
		}
		if f.Kind == report.Unguards && !before.Attackers(f.At, us, before.Occupied()).Has(turn.Played.From()) {
			t.Errorf("%+v: it had not been protected", f)
		}
	case report.LosesInTrade:
		stands(after, f.Piece, f.At, us)
		stands(after, f.Other, f.OtherAt, us.Other())
		if takenAt(after, turn.Reply, f.At) < 0 || takenAt(after, turn.Reply, f.OtherAt) < 0 ||
			f.Piece.Role() == f.Other.Role() {
			t.Errorf("%+v: not one for the other in %v", f, turn.Reply)
		}
	case report.MissesMateThreat:
		if !threatensMate(before.After(turn.Better())) {
			t.Errorf("%+v: no threat of mate after %v", f, turn.Better())
		}
		if f.N > 1 && threatensMate(after) {
			t.Errorf("%+v: %v threatens mate too", f, turn.Played)
		}
	case report.AllowsFork:
		stands(after, f.Piece, f.At, us)
		if f.Other != game.NoPiece {
			stands(after, f.Other, f.OtherAt, us)
		}
	case report.Overpays:
		stands(after, f.Piece, f.At, us)
		stands(before, f.Other, f.At, us.Other())
		if f.At != turn.Played.To() || turn.Reply[0].To() != f.At || tactics.Value(f.Piece, f.At) <= tactics.Value(f.Other, f.At) {
			t.Errorf("%+v: %v is answered by %v", f, turn.Played, turn.Reply)
		}
	case report.MissesFork:
		stands(before, f.Piece, f.At, us.Other())
		if f.Other != game.NoPiece {
			stands(before, f.Other, f.OtherAt, us.Other())
		}
	case report.MissesHollowCannon:
		stands(before, f.Piece, f.At, us)
		if m := turn.Better(); m.From() != f.At || f.Piece.Role() != game.Cannon ||
			m.To().File() != after.King(us.Other()).File() {
			t.Errorf("%+v: no bare cannon after %v", f, m)
		}
	case report.MissesWin:
		stands(before, f.Piece, f.At, us.Other())
		if takenAt(before, turn.Line, f.At) < 0 {
			t.Errorf("%+v: not taken in %v", f, turn.Line)
		}
	}
}

// threatensMate reports whether the side that just moved could check next and mate
// with that move or the one after.
func threatensMate(p game.Position) bool {
	p.DoNull()
	for _, m := range p.LegalMoves(nil) {
		q := p.After(m)
		if !q.HasLegal() {
			return true
		}
		all := q.InCheck()
		for _, a := range q.LegalMoves(nil) {
			next, mate := q.After(a), false
			for _, b := range next.LegalMoves(nil) {
				end := next.After(b)
				mate = mate || !end.HasLegal()
			}
			all = all && mate
		}
		if all {
			return true
		}
	}
	return false
}

// However often it is interrupted, stored and continued, an analysis follows the
// same plan, and never repeats work.
func TestAnalysisGoesOnFromStore(t *testing.T) {
	g := played(t, games[1])
	broken := errors.New("killed")
	a, looks := report.NewAnalysis(g), 0
	for {
		n, last := 0, -1
		b, err := hasty().Run(t.Context(), g, g.Outcome(), a, func(_ *report.Analysis, done, total int) error {
			if looks++; done < last || done > total {
				t.Fatalf("%d of %d after %d", done, total, last)
			}
			last = done
			if n++; n == 7 {
				return broken
			}
			return nil
		})
		stored, jsonErr := json.Marshal(b)
		if jsonErr != nil {
			t.Fatal(jsonErr)
		}
		var again report.Analysis
		if err := json.Unmarshal(stored, &again); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(b, again); d != "" {
			t.Fatalf("stored and read: %s", d)
		}
		a = again
		if err == nil {
			break
		}
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
	}
	sum := 0
	for _, p := range a.Entries {
		if sum += int(p.Pass); p.Tried {
			sum++
		}
	}
	if !a.Finished(g, g.Outcome()) || looks < len(a.Entries) || looks > sum {
		t.Errorf("%d looks for %d passes over %d positions", looks, sum, len(a.Entries))
	}
	if _, err := report.Make(g, g.Outcome(), &a); err != nil {
		t.Error(err)
	}
}

// Nothing is said about withheld positions, nor about the moves beside them; the rest stays.
func TestWithout(t *testing.T) {
	g := played(t, games[0])
	a := analysed(t, g)
	whole, err := report.Make(g, g.Outcome(), a)
	if err != nil {
		t.Fatal(err)
	}
	withheld := make([]bool, g.Ply()+1)
	from := whole.TurningPoints[0].Ply + 1 // after a turning point
	for i := range 3 {
		withheld[from+i] = true
	}
	r, err := report.MakeExcluding(g, g.Outcome(), a, withheld)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range r.Positions {
		switch {
		case withheld[i] && (!p.Excluded || p.Score != 0 || p.Chance != 0 || p.Line != nil ||
			p.Turn != whole.Positions[i].Turn):
			t.Errorf("position %d: %+v", i, p)
		case !withheld[i] && !cmp.Equal(p, whole.Positions[i]):
			t.Errorf("position %d: %+v, not %+v", i, p, whole.Positions[i])
		}
	}
	for i, m := range r.Moves {
		switch beside := withheld[i] || withheld[i+1]; {
		case beside && (!m.Excluded || m.Verdict != accuracy.Fine || m.Loss != 0 || m.Accuracy != 0):
			t.Errorf("move %d: %+v", i, m)
		case !beside && !cmp.Equal(m, whole.Moves[i]):
			t.Errorf("move %d: %+v, not %+v", i, m, whole.Moves[i])
		}
	}
	if len(r.TurningPoints) != len(whole.TurningPoints)-1 {
		t.Errorf("%d turning points of %d", len(r.TurningPoints), len(whole.TurningPoints))
	}
	if n := r.Sides[0].Moves + r.Sides[1].Moves; n != g.Ply()-4 {
		t.Errorf("%d moves count of %d", n, g.Ply())
	}
	for _, s := range r.Sides {
		if !(s.Accuracy > 0 && s.Accuracy <= 100) {
			t.Errorf("accuracy %v", s.Accuracy)
		}
	}
}

func TestAnalysisStopsWithItsContext(t *testing.T) {
	g := played(t, games[0])
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	a, err := hasty().Run(ctx, g, g.Outcome(), report.NewAnalysis(g), func(*report.Analysis, int, int) error {
		if seen++; seen == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || seen != 5 {
		t.Errorf("%v after %d positions", err, seen)
	}
	known := 0
	for _, p := range a.Entries {
		if p.Pass != report.Unsearched {
			known++
		}
	}
	if known != 5 {
		t.Errorf("%d positions are known, want 5", known)
	}
	if _, err := report.Make(g, g.Outcome(), &a); !errors.Is(err, report.ErrMismatch) {
		t.Errorf("a report of an unfinished analysis: %v", err)
	}
}

func TestAnalysisOfAnotherGame(t *testing.T) {
	g := played(t, games[0])
	a := report.NewAnalysis(g)
	old := a
	old.Version++
	shorter := played(t, games[0])
	shorter.Takeback()
	for name, c := range map[string]struct {
		g *game.Game
		a report.Analysis
	}{"another game": {played(t, games[1]), a}, "a shorter one": {shorter, a}, "another version": {g, old}} {
		if _, err := hasty().Run(t.Context(), c.g, c.g.Outcome(), c.a, nil); !errors.Is(err, report.ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := report.Make(c.g, c.g.Outcome(), &c.a); !errors.Is(err, report.ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A game that was resigned at once, and one without moves.
func TestReportOfHardlyAGame(t *testing.T) {
	for _, text := range []string{"", "h2e2"} {
		g := played(t, text)
		r, err := report.Make(g, g.Outcome(), analysed(t, g))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.TurningPoints) != 0 || r.Sides[game.Black] != (report.Side{}) || math.IsNaN(r.Sides[game.Red].Accuracy) ||
			r.Sides[game.Red].Moves != g.Ply() {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// Positions in which one move is known to be the mistake, and why.
func TestTurningPointsOfKnownMistakes(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		fault           report.FaultKind
		at              string
	}{
		{"the rook goes where the horse takes it", "2bakab2/9/2n3n2/4p4/9/9/4P4/2N3N2/9/R1BAKAB2 w - - 0 20", "a0a6", report.Hangs, "a6"},
		{"the rook leaves the horse that it protected", "2bakab2/9/9/4p3p/9/2r6/4P3P/R1N6/4A4/2B1KAB2 w - - 0 20", "a2a9", report.Unguards, "c2"},
		{"the rook stays where the horse attacks it", "2bakab2/9/2n3n2/R3p4/9/9/4P4/2N3N2/9/2BAKAB2 w - - 0 20", "e0e1",
			report.LeavesHanging, "a6"},
		{"a mate on the back rank is not seen", "5k3/9/9/9/9/9/9/r7R/2r6/4K4 w - - 0 20", "i2i3", report.AllowsMate, ""},
		{"two rooks mate, but one is given for nothing", "3k5/R8/9/9/8r/2n6/9/9/1R7/4K4 w - - 0 20", "b1b6", report.MissesMate, ""},
		{"the cannon takes a pawn that a horse protects", "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2", "e2e6", report.Overpays, "e6"},
		{"a rook stands free and is left", "3akab2/9/4b4/3r5/9/2N6/P3P3P/9/4A4/2BAK1B2 w - - 0 20", "i3i4", report.MissesWin, "d6"},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		g := game.NewGame(p, game.Asian)
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		r, err := report.Make(g, g.Outcome(), analysed(t, g))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.TurningPoints) != 1 {
			t.Errorf("%s: %+v", c.name, r.Positions)
			continue
		}
		checkTurn(t, g, &r.TurningPoints[0])
		if f := r.TurningPoints[0].Fault; f.Kind != c.fault || c.at != "" && f.At.String() != c.at {
			t.Errorf("%s: %v %+v after %v, better %v", c.name, f.Kind, f, r.TurningPoints[0].Reply, r.TurningPoints[0].Line)
		}
	}
}

func TestEveryFaultHasAName(t *testing.T) {
	seen := map[string]bool{}
	for k := range report.FaultKind(report.Faults) {
		if n := k.String(); n == "unknown" || seen[n] {
			t.Errorf("fault %d is called %q", k, n)
		} else {
			seen[n] = true
		}
	}
	if report.FaultKind(report.Faults).String() != "unknown" {
		t.Error("a fault beyond the last has a name")
	}
}

// Eighty plies within twenty seconds of one idle core.
func BenchmarkReport(b *testing.B) {
	g := played(b, games[2])
	for b.Loop() {
		n := report.Analyst{Engine: ai.New(ai.Options{})}
		a, err := n.Run(b.Context(), g, g.Outcome(), report.NewAnalysis(g), nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := report.Make(g, g.Outcome(), &a); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(g.Ply()), "plies/op")
}

// A move that lets a mate in is said to do so in a lost game too, where no chance is left to lose.
func TestLetsMateInWhenLost(t *testing.T) {
	g := played(t,
		"b2b6 b9c7 a0a1 b7b0 a1d1 a9b9 a3a4 b9b6 d1a1 c6c5 i3i4 b6d6 e0e1 d6d0 e1e2 c7d5 a1a3 h7h0 h2i2 d5f4 e2f2 d0f0")
	found, err := report.Make(g, g.Outcome(), analysed(t, g))
	if err != nil {
		t.Fatal(err)
	}
	const walks = 18 // h2i2
	if f := found.Moves[walks].Fault; f == nil || f.Kind != report.AllowsMate ||
		found.Moves[walks].Loss >= accuracy.InaccuracyFrom {
		t.Errorf("%v, cost %.0f", f, found.Moves[walks].Loss)
	}
}

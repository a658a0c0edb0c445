package fairplay

import (
	"errors"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/game"
)

// without returns a position without n of its pieces, taken from the end of the board that no king needs.
func without(t testing.TB, p *game.Position, n int) game.Position {
	t.Helper()
	at := p.Setup()
	for s := range at.Board {
		if n > 0 && at.Board[s] != game.NoPiece && at.Board[s].Role() != game.King {
			one := at
			one.Board[s] = game.NoPiece
			if _, err := one.Position(); err == nil {
				at, n = one, n-1
			}
		}
	}
	q, err := at.Position()
	if err != nil || n > 0 {
		t.Fatalf("%d pieces are left to be removed, %v", n, err)
	}
	return q
}

// Boards are compared at once, and the result is the number of points on which they differ.
func TestApartIsCounted(t *testing.T) {
	var boards []game.Position
	for i, g := range realGames(t) {
		boards = append(boards, *at(t, g, min(g.Ply(), i%60)).Position())
	}
	for i := range boards {
		for j := range boards {
			p, q := imagesOf(&boards[i]), imagesOf(&boards[j])
			want := 0
			for s := range p[0].Board {
				if p[0].Board[s] != q[0].Board[s] {
					want++
				}
			}
			if got := p[0].distance(&q[0].planes); got != want {
				t.Fatalf("%s and %s are %d points apart, not %d", boards[i].FEN(), boards[j].FEN(), want, got)
			}
		}
	}
}

// A board that is withheld widely is withheld up to six removed pieces, asked about the fuller or the emptier position.
func TestSixRemovedPieces(t *testing.T) {
	boardOfPosition := func(p game.Position) board {
		of := imagesOf(&p)
		b, err := boardOf(entry{game: "live", key: keyOf(of), pieces: of[0].pieces, similar: true})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	tried := 0
	for _, g := range realGames(t) {
		if g.Ply() <= 30 || tried == 5 {
			continue
		}
		full := *at(t, g, 30).Position()
		if full.Occupied().Count() < 30 {
			continue
		}
		tried++
		for n, withheld := range map[int]bool{5: true, 6: true, 7: false} {
			less := without(t, &full, n)
			fuller, emptier := imagesOf(&full), imagesOf(&less)
			ofFull, ofLess := boardOfPosition(full), boardOfPosition(less)
			want := withheld && ofFull.maxDistanceFor(emptier[0].fromStart) >= n
			if ofFull.withholds(&emptier) != want {
				t.Errorf("%s: asked without %d pieces: %v", full.FEN(), n, !want)
			}
			want = withheld && ofLess.maxDistanceFor(fuller[0].fromStart) >= n
			if ofLess.withholds(&fuller) != want {
				t.Errorf("%s: asked with %d pieces more: %v", less.FEN(), n, !want)
			}
		}
		six := without(t, &full, 6)
		if b := boardOfPosition(full); b.maxDistanceFor(imagesOf(&six)[0].fromStart) != maxDistance {
			t.Logf("%s is near the start", full.FEN())
			tried--
		}
	}
	if tried == 0 {
		t.Error("no position is so full and so far from the start")
	}
}

// Two plies, each of which captures, lead to a position with two pieces less that is still near, in both directions.
func TestNearAfterTwoCaptures(t *testing.T) {
	both := fen(t, "3r1k3/9/9/3c5/9/9/9/3R5/9/4K4 w - - 0 1")
	after := both
	for _, m := range parsed(t, "d2d6 d9d6") {
		after.Do(m)
	}
	a, b := imagesOf(&both), imagesOf(&after)
	if a[0].pieces-b[0].pieces != 2 || !a[0].withinPlies(&b[0]) || !b[0].withinPlies(&a[0]) {
		t.Errorf("two captures apart: %d pieces less, near %v and %v", a[0].pieces-b[0].pieces, a[0].withinPlies(&b[0]), b[0].withinPlies(&a[0]))
	}
}

// A game whose position becomes that of nobody's book enters the index at once, wherever others stand in it.
func TestEntersAtOnce(t *testing.T) {
	e := newEnv(t, nil)
	first := e.duel(fen(t, middle), parsed(t, "h0h9")...)
	if !e.refused("linh", *first.Game.Position()) { // the index has been read
		t.Fatal("the first game")
	}
	m := e.duel(game.Start(), parsed(t, wideMoves)...)
	near := changed(m.Game.Position())[1]
	if !e.refused("linh", near) {
		t.Error("the second game is not known yet")
	}
	_, err := e.matches.Leave(t.Context(), e.by("mei"), first.ID)
	e.ok(err)
	if e.refused("linh", *first.Game.Position()) || !e.refused("linh", near) {
		t.Error("the end of one game takes another out, or leaves it in")
	}
}

// Several games without an entry are added, of each way in which people play xiangqi, and no game of flipped chess.
func TestFillAll(t *testing.T) {
	e := newEnv(t, nil)
	var all []match.Match
	for _, mode := range []match.Mode{match.Duel, match.Paired, match.DuelOf(variant.Blindfold)} {
		c, err := e.matches.Start(t.Context(), e.by("mei"), match.Terms{Mode: mode, Channel: id.Channel(mode.Kind), Position: fen(t, middle),
			Seats: [2]match.Seat{{Player: "mei"}, {Player: "tom"}}})
		e.ok(err)
		all = append(all, e.goesOn(c.Match, parsed(t, "h0h9")...))
	}
	all = append(all, e.duel(fen(t, middle), parsed(t, "h0h8")...))
	_, err := e.matches.Start(t.Context(), e.by("mei"),
		match.Terms{Mode: match.DuelOf(variant.Flipped), Channel: "flipped", Position: game.Start(),
			Seats: [2]match.Seat{{Player: "mei"}, {Player: "tom"}}})
	e.ok(err)
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error {
		for _, m := range all {
			remove(t.Context(), tx, m.ID)
		}
		return nil
	}))
	e.ok(e.Fill(t.Context()))
	known, err := games(t.Context(), e.db.Read())
	e.ok(err)
	for _, m := range all {
		if !known[m.ID] {
			t.Errorf("a %s is not added", m.Mode.Kind)
		}
	}
	if len(known) != len(all) {
		t.Errorf("%d games are in the index, of %d", len(known), len(all))
	}
}

// The engine helps with a game against a character, except where its position is also on a board between people; with the first
// position of an ending, which comes with the bot, unless that is on a board of the player's own.
func TestHelp(t *testing.T) {
	e := newEnv(t, nil)
	live := e.duel(fen(t, middle), parsed(t, "h0h9 e7g9")...)
	here := *live.Game.Position()
	against := func(mode match.Mode, from game.Position) match.Match {
		return match.Match{Mode: mode, Seats: [2]match.Seat{{Player: "linh"}, {Level: 3}}, Game: game.NewGame(from, game.Asian)}
	}
	moved := against(match.Ending, here)
	for _, m := range parsed(t, "h9h8 g9e7") {
		e.ok(moved.Game.Play(m))
	}
	for name, c := range map[string]struct {
		m    match.Match
		by   id.Player
		want error
	}{
		"a game between people":           {live, "mei", match.ErrFairPlay},
		"another's game":                  {against(match.Versus, here), "tom", match.ErrNotSeated},
		"a position of nobody's":          {against(match.Versus, fen(t, "4k4/9/9/9/9/9/9/4C4/9/3K1A3 w - - 0 1")), "linh", nil},
		"a position between people":       {against(match.Versus, here), "linh", match.ErrLivePosition},
		"an ending's first position":      {against(match.Ending, here), "linh", nil},
		"a later position of an ending's": {moved, "linh", match.ErrLivePosition},
	} {
		if _, err := e.PermitHelp(t.Context(), []id.Player{c.by}, &c.m, FromUser); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Nobody sees a blindfold game, but an engine that is asked about its position would tell who plays it what is on the board.
func TestBlindfold(t *testing.T) {
	e := newEnv(t, nil)
	m := e.duelIn(match.DuelOf(variant.Blindfold), game.Start(), parsed(t, wideMoves)...)
	at := *m.FullGame().Position()
	for _, by := range []id.Player{"mei", "linh"} {
		if !e.refused(by, at) {
			t.Errorf("%s may ask about a game that is played blindfold", by)
		}
	}
	if !e.refused("linh", changed(&at)[1]) {
		t.Error("a position near it may be asked about")
	}
	_, err := e.matches.Leave(t.Context(), e.by("mei"), m.ID)
	e.ok(err)
	if e.refused("linh", at) {
		t.Error("it is withheld after its end")
	}
}

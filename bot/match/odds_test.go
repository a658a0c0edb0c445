package match_test

import (
	"testing"

	"yeye/bot/match"
	"yeye/game"
)

func TestOdds(t *testing.T) {
	const black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/"
	for _, c := range []struct {
		name  string
		odds  match.Odds
		red   string
		giver game.Color
	}{
		{"even", match.Even, "P1P1P1P1P/1C5C1/9/RNBAKABNR", game.Red},
		{"move", match.OneMove, "P1P1P1P1P/1C5C1/9/RNBAKABNR", game.Black},
		{"two-moves", match.TwoMoves, "P1P1P1P1P/1C5C1/9/RNBAKABNR", game.Black},
		{"cannon", match.OneCannon, "P1P1P1P1P/7C1/9/RNBAKABNR", game.Red},
		{"horse", match.LeftHorse, "P1P1P1P1P/1C5C1/9/R1BAKABNR", game.Red},
		{"right-horse", match.RightHorse, "P1P1P1P1P/1C5C1/9/RNBAKAB1R", game.Red},
		{"two-horses", match.TwoHorses, "P1P1P1P1P/1C5C1/9/R1BAKAB1R", game.Red},
		{"rook", match.OneRook, "P1P1P1P1P/1C5C1/9/1NBAKABNR", game.Red},
		{"rook-and-horse", match.RookAndHorse, "P1P1P1P1P/1C5C1/9/2BAKABNR", game.Red},
		{"nine-pieces", match.NinePieces, "9/1C5C1/9/RN2K2NR", game.Red}, // 许银川–聂卫平 1999
	} {
		p := c.odds.Position()
		if got, want := p.FEN(), black+c.red+" w - - 0 1"; got != want {
			t.Errorf("%s: %s, not %s", c.name, got, want)
		}
		if got, ok := match.ParseOdds(c.name); !ok || got != c.odds || c.odds.String() != c.name || c.odds.Giver() != c.giver {
			t.Errorf("%s is read as %v, given by %v", c.name, got, c.odds.Giver())
		}
	}
	if all := match.AllOdds(); len(all) != 10 || all[0] != match.Even {
		t.Errorf("offered: %v", all)
	}
	if o, ok := match.ParseOdds("queen"); ok {
		t.Errorf("a queen is read as %v", o)
	}
	// Earlier versions have stored these odds under another name.
	old, ok := match.ParseOdds("nine-men")
	p := old.Position()
	if want := black + "P1P1P1P1P/9/9/4K3R w - - 0 1"; !ok || old.String() != "nine-men" || p.FEN() != want {
		t.Errorf("nine pieces: %s %s", old, p.FEN())
	}
}

// At odds of two moves Red moves twice before Black's first move, at odds of one Red simply begins; both are casual.
func TestOddsOfMoves(t *testing.T) {
	for odds, again := range map[match.Odds]bool{match.TwoMoves: true, match.OneMove: false} {
		e := newEnv(t)
		m, err := of(e.Start(t.Context(), e.from("tom", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstTom, Position: odds.Position(), Odds: odds}))
		if err != nil || m.CasualReason != match.AtOdds {
			t.Fatal(m.CasualReason, err)
		}
		if m, err = of(e.Step(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move("h2e2"))); err != nil || (m.ToMove() == game.Red) != again || m.Turn != 2 {
			t.Fatalf("%s: then %v moves, turn %d, %v", odds, m.ToMove(), m.Turn, err)
		}
		if !again {
			continue
		}
		if m, err = of(e.Step(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move("h0g2"))); err != nil || m.ToMove() != game.Black {
			t.Fatalf("%s: then %v moves, %v", odds, m.ToMove(), err)
		}
		if m, err = e.Get(t.Context(), m.ID); err != nil || m.Game.Ply() != 1 || m.Turn != 3 {
			t.Errorf("%s: %d plies are stored, turn %d, %v", odds, m.Game.Ply(), m.Turn, err)
		}
	}
}

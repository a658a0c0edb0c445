package game

import "testing"

// Where the three sets of rules differ, and where they must not. All cases were made
// for this project.
func TestThreeRules(t *testing.T) {
	var (
		draw  = Outcome{Draw, Repetition}
		loses = func(m Method) Outcome { return Outcome{BlackWins, m} } // Red, who begins each round
	)
	for _, c := range []struct {
		name, fen, round        string
		asian, noChase, chinese Outcome
	}{
		{"perpetual check", rookChecks, "e1d1 d9e9 d1e1 e9d9", loses(PerpetualCheck), loses(PerpetualCheck), loses(PerpetualCheck)},
		{"both check for ever", "6R2/5k3/4c4/5r3/9/9/4C2p1/9/4KR3/1C7 w", "e3f3 f6e6 f3e3 e6f6",
			Outcome{Draw, MutualCheck}, Outcome{Draw, MutualCheck}, Outcome{Draw, MutualCheck}},
		{"check for ever against other attacks", "9/1r1k5/4c4/9/3r5/8C/9/5C3/3R5/5K3 w", "i4d4 d5f5 d4i4 f5d5",
			loses(PerpetualCheck), loses(PerpetualCheck), loses(PerpetualCheck)},

		{"chase of one piece", "9/9/4k4/9/9/9/9/3K4c/6R2/9 w", "g1i1 i2g2 i1g1 g2i2", loses(PerpetualChase), draw, loses(PerpetualChase)},
		{"chase of two pieces in turn", "5a3/4k4/3c5/9/9/9/6R2/9/9/5K3 w", "g3f3 d7g7 f3g3 g7d7", draw, draw, loses(PerpetualChase)},
		{"each chases", "2b1k4/9/9/9/1rr1P4/8P/9/1N7/5K3/9 w", "b2a4 c5c0 a4b2 c0c5", Outcome{Draw, MutualChase}, draw, Outcome{Draw, MutualChase}},
		{"one chases one piece, one two in turn", "4k4/9/1P7/5P2N/5r3/9/9/3K5/9/9 w", "i6g7 f5g5 g7i6 g5f5",
			loses(PerpetualChase), draw, Outcome{Draw, MutualChase}},

		{"mate threatened with every move, by a pawn", "9/4P4/4k4/9/9/6R2/9/9/9/5K3 w", "e8d8 e7d7 d8e8 d7e7", draw, draw, loses(PerpetualKill)},
		{"mate threatened with every move, by a horse", "9/9/4k4/3R4N/9/9/9/9/3K5/9 w", "i6g5 e7e8 g5i6 e8e7", draw, draw, loses(PerpetualKill)},
		{"each threatens mate", "9/2R4N1/4k4/9/3r5/9/9/9/5C3/3K5 w", "f1d1 d5b5 d1f1 b5d5", draw, draw, Outcome{Draw, MutualAttack}},
		{"check and threat of mate in turn", "9/5k3/r8/9/9/9/9/9/4K4/6R2 w", "g0g8 f8f7 g8g0 f7f8", draw, draw, loses(PerpetualAttack)},
		{"check and chase in turn", "2bk5/9/4b4/p5C2/9/9/9/2R6/9/4K4 w", "c2d2 d9e9 d2c2 e9d9", draw, draw, loses(PerpetualAttack)},
		{"chase and threat of mate in turn", "5k3/4a4/9/9/9/1R7/9/4K4/9/9 w", "b4b8 e8d9 b8b4 d9e8", draw, draw, loses(PerpetualAttack)},
		{"chase against threats of other kinds", "9/2C1k4/2P6/9/2b6/9/8N/5K3/9/2r6 w", "c7b7 c5e7 b7c7 e7c5",
			loses(PerpetualChase), draw, Outcome{Draw, MutualAttack}},

		{"a check and an idle move", "9/9/4k4/9/9/9/9/9/3K5/6R2 w", "g0e0 e7f7 e0g0 f7e7", draw, draw, draw},
		{"a threat of mate and an idle move", "3k5/9/8b/2p5p/9/9/5C3/9/9/4K3R w", "i0i1 d9d8 i1i0 d8d9", draw, draw, draw},
		{"a chase and an idle move", "4k4/9/9/9/9/2n6/9/9/3R5/5K3 w", "d1c1 e9e8 c1d1 e8e9", draw, draw, draw},
		{"kings chase", "5k3/9/9/9/9/9/9/3c5/4K4/9 w", "e1d1 d2e2 d1e1 e2d2", draw, draw, draw},
		{"a pawn at home is chased", "3k5/9/9/4p4/9/9/9/4R4/9/5K3 w", "e2e3 d9d8 e3e2 d8d9", draw, draw, draw},
		{"rooks offer an exchange", "4k4/9/9/9/9/r8/9/9/R8/5K3 w", "a1b1 a4b4 b1a1 b4a4", draw, draw, draw},
		{"nothing is threatened", StartFEN, "h0g2 h9g7 g2h0 g7h9", draw, draw, draw},
	} {
		for rules, want := range map[Rules]Outcome{Asian: c.asian, NoChase: c.noChase, Chinese: c.chinese,
			NoRepetition: {}} {
			g := NewGame(position(t, c.fen), rules)
			play(t, g, c.round)
			if w := g.Warning(); w != want {
				t.Errorf("%s, %s: warned %v, want %v", c.name, rules, w, want)
			}
			play(t, g, c.round)
			if g.Outcome() != want {
				t.Errorf("%s, %s: %v, want %v", c.name, rules, g.Outcome(), want)
			}
		}
	}
}

// A threat that could have been carried out instead is not new, and a mate that
// takes more than three checks does not count.
func TestKills(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      bool
	}{
		{"9/6R2/5k3/9/9/9/9/9/4K4/9 w", "g8g9", true},  // Rf9 mates
		{"9/6R2/4k4/9/9/9/9/9/3K5/9 w", "g8g9", false}, // the king has another file to go to
		{"5k3/9/9/9/9/9/9/9/R3K4/9 w", "a1b1", false},  // a1f1 would have mated
		{StartFEN, "h2e2", false},
	} {
		before := position(t, c.fen)
		m, err := ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		after := before.After(m)
		if got := createsMateThreat(&before, &after); got != c.want {
			t.Errorf("%s %s: %v", c.fen, c.move, got)
		}
	}
}

func TestRulesNames(t *testing.T) {
	for _, r := range []Rules{Asian, NoChase, NoRepetition, Chinese} {
		if got, ok := ParseRules(r.String()); !ok || got != r {
			t.Errorf("%s: %v", r, got)
		}
	}
	seen := make(map[string]bool)
	for m := range MutualAttack + 1 {
		if seen[m.String()] || m.String() == "unknown" {
			t.Errorf("method %d is called %q", m, m)
		}
		seen[m.String()] = true
	}
}

// The search for mates is bounded, wherever it begins.
func BenchmarkJudgeAttacks(b *testing.B) {
	for _, fen := range []string{StartFEN, "2bakab2/9/2n1c1n2/p1p1p1p1p/9/9/P1P1P1P1P/N1C1C1N2/9/R1BAKABR1 w"} {
		p, err := ParseFEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fen[:8], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, m := range p.LegalQuiets(nil) {
					after := p.After(m)
					p.attackKindsOf(&after, m)
				}
			}
		})
	}
}

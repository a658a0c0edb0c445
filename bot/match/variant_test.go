package match_test

import (
	"testing"

	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/game"
)

// A match of each variant is started, played and loaded as what it is, and shown as it says: what is under way from a second service,
// and when it is over.
func TestEachVariant(t *testing.T) {
	for _, v := range variant.All() {
		t.Run(v.Name(), func(t *testing.T) {
			e := newEnv(t)
			ctx := t.Context()
			terms := match.Terms{Mode: match.DuelOf(v), Channel: room, Position: game.Start(), Locale: "en-US", Seats: meiAgainstTom}
			m, err := of(e.Service.Start(ctx, e.from("mei", match.FromCommand), terms))
			isErr(t, err, nil)
			if rated := m.CasualReason != match.Agreed; rated != v.Rated() {
				t.Errorf("casual for %v", m.CasualReason)
			}
			for side, asked := m.WordAskedOf(); asked; side, asked = m.WordAskedOf() {
				m, err = of(e.DeclineWord(ctx, e.from(m.Seats[side].Player, match.FromCommand), m.ID))
				isErr(t, err, nil)
			}
			first := m.Board().LegalMoves(nil)[0]
			m, err = of(e.Step(ctx, e.from("mei", match.FromText), m.ID, m.Turn, first))
			isErr(t, err, nil)
			again := match.NewService(e.db)
			for _, over := range []bool{false, true} {
				if over {
					_, err = e.Resign(ctx, e.from("tom", match.FromCommand), m.ID)
					isErr(t, err, nil)
				}
				m, err = again.Get(ctx, m.ID)
				isErr(t, err, nil)
				if m.Mode != match.DuelOf(v) || m.Ply() != 1 || m.Live() == over {
					t.Errorf("%+v, %d plies", m.Mode, m.Ply())
				}
				if hidden := v.HidesBoard() && !over; m.Hidden() != hidden || (len(m.Moves()) == 0) != hidden {
					t.Errorf("over %t: hidden %t, moves %v", over, m.Hidden(), m.Moves())
				}
				if plain := m.Game.Ply() == 1; plain != (v.Positions() && !m.Hidden()) {
					t.Errorf("over %t: a game of %d plies", over, m.Game.Ply())
				}
				if _, opened := m.Opening(); opened != (v.FaceDown() && over) {
					t.Errorf("over %t: the deal is public %t", over, opened)
				}
			}
			terms = match.Terms{Mode: match.VersusOf(v), Channel: room, Position: game.Start(), Locale: "en-US", Seats: meiAgainstKid}
			m, err = of(e.Service.Start(ctx, e.from("mei", match.FromCommand), terms))
			isErr(t, err, nil)
			if m, err = again.Get(ctx, m.ID); err != nil || m.Mode != match.VersusOf(v) {
				t.Errorf("%+v, %v", m.Mode, err)
			}
		})
	}
}

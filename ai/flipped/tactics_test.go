package flipped

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"yeye/ai/character"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/internal/slow"
)

// kinds returns what the piece of a move may turn out to be: NoRole alone if it is open.
func kinds(p *jieqi.Position, m game.Move, hidden *[2]jieqi.Pool) (all []game.Role) {
	if !p.Dark(m.From()) {
		return []game.Role{game.NoRole}
	}
	for r, n := range hidden[p.Turn()] {
		if n > 0 {
			all = append(all, game.Role(r))
		}
	}
	return all
}

// mates reports whether a move mates whatever its piece turns out to be.
func mates(p *jieqi.Position, m game.Move, hidden *[2]jieqi.Pool) bool {
	for _, r := range kinds(p, m, hidden) {
		q := *p
		if q.Do(m, r); q.HasLegal() {
			return false
		}
	}
	return true
}

// mateIn1 returns the moves that surely mate.
func mateIn1(p *jieqi.Position, hidden *[2]jieqi.Pool) (found []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		if mates(p, m, hidden) {
			found = append(found, m)
		}
	}
	return found
}

// exposes returns in how many cases of how many a move lets the opponent mate surely at once.
func exposes(p *jieqi.Position, m game.Move, hidden *[2]jieqi.Pool) (bad, of int) {
	us := p.Turn()
	for _, r := range kinds(p, m, hidden) {
		q, left := *p, *hidden
		if r != game.NoRole {
			left[us][r]--
		}
		q.Do(m, r)
		if of++; len(mateIn1(&q, &left)) > 0 {
			bad++
		}
	}
	return bad, of
}

// In positions of games between careless players, the engine mates where it surely can, and does not let the opponent mate at once where
// it need not, as a plain search over all moves and kinds finds it.
func TestNoBlunders(t *testing.T) {
	games := 6
	if slow.On() {
		games = 60
	}
	e := New()
	random := rand.New(rand.NewPCG(5, 1))
	positions, could, threatened := 0, 0, 0
	for range games {
		d := jieqi.Identity()
		for c := range d {
			random.Shuffle(len(d[c]), func(i, j int) { d[c][i], d[c][j] = d[c][j], d[c][i] })
		}
		g := jieqi.NewGame(d)
		for !g.Outcome().Over() {
			p := g.Position()
			v := g.View(jieqi.PlayerOf(p.Turn()))
			if wins := mateIn1(p, &v.Hidden); len(wins) > 0 {
				could++
				r, err := e.Search(context.Background(), &v, Limits{Nodes: 500})
				if err != nil {
					t.Fatal(err)
				}
				if !mates(p, r.Best(), &v.Hidden) {
					t.Errorf("%s: %s instead of mate by %v", v.FEN(), r.Best(), wins)
				}
			} else if safe := avoids(p, &v.Hidden); safe != game.NoMove {
				threatened++
				r, err := e.Search(context.Background(), &v, Limits{Nodes: characters[character.Grandpa].Nodes})
				if err != nil {
					t.Fatal(err)
				}
				other := slices.ContainsFunc(r.Choices[1:], func(c Choice) bool { return c.Value > -mateBound }) // else all is lost
				if bad, of := exposes(p, r.Best(), &v.Hidden); bad == of && other {
					t.Errorf("%s: %s is mated at once, %s is not", v.FEN(), r.Best(), safe)
				}
			}
			positions++
			c, err := characters[character.Xiaoqing].Choose(context.Background(), e, &v, uint64(random.Int64()))
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(c.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d positions, %d with a mate, %d with a mate to be avoided", positions, could, threatened)
	if could < games/2 || threatened < games {
		t.Errorf("only %d with a mate, %d with a mate to be avoided", could, threatened)
	}
}

// avoids returns a move after which the opponent surely has no mate at once, if there is another after which they have; else NoMove.
func avoids(p *jieqi.Position, hidden *[2]jieqi.Pool) (safe game.Move) {
	exposed := false
	for _, m := range p.LegalMoves(nil) {
		switch bad, of := exposes(p, m, hidden); bad {
		case 0:
			safe = m
		case of:
			exposed = true
		}
	}
	if !exposed {
		return game.NoMove
	}
	return safe
}

// Tactics with face-down pieces: how the move that is found begins, or with "!" how it must not.
func TestTactics(t *testing.T) {
	for name, c := range map[string]struct{ fen, moves string }{
		"a cannon mates a king that face-down pieces smother":  {"3xkx3/4p4/9/9/2C6/9/X7X/9/9/3K4X w R1A1C1P3N1B1r1a1c1p1n1b1 0 20", "c5e5"},
		"a rook that a face-down pawn attacks goes":            {"x1x1k4/9/9/x8/R8/9/8X/9/9/3K4X w R1A1C1P3N1B1r1a1c1p3n1b1 0 20", "a5"},
		"not by taking it where it is guarded":                 {"x1x1k4/9/9/x8/R8/9/8X/9/9/3K4X w R1A1C1P3N1B1r1a1c1p3n1b1 0 20", "!a5a6"},
		"by taking it where it is not":                         {"3k5/9/9/x8/R8/9/8X/9/9/5K2X w R1A1C1P3N1B1r1a1c1p3n1b1 0 20", "a5a6"},
		"a face-down horse takes a rook":                       {"3k5/9/9/9/9/9/9/2r6/9/1X3K3 w R1A1C1P3N1B1r1a1c1p3n1b1 0 20", "b0c2"},
		"an open elephant attacks two horses beyond the river": {"3k5/9/9/9/4n3n/9/9/9/4B4/5K3 w R1A1C1P3N1B1r0a0c0p0n0b0 0 20", "e1g3"},
	} {
		r := look(t, c.fen, characters[character.Grandpa].Nodes)
		begins, not := strings.CutPrefix(c.moves, "!")
		if strings.HasPrefix(r.Best().String(), begins) == not {
			t.Errorf("%s: %s (%d), want %s", name, r.Best(), r.Choices[0].Value, c.moves)
		}
	}
}

// Who does not mate in a game plays another move, if there is one that does not end it.
func TestNeverMates(t *testing.T) {
	v := view(t, "3k5/R8/9/9/9/9/9/9/9/1R2K4 w")
	for _, c := range []Character{{Nodes: 500}, {Nodes: 500, NeverMatesPercent: 100}} {
		x, err := c.Choose(context.Background(), New(), v, 1)
		if err != nil {
			t.Fatal(err)
		}
		if mated := mates(&v.Position, x.Move, &v.Hidden); mated != (c.NeverMatesPercent == 0) {
			t.Errorf("%d games in a hundred without mate: %s", c.NeverMatesPercent, x.Move)
		}
	}
	only := []Choice{{Value: mate - 1}}
	if len(nonMating(only)) != 1 {
		t.Error("no move is left where every one ends the game")
	}
}

package audit

import (
	"testing"

	"yeye/ai/character"
	"yeye/ai/flipped"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
	"yeye/game/jieqi/seal"
)

// The moves of a character are found again from its view; one of somebody else is not.
func TestMoves(t *testing.T) {
	terms := seal.Terms{Match: "m1", Red: "1001", Black: "character 3"}
	s := pgn.Seal{Secret: seal.Secret{7}}
	s.Commitment = seal.Commit(terms, s.Secret)
	s.Words = [2]pgn.Word{{Hash: seal.Word("a")}, {Hash: seal.Word("")}}
	key := seal.Key(terms, s.Secret, s.Words[0].Hash, s.Words[1].Hash)
	g := jieqi.NewGame(seal.Deal(key))
	e := flipped.New()
	uncle, _ := flipped.CharacterAt(character.Uncle)
	for ply := range 12 {
		c, seed := flipped.Character{Random: true}, uint64(ply)
		if g.Position().Turn() == game.Black {
			c, seed = uncle, seal.MoveSeed(key)
		}
		v := g.View(jieqi.PlayerOf(g.Position().Turn()))
		x, err := c.Choose(t.Context(), e, &v, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(x.Move); err != nil {
			t.Fatal(err)
		}
	}
	r := pgn.FromGame(g, terms, s)
	if a, err := Moves(t.Context(), r); err != nil || a.Moves != 6 || len(a.Differs) > 0 {
		t.Errorf("%+v %v", a, err)
	}
	s.Words[0].Hash = seal.Word("b") // another seed, and the same deal as far as the record says
	r = pgn.FromGame(g, terms, s)
	if a, err := Moves(t.Context(), r); err != nil || len(a.Differs) == 0 {
		t.Errorf("another seed: %+v %v", a, err)
	}
	r.Terms.Black = "1002"
	if a, err := Moves(t.Context(), r); err != nil || a.Moves != 0 {
		t.Errorf("two people: %+v %v", a, err)
	}
	if _, err := Moves(t.Context(), &pgn.Record{}); err == nil {
		t.Error("a game without seal")
	}
}

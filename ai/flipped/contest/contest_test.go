package contest

import (
	"context"
	"testing"

	"yeye/ai/arena"
	"yeye/ai/character"
	"yeye/ai/flipped"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
	"yeye/game/jieqi/seal"
)

func TestParsePlayer(t *testing.T) {
	for _, text := range []string{"level=0", "level=5", "nodes=0", "nodes=500,blind=20,noise=3,careless=4,spread=5,nevermates=30"} {
		if _, err := ParsePlayer(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"", "level=6", "level=x", "nodes", "nodes=-1", "depth=3"} {
		if _, err := ParsePlayer(text); err == nil {
			t.Errorf("%q is a player", text)
		}
	}
}

// Both games of a pair have the same deal, colors are exchanged, a seed gives the same match, and looking one ply ahead beats
// moving at random.
func TestMatch(t *testing.T) {
	play := func() (*arena.Tally, [][]game.Move) {
		one, _ := ParsePlayer("nodes=0")
		random, _ := ParsePlayer("level=0")
		m := Match{Pairs: 3, Seed: 4}
		m.Players[0], m.Players[1] = one, random
		var games [][]game.Move
		legs := map[int]int{}
		m.Each = func(p *arena.Played, _ *arena.Tally) {
			games = append(games, p.Moves)
			legs[p.Leg]++
		}
		tally, err := m.Play(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if legs[1] != 3 || legs[2] != 3 {
			t.Errorf("legs %v", legs)
		}
		return tally, games
	}
	tally, games := play()
	if tally.Games() != 6 || tally.Score() < 0.7 {
		t.Errorf("%v", tally)
	}
	_, again := play()
	for i := range games {
		if len(games[i]) != len(again[i]) {
			t.Errorf("game %d has %d plies, then %d", i, len(games[i]), len(again[i]))
		}
	}
	m, same := Match{Seed: 4}, Match{Seed: 4}
	if m.Deal(1) == m.Deal(2) || m.Deal(1) != same.Deal(1) {
		t.Error("deals")
	}
}

// The moves of a character are found again from its view; one of somebody else is not.
func TestPlayAgain(t *testing.T) {
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
	if a, err := PlayAgain(t.Context(), r); err != nil || a.Moves != 6 || len(a.Differs) > 0 {
		t.Errorf("%+v %v", a, err)
	}
	s.Words[0].Hash = seal.Word("b") // another seed, and the same deal as far as the record says
	r = pgn.FromGame(g, terms, s)
	if a, err := PlayAgain(t.Context(), r); err != nil || len(a.Differs) == 0 {
		t.Errorf("another seed: %+v %v", a, err)
	}
	r.Terms.Black = "1002"
	if a, err := PlayAgain(t.Context(), r); err != nil || a.Moves != 0 {
		t.Errorf("two people: %+v %v", a, err)
	}
	if _, err := PlayAgain(t.Context(), &pgn.Record{}); err == nil {
		t.Error("a game without seal")
	}
}

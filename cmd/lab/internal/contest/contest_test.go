package contest

import (
	"context"
	"testing"

	"yeye/cmd/lab/internal/arena"
	"yeye/game"
)

func TestParsePlayer(t *testing.T) {
	for _, text := range []string{"level=0", "level=5", "nodes=0",
		"nodes=500,blind=20,noise=3,careless=4,spread=5,nevermates=30"} {
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

// Both games of a pair have the same deal, colors are exchanged, a seed gives the same match, and looking one ply ahead
// beats moving at random.
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

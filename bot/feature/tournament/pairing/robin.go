package pairing

import (
	"context"

	"github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/roundrobin"
)

// OneAgainstAll returns the round in which the first of n players meets all others, with Red.
func OneAgainstAll(n int) (r Round) {
	for other := 2; other <= n; other++ {
		r.Games = append(r.Games, Game{Red: 1, Black: other})
	}
	return r
}

// RoundRobin returns all rounds of a tournament in which each of n players meets each
// other once, or twice with sides reversed, by Berger tables (FIDE C.05). With an odd
// number one player is free in each round, which scores nothing.
func RoundRobin(n int, double bool) ([]Round, error) {
	if n < 2 {
		return nil, ErrNoPairs
	}
	s := State{}
	for i := range n {
		s.Players = append(s.Players, Player{Number: i + 1, Active: true})
	}
	cycles := 1
	if double {
		cycles = 2
	}
	table := roundrobin.New(roundrobin.Options{Cycles: &cycles})
	rounds := make([]Round, cycles*(n-1+n%2))
	for i := range rounds {
		state := s.library()
		state.CurrentRound = i + 1
		state.Rounds = make([]chesspairing.RoundData, i)
		result, err := table.Pair(context.Background(), state)
		if err != nil {
			return nil, err
		}
		for _, g := range result.Pairings {
			rounds[i].Games = append(rounds[i].Games, Game{Red: number(g.WhiteID), Black: number(g.BlackID)})
		}
		for _, b := range result.Byes {
			rounds[i].Byes = append(rounds[i].Byes, Bye{Player: number(b.PlayerID), Kind: Absent})
		}
	}
	return rounds, nil
}

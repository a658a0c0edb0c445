package pairing

import (
	"context"
	"strconv"

	"github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/dutch"
)

// Dutch pairs by the Dutch system of FIDE (C.04.3) as the library implements it.
// Check its rounds with [Validate], or use [Swiss], for two reasons. If no legal
// round exists, the library leaves players out instead of reporting an error, above
// all with six players and fewer. And it treats every round as the last one, in which
// players with more than half of the points may get any side.
type Dutch struct{}

func (Dutch) Pair(s State) (Round, error) {
	result, err := dutch.New(dutch.Options{}).Pair(context.Background(), s.library())
	if err != nil {
		return Round{}, err
	}
	var r Round
	for _, g := range result.Pairings {
		r.Games = append(r.Games, Game{Red: number(g.WhiteID), Black: number(g.BlackID)})
	}
	for _, b := range result.Byes {
		r.Byes = append(r.Byes, Bye{Player: number(b.PlayerID), Kind: Allocated})
	}
	return r, nil
}

// library returns the state in the types of the library.
func (s State) library() *chesspairing.TournamentState {
	t := &chesspairing.TournamentState{CurrentRound: s.Round}
	for _, p := range s.Players {
		e := chesspairing.PlayerEntry{ID: id(p.Number), DisplayName: id(p.Number), Rating: 5000 - p.Number}
		if !p.Active {
			e.WithdrawnAfterRound = new(s.Round - 1)
		}
		t.Players = append(t.Players, e)
	}
	for i, past := range s.Past {
		t.Rounds = append(t.Rounds, libraryRound(i+1, past))
	}
	return t
}

func libraryRound(number int, past Round) chesspairing.RoundData {
	r := chesspairing.RoundData{Number: number}
	for _, g := range past.Games {
		r.Games = append(r.Games, chesspairing.GameData{
			WhiteID: id(g.Red), BlackID: id(g.Black), Result: libraryResults[g.Result], IsForfeit: !g.Result.Played(),
		})
	}
	for _, b := range past.Byes {
		r.Byes = append(r.Byes, chesspairing.ByeEntry{PlayerID: id(b.Player), Type: libraryByes[b.Kind]})
	}
	return r
}

var libraryResults = map[Result]chesspairing.GameResult{
	Pending: chesspairing.ResultPending, RedWins: chesspairing.ResultWhiteWins, BlackWins: chesspairing.ResultBlackWins,
	Draw: chesspairing.ResultDraw, RedForfeits: chesspairing.ResultForfeitBlackWins,
	BlackForfeit: chesspairing.ResultForfeitWhiteWins, BothForfeit: chesspairing.ResultDoubleForfeit,
}

var libraryByes = map[ByeKind]chesspairing.ByeType{
	Allocated: chesspairing.ByePAB, Requested: chesspairing.ByeHalf, Absent: chesspairing.ByeZero,
}

func id(number int) string { return strconv.Itoa(number) }

func number(id string) int {
	n, _ := strconv.Atoi(id) // always a number that func id wrote
	return n
}

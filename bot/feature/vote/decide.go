package vote

import (
	"yeye/bot/id"
	"yeye/game"
)

// Decision is the outcome of a vote.
type Decision uint8

const (
	Adjourns  Decision = iota // no votes, even after the vote was prolonged
	Prolongs                  // no votes: the vote's time starts once more
	Plays                     // the most wanted move is played
	Resigns                   // two thirds of the electorate want to resign
	WantsDraw                 // two thirds want a draw; if the opponent refuses, the most wanted move is played
)

// Decide returns what ballots decide, and the most wanted move, NoMove if there is none. recent are the players who
// voted in the side's last three votes: only their wishes to resign or draw count. prolonged means that the vote has
// been prolonged already.
func Decide(ballots []Ballot, recent []id.Player, prolonged bool) (Decision, game.Move) {
	topMove := game.NoMove
	if all := Count(ballots); len(all) > 0 {
		topMove = all[0].Move
	}
	enough := func(w Wish) bool {
		return len(recent) > 0 && 3*countWishes(ballots, w, recent) >= 2*electorate(ballots, recent)
	}
	switch {
	case enough(Resign):
		return Resigns, topMove
	case enough(Draw):
		return WantsDraw, topMove
	}
	return decideMove(topMove, prolonged), topMove
}

// electorate returns the number of people of whom two thirds must want to resign or draw: the recent voters or the
// current ones, whichever are more. So a single early voter cannot decide for all others.
func electorate(ballots []Ballot, recent []id.Player) int { return max(len(ballots), len(recent)) }

// decideMove decides by the most wanted move alone, without wishes.
func decideMove(topMove game.Move, prolonged bool) Decision {
	switch {
	case topMove != game.NoMove:
		return Plays
	case prolonged:
		return Adjourns
	}
	return Prolongs
}

// Result is what the card shows of a counted vote.
type Result struct {
	Ply      int         `json:"ply"`               // plies played before the vote's move
	Voters   int         `json:"voters"`            // 0 if there was no vote yet
	TopMoves []MoveVotes `json:"wanted,omitempty"`  // the three most wanted moves
	Resign   int         `json:"resign,omitempty"`  // how many wanted to resign, out of Recent
	Draw     int         `json:"draw,omitempty"`    // how many wanted a draw, out of Recent
	Recent   int         `json:"recent,omitempty"`  // size of the electorate
	Refused  bool        `json:"refused,omitempty"` // the character refused the draw
	Offered  bool        `json:"offered,omitempty"` // the draw is offered to the other team
}

// maxTopMoves is how many moves a result shows.
const maxTopMoves = 3

func result(ply int, ballots []Ballot, recent []id.Player) Result {
	all := Count(ballots)
	return Result{Ply: ply, Voters: len(ballots), TopMoves: all[:min(len(all), maxTopMoves)],
		Recent: electorate(ballots, recent),
		Resign: countWishes(ballots, Resign, recent), Draw: countWishes(ballots, Draw, recent)}
}

// Close reports whether the second move had nearly as many votes as the first: fewer by at most one, or by at most a
// tenth of the voters.
func (r *Result) Close() bool {
	return len(r.TopMoves) > 1 && r.TopMoves[0].Votes-r.TopMoves[1].Votes <= max(1, r.Voters/10) &&
		r.TopMoves[0].Votes > 1
}

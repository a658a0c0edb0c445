package vote

import (
	"yeye/bot/id"
	"yeye/game"
)

// Decision is what votes decide.
type Decision uint8

const (
	Adjourns  Decision = iota // nobody voted, even after more time
	Prolongs                  // nobody voted: there is more time, once
	Plays                     // the move that most want
	Resigns                   // two thirds of those who have a say want it
	WantsDraw                 // likewise; if it is not agreed the move that most want is played
)

// Decide returns what ballots decide, with the move that most want, NoMove if there is none. recent are those who voted on the last
// three moves: they can resign or offer a draw. prolonged means that the vote has had more time already.
func Decide(ballots []Ballot, recent []id.Player, prolonged bool) (Decision, game.Move) {
	most := game.NoMove
	if all := Count(ballots); len(all) > 0 {
		most = all[0].Move
	}
	enough := func(w Wish) bool { return len(recent) > 0 && 3*count(ballots, w, recent) >= 2*having(ballots, recent) }
	switch {
	case enough(Resign):
		return Resigns, most
	case enough(Draw):
		return WantsDraw, most
	}
	return decideMove(most, prolonged), most
}

// having returns of how many people two thirds resign or offer a draw: those who voted lately, or who vote now if they are more. So one
// who came early does not decide for all others.
func having(ballots []Ballot, recent []id.Player) int { return max(len(ballots), len(recent)) }

// decideMove returns what follows where only moves count.
func decideMove(most game.Move, prolonged bool) Decision {
	switch {
	case most != game.NoMove:
		return Plays
	case prolonged:
		return Adjourns
	}
	return Prolongs
}

// Result is what is shown of a vote once it is counted.
type Result struct {
	Ply     int      `json:"ply"`               // of the game before the move
	Voters  int      `json:"voters"`            // 0 if there was no vote yet
	Wanted  []Wanted `json:"wanted,omitempty"`  // the three most wanted moves
	Resign  int      `json:"resign,omitempty"`  // of Recent, who wanted to resign
	Draw    int      `json:"draw,omitempty"`    // of Recent, who wanted a draw
	Recent  int      `json:"recent,omitempty"`  // who had a say in that
	Refused bool     `json:"refused,omitempty"` // the character did not want the draw
	Offered bool     `json:"offered,omitempty"` // the draw is offered to the other team
}

// most is how many moves are shown.
const most = 3

func result(ply int, ballots []Ballot, recent []id.Player) Result {
	all := Count(ballots)
	return Result{Ply: ply, Voters: len(ballots), Wanted: all[:min(len(all), most)], Recent: having(ballots, recent),
		Resign: count(ballots, Resign, recent), Draw: count(ballots, Draw, recent)}
}

// Close reports whether another move had nearly as many votes: less by one, or by a tenth of the voters.
func (r *Result) Close() bool {
	return len(r.Wanted) > 1 && r.Wanted[0].Votes-r.Wanted[1].Votes <= max(1, r.Voters/10) && r.Wanted[0].Votes > 1
}

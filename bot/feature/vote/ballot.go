package vote

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// Wish is what somebody wants besides a move. The names are stored.
type Wish string

// The wishes.
const (
	NoWish Wish = ""
	Resign Wish = "resign"
	Draw   Wish = "draw"
)

// Ballot is one player's vote.
type Ballot struct {
	Player id.Player
	Move   game.Move // NoMove for none
	Wish   Wish
	At     time.Time // when they chose the move
}

// Voted reports whether the ballot says anything.
func (b Ballot) Voted() bool { return b.Move != game.NoMove || b.Wish != NoWish }

// Wanted is a move with how many want it.
type Wanted struct {
	Move  game.Move
	Votes int

	last time.Time // when the latest of them chose it
}

// Count returns the moves that are wanted, most votes first. Among equals the move precedes that had its number first, then by name.
func Count(ballots []Ballot) (all []Wanted) {
	at := map[game.Move]int{}
	for _, b := range ballots {
		if b.Move == game.NoMove {
			continue
		}
		i, known := at[b.Move]
		if !known {
			i = len(all)
			at[b.Move] = i
			all = append(all, Wanted{Move: b.Move})
		}
		all[i].Votes++
		if b.At.After(all[i].last) {
			all[i].last = b.At
		}
	}
	slices.SortFunc(all, func(a, b Wanted) int {
		return cmp.Or(cmp.Compare(b.Votes, a.Votes), a.last.Compare(b.last), cmp.Compare(a.Move.String(), b.Move.String()))
	})
	return all
}

// count returns how many of players wish for something.
func count(ballots []Ballot, w Wish, among []id.Player) (n int) {
	for _, b := range ballots {
		if b.Wish == w && slices.Contains(among, b.Player) {
			n++
		}
	}
	return n
}

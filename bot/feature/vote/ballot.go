package vote

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// Wish is what a voter wants besides a move. The names are stored.
type Wish string

// The wishes.
const (
	NoWish Wish = ""
	Resign Wish = "resign"
	Draw   Wish = "draw"
)

// Ballot is one player's vote in one turn.
type Ballot struct {
	Player id.Player
	Move   game.Move // NoMove for none
	Wish   Wish
	At     time.Time // when they chose the move
}

// Voted reports whether the ballot has a move or a wish.
func (b Ballot) Voted() bool { return b.Move != game.NoMove || b.Wish != NoWish }

// MoveVotes is a move with its number of votes.
type MoveVotes struct {
	Move  game.Move
	Votes int

	lastAt time.Time // when the latest of these votes was cast
}

// Count returns the moves that have votes, most votes first. Equal moves are ordered by which reached its number of
// votes first, then by notation.
func Count(ballots []Ballot) (all []MoveVotes) {
	at := map[game.Move]int{}
	for _, b := range ballots {
		if b.Move == game.NoMove {
			continue
		}
		i, known := at[b.Move]
		if !known {
			i = len(all)
			at[b.Move] = i
			all = append(all, MoveVotes{Move: b.Move})
		}
		all[i].Votes++
		if b.At.After(all[i].lastAt) {
			all[i].lastAt = b.At
		}
	}
	slices.SortFunc(all, func(a, b MoveVotes) int {
		return cmp.Or(cmp.Compare(b.Votes, a.Votes), a.lastAt.Compare(b.lastAt),
			cmp.Compare(a.Move.String(), b.Move.String()))
	})
	return all
}

// countWishes returns how many of the given players have a wish.
func countWishes(ballots []Ballot, w Wish, among []id.Player) (n int) {
	for _, b := range ballots {
		if b.Wish == w && slices.Contains(among, b.Player) {
			n++
		}
	}
	return n
}

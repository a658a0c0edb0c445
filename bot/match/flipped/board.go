// Package flipped is the board of a match of flipped chess (揭棋, cờ úp), with the secret deal and the words by which
// players take part in it. Only [Board.Opening] and [Board.View] reveal any of the deal.
//
// Out of scope: seats, clocks and offers, which are the match's; Discord.
package flipped

import (
	"crypto/rand"
	"strings"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
	"yeye/game/notation"
)

// Board is the board with the secret deal.
type Board struct {
	open   bool // captured face-down pieces are shown to everyone
	terms  seal.Terms
	secret seal.Secret
	words  []word // in the order in which they are asked for
	game   *jieqi.Game
}

// New returns the board of a new match: its secret is drawn, and words are asked of its players. Characters names a
// side in the commitment that a character plays, "" for a player: they get a name drawn for this match, which they are
// shown with the commitment. It is not their id, so that a deal can still be verified when they have been erased. First
// is the side that is asked first.
func New(match string, characters [2]string, first game.Color, open bool) *Board {
	b := &Board{open: open, secret: seal.Draw(), game: jieqi.NewGame(jieqi.Deal{})}
	names := characters
	for c, name := range names {
		if name == "" {
			names[c] = "player-" + strings.ToLower(rand.Text()[:10])
		}
	}
	b.terms = seal.Terms{Match: match, Red: names[game.Red], Black: names[game.Black]}
	for _, c := range [2]game.Color{first, first.Other()} {
		if characters[c] == "" {
			b.words = append(b.words, word{side: c, hash: seal.Word("")})
		}
	}
	return b
}

// Clone returns an independent copy; nil of nil.
func (b *Board) Clone() *Board {
	if b == nil {
		return nil
	}
	c := *b
	c.words = append([]word(nil), b.words...)
	c.game = b.game.Clone()
	return &c
}

// CommitmentName names a side in the commitment.
func (b *Board) CommitmentName(c game.Color) string {
	if c == game.Red {
		return b.terms.Red
	}
	return b.terms.Black
}

// MoveSeed is the seed of a character's moves. Everyone can compute it when the match is over.
func (b *Board) MoveSeed() uint64 { return seal.MoveSeed(b.dealKey()) }

// Commitment is the hash by which the bot committed itself to the deal before it asked for a word.
func (b *Board) Commitment() seal.Hash { return seal.Commit(b.terms, b.secret) }

// Open reports whether captured face-down pieces are shown to everyone.
func (b *Board) Open() bool { return b.open }

// View returns what a viewer may know: what was captured face down only its captor knows until the match is over,
// unless the players agreed otherwise.
func (b *Board) View(v jieqi.Viewer, over bool) jieqi.View {
	switch {
	case b.open, over:
		v = jieqi.Everything
	case v == jieqi.Everything:
		v = jieqi.Watcher
	}
	return b.game.View(v)
}

// Opening is what is published when a match is over.
type Opening struct {
	seal.Opened
	Texts [2]string // the words in the order in which they were asked for, "" where none was given or it was erased
	Sides [2]game.Color
	Asked int // how many words were asked for
	Dealt bool
	Plies []jieqi.Ply // all that happened
}

// Opening returns what is published when the match is over.
func (b *Board) Opening() (o Opening) {
	o.Terms, o.Commitment, o.Secret, o.Words = b.terms, b.Commitment(), b.secret,
		[2]seal.Hash{seal.Word(""), seal.Word("")}
	o.Asked, o.Dealt, o.Plies = len(b.words), b.Dealt(), b.game.Plies()
	for i, w := range b.words {
		o.Words[i], o.Texts[i], o.Sides[i] = w.hash, w.text, w.side
	}
	o.Deal = seal.Deal(b.dealKey())
	return o
}

// Revealed reports whether one of the last plies showed a player a piece that had been face down.
func (b *Board) Revealed(plies int) bool {
	all := b.game.Plies()
	for _, p := range all[max(0, len(all)-plies):] {
		if p.Turned != game.NoRole || p.Dark {
			return true
		}
	}
	return false
}

// HalfmoveClock returns the number of plies since a piece was last captured or turned over.
func (b *Board) HalfmoveClock() int { return b.game.Position().HalfMoves() }

// The methods below are shared with the board of xiangqi.

// Board returns the position, as everyone may see it.
func (b *Board) Board() notation.Board { return b.game.Position() }

// Snapshot returns the position. It does not change with the board.
func (b *Board) Snapshot() notation.Board {
	return new(*b.game.Position())
}

// Ply returns how many moves have been made, of both sides.
func (b *Board) Ply() int { return len(b.game.Plies()) }

// Moves returns the moves so far.
func (b *Board) Moves() []game.Move {
	plies := b.game.Plies()
	moves := make([]game.Move, len(plies))
	for i, p := range plies {
		moves[i] = p.Move
	}
	return moves
}

// MoveNumber returns the number of the next move.
func (b *Board) MoveNumber() int { return b.game.Position().MoveNumber() }

// Warning returns the ruling that follows if the players repeat their moves since the last occurrence of the position.
func (b *Board) Warning() game.Outcome { return b.game.Warning() }

// RulesOutcome returns how the game ended by the rules.
func (b *Board) RulesOutcome() game.Outcome { return b.game.Outcome() }

// OutcomeAfter returns the ruling if a move were played.
func (b *Board) OutcomeAfter(m game.Move) game.Outcome { return b.game.Would(m) }

// Risk returns what would be ruled against the side to move by repetition if it made a move, at once or with the
// opponent's next one.
func (b *Board) Risk(m game.Move) game.Outcome { return b.game.Risk(m) }

// Play makes a move.
func (b *Board) Play(m game.Move) error { return b.game.Play(m) }

// Takeback takes the last move back.
func (b *Board) Takeback() { b.game.Takeback() }

// CanWin reports whether a side has pieces left that could win.
func (b *Board) CanWin(c game.Color) bool { return b.game.Position().All(c).Count() > 1 }

// NobodyWins is false: any piece may help to mate.
func (b *Board) NobodyWins() bool { return false }

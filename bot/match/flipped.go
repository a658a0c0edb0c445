package match

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match/flipped"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// A match of flipped chess (揭棋, cờ úp) has the same seats, clock and offers as others, and also a board of
// package flipped; its Game stays at the start, so that code that knows only xiangqi finds no moves. [Match.Board],
// [Match.Ply] and [Match.Moves] work for both.

// seal makes the board of a new match, whose commitment is to the match as it is now. Black is asked for a word first:
// Red, who moves first, may decline by moving.
func (m *Match) seal() {
	if !m.Mode.FaceDown() {
		return
	}
	var characters [2]string
	for c, s := range m.Seats {
		if s.Character() {
			characters[c] = s.Exported()
		}
	}
	m.flipped = flipped.New(string(m.ID), characters, game.Black, m.Mode.OpenCaptures())
}

// loadBoard adds the stored board, which says what form of flipped chess is played.
func (m *Match) loadBoard(ctx context.Context, c store.Conn) (err error) {
	if !m.Mode.FaceDown() {
		return nil
	}
	if m.flipped, err = flipped.Load(ctx, c, m.ID); err == nil && m.flipped.Open() {
		m.Mode.Variant = variant.FlippedOpen
	}
	return err
}

// WordAskedOf returns the side that is asked for a word before the deal, and false if none is.
func (m *Match) WordAskedOf() (game.Color, bool) {
	if m.flipped == nil || !m.Live() {
		return game.Red, false
	}
	return m.flipped.WordAskedOf()
}

// AsksForWord reports whether the deal waits for a word.
func (m *Match) AsksForWord() bool {
	_, asking := m.WordAskedOf()
	return asking
}

// MayDeclineByMoving reports whether the side that is asked for a word may decline by making its move.
func (m *Match) MayDeclineByMoving() bool {
	side, asking := m.WordAskedOf()
	return asking && side == m.ToMove()
}

// AwaitedSide returns the side that must act next: the one that is asked for a word, or else the one to move.
func (m *Match) AwaitedSide() game.Color {
	if side, asking := m.WordAskedOf(); asking {
		return side
	}
	return m.ToMove()
}

// dealt reports whether the pieces are dealt, which is false only in flipped chess before all words are given.
func (m *Match) dealt() bool { return m.flipped == nil || m.flipped.Dealt() }

// CommitmentName names a side in the commitment.
func (m *Match) CommitmentName(c game.Color) string { return m.flipped.CommitmentName(c) }

// MoveSeed is the seed of a character's moves. Everyone can compute it when the game is over.
func (m *Match) MoveSeed() uint64 { return m.flipped.MoveSeed() }

// Commitment is the hash by which the bot committed itself to the deal before it asked for a word.
func (m *Match) Commitment() seal.Hash { return m.flipped.Commitment() }

// Words returns the words that shuffled the pieces, in the order in which they were given; none before all are, and
// none of a player who has been erased.
func (m *Match) Words() []string { return m.flipped.Words() }

// HalfmoveClock returns the number of plies of flipped chess since a piece was last captured or turned over.
func (m *Match) HalfmoveClock() int { return m.flipped.HalfmoveClock() }

// View returns what a viewer may know of a match of flipped chess: only its captor knows a piece captured face down
// while the match is running, unless the players agreed otherwise.
func (m *Match) View(v jieqi.Viewer) jieqi.View { return m.flipped.View(v, m.dealPublic()) }

// ViewOf returns what a player may know: a watcher's view if they do not sit here.
func (m *Match) ViewOf(p id.Player) jieqi.View {
	if side, seated := m.SeatOf(p); seated {
		return m.View(jieqi.PlayerOf(side))
	}
	return m.View(jieqi.Watcher)
}

// dealPublic reports whether the deal is no longer secret, since the match is over.
func (m *Match) dealPublic() bool { return !m.Live() }

// Opening is what is published about the deal when a match of flipped chess is over.
type Opening = flipped.Opening

// Opening returns what is published, and false while the match is running.
func (m *Match) Opening() (o Opening, ok bool) {
	if m.flipped == nil || !m.dealPublic() {
		return o, false
	}
	return m.flipped.Opening(), true
}

// forgetWord erases the word of a side. Its hash stays.
func (m *Match) forgetWord(c game.Color) {
	if m.flipped != nil {
		m.flipped = m.flipped.Clone()
		m.flipped.Forget(c)
	}
}

// revealed reports whether one of the last plies showed a player a piece that had been face down.
func (m *Match) revealed(plies int) bool { return m.flipped != nil && m.flipped.Revealed(plies) }

package match

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/game"
)

var (
	// ErrFairPlay: between players nobody asks an engine until the match is over.
	ErrFairPlay = errors.New("no help from the engine while two people play")
	// ErrLivePosition: this position is on the board of a match between players.
	ErrLivePosition = errors.New("this position is on the board of a game that you are playing")
)

// maxCompared is how many matches of a player a position is compared with.
const maxCompared = 200

// Fair refuses help with a position that is on the board of a match between players, mirrored or with the colours swapped as
// well: [ErrLivePosition]. It looks at the matches of the player who asks; the usual start is everybody's.
func (s *Service) Fair(ctx context.Context, player id.Player, p *game.Position) error {
	playing, err := s.ByPlayer(ctx, player, maxCompared)
	if err != nil {
		return err
	}
	for i := range playing {
		if m := &playing[i]; m.BetweenPeople() && sameProblem(p, m.Game.Position()) {
			return ErrLivePosition
		}
	}
	return nil
}

// FairGame is Fair for all positions of a game, the last one included.
func (s *Service) FairGame(ctx context.Context, player id.Player, g *game.Game) error {
	playing, err := s.ByPlayer(ctx, player, maxCompared)
	if err != nil {
		return err
	}
	for i := range playing {
		if m := &playing[i]; m.BetweenPeople() && passesThrough(g, m.Game.Position()) {
			return ErrLivePosition
		}
	}
	return nil
}

// passesThrough reports whether a game had a position, mirrored or with the colours swapped as well, on the board.
func passesThrough(g *game.Game, p *game.Position) bool {
	at := g.Start()
	if sameProblem(&at, p) {
		return true
	}
	for _, m := range g.Moves() {
		if at.Do(m); sameProblem(&at, p) {
			return true
		}
	}
	return false
}

// MayAsk refuses the engine's help with a match to a player who does not sit here or is not to move, between players, and with
// a position that Fair refuses.
func (s *Service) MayAsk(ctx context.Context, player id.Player, m *Match) error {
	side, seated := m.SeatOf(player)
	switch {
	case m.BetweenPeople():
		return ErrFairPlay
	case !seated:
		return ErrNotSeated
	case m.Status != Open, !m.Game.Position().HasLegal():
		return ErrEnded
	case side != m.ToMove():
		return ErrNotYourTurn
	}
	return s.Fair(ctx, player, m.Game.Position())
}

// BetweenPeople reports whether two players are playing this match now.
func (m *Match) BetweenPeople() bool { return m.Status == Open && m.Mode.People }

// Like reports whether a position, mirrored or with the colours swapped as well, is on the board of a rated match that is being
// played. The usual start is everybody's.
func (m *Match) Like(p *game.Position) bool {
	return m.Status == Open && m.mayUncount() && sameProblem(p, m.Game.Position())
}

// sameProblem reports whether two positions other than the usual start are equal, reflected from left to right, or with Red and
// Black swapped.
func sameProblem(p, q *game.Position) bool {
	if start := game.Start(); p.Same(&start) {
		return false
	}
	return p.Turn() == q.Turn() && (matches(p, q, false, false) || matches(p, q, true, false)) ||
		p.Turn() != q.Turn() && (matches(p, q, false, true) || matches(p, q, true, true))
}

func matches(p, q *game.Position, mirrored, swapped bool) bool {
	for s := range game.Square(game.Squares) {
		to, piece := s, p.At(s)
		if mirrored {
			to = to.Mirror()
		}
		if swapped {
			to = game.SquareAt(to.File(), game.Ranks-1-to.Rank())
			if piece != game.NoPiece {
				piece = game.NewPiece(piece.Color().Other(), piece.Role())
			}
		}
		if q.At(to) != piece {
			return false
		}
	}
	return true
}

package match

import (
	"errors"

	"yeye/bot/id"
	"yeye/game"
)

var (
	// ErrFairPlay means that no engine help is given with a match between players until it is over.
	ErrFairPlay = errors.New("no help from the engine while two people play")
	// ErrLivePosition means that this position, or a similar one, is on the board of a running match between players.
	// The error does not say which.
	ErrLivePosition = errors.New("this position is close to that of a game between people")
)

// maxCompared is the greatest number of a player's matches to compare a position with.
const maxCompared = 200

// MayAsk refuses the engine's help with a match: to all users in one between players or with a team, and to users who
// do not sit in it or are not to move.
func MayAsk(player id.Player, m *Match) error {
	side, seated := m.SeatOf(player)
	switch {
	case m.Voted():
		return ErrVoted
	case m.BetweenPeople():
		return ErrFairPlay
	case m.Hidden():
		return ErrHidden
	case !m.Mode.Hints():
		return ErrNoHints
	case !seated:
		return m.NotSeated()
	case m.Status != Open:
		return m.NotOpen()
	case m.variantBoard().RulesOutcome().Over():
		return ErrEnded
	case side != m.ToMove():
		return ErrNotYourTurn
	}
	return nil
}

// Contested reports whether people play on both sides: two players, or two teams.
func (m *Match) Contested() bool {
	return m.Mode.TwoPlayers || m.Seats[0].Team != NoTeam && m.Seats[1].Team != NoTeam
}

// BetweenPeople reports whether people play on both sides of this match now.
func (m *Match) BetweenPeople() bool { return m.Status == Open && m.Contested() }

// HelpMakesCasualAt reports whether the engine's help with a position makes this match casual: the position, or its
// mirror image, or either with colors swapped, is on the board of an open or adjourned match against a character that
// still counts for something. An adjourned match counts, because it may be resumed. The usual start does not count.
// Between people help is refused instead.
func (m *Match) HelpMakesCasualAt(p *game.Position) bool {
	return m.Live() && !m.Mode.TwoPlayers && m.helpMakesCasual() && sameProblem(p, m.FullGame().Position())
}

// helpMakesCasualAtAny reports whether HelpMakesCasualAt is true of any position of a game.
func (m *Match) helpMakesCasualAtAny(g *game.Game) bool {
	at := g.Start()
	if m.HelpMakesCasualAt(&at) {
		return true
	}
	for _, move := range g.Moves() {
		at.Do(move)
		if m.HelpMakesCasualAt(&at) {
			return true
		}
	}
	return false
}

// openingPlies is how many plies the opening lasts: until then a position counts as common knowledge.
const openingPlies = 12

// InOpening reports whether the match is still within the first plies from the usual start, or from a start at odds.
func (m *Match) InOpening() bool {
	return (m.Odds != Even || m.Game.Start() == game.Start()) && m.Ply() <= openingPlies
}

// sameProblem reports whether two positions other than the usual start are equal, reflected from left to right, or with
// Red and Black swapped.
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

package match

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/id"
	"yeye/game"
	"yeye/game/notation"
)

// Premove is a move that a player entered while the other side was to move. It is played as soon as their turn comes,
// if it is legal then. Until then only the player may see it. The zero Premove is none.
type Premove struct {
	Move game.Move
	// Missed is set if the turn came and the move could not be played: its player is informed until they move.
	Missed bool
}

// Pending reports whether the move is set and has not been missed.
func (p Premove) Pending() bool { return p.Move != game.NoMove && !p.Missed }

const missed = " missed"

// String returns "" for none, "h2e2", or "h2e2 missed".
func (p Premove) String() string {
	switch {
	case p.Move == game.NoMove:
		return ""
	case p.Missed:
		return p.Move.String() + missed
	}
	return p.Move.String()
}

// ParsePremove reads what String writes.
func ParsePremove(t string) (p Premove, ok bool) {
	if t == "" {
		return p, true
	}
	text, gone := strings.CutSuffix(t, missed)
	m, err := game.ParseMove(text)
	return Premove{m, gone}, err == nil
}

var (
	// ErrYourTurn: the player is to move, so there is nothing to set a premove for.
	ErrYourTurn = errors.New("it is your turn")
	// ErrNoPremove: the player has no premove.
	ErrNoPremove = errors.New("you have kept no move")
)

// NullMovePosition returns the position after a null move, in which a premove is parsed and chosen.
func (m *Match) NullMovePosition() game.Position {
	p := *m.Game.Position()
	p.DoNull()
	return p
}

// SetPremoveText keeps a player's text, in any notation, as the move for their next turn, in place of one kept before.
// The errors are those of Move, [ErrYourTurn] and [ErrHasLines]. The text is read by [Match.ReadPremove].
func (s *Service) SetPremoveText(ctx context.Context, by Actor, channel id.Channel, text notation.Parsed,
	prefer notation.Family) (Change, error) {
	return s.do(ctx, by, s.inChannel(channel), PremoveChanged, func(c *Change) error {
		m := &c.Match
		if err := m.maySetPremove(by.Player); err != nil {
			return err
		}
		move, err := m.ReadPremove(text, prefer)
		if err != nil {
			return err
		}
		return c.setPremove(move)
	})
}

// ReadPremove reads a text, in any notation, as a premove. A move that is not possible now, but could be after the
// opponent's, is one. The error is a [*MoveError].
func (m *Match) ReadPremove(text notation.Parsed, prefer notation.Family) (game.Move, error) {
	p := m.NullMovePosition()
	move, err := text.Move(&p, prefer)
	if illegal, ok := errors.AsType[*game.IllegalMove](err); ok && Conceivable(&p, illegal.Move) {
		return illegal.Move, nil
	}
	if err != nil {
		return game.NoMove, &MoveError{Text: text.String(), Turn: p.Turn(), Err: err, Position: &p}
	}
	return move, nil
}

// SetPremove keeps a move from a control made for turn, like SetPremoveText; a control for another turn is refused with
// [ErrStale].
func (s *Service) SetPremove(ctx context.Context, by Actor, match id.Match, turn int64,
	move game.Move) (Change, error) {
	return s.do(ctx, by, s.byID(match), PremoveChanged, func(c *Change) error {
		if _, seated := c.Match.SeatOf(by.Player); seated && c.Match.Turn != turn {
			return ErrStale
		}
		if err := c.Match.maySetPremove(by.Player); err != nil {
			return err
		}
		return c.setPremove(move)
	})
}

// DropPremove drops a player's premove: [ErrNoPremove] if there is none, as after it was played.
func (s *Service) DropPremove(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), PremoveChanged, func(c *Change) error {
		side, seated := c.Match.SeatOf(by.Player)
		if !seated {
			return ErrNotSeated
		}
		if !c.Match.Premoves[side].Pending() {
			return ErrNoPremove
		}
		c.Match.Premoves[side] = Premove{}
		if side == c.Match.ToMove() { // the opponent's move has made a reply of a conditional line the premove
			c.Match.Lines[side] = Lines{}
		}
		return nil
	})
}

// maySetPremove returns nil if a player may set a premove now, which needs the other side to be to move. Otherwise it
// returns mayMove's error or [ErrYourTurn].
func (m *Match) maySetPremove(p id.Player) error {
	switch err := m.mayMove(p); {
	case err == nil:
		return ErrYourTurn
	case !m.Mode.Premoves():
		return err
	case !errors.Is(err, ErrNotYourTurn):
		return err
	}
	return nil
}

func (c *Change) setPremove(move game.Move) error {
	m := &c.Match
	p := m.NullMovePosition()
	if m.Lines[p.Turn()].Pending() {
		return ErrHasLines
	}
	if !Conceivable(&p, move) {
		return &MoveError{Text: move.String(), Turn: p.Turn(), Err: p.Explain(move), Position: &p}
	}
	m.Premoves[p.Turn()], m.Lines[p.Turn()] = Premove{Move: move}, Lines{}
	return nil
}

// PlayPremove plays the premove of the player to move for that turn. One that is not legal, or would lose by
// repetition, is not played: the change's Verb is then [PremoveMissed]. It returns [ErrStale] if the premove was
// dropped or replaced, or the turn has passed.
func (s *Service) PlayPremove(ctx context.Context, match id.Match, turn int64) (Change, error) {
	return s.do(ctx, Actor{Source: FromPremove}, s.byID(match), Moved, func(c *Change) error {
		m := &c.Match
		side := m.ToMove()
		kept := m.Premoves[side]
		if m.Status != Open || m.Turn != turn || !kept.Pending() {
			return ErrStale
		}
		c.By.Player, c.By.Name = m.Seats[side].Player, m.Seats[side].Name
		err := s.play(c, kept.Move.String(), kept.Move)
		var wrong *MoveError
		var risk *RiskError
		if errors.As(err, &wrong) || errors.As(err, &risk) {
			c.Verb = PremoveMissed
			m.Premoves[side].Missed = true
			return nil
		}
		return err
	})
}

// Conceivable reports whether the side to move could make m after a move of the other side: whether the piece moves in
// that way at all. Pieces that are now in its way may have moved by then, and one of its own on the target may have
// been captured. The squares of the kings are no targets.
func Conceivable(p *game.Position, m game.Move) bool {
	from, to := m.From(), m.To()
	piece := p.At(from)
	if m == game.NoMove || from == to || piece == game.NoPiece || piece.Color() != p.Turn() ||
		to == p.King(p.Turn().Other()) || to == p.King(p.Turn()) {
		return false
	}
	return reach(piece, from, game.Bitboard{}).Has(to)
}

// reach returns the pseudo-legal targets of a piece on a square with the given occupancy; a cannon moves like a rook.
func reach(piece game.Piece, from game.Square, occ game.Bitboard) game.Bitboard {
	switch c := piece.Color(); piece.Role() {
	case game.King:
		return game.KingMoves(c, from)
	case game.Advisor:
		return game.AdvisorMoves(c, from)
	case game.Elephant:
		return game.ElephantMoves(from, occ)
	case game.Horse:
		return game.HorseMoves(from, occ)
	case game.Pawn:
		return game.PawnMoves(c, from)
	}
	return game.RookAttacks(from, occ) // a rook, and the quiet moves of a cannon
}

// Premovable returns the moves that are offered as premoves of the side to move in a position: the legal ones, and
// recaptures on points of its own pieces.
func Premovable(p *game.Position) []game.Move {
	var buf [game.MaxMoves]game.Move
	var all []game.Move
	us := p.Turn()
	for _, m := range p.LegalMoves(buf[:0]) {
		if m.To() != p.King(us.Other()) {
			all = append(all, m)
		}
	}
	occ := p.Occupied()
	for b := p.All(us); b.Any(); {
		from := b.PopFirst()
		piece := p.At(from)
		on := reach(piece, from, occ)
		if piece.Role() == game.Cannon {
			on = game.CannonCaptures(from, occ)
		}
		for t := on.And(p.All(us)).Minus(game.BB(p.King(us))); t.Any(); {
			all = append(all, game.NewMove(from, t.PopFirst()))
		}
	}
	return all
}

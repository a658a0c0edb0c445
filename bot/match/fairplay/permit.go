package fairplay

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

// Origin is where the position to be evaluated comes from: it decides which boards count, and what the answer costs.
type Origin uint8

// The origins.
const (
	FromUser     Origin = iota // a user brings it, or asks about it
	Bundled                    // it is built in and public, so only the player's own boards count, and it costs nothing
	ShownUnasked               // a card shows it unasked: it costs nothing
	// Played is a position that two people play and nothing evaluates. Casual games that were themselves set up from a
	// position do not count: else a club could not play one position at several boards.
	Played
)

// Permit is the permission to evaluate a game for a player, whole or in its last position. Only a [Service] grants one,
// and code that evaluates for users takes one. It includes the price: [Permit.Pay].
type Permit struct {
	s            *Service
	player       id.Player
	game         *game.Game
	withheld     []bool             // of a whole game, by ply
	casualReason match.CasualReason // why the player's own games at the position become casual; Rated for none
	alwaysCasual []id.Match         // matches that become casual too, whatever their position
}

// ErrNoPermit means that no permission covers an evaluation: a fault of the program.
var ErrNoPermit = errors.New("there is no permission to judge this")

// PermitPosition permits the last position of a game to be judged for the first of some players, while the others read
// along, or refuses with [match.ErrLivePosition]. The usual start is never refused.
func (s *Service) PermitPosition(ctx context.Context, who []id.Player, g *game.Game, from Origin) (Permit, error) {
	return s.permit(ctx, who, g, question{ownOnly: from == Bundled, played: from == Played},
		Permit{casualReason: casualReason(from, match.AfterStudy)})
}

// PermitHelp permits the engine's help with a match for the first of some players, if all of them may have it.
// It returns the errors of [match.MayAsk] and of PermitPosition. For the first position of a built-in ending only the
// players' own boards are checked.
func (s *Service) PermitHelp(ctx context.Context, who []id.Player, m *match.Match, from Origin) (Permit, error) {
	for _, p := range who {
		if err := match.MayAsk(p, m); err != nil {
			return Permit{}, err
		}
	}
	q := question{ownOnly: m.Mode.Goal && m.Game.Ply() == 0}
	return s.permit(
		ctx,
		who,
		m.Game,
		q,
		Permit{casualReason: casualReason(from, match.AfterHint), alwaysCasual: []id.Match{m.ID}},
	)
}

// PermitGame permits all positions of a game to be evaluated, except those that PermitPosition refuses; see
// [Permit.Withheld].
func (s *Service) PermitGame(ctx context.Context, player id.Player, g *game.Game) (Permit, error) {
	withheld, err := s.withheld(ctx, question{player: player}, positions(g))
	if err != nil {
		return Permit{}, err
	}
	return Permit{s: s, player: player, game: g, withheld: withheld, casualReason: match.AfterStudy}, nil
}

// PermitFlipped permits a finished game of flipped chess to be evaluated: its deal is unique, so no running game
// resembles it.
func (s *Service) PermitFlipped(player id.Player) Permit { return Permit{s: s, player: player} }

func casualReason(from Origin, why match.CasualReason) match.CasualReason {
	if from != FromUser && from != Played {
		return match.Rated
	}
	return why
}

func (s *Service) permit(ctx context.Context, who []id.Player, g *game.Game, q question, p Permit) (Permit, error) {
	if start := game.Start(); !g.Position().Same(&start) {
		for i, one := range who {
			if slices.Contains(who[:i], one) {
				continue
			}
			q.player = one
			switch found, err := s.withheld(ctx, q, []game.Position{*g.Position()}); {
			case err != nil:
				return Permit{}, err
			case found[0]:
				return Permit{}, match.ErrLivePosition
			}
		}
	}
	p.s, p.player, p.game = s, who[0], g.Clone()
	return p, nil
}

// positions returns the positions of a game, from the first to the last.
func positions(g *game.Game) []game.Position {
	at := g.Start()
	all := append(make([]game.Position, 0, g.Ply()+1), at)
	for _, m := range g.Moves() {
		at.Do(m)
		all = append(all, at)
	}
	return all
}

// Player returns the player for whom the evaluation is.
func (p Permit) Player() id.Player { return p.player }

// Granted returns [ErrNoPermit] for a Permit that no Service granted.
func (p Permit) Granted() error {
	if p.s == nil {
		return ErrNoPermit
	}
	return nil
}

// Last returns a copy of the game whose last position may be judged, or [ErrNoPermit].
func (p Permit) Last() (*game.Game, error) {
	if p.s == nil || p.game == nil || p.withheld != nil {
		return nil, ErrNoPermit
	}
	return p.game.Clone(), nil
}

// CoversUntil reports whether the player may also hear about all earlier positions of the game whose last position is
// permitted, from the first to that after some plies.
func (p Permit) CoversUntil(ctx context.Context, plies int) (bool, error) {
	g, err := p.Last()
	if err != nil {
		return false, err
	}
	withheld, err := p.s.withheld(ctx, question{player: p.player}, positions(g.Upto(plies)))
	return !slices.Contains(withheld, true), err
}

// CheckPosition returns [ErrNoPermit] unless the last position of g is the permitted one.
func (p Permit) CheckPosition(g *game.Game) error {
	if own, err := p.Last(); err != nil || !own.Position().Same(g.Position()) {
		return ErrNoPermit
	}
	return nil
}

// Withheld returns which positions of a whole game must not be judged now, from the first to the last, or
// [ErrNoPermit].
func (p Permit) Withheld() ([]bool, error) {
	if p.s == nil || p.withheld == nil {
		return nil, ErrNoPermit
	}
	return p.withheld, nil
}

// SomeWithheld reports whether some position of a whole game must not be evaluated.
func (p Permit) SomeWithheld() bool { return slices.Contains(p.withheld, true) }

// AllWithheld reports whether no move of a whole game may be evaluated.
func (p Permit) AllWithheld() bool {
	for i := range len(p.withheld) - 1 {
		if !p.withheld[i] && !p.withheld[i+1] {
			return false
		}
	}
	return true
}

// MatchesMadeCasual returns the player's open and adjourned matches that Pay makes casual.
func (p Permit) MatchesMadeCasual(ctx context.Context) ([]id.Match, error) {
	switch g, err := p.Last(); {
	case err != nil:
		return nil, err
	case p.free(g):
		return nil, nil
	default:
		return p.s.matches.MadeCasualByHelp(ctx, p.player, g.Position(), p.alwaysCasual...)
	}
}

// free reports whether the permission costs nothing.
func (p Permit) free(g *game.Game) bool {
	start := game.Start()
	return p.casualReason == match.Rated || p.withheld == nil && len(p.alwaysCasual) == 0 && g.Position().Same(&start)
}

// Pay makes the player's games at the permitted position casual. Code that evaluates calls it before it shows the
// result.
func (p Permit) Pay(ctx context.Context) error {
	switch {
	case p.s == nil:
		return ErrNoPermit
	case p.game == nil || p.free(p.game):
		return nil
	case p.withheld != nil:
		return p.s.matches.MakeCasualByGame(ctx, p.player, p.game, p.casualReason)
	default:
		return p.s.matches.MakeCasualByHelp(ctx, p.player, p.game.Position(), p.casualReason, p.alwaysCasual...)
	}
}

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
	Posed   Origin = iota // a user brings it, or asks about it
	Bundled               // it is built in and public, so only the player's own boards count, and it costs nothing
	Told                  // a card shows it unasked: it costs nothing
	// Played is a position that two people play and nothing evaluates. Casual games that were themselves set up from a
	// position do not count: else a club could not play one position at several boards.
	Played
)

// Permit is the permission to evaluate a game for a player, whole or in its last position. Only a [Service] grants one,
// and code that evaluates for users takes one. It includes the price: [Permit.Pay].
type Permit struct {
	s        *Service
	player   id.Player
	game     *game.Game
	withheld []bool       // of a whole game, by ply
	costs    match.Casual // the reason for which the player's own games at the position become casual; Rated for none
	named    []id.Match   // and these, whatever their position
}

// ErrNoPermit means that no permission covers an evaluation: a fault of the program.
var ErrNoPermit = errors.New("there is no permission to judge this")

// Ask permits the last position of a game to be judged for the first of some players, while the others read along, or
// refuses with [match.ErrLivePosition]. The usual start is never refused.
func (s *Service) Ask(ctx context.Context, who []id.Player, g *game.Game, from Origin) (Permit, error) {
	return s.permit(ctx, who, g, question{own: from == Bundled, played: from == Played},
		Permit{costs: price(from, match.AfterStudy)})
}

// Help permits the engine's help with a match for the first of some players. It is refused to all if one of them may
// not have it: to all users in a match between people, to users who do not sit in it or are not to move, and with a
// position that Ask refuses; of the first position of an ending that comes with the bot only one's own boards count.
func (s *Service) Help(ctx context.Context, who []id.Player, m *match.Match, from Origin) (Permit, error) {
	for _, p := range who {
		if err := match.MayAsk(p, m); err != nil {
			return Permit{}, err
		}
	}
	q := question{own: m.Mode.Goal && m.Game.Ply() == 0}
	return s.permit(ctx, who, m.Game, q, Permit{costs: price(from, match.AfterHint), named: []id.Match{m.ID}})
}

// Whole permits a game to be judged from the first position to the last, without those that Ask refuses.
func (s *Service) Whole(ctx context.Context, player id.Player, g *game.Game) (Permit, error) {
	withheld, err := s.withheld(ctx, question{player: player}, positions(g))
	if err != nil {
		return Permit{}, err
	}
	return Permit{s: s, player: player, game: g, withheld: withheld, costs: match.AfterStudy}, nil
}

// Dealt permits a game of flipped chess that is over to be judged: its deal is its own, and no other board resembles
// it.
func (s *Service) Dealt(player id.Player) Permit { return Permit{s: s, player: player} }

func price(from Origin, why match.Casual) match.Casual {
	if from != Posed && from != Played {
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

// For returns [ErrNoPermit] unless the last position of a game may be judged.
func (p Permit) For(g *game.Game) error {
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

// Partly reports whether of a whole game some position must not be judged.
func (p Permit) Partly() bool { return slices.Contains(p.withheld, true) }

// Nothing reports whether of a whole game no move may be judged.
func (p Permit) Nothing() bool {
	for i := range len(p.withheld) - 1 {
		if !p.withheld[i] && !p.withheld[i+1] {
			return false
		}
	}
	return true
}

// Costs returns the player's open and adjourned matches that count for less once the last position was judged.
func (p Permit) Costs(ctx context.Context) ([]id.Match, error) {
	switch g, err := p.Last(); {
	case err != nil:
		return nil, err
	case p.free(g):
		return nil, nil
	default:
		return p.s.matches.MadeCasualByHelp(ctx, p.player, g.Position(), p.named...)
	}
}

// free reports whether no game of the player's can count for less after what was said about a game.
func (p Permit) free(g *game.Game) bool {
	start := game.Start()
	return p.costs == match.Rated || p.withheld == nil && len(p.named) == 0 && g.Position().Same(&start)
}

// Pay charges the price of the permission: the player's games that are at the position become casual. Between two
// players there is no help at all. Code that evaluates calls Pay before it shows the result.
func (p Permit) Pay(ctx context.Context) error {
	switch {
	case p.s == nil:
		return ErrNoPermit
	case p.game == nil || p.free(p.game):
		return nil
	case p.withheld != nil:
		return p.s.matches.MakeCasualByGame(ctx, p.player, p.game, p.costs)
	default:
		return p.s.matches.MakeCasualByHelp(ctx, p.player, p.game.Position(), p.costs, p.named...)
	}
}

package start

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/record"
)

// ErrPair refuses a pair of games without a position, against a character or in a variant.
var ErrPair = errors.New("a pair of games needs a position and two people")

// OverError means that a game from the position would be over before its first move.
type OverError struct{ Outcome game.Outcome }

func (e *OverError) Error() string { return "the position is over: " + e.Outcome.Method.String() }

// maxPosition is how many characters of a position are read: an address with one in its escapes has some 200.
const maxPosition = 400

// PositionOption returns the option for a position.
func PositionOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Typed(command, "position", maxPosition)
}

// PairOption returns the option for two games with the colors changed.
func PairOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Option(command, "pair", discord.BooleanOption)
}

// Position reads the position of an option, the usual start for "". The error is one of [record.ReadPosition], or an
// [*OverError].
func Position(text string) (game.Position, error) {
	if text == "" {
		return game.Start(), nil
	}
	given, err := record.ReadPosition(text)
	if err != nil {
		return game.Position{}, err
	}
	p := given.Position()
	return p, Playable(&p)
}

// Playable returns an [*OverError] for a position without a move to play, beyond the limit of moves, or in which
// neither side can win.
func Playable(p *game.Position) error {
	if o := game.NewGame(*p, game.NoRepetition).Outcome(); o.Over() {
		return &OverError{o}
	}
	return nil
}

// mover is the side that is to move, as a value of the option for a side.
const mover = "mover"

// sideIn is side for a position, in which a player may choose to move first.
func (s *Starter) sideIn(text string, p *game.Position) game.Color {
	if text == mover {
		return p.Turn()
	}
	return s.side(text)
}

// fair asks fair play about a position that two people are to play for each of those who are known, and returns what
// each has to pay: what the one learns from the other is help too. The usual start and odds are common knowledge.
func (s *Starter) fair(ctx context.Context, t *match.Terms) (pay func(context.Context) error, err error) {
	var permits []fairplay.Permit
	if t.FromPosition() {
		at := game.NewGame(t.Position, game.NoRepetition)
		for _, seat := range t.Seats {
			if !seat.Human() {
				continue
			}
			may, err := s.FairPlay.PermitPosition(ctx, []id.Player{seat.Player}, at, fairplay.Played)
			if err != nil {
				return nil, err
			}
			permits = append(permits, may)
		}
	}
	return func(ctx context.Context) error {
		for _, may := range permits {
			if err := may.Pay(ctx); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// second starts the second game of a pair, of which m is the first.
func (s *Starter) second(ctx context.Context, r *interaction.Request, m *match.Match) (interaction.Response, error) {
	t := match.Terms{Position: m.Game.Start(), Seats: [2]match.Seat{m.Seats[1], m.Seats[0]}}
	pay, err := s.fair(ctx, &t)
	if err != nil {
		return interaction.Response{}, err
	}
	by := Actor(r, match.FromCommand)
	return s.Begin(ctx, r, Beginning{
		Name: view.Versus(s.Readers.For(r).Words, t.Seats),
		Start: func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
			if err := pay(ctx); err != nil {
				return id.Subject{}, err
			}
			change, err := s.Matches.StartSecond(ctx, by, m.ID, g, c)
			return change.Match.Subject(), err
		},
		May: func(ctx context.Context) error { return s.Matches.MayStart(ctx, by, match.Terms{Guild: r.Guild}) },
	})
}

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

// ErrPair means that a pair of games was requested without a position, against a character or in a variant.
var ErrPair = errors.New("a pair of games needs a position and two people")

// OverError means that the game is already over in the given position.
type OverError struct{ Outcome game.Outcome }

func (e *OverError) Error() string { return "the position is over: " + e.Outcome.Method.String() }

// maxPosition limits the characters of the option: a URL with an escaped FEN has about 200.
const maxPosition = 400

// PositionOption returns the option for a position.
func PositionOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Typed(command, "position", maxPosition)
}

// PairOption returns the option for a pair of games with colors reversed.
func PairOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Option(command, "pair", discord.BooleanOption)
}

// Position parses the value of the option, "" being the starting position. Its errors are those of
// [record.ReadPosition] and [*OverError].
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

// Playable returns an [*OverError] for a position without a legal move, past the move limit, or with too little
// material on both sides to win.
func Playable(p *game.Position) error {
	if o := game.NewGame(*p, game.NoRepetition).Outcome(); o.Over() {
		return &OverError{o}
	}
	return nil
}

// sideToMove is the value "side to move" of the option for a side.
const sideToMove = "mover"

// sideIn is side, with the value sideToMove for a position.
func (s *Starter) sideIn(text string, p *game.Position) game.Color {
	if text == sideToMove {
		return p.Turn()
	}
	return s.side(text)
}

// permitPosition asks package fairplay whether each seated human may play from the position of t, since the opponent's
// moves are help with it. It returns the function that charges the permits. Permits are not needed for the starting
// position and odds.
func (s *Starter) permitPosition(ctx context.Context, t *match.Terms) (pay func(context.Context) error, err error) {
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

// startSecond starts the second game of the pair whose first game is m.
func (s *Starter) startSecond(ctx context.Context, r *interaction.Request,
	m *match.Match) (interaction.Response, error) {
	t := match.Terms{Position: m.Game.Start(), Seats: [2]match.Seat{m.Seats[1], m.Seats[0]}}
	pay, err := s.permitPosition(ctx, &t)
	if err != nil {
		return interaction.Response{}, err
	}
	by := Actor(r, match.FromCommand)
	return s.Launch(ctx, r, Launch{
		Name: view.MatchTitle(s.Readers.For(r).Words, t.Seats),
		Start: func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
			if err := pay(ctx); err != nil {
				return id.Subject{}, err
			}
			change, err := s.Matches.StartSecond(ctx, by, m.ID, g, c)
			return change.Match.Subject(), err
		},
		Check: func(ctx context.Context) error { return s.Matches.MayStart(ctx, by, match.Terms{Guild: r.Guild}) },
	})
}

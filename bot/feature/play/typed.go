package play

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// moveLike reports whether text is shaped like a move, or nearly so.
func moveLike(t *interaction.Typed) bool { return notation.IsMoveLike(t.Text) || nearMove(t.Text) }

func addressed(t *interaction.Typed) bool { return t.Addressed }

// nearMove is text that would be a move but for a letter of another alphabet that looks like the right one, where the reader says
// which, or a point alone, as players of western chess write pawn moves.
func nearMove(text string) bool {
	if len(text) > 4*notation.MaxLength {
		return false
	}
	if _, err := game.ParseSquare(strings.ToLower(text)); err == nil {
		return true
	}
	at := game.Start()
	var lookAlike *notation.LookAlike
	_, err := notation.Read(&at, text, notation.Auto)
	return errors.As(err, &lookAlike)
}

// typedMove plays a move that was typed. Only the player to move gets as far as a wrong one; anybody else is answered only when
// speaking to the bot, for other people's talk may look like moves.
func (p *play) typedMove(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	t := r.Typed
	if !notation.IsMoveLike(t.Text) && t.Addressed {
		return interaction.Response{}, nil // words to the bot
	}
	c, err := p.Matches.Move(ctx, start.Actor(r, match.FromText), r.Channel, t.Text, p.Start.Reader(r).Notation())
	var wrong *match.MoveError
	var risk *match.RiskError
	switch {
	case err == nil:
		return interaction.ShowCard(c.Match.Subject()), nil
	case errors.Is(err, store.ErrSeen):
		return interaction.Response{Nothing: true}, nil
	case errors.As(err, &wrong), errors.As(err, &risk), t.Addressed:
		return interaction.Response{}, err
	case errors.Is(err, match.ErrNoMatch), errors.Is(err, match.ErrNotSeated), errors.Is(err, match.ErrNotYourTurn):
		return interaction.Response{Nothing: true}, nil
	}
	return interaction.Response{}, err
}

// spoken does what a word to the bot says that is a command.
func (p *play) spoken(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	word, _ := notation.Command(r.Typed.Text)
	switch word {
	case notation.Undo:
		return p.undo(ctx, r)
	case notation.OfferDraw:
		return p.draw(ctx, r)
	case notation.Resign:
		return p.resign(ctx, r)
	}
	return interaction.Response{}, nil
}

package play

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/notation"
)

// moveLike reports whether text is shaped like a move, or nearly so.
func moveLike(t *interaction.Typed) bool {
	return notation.IsMoveLike(t.Text) || nearMove(t.Text) || tentative(t.Text)
}

// tentative reports whether a text is a move only for some readers, and only where it can be played: otherwise it was conversation.
func tentative(text string) bool {
	return notation.MayBeMove(text, notation.Chinese) || notation.MayBeMove(text, notation.Vietnamese)
}

func addressed(t *interaction.Typed) bool { return t.Addressed }

// nearMove reports whether text is almost a move: one in which a letter of another alphabet looks like the right one, which the
// notation's reader identifies, or a point alone, as players of western chess write pawn moves.
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

// typedMove plays a move that was typed. Only the player to move is answered about a wrong move; anybody else is answered only if
// they address the bot, because other people's conversation may look like moves.
func (p *play) typedMove(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	t := r.Typed
	if !notation.IsMoveLike(t.Text) && t.Addressed {
		return interaction.Response{}, nil // text to the bot
	}
	c, err := p.Matches.Move(ctx, start.Actor(r, match.FromText), r.Channel, t.Text, p.Readers.For(r).Notation())
	var wrong *match.MoveError
	var risk *match.RiskError
	switch {
	case err == nil:
		return interaction.ShowCard(c.Match.Subject()), nil
	case errors.Is(err, notation.ErrNotMove) && tentative(t.Text):
		return interaction.Response{Nothing: true}, nil
	case errors.Is(err, store.ErrSeen):
		return interaction.Response{Nothing: true}, nil
	case errors.Is(err, match.ErrNotYourTurn):
		return p.early(ctx, r)
	case errors.As(err, &wrong), errors.As(err, &risk), t.Addressed:
		return interaction.Response{}, err
	case errors.Is(err, match.ErrNoMatch), errors.Is(err, match.ErrNotSeated):
		return interaction.Response{Nothing: true}, nil
	}
	return interaction.Response{}, err
}

// early keeps a premove that a player typed against a character, and says so; between people, where the opponent reads it, it only
// says that the move was not played. It does not answer conversation that merely resembles a move: the text must be shaped like
// one.
func (p *play) early(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil || !notation.IsMoveLike(r.Typed.Text) {
		return interaction.Response{Nothing: true}, nil
	}
	if m.Mode.People {
		w := p.Readers.For(r).Words
		return interaction.SayOpenly(w.Text("refuse.early", locale.Args{"Who": view.PlainName(w, m.Seats[m.ToMove()]), "Command": w.Text("command.move.name")})), nil
	}
	a, err := p.keep(ctx, r, r.Typed.Text, match.FromText)
	if errors.Is(err, match.ErrYourTurn) { // the character has moved in between
		return p.typedMove(ctx, r)
	}
	return a, err
}

// unaddressed reports whether a text is a command word that is not addressed to the bot.
func unaddressed(t *interaction.Typed) bool {
	if t.Addressed {
		return false
	}
	word, ok := notation.Command(t.Text)
	return ok && commandOf[word] != ""
}

// commandOf maps a command word to the command that does the same.
var commandOf = map[notation.Word]string{notation.Undo: "undo", notation.OfferDraw: "draw", notation.Resign: "resign", notation.Hint: "hint"}

// toldWords is the name of the explanation, given to a player once, how to address command words to the bot. It is stored.
const toldWords = "words"

// overheard explains to a player once how to address such a word to the bot: otherwise it is conversation.
func (p *play) overheard(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{Nothing: true}, nil
	}
	if _, seated := m.SeatOf(r.Player); !seated || m.Status != match.Open {
		return interaction.Response{Nothing: true}, nil
	}
	if first, err := p.Players.TellOnce(ctx, r.Player, toldWords); err != nil || !first {
		return interaction.Response{Nothing: true}, err
	}
	word, _ := notation.Command(r.Typed.Text)
	w := p.Readers.For(r).Words
	return interaction.SayOpenly(w.Text("told.words", locale.Args{"Command": w.Text("command." + commandOf[word] + ".name")})), nil
}

// spoken executes a command word that is addressed to the bot.
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

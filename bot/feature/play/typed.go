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

// tentative reports whether a text is a move only for some readers, and only where it can be played: else it was talk.
func tentative(text string) bool {
	return notation.MayBeMove(text, notation.Chinese) || notation.MayBeMove(text, notation.Vietnamese)
}

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

// early keeps a move that a player typed before their turn against a character, and tells them; between people, where the opponent
// reads it, it only says that it was not played. It is no answer to talk that only looks like a move: the text must be one that the
// player could be thinking of.
func (p *play) early(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil || !notation.IsMoveLike(r.Typed.Text) {
		return interaction.Response{Nothing: true}, nil
	}
	if m.Mode.People {
		w := p.Start.Reader(r).Words
		return interaction.SayOpenly(w.Text("refuse.early", locale.Args{"Who": view.PlainName(w, m.Seats[m.ToMove()]), "Command": w.Text("command.move.name")})), nil
	}
	a, err := p.keep(ctx, r, r.Typed.Text, match.FromText)
	if errors.Is(err, match.ErrYourTurn) { // the answer came in between
		return p.typedMove(ctx, r)
	}
	return a, err
}

// unaddressed reports whether a word of play was said to nobody.
func unaddressed(t *interaction.Typed) bool {
	if t.Addressed {
		return false
	}
	word, ok := notation.Command(t.Text)
	return ok && commandOf[word] != ""
}

// commandOf is the command that does what a word asks for.
var commandOf = map[notation.Word]string{notation.Undo: "undo", notation.OfferDraw: "draw", notation.Resign: "resign", notation.Hint: "hint"}

// toldWords names, among what players are told once, how words of play are meant for the bot. It is stored.
const toldWords = "words"

// overheard tells a player once how such a word is meant for the bot: in a channel it is talk.
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
	w := p.Start.Reader(r).Words
	return interaction.SayOpenly(w.Text("told.words", locale.Args{"Command": w.Text("command." + commandOf[word] + ".name")})), nil
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

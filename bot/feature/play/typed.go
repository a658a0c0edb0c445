package play

import (
	"context"
	"errors"

	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// moveLike reports whether text is shaped like a move, or nearly so, or like the several moves that a study takes.
func moveLike(t *interaction.Typed) bool {
	return t.Move.IsMove() || t.Move.IsNear() || tentative(t.Move) || t.Move.Line() != nil
}

// tentative reports whether a text is a move only for some readers, and only where it can be played: otherwise it was
// conversation.
func tentative(t notation.Parsed) bool {
	return t.MayBe(notation.Chinese) || t.MayBe(notation.Vietnamese)
}

func addressed(t *interaction.Typed) bool { return t.Addressed }

// typedMove plays a move that was typed. Only the player to move is answered about a wrong move; anybody else is
// answered only if they address the bot, because other people's conversation may look like moves.
func (p *play) typedMove(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	t := r.Typed
	c, err := p.Matches.Move(ctx, start.Actor(r, match.FromText), r.Channel, t.Move, p.Readers.For(r).Notation())
	// in a channel it would be read by everybody
	if errors.Is(err, match.ErrNoMatch) && r.Guild == "" && t.Move.IsMove() {
		if a, solving, err := p.solving(ctx, r, t.Move); solving || err != nil {
			return a, err
		}
	}
	if fits, lookErr := p.strays(ctx, r, t.Move, err); fits || lookErr != nil {
		w := p.Readers.For(r).Words
		return interaction.SayPostable(w.Text("solving.typed", locale.Args{"Command": w.Text("command.move.name")})),
			lookErr
	}
	if t.Move.IsMove() {
		err = p.Matches.NoMatchErrorFor(ctx, r.Channel, r.Player, err)
	}
	var wrong *match.MoveError
	var risk *match.RiskError
	switch {
	case err == nil:
		return interaction.ShowCard(c.Match.Subject()), nil
	case errors.Is(err, store.ErrSeen):
		return interaction.Response{Handled: true}, nil
	case !t.Move.IsMove() && talk(t, err):
		return interaction.Response{Handled: !t.Addressed}, nil // text to the bot, or conversation
	case errors.Is(err, match.ErrNotYourTurn):
		return p.early(ctx, r)
	case errors.As(err, &wrong), errors.As(err, &risk), t.Addressed:
		return interaction.Response{}, err
	case errors.Is(err, match.ErrVoted):
		return p.tellOnce(ctx, r, toldVotes, "told.votes")
	case errors.Is(err, match.ErrNoMatch), errors.Is(err, match.ErrNotSeated):
		return interaction.Response{Handled: true}, nil
	}
	return interaction.Response{}, err
}

// talk reports whether a text that is not shaped like a move was conversation, seeing why it was not played.
func talk(t *interaction.Typed, err error) bool {
	for _, because := range []error{match.ErrNoMatch, match.ErrNotSeated, match.ErrVoted, match.ErrNotYourTurn,
		match.ErrAdjourned, match.ErrEnded} {
		if errors.Is(err, because) {
			return true
		}
	}
	if errors.Is(err, match.ErrUnseen) { // which does not say why
		return !t.Addressed
	}
	return errors.Is(err, notation.ErrNotMove) && (t.Addressed || !t.Move.IsNear())
}

// early keeps a premove that a player typed against a character, and says so; between people, where the opponent reads
// it, it only says that the move was not played.
func (p *play) early(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{Handled: true}, nil
	}
	if m.Mode.People {
		if !mayPremove(&m, r.Player) {
			return interaction.Response{}, match.ErrNotYourTurn
		}
		w := p.Readers.For(r).Words
		return interaction.SayPostable(w.Text("refuse.early",
			locale.Args{"Who": view.PlainName(w, m.Seats[m.ToMove()]), "Command": w.Text("command.move.name")})), nil
	}
	a, err := p.keep(ctx, r, r.Typed.Move, match.FromText)
	if errors.Is(err, match.ErrYourTurn) { // the character has moved in between
		return p.typedMove(ctx, r)
	}
	return a, err
}

// spoken executes a command word that is addressed to the bot.
func (p *play) spoken(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	switch r.Typed.Word {
	case notation.Undo:
		return p.undo(ctx, r)
	case notation.OfferDraw:
		return p.draw(ctx, r)
	case notation.Resign:
		return p.resign(ctx, r)
	}
	return interaction.Response{}, nil
}

// solving answers a move that is meant for what its author is solving; false if they are solving nothing.
func (p *play) solving(ctx context.Context, r *interaction.Request,
	move notation.Parsed) (interaction.Response, bool, error) {
	all, err := p.solvers(ctx, r)
	for _, s := range all {
		if a, ok, err := s.Answer(ctx, r, move); ok || err != nil {
			return a, ok, err
		}
	}
	return interaction.Response{}, false, err
}

// solvers returns what knows of something to be solved that is on here.
func (p *play) solvers(ctx context.Context, r *interaction.Request) (all []Solver, err error) {
	for _, part := range p.Solving {
		s, on, err := part.On(ctx, r.Guild)
		if err != nil {
			return nil, err
		}
		if on {
			all = append(all, s)
		}
	}
	return all, nil
}

// strays reports whether a move that the game here did not take, for the reason of an error, can be played in what its
// author is solving: it was meant for that.
func (p *play) strays(ctx context.Context, r *interaction.Request, move notation.Parsed, why error) (bool, error) {
	var wrong *match.MoveError
	elsewhere := errors.As(why, &wrong) || errors.Is(why, match.ErrNoMatch) || errors.Is(why, match.ErrNotSeated) ||
		errors.Is(why, match.ErrVoted)
	if !elsewhere || !move.IsMove() {
		return false, nil
	}
	at, ok, err := p.toSolve(ctx, r)
	if err != nil || !ok {
		return false, err
	}
	_, err = move.Move(at, p.Readers.For(r).Notation())
	return err == nil, nil
}

// toSolve returns the position that somebody has before them to solve, false if there is none.
func (p *play) toSolve(ctx context.Context, r *interaction.Request) (*game.Position, bool, error) {
	all, err := p.solvers(ctx, r)
	for _, s := range all {
		if at, ok, err := s.Board(ctx, r); ok || err != nil {
			return at, ok, err
		}
	}
	return nil, false, err
}

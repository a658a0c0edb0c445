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

// moveLike reports whether a text has the form of a move, or nearly so, or of the several moves that a study takes.
func moveLike(t *interaction.Typed) bool {
	return t.Move.IsMove() || t.Move.IsNear() || ambiguous(t.Move) || t.Move.Line() != nil
}

// ambiguous reports whether a text is a move only in some languages. If it cannot be played, it was conversation.
func ambiguous(t notation.Parsed) bool {
	return t.MayBe(notation.Chinese) || t.MayBe(notation.Vietnamese)
}

func addressed(t *interaction.Typed) bool { return t.Addressed }

// typedMove plays a move that was typed. Only the player to move gets an answer to an illegal move. Others get one only
// if they address the bot, because conversation may look like moves.
func (p *play) typedMove(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	t := r.Typed
	c, err := p.Matches.Move(ctx, start.Actor(r, match.FromText), r.Channel, t.Move, p.Readers.For(r).Notation())
	// only in a DM: in a channel others would read the answer
	if errors.Is(err, match.ErrNoMatch) && r.Guild == "" && t.Move.IsMove() {
		if a, solving, err := p.answerSolver(ctx, r, t.Move); solving || err != nil {
			return a, err
		}
	}
	if toSolver, lookErr := p.meantForSolver(ctx, r, t.Move, err); toSolver || lookErr != nil {
		w := p.Readers.For(r).Words
		return interaction.SayPostable(w.Text("solving.typed", locale.Args{"Command": w.Text("command.move.name")})),
			lookErr
	}
	if t.Move.IsMove() {
		err = p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	var wrong *match.MoveError
	var risk *match.RiskError
	switch {
	case err == nil:
		return interaction.ShowCard(c.Match.Subject()), nil
	case errors.Is(err, store.ErrSeen):
		return interaction.Response{Handled: true}, nil
	case !t.Move.IsMove() && isConversation(t, err):
		return interaction.Response{Handled: !t.Addressed}, nil // other handlers take addressed text
	case errors.Is(err, match.ErrNotYourTurn):
		return p.typedEarly(ctx, r)
	case errors.As(err, &wrong), errors.As(err, &risk), t.Addressed:
		return interaction.Response{}, err
	case errors.Is(err, match.ErrVoted):
		return p.noticeOnce(ctx, r, noticeVotes, "told.votes")
	case errors.Is(err, match.ErrNoMatch), errors.Is(err, match.ErrNotSeated):
		return interaction.Response{Handled: true}, nil
	}
	return interaction.Response{}, err
}

// isConversation reports, from the error of playing it, whether a text without the form of a move was conversation.
func isConversation(t *interaction.Typed, err error) bool {
	for _, because := range []error{match.ErrNoMatch, match.ErrNotSeated, match.ErrVoted, match.ErrNotYourTurn,
		match.ErrAdjourned, match.ErrEnded} {
		if errors.Is(err, because) {
			return true
		}
	}
	if errors.Is(err, match.ErrUnseen) { // ErrUnseen hides the reason
		return !t.Addressed
	}
	return errors.Is(err, notation.ErrNotMove) && (t.Addressed || !t.Move.IsNear())
}

// typedEarly stores a move that was typed too early as a premove in a game against a character. Between people, where
// the opponent reads it, it only says that the move was not played.
func (p *play) typedEarly(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{Handled: true}, nil
	}
	if m.Mode.TwoPlayers {
		if !mayPremove(&m, r.Player) {
			return interaction.Response{}, match.ErrNotYourTurn
		}
		w := p.Readers.For(r).Words
		return interaction.SayPostable(w.Text("refuse.early",
			locale.Args{"Who": view.PlainName(w, m.Seats[m.ToMove()]), "Command": w.Text("command.move.name")})), nil
	}
	a, err := p.setPremove(ctx, r, r.Typed.Move, match.FromText)
	if errors.Is(err, match.ErrYourTurn) { // the character has moved in between
		return p.typedMove(ctx, r)
	}
	return a, err
}

// commandWord executes a command word that is addressed to the bot.
func (p *play) commandWord(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
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

// answerSolver plays a move in what its author is solving; false if they are solving nothing.
func (p *play) answerSolver(ctx context.Context, r *interaction.Request,
	move notation.Parsed) (interaction.Response, bool, error) {
	all, err := p.enabledSolvers(ctx, r)
	for _, s := range all {
		if a, ok, err := s.Answer(ctx, r, move); ok || err != nil {
			return a, ok, err
		}
	}
	return interaction.Response{}, false, err
}

// enabledSolvers returns the solvers whose features the server has not switched off.
func (p *play) enabledSolvers(ctx context.Context, r *interaction.Request) (all []Solver, err error) {
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

// meantForSolver reports whether a move that failed with an error in the game here is legal in what its author is
// solving, and so was meant for that.
func (p *play) meantForSolver(
	ctx context.Context,
	r *interaction.Request,
	move notation.Parsed,
	why error,
) (bool, error) {
	var wrong *match.MoveError
	elsewhere := errors.As(why, &wrong) || errors.Is(why, match.ErrNoMatch) || errors.Is(why, match.ErrNotSeated) ||
		errors.Is(why, match.ErrVoted)
	if !elsewhere || !move.IsMove() {
		return false, nil
	}
	at, ok, err := p.solverBoard(ctx, r)
	if err != nil || !ok {
		return false, err
	}
	_, err = move.Move(at, p.Readers.For(r).Notation())
	return err == nil, nil
}

// solverBoard returns the position that the user is solving, false if there is none.
func (p *play) solverBoard(ctx context.Context, r *interaction.Request) (*game.Position, bool, error) {
	all, err := p.enabledSolvers(ctx, r)
	for _, s := range all {
		if at, ok, err := s.Board(ctx, r); ok || err != nil {
			return at, ok, err
		}
	}
	return nil, false, err
}

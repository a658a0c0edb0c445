package play

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/game"
)

// refuse words the errors of lines, asks before a move that would lose by repetition, and shows a newcomer how a piece
// moves.
func (p *play) refuse(r *interaction.Request, err error) (interaction.Response, bool) {
	if text, ok := p.Readers.For(r).ConditionalRefusal(err); ok && !errors.Is(err, match.ErrYourTurn) {
		return interaction.Say(text), true
	}
	if a, ok := p.refuseShape(r, err); ok {
		return a, true
	}
	var risk *match.RiskError
	if !errors.As(err, &risk) {
		return interaction.Response{}, false
	}
	id := discord.ControlID{Action: actionConfirmMove, ID: risk.Match, Turn: risk.Turn,
		Arg: risk.Move.String() + string(r.Player)}.String()
	key := "ask.risk." + risk.Outcome.Method.String()
	if risk.Reply {
		key += ".reply"
	}
	// the button works only for the user who is asked
	a := interaction.SayPostable(r.Text.Text(key, locale.Args{"Move": p.Readers.For(r).InText(risk.Before, risk.Move)}))
	a.Private.Rows = []discord.Row{{discord.Button{CustomID: id, Label: r.Text.Text("control.sure"),
		Style: discord.Danger}}}
	return a, true
}

// clickConfirmMove plays a move that would lose by repetition, after the player has confirmed it.
func (p *play) clickConfirmMove(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if len(c.Arg) < 4 || c.Arg[4:] != string(r.Player) {
		return interaction.Response{}, match.ErrNotAsked
	}
	move, err := game.ParseMove(c.Arg[:4])
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	// The button is not on the card.
	made, err := p.Matches.StepConfirmed(ctx, start.Actor(r, match.FromCommand), c.ID, c.Turn, move)
	if err != nil {
		return interaction.Response{}, err
	}
	if !r.OnPrivateMessage() { // the move removes the question, so there is nothing to edit
		return interaction.ShowCard(made.Match.Subject()), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("told.sure",
		locale.Args{"Move": p.moveText(r, &made.Match, move)})}), nil
}

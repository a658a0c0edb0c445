package play

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
)

// draw offers a draw to the other player.
func (p *play) draw(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	c, err := p.Matches.OfferDraw(ctx, start.Actor(r, source(r)), r.Channel)
	if err != nil {
		return interaction.Response{}, p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	return p.offerResponse(r, &c, nil)
}

func (p *play) clickDraw(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := p.Matches.OfferDrawIn(ctx, start.Actor(r, match.FromCard), c.ID)
	return p.offerResponse(r, &made, err)
}

// undo takes the player's last move back.
func (p *play) undo(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if m, err := p.Matches.InChannel(ctx, r.Channel); err == nil && m.TakebackMakesCasual(r.Player) {
		return askCasual(r, &m), nil
	}
	c, err := p.Matches.Takeback(ctx, start.Actor(r, source(r)), r.Channel)
	if err != nil {
		return interaction.Response{}, p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	return p.offerResponse(r, &c, nil)
}

// clickUndo takes back the player's last move, unless the match has moved on since the button was made.
func (p *play) clickUndo(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if m, err := p.Matches.Get(ctx, c.ID); err == nil && m.Turn == c.Turn && m.TakebackMakesCasual(r.Player) {
		return askCasual(r, &m), nil
	}
	made, err := p.Matches.TakebackAt(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn)
	return p.offerResponse(r, &made, err)
}

// askCasual asks whether to request a takeback that makes the match casual.
func askCasual(r *interaction.Request, m *match.Match) interaction.Response {
	a := interaction.SayPostable(r.Text.Text("ask.undo")) // the button works only for the user who is asked
	a.Private.Rows = []discord.Row{{discord.ControlID{Action: actionUndoSure, ID: m.ID, Turn: m.Turn,
		Arg: string(r.Player)}.Button(r.Text.Text("control.undo.sure"), discord.Primary)}}
	return a
}

// clickUndoSure requests the takeback, for the user who was asked.
func (p *play) clickUndoSure(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, match.ErrNotAsked
	}
	// the button is not on the card
	made, err := p.Matches.TakebackAt(ctx, start.Actor(r, match.FromCommand), c.ID, c.Turn)
	return p.offerResponse(r, &made, err)
}

// source distinguishes a command from typed text.
func source(r *interaction.Request) match.Source {
	if r.Typed != nil {
		return match.FromText
	}
	return match.FromCommand
}

// offerResponse answers with the message of the offer that a request became, or with the card if it took effect at
// once.
func (p *play) offerResponse(r *interaction.Request, c *match.Change, err error) (interaction.Response, error) {
	if err != nil || c.Match.Offer.Kind == match.NoOffer {
		return p.Studies.After(r, c, err)
	}
	return interaction.Response{Public: p.Start.Offer(&c.Match)}, nil
}

func (p *play) clickYes(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return p.accord(ctx, r, c, true)
}

func (p *play) clickNo(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	return p.accord(ctx, r, c, false)
}

// accord answers an offer and edits its message to show the outcome. The message stays recorded until it is edited, so
// that its buttons are removed even after a failure.
func (p *play) accord(ctx context.Context, r *interaction.Request, c discord.ControlID,
	yes bool) (interaction.Response, error) {
	before, err := p.loadSeated(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	offer := view.ParseOffer(c.Arg, c.Turn)
	if before.Offer.Kind == offer.Kind {
		offer.Channel, offer.Guild = before.Offer.Channel, before.Offer.Guild
	}
	// The button is not on the card.
	made, err := p.Matches.Accord(ctx, start.Actor(r, match.FromCommand), c.ID, offer, yes)
	if _, occupied := errors.AsType[*match.OccupiedError](err); occupied && offer.Kind == match.OfferTransfer {
		return interaction.Say(view.OfferText(p.Readers.For(r).Words, "offer.taken", &before, offer)), nil
	}
	if err != nil {
		return interaction.Response{}, err
	}
	outcome := "offer.no"
	switch side, _ := before.SeatOf(r.Player); {
	case yes && made.Match.OutOfTime():
		outcome = "offer.over"
	case yes:
		outcome = "offer.yes"
	case side == offer.By:
		outcome = "offer.back"
	}
	w := p.Readers.InLocale(made.Match.Locale).Words
	shown := interaction.Change(discord.Message{Content: view.OfferText(w, outcome, &before, offer)})
	if on := r.ControlMessage(); on != "" {
		p.Display.Answering(on, shown.Edit.Content)
		shown.Edit.Sent = func(interaction.Edit) { p.Display.Answered(on) }
	}
	return shown, nil
}

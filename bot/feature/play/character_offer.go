package play

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
)

// A character's offer is on the card itself and pings nobody, because it comes with the move that the player waits for.

// characterOffers reports whether a character offers something on the card.
func characterOffers(m *match.Match) bool {
	return m.Status == match.Open && m.Offer.Kind != match.NoOffer && m.Seats[m.Offer.By].Character()
}

// offerLine describes a character's offer.
func offerLine(r *view.Reader, m *match.Match) string {
	key := "card.offer.draw"
	if m.Offer.Kind == match.OfferResign {
		key = "card.offer.resign"
	}
	return r.Text(key, locale.Args{"Who": r.Character(m.Seats[m.Offer.By].Level)})
}

// offerRow returns the controls that answer a character's offer.
func offerRow(r *view.Reader, m *match.Match) discord.Row {
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.Button{CustomID: view.IDs(m)(action, view.OfferArg(m.Offer)), Label: r.Text(label), Style: style}
	}
	return discord.Row{button(actionTake, "control.accept", discord.Success),
		button(actionPlayOn, "control.playon", discord.Secondary)}
}

func (p *play) clickTake(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return p.answerCharacter(ctx, r, c, true)
}

func (p *play) clickPlayOn(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return p.answerCharacter(ctx, r, c, false)
}

// answerCharacter accepts or declines a character's offer.
func (p *play) answerCharacter(ctx context.Context, r *interaction.Request, c discord.ControlID,
	yes bool) (interaction.Response, error) {
	made, err := p.Matches.Accord(ctx, start.Actor(r, match.FromCard), c.ID, view.ParseOffer(c.Arg, c.Turn), yes)
	return interaction.ShowCard(made.Match.Subject()), err
}

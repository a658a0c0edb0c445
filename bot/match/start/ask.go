package start

import (
	"context"
	"fmt"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

// Actions of an offer's controls.
const (
	ActionYes = "yes"
	ActionNo  = "no"
	// ActionYesBreak is ActionYes for breaks. It is a separate action because older versions do not know breaks.
	ActionYesBreak = "yesbreak"
)

// Offer returns the question that puts an offer to the other player. It is a new message with a mention, since an edit
// of the card would not notify them; without one while they are on vacation.
func (s *Starter) Offer(m *match.Match) *interaction.Reply {
	w := s.Readers.InLocale(m.Locale).Words
	o := m.Offer
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: m.ID, Turn: o.Turn, Arg: view.OfferArg(o)}.Button(w.Text(label),
			style)
	}
	yes := ActionYes
	if o.Kind == match.OfferBreak {
		yes = ActionYesBreak
	}
	asked := []id.Player{m.Seats[o.By.Other()].Player}
	if _, rests := m.RestUntil(o.By.Other(), s.Now()); rests {
		asked = nil
	}
	return &interaction.Reply{
		Message: discord.Message{
			Content: view.OfferText(w, "offer", m, o),
			Rows: []discord.Row{{button(yes, "control.accept", discord.Success),
				button(ActionNo, "control.decline", discord.Secondary)}},
			Mention: asked,
		},
		Announce: &interaction.Announcement{Subject: m.Subject(), About: view.About(o.Kind), Turn: m.Turn,
			Player: m.Seats[o.By].Player},
	}
}

// Ask posts the question of an offer in the channel of its match. It is for offers that are made in another channel.
func (s *Starter) Ask(ctx context.Context, m *match.Match) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	reply := s.Offer(m)
	q := s.Readers.RemovePings(ctx, reply.Message, m.Seats)
	q.Nonce = fmt.Sprintf("t%s-%x", m.ID, m.Turn) // the same question in a later turn is another message
	created, err := s.REST.Create(ctx, m.Channel, q)
	if err == nil {
		s.Announced(ctx, m.Channel, created, *reply.Announce)
	}
	return err
}

package play

import (
	"context"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store/scheduler"
)

// breaks are the choices for the length of a break, in days.
var breaks = []int{1, 2, 3, 4, 5, 7, 10, match.MaxBreak}

func breakButton(r *view.Reader, m *match.Match) discord.Component {
	return discord.Button{CustomID: view.IDs(m)(actionBreak, ""), Label: r.Text("control.break"),
		Style: discord.Secondary}
}

// clickBreak asks a player who wants to offer a break for its length.
func (p *play) clickBreak(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	m, err := p.loadSeated(ctx, r, c)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case m.Status != match.Open:
		return interaction.Response{}, m.NotOpen()
	case !m.MayRest(p.Now()):
		return interaction.Response{}, match.ErrRestNotAllowed
	}
	var options []discord.Option
	for _, days := range breaks {
		if !m.Rest.Last.IsZero() && p.Now().Add(time.Duration(days)*24*time.Hour).After(m.Rest.Last) {
			break
		}
		options = append(options, discord.Option{Label: r.Text.Text("break.days", locale.Args{"Count": days}),
			Value: strconv.Itoa(days)})
	}
	if len(options) == 0 {
		return interaction.Response{}, &match.LastError{Until: m.Rest.Last}
	}
	return interaction.Answer(discord.Message{Content: r.Text.Text("break.ask"), Rows: []discord.Row{{
		discord.Select{CustomID: view.IDs(&m)(actionAskBreak, ""), Placeholder: r.Text.Text("break.long"),
			Options: options}}}}), nil
}

// clickAskBreak offers the opponent a break of the chosen length.
func (p *play) clickAskBreak(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	days, err := strconv.Atoi(r.Selected())
	if err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	made, err := p.Matches.OfferBreak(ctx, start.Actor(r, match.FromCommand), c.ID, days)
	return p.offerResponse(r, &made, err)
}

// clickEndBreak records that a player wants to end a break early.
func (p *play) clickEndBreak(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := p.Matches.EndBreak(ctx, start.Actor(r, match.FromCard), c.ID)
	return p.Studies.After(r, &made, err)
}

// endRest runs the job at the end of a break: the card mentions the player to move.
func (p *play) endRest(ctx context.Context, j scheduler.Job) error {
	m, err := p.Matches.Get(ctx, j.Subject.ID)
	if err == nil {
		_, err = p.Matches.EndRest(ctx, &m)
	}
	return jobError(err)
}

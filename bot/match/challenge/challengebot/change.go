package challengebot

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/match/variant"
	"yeye/bot/match/view"
)

// term is a term that the challenger may change while a challenge waits. It is a select with the values of the
// command's option.
type term struct {
	name   string
	prefix string // text key prefix of the values; "" for the time control
	values []string
	value  func(*challenge.Challenge) string
}

// termMenus are in the order of their selects. Those that apply to one challenge fit into one message.
var termMenus = []term{
	{"clock", "", nil, func(c *challenge.Challenge) string { return c.Timing.String() }},
	{"side", "color.", []string{"red", "black"}, func(c *challenge.Challenge) string { return c.Side().String() }},
	{"rated", "rated.", []string{"yes", "no"}, func(c *challenge.Challenge) string {
		if c.Casual == match.Rated || c.Casual == match.DailyLimit {
			return "yes"
		}
		return "no"
	}},
	{"pair", "pair.", []string{"no", "yes"}, func(c *challenge.Challenge) string {
		if c.Pair {
			return "yes"
		}
		return "no"
	}},
	{"odds", "odds.", nil, func(c *challenge.Challenge) string { return c.Odds.String() }},
	{variant.Captures, "game.", []string{variant.Flipped.Name(), variant.FlippedOpen.Name()},
		func(c *challenge.Challenge) string { return c.Variant.Name() }},
	{"rules", "rules.", nil, func(c *challenge.Challenge) string { return c.Rules.String() }},
}

// change shows the challenger the selects of the terms.
func (f *challenges) change(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	asked, err := f.Challenges.Get(ctx, c.ID)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case asked.Starter != r.Player:
		return interaction.Response{}, challenge.ErrNotAsked
	case asked.Status != challenge.Waiting:
		return interaction.Response{}, challenge.ErrClosed
	}
	return f.termsPage(ctx, r, &asked)
}

// chooseTerm sets the term that was selected.
func (f *challenges) chooseTerm(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if r.Selected() == "" {
		return interaction.Response{}, challenge.ErrStale
	}
	made, err := f.Challenges.ChangeTerms(ctx, start.Actor(r, match.FromCommand), c.ID, func(t *match.Terms) error {
		f.Start.SetTerm(t, r.Player, c.Arg, r.Selected())
		return f.Start.SetDailyLimit(ctx, t)
	})
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(f.termsPage(ctx, r, &made.Challenge))
}

// termsPage returns the private message with the selects of a challenge's terms.
func (f *challenges) termsPage(ctx context.Context, r *interaction.Request,
	c *challenge.Challenge) (interaction.Response, error) {
	reader := f.Readers.For(r)
	said, err := f.withReason(ctx, reader, c, termsText(reader.Words, c))
	if err != nil {
		return interaction.Response{}, err
	}
	on := c.Terms()
	switch {
	case on.FromPosition():
		said += "\n-# " + reader.Text("challenge.position.casual")
	case c.Casual != match.Rated && c.Casual != match.Agreed && c.Casual != match.DailyLimit:
		said += "\n-# " + reader.Text("casual."+c.Casual.String())
	}
	m := discord.Message{Content: said}
	for _, one := range termMenus {
		// the odds determine the side
		if one.name == "side" && c.Odds != match.Even || !start.Offers(&on, one.name) {
			continue
		}
		m.Rows = append(m.Rows, discord.Row{one.menu(reader, c, string(r.Event))})
	}
	return interaction.Answer(m), nil
}

// menu returns the select of a term.
func (t term) menu(r *view.Reader, c *challenge.Challenge, nonce string) discord.Select {
	menu := discord.Select{CustomID: discord.ControlID{Action: actionTerm, ID: c.ID, Turn: firstTurn, Arg: t.name,
		Nonce: nonce}.String()}
	menu.Placeholder = r.Text("challenge.term." + t.name)
	for _, v := range t.choices() {
		label := r.Text(t.prefix + v)
		if t.name == "clock" {
			timing, _ := match.ParseTimeControl(v)
			label = view.TimeControlText(r.Words, timing)
		}
		label = r.Text("named", locale.Args{"Name": menu.Placeholder, "Value": label})
		menu.Options = append(menu.Options, discord.Option{Label: label, Value: v, Default: v == t.value(c)})
	}
	return menu
}

// choices returns the values of the term's select.
func (t term) choices() (all []string) {
	switch t.name {
	case "clock":
		for _, timing := range match.TimeControls() {
			all = append(all, timing.String())
		}
	case "odds":
		for _, odds := range match.AllOdds() {
			all = append(all, odds.String())
		}
	case "rules":
		for _, rules := range start.OfferedRules() {
			all = append(all, rules.String())
		}
	default:
		return t.values
	}
	return all
}

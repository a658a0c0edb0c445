package challengebot

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// wantCard requests the card for a change, in its transaction. The card of an accepted challenge becomes that of its
// match.
func wantCard(ctx context.Context, tx store.Tx, c *challenge.Change) error {
	one := &c.Challenge
	if c.Verb == challenge.Accepting {
		display.Rename(ctx, tx, one.Subject(), c.Became)
		return nil
	}
	if c.Verb == challenge.Deleted {
		if err := display.AnonymizeThreads(ctx, tx, one.Subject(), one.Locale); err != nil {
			return err
		}
	}
	display.Want(ctx, tx, one.Subject(), display.Wanted{Guild: one.Guild, Channel: one.Channel, Rev: one.Rev,
		Repost: c.New(), Ping: c.New()})
	return nil
}

// jobError converts the error of a change to that of its job: nil for a change that came too late, [scheduler.ErrLater]
// for one that is not due.
func jobError(err error) error {
	if errors.Is(err, challenge.ErrStale) || errors.Is(err, challenge.ErrClosed) ||
		errors.Is(err, challenge.ErrNoChallenge) {
		return nil
	}
	if errors.Is(err, match.ErrNotDue) {
		return scheduler.ErrLater
	}
	return err
}

// Card implements [display.Source].
func (f *challenges) Card(ctx context.Context, of id.Match, _ int64, _ string) (display.Card, error) {
	c, err := f.Challenges.Stored(ctx, of)
	switch {
	case errors.Is(err, challenge.ErrNoChallenge), err == nil && c.Status == challenge.Accepted:
		return display.Card{}, display.ErrGone
	case err != nil:
		return display.Card{}, err
	case c.Status == challenge.Removed:
		return display.Card{}, display.ErrDeleted
	}
	other := c.Seats[c.Side().Other()]
	r := f.Readers.InLocale(c.Locale)
	if other.Human() && c.Status == challenge.Waiting { // the challenged player reads it
		r = f.Readers.ForPlayer(ctx, other.Player, c.Locale)
	}
	card := display.Card{Guild: c.Guild, Channel: c.Channel, Rev: c.Rev, Turn: firstTurn, Created: c.Created,
		Touched: c.Touched,
		Actor:   c.Starter, Text: r.Localizer, Settled: c.Status != challenge.Waiting,
		Over: c.Status != challenge.Waiting}
	if card.Message.Content, err = f.text(ctx, r, &c); err != nil {
		return card, err
	}
	card.Message.Rows = rows(r, &c)
	if t := c.Terms(); c.Status == challenge.Waiting && t.FromPosition() {
		card.Draw = f.positionPicture(r, &t)
	}
	if card.Message.Content, err = f.withReason(ctx, r, &c, card.Message.Content); err != nil {
		return card, err
	}
	if c.Status == challenge.Waiting && other.Human() { // the challenger reads it too
		if mine := f.Readers.ForPlayer(ctx, c.Starter, c.Locale); mine.Tag() != r.Tag() {
			said, err := f.text(ctx, mine, &c)
			if err != nil {
				return card, err
			}
			card.Message.Content += "\n\n" + said
		}
	}
	if c.Status == challenge.Waiting && other.Human() && !c.NoPing {
		card.Message.Mention = []id.Player{other.Player}
	}
	card.Message = f.Readers.RemovePings(ctx, card.Message, c.Seats)
	return card, nil
}

// firstTurn is the turn in the custom ids of challenges' controls: that of the match that the challenge would become.
const firstTurn = 1

// Superseded implements [display.Source].
func (f *challenges) Superseded(ctx context.Context, of id.Match) (string, error) {
	c, err := f.Challenges.Get(ctx, of)
	if errors.Is(err, challenge.ErrNoChallenge) {
		return "", display.ErrGone
	}
	return f.Readers.InLocale(c.Locale).Text("card.moved", locale.Args{"Place": "<#" + string(c.Channel) + ">"}), err
}

// Lost implements [display.Source].
func (f *challenges) Lost(ctx context.Context, of id.Match, at place.Fact) error {
	_, err := f.Challenges.Suspend(ctx, of, at.Channel)
	return jobError(err)
}

// Purge implements [display.Source].
func (f *challenges) Purge(ctx context.Context, of id.Match) error {
	return f.Challenges.Purge(ctx, of)
}

// text returns the text of a challenge's card, waiting or closed.
func (f *challenges) text(ctx context.Context, r *view.Reader, c *challenge.Challenge) (string, error) {
	from, err := f.positionText(ctx, r, c)
	return text(r.Words, c, from), err
}

// text is challenges.text with the description of the position, "" for none.
func text(w *words.Words, c *challenge.Challenge, from string) string {
	mine := c.Side()
	other := c.Seats[mine.Other()]
	args := locale.Args{
		"Who": view.Who(w, c.Seats[mine]), "Side": w.Side(mine),
		"Other": view.Who(w, other), "OtherSide": w.Side(mine.Other()), "Game": w.Text(c.Variant.Title()),
	}
	switch c.Status {
	case challenge.CalledOff:
		return w.Text("challenge.ruled.over", args)
	case challenge.Declined:
		return w.Text("challenge.declined", args)
	case challenge.Withdrawn:
		return w.Text("challenge.withdrawn", args)
	case challenge.Expired:
		return w.Text("challenge.expired", args)
	}
	key := "challenge.open"
	if other.Human() {
		key = "challenge.to"
	}
	said := w.Text(key, args) + "\n"
	if from != "" {
		said += from + "\n"
	}
	said += termsText(w, c)
	if from != "" {
		said += "\n-# " + w.Text("challenge.position.casual")
	}
	if c.Odds != match.Even {
		said += "\n" + view.OddsText(w, c.Odds, c.Seats)
	}
	return said
}

// withReason appends to a text why the game will not be rated, unless the players chose a casual one.
func (f *challenges) withReason(ctx context.Context, r *view.Reader, c *challenge.Challenge,
	said string) (string, error) {
	if c.Status != challenge.Waiting || c.Casual != match.Agreed && c.Casual != match.DailyLimit {
		return said, nil
	}
	t := c.Terms()
	why, err := f.Start.UnratedReason(ctx, r, &t)
	if err != nil || why == "" {
		return said, err
	}
	return said + "\n-# " + why, nil
}

// termsText describes a challenge's variant, time control, rules and rating.
func termsText(w *words.Words, c *challenge.Challenge) string {
	casual := c.Casual
	if terms := c.Terms(); casual == match.Rated { // an earlier version stored Rated for unratable terms
		casual = terms.CasualReason()
	}
	said := view.TimeControlText(w, c.Timing) + " · " + view.RatedText(w, casual)
	if name := view.GameName(w, c.Variant); name != "" {
		said = name + " · " + said
	}
	if c.Pair {
		said = w.Text("pair.yes") + " · " + said
	}
	if c.Rules != game.Asian {
		said += " · " + w.Text("rules."+c.Rules.String())
	}
	return said
}

// rows returns the buttons of a waiting challenge.
func rows(r *view.Reader, c *challenge.Challenge) []discord.Row {
	w := r.Words
	if c.Status != challenge.Waiting {
		return nil
	}
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: c.ID, Turn: firstTurn,
			Arg: start.AcceptArg(c.Rev, false)}.Button(w.Text(label), style)
	}
	asked := c.Seats[c.Side().Other()].Human()
	answers := discord.Row{button(view.ActionAccept, "control.accept", discord.Success)}
	if !asked || r.Prefs.Newcomer == "" { // a challenged player who is known not to be new is not asked
		answers = append(answers, button(actionNewcomer, "control.challenge.newcomer", discord.Secondary))
	}
	own := discord.Row{button(actionChange, "control.change", discord.Secondary),
		button(actionWithdraw, "control.withdraw", discord.Secondary)}
	if !asked { // an open challenge cannot be declined
		return []discord.Row{append(answers, own...)}
	}
	answers = append(answers, button(actionDecline, "control.decline", discord.Secondary),
		button(actionNever, "control.never", discord.Secondary))
	return []discord.Row{answers, own}
}

// blockedText says that the challenger is blocked and how to unblock them.
func blockedText(w *words.Words, c *challenge.Challenge) string {
	return w.Text("told.never", locale.Args{"Name": view.PlainName(w, c.Seats[c.Side()])})
}

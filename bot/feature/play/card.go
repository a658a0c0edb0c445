package play

import (
	"context"
	"slices"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/view"
	"yeye/game"
)

// Card implements [display.Source].
func (p *play) Card(ctx context.Context, of id.Match, rev int64, arg string) (display.Card, error) {
	m, c, r, err := p.Load(ctx, of, rev)
	if err != nil {
		return c, err
	}
	chosen, nonce := matchcard.Chosen(arg)
	c.Message.Rows = rows(r, &m, chosen, nonce, p.Now())
	if m.Status == match.Ended {
		further, err := p.nextGameButtons(ctx, r, &m)
		if err != nil {
			return c, err
		}
		past := slices.Concat(view.Past(r.Words, &m, p.Analyses), view.FlippedReplay(r.Words, &m),
			view.FlippedPast(r.Words, &m))
		c.Message.Rows = endRows(further, past)
	}
	more, err := p.Buttons(ctx, r, &m)
	if err != nil {
		return c, err
	}
	if len(more) > 0 {
		c.Message.Rows = append(c.Message.Rows, more)
	}
	mentionedElsewhere := m.Mode.Arranged && m.Game.Ply() == 0 // the message of the round or the pair mentions them
	mentionedElsewhere = mentionedElsewhere || m.TookBackLast(m.AwaitedSide())
	_, rests := m.RestUntil(m.AwaitedSide(), p.Now())
	if mover := m.Seats[m.AwaitedSide()]; m.Status == match.Open && m.Mode.TwoPlayers && !m.BothPresent() &&
		!mentionedElsewhere &&
		!rests {
		c.Message.Mention = []id.Player{mover.Player}
		r.Words = r.WithPieces(nil) // no custom emoji: a notification would show their names
	}
	side, again, asked := m.Asked()
	asked = asked && !m.Paused()
	if _, rests := m.RestUntil(side.Other(), p.Now()); asked && !again && !rests {
		c.Message.Mention = []id.Player{m.Seats[side.Other()].Player}
		r.Words = r.WithPieces(nil)
	}
	if m.Guild == "" {
		r.Words = r.WithPieces(nil) // every message of a direct conversation notifies
	}
	c.Message.Content = view.Text(r, &m, p.Now())
	if asked {
		call := r.Text("bring.call", locale.Args{"Who": view.Who(r.Words, m.Seats[side]),
			"Other": view.Who(r.Words, m.Seats[side.Other()])})
		c.Message.Content = call + "\n" + c.Message.Content
	}
	if m.Mode.TwoPlayers && m.Status == match.Open && m.Ply() < view.OpeningPlies {
		c.Message.Content += p.privateBoardLines(ctx, r, &m)
	}
	if characterOffers(&m) {
		c.Message.Content += "\n" + offerLine(r, &m)
	}
	remarks, err := p.Remarks(ctx, r, &m)
	if err != nil {
		return c, err
	}
	c.Message.Content += remarks
	pair, err := p.pairLine(ctx, r, &m)
	if err != nil {
		return c, err
	}
	c.Message.Content += pair
	if m.Status == match.Ended {
		series, err := p.seriesLine(ctx, r, &m)
		if err != nil {
			return c, err
		}
		c.Message.Content += series + swapsLine(r, &m)
	}
	p.SuppressPings(ctx, &c, &m)
	c.Draw, err = p.Marked(ctx, p.Painter, r, &m, chosen)
	return c, err
}

// swapsLine returns the line that tells a newcomer on the last card that a rematch swaps sides; "" if it does not.
func swapsLine(r *view.Reader, m *match.Match) string {
	theirs, versus := m.Opponent()
	if !versus || !r.Newcomer(m.Newcomer()) || m.Mode.Arranged || m.Mode.Goal || m.Odds != match.Even {
		return ""
	}
	return "\n" + r.Text("card.swaps", locale.Args{"Again": r.Text("control.again"), "Side": r.Color(theirs)})
}

// seriesLine returns the line with the score of a series of games between the same opponents; "" for a single game.
func (p *play) seriesLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	if m.Mode.Goal { // an ending is not part of a series
		return "", nil
	}
	s, err := p.Matches.Series(ctx, m)
	if err != nil || s.Games < 2 || s.Games == 2 && m.Second() { // which the pair says
		return "", err
	}
	args := locale.Args{"Red": view.Who(r.Words, m.Seats[game.Red]), "Black": view.Who(r.Words, m.Seats[game.Black]),
		"RedWins": s.Wins[game.Red], "BlackWins": s.Wins[game.Black], "Count": s.Draws}
	key := "card.series"
	if s.Draws > 0 {
		key = "card.series.draws"
	}
	return "\n-# " + r.Text(key, args), nil
}

// privateBoardLines returns the lines that explain, to players whose language is not the card's, how to see the match
// in theirs: one line per language.
func (p *play) privateBoardLines(ctx context.Context, r *view.Reader, m *match.Match) (lines string) {
	said := map[string]bool{r.Tag(): true}
	for _, seat := range m.Seats {
		if !seat.Human() {
			continue
		}
		if theirs := p.Readers.ForPlayer(ctx, seat.Player, m.Locale); !said[theirs.Tag()] {
			said[theirs.Tag()] = true
			lines += "\n-# " + theirs.Text("card.own", locale.Args{"Button": r.Text("control.view")})
		}
	}
	return lines
}

// rows returns the controls of a card. The custom ids of its menus have the nonce, so that Discord resets them.
func rows(r *view.Reader, m *match.Match, chosen game.Square, nonce string, now time.Time) []discord.Row {
	id := view.IDs(m)
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.Button{CustomID: id(action, ""), Label: r.Text(label), Style: style}
	}
	switch {
	case m.Status == match.Ended, m.Paused():
		return nil
	case m.Status == match.Adjourned:
		return []discord.Row{{button(actionResume, "control.resume", discord.Primary)}}
	}
	if row := view.WordRow(r.Words, m); row != nil {
		return []discord.Row{append(row, button(actionResign, "control.resign", discord.Secondary))}
	}
	var all []discord.Row
	thinking := m.Next.Kind == match.Think
	if !m.Mode.TwoPlayers && !thinking {
		if all = view.MoveRows(r.Words, m, chosen, nonce); r.Newcomer(m.Newcomer()) {
			all = view.AddArrows(all, view.Below(m))
		}
	}
	var buttons discord.Row
	if m.Mode.TwoPlayers && !m.Hidden() {
		buttons = append(buttons, button(actionView, "control.view", discord.Primary))
	}
	if m.MayTakeBack() {
		buttons = append(buttons, button(view.ActionUndo, "control.undo", discord.Secondary))
	}
	if !m.Mode.TwoPlayers && !thinking && m.Mode.Hints() && !m.Hidden() {
		buttons = append(buttons, button(view.ActionHint, "control.hint", discord.Secondary))
	}
	switch {
	case m.Mode.FaceDown():
		if !m.Mode.TwoPlayers { // the player who captures a face-down piece sees there what it was
			buttons = append(buttons, button(actionView, "control.view", discord.Secondary))
		}
		buttons = append(buttons, view.FlippedRules(r.Words))
	case asksNewcomer(r, m):
		buttons = append(buttons, button(actionNewcomer, "control.newcomer", discord.Secondary))
	case r.Newcomer(m.Newcomer()):
		buttons = append(buttons, button(view.ActionRules, "control.rules", discord.Secondary))
	}
	if m.Mode.TwoPlayers {
		buttons = append(buttons, button(actionDraw, "control.draw", discord.Secondary))
	}
	if m.Hidden() && m.MayRest(now) && !m.OnBreak(now) { // there is no private board with this button
		buttons = append(buttons, breakButton(r, m))
	}
	buttons = append(buttons, button(actionResign, "control.resign", discord.Secondary))
	if characterOffers(m) {
		all = append(all, offerRow(r, m))
	}
	if all = append(all, buttons); m.OnBreak(now) {
		all = append(all, discord.Row{button(actionEndBreak, "control.resume", discord.Primary)})
	}
	return all
}

package votebot

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/display"
	votes "yeye/bot/feature/vote"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/game"
)

// Card implements [display.Source].
func (f *feat) Card(ctx context.Context, of id.Match, rev int64, _ string) (display.Card, error) {
	m, c, r, err := f.Load(ctx, of, rev)
	if err != nil {
		return c, err
	}
	v, err := f.Votes.Get(ctx, of)
	if err != nil {
		return c, err
	}
	lines := []string{view.Text(r, &m, f.Now())}
	if result := resultLines(r, &m, &v.Last); result != "" {
		lines = append(lines, result)
		if text, err := f.comment(ctx, r, &m, &v.Last); err != nil {
			return c, err
		} else if text != "" {
			lines = append(lines, text)
		}
	}
	state, err := f.state(ctx, r, &m, &v)
	if err != nil {
		return c, err
	}
	remarks, err := f.Remarks(ctx, r, &m)
	if err != nil {
		return c, err
	}
	c.Message.Content = strings.Join(append(lines, state...), "\n") + remarks
	c.Message.Rows = f.rows(r, &m)
	more, err := f.Buttons(ctx, r, &m)
	if err != nil {
		return c, err
	}
	if len(more) > 0 {
		c.Message.Rows = append(c.Message.Rows, more)
	}
	c.Draw = matchcard.Draw(f.Painter, r, &m, game.NoSquare)
	c.InPlace = m.Status == match.Open // edit it even with messages below it, or each vote would post a new card
	return c, nil
}

// rows returns the controls of the card. Their ids are the same in every turn, so that a button does not change while a
// user is pressing it.
func (f *feat) rows(r *view.Reader, m *match.Match) []discord.Row {
	button := func(action, key string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: m.ID}.Button(r.Text(key), style)
	}
	switch {
	case m.Paused():
		return nil
	case m.Status == match.Adjourned:
		return []discord.Row{{button(actionResume, "control.resume", discord.Primary)}}
	case m.Status == match.Ended:
		if past := view.Past(r.Words, m, f.Analyses); len(past) > 0 {
			return []discord.Row{past}
		}
		return nil
	}
	row := discord.Row{button(actionOpen, "control.vote", discord.Primary)}
	if m.Game.Ply() < 2 {
		row = append(row, button(actionStop, "control.vote.stop", discord.Secondary))
	}
	return []discord.Row{row}
}

// state writes how many have voted and until when, and after the game who took part.
func (f *feat) state(ctx context.Context, r *view.Reader, m *match.Match, v *votes.Vote) (lines []string, err error) {
	switch {
	case m.Status == match.Ended:
		thanks, err := f.thanks(ctx, r, m)
		if err != nil || thanks == "" {
			return nil, err
		}
		return []string{thanks}, nil
	case m.Status == match.Adjourned && v.Prolonged && !m.Paused():
		return []string{r.Text("vote.nobody")}, nil
	case m.Status != match.Open || v.Ends.IsZero():
		return nil, nil
	}
	n, err := f.Votes.CountVoted(ctx, m.ID, m.Turn)
	if err != nil {
		return nil, err
	}
	if v.Prolonged {
		lines = append(lines, r.Text("vote.prolonged"))
	}
	args := locale.Args{"Count": n, "When": view.Relative(v.Ends)}
	key := "vote.voted"
	if n == 0 {
		key = "vote.voted.none"
	}
	lines = append(lines, r.Text(key, args))
	if m.Game.Ply() < 2 {
		lines = append(lines, "-# "+r.Text("vote.how"))
	}
	return lines, nil
}

// resultPlies is for how many plies the result of a vote stays on the card: until the next vote is counted.
const resultPlies = 2

// resultLines writes the result of the last vote; "" after more than resultPlies.
func resultLines(r *view.Reader, m *match.Match, last *votes.Result) string {
	if last.Voters == 0 || m.Game.Ply()-last.Ply > resultPlies {
		return ""
	}
	var lines []string
	if len(last.TopMoves) > 0 {
		p, first := m.Game.Upto(min(last.Ply, m.Game.Ply())).Position(), last.TopMoves[0]
		line := r.Text("vote.result", locale.Args{"Move": r.Short(p, first.Move), "Count": first.Votes,
			"Voters": last.Voters})
		for i, w := range last.TopMoves[1:] {
			key := "vote.result.then"
			if i > 0 {
				key = "vote.result.and"
			}
			line += r.Text(key, locale.Args{"Move": r.Short(p, w.Move), "Votes": w.Votes})
		}
		lines = append(lines, line+r.Text("vote.result.end"))
	}
	side := m.Game.Start()
	mover := side.Turn()
	if last.Ply%2 == 1 {
		mover = mover.Other()
	}
	who := locale.Args{"Count": last.Resign, "Recent": last.Recent, "Team": view.Who(r.Words, m.Seats[mover]),
		"Who": view.Who(r.Words, m.Seats[mover.Other()])}
	if last.Resign > 0 {
		lines = append(lines, r.Text("vote.resigning", who))
	}
	if last.Draw > 0 {
		who["Count"] = last.Draw
		lines = append(lines, r.Text("vote.drawing", who))
	}
	if last.Refused {
		lines = append(lines, r.Text("vote.refused", who))
	}
	if last.Offered && m.Status == match.Open && m.Offer.Kind == match.OfferDraw {
		lines = append(lines, r.Text("vote.offered", who))
	}
	return strings.Join(lines, "\n")
}

// comment returns the character's remark on a close vote; "" for other votes, and where characters do not talk.
func (f *feat) comment(ctx context.Context, r *view.Reader, m *match.Match, last *votes.Result) (string, error) {
	side, ok := m.Opponent()
	if !ok || !last.Close() || m.Status != match.Open {
		return "", nil
	}
	settings, err := f.Guilds.Settings(ctx, m.Guild)
	if err != nil || settings.Silent {
		return "", err
	}
	level := m.Seats[side].Level
	line, ok := f.Lines.Last(r.Tag(), level, m.Seed,
		voice.Memory{}.WithSaid(voice.Moment{Kind: voice.CloseVote}, last.Ply, int64(last.Ply)))
	if !ok {
		return "", nil
	}
	return r.Text("vote.said", locale.Args{"Who": r.NameWithFace(level), "Line": line.Text}), nil
}

// maxNamed is how many voters are named after the game.
const maxNamed = 25

// thanks names the voters who do not hide their profile, and counts the others; "" if there were no votes.
func (f *feat) thanks(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	shown, others, err := f.Votes.Voters(ctx, m.ID)
	if err != nil || len(shown)+others == 0 {
		return "", err
	}
	var names []string
	for _, p := range shown[:min(len(shown), maxNamed)] {
		names = append(names, "<@"+string(p)+">")
	}
	others += len(shown) - len(names)
	args := locale.Args{"Names": strings.Join(names, r.Text("vote.list")), "Count": others}
	switch {
	case len(names) == 0:
		return r.Text("vote.thanks.all", args), nil
	case others > 0:
		return r.Text("vote.thanks.others", args), nil
	}
	return r.Text("vote.thanks", args), nil
}

package pastgames

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/history"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/record"
)

// perPage keeps a page under Discord's 2000 characters with the longest names and links.
const perPage = 6

// item is a game of a page.
type item struct {
	history.Entry
	match match.Match
}

// page answers with a page of a query's games, the latest first. shown means that the page is public.
func (f *past) page(ctx context.Context, r *interaction.Request, q query, page int,
	shown bool) (interaction.Response, error) {
	asker, filter := archive.Asker(r), q.filter()
	count, err := f.History.Tally(ctx, asker, filter)
	if err != nil {
		return interaction.Response{}, err
	}
	pages := max(1, (count.Games()+perPage-1)/perPage)
	page = max(0, min(page, pages-1))
	entries, err := f.History.Games(ctx, asker, filter, perPage, page*perPage)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := f.Readers.For(r)
	var items []item
	for _, e := range entries {
		m, err := f.Matches.Get(ctx, e.Game)
		if errors.Is(err, match.ErrNoMatch) {
			continue // it was deleted a moment ago
		}
		if err != nil {
			return interaction.Response{}, err
		}
		items = append(items, item{e, m})
	}
	lines := []string{headText(reader, q, headOf(r, q, shown), count)}
	for i := range items {
		lines = append(lines, strconv.Itoa(page*perPage+i+1)+`\. `+f.line(ctx, reader, &items[i]))
	}
	return interaction.Answer(discord.Message{Content: locale.Lines(lines, discord.MaxContent),
		Rows: rows(reader, q, items, page, pages)}), nil
}

// headOf returns the wording of a query's heading.
func headOf(r *interaction.Request, q query, shown bool) string {
	switch {
	case shown:
		return "shown"
	case q.of == r.Player:
		return "own"
	}
	return "other"
}

// headText says whose games these are, how many, and by which filter; head selects the wording: own, other or shown.
func headText(w *view.Reader, q query, head string, count history.Tally) string {
	if q.filtered() {
		head = "filter"
	}
	key, args := "history.head."+head, locale.Args{"Who": "<@" + string(q.of) + ">", "Count": count.Games()}
	if count.Games() == 0 {
		key = "history.none." + head
	}
	text := w.Text(key, args)
	if count.Games() > 0 {
		text += " " + tallyText(w.Localizer, count)
	}
	var chosen []string
	if q.opponent != "" {
		who := opponentOf(q.opponent)
		chosen = append(chosen, w.Text("history.chosen.opponent", locale.Args{"Who": nameOf(w, who)}))
	}
	if q.score != "" {
		chosen = append(chosen, w.Text("history.filter."+q.score))
	}
	if o, ok := record.OpeningOf(q.opening); ok {
		chosen = append(chosen, view.OpeningName(o, w.Style().Language))
	}
	if len(chosen) > 0 {
		text += "\n-# " + w.Text("history.chosen", locale.Args{"What": strings.Join(chosen, " · ")})
	}
	return text
}

// line describes a game in one line: when, against whom and with which result, how it ended, how long it was, the
// opening, and where.
func (f *past) line(ctx context.Context, w *view.Reader, one *item) string {
	parts := []string{date(one.Ended), outcomeText(w, &one.Entry), endText(w, &one.match)}
	parts = append(parts, w.Text("history.moves", locale.Args{"Count": view.MoveNumber(&one.match)}))
	if name := view.GameName(w.Words, one.match.Mode.Variant); name != "" {
		parts = append(parts, name)
	}
	if o, ok := record.OpeningOf(one.Opening); ok {
		parts = append(parts, view.OpeningName(o, w.Style().Language))
	}
	g, channel, message := f.History.Link(ctx, &one.Entry)
	parts = append(parts, "["+w.Text("history.link")+"]("+start.Link(g, channel, message)+")")
	return strings.Join(parts, " · ")
}

// date formats a time as a Discord timestamp, which each reader sees as a date in their own format.
func date(at time.Time) string { return "<t:" + strconv.FormatInt(at.Unix(), 10) + ":d>" }

// outcomeText says what result a player had, against whom, and with which side.
func outcomeText(w *view.Reader, e *history.Entry) string {
	key := cmp.Or(map[game.Score]string{game.Won: "won", game.Drawn: "drawn", game.Lost: "lost"}[e.Score], "unfinished")
	return w.Text("history."+key, locale.Args{"Who": nameOf(w, e.Opponent), "Side": w.Side(e.Side)})
}

// endText says in a word or two how a game ended: the mating pattern's name, if it has one, else the method.
func endText(w *view.Reader, m *match.Match) string {
	if name := w.FinishOf(m.Game, m.Outcome); name != "" {
		return name
	}
	if m.Outcome == (game.Outcome{Result: game.Draw, Method: game.Timeout}) {
		return w.Text("history.how.material")
	}
	if m.Mode.FaceDown() && m.Outcome.Method == game.MoveLimit {
		return w.Text("history.how.move-limit.flipped", locale.Args{"Moves": jieqi.MoveLimitPlies / 2})
	}
	return w.Text("history.how." + m.Outcome.Method.String())
}

// rows returns the controls of a page: a menu of its games, buttons to the other pages and the records, and a button
// that shares the page. If a filter leaves no games, there is only a button that drops the filter.
func rows(w *view.Reader, q query, items []item, page, pages int) []discord.Row {
	control := func(action, nonce string) discord.ControlID {
		return discord.ControlID{Action: action, Turn: int64(page), Arg: q.String(), Nonce: nonce + strconv.Itoa(page)}
	}
	if len(items) == 0 {
		if !q.filtered() {
			return nil
		}
		return []discord.Row{{discord.ControlID{Action: actionPage,
			Arg: query{of: q.of}.String()}.Button(w.Text("history.control.all"), discord.Secondary)}}
	}
	choice := discord.Select{CustomID: control(actionGame, "g").String(), Placeholder: w.Text("history.control.game")}
	for i := range items {
		one := &items[i]
		label := strconv.Itoa(page*perPage+i+1) + ". " + plain(outcomeText(w, &one.Entry))
		choice.Options = append(choice.Options, discord.Option{Label: locale.Visible(label, maxLabel),
			Value: string(one.Game), Description: locale.Visible(endText(w, &one.match), maxLabel)})
	}
	last := append(control(actionPage, "").Pages(page, pages),
		control(actionRecords, "r").Button(w.Text("history.control.records"), discord.Secondary),
		control(actionShare, "s").Button(w.Text("history.control.share"), discord.Secondary))
	return []discord.Row{{choice}, last}
}

// maxLabel leaves room for an ellipsis in an option's label and description, which have 100 characters at most.
const maxLabel = 99

// plain returns a text without the formatting that labels do not show.
func plain(text string) string { return strings.NewReplacer("**", "", `\`, "").Replace(text) }

// choose shows the game that was selected in the menu.
func (f *past) choose(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	q, ok := parseQuery(c.Arg)
	if !ok || r.Selected() == "" {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	m, err := f.Games.Match(ctx, r, id.Match(r.Selected()))
	if errors.Is(err, match.ErrNoMatch) {
		err = archive.ErrNoGame
	}
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(f.game(ctx, r, q, int(c.Turn), &m))
}

// game answers with one game and what can be done with it.
func (f *past) game(ctx context.Context, r *interaction.Request, q query, page int,
	m *match.Match) (interaction.Response, error) {
	w := f.Readers.For(r)
	e, exists, err := f.History.Entry(ctx, m.ID)
	if err != nil || !exists {
		return interaction.Response{}, errors.Join(err, archive.ErrNoGame)
	}
	g, err := f.Games.OfMatch(ctx, r, m)
	if err != nil {
		return interaction.Response{}, err
	}
	lines := []string{w.Text("history.players", locale.Args{"Red": g.Names[game.Red], "Black": g.Names[game.Black]}),
		view.Finale(w.Words, m, g.Names)}
	facts := []string{date(e.Ended), w.Text("history.moves", locale.Args{"Count": view.MoveNumber(m)})}
	if name := view.GameName(w.Words, m.Mode.Variant); name != "" {
		facts = append(facts, name)
	}
	if name := view.Opening(m.Game.Start(), m.Game.Moves(), w.Style().Language); name != "" {
		facts = append(facts, name)
	}
	at, channel, message := f.History.Link(ctx, &e)
	facts = append(facts, "["+w.Text("history.link")+"]("+start.Link(at, channel, message)+")")
	lines = append(lines, strings.Join(facts, " · "))
	button := func(action, key string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: m.ID}.Button(w.Text(key), style)
	}
	row := discord.Row{button(view.ActionReplay, "control.replay", discord.Primary)}
	if f.Analyses && m.Mode.Analyzed() {
		row = append(row, button(view.ActionAnalyze, "control.analyze", discord.Secondary))
	}
	row = append(row, button(view.ActionExport, "control.export", discord.Secondary))
	if m.Mode.Positions() {
		row = append(row, button(view.ActionShare, "control.share", discord.Secondary))
	}
	row = append(row, view.FlippedPast(w.Words, m)...)
	row = append(row,
		discord.ControlID{Action: actionPage, Turn: int64(page), Arg: q.String(),
			Nonce: "k"}.Button(w.Text("history.control.back"), discord.Secondary))
	return interaction.Answer(discord.Message{Content: strings.Join(lines, "\n"), Rows: []discord.Row{row}}), nil
}

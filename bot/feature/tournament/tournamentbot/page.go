package tournamentbot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

// join enters the user, and warns them if they are in more than one tournament of live games.
func (f *feat) join(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	t *tournament.Tournament) (interaction.Response, error) {
	made, err := f.Tournaments.Join(ctx, actor(r), t.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	others, err := f.Tournaments.OfPlayer(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	key := "tournament.joined"
	switch {
	case made.Tournament.State != tournament.Open:
		key = "tournament.joined.late"
	case t.System == tournament.Arranged:
		key = "tournament.joined.arranged"
	}
	said := r.Text.Text(key)
	if slices.ContainsFunc(others, func(o tournament.Tournament) bool { return o.ID != t.ID && o.Live() && t.Live() }) {
		said += "\n" + r.Text.Text("tournament.overlap")
	}
	return interaction.Say(said), nil
}

func (f *feat) leave(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	made, err := f.Tournaments.Leave(ctx, actor(r), c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	key := "tournament.withdrawn"
	switch made.Tournament.State {
	case tournament.Open:
		key = "tournament.left"
	case tournament.Cancelled: // the host of a simul has left
		key = "tournament.cancelled"
	}
	return interaction.Say(r.Text.Text(key)), nil
}

// rules explains the system of a tournament.
func (f *feat) rules(_ context.Context, r *interaction.Request, _ discord.ControlID,
	t *tournament.Tournament) (interaction.Response, error) {
	lines := []string{r.Text.Text("tournament.rules." + string(t.System)), r.Text.Text("tournament.rules.points")}
	if t.Live() {
		lines = append(lines, r.Text.Text("tournament.rules.live"))
		switch t.System { // in other systems a no-show only loses the board
		case tournament.Swiss, tournament.Arena, tournament.Arranged:
			lines = append(lines, r.Text.Text("tournament.rules.noshow."+string(t.System)))
		}
	}
	if t.System == tournament.Swiss {
		lines = append(lines, r.Text.Text("tournament.rules.late"))
	}
	switch {
	case t.System == tournament.Arranged:
		lines = append(lines, r.Text.Text("tournament.rules.rest.arranged"))
	case t.RestsByRound():
		lines = append(lines, r.Text.Text("tournament.rules.rest"),
			r.Text.Text("tournament.rules.rest.round", locale.Args{"Count": tournament.RestDays}))
	case t.Rests:
		lines = append(lines, r.Text.Text("tournament.rules.rest"))
	}
	return interaction.Say(strings.Join(lines, "\n")), nil
}

// pageTurn is the argument of a button that turns pages; the control's turn is the page number. Its answer replaces the
// page.
const pageTurn = "p"

// perPage is how many rows a private page of the table has.
const perPage = 25

// table shows a page of the whole table.
func (f *feat) table(ctx context.Context, r *interaction.Request, c discord.ControlID, t *tournament.Tournament) (
	interaction.Response, error) {
	reader := f.Readers.For(r)
	all := t.Table()
	from := int(c.Turn) * perPage
	if from < 0 || from >= len(all) {
		from = 0
	}
	table, err := f.tableText(ctx, reader, t, all, from, perPage)
	if err != nil {
		return interaction.Response{}, err
	}
	a := interaction.Answer(discord.Message{Content: head(reader, t) + "\n" + table,
		Rows: turnRow(reader, discord.ControlID{Action: actionTable, ID: t.ID}, from/perPage,
			(len(all)+perPage-1)/perPage, "control.tournament.before", "control.tournament.after")})
	if c.Arg == pageTurn {
		a = a.Editing()
	}
	return a, nil
}

// mineOfRound handles the same button on the message of a round.
func (f *feat) mineOfRound(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	c.ID, _, _, _ = tournament.ParseBoardID(c.ID)
	return f.withTournament(f.mine)(ctx, r, c)
}

// mine shows the user where they play, and what they can do.
func (f *feat) mine(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	t *tournament.Tournament) (interaction.Response, error) {
	reader := f.Readers.For(r)
	e := t.Of(r.Player)
	if e == nil || e.Status == tournament.Removed {
		return interaction.Response{}, tournament.ErrNotIn
	}
	lines := placeText(reader, t, e)
	m := discord.Message{}
	b, several := t.Current(e.Number), t.Unfinished(e.Number)
	switch {
	case e.Status == tournament.Out:
		lines = append(lines, reader.Text("tournament.mine.out"))
	case t.State.Over():
		lines = append(lines, reader.Text("tournament.mine.over"))
	case t.System == tournament.Arranged:
		boards, err := f.boardsText(ctx, reader, several, e)
		if err != nil {
			return interaction.Response{}, err
		}
		lines = append(append(lines, boards...), reader.Text("tournament.mine.arranged"))
		if row, ok := readyRow(reader, t, e, f.DB.Now()); ok {
			m.Rows = append(m.Rows, row)
		}
	case len(several) > 1:
		boards, err := f.boardsText(ctx, reader, several, e)
		if err != nil {
			return interaction.Response{}, err
		}
		lines = append(lines, boards...)
	case b != nil && b.Channel != "":
		lines = append(lines, reader.Text("tournament.mine.board",
			locale.Args{"Place": "<#" + string(b.Channel) + ">"}))
	case b != nil:
		lines = append(lines, reader.Text("tournament.mine.soon"))
	default:
		lines = append(lines, reader.Text("tournament.mine.wait"))
	}
	m.Content = strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
	if row := mineButtons(reader, t, e); len(row) > 0 {
		m.Rows = append(m.Rows, row)
	}
	return interaction.Answer(m), nil
}

// boardsText links an entrant's boards: first those where it is their turn, then those where they wait.
func (f *feat) boardsText(ctx context.Context, r *view.Reader, all []*tournament.Board,
	e *tournament.Entrant) (lines []string, err error) {
	var matches []match.Match
	for _, b := range all {
		m, err := f.Matches.Stored(ctx, b.Match)
		if err != nil {
			return nil, err
		}
		matches = append(matches, m)
	}
	slices.SortStableFunc(matches, func(a, b match.Match) int { return a.Touched.Compare(b.Touched) })
	var move, wait []string
	for i := range matches {
		m := &matches[i]
		if side, _ := m.SeatOf(e.Player); side == m.ToMove() {
			move = append(move, "<#"+string(m.Channel)+">")
		} else {
			wait = append(wait, "<#"+string(m.Channel)+">")
		}
	}
	if len(move) > 0 {
		lines = append(lines, r.Text("tournament.mine.move", locale.Args{"Places": strings.Join(move, " · ")}))
	}
	if len(wait) > 0 {
		lines = append(lines, r.Text("tournament.mine.others", locale.Args{"Places": strings.Join(wait, " · ")}))
	}
	return lines, nil
}

// placeText writes an entrant's place and their result in each round; nothing before the start.
func placeText(r *view.Reader, t *tournament.Tournament, e *tournament.Entrant) (lines []string) {
	for _, row := range t.Table() {
		if row.Number != e.Number {
			continue
		}
		// before that all share first place
		if slices.ContainsFunc(t.Pairings, func(b tournament.Board) bool { return !b.Pending() }) {
			lines = append(lines, r.Text("tournament.mine.place",
				locale.Args{"Place": row.Place, "Points": row.Points}))
		}
		lines = append(lines, resultsText(r, t, row))
	}
	return lines
}

// mineButtons returns the buttons for what an entrant can do now.
func mineButtons(r *view.Reader, t *tournament.Tournament, e *tournament.Entrant) (row discord.Row) {
	button := func(action, key string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: t.ID, Turn: int64(t.Round)}.Button(r.Text(key), style)
	}
	switch {
	case t.State.Over():
		return nil
	case e.Status == tournament.Out:
		if t.System == tournament.Swiss || t.System == tournament.Arena {
			row = append(row, button(actionJoin, "control.tournament.back", discord.Success))
		}
		return row
	}
	if t.System == tournament.Swiss && e.Half == 0 && t.State != tournament.Open {
		row = append(row, button(actionHalf, "control.tournament.half", discord.Secondary))
	}
	return append(row, button(actionLeave, "control.tournament.withdraw", discord.Danger))
}

// resultsText writes a player's results round by round.
func resultsText(r *view.Reader, t *tournament.Tournament, row tournament.Row) string {
	const most = 15
	cells := row.Results[max(0, len(row.Results)-most):]
	var lines []string
	for i, c := range cells {
		round := len(row.Results) - len(cells) + i + 1
		if c.Opponent == 0 {
			if c.Kind != "" {
				lines = append(lines, fmt.Sprintf("%d. %s", round, r.Text("tournament.cell."+string(c.Kind))))
			}
			continue
		}
		points := strconv.Itoa(c.Points)
		if c.Pending {
			points = "…"
		}
		side := "🔴"
		if c.Side < 0 {
			side = "⚫"
		}
		lines = append(lines, fmt.Sprintf("%d. %s %s · %s", round, side, plainName(r, t.Entrant(c.Opponent)), points))
	}
	return strings.Join(lines, "\n")
}

// requestHalfBye requests a half-point bye for the user.
func (f *feat) requestHalfBye(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	made, err := f.Tournaments.HalfBye(ctx, actor(r), c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Say(r.Text.Text("tournament.halved", locale.Args{"Number": made.Tournament.Of(r.Player).Half})),
		nil
}

// readyRow returns the menu of the opponents whom an entrant has still to play by arrangement; ok is false if there are
// none.
func readyRow(r *view.Reader, t *tournament.Tournament, e *tournament.Entrant, now time.Time) (discord.Row, bool) {
	menu := discord.Select{CustomID: discord.ControlID{Action: actionReady, ID: t.ID,
		Nonce: strconv.FormatInt(t.Rev, 36)}.String(), Placeholder: r.Text("control.tournament.ready")}
	for i := range t.Pairings {
		b := &t.Pairings[i]
		if !b.Pending() || b.Match != "" || b.Red != e.Number && b.Black != e.Number ||
			len(menu.Options) == discord.MaxOptions {
			continue
		}
		side := 0
		if b.Black == e.Number {
			side = 1
		}
		other := t.Entrant([2]int{b.Black, b.Red}[side])
		o := discord.Option{Label: bareName(r, other), Value: fmt.Sprintf("%d.%d", b.Round, b.Number)}
		if now.Sub(b.Ready[1-side]) <= tournament.ReadyFor {
			o.Description = r.Text("tournament.ready.other")
		}
		menu.Options = append(menu.Options, o)
	}
	return discord.Row{menu}, len(menu.Options) > 0
}

// ready records that the user is ready at a board: the one chosen from the menu, or the button's.
func (f *feat) ready(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	round := int(c.Turn)
	number, err := strconv.Atoi(c.Arg)
	if chosen := r.Selected(); chosen != "" {
		_, err = fmt.Sscanf(chosen, "%d.%d", &round, &number)
	}
	if err != nil {
		return interaction.Response{}, tournament.ErrStale
	}
	made, err := f.Tournaments.Ready(ctx, actor(r), c.ID, round, number)
	if err != nil {
		return interaction.Response{}, err
	}
	t := &made.Tournament
	if t.System != tournament.Arranged {
		return interaction.Say(r.Text.Text("tournament.here")), nil
	}
	b := t.Board(round, number)
	side, other := 1, t.Entrant(b.Red)
	if other.Player == r.Player {
		side, other = 0, t.Entrant(b.Black)
	}
	before := made.Before.Board(round, number).Ready[side]
	return f.inviteOpponent(ctx, r, t, b, other, !before.IsZero() && b.Ready[side].Sub(before) < tournament.ReadyFor)
}

// inviteOpponent notifies the other player of an arranged game that the user is ready, unless that player was notified
// recently or the user may not write in this channel. If both are ready, it answers that the game is about to start.
func (f *feat) inviteOpponent(ctx context.Context, r *interaction.Request, t *tournament.Tournament,
	b *tournament.Board, other *tournament.Entrant, notified bool) (interaction.Response, error) {
	if b.BothReady() {
		return interaction.Say(r.Text.Text("tournament.ready.both")), nil
	}
	if !notified && !r.MayPost() {
		return interaction.Say(r.Text.Text("tournament.ready.untold",
			locale.Args{"Who": plainName(f.Readers.For(r), other)})), nil
	}
	calls, err := f.Matches.Policy().MayNotify(ctx, r.Player, other.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	if notified || !calls { // no call: the opponent sees it when they open their page
		return interaction.Say(r.Text.Text("tournament.ready.told",
			locale.Args{"Who": plainName(f.Readers.For(r), other)})), nil
	}
	call := &caller{f: f, ctx: ctx, r: f.readerFor(ctx, t, other.Player)}
	m := discord.Message{Content: call.r.Text("tournament.ready.call",
		locale.Args{"Who": call.name(other, true), "Other": locale.PlainName(r.Name),
			"Name": locale.Plain(title(call.r.Localizer, t), maxName)}), Mention: call.mention}
	m.Rows = []discord.Row{{discord.ControlID{Action: actionReady, ID: t.ID, Turn: int64(b.Round),
		Arg: strconv.Itoa(b.Number)}.Button(
		call.r.Text("control.tournament.play"), discord.Success)}}
	return interaction.Response{Public: &interaction.Reply{Message: m}}, nil
}

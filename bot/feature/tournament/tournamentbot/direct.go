package tournamentbot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
)

// direct shows the director's page.
func (f *feat) direct(ctx context.Context, r *interaction.Request, c discord.ControlID,
	t *tournament.Tournament) (interaction.Response, error) {
	if c.Arg != pageTurn { // pressed on the card, where c.Turn is the round
		return f.directPage(ctx, r, t, 0)
	}
	return interaction.Editing(f.directPage(ctx, r, t, int(c.Turn)))
}

// directPage shows the acts of a director, and one page of the boards whose result can be corrected.
func (f *feat) directPage(ctx context.Context, r *interaction.Request, t *tournament.Tournament,
	page int) (interaction.Response, error) {
	if !t.Directs(actor(r)) {
		return interaction.Response{}, tournament.ErrNotDirector
	}
	reader := f.Readers.For(r)
	lines := []string{head(reader, t) + " · " + reader.Text("tournament.state."+string(t.State)),
		reader.Text("tournament.direct.help")}
	if t.By != "" {
		lines = append(lines, reader.Text("tournament.by", locale.Args{"Who": directors(reader, t)}))
	}
	fixed, err := f.Tournaments.Corrections(ctx, t.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	for _, c := range fixed[max(0, len(fixed)-5):] {
		lines = append(lines, "-# "+reader.Text("tournament.corrected",
			locale.Args{"Round": c.Round, "Board": c.Board, "Was": resultText(c.Was), "Now": resultText(c.Now),
				"Reason": locale.Plain(c.Reason, 100)}))
	}
	m := discord.Message{Content: locale.Cut(strings.Join(lines, "\n"), discord.MaxContent)}
	if row := directorButtons(reader, t); len(row) > 0 {
		m.Rows = append(m.Rows, row)
	}
	m.Rows = append(m.Rows, boardMenu(reader, t, string(r.Event), page)...)
	return interaction.Answer(m), nil
}

// directors mentions the creator and the helpers.
func directors(r *view.Reader, t *tournament.Tournament) string {
	var all []string
	for _, p := range append([]id.Player{t.By}, t.Helpers...) {
		if p != "" {
			all = append(all, "<@"+string(p)+">")
		}
	}
	return strings.Join(all, r.Text("list.comma"))
}

// resultText writes a result for directors: the points, Red's first, or that there is none yet.
func resultText(r pairing.Result) string {
	if r == pairing.Pending {
		return "…"
	}
	return score(r)
}

// actNoRests is the button that undoes [tournament.ActRests].
const actNoRests = "tournament.norests"

// directorButtons returns the buttons of what a director can do now.
func directorButtons(r *view.Reader, t *tournament.Tournament) (row discord.Row) {
	button := func(act string, style discord.Style) {
		name := strings.TrimPrefix(act, "tournament.")
		row = append(row, discord.ControlID{Action: actionAct, ID: t.ID, Turn: int64(t.Round),
			Arg: name}.Button(r.Text("control.tournament.act."+name), style))
	}
	switch {
	case t.State.Over():
		return nil
	case t.State == tournament.Open:
		button(tournament.ActStart, discord.Success)
		if tournament.MayLetRest(t.Timing) && t.Rests {
			button(actNoRests, discord.Secondary)
		} else if tournament.MayLetRest(t.Timing) {
			button(tournament.ActRests, discord.Secondary)
		}
		button(tournament.ActCancel, discord.Danger)
		return row
	}
	if t.State == tournament.Between {
		button(tournament.ActNext, discord.Success)
	}
	if t.Paused {
		button(tournament.ActResume, discord.Primary)
	} else if !t.AtOnce() {
		button(tournament.ActPause, discord.Secondary)
	}
	if !t.AtOnce() || t.System == tournament.Arranged { // otherwise there is no later round
		button(tournament.ActEnd, discord.Secondary)
	}
	button(tournament.ActVoid, discord.Danger)
	return row
}

// act runs the act of a director's button.
func (f *feat) act(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	by, s := actor(r), f.Tournaments
	does, ok := map[string]func(context.Context, tournament.Actor, id.Match) (tournament.Change, error){
		tournament.ActStart: s.Start, tournament.ActNext: s.Next, tournament.ActPause: s.Pause,
		tournament.ActResume: s.Resume,
		tournament.ActEnd:    s.End, tournament.ActVoid: s.Void, tournament.ActCancel: s.Cancel,
		tournament.ActRests: func(ctx context.Context, by tournament.Actor, of id.Match) (tournament.Change, error) {
			return s.LetRest(ctx, by, of, true)
		},
		actNoRests: func(ctx context.Context, by tournament.Actor, of id.Match) (tournament.Change, error) {
			return s.LetRest(ctx, by, of, false)
		}}["tournament."+c.Arg]
	if !ok {
		return interaction.Response{}, tournament.ErrStale
	}
	made, err := does(ctx, by, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(f.directPage(ctx, r, &made.Tournament, 0))
}

// boardMenu returns the menu with one page of the boards whose result can be corrected, the latest round first, and
// buttons for the other pages.
func boardMenu(r *view.Reader, t *tournament.Tournament, nonce string, page int) []discord.Row {
	boards := slices.DeleteFunc(slices.Clone(t.Pairings),
		func(b tournament.Board) bool { return b.Kind != tournament.Game || b.Round > t.Round })
	slices.SortStableFunc(boards, func(a, b tournament.Board) int { return b.Round - a.Round })
	pages := slices.Collect(slices.Chunk(boards, discord.MaxOptions))
	if len(pages) == 0 {
		return nil
	}
	page = min(max(page, 0), len(pages)-1)
	menu := discord.Select{CustomID: discord.ControlID{Action: actionBoard, ID: t.ID, Nonce: nonce}.String(),
		Placeholder: r.Text("control.tournament.correct")}
	for _, b := range pages[page] {
		menu.Options = append(menu.Options, discord.Option{Value: fmt.Sprintf("%d.%d", b.Round, b.Number),
			Label:       locale.Cut(fmt.Sprintf("%d.%d %s", b.Round, b.Number, pair(r, t, &b)), 100),
			Description: resultText(b.Result)})
	}
	return append([]discord.Row{{menu}}, turnRow(r, discord.ControlID{Action: actionDirect, ID: t.ID}, page, len(pages),
		"control.tournament.boards.before", "control.tournament.boards.after")...)
}

// turnRow returns the row of buttons to the pages before and after one, none if there is no other page.
func turnRow(r *view.Reader, c discord.ControlID, page, pages int, before, after string) []discord.Row {
	var row discord.Row
	turn := func(to int, key string) {
		if 0 <= to && to < pages {
			c.Arg, c.Turn = pageTurn, int64(to)
			row = append(row, c.Button(r.Text(key), discord.Secondary))
		}
	}
	turn(page-1, before)
	turn(page+1, after)
	if len(row) == 0 {
		return nil
	}
	return []discord.Row{row}
}

// pair names the players of a board, Red first, for text without Markdown.
func pair(r *view.Reader, t *tournament.Tournament, b *tournament.Board) string {
	return bareName(r, t.Entrant(b.Red)) + " – " + bareName(r, t.Entrant(b.Black))
}

// chooseBoard asks for the result of a board.
func (f *feat) chooseBoard(_ context.Context, r *interaction.Request, _ discord.ControlID,
	t *tournament.Tournament) (interaction.Response, error) {
	if !t.Directs(actor(r)) {
		return interaction.Response{}, tournament.ErrNotDirector
	}
	var round, number int
	if _, err := fmt.Sscanf(r.Selected(), "%d.%d", &round, &number); err != nil {
		return interaction.Response{}, tournament.ErrStale
	}
	b := t.Board(round, number)
	if b == nil {
		return interaction.Response{}, tournament.ErrStale
	}
	reader := f.Readers.For(r)
	menu := discord.Select{CustomID: discord.ControlID{Action: actionResult, ID: t.ID, Turn: int64(round),
		Arg: strconv.Itoa(number), Nonce: string(r.Event)}.String(),
		Placeholder: reader.Text("control.tournament.result")}
	red, black := bareName(reader, t.Entrant(b.Red)), bareName(reader, t.Entrant(b.Black))
	for _, to := range settableResults {
		menu.Options = append(menu.Options, discord.Option{Value: string(to),
			Label: locale.Cut(red+" "+score(to)+" "+black+forfeited(reader, to), 100)})
	}
	return interaction.Answer(discord.Message{Content: reader.Text("tournament.correct",
		locale.Args{"Round": round, "Board": number, "Pair": locale.Plain(pair(reader, t, b), 2*32+3),
			"Now": resultText(b.Result)}),
		Rows: []discord.Row{{menu}}}).Editing(), nil
}

// forfeited returns a mark for a forfeit, "" for a played result.
func forfeited(r *view.Reader, to pairing.Result) string {
	if to.Played() {
		return ""
	}
	return " · " + r.Text("tournament.result.forfeit")
}

// settableResults are the results a director can set.
var settableResults = []pairing.Result{pairing.RedWins, pairing.Draw, pairing.BlackWins, pairing.BlackForfeit,
	pairing.RedForfeits, pairing.BothForfeit}

// chooseResult asks for the reason.
func (f *feat) chooseResult(_ context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if !slices.Contains(settableResults, pairing.Result(r.Selected())) {
		return interaction.Response{}, tournament.ErrStale
	}
	return interaction.Response{Modal: &discord.Modal{
		CustomID: discord.ControlID{Action: actionReason, ID: c.ID, Turn: c.Turn,
			Arg: c.Arg + "." + r.Selected()}.String(),
		Title: locale.Cut(r.Text.Text("tournament.reason.title"), 45),
		Label: locale.Cut(r.Text.Text("tournament.reason.label"), 45), MaxLength: 200}}, nil
}

// correct sets the result of a board.
func (f *feat) correct(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	board, to, ok := strings.Cut(c.Arg, ".")
	number, err := strconv.Atoi(board)
	reason := strings.TrimSpace(strings.Join(r.Interaction.Values, " "))
	if err != nil || !ok || reason == "" || !slices.Contains(settableResults, pairing.Result(to)) {
		return interaction.Response{}, tournament.ErrStale
	}
	made, err := f.Tournaments.Correct(ctx, actor(r), c.ID, int(c.Turn), number, pairing.Result(to), reason)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(f.directPage(ctx, r, &made.Tournament, 0))
}

// byHand pairs two players in the next round.
func (f *feat) byHand(ctx context.Context, r *interaction.Request, t *tournament.Tournament,
	user, other id.Player) (interaction.Response, error) {
	red, black := t.Of(user), t.Of(other)
	if red == nil || black == nil {
		return interaction.Say(r.Text.Text("tournament.refuse.two")), nil
	}
	return confirm(r, "tournament.did.paired", user,
		other)(f.Tournaments.PairByHand(ctx, actor(r), t.ID, red.Number, black.Number))
}

// helper makes a member a helper, who may direct too, or takes that back.
func (f *feat) helper(ctx context.Context, r *interaction.Request, t *tournament.Tournament,
	user id.Player) (interaction.Response, error) {
	if u, known := r.User(user); user == "" || known && u.Bot {
		return interaction.Say(r.Text.Text("tournament.refuse.user")), nil
	}
	key := "tournament.did.helper"
	if slices.Contains(t.Helpers, user) {
		key = "tournament.did.nohelper"
	}
	return confirm(r, key, user, "")(f.Tournaments.Help(ctx, actor(r), t.ID, user))
}

// confirm answers that a change was made for a member, or for two.
func confirm(r *interaction.Request, key string,
	user, other id.Player) func(tournament.Change, error) (interaction.Response, error) {
	return func(_ tournament.Change, err error) (interaction.Response, error) {
		if err != nil {
			return interaction.Response{}, err
		}
		return interaction.Say(r.Text.Text(key, locale.Args{"Who": "<@" + string(user) + ">",
			"Other": "<@" + string(other) + ">"})), nil
	}
}

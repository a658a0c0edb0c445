package tournamentbot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/feature/tournament"
	"yeye/bot/feature/tournament/standings"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/policy"
)

// mainCard is the card of a tournament: it shows who has joined, then the standings, then the winners.
type mainCard struct {
	*feat
	display.Simple // games are in separate threads, and do not depend on this card
}

// load returns a tournament for display.
func (f *feat) load(ctx context.Context, of id.Match) (tournament.Tournament, error) {
	t, err := f.Tournaments.Get(ctx, of)
	if errors.Is(err, tournament.ErrNone) {
		return t, display.ErrGone
	}
	return t, err
}

// Card implements [display.Source].
func (f mainCard) Card(ctx context.Context, of id.Match, _ int64, _ string) (display.Card, error) {
	t, err := f.load(ctx, of)
	if err != nil {
		return display.Card{}, err
	}
	r := f.Readers.InLocale(t.Locale)
	c := display.Card{Guild: t.Guild, Channel: t.Channel, Rev: t.Rev, Turn: int64(t.Round), Created: t.Created,
		Touched: t.Touched, Actor: t.By, Text: r.Localizer, Settled: t.State != tournament.Done, Probe: !t.State.Over()}
	if c.Message.Content, err = f.text(ctx, r, &t); err != nil {
		return c, err
	}
	c.Message.Rows = rows(r, &t)
	if t.State == tournament.Done {
		c.Message.Embeds = f.winnerAvatars(ctx, r, &t)
		c.Draw, err = f.draw(ctx, r, &t)
	}
	return c, err
}

// Lost implements [display.Source]: it ends a tournament whose channel was deleted, because nobody could join or direct
// it any more.
func (f mainCard) Lost(ctx context.Context, of id.Match, at place.Fact) error {
	if at.Status != place.Deleted {
		return nil
	}
	return f.Tournaments.Lost(ctx, of, at.Channel)
}

// maxName bounds the name of a tournament, in characters. maxNamed and maxNameText bound the players that a card names
// before the start, in number and in characters; maxRows bounds the rows of its table.
const (
	maxName     = 60
	maxNamed    = 30
	maxNameText = 1300
	maxRows     = 10
)

// text writes the card.
func (f *feat) text(ctx context.Context, r *view.Reader, t *tournament.Tournament) (string, error) {
	lines := []string{head(r, t)}
	switch t.State {
	case tournament.Open:
		lines = append(append(lines, openingLines(r, t)...), f.restText(ctx, r, t)...)
	case tournament.Cancelled:
		lines = append(lines, r.Text("tournament.cancelled"))
	default:
		table, err := f.tableText(ctx, r, t, t.Table(), 0, maxRows)
		if err != nil {
			return "", err
		}
		lines = append(append(append(lines, progress(r, t)), f.restText(ctx, r, t)...), table)
	}
	if t.Off {
		lines = slices.Insert(lines, 1, r.Text("tournament.off"))
	}
	return strings.Join(lines, "\n"), nil
}

// title returns the given name of a tournament, or one made from its creator's name. It is not escaped: the caller must
// do that for where it shows it.
func title(l *locale.Localizer, t *tournament.Tournament) string {
	key := "tournament.name"
	if t.System == tournament.Simul {
		key += ".simul"
	}
	switch {
	case t.Name != "":
		return t.Name
	case t.ByName == "":
		return l.Text(key + ".gone")
	}
	return l.Text(key, locale.Args{"Who": t.ByName})
}

// head names a tournament and its terms.
func head(r *view.Reader, t *tournament.Tournament) string {
	parts := []string{"🏆 **" + locale.Plain(title(r.Localizer, t), maxName) + "**", systemText(r, t),
		view.TimeControlText(r.Words, t.Timing), rated(r, t.Casual)}
	return strings.Join(parts, " · ")
}

func rated(r *view.Reader, casual bool) string {
	if casual {
		return r.Text("rated.no")
	}
	return r.Text("rated.yes")
}

func systemText(r *view.Reader, t *tournament.Tournament) string {
	name := r.Text("tournament.system." + string(t.System))
	switch {
	case t.System == tournament.Arena:
		name += " · " + r.Text("tournament.minutes", locale.Args{"Count": int(t.Length.Minutes())})
	case t.System == tournament.Swiss && t.Rounds > 0:
		name += " · " + r.Text("tournament.rounds", locale.Args{"Count": t.Rounds})
	}
	return name
}

// openingLines writes when the tournament starts and who has joined.
func openingLines(r *view.Reader, t *tournament.Tournament) []string {
	starts := r.Text("tournament.byhand")
	if !t.Starts.IsZero() {
		starts = r.Text("tournament.starts", locale.Args{"When": view.Relative(t.Starts)})
	}
	var names []string
	in, room := 0, maxNameText
	for i := range t.Players {
		e := &t.Players[i]
		if e.Status != tournament.In {
			continue
		}
		name := plainName(r, e)
		room -= utf8.RuneCountInString(name) + len(", ")
		if in++; in <= maxNamed && room >= 0 {
			names = append(names, name)
		}
	}
	if in == 0 {
		return []string{starts, r.Text("tournament.nobody")}
	}
	who := r.Text("tournament.players", locale.Args{"Count": in, "Most": t.Max,
		"Names": strings.Join(names, r.Text("list.comma"))})
	if others := in - len(names); others > 0 {
		who += r.Text("tournament.others", locale.Args{"Count": others})
	}
	return []string{starts, who}
}

// progress writes which round is played and how many of its boards are finished.
func progress(r *view.Reader, t *tournament.Tournament) string {
	if t.State == tournament.Done {
		return ending(r, t)
	}
	var said string
	switch {
	case t.Paused:
		said = r.Text("tournament.paused")
	case t.System == tournament.Arena, t.System == tournament.Arranged:
		said = r.Text("tournament.until."+string(t.System), locale.Args{"When": view.Relative(t.Ends)})
	case t.State == tournament.Between:
		said = r.Text("tournament.between", locale.Args{"Number": t.Round, "Rounds": t.Rounds,
			"When": view.Relative(t.Due)})
	case t.AtOnce():
		said = r.Text("tournament.atonce")
	default:
		said = r.Text("tournament.playing", locale.Args{"Number": t.Round, "Rounds": t.Rounds})
	}
	if t.MayJoinLate() && t.System == tournament.Swiss {
		said += "\n" + r.Text("tournament.joinlate", locale.Args{"Number": t.Rounds/2 + 1})
	}
	return said
}

// restText says whether and until when vacations and breaks stop clocks, in a tournament by days that is not over.
func (f *feat) restText(ctx context.Context, r *view.Reader, t *tournament.Tournament) []string {
	if !tournament.MayLetRest(t.Timing) || t.State.Over() {
		return nil
	}
	if !t.Rests {
		return []string{r.Text("tournament.rest.off")}
	}
	key := "tournament.rest.what"
	if has, err := f.Matches.Policy().FeatureOn(ctx, f.DB.Read(), t.Guild, match.VacationFeature); err == nil && !has {
		key += ".breaks"
	}
	what := locale.Args{"What": r.Text(key), "Count": tournament.RestDays, "When": view.Moment(t.LastRest)}
	switch {
	case t.State == tournament.Playing && !t.LastRest.IsZero():
		return []string{r.Text("tournament.rest.until", what)}
	case t.RestsByRound():
		return []string{r.Text("tournament.rest.round", what)}
	}
	return []string{r.Text("tournament.rest.on", what)}
}

// ending names the winners, and the best game.
func ending(r *view.Reader, t *tournament.Tournament) string {
	medals := []string{"🥇", "🥈", "🥉"}
	var first []string
	for _, row := range t.Prizes() {
		if row.Place <= len(medals) && row.Points > 0 && len(first) < 6 {
			first = append(first, medals[row.Place-1]+" "+plainName(r, row.Entrant))
		}
	}
	return strings.TrimSpace("🏁 "+r.Text("tournament.over")+" "+strings.Join(first, " · ")) + bestText(r, t)
}

// maxTableName bounds names in the table, in characters, so that its lines fit on a phone.
const maxTableName = 22

// tableText writes rows of a table in a code block. Names are the last column, because the width of Chinese characters
// and emoji depends on the reader's font.
func (f *feat) tableText(ctx context.Context, r *view.Reader, t *tournament.Tournament, table []tournament.Row,
	from, most int) (
	string, error) {
	if len(table) == 0 {
		return "", nil
	}
	var seen policy.Shown
	if t.System == tournament.Arena {
		var err error
		if seen, err = f.Matches.Policy().Shown(ctx, "", t.Entrants()...); err != nil {
			return "", err
		}
	}
	table = table[min(from, len(table)):min(from+most, len(table))]
	var b strings.Builder
	b.WriteString("```\n")
	for _, row := range table {
		sign := ""
		if row.Status != tournament.In {
			sign = " ×"
		}
		second, wide := strconv.Itoa(row.Opponents), len("(12)")
		switch t.System {
		case tournament.Arena:
			second, wide = "–", len("(1500)")
			if points, ok := t.Performance(&row, seen); ok {
				second = strconv.Itoa(points)
			}
		case tournament.Simul:
			second = strconv.Itoa(row.Games)
		}
		brackets := fmt.Sprintf("%-*s ", wide, "("+second+")")
		if t.AllMeet() {
			brackets = ""
		}
		name := locale.Cut(strings.ReplaceAll(bareName(r, row.Entrant), "`", "'"), maxTableName)
		fmt.Fprintf(&b, "%2d %3d %s%s%s\n", row.Place, row.Points, brackets, name, sign)
	}
	b.WriteString("```\n")
	key := "tournament.legend"
	switch {
	case t.ByGames():
		key += "." + string(t.System)
	case t.AllMeet():
		key += ".robin"
	}
	legend := r.Text(key)
	if by := decidedBy(t); by != "" {
		legend = r.Text("tournament.legend.decided",
			locale.Args{"Legend": legend, "Decided": r.Text("tournament.decided." + by)})
	}
	return b.String() + "-# " + legend, nil
}

// decidedBy names the tie-break that decided the first place at the end, "" if points did.
func decidedBy(t *tournament.Tournament) string {
	table := t.Table()
	if t.State != tournament.Done || len(table) < 2 || table[0].Points != table[1].Points {
		return ""
	}
	by := string(table[1].By)
	if t.System == tournament.Arena && table[1].By != standings.Shared {
		by = "performance"
	}
	return by
}

// rows returns the controls of a card.
func rows(r *view.Reader, t *tournament.Tournament) []discord.Row {
	button := func(action, key string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: t.ID, Turn: int64(t.Round),
			Nonce: strconv.FormatInt(t.Rev, 36)}.Button(r.Text(key), style)
	}
	table := discord.ControlID{Action: actionTable, ID: t.ID,
		Nonce: strconv.FormatInt(t.Rev, 36)}.Button(r.Text("control.tournament.table"), discord.Secondary)
	switch {
	case t.State == tournament.Cancelled:
		return nil
	case t.State == tournament.Done:
		return []discord.Row{{table, button(actionExport, "control.tournament.export", discord.Secondary),
			button(actionDirect, "control.tournament.direct", discord.Secondary)}}
	}
	var row discord.Row
	if t.State == tournament.Open || t.MayJoinLate() {
		row = append(row, button(actionJoin, "control.tournament.join", discord.Success))
	}
	if t.State == tournament.Open {
		row = append(row, button(actionLeave, "control.tournament.leave", discord.Secondary),
			button(actionRules, "control.tournament.rules", discord.Secondary))
	} else {
		row = append(row, button(actionMine, "control.tournament.mine", discord.Primary), table)
	}
	return []discord.Row{append(row, button(actionDirect, "control.tournament.direct", discord.Secondary))}
}

// Superseded implements [display.Source].
func (f mainCard) Superseded(ctx context.Context, of id.Match) (string, error) {
	t, err := f.load(ctx, of)
	if err != nil {
		return "", err
	}
	r := f.Readers.InLocale(t.Locale)
	return head(r, &t) + "\n-# " + r.Text("tournament.below"), nil
}

package standing

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/rating"
	"yeye/bot/view"
)

const (
	// perPage keeps a page under Discord's 2000 characters with the longest names.
	perPage = 10
	// actionBoard turns to another page or leaderboard; its argument is the board, after a prefix for the leaderboard of all
	// servers, its turn the page. It never changes: messages keep it for ever.
	actionBoard   = "leaders"
	allServersArg = "all-"
)

// list is a leaderboard that somebody looks at.
type list struct {
	guild id.Guild // everywhere for the leaderboard of all servers
	by    board
}

// arg encodes a list as a control's argument, for parseList.
func (l list) arg() string {
	if l.guild == everywhere {
		return allServersArg + string(l.by)
	}
	return string(l.by)
}

// parseList returns the list of a control that was used on a server.
func parseList(arg string, here id.Guild) (l list, ok bool) {
	name, all := strings.CutPrefix(arg, allServersArg)
	l = list{here, board(name)}
	if all {
		l.guild = everywhere
	}
	return l, slices.Contains(boards, l.by) && (all || here != "")
}

func leaderboardOptions(t interaction.Texts) []discord.CommandOption {
	games := t.Option("leaderboard", "games", discord.StringOption)
	for _, b := range boards {
		games.Choices = append(games.Choices, t.Choice("standing.pool.", string(b)))
	}
	where := t.Option("leaderboard", "where", discord.StringOption)
	where.Choices = t.Choices("standing.where.", "server", "everywhere")
	return []discord.CommandOption{games, where}
}

// leaderboard answers with the first page of the requested leaderboard; by default this server's, if there is one, and the board
// with the most places.
func (s *standing) leaderboard(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	l := list{r.Guild, board(r.Options["games"])}
	switch {
	case r.Options["where"] == "everywhere":
		l.guild = everywhere
	case r.Options["where"] == "server" && r.Guild == "":
		return interaction.Say(r.Text.Text("standing.noserver")), nil
	}
	if !slices.Contains(boards, l.by) {
		l.by = byLive
		most := 0
		for _, b := range boards {
			n, err := placesIn(ctx, s.db.Read(), l.guild, b)
			if err != nil {
				return interaction.Response{}, err
			}
			if n > most {
				l.by, most = b, n
			}
		}
	}
	return s.page(ctx, r, l, 0)
}

// turn answers with another page, or another leaderboard.
func (s *standing) turn(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	l, ok := parseList(c.Arg, r.Guild)
	if !ok {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	a, err := s.page(ctx, r, l, int(c.Turn))
	return a.Editing(), err
}

// page answers with a page of a leaderboard, with a line about the player who looks at it.
func (s *standing) page(ctx context.Context, r *interaction.Request, l list, page int) (interaction.Response, error) {
	count, err := placesIn(ctx, s.db.Read(), l.guild, l.by)
	if err != nil {
		return interaction.Response{}, err
	}
	pages := max(1, (count+perPage-1)/perPage)
	page = max(0, min(page, pages-1))
	shown, err := places(ctx, s.db.Read(), l.guild, l.by, perPage, page*perPage)
	if err != nil {
		return interaction.Response{}, err
	}
	own, err := s.own(ctx, r, l, count)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := s.reader(r)
	head := "standing.board"
	if l.guild == everywhere {
		head = "standing.board.everywhere"
	}
	lines := []string{reader.Text(head, locale.Args{"Pool": reader.Text("standing.pool." + string(l.by))})}
	if count == 0 {
		lines = append(lines, reader.Text("standing.board.none"))
	}
	for i, p := range shown {
		lines = append(lines, s.line(reader, l.by, page*perPage+i+1, p))
	}
	lines = append(lines, own)
	if l.by == byLadder {
		lines = append(lines, reader.Text("standing.rule.ladder"))
	} else {
		lines = append(lines, reader.Text("standing.rule.rating", locale.Args{"Count": leastOpponents, "Games": perDay}))
	}
	return interaction.Answer(discord.Message{Content: strings.Join(lines, "\n"), Rows: boardRows(reader, l, r.Guild, page, pages)}), nil
}

// line describes a player's place. The number is escaped, so that Discord does not format it as a list.
func (s *standing) line(r *view.Reader, by board, at int, p place) string {
	args := locale.Args{"Place": strconv.Itoa(at) + `\`, "Who": locale.Plain(p.name, 32)}
	if by == byLadder {
		args["Rung"] = rungText(r, int(p.value))
		return r.Text("standing.place.ladder", args)
	}
	args["Points"], args["Count"] = s.points(p.rated), p.games
	return r.Text("standing.place", args)
}

// points writes a rating aged to today.
func (s *standing) points(r rated) string {
	aged := rating.Club().Aged(r.Rating, s.db.Now().Sub(r.at).Hours()/24)
	return points(aged.Value, aged.Deviation)
}

// own returns the line about the player who looks: their place, or why they have none.
func (s *standing) own(ctx context.Context, r *interaction.Request, l list, of int) (string, error) {
	if !r.Prefs.ShowsProfile() {
		return r.Text.Text("standing.own.hidden"), nil
	}
	if l.guild == everywhere && !r.Prefs.ListedEverywhere() {
		return r.Text.Text("standing.own.unlisted"), nil
	}
	before, value, ok, err := placeOf(ctx, s.db.Read(), l.guild, l.by, r.Player)
	if err != nil || !ok {
		return s.noPlace(ctx, r, l, err)
	}
	what := rungText(s.reader(r), int(value))
	if l.by != byLadder {
		mine, err := loadRating(ctx, s.db.Read(), r.Player, pool(l.by))
		if err != nil {
			return "", err
		}
		what = s.points(mine)
	}
	return r.Text.Text("standing.own", locale.Args{"Place": before + 1, "Of": of, "Points": what}), nil
}

// noPlace says what the player who looks lacks for a place.
func (s *standing) noPlace(ctx context.Context, r *interaction.Request, l list, err error) (string, error) {
	if err != nil {
		return "", err
	}
	_, played, err := memberName(ctx, s.db.Read(), l.guild, r.Player)
	switch {
	case err != nil:
		return "", err
	case !played && l.guild != everywhere:
		return r.Text.Text("standing.own.elsewhere"), nil
	case l.by == byLadder:
		return r.Text.Text("standing.own.floor"), nil
	}
	mine, err := loadRating(ctx, s.db.Read(), r.Player, pool(l.by))
	return r.Text.Text("standing.own.none", locale.Args{"Count": mine.opponents, "Needed": leastOpponents}), err
}

// boardRows returns the controls for other pages and the other leaderboards.
func boardRows(r *view.Reader, l list, here id.Guild, page, pages int) []discord.Row {
	button := func(label string, to list, page int, nonce string) discord.Button {
		return discord.Button{Label: label, Style: discord.Secondary, CustomID: discord.ControlID{Action: actionBoard, Arg: to.arg(), Turn: int64(page), Nonce: nonce}.String()}
	}
	var rows []discord.Row
	if pages > 1 {
		back, number, forward := button("◀", l, max(0, page-1), "b"), button(strconv.Itoa(page+1)+"/"+strconv.Itoa(pages), l, page, "h"), button("▶", l, page+1, "f")
		back.Disabled, number.Disabled, forward.Disabled = page == 0, true, page == pages-1
		rows = append(rows, discord.Row{back, number, forward})
	}
	var others discord.Row
	for _, b := range boards {
		one := button(r.Text("standing.pool."+string(b)), list{l.guild, b}, 0, "p")
		if b == l.by {
			one.Style, one.Disabled = discord.Primary, true
		}
		others = append(others, one)
	}
	switch {
	case l.guild != everywhere:
		others = append(others, button(r.Text("standing.where.everywhere"), list{everywhere, l.by}, 0, "w"))
	case here != "":
		others = append(others, button(r.Text("standing.where.server"), list{here, l.by}, 0, "w"))
	}
	return append(rows, others)
}

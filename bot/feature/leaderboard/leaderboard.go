// Package leaderboard lists the best players of a server, or everywhere.
//
// Out of scope: who has a place, and which (package bot/match/standing).
package leaderboard

import (
	"context"
	"embed"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services is what the feature works with.
type Services struct {
	feature.Kit
	Standing *standing.Service
}

type leaderboards struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	f := &leaderboards{s}
	return feature.Feature{
		Name:    "leaderboard",
		Catalog: locale.Embedded("leaderboard", catalog),
		Commands: []interaction.Command{{Name: "leaderboard", Door: door.Anybody.Alone(), Options: options,
			Handle: f.show}},
		Components: []interaction.Component{
			{Action: actionBoard, Door: door.Anybody.Alone(), Handle: f.turn},
			{Action: actionShare, Door: door.Anybody.Everybody(), Handle: f.share},
		},
	}
}

const (
	// perPage is the number of players on a page: as many as a picture has rows.
	perPage = render.MaxRows
	// actionBoard turns to another page or leaderboard; its argument is the board, after a prefix for the leaderboard
	// of all servers, its turn the page. It never changes: messages keep it forever.
	actionBoard = "leaders"
	// actionShare shows a page to everybody here, with the same argument. It never changes either.
	actionShare   = "leadshow"
	allServersArg = "all-"
)

// list is one view of a leaderboard.
type list struct {
	guild id.Guild // everywhere for the leaderboard of all servers
	by    standing.Board
}

// arg encodes a list as a control's argument, for parseList.
func (l list) arg() string {
	if l.guild == standing.Everywhere {
		return allServersArg + string(l.by)
	}
	return string(l.by)
}

// parseList returns the list of a control that was used on a server.
func parseList(arg string, here id.Guild) (l list, ok bool) {
	name, all := strings.CutPrefix(arg, allServersArg)
	l = list{here, standing.Board(name)}
	if all {
		l.guild = standing.Everywhere
	}
	return l, slices.Contains(standing.Boards, l.by) && (all || here != "")
}

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{
		t.Pick("leaderboard", "games", interaction.Keyed(t, "leaderboard.pool.", standing.Boards)...),
		t.Pick("leaderboard", "where", t.Choices("leaderboard.where.", "server", "everywhere")...)}
}

// show answers with the first page of the requested leaderboard; by default this server's, if there is one, and the
// board with the most places.
func (f *leaderboards) show(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	l := list{r.Guild, standing.Board(r.Options["games"])}
	switch {
	case r.Options["where"] == "everywhere":
		l.guild = standing.Everywhere
	case r.Options["where"] == "server" && r.Guild == "":
		return interaction.Say(r.Text.Text("leaderboard.noserver")), nil
	}
	if !slices.Contains(standing.Boards, l.by) {
		l.by = standing.ByLive
		most := 0
		for _, b := range standing.Boards {
			places, below, err := f.Standing.Listed(ctx, l.guild, b)
			if err != nil {
				return interaction.Response{}, err
			}
			if n := places + below; n > most {
				l.by, most = b, n
			}
		}
	}
	return f.page(ctx, r, l, 0, false)
}

// turn answers with another page, or another leaderboard.
func (f *leaderboards) turn(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	l, ok := parseList(c.Arg, r.Guild)
	if !ok {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	return interaction.Editing(f.page(ctx, r, l, int(c.Turn), false))
}

// share posts a page in the channel, without the line about the sharing user.
func (f *leaderboards) share(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	l, ok := parseList(c.Arg, r.Guild)
	if !ok || r.Guild == "" {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	a, err := f.page(ctx, r, l, int(c.Turn), true)
	return a.Publicly(), err
}

// page answers with a page of a leaderboard: a picture and, unless it is shared, the line about the asking player and
// the controls.
func (f *leaderboards) page(ctx context.Context, r *interaction.Request, l list, page int,
	shared bool) (interaction.Response, error) {
	places, below, err := f.Standing.Listed(ctx, l.guild, l.by)
	if err != nil {
		return interaction.Response{}, err
	}
	pages := max(1, (places+below+perPage-1)/perPage)
	page = max(0, min(page, pages-1))
	shown, err := f.Standing.Places(ctx, l.guild, l.by, perPage, page*perPage)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := f.Readers.For(r)
	head := "leaderboard.board"
	if l.guild == standing.Everywhere {
		head = "leaderboard.board.everywhere"
	}
	lines := []string{reader.Text(head, locale.Args{"Pool": reader.Text("leaderboard.pool." + string(l.by))})}
	if len(shown) == 0 {
		lines = append(lines, reader.Text("leaderboard.board.none"))
	}
	you := r.Player
	if shared {
		you = ""
	}
	message := discord.Message{}
	if len(shown) > 0 {
		file, unwritten, err := f.picture(reader, l.by, shown, you)
		if err != nil {
			return interaction.Response{}, err
		}
		message.Files, lines = []discord.File{file}, append(lines, unwritten...)
	}
	if !shared {
		viewer, err := f.ownLine(ctx, r, l, places)
		if err != nil {
			return interaction.Response{}, err
		}
		lines = append(lines, viewer)
		message.Rows = boardRows(reader, l, r.Guild, page, pages, len(shown) > 0)
	}
	if l.by == standing.ByLadder {
		lines = append(lines, reader.Text("leaderboard.rule.ladder"))
	} else {
		lines = append(lines, reader.Text("leaderboard.rule.rating",
			locale.Args{"Count": standing.MinOpponents, "Games": standing.PerDay}))
	}
	message.Content = strings.Join(lines, "\n")
	return interaction.Answer(message), nil
}

// picture draws a page, and returns as text the lines of players whose names the font cannot write. The alt text has
// all lines.
func (f *leaderboards) picture(r *view.Reader, by standing.Board, shown []standing.Place,
	you id.Player) (discord.File, []string, error) {
	style := r.Style()
	g := render.Leaderboard{Theme: style.Theme, Language: style.Language}
	var unwritten, all []string
	for _, p := range shown {
		row := render.Row{Number: p.Number, Name: locale.Visible(p.Name, 32), You: p.Player == you}
		if by == standing.ByLadder {
			level, _, _ := standing.Rung(p.Value).Beaten() // negative if the player has only won at odds
			row.Face, row.Value = max(level, 0), rungText(r, standing.Rung(p.Value))
		} else {
			row.Face, row.Value = rating.Nearest(p.Rating.Value), strconv.Itoa(rating.Round(p.Rating.Value))
			if p.Rating.Provisional() {
				row.Value += "?"
			}
			row.Note = r.Text("leaderboard.games", locale.Args{"Count": p.Rating.Games})
		}
		g.Rows = append(g.Rows, row)
		one := placeLine(r, by, p)
		all = append(all, strings.NewReplacer("**", "", `\`, "").Replace(one))
		if !render.CanWrite(row.Name) || by == standing.ByLadder && !render.CanWrite(row.Value) {
			unwritten = append(unwritten, one)
		}
	}
	card, err := f.Painter.Leaderboard(g)
	return discord.File{Name: "leaderboard.png", ContentType: "image/png",
			Description: locale.Cut(strings.Join(all, r.Text("list.semicolon")), discord.MaxAlt), Data: card.PNG},
		unwritten, err
}

// placeLine describes a player's place in words; a player below the ranked places has no number. The number is escaped,
// so that Discord does not format it as a list.
func placeLine(r *view.Reader, by standing.Board, p standing.Place) string {
	args := locale.Args{"Place": strconv.Itoa(p.Number) + `\.`, "Who": locale.PlainName(p.Name)}
	if p.Number == 0 {
		args["Place"] = "–"
	}
	if by == standing.ByLadder {
		args["Rung"] = rungText(r, standing.Rung(p.Value))
		return r.Text("leaderboard.place.ladder", args)
	}
	args["Points"], args["Count"] = r.Points(rating.Round(p.Rating.Value), p.Rating.Provisional()), p.Rating.Games
	return r.Text("leaderboard.place", args)
}

// ownLine returns the line about the asking player: their place out of total, or why they have none.
func (f *leaderboards) ownLine(ctx context.Context, r *interaction.Request, l list, total int) (string, error) {
	if !r.Prefs.ShowsProfile() {
		return r.Text.Text("leaderboard.own.hidden"), nil
	}
	if l.guild == standing.Everywhere && !r.Prefs.ListedEverywhere() {
		return r.Text.Text("leaderboard.own.unlisted"), nil
	}
	before, value, ok, err := f.Standing.PlaceOf(ctx, l.guild, l.by, r.Player)
	if err != nil {
		return "", err
	}
	if !ok {
		return f.noPlace(ctx, r, l)
	}
	what := rungText(f.Readers.For(r), standing.Rung(value))
	if l.by != standing.ByLadder {
		mine, err := f.Standing.Ratings(ctx, r.Player)
		if err != nil {
			return "", err
		}
		what = f.points(r, mine[standing.Pool(l.by)])
	}
	return r.Text.Text("leaderboard.own", locale.Args{"Place": before + 1, "Of": total, "Points": what}), nil
}

// points formats a rating, rounded and marked if provisional.
func (f *leaderboards) points(r *interaction.Request, v standing.Rating) string {
	return f.Readers.For(r).Points(rating.Round(v.Value), v.Provisional())
}

// noPlace says what the asking player lacks for a place.
func (f *leaderboards) noPlace(ctx context.Context, r *interaction.Request, l list) (string, error) {
	_, played, err := f.Standing.NameOn(ctx, l.guild, r.Player)
	switch {
	case err != nil:
		return "", err
	case !played && l.guild != standing.Everywhere:
		return r.Text.Text("leaderboard.own.elsewhere"), nil
	case l.by == standing.ByLadder:
		return r.Text.Text("leaderboard.own.floor"), nil
	}
	mine, err := f.Standing.Ratings(ctx, r.Player)
	if v, rated := mine[standing.Pool(l.by)]; rated {
		return r.Text.Text("leaderboard.own.below", locale.Args{"Points": f.points(r, v)}), err
	}
	return r.Text.Text("leaderboard.own.none"), err
}

// boardRows returns the controls for other pages and the other leaderboards.
func boardRows(r *view.Reader, l list, here id.Guild, page, pages int, hasPlaces bool) []discord.Row {
	button := func(label string, to list, page int, nonce string) discord.Button {
		return discord.ControlID{Action: actionBoard, Arg: to.arg(), Turn: int64(page), Nonce: nonce}.Button(label,
			discord.Secondary)
	}
	var rows []discord.Row
	if row := (discord.ControlID{Action: actionBoard, Arg: l.arg()}).Pages(page, pages); row != nil {
		rows = append(rows, row)
	}
	var others discord.Row
	for _, b := range standing.Boards {
		one := button(r.Text("leaderboard.pool."+string(b)), list{l.guild, b}, 0, "p")
		if b == l.by {
			one.Style, one.Disabled = discord.Primary, true
		}
		others = append(others, one)
	}
	switch {
	case l.guild != standing.Everywhere:
		others = append(others, button(r.Text("leaderboard.where.everywhere"), list{standing.Everywhere, l.by}, 0, "w"))
	case here != "":
		others = append(others, button(r.Text("leaderboard.where.server"), list{here, l.by}, 0, "w"))
	}
	if hasPlaces && here != "" {
		share := button(r.Text("control.share"), l, page, "s")
		share.CustomID = discord.ControlID{Action: actionShare, Arg: l.arg(), Turn: int64(page), Nonce: "s"}.String()
		others = append(others, share)
	}
	return append(rows, others)
}

// rungText names a rung of the ladder: the strongest character beaten without odds, and the least odds at which a
// stronger one was beaten.
func rungText(r *view.Reader, rung standing.Rung) string {
	level, at, some := rung.Beaten()
	if at == match.Even {
		return r.Text("leaderboard.rung.even", locale.Args{"Character": r.Character(level)})
	}
	odds := r.Text("odds." + at.String())
	if !some {
		return r.Text("leaderboard.rung.first", locale.Args{"Odds": odds})
	}
	return r.Text("leaderboard.rung", locale.Args{"Character": r.Character(level), "Odds": odds})
}

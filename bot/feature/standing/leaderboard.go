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
	// leastOpponents is how many different opponents a player must have had for a place.
	leastOpponents = 5
	// perPage keeps a page under Discord's 2000 characters with the longest names.
	perPage = 10
	// actionBoard turns to another page; its argument is the pool, its turn the page. It is on messages for ever.
	actionBoard = "leaders"
)

// pools in the order in which they are offered.
var pools = []pool{live, days}

// place is somebody's on a leaderboard.
type place struct {
	player id.Player
	name   string
	rated
}

func leaderboardOptions(t interaction.Texts) []discord.CommandOption {
	o := t.Option("leaderboard", "games", discord.StringOption)
	for _, in := range pools {
		o.Choices = append(o.Choices, t.Choice("standing.pool.", string(in)))
	}
	return []discord.CommandOption{o}
}

// leaderboard is the first page of a pool: the one that is asked for, else the one in which more players of the server have a
// place.
func (s *standing) leaderboard(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	in := pool(r.Options["games"])
	if !slices.Contains(pools, in) {
		in = live
		counts := map[pool]int{}
		for _, one := range pools {
			n, err := placesIn(ctx, s.db.Read(), r.Guild, one)
			if err != nil {
				return interaction.Response{}, err
			}
			if counts[one] = n; n > counts[in] {
				in = one
			}
		}
	}
	return s.page(ctx, r, in, 0)
}

// turn is another page.
func (s *standing) turn(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	in := pool(c.Arg)
	if !slices.Contains(pools, in) {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	a, err := s.page(ctx, r, in, int(c.Turn))
	return a.Editing(), err
}

// page is a page of a server's leaderboard, with a line about the player who looks at it.
func (s *standing) page(ctx context.Context, r *interaction.Request, in pool, page int) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Say(r.Text.Text("standing.noserver")), nil
	}
	count, err := placesIn(ctx, s.db.Read(), r.Guild, in)
	if err != nil {
		return interaction.Response{}, err
	}
	pages := max(1, (count+perPage-1)/perPage)
	page = max(0, min(page, pages-1))
	shown, err := places(ctx, s.db.Read(), r.Guild, in, perPage, page*perPage)
	if err != nil {
		return interaction.Response{}, err
	}
	own, err := s.own(ctx, r, in, count)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := s.reader(r)
	lines := []string{reader.Text("standing.board", locale.Args{"Pool": reader.Text("standing.pool." + string(in))})}
	if count == 0 {
		lines = append(lines, reader.Text("standing.board.none", locale.Args{"Count": leastOpponents}))
	}
	for i, p := range shown {
		lines = append(lines, s.line(reader, page*perPage+i+1, p))
	}
	m := discord.Message{Content: strings.Join(append(lines, own), "\n")}
	if pages > 1 {
		m.Rows = []discord.Row{pageRow(in, page, pages)}
	}
	return interaction.Answer(m), nil
}

// line is a player's place. Escaped, so that Discord makes no list of its own of it.
func (s *standing) line(r *view.Reader, at int, p place) string {
	return r.Text("standing.place", locale.Args{"Place": strconv.Itoa(at) + `\`, "Who": locale.Plain(p.name, 32), "Points": s.points(p.rated), "Count": p.games})
}

// points is a rating as it is known today.
func (s *standing) points(r rated) string {
	aged := rating.Club().Aged(r.Rating, s.db.Now().Sub(r.at).Hours()/24)
	return points(aged.Value, aged.Deviation)
}

// own is the line about the player who looks: their place, or why they have none.
func (s *standing) own(ctx context.Context, r *interaction.Request, in pool, of int) (string, error) {
	mine, err := loadRating(ctx, s.db.Read(), r.Player, in)
	if err != nil {
		return "", err
	}
	_, played, err := memberName(ctx, s.db.Read(), r.Guild, r.Player)
	if err != nil {
		return "", err
	}
	switch {
	case !r.Prefs.ShowsProfile():
		return r.Text.Text("standing.own.hidden"), nil
	case !played:
		return r.Text.Text("standing.own.elsewhere"), nil
	case mine.opponents < leastOpponents:
		return r.Text.Text("standing.own.none", locale.Args{"Count": mine.opponents, "Needed": leastOpponents}), nil
	}
	before, err := placesBefore(ctx, s.db.Read(), r.Guild, in, r.Player, mine.Value)
	return r.Text.Text("standing.own", locale.Args{"Place": before + 1, "Of": of, "Points": s.points(mine)}), err
}

func pageRow(in pool, page, pages int) discord.Row {
	turn := func(sign string, to int, nonce string) discord.Component {
		return discord.Button{Label: sign, Style: discord.Secondary, Disabled: to < 0 || to >= pages,
			CustomID: discord.ControlID{Action: actionBoard, Arg: string(in), Turn: int64(max(0, to)), Nonce: nonce + strconv.Itoa(page)}.String()}
	}
	return discord.Row{turn("◀", page-1, "b"),
		discord.Button{Label: strconv.Itoa(page+1) + "/" + strconv.Itoa(pages), Style: discord.Secondary, Disabled: true,
			CustomID: discord.ControlID{Action: actionBoard, Arg: string(in), Turn: int64(page), Nonce: "h" + strconv.Itoa(page)}.String()},
		turn("▶", page+1, "f")}
}

// Package mygames lists a player's games everywhere: whose turn it is, how much time is left, and where.
package mygames

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// actionPage turns to another page, whose index is the control's Turn. It never changes: messages keep it forever.
const actionPage = "games"

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Challenges *challenge.Service
	Start      *start.Starter
	Cards      Cards
}

// Cards finds the messages that show games; display.Display implements it.
type Cards interface {
	Row(ctx context.Context, s id.Subject) (display.Row, bool, error)
}

type games struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	g := &games{s}
	return feature.Feature{
		Name:    "mygames",
		Catalog: locale.Embedded("mygames", catalog),
		Commands: []interaction.Command{{Name: "games", Door: door.Anybody.Alone(),
			Handle: func(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
				return g.page(ctx, r, 0)
			}}},
		Components: []interaction.Component{{Action: actionPage, Door: door.Anybody.Alone(),
			Handle: func(ctx context.Context, r *interaction.Request,
				c discord.ControlID) (interaction.Response, error) {
				return interaction.Editing(g.page(ctx, r, int(c.Turn)))
			}}},
	}
}

const (
	// perPage keeps a page under Discord's 2000 characters with names of up to maxName characters. If names with many
	// escaped characters make it longer, they are cut to shortName.
	perPage            = 8
	maxName, shortName = 32, 16
	// maxListed limits how many games of one player are loaded.
	maxListed = 200
)

// entry is one of the player's matches or challenges.
type entry struct {
	subject id.Subject
	guild   id.Guild
	channel id.Channel
	touched time.Time
	urgency int
	text    func(link string, limit int) string // limit is the maximum length of names, in characters
}

// page lists a player's games and challenges, those that wait for the player first.
func (g *games) page(ctx context.Context, r *interaction.Request, page int) (interaction.Response, error) {
	matches, err := g.Matches.ByPlayer(ctx, r.Player, maxListed)
	if err != nil {
		return interaction.Response{}, err
	}
	challenges, err := g.Challenges.ByPlayer(ctx, r.Player, maxListed)
	if err != nil {
		return interaction.Response{}, err
	}
	w := g.Readers.For(r).Words
	var all []entry
	for i := range matches {
		all = append(all, g.matchEntry(w, r.Player, &matches[i]))
	}
	for i := range challenges {
		all = append(all, challengeEntry(w, r.Player, &challenges[i]))
	}
	if len(all) == 0 {
		return interaction.Say(w.Text("games.none")), nil
	}
	slices.SortStableFunc(all, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.urgency, y.urgency), x.touched.Compare(y.touched))
	})
	pages := (len(all) + perPage - 1) / perPage
	page = max(0, min(page, pages-1))
	shown := all[page*perPage : min(len(all), (page+1)*perPage)]
	_, err = g.Matches.InChannel(ctx, r.Channel)
	noGame := errors.Is(err, match.ErrNoMatch)
	head := "games.head"
	if len(challenges) > 0 || slices.ContainsFunc(matches, func(m match.Match) bool { return m.Mode.OnePlayer }) {
		head = "games.head.all"
	}
	links := make([]string, len(shown))
	for i := range shown {
		links[i] = g.link(ctx, &shown[i])
	}
	content := func(limit int) string {
		lines := []string{w.Text(head, locale.Args{"Count": len(all)})}
		for i := range shown {
			lines = append(lines, shown[i].text(links[i], limit))
		}
		return strings.Join(lines, "\n")
	}
	m := discord.Message{Content: content(maxName)}
	if utf8.RuneCountInString(m.Content) > discord.MaxContent {
		m.Content = content(shortName)
	}
	if row := (discord.ControlID{Action: actionPage}).Pages(page, pages); row != nil {
		m.Rows = append(m.Rows, row)
	}
	if noGame {
		if portable := start.Transferable(r, onPage(matches, shown)); len(portable) > 0 {
			m.Rows = append(m.Rows, g.Start.TransferRow(r, portable))
		}
	}
	return interaction.Answer(m), nil
}

// onPage returns the matches of a page, in its order.
func onPage(matches []match.Match, shown []entry) (all []match.Match) {
	for _, e := range shown {
		if i := slices.IndexFunc(matches, func(m match.Match) bool { return m.Subject() == e.subject }); i >= 0 {
			all = append(all, matches[i])
		}
	}
	return all
}

// Values of entry.urgency, the most urgent first.
const (
	ownTurn = iota
	challenged
	othersTurn
	studying
	adjourned
)

// matchEntry returns the entry of a match: whose turn since when, against whom, and where.
func (g *games) matchEntry(w *words.Words, p id.Player, m *match.Match) entry {
	side, _ := m.SeatOf(p)
	key, urgency := "games.theirs", othersTurn
	switch {
	case m.Status == match.Adjourned && m.Mode.OnePlayer:
		key, urgency = "games.study.adjourned", adjourned
		if m.Private() {
			key = "games.study.private"
		}
	case m.Status == match.Adjourned:
		key, urgency = "games.adjourned", adjourned
	case m.Mode.OnePlayer:
		key, urgency = "games.study", studying
		if m.Private() {
			key = "games.study.private"
		}
	case side == m.AwaitedSide():
		key, urgency = "games.yours", ownTurn
	}
	elsewhere := ""
	if m.ChannelDeleted() && !m.Private() {
		key += ".deleted"
		if !m.MayOnlyResume(side) {
			elsewhere = w.Text("games.elsewhere", locale.Args{"Command": w.Text("command.games.name")})
		}
	}
	other := m.Seats[side.Other()]
	since := m.Touched
	if m.Status == match.Open && !m.Played.IsZero() { // a reminder or an offer is no move
		since = m.Played
	}
	args := locale.Args{
		"Side": w.Side(side), "Number": m.MoveNumber(),
		"Since": view.Relative(since), "Turn": w.Color(m.ToMove()),
	}
	left := view.TimeText(w, m, g.Now())
	name := view.GameName(w, m.Mode.Variant)
	return entry{m.Subject(), m.Guild, m.Channel, m.Touched, urgency, func(link string, limit int) string {
		args["Link"], args["Other"] = link, nameOf(w, other, limit)
		line := w.Text(key, args)
		for _, more := range []string{elsewhere, name, left} {
			if more != "" {
				line += " · " + more
			}
		}
		return line
	}}
}

// challengeEntry returns the entry of a challenge.
func challengeEntry(w *words.Words, p id.Player, c *challenge.Challenge) entry {
	side := c.Side()
	key, urgency := "games.asked", othersTurn
	if c.Starter != p {
		key, urgency, side = "games.challenged", challenged, side.Other()
	}
	other := c.Seats[side.Other()]
	if other.Open {
		key = "games.asked.open"
	}
	args := locale.Args{"Side": w.Side(side), "Number": 1,
		"Since": view.Relative(c.Touched), "Turn": w.Color(game.Red)}
	return entry{c.Subject(), c.Guild, c.Channel, c.Touched, urgency, func(link string, limit int) string {
		args["Link"], args["Other"] = link, nameOf(w, other, limit)
		return w.Text(key, args)
	}}
}

// nameOf names the opponent, without a mention if the name is known.
func nameOf(w *words.Words, other match.Seat, limit int) string {
	if name := locale.Plain(other.Name, limit); other.Human() && name != "" {
		return name
	}
	return view.Who(w, other)
}

// link returns the address of a card, or of its channel while there is none.
func (g *games) link(ctx context.Context, e *entry) string {
	row, _, err := g.Cards.Row(ctx, e.subject)
	if err != nil {
		g.Logger.Warn("cannot load card record", "subject", e.subject, "err", err)
	}
	return start.Link(e.guild, e.channel, row.Message)
}

// Package board gives a game a page in the browser: a board on which a piece is dragged, tapped, typed or moved by
// keys, with running clocks and the opponent's moves as they come. A button on the card answers with an address for its
// player alone. Without a public address there is neither the button nor the page.
//
// The page shows what the card shows, and every act on it is one of the card's: match.Service decides, and its revision
// settles a race between page and card.
//
// Out of scope: rules, and decisions about who may do what in a game.
package board

import (
	"context"
	"embed"
	"errors"
	"sync/atomic"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/vote"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature is made of.
type Services struct {
	feature.Kit
	DB      *store.DB
	Address string // of the page, like https://play.example.org; "" for none
	Guilds  *guild.Service
	Asker   Asker
	Members Members
	// Public reports whether everybody on a server may view a channel; Home returns the channel whose permissions
	// decide, as far as it is known.
	Public func(g id.Guild, c id.Channel) bool
	Home   func(g id.Guild, c id.Channel) (home id.Channel, known bool)
	Tasks  *interaction.Tasks
	Votes  feature.OptionalAPI[Ballots]
	Wake   func() // wakes the scheduler
}

// Asker posts the question of an offer that was made elsewhere; start.Starter implements it.
type Asker interface {
	Ask(ctx context.Context, m *match.Match) error
}

// Members says which channels a member may view, and whether somebody is one; Discord's REST interface does.
type Members interface {
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
	RolesOf(ctx context.Context, g id.Guild, member id.Player) ([]id.Role, error)
}

// actionOpen asks for the page of a game. It never changes: messages keep it forever.
const actionOpen = "page"

type boards struct {
	Services
	hub      *hub
	views    *viewCache
	observer atomic.Pointer[observer]
}

// New returns the feature.
func New(s Services) feature.Feature {
	b := &boards{Services: s, hub: newHub(), views: newViewCache()}
	b.hub.refused = b.refused
	changed := func(_ context.Context, c *match.Change) {
		b.hub.notify(c.Match.ID)
		b.DB.Notify(store.MatchesTopic, string(c.Match.ID))
	}
	f := feature.Feature{
		Name:       "board",
		Catalog:    locale.Embedded("board", catalog),
		Components: []interaction.Component{{Action: actionOpen, Door: door.Anybody.Alone(), Handle: b.click}},
		Buttons:    b.buttons,
		Personal:   player.NewOwner("boards", player.DeleteRows("board_sessions"), b.export),
		Periodic:   []scheduler.Periodic{{Name: "tidy boards", Every: time.Hour, Work: b.tidy}},
		OnMatch:    match.Listener{After: changed},
	}
	if s.Address != "" {
		f.Site = b.site()
	}
	return f
}

// shown reports whether the page can show a match: one that has its channel and a result.
func shown(m *match.Match) bool { return m.Mode.Competitive && !m.Private() }

// buttons offers the page on the card of an open match.
func (b *boards) buttons(_ context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
	if b.Address == "" || m.Status != match.Open || !shown(m) {
		return nil, nil
	}
	return discord.Row{discord.Button{CustomID: view.IDs(m)(actionOpen, ""), Label: r.Text("control.page"),
		Style: discord.Secondary}}, nil
}

// click answers with the address of the page: to play for who plays, to vote for a member where members vote, and to
// watch for everybody else who sees the game.
func (b *boards) click(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if b.Address == "" {
		return interaction.Response{}, interaction.ErrOutdated
	}
	m, err := b.Matches.Get(ctx, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	if !shown(&m) {
		return interaction.Say(r.Text.Text("page.none")), nil
	}
	s, text := session{player: r.Player, match: m.ID}, "page.link"
	if r.Interaction != nil {
		s.joined = r.Interaction.Joined
	}
	if m.Guild != "" {
		if err := b.Guilds.MayPlay(ctx, m.Guild, r.Player); err != nil {
			return interaction.Response{}, err
		}
	}
	if _, seated := m.SeatOf(r.Player); m.Voted() {
		by := match.Actor{Event: r.Event, Player: r.Player, Name: r.Name, Guild: r.Guild, At: r.At}
		if s.watches, err = b.joinVote(ctx, vote.Voter{Actor: by, Since: s.joined}, &m); err != nil {
			return interaction.Response{}, err
		}
		text = "page.link.votes"
	} else {
		s.watches = !seated
	}
	if s.watches {
		text = "page.link.watches"
	}
	if r.Channel == m.Channel && m.Guild != "" { // who presses a button there sees it
		b.views.put(viewer{r.Player, m.Channel}, seen{true, b.Public(m.Guild, m.Channel), b.DB.Now()})
	}
	switch _, err := b.role(ctx, s, &m); {
	case errors.Is(err, errUnseen):
		return interaction.Say(r.Text.Text("page.unseen")), nil
	case errors.Is(err, errOver):
		return interaction.Response{}, match.ErrEnded
	case err != nil:
		return interaction.Response{}, err
	}
	secret, err := b.newLink(ctx, s)
	if err != nil {
		return interaction.Response{}, err
	}
	a := interaction.Say(r.Text.Text(text))
	open := discord.Button{URL: b.Address + "/#" + secret, Label: r.Text.Text("page.link.open"), Style: discord.Link}
	a.Private.Rows = []discord.Row{{open}}
	return a, nil
}

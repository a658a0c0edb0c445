// Package board serves a page for a game in the browser: a board with moves by dragging, tapping, typing or keys,
// running clocks, and the opponent's moves as they are made. A button on the card answers with a private link. Without
// a public address there is neither button nor page.
//
// The page shows what the card shows, and offers the acts of the card: match.Service decides about them, and its
// revision resolves races between page and card.
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

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	DB      *store.DB
	Address string // URL of the page, like https://play.example.org; "" for none
	Guilds  *guild.Service
	Asker   Asker
	Members Members
	// Public reports whether everyone on a server may view a channel. Home returns the channel whose permissions
	// decide, see history.Directory.
	Public func(g id.Guild, c id.Channel) bool
	Home   func(g id.Guild, c id.Channel) (home id.Channel, known bool)
	Tasks  *interaction.Tasks
	Votes  feature.OptionalAPI[Ballots]
	Wake   func() // wakes the scheduler
}

// Asker posts the question of an offer in the match's channel; start.Starter implements it.
type Asker interface {
	Ask(ctx context.Context, m *match.Match) error
}

// Members reads a member's channels and roles; Discord's REST interface implements it.
type Members interface {
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
	RolesOf(ctx context.Context, g id.Guild, member id.Player) ([]id.Role, error)
}

// actionOpen answers with the link to the page. It must not be renamed: old messages still carry it.
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
		if !c.New() && c.Match.Channel != c.Before.Channel {
			b.views.noteTransfer(c.Match.ID, b.DB.Now())
		}
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

// shown reports whether there is a page for a match: a competitive one that is not private.
func shown(m *match.Match) bool { return m.Mode.Competitive && !m.Private() }

// buttons returns the button for the page on the card of an open match.
func (b *boards) buttons(_ context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
	if b.Address == "" || m.Status != match.Open || !shown(m) {
		return nil, nil
	}
	return discord.Row{discord.Button{CustomID: view.IDs(m)(actionOpen, ""), Label: r.Text("control.page"),
		Style: discord.Secondary}}, nil
}

// click answers with a link to the page: for playing, for voting in a vote match, and for watching to all others who
// may see the game.
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
	if r.Channel == m.Channel && m.Guild != "" { // pressing a button in the channel proves access
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

// Package ranksbot lets those who manage a server choose roles for what its members reach, and gives and takes those
// roles.
package ranksbot

import (
	"context"
	"embed"
	"sync"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/ranks"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of this feature's controls. They never change: messages keep them forever.
const (
	actionOpen  = "ranks"     // show the ranks; also offered by feature guildadmin
	actionBand  = "rankband"  // choose the band
	actionRole  = "rankrole"  // choose the role of the band in the argument
	actionClear = "rankclear" // remove all ranks
	actionBack  = "server"    // back to the server's settings, by feature guildadmin
)

// connection returns the bot's user.
type connection interface{ Self() id.Player }

// roleAPI are the requests about roles.
type roleAPI interface {
	Roles(ctx context.Context, g id.Guild) (discord.Roles, error)
	RolesOf(ctx context.Context, g id.Guild, member id.Player) ([]id.Role, error)
	AddRole(ctx context.Context, g id.Guild, member id.Player, role id.Role, reason string) error
	RemoveRole(ctx context.Context, g id.Guild, member id.Player, role id.Role, reason string) error
}

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Ranks      *ranks.Service
	REST       roleAPI
	Connection connection
	Wake       func() // the scheduler
}

type feat struct {
	Services
	busy sync.Map // servers whose job this process does
}

// Name is the feature's.
const Name = "ranks"

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{Services: s}
	return feature.Feature{
		Name:    Name,
		Catalog: locale.Embedded("ranks", catalog),
		Components: []interaction.Component{
			{Action: actionOpen, Door: door.Managers.Alone(), Handle: f.clickOpen},
			{Action: actionBand, Door: door.Managers.Alone(), Handle: f.chooseBand},
			{Action: actionRole, Door: door.Managers.Alone(), Handle: f.chooseRole},
			{Action: actionClear, Door: door.Managers.Alone(), Handle: f.clickClear},
		},
		Jobs: []scheduler.Handler{{Kind: ranks.Job, Door: door.Clock.Alone(), Awaits: scheduler.Nobody,
			Work: f.work}},
		Personal:      s.Ranks.Owner(),
		OnMatch:       s.Ranks.Listener(),
		OnPreferences: s.Ranks.OnPreferences,
		OnAdmitted:    f.joined,
	}
}

// joined records in the ranks when the user of a request joined the server.
func (f *feat) joined(ctx context.Context, r *interaction.Request) error {
	if r.Guild == "" || r.Interaction.Joined.IsZero() {
		return nil
	}
	return f.Ranks.Joined(ctx, r.Guild, r.Player, r.Interaction.Joined)
}

// Page returns the answer that shows a server's ranks, for another feature's command.
func Page(s Services) func(context.Context, *interaction.Request) (interaction.Response, error) {
	f := &feat{Services: s}
	return func(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
		return f.page(ctx, r, "")
	}
}

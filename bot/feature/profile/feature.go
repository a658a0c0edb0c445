// Package profile shows what a player has achieved, in words and as a picture. The last card of a game shows what the
// game has changed, and a first win over a strong character is announced in the channel.
//
// Out of scope: what counts, and for what (package bot/match/standing); leaderboards.
package profile

import (
	"context"
	"embed"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/history"
	"yeye/bot/match/standing"
	"yeye/bot/player"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Standing *standing.Service
	History  *history.Service
	Guilds   *guild.Service
	Players  *player.Service
	REST     REST
	Trained  Trained
	// Posted records a posted message, so that it is deleted with its match.
	Posted func(context.Context, id.Channel, id.Message, interaction.Announcement)
}

// actionPost shows the player's own profile to everybody.
const actionPost = "pfpost"

// REST is the part of Discord's REST interface that posts messages.
type REST interface {
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
}

type profiles struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	f := &profiles{s}
	return feature.Feature{
		Name:    "profile",
		Catalog: locale.Embedded("profile", catalog),
		Commands: []interaction.Command{{Name: "profile", Door: door.Anybody.Alone(), Options: options,
			Handle: f.show}},
		Components: []interaction.Component{{Action: actionPost, Door: door.Anybody.Everybody(), Handle: f.post}},
		Jobs: []scheduler.Handler{{Kind: standing.MilestoneJob, Door: door.Clock.Everybody(), Awaits: scheduler.Nobody,
			Work: f.announce}},
		Remark: f.remark,
	}
}

// Package standing records what players have achieved: ratings between people, results against characters, and what follows from
// them.
//
// It is all written in the transaction in which a match ends. Between people a game counts for the ratings of a pool, live clocks
// or days, if the match is a rated one of at least two moves that the players themselves ended, and the pair has not played its
// three counted games of the day. Games against characters change no rating, and characters have none.
//
// So are achievements and places on leaderboards. Reviews for moderators are here because they judge the same games.
//
// What may not enter: the arithmetic of ratings, which is bot/rating's, and that of reviews, which is ai/agreement's.
package standing

import (
	"context"
	"embed"

	"yeye/bot"
	"yeye/bot/discord"
	"yeye/bot/engine"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/view"
)

//go:embed catalog/*.json
var catalog embed.FS

// standing is the feature with its dependencies.
type standing struct {
	db      *store.DB
	matches *match.Service
	guilds  *guild.Service
	players *player.Service
	painter view.Painter
	readers *view.Readers
	reader  func(*interaction.Request) *view.Reader
	engine  *engine.Engine
	wake    func()             // the scheduler
	editing *interaction.Tasks // that update messages
	post    func(context.Context, id.Channel, discord.Message) (id.Message, error)
	posted  func(context.Context, id.Channel, id.Message, interaction.Announcement) // records a message, so that it is deleted with its match
}

// New returns the feature.
func New(c *bot.Core) feature.Feature {
	s := &standing{db: c.DB, matches: c.Matches, guilds: c.Guilds, players: c.Players, painter: c.Painter, readers: c.Readers,
		reader: c.Readers.For, post: c.REST.Create, posted: c.Display.Announced, engine: c.Engine, wake: c.Waker.Wake, editing: c.Background}
	return feature.Feature{
		Name:    "standing",
		Catalog: feature.Catalog("standing", catalog),
		Commands: []interaction.Command{
			{Name: "profile", Options: profileOptions, Handle: s.show},
			{Name: "leaderboard", Options: leaderboardOptions, Handle: s.leaderboard},
		},
		Components: []interaction.Component{{Action: actionBoard, Handle: s.turn}, {Action: actionReview, Handle: s.clickReview}},
		Jobs:       []scheduler.Handler{{Kind: milestoneJob, Work: s.announce}, {Kind: reviewJob, Work: s.workReview}},
		Personal:   owner{s},
		Like:       s.like,
		Remark:     s.remark,
		OnMatch:    match.Listener{InTx: s.ended},
		OnSettings: s.relisted,
	}
}

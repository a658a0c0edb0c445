// Package dailybot shows the puzzle of the day: the daily card in a server's channel, the solution, a line to share,
// and reminders by direct message. The puzzle itself is solved with the controls of feature puzzle.
//
// Out of scope: numbers and dates, when posts are due, streaks (package daily), checking moves.
package dailybot

import (
	"context"
	"embed"
	"slices"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/daily"
	"yeye/bot/feature/puzzles"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Daily   *daily.Service
	Puzzles *puzzles.Service
	Guilds  *guild.Service
	Cards   Cards
	// Connection reports whether the bot may have been away from a guild ("" for direct messages) without having
	// noticed yet.
	Connection interface{ Overdue(g id.Guild) bool }
	// Away reports whether the bot is known to be unreachable.
	Away interface{ IsAway(g id.Guild) bool }
	REST REST
}

// REST is the part of Discord's REST interface that posts direct messages.
type REST interface {
	OpenDM(ctx context.Context, p id.Player) (id.Channel, error)
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
}

// Cards updates cards, asynchronously, and finds them; display.Display implements it.
type Cards interface {
	Wake(s id.Subject)
	Row(ctx context.Context, s id.Subject) (display.Row, bool, error)
}

type feat struct {
	Services
	display.Simple
	shared oncePerMessage
}

// Actions of the controls. They must not be renamed: old messages still carry them.
const (
	actionSolution = "dlsolution" // show the solution of the puzzle of the day before; the turn is this one's number
	actionShare    = "dlshare"    // show the line to share; the turn is the number of the puzzle
	actionPost     = "dlpost"     // post that line publicly
	actionRemind   = "dlremind"   // turn reminders on or off
	// actionSolve is handled by feature puzzle; the id is the post's.
	actionSolve = "pzday"
)

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{Services: s}
	return feature.Feature{
		Name:     "daily",
		Optional: true,
		Catalog:  locale.Embedded("daily", catalog),
		Cards:    map[id.Kind]display.Source{daily.Kind: f},
		Jobs: []scheduler.Handler{
			{Kind: daily.JobPost, Door: door.Clock.Everybody(), Awaits: scheduler.Nobody, Work: f.post},
			{Kind: daily.JobCount, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.refresh},
			{Kind: daily.JobClose, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.refresh},
			{Kind: daily.JobRemind, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.runReminder},
		},
		Components: []interaction.Component{
			{Action: actionSolution, Door: door.Anybody.Alone(), Handle: f.solution},
			{Action: actionShare, Door: door.Anybody.Alone(), Handle: f.share},
			{Action: actionPost, Door: door.Anybody.Everybody(), Handle: f.share},
			{Action: actionRemind, Door: door.Anybody.Alone(), Handle: f.toggleReminders},
		},
		Periodic: []scheduler.Periodic{
			{Name: "tidy puzzles of the day", Every: 6 * time.Hour, Work: f.tidy},
			{Name: "grade puzzles of the day", Every: time.Hour, Work: f.grade},
			{Name: "note that people can solve puzzles of the day", Every: daily.ReachableEvery,
				Work: s.Daily.RecordReachable,
				Able: f.reachable},
		},
		Personal: s.Daily.Owner(),
		Refuse:   interaction.Refusals{{Err: daily.ErrUnknown, Key: "daily.unknown"}}.Answer,
	}
}

// post runs a server's daily job. While the server has one of daily.Features switched off, it gets no post, but the
// next job is scheduled.
func (f *feat) post(ctx context.Context, j scheduler.Job) error {
	may, err := f.enabled(ctx, j.Guild)
	if err != nil {
		return err
	}
	var posted id.Subject
	err = f.Daily.Post(ctx, j, may, func(ctx context.Context, tx store.Tx, p daily.Post, repost bool) error {
		posted = p.Subject()
		return wantCard(ctx, tx, p, repost)
	})
	if err == nil && !posted.None() {
		f.Cards.Wake(posted)
	}
	return err
}

// enabled reports whether a server has all of daily.Features switched on.
func (f *feat) enabled(ctx context.Context, g id.Guild) (bool, error) {
	settings, err := f.Guilds.Settings(ctx, g)
	return !slices.ContainsFunc(daily.Features, func(name string) bool { return settings.MayUse(name) != nil }), err
}

// refresh updates the card of a post, and resets the count of the server's refused posts, since one is shown.
func (f *feat) refresh(ctx context.Context, j scheduler.Job) error {
	if err := f.Daily.Refresh(ctx, j, wantCard); err != nil {
		return err
	}
	f.Cards.Wake(j.Subject)
	if row, _, err := f.Cards.Row(ctx, j.Subject); err != nil || row.Message == "" {
		return err
	}
	return f.Daily.ResetRefusals(ctx, j.Guild)
}

// tidy deletes old posts, in batches.
func (f *feat) tidy(ctx context.Context) error {
	for {
		if more, err := f.Daily.Tidy(ctx, 100, display.Forget); err != nil || !more {
			return err
		}
	}
}

// grade updates the ratings of the puzzles of newly closed numbers from the players' outcomes.
func (f *feat) grade(ctx context.Context) error {
	return f.Daily.Grade(ctx, func(ctx context.Context, tx store.Tx, n daily.Number, all []daily.Outcome) error {
		tries := make(map[id.Player]puzzles.Result, len(all))
		for _, o := range all {
			if tries[o.Player] = puzzles.Failed; o.Solved {
				tries[o.Player] = puzzles.Solved
			}
		}
		return f.Puzzles.Learn(ctx, tx, f.Daily.Puzzle(n), n.Opens(), tries)
	})
}

// reachable reports whether users can reach the bot through this process: it has the connection for direct messages.
func (f *feat) reachable() bool { return !f.Connection.Overdue("") && !f.Away.IsAway("") }

// wantCard requests the card of a post.
func wantCard(ctx context.Context, tx store.Tx, p daily.Post, repost bool) error {
	display.Want(ctx, tx, p.Subject(), display.Wanted{Guild: p.Guild, Channel: p.Channel, Rev: p.Rev, Repost: repost})
	return nil
}

// solution shows the solution of the number before the post's, once its date is over on the server.
func (f *feat) solution(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	n := daily.Number(c.Turn) - 1
	if f.Daily.Puzzle(n) == "" {
		return interaction.Response{}, daily.ErrUnknown
	}
	settled, err := f.Daily.DateOver(ctx, r.Guild, n)
	if err != nil {
		return interaction.Response{}, err
	}
	if !settled {
		return interaction.Say(r.Text.Text("daily.notyet")), nil
	}
	// A player who has seen the solution can no longer solve the puzzle, even where its date is still today.
	if _, _, err := f.Daily.RecordTry(ctx, daily.Try{Player: r.Player, Guild: r.Guild, Number: n,
		Shown: true}); err != nil {
		return interaction.Response{}, err
	}
	if err := f.Puzzles.MarkSeen(ctx, r.Player, f.Daily.Puzzle(n)); err != nil {
		return interaction.Response{}, err
	}
	text, err := f.solutionText(ctx, f.Readers.For(r), n)
	return interaction.Say(text), err
}

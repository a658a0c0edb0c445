// Package tell retells a finished game: the turning points as one short animation, and a few sentences in the voice of
// a character. Only the asking player sees it, until they share it.
//
// Out of scope: how a game is analyzed (the feature analysis), what characters say (package voice).
package tell

import (
	"context"
	"embed"
	"strings"

	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/match/voice"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

// actionShare posts a telling in the channel. Its ID is the game's.
const actionShare = "tellshare"

// updateProgress is the argument of [view.ActionTell] on the message that shows the progress of the analysis: the
// answer edits that message.
const updateProgress = "again"

// Reports makes reports on games and describes them in sentences; feature analysis provides it.
type Reports interface {
	Await(ctx context.Context, r *interaction.Request, g *archive.Game, what string, again discord.ControlID,
		show func(context.Context, *interaction.Request, *archive.Game,
			*report.Report) (interaction.Response, error)) (interaction.Response, error)
	Fault(w *words.Words, g *archive.Game, t *report.TurningPoint) string
	Blunders(w *words.Words, g *archive.Game, found *report.Report) []string
	Besides(w *words.Words, g *archive.Game, found *report.Report) []string
}

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Reports feature.OptionalAPI[Reports]
	Lines   *voice.Catalog
}

type teller struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	t := &teller{s}
	return feature.Feature{
		Name:    "tell",
		Catalog: locale.Embedded("tell", catalog),
		Components: []interaction.Component{
			{Action: view.ActionTell, Door: door.Anybody.Alone(), Handle: t.click},
			{Action: actionShare, Door: door.Anybody.Everybody(), Handle: t.share},
		},
	}
}

// click handles the button on a game's last card or report.
func (t *teller) click(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	response, err := t.tell(ctx, r, c, false)
	if c.Arg == updateProgress {
		return response.Editing(), err
	}
	return response, err
}

// share posts a telling in the channel, without pings.
func (t *teller) share(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	response, err := t.tell(ctx, r, c, true)
	return response.Publicly(), err
}

// tell answers with a telling, or with the progress of the analysis that it needs.
func (t *teller) tell(ctx context.Context, r *interaction.Request, c discord.ControlID,
	public bool) (interaction.Response, error) {
	g, err := t.Games.Find(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	reports, err := t.Reports.In(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	return reports.Await(
		ctx,
		r,
		&g,
		"control.tell",
		discord.ControlID{Action: view.ActionTell, ID: g.ID, Arg: updateProgress},
		func(_ context.Context, r *interaction.Request, g *archive.Game,
			found *report.Report) (interaction.Response, error) {
			s := story{Services: t.Services, reports: reports, reader: t.Readers.For(r), game: g, report: found}
			if !public {
				s.listener = r.Player
			}
			return interaction.Response{Work: s.response}, nil
		},
	)
}

// response draws the animation and writes the text of the telling.
func (s story) response(ctx context.Context) (interaction.Response, error) {
	g := s.game
	tale := render.Tale{Start: g.Game.Start(), Moves: g.Game.Moves(), Scenes: s.scenes(), Below: g.Below,
		Style: g.Style, Banner: g.KnownOutcome(), Finish: s.reader.Words.FinishOf(g.Game, g.KnownOutcome())}
	tale.Style.Scale, tale.Style.Newcomer = 1, false
	animation, err := s.Painter.Tale(ctx, tale)
	if err != nil {
		return interaction.Response{}, err
	}
	animation.Facts.Frame.Title = "" // it is the scene's number, not an opening for the alt text
	alt := s.reader.Text("tell.alt") + " " + view.Described(s.reader.Words, animation.Facts)
	m := discord.Message{Content: locale.Cut(strings.Join(s.lines(), "\n"), discord.MaxContent),
		Files: []discord.File{{Name: "story.gif", ContentType: "image/gif",
			Description: locale.Cut(alt, discord.MaxAlt), Data: animation.GIF}}}
	if s.listener != "" {
		m.Rows = []discord.Row{{discord.ControlID{Action: actionShare, ID: g.ID}.Button(s.reader.Text("control.share"),
			discord.Secondary)}}
	}
	return interaction.Answer(m), nil
}

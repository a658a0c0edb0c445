// Package analysis looks back on a game that is over, was imported, or is on the board of a study: it offers an
// analysis by the engine, made once and kept for all who may see the game, its progress while it is being made, the
// report on it, that report ply by ply, and another attempt from where the game went wrong.
//
// Out of scope: how a game is analyzed and what is concluded from it (package report).
package analysis

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"strconv"
	"strings"

	"yeye/ai/character"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/engine"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of the controls. They never change: messages keep them forever. Their id is the game's. The argument of
// actionShare is the turning point whose board is shared, from 1, or "".
const (
	actionProgress = "anprog"   // the progress of the analysis
	actionCancel   = "ancancel" // cancel the analysis
	actionTurn     = "anturn"   // the turning point selected, 0 for the overview
	actionShare    = "anshare"  // for everybody
	actionWalk     = "anstep"   // the report at a ply, which is its turn or selected
	// a game from a ply, which is its turn, against the character of the level that is its argument or selected
	actionRetry = "anretry"
)

// Services are what the feature is made of.
type Services struct {
	feature.Kit
	DB         *store.DB // of the analyses
	Challenges *challenge.Service
	FairPlay   *fairplay.Service
	Start      *start.Starter
	Engine     *engine.Engine
	REST       archive.Source
	Cards      Cards
	Waker      *scheduler.Waker
	Background *interaction.Tasks
	Standing   Standing
	// Finished is called with the report on each match whose analysis somebody asked for, in the transaction that
	// finishes it.
	Finished feature.OptionalAPI[func(ctx context.Context, tx store.Tx, m *match.Match, found *report.Report,
		asked id.Player) error]
}

// Standing knows how strong players are; standing.Service implements it.
type Standing interface {
	// Like returns the level of the character whom a player plays like, known if the user who asks on a server may know
	// it.
	Like(ctx context.Context, asks id.Player, on id.Guild, p id.Player) (level character.Level, known bool, err error)
}

// Cards shows subjects; display.Display implements it.
type Cards interface {
	Wake(s id.Subject)
}

type analyses struct {
	Services
	followers interaction.Updaters
}

// Annotator returns what adds finished analyses to the records of their games.
func Annotator(s Services) archive.Annotator { return &analyses{Services: s} }

// Name is the feature's.
const Name = "analysis"

// New returns the feature.
func New(s Services) feature.Feature {
	f := &analyses{Services: s}
	return feature.Feature{
		Name:    Name,
		Catalog: locale.Embedded("analysis", catalog),
		Commands: []interaction.Command{{Name: "analyze", Door: door.Anybody.Alone(), Options: options,
			Handle: f.asked}},
		Text: []interaction.TextHandler{{Door: door.Anybody.Alone(), Wants: interaction.AddressedWord(notation.Analyze),
			Handle: f.asked}},
		Components: []interaction.Component{
			{Action: view.ActionAnalyze, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(f.Games.ByControl, f.click)},
			{Action: view.ActionShare, Door: door.Anybody.Everybody(),
				Handle: interaction.Loading(f.Games.ByControl, f.shareGame)},
			{Action: actionProgress, Door: door.Anybody.Alone(), Handle: f.clickProgress},
			{Action: actionCancel, Door: door.Anybody.Alone(), Handle: f.clickCancel},
			{Action: actionTurn, Door: door.Anybody.Alone(), Handle: f.clickTurn},
			{Action: actionShare, Door: door.Anybody.Everybody(), Handle: f.clickShare},
			{Action: actionWalk, Door: door.Anybody.Alone(), Handle: f.clickStep},
			{Action: actionRetry, Door: door.Starters.Alone(), Handle: f.clickRetry},
		},
		Jobs: []scheduler.Handler{{Kind: job, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.work,
			Anywhere: true}},
		Personal:      f.owner(),
		Refuse:        refusals.AnswerPostable,
		OnMatch:       f.onMatch(),
		OnGameDeleted: forget,
	}
}

var (
	// errRunning refuses to analyze a game that is not finished.
	errRunning = errors.New("the game is not finished")
	// errNothing refuses to analyze a game without moves.
	errNothing = errors.New("there is nothing to analyze")
	// errFlipped refuses a game of flipped chess, which has a separate report.
	errFlipped = errors.New("flipped chess is not analyzed")
	// errLike refuses a game of which nothing can be said now: its positions are close to those of games that people
	// play.
	errLike = errors.New("the positions of this game are on boards of people")
)

var refusals = interaction.Refusals{{Err: errRunning, Key: "analysis.refuse.running"},
	{Err: errNothing, Key: "analysis.refuse.nothing"}, {Err: errFlipped, Key: "analysis.refuse.flipped"},
	{Err: errLike, Key: "analysis.refuse.like"}, {Err: errMany, Key: "analysis.refuse.many"}}

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Typed("analyze", "text", archive.MaxPasted),
		t.Option("analyze", "file", discord.AttachmentOption)}
}

// asked analyzes a pasted or attached game, or else the last one of the channel.
func (f *analyses) asked(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if file, ok := r.Attachment("file"); ok {
		return f.Games.ReadingResponse(r.Player, file.Size, func(ctx context.Context) (interaction.Response, error) {
			data, err := archive.Attached(ctx, f.REST, file)
			if err != nil {
				return interaction.Response{}, err
			}
			return f.given(ctx, r, data)
		}), nil
	}
	if text := r.Options["text"]; strings.TrimSpace(text) != "" {
		return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
			return f.given(ctx, r, []byte(text))
		}}, nil
	}
	return f.here(ctx, r)
}

// given analyzes a game that somebody sends, the first one of a file of many. A game that may not be judged is not
// stored.
func (f *analyses) given(ctx context.Context, r *interaction.Request, text []byte) (a interaction.Response, err error) {
	err = f.Games.Open(ctx, text, func(file *record.File) error {
		rec, g, err := archive.ReadFirst(file)
		if err == nil {
			a, err = f.keep(ctx, r, archive.NewImported(r.Player, rec, g))
		}
		return err
	})
	return a, err
}

// keep stores a game for the player who wants its analysis, and analyzes it.
func (f *analyses) keep(ctx context.Context, r *interaction.Request,
	one archive.Imported) (interaction.Response, error) {
	if _, err := f.fair(ctx, r, &archive.Game{Game: one.Game, Ended: true}); err != nil {
		return interaction.Response{}, err
	}
	kept, err := f.Games.Store(ctx, one)
	if err != nil {
		return interaction.Response{}, err
	}
	g, err := f.Games.Find(ctx, r, kept)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.analyse(ctx, r, &g)
}

// here analyzes the last game of the channel.
func (f *analyses) here(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := f.Challenges.LatestMatch(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, err
	}
	g, err := f.Games.OfMatch(ctx, r, &m)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.analyse(ctx, r, &g)
}

// click analyzes the game whose last card or replay has the button.
func (f *analyses) click(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	return f.analyse(ctx, r, &g)
}

// fair permits a game to be judged, without the positions that people play at or close to. It refuses a game that is
// not finished, and one in which no move could be judged.
func (f *analyses) fair(ctx context.Context, r *interaction.Request, g *archive.Game) (p fairplay.Permit, err error) {
	switch {
	case !g.Ended:
		return p, errRunning
	case !g.Variant().Analyzed():
		return p, errFlipped
	case g.Game.Ply() == 0:
		return p, errNothing
	}
	if p, err = f.FairPlay.PermitGame(ctx, r.Player, g.Game); err == nil && p.AllWithheld() {
		err = errLike
	}
	return p, err
}

// analyse answers with the report, or with its progress. The line on the board of a study is analyzed as a separate
// game of the player's.
func (f *analyses) analyse(ctx context.Context, r *interaction.Request, g *archive.Game) (interaction.Response, error) {
	if g.Study {
		copied, err := game.Replay(g.Game.Start(), game.NoRepetition, g.CurrentGame().Moves())
		if err != nil {
			return interaction.Response{}, err
		}
		rec := record.FromGame(copied)
		rec.Info.Title = r.Text.Text("analysis.study")
		return f.keep(ctx, r, archive.NewImported(r.Player, rec, copied))
	}
	return f.await(ctx, r, g, f.toReport(g))
}

// await answers with the report, in the form of the aim, or with the progress of its analysis.
func (f *analyses) await(ctx context.Context, r *interaction.Request, g *archive.Game,
	to aim) (interaction.Response, error) {
	if _, err := f.fair(ctx, r, g); err != nil {
		return interaction.Response{}, err
	}
	a, err := f.ask(ctx, r.Player, g)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.reach(ctx, r, g, &a, to)
}

// reach answers with the report if the analysis is finished, else with its progress.
func (f *analyses) reach(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	to aim) (interaction.Response, error) {
	if to.pressed(r) {
		f.followers.Stop(to.follower(r), interaction.ErrReplaced) // it would change what this answer shows
	}
	if a.State != finished {
		return f.progress(ctx, r, g, a, to)
	}
	return f.reached(ctx, r, g, a, to)
}

// reached answers with the report on a game whose analysis is finished.
func (f *analyses) reached(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	to aim) (interaction.Response, error) {
	found, err := f.report(ctx, r, g, a)
	if err != nil {
		return interaction.Response{}, err
	}
	return to.show(ctx, r, g, found)
}

// again loads what a control of a message about an analysis needs: the game, and its analysis, which may no longer
// exist.
func (f *analyses) again(ctx context.Context, r *interaction.Request,
	of id.Match) (g archive.Game, a row, there bool, err error) {
	if g, err = f.Games.Find(ctx, r, of); err != nil {
		return g, a, false, err
	}
	a, there, err = load(ctx, f.DB.Read(), of)
	return g, a, there, err
}

func (f *analyses) clickProgress(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	g, a, there, err := f.again(ctx, r, c.ID)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case !there:
		return f.cancelled(r, &g), nil
	}
	return interaction.Editing(f.reach(ctx, r, &g, &a, f.toReport(&g)))
}

func (f *analyses) clickCancel(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if err := f.cancel(ctx, r.Player, c.ID); err != nil {
		return interaction.Response{}, err
	}
	return f.clickProgress(ctx, r, c) // the current state
}

// report returns the report on a game whose analysis is finished, as far as it may be shown to a player now. It costs
// their matches against characters that are at one of its positions the rating and the unaided win.
func (f *analyses) report(ctx context.Context, r *interaction.Request, g *archive.Game,
	a *row) (*report.Report, error) {
	may, err := f.fair(ctx, r, g)
	if err != nil {
		return nil, err
	}
	found, err := a.report(may, g)
	if err != nil {
		return nil, err
	}
	return found, may.Pay(ctx)
}

// report makes the report of what is stored of a game that may be judged.
func (a *row) report(may fairplay.Permit, g *archive.Game) (*report.Report, error) {
	withheld, err := may.Withheld()
	if err != nil {
		return nil, err
	}
	found, err := unpack(a.places)
	if err != nil {
		return nil, err
	}
	return report.Without(g.Game, g.Outcome, &found, withheld)
}

// finished returns a game and its finished analysis, for controls that are only on reports.
func (f *analyses) finished(ctx context.Context, r *interaction.Request,
	of id.Match) (g archive.Game, a row, err error) {
	g, a, there, err := f.again(ctx, r, of)
	if err == nil && (!there || a.State != finished) {
		err = match.ErrStale
	}
	return g, a, err
}

func (f *analyses) clickTurn(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	n, err := strconv.Atoi(cmp.Or(r.Selected(), c.Arg))
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	g, a, err := f.finished(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	if n == 0 {
		return interaction.Editing(f.reach(ctx, r, &g, &a, f.toReport(&g)))
	}
	return interaction.Editing(f.turn(ctx, r, &g, &a, n))
}

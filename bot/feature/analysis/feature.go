// Package analysis reviews games that are finished, imported, or on a study's board. It queues an analysis by the
// engine, stored once for all who may see the game, and shows its progress, the report, the report ply by ply, and a
// button to retry a position against a character.
//
// Out of scope: the analysis itself and its conclusions (package report).
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

// Actions of the controls, which must not be renamed: old messages still carry them. Their id is the game's. The
// argument of actionShare is the number of the turning point to share, from 1, "" for the overview.
const (
	actionProgress = "anprog"   // show the progress, then the report
	actionCancel   = "ancancel" // cancel the analysis
	actionTurn     = "anturn"   // show the selected turning point, 0 for the overview
	actionShare    = "anshare"  // post the report publicly
	actionWalk     = "anstep"   // show the report at a ply: the selected one, else the turn
	// start a game from the ply of the turn, against the selected character, else that of the argument
	actionRetry = "anretry"
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	DB         *store.DB // for analyses
	Challenges *challenge.Service
	FairPlay   *fairplay.Service
	Start      *start.Starter
	Engine     *engine.Engine
	REST       archive.Source
	Cards      Cards
	Waker      *scheduler.Waker
	Background *interaction.Tasks
	Standing   Standing
	// Finished is called with the report on each requested analysis of a match, in the transaction that finishes it.
	// asked is the requester.
	Finished feature.OptionalAPI[func(ctx context.Context, tx store.Tx, m *match.Match, found *report.Report,
		asked id.Player) error]
}

// Standing estimates players' strength; standing.Service implements it.
type Standing interface {
	// ClosestCharacter returns the character closest in strength to p. known is false if asks may not see p's profile
	// on a server.
	ClosestCharacter(ctx context.Context, asks id.Player, on id.Guild, p id.Player) (level character.Level, known bool,
		err error)
}

// Cards updates cards; display.Display implements it.
type Cards interface {
	Wake(s id.Subject)
}

type analyses struct {
	Services
	followers interaction.Updaters
}

// Annotator returns the annotator that adds finished reports to records.
func Annotator(s Services) archive.Annotator { return &analyses{Services: s} }

// Name is the name of the feature.
const Name = "analysis"

// New returns the feature.
func New(s Services) feature.Feature {
	f := &analyses{Services: s}
	return feature.Feature{
		Name:    Name,
		Catalog: locale.Embedded("analysis", catalog),
		Commands: []interaction.Command{{Name: "analyze", Door: door.Anybody.Alone(), Options: options,
			Handle: f.analyzeCommand}},
		Text: []interaction.TextHandler{{Door: door.Anybody.Alone(), Wants: interaction.AddressedWord(notation.Analyze),
			Handle: f.analyzeCommand}},
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
	// errRunning means that the game is not finished.
	errRunning = errors.New("the game is not finished")
	// errNothing means that the game has no moves.
	errNothing = errors.New("there is nothing to analyze")
	// errFlipped means that the game is flipped chess, which has the luck report instead.
	errFlipped = errors.New("flipped chess is not analyzed")
	// errLiveBoards means that fair play withholds the whole game now: its positions are on, or close to, boards of
	// games between people.
	errLiveBoards = errors.New("the positions of this game are on boards of people")
)

var refusals = interaction.Refusals{{Err: errRunning, Key: "analysis.refuse.running"},
	{Err: errNothing, Key: "analysis.refuse.nothing"}, {Err: errFlipped, Key: "analysis.refuse.flipped"},
	{Err: errLiveBoards, Key: "analysis.refuse.like"}, {Err: errMany, Key: "analysis.refuse.many"}}

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Typed("analyze", "text", archive.MaxPasted),
		t.Option("analyze", "file", discord.AttachmentOption)}
}

// analyzeCommand handles /analyze: it analyzes a pasted or attached game, else the last one of the channel.
func (f *analyses) analyzeCommand(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if file, ok := r.Attachment("file"); ok {
		return f.Games.ReadingResponse(r.Player, file.Size, func(ctx context.Context) (interaction.Response, error) {
			data, err := archive.Attached(ctx, f.REST, file)
			if err != nil {
				return interaction.Response{}, err
			}
			return f.analyzeText(ctx, r, data)
		}), nil
	}
	if text := r.Options["text"]; strings.TrimSpace(text) != "" {
		return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
			return f.analyzeText(ctx, r, []byte(text))
		}}, nil
	}
	return f.analyzeLast(ctx, r)
}

// analyzeText stores and analyzes the first game of a text. A game that fair play withholds is not stored.
func (f *analyses) analyzeText(ctx context.Context, r *interaction.Request,
	text []byte) (a interaction.Response, err error) {
	err = f.Games.Open(ctx, text, func(file *record.File) error {
		rec, g, err := archive.ReadFirst(file)
		if err == nil {
			a, err = f.storeAndAnalyze(ctx, r, archive.NewImported(r.Player, rec, g))
		}
		return err
	})
	return a, err
}

// storeAndAnalyze stores an imported game for the requester, and analyzes it.
func (f *analyses) storeAndAnalyze(ctx context.Context, r *interaction.Request,
	one archive.Imported) (interaction.Response, error) {
	if _, err := f.permit(ctx, r, &archive.Game{Game: one.Game, Ended: true}); err != nil {
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

// analyzeLast analyzes the channel's current or last game.
func (f *analyses) analyzeLast(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
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

// click analyzes the game of the card or replay with the button.
func (f *analyses) click(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	return f.analyse(ctx, r, &g)
}

// permit returns the permit to evaluate a game; positions on or close to live boards are withheld. Its errors are
// errRunning, errFlipped, errNothing and errLiveBoards.
func (f *analyses) permit(ctx context.Context, r *interaction.Request, g *archive.Game) (p fairplay.Permit, err error) {
	switch {
	case !g.Ended:
		return p, errRunning
	case !g.Variant().Analyzed():
		return p, errFlipped
	case g.Game.Ply() == 0:
		return p, errNothing
	}
	if p, err = f.FairPlay.PermitGame(ctx, r.Player, g.Game); err == nil && p.AllWithheld() {
		err = errLiveBoards
	}
	return p, err
}

// analyse answers with the report, or with the progress of its analysis. The current line of a study is stored and
// analyzed as an imported game of the requester.
func (f *analyses) analyse(ctx context.Context, r *interaction.Request, g *archive.Game) (interaction.Response, error) {
	if g.Study {
		copied, err := game.Replay(g.Game.Start(), game.NoRepetition, g.CurrentGame().Moves())
		if err != nil {
			return interaction.Response{}, err
		}
		rec := record.FromGame(copied)
		rec.Info.Title = r.Text.Text("analysis.study")
		return f.storeAndAnalyze(ctx, r, archive.NewImported(r.Player, rec, copied))
	}
	return f.await(ctx, r, g, f.toReport(g))
}

// await queues the analysis if necessary, and answers with the report in the form of the target, or with the progress.
func (f *analyses) await(ctx context.Context, r *interaction.Request, g *archive.Game,
	to target) (interaction.Response, error) {
	if _, err := f.permit(ctx, r, g); err != nil {
		return interaction.Response{}, err
	}
	a, err := f.enqueue(ctx, r.Player, g)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.showOrWait(ctx, r, g, &a, to)
}

// showOrWait answers with the report if the analysis is finished, else with its progress.
func (f *analyses) showOrWait(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	to target) (interaction.Response, error) {
	if to.isRefresh(r) {
		f.followers.Stop(to.followerKey(r), interaction.ErrReplaced) // it would edit the same message
	}
	if a.State != finished {
		return f.progress(ctx, r, g, a, to)
	}
	return f.showReport(ctx, r, g, a, to)
}

// showReport answers with the report of a finished analysis.
func (f *analyses) showReport(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	to target) (interaction.Response, error) {
	found, err := f.report(ctx, r, g, a)
	if err != nil {
		return interaction.Response{}, err
	}
	return to.show(ctx, r, g, found)
}

// loadAnalysis loads the game and the analysis of a control; there is false if the analysis no longer exists.
func (f *analyses) loadAnalysis(ctx context.Context, r *interaction.Request,
	of id.Match) (g archive.Game, a row, there bool, err error) {
	if g, err = f.Games.Find(ctx, r, of); err != nil {
		return g, a, false, err
	}
	a, there, err = load(ctx, f.DB.Read(), of)
	return g, a, there, err
}

func (f *analyses) clickProgress(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	g, a, there, err := f.loadAnalysis(ctx, r, c.ID)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case !there:
		return f.cancelled(r, &g), nil
	}
	return interaction.Editing(f.showOrWait(ctx, r, &g, &a, f.toReport(&g)))
}

func (f *analyses) clickCancel(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if err := f.cancel(ctx, r.Player, c.ID); err != nil {
		return interaction.Response{}, err
	}
	return f.clickProgress(ctx, r, c) // shows the current state
}

// report returns the report of a finished analysis, without withheld positions, and charges the permit: the requester's
// matches against characters at one of its positions then count as helped.
func (f *analyses) report(ctx context.Context, r *interaction.Request, g *archive.Game,
	a *row) (*report.Report, error) {
	permit, err := f.permit(ctx, r, g)
	if err != nil {
		return nil, err
	}
	found, err := a.report(permit, g)
	if err != nil {
		return nil, err
	}
	return found, permit.Pay(ctx)
}

// report makes the report from the stored analysis, without withheld positions.
func (a *row) report(may fairplay.Permit, g *archive.Game) (*report.Report, error) {
	withheld, err := may.Withheld()
	if err != nil {
		return nil, err
	}
	found, err := unpack(a.data)
	if err != nil {
		return nil, err
	}
	return report.MakeExcluding(g.Game, g.Outcome, &found, withheld)
}

// finished returns a game and its finished analysis, for controls on reports; [match.ErrStale] if it is not finished.
func (f *analyses) finished(ctx context.Context, r *interaction.Request,
	of id.Match) (g archive.Game, a row, err error) {
	g, a, there, err := f.loadAnalysis(ctx, r, of)
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
		return interaction.Editing(f.showOrWait(ctx, r, &g, &a, f.toReport(&g)))
	}
	return interaction.Editing(f.turnPage(ctx, r, &g, &a, n))
}

// Package puzzlesbot offers puzzles: positions in which one move at each step wins or saves the game. They are private,
// and all state is in the controls; what counts is stored at the first try (package puzzles).
//
// Out of scope: how puzzles are made and graded, ratings.
package puzzlesbot

import (
	"context"
	"embed"

	"yeye/ai/explain"
	collection "yeye/ai/puzzle"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Puzzles  *puzzles.Service
	Daily    Daily
	Engine   Engine
	FairPlay *fairplay.Service
}

// Engine finds the reply to a wrong move, and proves puzzles; engine.Engine implements it.
type Engine interface {
	Suggest(ctx context.Context, p fairplay.Permit) (explain.Hint, error)
	Prove(ctx context.Context, p id.Player, g *game.Game) (collection.Puzzle, bool, error)
}

type feat struct{ Services }

// Actions of the controls. ID is the puzzle's, Turn the number of plies of its line that have been played, Arg the
// encoded attempt. They never change: messages keep them forever.
const (
	actionBegin    = "pzbegin" // choose the initial rating; Turn is its index in firstRatings
	actionPiece    = "pzman"
	actionTarget   = "pzto"
	actionHint     = "pzhint"
	actionShow     = "pzshow" // the solution
	actionNext     = "pznext"
	actionReport   = "pzreport"
	actionRun      = "pzrun" // the open puzzle of a run, or a new run
	actionSkip     = "pzskip"
	actionMistakes = "pzagain"
	actionMissed   = "pzown"  // a win that the solver missed
	actionStep     = "pzstep" // step through the line of a finished puzzle; Turn is the ply
	actionDay      = "pzday"  // the puzzle of the day, on its card; ID is the card's
)

// Name is the name of the feature.
const Name = "puzzle"

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{s}
	return feature.Feature{
		Name:     Name,
		Optional: true,
		Catalog:  locale.Embedded("puzzle", catalog),
		Commands: []interaction.Command{{Name: "puzzle", Door: door.Anybody.Alone(), Options: options,
			Handle: f.command}},
		Components: []interaction.Component{
			{Action: actionBegin, Door: door.Anybody.Alone(), Handle: f.begin},
			{Action: actionPiece, Door: door.Anybody.Alone(), Handle: f.boardHandler((*feat).choosePiece)},
			{Action: actionTarget, Door: door.Anybody.Alone(), Handle: f.boardHandler((*feat).chooseMove)},
			{Action: actionHint, Door: door.Anybody.Alone(), Handle: f.boardHandler((*feat).hint)},
			{Action: actionShow, Door: door.Anybody.Alone(), Handle: f.boardHandler((*feat).solution)},
			{Action: actionNext, Door: door.Anybody.Alone(), Handle: f.next},
			{Action: actionReport, Door: door.Anybody.Alone(), Handle: f.report},
			{Action: actionStep, Door: door.Anybody.Alone(), Handle: f.step},
			{Action: actionRun, Door: door.Anybody.Alone(), Handle: editing(f.run)},
			{Action: actionSkip, Door: door.Anybody.Alone(), Handle: f.boardHandler((*feat).skip)},
			{Action: actionMistakes, Door: door.Anybody.Alone(), Handle: editing(f.mistakes)},
			{Action: actionMissed, Door: door.Anybody.Alone(), Handle: editing(f.missed)},
			{Action: actionDay, OnCard: true, Door: door.Anybody.Alone(), Handle: f.solvePost},
		},
		Jobs: []scheduler.Handler{{Kind: jobMissed, Door: door.Clock.Alone(), Awaits: scheduler.Nobody,
			Work: f.proveMissed, Anywhere: true}},
		OnMatch:  match.Listener{InTx: f.deleteMissed},
		Personal: s.Puzzles.Owner(),
		Refuse:   refusals.Answer,
	}
}

// offeredThemes are the choices of /puzzle's option theme.
var offeredThemes = []collection.Theme{"mate1", collection.FreePiece, "mate2", "mate3", collection.Fork,
	collection.DiscoveredCheck, collection.Sacrifice,
	collection.MateThreat, collection.QuietMove, collection.WinsRook, collection.HoldsDraw, collection.Opening,
	collection.Ending}

// levels are the choices of difficulty, as points above the solver's rating.
var levels = []struct {
	key    string
	harder int
}{{"easiest", -600}, {"easier", -300}, {"mine", 0}, {"harder", 300}, {"hardest", 600}}

func options(t interaction.Texts) []discord.CommandOption {
	named := make([]string, len(levels))
	for i, l := range levels {
		named[i] = l.key
	}
	return []discord.CommandOption{t.Pick("puzzle", "theme", interaction.Keyed(t, "puzzle.theme.", offeredThemes)...),
		t.Pick("puzzle", "level", t.Choices("puzzle.level.", named...)...),
		t.Pick("puzzle", "mode", t.Choices("puzzle.mode.", "daily", "run", "mistakes", "missed")...)}
}

// command handles /puzzle.
func (f *feat) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	switch r.Options["mode"] {
	case "daily":
		n, err := f.Daily.Now(ctx, r.Guild)
		if err != nil {
			return interaction.Response{}, err
		}
		return f.openDaily(ctx, r, n)
	case "run":
		return f.run(ctx, r)
	case "mistakes":
		return f.mistakes(ctx, r)
	case "missed":
		return f.missed(ctx, r)
	}
	a := attempt{wish: puzzles.Wish{Theme: collection.Theme(r.Options["theme"])}, chosen: game.NoSquare}
	for _, l := range levels {
		if l.key == r.Options["level"] {
			a.wish.Harder = l.harder
		}
	}
	return f.offer(ctx, r, a, false)
}

// firstRatings are the choices of a new solver's strength, each with the initial rating.
var firstRatings = []struct {
	key   string
	value float64
}{{"puzzle.begin.new", 800}, {"puzzle.begin.some", 1100}, {"puzzle.begin.club", 1500}}

func ratingButtons(r *interaction.Request, a attempt) (row discord.Row) {
	for i, b := range firstRatings {
		row = append(row, discord.ControlID{Action: actionBegin, Turn: int64(i),
			Arg: a.String()}.Button(r.Text.Text(b.key), discord.Secondary))
	}
	return row
}

func (f *feat) begin(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	a, ok := parseAttempt(c.Arg)
	if !ok || c.Turn < 0 || c.Turn >= int64(len(firstRatings)) {
		return interaction.Response{}, interaction.ErrOutdated
	}
	if err := f.Puzzles.SetInitialRating(ctx, r.Player, firstRatings[c.Turn].value); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(f.offer(ctx, r, a, false))
}

// next replaces a puzzle by another one.
func (f *feat) next(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	a, ok := parseAttempt(c.Arg)
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return interaction.Editing(f.offer(ctx, r, a, true))
}

// offer shows a new puzzle by the attempt's wish; next means that it follows another one. A player without a rating is
// first asked how well they play.
func (f *feat) offer(ctx context.Context, r *interaction.Request, a attempt, next bool) (interaction.Response, error) {
	_, known, err := f.Puzzles.Solver(ctx, r.Player)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case !known:
		return interaction.Answer(discord.Message{Content: r.Text.Text("puzzle.welcome"),
			Rows: []discord.Row{ratingButtons(r, a)}}), nil
	}
	p, err := f.Puzzles.Next(ctx, r.Player, a.wish)
	if err != nil {
		return interaction.Response{}, err
	}
	at := progress{Puzzle: p, attempt: attempt{wish: a.wish, chosen: game.NoSquare}, next: next}
	return f.open(ctx, r, at)
}

// open shows a puzzle from its beginning, if fair play permits that; said are the lines above the question.
func (f *feat) open(ctx context.Context, r *interaction.Request, at progress,
	said ...string) (interaction.Response, error) {
	if err := f.checkFairPlay(ctx, r.Player, at); err != nil {
		return interaction.Response{}, err
	}
	return f.page(r, at, said), nil
}

// refusals are the errors that only this feature explains.
var refusals = interaction.Refusals{
	{Err: puzzles.ErrNone, Key: "puzzle.none"}, {Err: puzzles.ErrRunOver, Key: "puzzle.run.moved"},
	{Err: puzzles.ErrUnknown, Key: "puzzle.unknown"},
}

// editing returns the handler of a control that shows in its message what a command answers.
func editing(command func(context.Context, *interaction.Request) (interaction.Response,
	error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
		return interaction.Editing(command(ctx, r))
	}
}

// boardHandler returns the handler of a control that decodes the puzzle's place from the control and calls do with it.
func (f *feat) boardHandler(act func(*feat, context.Context, *interaction.Request, progress,
	string) (interaction.Response, error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		at, err := f.reopen(ctx, r.Player, puzzles.Open{Puzzle: string(c.ID), Attempt: c.Arg, Ply: int(c.Turn)})
		if err != nil {
			return interaction.Response{}, err
		}
		if err := f.checkFairPlay(ctx, r.Player, at); err != nil {
			return interaction.Response{}, err
		}
		return interaction.Editing(act(f, ctx, r, at, r.Selected()))
	}
}

// reopen decodes an attempt in which the solver has to find the next move; otherwise the error is ErrOutdated.
func (f *feat) reopen(ctx context.Context, by id.Player, o puzzles.Open) (at progress, err error) {
	if at, err = f.decode(ctx, by, o); err == nil && (at.ply%2 != 0 || at.ply >= len(at.Line)) {
		err = interaction.ErrOutdated
	}
	return at, err
}

// decode decodes an attempt at any ply of its line.
func (f *feat) decode(ctx context.Context, by id.Player, o puzzles.Open) (at progress, err error) {
	a, ok := parseAttempt(o.Attempt)
	if !ok {
		return at, interaction.ErrOutdated
	}
	p, err := f.find(ctx, by, o.Puzzle, a.mode)
	if err != nil {
		return at, err
	}
	if o.Ply < 0 || o.Ply > len(p.Line) {
		return at, interaction.ErrOutdated
	}
	if a.mode.mirrored {
		p = p.Mirrored()
	}
	return progress{Puzzle: p, attempt: a, ply: o.Ply}, nil
}

func (f *feat) choosePiece(_ context.Context, r *interaction.Request, at progress,
	value string) (interaction.Response, error) {
	s, err := game.ParseSquare(value)
	if err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	at.chosen = s
	return f.page(r, at, nil), nil
}

// report records the user's report that the puzzle is wrong.
func (f *feat) report(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if _, err := f.Puzzles.Get(string(c.ID)); err != nil {
		return interaction.Response{}, err
	}
	if err := f.Puzzles.Report(ctx, r.Player, string(c.ID)); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Say(r.Text.Text("puzzle.reported")), nil
}

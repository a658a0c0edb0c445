// Package lessonsbot teaches the game in fifteen lessons, on boards that only the learner sees. The rules decide what
// is right (package lessons); the controls carry where a task stands, and only finished tasks are stored.
//
// Out of scope: positions and what is right in them, engines.
package lessonsbot

import (
	"cmp"
	"context"
	"embed"
	"strconv"
	"strings"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/lessons"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Lessons   *lessons.Service
	Open      Open
	FairPlay  *fairplay.Service
	Newcomers Newcomers
	Standing  Standing
}

// Newcomers records players who have never played before; start.Starter implements it.
type Newcomers interface {
	Learn(ctx context.Context, r *interaction.Request) error
}

// Standing knows whom players are to beat next; standing.Service implements it.
type Standing interface {
	Next(ctx context.Context, p id.Player) (level character.Level, ok bool, err error)
}

type learn struct{ Services }

// Actions of the controls, besides [view.ActionLearn]. The id is the task's name, the turn how many of its steps are
// done, the argument the course and the chosen piece. They never change: messages keep them forever.
const (
	actionBegin  = "lnbegin"
	actionPiece  = "lnman"
	actionTarget = "lnto"
	actionAnswer = "lnsay"  // to a question; the turn is the answer
	actionShow   = "lnshow" // the move
	actionOpen   = "lnopen" // the task
	actionList   = "lnlist" // the lessons
	actionPick   = "lnpick" // a lesson of the list
	actionLater  = "lnlater"
)

// Name is the feature's.
const Name = "learn"

// New returns the feature.
func New(s Services) feature.Feature {
	l := &learn{s}
	return feature.Feature{
		Name:     Name,
		Optional: true,
		Catalog:  locale.Embedded("learn", catalog),
		Commands: []interaction.Command{{Name: "learn", Door: door.Anybody.Alone(), Handle: l.command}},
		Components: []interaction.Component{
			{Action: view.ActionLearn, Door: door.Anybody.Alone(), Handle: l.enter},
			{Action: actionBegin, Door: door.Anybody.Alone(), Handle: l.begin},
			{Action: actionPiece, Door: door.Anybody.Alone(), Handle: l.on(choosePiece)},
			{Action: actionTarget, Door: door.Anybody.Alone(), Handle: l.on(chooseMove)},
			{Action: actionAnswer, Door: door.Anybody.Alone(), Handle: l.answer},
			{Action: actionShow, Door: door.Anybody.Alone(), Handle: l.on(showMove)},
			{Action: actionOpen, Door: door.Anybody.Alone(), Handle: l.open},
			{Action: actionList, Door: door.Anybody.Alone(), Handle: l.list},
			{Action: actionPick, Door: door.Anybody.Alone(), Handle: l.pick},
			{Action: actionLater, Door: door.Anybody.Alone(), Handle: l.later},
		},
		Personal: s.Lessons.Owner(),
	}
}

// command shows the learner's current task, and asks a new learner where to begin.
func (l *learn) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	if now.Course == "" {
		begin := func(c lessons.Course, key string, style discord.Style) discord.Component {
			return discord.ControlID{Action: actionBegin, Arg: string(c)}.Button(r.Text.Text(key), style)
		}
		return interaction.Answer(discord.Message{Content: r.Text.Text("learn.welcome"), Rows: []discord.Row{{
			begin(lessons.New, "learn.begin.new", discord.Primary),
			begin(lessons.Chess, "learn.begin.chess", discord.Secondary)}}}), nil
	}
	if next, ok := now.Next(now.Course); ok {
		return l.page(r, place{Task: next, course: now.Course, chosen: game.NoSquare}, saying{}), nil
	}
	return l.lessons(ctx, r, now, now.Course)
}

// enter does what the command does, or opens the task that the control names, for a user who comes from the card of a
// game.
func (l *learn) enter(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	task, ok := lessons.Find(c.Arg)
	if !ok {
		return l.command(ctx, r)
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	return l.page(r, place{Task: task, course: cmp.Or(now.Course, lessons.New), chosen: game.NoSquare}, saying{}), err
}

// begin opens the first task of a course that is not done.
func (l *learn) begin(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	course := lessons.Course(c.Arg)
	if !course.Known() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	if course == lessons.New {
		if err := l.Newcomers.Learn(ctx, r); err != nil {
			return interaction.Response{}, err
		}
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	if next, ok := now.Next(course); ok {
		return l.page(r, place{Task: next, course: course, chosen: game.NoSquare}, saying{}).Editing(), nil
	}
	return interaction.Editing(l.lessons(ctx, r, now, course))
}

// place is how far a learner has come in a task.
type place struct {
	lessons.Task
	course lessons.Course
	step   int
	chosen game.Square // the piece to move, game.NoSquare if none yet
}

// control returns the custom id of a control at the place.
func (p *place) control(action, nonce string) string {
	arg := string(p.course)
	if p.chosen != game.NoSquare {
		arg += "." + p.chosen.String()
	}
	return discord.ControlID{Action: action, ID: subject(p.Name), Turn: int64(p.step), Arg: arg, Nonce: nonce}.String()
}

// placeOf reads what control writes.
func placeOf(c discord.ControlID) (p place, ok bool) {
	p.Task, ok = lessons.Find(string(c.ID))
	course, chosen, piece := strings.Cut(c.Arg, ".")
	p.course, p.step, p.chosen = lessons.Course(course), int(c.Turn), game.NoSquare
	if piece {
		var err error
		if p.chosen, err = game.ParseSquare(chosen); err != nil {
			return p, false
		}
	}
	inside := p.step >= 0 && (p.step < len(p.Steps) || p.Asks())
	return p, ok && p.course.Known() && inside
}

// on makes a control's handler from what it does at a place of a task on the board, whose position must not be that of
// the learner's own game with a person.
func (l *learn) on(act func(context.Context, *learn, *interaction.Request, place,
	string) (interaction.Response, error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		at, ok := placeOf(c)
		if !ok || at.Asks() {
			return interaction.Response{}, interaction.ErrOutdated
		}
		if err := l.fair(ctx, r.Player, &at); err != nil {
			return interaction.Response{}, err
		}
		return interaction.Editing(act(ctx, l, r, at, r.Selected()))
	}
}

// fair refuses a task's position if the learner is playing a game with a person that is at this position.
func (l *learn) fair(ctx context.Context, p id.Player, at *place) error {
	_, err := l.FairPlay.PermitPosition(ctx, []id.Player{p}, at.Game(at.step), fairplay.Bundled)
	return err
}

// open shows a task from its beginning.
func (l *learn) open(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	at, ok := placeOf(c)
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	at.step, at.chosen = 0, game.NoSquare
	return l.page(r, at, saying{}).Editing(), nil
}

// list shows all lessons.
func (l *learn) list(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	course := lessons.Course(c.Arg)
	if !course.Known() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(l.lessons(ctx, r, now, course))
}

// pick opens a lesson of the list: the first of its tasks that is not done, or else its first.
func (l *learn) pick(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	course := lessons.Course(c.Arg)
	number, err := strconv.Atoi(r.Selected())
	if err != nil || !course.Known() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	var picked *lessons.Task
	for _, t := range course.Tasks() {
		if t.Lesson == number && (picked == nil || now.Done[picked.Name] && !now.Done[t.Name]) {
			picked = &t
		}
	}
	if picked == nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return l.page(r, place{Task: *picked, course: course, chosen: game.NoSquare}, saying{}).Editing(), nil
}

// later ends the lesson for now.
func (l *learn) later(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	return interaction.Change(discord.Message{Content: r.Text.Text("learn.left")}), l.Open.Close(ctx, r.Player)
}

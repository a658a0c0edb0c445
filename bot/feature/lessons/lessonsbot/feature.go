// Package lessonsbot teaches the game in fifteen lessons, on boards that only the learner sees. The rules decide what
// is right (package lessons); the controls carry the state of a task, and only finished tasks and the open one are
// stored.
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
	MarkNewcomer(ctx context.Context, r *interaction.Request) error
}

// Standing knows which character a player has to beat next; standing.Service implements it. ok is false if all are
// beaten.
type Standing interface {
	Next(ctx context.Context, p id.Player) (level character.Level, ok bool, err error)
}

type learn struct{ Services }

// Actions of the controls, besides [view.ActionLearn]. ID is the task's name, Turn the number of its steps that are
// done, Arg the course and the chosen piece. They never change: messages keep them forever.
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

// Name is the name of the feature.
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
			{Action: view.ActionLearn, Door: door.Anybody.Alone(), Handle: l.clickLearn},
			{Action: actionBegin, Door: door.Anybody.Alone(), Handle: l.begin},
			{Action: actionPiece, Door: door.Anybody.Alone(), Handle: l.boardHandler(choosePiece)},
			{Action: actionTarget, Door: door.Anybody.Alone(), Handle: l.boardHandler(chooseMove)},
			{Action: actionAnswer, Door: door.Anybody.Alone(), Handle: l.answer},
			{Action: actionShow, Door: door.Anybody.Alone(), Handle: l.boardHandler(showMove)},
			{Action: actionOpen, Door: door.Anybody.Alone(), Handle: l.open},
			{Action: actionList, Door: door.Anybody.Alone(), Handle: l.list},
			{Action: actionPick, Door: door.Anybody.Alone(), Handle: l.pick},
			{Action: actionLater, Door: door.Anybody.Alone(), Handle: l.later},
		},
		Personal: s.Lessons.Owner(),
	}
}

// command handles /learn: it shows the learner's current task, and asks a new learner which course to take.
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
		return l.page(r, place{Task: next, course: now.Course, chosen: game.NoSquare}, feedback{}), nil
	}
	return l.lessons(ctx, r, now, now.Course)
}

// clickLearn handles the button on other features' cards: it opens the task that the control names, or else does what
// /learn does.
func (l *learn) clickLearn(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	task, ok := lessons.Find(c.Arg)
	if !ok {
		return l.command(ctx, r)
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	return l.page(r, place{Task: task, course: cmp.Or(now.Course, lessons.New), chosen: game.NoSquare}, feedback{}), err
}

// begin starts a course: it opens the course's first task that is not done.
func (l *learn) begin(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	course := lessons.Course(c.Arg)
	if !course.Valid() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	if course == lessons.New {
		if err := l.Newcomers.MarkNewcomer(ctx, r); err != nil {
			return interaction.Response{}, err
		}
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	if next, ok := now.Next(course); ok {
		return l.page(r, place{Task: next, course: course, chosen: game.NoSquare}, feedback{}).Editing(), nil
	}
	return interaction.Editing(l.lessons(ctx, r, now, course))
}

// place is the state of a task on its board: the steps done and the chosen piece.
type place struct {
	lessons.Task
	course lessons.Course
	step   int
	chosen game.Square // the piece to move, game.NoSquare if none yet
}

// control encodes a place as the custom_id of a control.
func (p *place) control(action, nonce string) string {
	arg := string(p.course)
	if p.chosen != game.NoSquare {
		arg += "." + p.chosen.String()
	}
	return discord.ControlID{Action: action, ID: objectID(p.Name), Turn: int64(p.step), Arg: arg, Nonce: nonce}.String()
}

// parsePlace reads what control writes.
func parsePlace(c discord.ControlID) (p place, ok bool) {
	p.Task, ok = lessons.Find(string(c.ID))
	course, chosen, piece := strings.Cut(c.Arg, ".")
	p.course, p.step, p.chosen = lessons.Course(course), int(c.Turn), game.NoSquare
	if piece {
		var err error
		if p.chosen, err = game.ParseSquare(chosen); err != nil {
			return p, false
		}
	}
	inRange := p.step >= 0 && (p.step < len(p.Steps) || p.IsQuestion())
	return p, ok && p.course.Valid() && inRange
}

// boardHandler returns the handler of a control on a task's board. It refuses questions, and positions of a game that
// the learner is playing against a person.
func (l *learn) boardHandler(act func(context.Context, *learn, *interaction.Request, place,
	string) (interaction.Response, error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		at, ok := parsePlace(c)
		if !ok || at.IsQuestion() {
			return interaction.Response{}, interaction.ErrOutdated
		}
		if err := l.checkFairPlay(ctx, r.Player, &at); err != nil {
			return interaction.Response{}, err
		}
		return interaction.Editing(act(ctx, l, r, at, r.Selected()))
	}
}

// checkFairPlay refuses a task's position if the learner is playing a game with a person that is at this position.
func (l *learn) checkFairPlay(ctx context.Context, p id.Player, at *place) error {
	_, err := l.FairPlay.PermitPosition(ctx, []id.Player{p}, at.Game(at.step), fairplay.Bundled)
	return err
}

// open shows a task from its first step.
func (l *learn) open(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	at, ok := parsePlace(c)
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	at.step, at.chosen = 0, game.NoSquare
	return l.page(r, at, feedback{}).Editing(), nil
}

// list shows all lessons.
func (l *learn) list(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	course := lessons.Course(c.Arg)
	if !course.Valid() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(l.lessons(ctx, r, now, course))
}

// pick opens the lesson chosen from the list: its first task that is not done, or its first if all are.
func (l *learn) pick(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	course := lessons.Course(c.Arg)
	number, err := strconv.Atoi(r.Selected())
	if err != nil || !course.Valid() {
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
	return l.page(r, place{Task: *picked, course: course, chosen: game.NoSquare}, feedback{}).Editing(), nil
}

// later closes the lesson; /learn continues with it.
func (l *learn) later(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	return interaction.Change(discord.Message{Content: r.Text.Text("learn.left")}), l.Open.Close(ctx, r.Player)
}

package lessonsbot

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/feature/lessons"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// lessonsCount is how many lessons there are.
const lessonsCount = 15

// charactersFrom is the lesson from which pieces are drawn with their characters instead of as pictures.
const charactersFrom = 9

// objectID converts the name of a task to the id of a control.
func objectID(name string) id.Match { return id.Match(name) }

// style returns the style of a lesson's boards: with the pieces' names and movement hints. Unless the reader has chosen
// a style of pieces, the first lessons show pictograms, and those from charactersFrom on Chinese characters.
func style(r *view.Reader, lesson int) render.Style {
	s := r.Style()
	s.Newcomer = true
	if r.Prefs.Pieces == "" {
		if s.Pieces = render.Pictogram; lesson >= charactersFrom {
			s.Pieces = render.Traditional
		}
	}
	return s
}

func head(w *words.Words, t *lessons.Task) string {
	return w.Text("learn.head", locale.Args{"Number": t.Lesson, "Count": lessonsCount,
		"Name": w.Text("learn.lesson." + strconv.Itoa(t.Lesson))})
}

// page answers with the task at a place and what note says.
func (l *learn) page(r *interaction.Request, at place, note feedback) interaction.Response {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		if err := l.storeOpen(ctx, r.Player, &at); err != nil {
			return interaction.Response{}, err
		}
		reader := l.Readers.For(r)
		w := reader.Words
		lines := []string{head(w, &at.Task)}
		if at.IsQuestion() && len(note.lines) == 0 && strings.HasSuffix(at.Name, ".1") {
			lines = append(lines, w.Text("learn.table"))
		}
		lines = append(append(lines, w.Text("learn."+at.Name+".ask")), note.lines...)
		before, err := l.solvedBefore(ctx, r.Player, &at, note)
		if err != nil {
			return interaction.Response{}, err
		}
		if before {
			lines = append(lines, w.Text("learn.before"))
		}
		if !at.IsQuestion() && at.step == 0 && at.chosen == game.NoSquare && len(note.lines) == 0 {
			lines = append(lines, w.Text(typedHere(r)))
			if reader.Prefs.Pieces == "" && at.Lesson >= charactersFrom && strings.HasSuffix(at.Name, ".1") {
				lines = append(lines, w.Text("learn.characters", locale.Args{"From": charactersFrom}))
			}
		}
		g := at.Game(at.step)
		v := l.board(reader, &at, g)
		if !at.IsQuestion() {
			v.Marks.Played = note.tried
			if note.shown {
				v.Marks.Hint = at.Steps[at.step].Right[0]
			}
		}
		return l.Painter.Answer(w, v, "", discord.Message{Content: strings.Join(lines, "\n"),
			Rows: controls(w, &at, g.Position(), r.Nonce())})
	}}
}

// solvedBefore reports whether a task that was just opened has been done before.
func (l *learn) solvedBefore(ctx context.Context, p id.Player, at *place, note feedback) (bool, error) {
	if at.step > 0 || at.chosen != game.NoSquare || len(note.lines) > 0 {
		return false, nil
	}
	now, err := l.Lessons.Progress(ctx, p)
	return now.Done[at.Name], err
}

// typedHere returns the key of the text that says how to type moves: the board is private, so moves can be typed only
// in a DM; on a server /move takes them.
func typedHere(r *interaction.Request) string {
	if r.Guild == "" {
		return "learn.typed.direct"
	}
	return "learn.typed"
}

// board returns the picture of a task, seen by the learner.
func (l *learn) board(r *view.Reader, at *place, g *game.Game) render.View {
	p := g.Position()
	start := at.Game(0)
	v := render.View{Position: *p, Below: start.Position().Turn(), Style: style(r, at.Lesson)}
	if moves := g.Moves(); len(moves) > 0 {
		v.Marks.LastMove = moves[len(moves)-1]
	}
	if at.chosen != game.NoSquare {
		v.Marks.Selected, v.Marks.Targets = game.BB(at.chosen), view.Targets(p, at.chosen)
	}
	return v
}

// controls returns the menus of a move, whose custom ids have the nonce so that Discord resets them, or the answers to
// a question, and the buttons below.
func controls(w *words.Words, at *place, p *game.Position, nonce string) (rows []discord.Row) {
	below := discord.Row{}
	if at.IsQuestion() {
		var answers discord.Row
		for i := range at.Answers {
			one := *at
			one.step = i
			answers = append(answers, discord.Button{Label: w.Text("learn." + at.Name + ".answer." + strconv.Itoa(i)),
				Style: discord.Primary, CustomID: one.control(actionAnswer, "")})
		}
		rows = append(rows, answers)
	} else {
		rows = view.MoveSelects(w, p, movable(p, &at.Steps[at.step]), at.chosen, w.Text("control.piece"), nonce,
			func(action, nonce string) string {
				if action == view.ActionPiece {
					return at.control(actionPiece, nonce)
				}
				return at.control(actionTarget, nonce)
			})
		if at.chosen != game.NoSquare && at.course == lessons.New {
			rows = view.AddArrows(rows, at.Game(0).Position().Turn())
		}
		below = append(below, discord.Button{Label: w.Text("learn.show"), Style: discord.Secondary,
			CustomID: at.control(actionShow, "")})
	}
	return append(rows, append(below, footerButtons(w, at.course)...))
}

// movable returns the moves to choose from: the legal ones, and the illegal ones that have a special answer.
func movable(p *game.Position, s *lessons.Step) []view.Mover {
	all := view.Movable(p)
	for _, m := range slices.Sorted(maps.Keys(s.Wrong)) {
		if p.IsLegal(m) {
			continue
		}
		known := false
		for i := range all {
			if all[i].From == m.From() {
				all[i].Moves = append(all[i].Moves, m)
				known = true
			}
		}
		if !known {
			all = append(all, view.Mover{From: m.From(), Moves: []game.Move{m}})
		}
	}
	return all
}

// footerButtons returns the buttons to the list of lessons and to stop.
func footerButtons(w *words.Words, c lessons.Course) discord.Row {
	return discord.Row{
		discord.ControlID{Action: actionList, Arg: string(c)}.Button(w.Text("learn.list"), discord.Secondary),
		discord.ControlID{Action: actionLater}.Button(w.Text("learn.later"), discord.Secondary),
	}
}

// taskDone answers with a task that is done, and a button to the next one or, after the last, to a game.
func (l *learn) taskDone(r *interaction.Request, at place, g *game.Game, now lessons.Progress) interaction.Response {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		if err := l.Open.Close(ctx, r.Player); err != nil {
			return interaction.Response{}, err
		}
		reader := l.Readers.For(r)
		w := reader.Words
		lines := []string{head(w, &at.Task), "✅ " + w.Text("learn."+at.Name+".right")}
		v := l.board(reader, &at, g)
		var row discord.Row
		if next, ok := now.After(at.course, at.Name); ok {
			to := place{Task: next, course: at.course, chosen: game.NoSquare}
			row = append(row, discord.Button{Label: w.Text("learn.next"), Style: discord.Primary,
				CustomID: to.control(actionOpen, "")})
		} else {
			text, game, err := l.courseDone(ctx, reader, r.Player)
			if err != nil {
				return interaction.Response{}, err
			}
			lines, row = append(lines, text), append(row, game)
		}
		return l.Painter.Answer(w, v, "", discord.Message{Content: strings.Join(lines, "\n"),
			Rows: []discord.Row{append(row, footerButtons(w, at.course)...)}})
	}}
}

// courseDone says that all lessons are done, and offers a game against the character that the learner has to beat next,
// the strongest one if all are beaten.
func (l *learn) courseDone(ctx context.Context, r *view.Reader, p id.Player) (string, discord.Button, error) {
	next, ok, err := l.Standing.Next(ctx, p)
	if !ok {
		next = character.Level(character.Count - 1)
	}
	key := "learn.over"
	if next != character.Newborn {
		key += ".next"
	}
	return r.Text(key, locale.Args{"Who": r.Character(next)}), view.GameWith(r, next), err
}

// lessons answers with the list of lessons; finished ones have a tick.
func (l *learn) lessons(ctx context.Context, r *interaction.Request, now lessons.Progress,
	c lessons.Course) (interaction.Response, error) {
	reader := l.Readers.For(r)
	w := reader.Words
	list := discord.Select{CustomID: discord.ControlID{Action: actionPick, Arg: string(c), Nonce: r.Nonce()}.String(),
		Placeholder: w.Text("learn.list.choose")}
	listed, done := map[int]bool{}, 0
	for _, t := range c.Tasks() {
		if listed[t.Lesson] {
			continue
		}
		listed[t.Lesson] = true
		tick := ""
		if now.Finished(c, t.Lesson) {
			tick = "✓ "
			done++
		}
		list.Options = append(list.Options, discord.Option{Label: tick + strconv.Itoa(t.Lesson) + ". " +
			w.Text("learn.lesson."+strconv.Itoa(t.Lesson)),
			Value: strconv.Itoa(t.Lesson)})
	}
	message := discord.Message{
		Content: w.Text("learn.list.head", locale.Args{"Done": done, "Count": len(list.Options)}),
		Rows:    []discord.Row{{list}},
	}
	buttons := discord.Row{}
	if _, left := now.Next(c); !left {
		over, game, err := l.courseDone(ctx, reader, r.Player)
		if err != nil {
			return interaction.Response{}, err
		}
		message.Content += "\n" + over
		buttons = append(buttons, game)
	}
	message.Rows = append(message.Rows, append(buttons, footerButtons(w, c)[1:]...))
	return interaction.Answer(message), nil
}

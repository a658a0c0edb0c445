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

// subject returns the name of a task as controls carry it.
func subject(name string) id.Match { return id.Match(name) }

// style returns how boards of a lesson look to a reader: with the names of the pieces and the signs of their moves,
// first as pictures and later with characters, unless the reader has chosen pieces.
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

// page answers with a task as it stands.
func (l *learn) page(r *interaction.Request, at place, said saying) interaction.Response {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		if err := l.keep(ctx, r.Player, &at); err != nil {
			return interaction.Response{}, err
		}
		reader := l.Readers.For(r)
		w := reader.Words
		lines := []string{head(w, &at.Task)}
		if at.Asks() && len(said.lines) == 0 && strings.HasSuffix(at.Name, ".1") {
			lines = append(lines, w.Text("learn.table"))
		}
		lines = append(append(lines, w.Text("learn."+at.Name+".ask")), said.lines...)
		before, err := l.solvedBefore(ctx, r.Player, &at, said)
		if err != nil {
			return interaction.Response{}, err
		}
		if before {
			lines = append(lines, w.Text("learn.before"))
		}
		if !at.Asks() && at.step == 0 && at.chosen == game.NoSquare && len(said.lines) == 0 {
			lines = append(lines, w.Text(typedHere(r)))
			if reader.Prefs.Pieces == "" && at.Lesson >= charactersFrom && strings.HasSuffix(at.Name, ".1") {
				lines = append(lines, w.Text("learn.characters", locale.Args{"From": charactersFrom}))
			}
		}
		g := at.Game(at.step)
		v := l.board(reader, &at, g)
		if !at.Asks() {
			v.Marks.Played = said.tried
			if said.shown {
				v.Marks.Hint = at.Steps[at.step].Right[0]
			}
		}
		return l.Painter.Answer(w, v, "", discord.Message{Content: strings.Join(lines, "\n"),
			Rows: controls(w, &at, g.Position(), r.Nonce())})
	}}
}

// solvedBefore reports whether a task that is opened has been done before.
func (l *learn) solvedBefore(ctx context.Context, p id.Player, at *place, said saying) (bool, error) {
	if at.step > 0 || at.chosen != game.NoSquare || len(said.lines) > 0 {
		return false, nil
	}
	now, err := l.Lessons.Progress(ctx, p)
	return now.Done[at.Name], err
}

// typedHere is the key of the hint about typed moves: for a private board, moves can be typed only where no one else
// reads them.
func typedHere(r *interaction.Request) string {
	if r.Guild == "" {
		return "learn.typed.direct"
	}
	return "learn.typed"
}

// board returns the picture of a task, seen by the learner.
func (l *learn) board(r *view.Reader, at *place, g *game.Game) render.View {
	p := g.Position()
	begun := at.Game(0)
	v := render.View{Position: *p, Below: begun.Position().Turn(), Style: style(r, at.Lesson)}
	if moves := g.Moves(); len(moves) > 0 {
		v.Marks.LastMove = moves[len(moves)-1]
	}
	if at.chosen != game.NoSquare {
		v.Marks.Selected, v.Marks.Targets = game.BB(at.chosen), view.Targets(p, at.chosen)
	}
	return v
}

// controls returns the selects of a move, made new by a nonce, or the answers to a question, and the buttons below.
func controls(w *words.Words, at *place, p *game.Position, nonce string) (rows []discord.Row) {
	below := discord.Row{}
	if at.Asks() {
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
			rows = view.Pointing(rows, at.Game(0).Position().Turn())
		}
		below = append(below, discord.Button{Label: w.Text("learn.show"), Style: discord.Secondary,
			CustomID: at.control(actionShow, "")})
	}
	return append(rows, append(below, leaving(w, at.course)...))
}

// movable returns what can be chosen: the legal moves, and the tempting ones against the rules that have an answer of
// their own.
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

// leaving returns the buttons to the list, and to stop.
func leaving(w *words.Words, c lessons.Course) discord.Row {
	return discord.Row{
		discord.ControlID{Action: actionList, Arg: string(c)}.Button(w.Text("learn.list"), discord.Secondary),
		discord.ControlID{Action: actionLater}.Button(w.Text("learn.later"), discord.Secondary),
	}
}

// ended answers with a task that is done, and leads to the next one; after the last to a game.
func (l *learn) ended(r *interaction.Request, at place, g *game.Game, now lessons.Progress) interaction.Response {
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
			text, game, err := l.over(ctx, reader, r.Player)
			if err != nil {
				return interaction.Response{}, err
			}
			lines, row = append(lines, text), append(row, game)
		}
		return l.Painter.Answer(w, v, "", discord.Message{Content: strings.Join(lines, "\n"),
			Rows: []discord.Row{append(row, leaving(w, at.course)...)}})
	}}
}

// over says that all lessons are done, and offers a game against the character that the learner is to beat next; the
// strongest to who has beaten all.
func (l *learn) over(ctx context.Context, r *view.Reader, p id.Player) (string, discord.Button, error) {
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

// lessons answers with the list of lessons, those done ticked.
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
		over, game, err := l.over(ctx, reader, r.Player)
		if err != nil {
			return interaction.Response{}, err
		}
		message.Content += "\n" + over
		buttons = append(buttons, game)
	}
	message.Rows = append(message.Rows, append(buttons, leaving(w, c)[1:]...))
	return interaction.Answer(message), nil
}

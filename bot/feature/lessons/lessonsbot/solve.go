package lessonsbot

import (
	"cmp"
	"context"
	"fmt"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/game"
)

// feedback is what a page says and shows about the learner's last action.
type feedback struct {
	lines []string
	tried game.Move // a wrong move
	shown bool      // the right move is shown
}

func choosePiece(_ context.Context, l *learn, r *interaction.Request, at place,
	value string) (interaction.Response, error) {
	s, err := game.ParseSquare(value)
	if err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	at.chosen = s
	return l.page(r, at, feedback{}), nil
}

func showMove(_ context.Context, l *learn, r *interaction.Request, at place, _ string) (interaction.Response, error) {
	at.chosen = game.NoSquare
	w := l.Readers.For(r).Words
	return l.page(r, at, feedback{shown: true,
		lines: []string{w.Text("learn.shown", locale.Args{"Move": w.Move(at.Game(at.step).Position(),
			at.Steps[at.step].Right[0])})}}), nil
}

// chooseMove judges a move: a right one leads to the task's next step, or ends it.
func chooseMove(ctx context.Context, l *learn, r *interaction.Request, at place,
	value string) (interaction.Response, error) {
	m, err := game.ParseMove(value)
	if err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	at.chosen = game.NoSquare
	w := l.Readers.For(r).Words
	p, s := at.Game(at.step).Position(), &at.Steps[at.step]
	v := s.Judge(p, m)
	switch {
	case !v.Right && v.Key == "" && !p.IsLegal(m):
		return interaction.Response{}, interaction.ErrOutdated
	case !v.Right:
		key, mark := at.wrongKey(), "❌ "
		switch {
		case v.Key != "":
			key = "learn." + at.Name + ".wrong." + v.Key
		case s.Usual:
			mark = ""
		}
		text := w.Text(key)
		if p.IsLegal(m) && v.Key == "" && s.Ends(p) {
			after := p.After(m)
			text = cmp.Or(escapeText(w, &after), text)
		}
		return l.page(r, at, feedback{lines: []string{mark + text}, tried: m}), nil
	case s.Reply != game.NoMove:
		after := p.After(m)
		said := []string{"✅ " + w.Text("learn."+at.Name+".again"),
			w.Text("learn.reply", locale.Args{"Side": w.Color(after.Turn()), "Move": w.Move(&after, s.Reply)})}
		at.step++
		return l.page(r, at, feedback{lines: said}), nil
	}
	g := at.Game(at.step)
	if err := g.PlayOn(m); err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return l.done(ctx, r, at, g)
}

// wrongKey returns the text key of the answer to wrong moves that have no special one.
func (p *place) wrongKey() string {
	if p.step > 0 {
		return fmt.Sprintf("learn.%s.rest.%d", p.Name, p.step+1)
	}
	return "learn." + p.Name + ".rest"
}

// answer judges the answer to a question.
func (l *learn) answer(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	at, ok := parsePlace(c)
	if !ok || !at.IsQuestion() || at.step >= at.Answers {
		return interaction.Response{}, interaction.ErrOutdated
	}
	chosen := at.step
	at.step = 0
	if chosen != at.Answer {
		return l.page(r, at, feedback{lines: []string{"❌ " + r.Text.Text("learn."+at.Name+".rest")}}).Editing(), nil
	}
	return interaction.Editing(l.done(ctx, r, at, at.Game(0)))
}

// done records that a task is done, and shows its last position.
func (l *learn) done(ctx context.Context, r *interaction.Request, at place,
	g *game.Game) (interaction.Response, error) {
	if err := l.Lessons.Done(ctx, r.Player, at.Name, at.course); err != nil {
		return interaction.Response{}, err
	}
	now, err := l.Lessons.Progress(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	return l.taskDone(r, at, g, now), nil
}

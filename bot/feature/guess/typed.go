package guess

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/game/notation"
)

// maxTyped is the longest guess that can be typed, in characters.
const maxTyped = 40

// showForm opens the modal to type a guess, which is quicker than two menus.
func (g *guess) showForm(ctx context.Context, r *interaction.Request, c discord.ControlID,
	one archive.Game) (interaction.Response, error) {
	s, ok := parseScore(c.Arg)
	line := s.line(&one, int(c.Turn))
	if !ok || line.AtEnd() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	p, _ := line.Position(line.At)
	w := g.Readers.For(r)
	return interaction.Response{Modal: &discord.Modal{CustomID: discord.ControlID{Action: actionTyped, ID: c.ID,
		Turn: c.Turn, Arg: c.Arg}.String(),
		Title: w.Text("guess.type"), Label: w.Text("guess.type.label",
			locale.Args{"Example": w.Short(&p, view.ExampleMove(&p))}), MaxLength: maxTyped}}, nil
}

// submitForm handles the submitted modal: a guess in any notation.
func (g *guess) submitForm(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	read := func(l *archive.Line, s *score, text string) (outcome, error) {
		p, _ := l.Position(l.At)
		m, err := notation.Parse(text).Move(&p, g.Readers.For(r).Notation())
		if err != nil {
			return outcome{}, &match.MoveError{Text: text, Turn: p.Turn(), Err: err, Position: &p}
		}
		return chooseMove(l, s, m.String())
	}
	return g.round(read)(ctx, r, c)
}

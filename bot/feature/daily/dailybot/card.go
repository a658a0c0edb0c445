package dailybot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"yeye/ai/puzzle"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/feature/daily"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/render"
)

// Minimum ratings of puzzles with two and three stars.
const twoStars, threeStars = 1200, 1600

func stars(p puzzle.Puzzle) string {
	switch {
	case p.Rating < twoStars:
		return "★☆☆"
	case p.Rating < threeStars:
		return "★★☆"
	default:
		return "★★★"
	}
}

// Card implements [display.Source]. It shows the solution only once the number is closed.
func (f *feat) Card(ctx context.Context, of id.Match, _ int64, _ string) (display.Card, error) {
	p, err := f.Daily.Find(ctx, of)
	if errors.Is(err, daily.ErrUnknown) {
		return display.Card{}, display.ErrGone
	}
	if err != nil {
		return display.Card{}, err
	}
	z, err := f.Puzzles.Get(f.Daily.Puzzle(p.Number))
	if err != nil {
		return display.Card{}, display.ErrGone // a later version withdrew it
	}
	reader := f.Readers.InLocale(p.Locale)
	w := reader.Words
	said := []string{w.Text("daily.head", locale.Args{"Number": int(p.Number), "Side": w.Color(z.Start.Turn()),
		"Stars": stars(z)}), w.Text("daily.ask." + string(z.Kind))}
	total, err := f.Daily.TotalIn(ctx, p.Guild, p.Number)
	if err != nil {
		return display.Card{}, err
	}
	if total.Tried > 0 {
		said = append(said, w.Text("daily.count", locale.Args{"Count": total.Tried, "Solved": total.Solved}))
	}
	closed := f.Daily.Closed(p.Number)
	if closed {
		text, err := f.solutionText(ctx, reader, p.Number)
		if err != nil {
			return display.Card{}, err
		}
		said = append(said, text)
	} else {
		said = append(said, "-# "+w.Text("daily.talk"))
	}
	row, _, err := f.Cards.Row(ctx, p.Subject())
	if err != nil {
		return display.Card{}, err
	}
	settled, err := f.Daily.DateOver(ctx, p.Guild, p.Number)
	if err != nil {
		return display.Card{}, err
	}
	c := display.Card{Guild: p.Guild, Channel: p.Channel, Rev: p.Rev, Turn: int64(p.Number), Created: p.At,
		Touched: p.At, Text: reader.Localizer,
		// edited in place; not posted again if it was deleted, its day is over, or its channel was lost
		Settled: true, Silent: row.Message != "" || row.Shown > 0 || settled, Unasked: true}
	c.Message = discord.Message{Content: strings.Join(said, "\n"), Rows: []discord.Row{f.controls(reader, p, closed)}}
	c.Draw = func() ([]discord.File, error) {
		return f.Painter.Picture(w, render.View{Position: z.Start, Below: z.Start.Turn(), Style: reader.Style()}, "")
	}
	return c, nil
}

func (f *feat) controls(r *view.Reader, p daily.Post, closed bool) discord.Row {
	row := discord.Row{
		discord.ControlID{Action: actionSolve, ID: p.ID, Turn: int64(p.Number),
			Nonce: strconv.FormatInt(p.Rev, 36)}.Button(r.Text("daily.solve"), discord.Primary),
	}
	if !closed && f.Daily.Puzzle(p.Number-1) != "" {
		row = append(row, discord.ControlID{Action: actionSolution, ID: p.ID,
			Turn: int64(p.Number)}.Button(r.Text("daily.yesterday"), discord.Secondary))
	}
	return row
}

// solutionText returns the solution of a number as a spoiler, with how many players on all servers found it.
func (f *feat) solutionText(ctx context.Context, r *view.Reader, n daily.Number) (string, error) {
	z, err := f.Puzzles.Get(f.Daily.Puzzle(n))
	if err != nil {
		return "", err
	}
	world, err := f.Daily.Everywhere(ctx, n)
	if err != nil {
		return "", err
	}
	moves := strings.Join(r.Line(z.Start, z.Line, len(z.Line)), " ")
	text := r.Text("daily.solution", locale.Args{"Number": int(n), "Line": moves})
	if world.Tried > 0 {
		text = r.Sentences(text, r.Text("daily.found", locale.Args{"Solved": world.Solved, "Count": world.Tried}))
	}
	return text, nil
}

// Lost implements [display.Source]. Posts end after several refusals; a refused edit of a post that the channel took is
// none, unless the channel is gone.
func (f *feat) Lost(ctx context.Context, of id.Match, at place.Fact) error {
	p, err := f.Daily.Find(ctx, of)
	if err != nil {
		return nil // the post was deleted
	}
	row, _, err := f.Cards.Row(ctx, p.Subject())
	if err != nil || row.Message != "" && at.Status != place.Deleted {
		return err
	}
	return f.Daily.RecordRefusal(ctx, p.Guild, at.Channel, at.Status == place.Deleted)
}

package practice

import (
	"strconv"
	"strings"

	"yeye/ai/masters"
	"yeye/bot/discord"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// Text returns the page, two lines per move, short enough for a phone.
func (p *Page) Text(r *view.Reader) string {
	w := r.Words
	if len(p.moves) == 0 {
		text := w.Text("masters.none")
		if p.last != game.NoMove {
			text += "\n" + w.Text("masters.until", locale.Args{"Number": p.before.MoveNumber(),
				"Side": w.Color(p.before.Turn()), "Move": w.Move(&p.before, p.last)})
		}
		return text
	}
	lines := []string{w.Text("masters.head", locale.Args{"Count": p.games})}
	for _, m := range p.moves {
		lines = append(lines, w.Text("masters.move", locale.Args{"Move": p.written(r, m.Move), "Count": m.Games})+
			years(w, &m), result(r, &m))
	}
	if !r.Aloud() {
		lines = append(lines, "-# "+w.Text("masters.legend", locale.Args{"Red": barCells[0], "Draw": barCells[1],
			"Black": barCells[2]}))
	}
	return strings.Join(lines, "\n")
}

func (p *Page) written(r *view.Reader, m game.Move) string {
	if r.Aloud() {
		after := p.at.After(m)
		return r.Words.Aloud(&p.at, m, after.InCheck())
	}
	return r.Words.Move(&p.at, m)
}

// years returns the years of a move's games after a separator, "" if not known.
func years(w *words.Words, m *masters.Move) string {
	switch {
	case m.First == 0:
		return ""
	case m.First == m.Last:
		return " · " + strconv.Itoa(m.First)
	}
	return " · " + w.Text("masters.years", locale.Args{"First": m.First, "Last": m.Last})
}

// barCells are the characters of the bar: Red won, drawn, Black won.
var barCells = [3]string{"🟥", "⬜", "⬛"}

// result returns the results of the games with a move: a bar and percentages, or words for a screen reader.
func result(r *view.Reader, m *masters.Move) string {
	counts := [3]int{m.Red, m.Draws, m.Black}
	of := shares(counts, 100)
	args := locale.Args{"Red": of[0], "Draws": of[1], "Black": of[2]}
	if r.Aloud() {
		return r.Text("masters.result", args)
	}
	const width = 8
	bar := ""
	for i, n := range shares(counts, width) {
		bar += strings.Repeat(barCells[i], n)
	}
	return strings.TrimSpace(bar + " " + r.Text("masters.shares", args))
}

// shares divides whole in proportion to counts, rounded so that the parts add up to whole; all zero if the counts are.
func shares(counts [3]int, whole int) (parts [3]int) {
	sum := counts[0] + counts[1] + counts[2]
	if sum == 0 {
		return parts
	}
	upto, given := 0, 0
	for i, n := range counts {
		upto += n
		to := (2*upto*whole + sum) / (2 * sum)
		parts[i], given = to-given, to
	}
	return parts
}

// Options returns the moves as options of a select, with moves in coordinates as values; none if no move is known.
func (p *Page) Options(w *words.Words) (options []discord.Option) {
	for _, m := range p.moves {
		options = append(options, discord.Option{Label: w.Short(&p.at, m.Move), Value: m.Move.String(),
			Description: w.Text("masters.games", locale.Args{"Count": m.Games})})
	}
	return options
}

package tournamentbot

import (
	"context"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/render"
)

// draw returns the function that draws the final pictures of a tournament: the table and, once known, the final
// position of the best game.
func (f *feat) draw(ctx context.Context, r *view.Reader,
	t *tournament.Tournament) (func() ([]discord.File, error), error) {
	table := t.Table()
	best, err := f.bestMatch(ctx, t)
	if err != nil {
		return nil, err
	}
	return func() ([]discord.File, error) {
		card, err := f.Painter.Standings(picture(r, t, table))
		if err != nil {
			return nil, err
		}
		files := []discord.File{{Name: "standings.png", ContentType: "image/png",
			Description: locale.Cut(altText(r, t, table), discord.MaxAlt), Data: card.PNG}}
		if best == nil {
			return files, nil
		}
		board, err := f.Painter.Picture(r.Words, view.Board(r.Words, best, r.Style(), view.Below(best), game.NoSquare),
			pair(r, t, t.Board(t.Best.Round, t.Best.Number))+":")
		return append(files, board...), err
	}, nil
}

// picture returns the table of the leading players with their results by round. An arena and a simul have no rounds.
func picture(r *view.Reader, t *tournament.Tournament, table []tournament.Row) render.Standings {
	g := render.Standings{Title: locale.Visible(title(r.Localizer, t), maxName)}
	if !t.ByGames() {
		g.Rounds = min(t.Round, render.MaxStandingsRounds)
	}
	places := map[int]int{}
	for _, row := range table {
		places[row.Number] = row.Place
	}
	for _, row := range table[:min(len(table), render.MaxStandingsRows)] {
		one := render.StandingsRow{Place: row.Place, Name: bareName(r, row.Entrant), Points: row.Points}
		if row.Gone() {
			one.Number = row.Number
		}
		for _, c := range row.Results[:min(len(row.Results), g.Rounds)] {
			one.Cells = append(one.Cells, render.StandingsCell{Opponent: places[c.Opponent], Points: c.Points,
				Empty: c.Kind == ""})
		}
		g.Rows = append(g.Rows, one)
	}
	return g
}

// altText describes the picture in words.
func altText(r *view.Reader, t *tournament.Tournament, table []tournament.Row) string {
	lines := []string{locale.Visible(title(r.Localizer, t), maxName)}
	for _, row := range table[:min(len(table), render.MaxStandingsRows)] {
		lines = append(lines, strconv.Itoa(row.Place)+". "+bareName(r, row.Entrant)+" "+strconv.Itoa(row.Points))
	}
	return strings.Join(lines, r.Text("list.semicolon"))
}

package tournamentbot

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/interaction"
	"yeye/bot/match/view"
)

// export answers with the table as a file of comma-separated values.
func (f *feat) export(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	t *tournament.Tournament) (interaction.Response, error) {
	data, err := f.csv(ctx, f.Readers.For(r), t)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Answer(discord.Message{Content: r.Text.Text("tournament.exported"),
		Files: []discord.File{{Name: "tournament-" + string(t.ID) + ".csv", ContentType: "text/csv", Data: data}}}), nil
}

// csv writes the standings with every round: the opponent's number, the side and the points, as cross tables have them.
// Players who hide their profile have no rating in it.
func (f *feat) csv(ctx context.Context, r *view.Reader, t *tournament.Tournament) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("\ufeff") // the byte order mark makes spreadsheets read UTF-8
	w := csv.NewWriter(&b)
	row := []string{"place", "number", "name", "rating", "points", "opponents", "direct", "wins", "wins with black",
		"decided by"}
	all := t.Table()
	seen, err := f.Matches.Policy().Shown(ctx, "", t.Entrants()...)
	if err != nil {
		return nil, err
	}
	rounds := 0
	for _, one := range all {
		rounds = max(rounds, len(one.Results))
	}
	for i := range rounds {
		row = append(row, fmt.Sprintf("round %d", i+1))
	}
	if err := w.Write(row); err != nil {
		return nil, err
	}
	for _, one := range all {
		rating := ""
		if points, ok := one.Rated(seen); ok {
			rating = strconv.Itoa(points)
		}
		opponents := strconv.Itoa(one.Opponents)
		if t.AllMeet() {
			opponents = "" // they decide nothing
		}
		row := []string{
			strconv.Itoa(one.Place),
			strconv.Itoa(one.Number),
			escapeFormula(bareName(r, one.Entrant)),
			rating,
			strconv.Itoa(one.Points),
			opponents,
			strconv.Itoa(one.Direct),
			strconv.Itoa(one.Wins),
			strconv.Itoa(one.BlackWins),
			string(one.By),
		}
		for _, c := range one.Results {
			row = append(row, cell(c))
		}
		if err := w.Write(row); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// cell writes a player's result in a round.
func cell(c tournament.Cell) string {
	switch {
	case c.Opponent == 0:
		return string(c.Kind)
	case c.Pending:
		return fmt.Sprintf("%d%c", c.Opponent, side(c))
	}
	text := fmt.Sprintf("%d%c %d", c.Opponent, side(c), c.Points)
	if c.How != tournament.Played {
		text += " " + string(c.How)
	}
	return text
}

func side(c tournament.Cell) rune {
	if c.Side < 0 {
		return 'b'
	}
	return 'r'
}

// escapeFormula escapes a name that a spreadsheet would take for a formula.
func escapeFormula(name string) string {
	if name != "" && strings.ContainsRune("=+-@\t", rune(name[0])) {
		return "'" + name
	}
	return name
}

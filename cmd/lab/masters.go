package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"yeye/ai/masters"
)

// mastersCmd prints what masters play in a position, and packs the table of masters' moves:
//
//	lab masters "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
//	lab masters pack master_moves.tsv
type mastersCmd struct {
	Show mastersShowCmd `cmd:"" default:"withargs" help:"Print the moves of a position."`
	Pack mastersPackCmd `cmd:"" help:"Make the table from a text."`
}

type mastersShowCmd struct {
	Position string `arg:"" help:"A position in any form, with moves behind it or not."`
}

func (c *mastersShowCmd) Run() error {
	text, err := answerMasters(c.Position)
	fmt.Print(text)
	return err
}

// answerMasters returns a line for each move of masters in a position, with tab-separated fields: the move, the games,
// those won by Red, drawn, won by Black, the years of the first and the last game.
func answerMasters(position string) (string, error) {
	p, err := readPosition(position)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, m := range masters.At(&p) {
		fields := []string{m.String()}
		for _, n := range []int{m.Games, m.Red, m.Draws, m.Black} {
			fields = append(fields, strconv.Itoa(n))
		}
		for _, year := range []int{m.First, m.Last} {
			written := ""
			if year > 0 {
				written = strconv.Itoa(year)
			}
			fields = append(fields, written)
		}
		fmt.Fprintln(&text, strings.Join(fields, "\t"))
	}
	return text.String(), nil
}

type mastersPackCmd struct {
	Text string `arg:"" type:"existingfile" help:"The moves, one a line; ai/masters says how."`
	Out  string `default:"ai/masters/masters.bin" help:"The file to write."`
}

func (c *mastersPackCmd) Run() error {
	text, err := os.Open(c.Text)
	if err != nil {
		return err
	}
	defer text.Close()
	table, err := masters.Pack(text)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Text, err)
	}
	fmt.Printf("%d bytes\n", len(table))
	return replaceFile(c.Out, table)
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"yeye/ai"
	"yeye/ai/agreement"
	"yeye/ai/character"
	"yeye/bot/match/rating"
	"yeye/game"
)

// reviewCmd measures how often characters of known strength choose the engine's move, for the table of ai/agreement:
// samples of honest players of each rating. It appends a line of JSON to the file for each side of a game; the same
// command resumes it.
//
//	lab match level=3 level=3 --pairs 20 --games 3-3.pgn
//	lab review 3-3.pgn 4-3.pgn --max-games 12 -o samples.jsonl
//	lab review -o samples.jsonl --table > ai/agreement/table.go
type reviewCmd struct {
	Files    []string `arg:"" optional:"" type:"existingfile" help:"PGN files of lab match between characters."`
	MaxGames int      `default:"12" help:"Games to measure of each file."`
	Out      string   `short:"o" required:"" type:"path" help:"File of samples; new ones are appended."`
	Table    bool     `help:"Print the samples as the table of ai/agreement, without measuring."`
}

// measured is one side of a game.
type measured struct {
	File  string          `json:"file"`
	Game  int             `json:"game"`
	Level character.Level `json:"level"`
	agreement.Sample
}

func (c *reviewCmd) Run(ctx context.Context) error {
	old, whole, err := c.read()
	if err != nil {
		return err
	}
	if c.Table {
		return c.print(old)
	}
	done := map[string]int{}
	for _, m := range old {
		done[m.File] = max(done[m.File], m.Game+1)
	}
	out, err := os.OpenFile(c.Out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := out.Truncate(whole); err != nil {
		return err
	}
	engine := ai.New(ai.Options{HashMB: 32})
	for n := range c.MaxGames { // one game of each file in turn, so that partial results are balanced
		for _, name := range c.Files {
			if n < done[name] {
				continue
			}
			if err := c.measure(ctx, engine, name, n, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure writes both sides of the nth game of a journal.
func (c *reviewCmd) measure(ctx context.Context, engine *ai.Engine, name string, n int, out *os.File) error {
	games, err := readGames(name)
	if err != nil {
		return err
	}
	if n >= len(games) {
		return nil
	}
	p := games[n]
	g := game.NewGame(p.Opening.Start, game.Asian)
	for _, m := range p.Moves {
		if err := g.PlayOn(m); err != nil {
			return fmt.Errorf("%s, game %d: %w", name, n, err)
		}
	}
	sides, err := agreement.Measure(ctx, engine, g, nil)
	if err != nil {
		return err
	}
	var text []byte
	for c, player := range [2]string{p.Red, p.Black} {
		l, known := character.Named(player)
		if !known {
			return fmt.Errorf("%s: %s is not a character", name, player)
		}
		line, err := json.Marshal(measured{name, n, l, sides[c]})
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	_, err = out.Write(text) // both sides at once: half a game would have to be measured again
	return err
}

// read returns the samples of complete games and their length in bytes. After a crash, half a game may follow them.
func (c *reviewCmd) read() (all []measured, whole int64, err error) {
	text, err := os.ReadFile(c.Out)
	if os.IsNotExist(err) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	games, at := 0, 0 // samples of complete games, bytes read
	for {
		line, _, ended := bytes.Cut(text[at:], []byte("\n"))
		if !ended {
			return all[:games], whole, nil
		}
		var m measured
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, 0, fmt.Errorf("%s, line %d: %w", c.Out, len(all)+1, err)
		}
		at += len(line) + 1
		all = append(all, m)
		if n := len(all); n > 1 && all[n-2].File == m.File && all[n-2].Game == m.Game {
			games, whole = n, int64(at)
		}
	}
}

// head is the start of the printed file. Keep its comment equal to that in ai/agreement.
const head = `package agreement

// table is the reference: samples of characters by their ratings (package rating), one {moves that
// count, of them the engine's first choice, mean accuracy} per game and side. lab review prints it
// from journals of lab match between characters of the same or neighboring levels, with drawn
// openings and at most eight games per pair, measured as players' games are. The Newborn plays any
// legal move and the Immortal is the engine, so both are left out.
var table = [...]strength{
`

// print writes the table of the characters from the Kid to Grandpa.
func (c *reviewCmd) print(all []measured) error {
	const perLine = 10
	fmt.Print(head)
	for level := character.Kid; level < character.Immortal; level++ {
		fmt.Printf("\t{%.0f, []Sample{", rating.CharacterAt(level).Value)
		n := 0
		for _, m := range all {
			if m.Level != level || m.Moves == 0 {
				continue
			}
			if n%perLine == 0 {
				fmt.Print("\n\t\t")
			} else {
				fmt.Print(" ")
			}
			fmt.Printf("{%d, %d, %.1f},", m.Moves, m.Agreed, m.Accuracy)
			n++
		}
		fmt.Print("\n\t}},\n")
	}
	fmt.Print("}\n")
	return nil
}

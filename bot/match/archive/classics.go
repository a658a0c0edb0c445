package archive

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/record"
)

//go:embed classics.txt
var classicsText string

// Classics returns the games of old manuals in classics.txt, in the order of the file. They are imported games without
// an owner, which everyone may view.
var Classics = sync.OnceValue(func() (all []Imported) {
	for line := range strings.Lines(classicsText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		one, err := parseClassic(strings.TrimSpace(line))
		if err != nil {
			panic(err) // a test parses all of them
		}
		all = append(all, one)
	}
	return all
})

// parseClassic parses a line of classics.txt: id, title, result and moves, separated by tabs.
func parseClassic(line string) (one Imported, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 4 {
		return one, fmt.Errorf("archive: %q has not id, title, result and moves", line)
	}
	one = Imported{ID: id.Match(f[0]), Title: f[1]}
	var known bool
	if one.Result, known = game.ParseResult(f[2]); !known {
		return one, fmt.Errorf("archive: %s: no result %q", f[0], f[2])
	}
	if one.Game, err = match.ParseGame(game.StartFEN, game.Asian.String(), f[3]); err != nil {
		return one, fmt.Errorf("archive: %s: %w", f[0], err)
	}
	one.Record = record.FromGame(one.Game)
	one.Record.Info.Title, one.Record.Result = one.Title, one.Result
	return one, nil
}

// findClassic returns a classic by its id. Its record is a copy, since callers annotate it.
func findClassic(of id.Match) (Imported, bool) {
	for _, one := range Classics() {
		if one.ID == of {
			one.Record = new(*one.Record)
			one.Record.Line = slices.Clone(one.Record.Line)
			return one, true
		}
	}
	return Imported{}, false
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"

	"yeye/ai"
	"yeye/ai/arena"
	"yeye/bot/voice"
	"yeye/game"
)

// voiceCmd lets the characters of a journal's games talk, as if each had played a
// person, and counts who says which line how often, and how long they wait before
// their answers. With --as every character plays every game. With --read it prints
// the lines at their plies, to be read like a player would.
//
//	lab voice 4-3.pgn --language vi --read
type voiceCmd struct {
	Files    []string `arg:"" type:"existingfile" help:"PGN files of lab match."`
	Games    int      `default:"50" help:"Maximum number of games per file."`
	Language string   `enum:"en,zh-CN,zh-TW,vi" default:"en" help:"Language of the lines: en, zh-CN, zh-TW or vi."`
	Nodes    uint64   `default:"3000" help:"Nodes a character searches to judge its position."`
	Read     bool     `help:"Print every line."`
	As       bool     `help:"Let every character speak in every game, as if it had played it."`
}

// talk holds the lines of one character.
type talk struct {
	games, lines int
	kinds        map[string]int
	waits        []time.Duration // before its answers, in addition to the search
}

func (c *voiceCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	catalog, err := voice.Open()
	if err != nil {
		return err
	}
	engine := ai.New(ai.Options{HashMB: 8})
	all := make([]talk, len(ai.Characters()))
	for _, name := range c.Files {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		games, _, err := arena.ReadPlayed(file)
		file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i, p := range games[:min(len(games), c.Games)] {
			for side, player := range [2]string{p.Red, p.Black} {
				for _, character := range ai.Characters() {
					if character.Name != player && !c.As {
						continue
					}
					if err := c.game(ctx, catalog, engine, p, character, game.Color(side), uint64(i), &all[character.Level]); err != nil {
						return err
					}
				}
			}
		}
	}
	for _, character := range ai.Characters() {
		t := all[character.Level]
		if t.games == 0 {
			continue
		}
		kinds := make([]string, 0, len(t.kinds))
		for kind, n := range t.kinds {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, n))
		}
		sort.Strings(kinds)
		fmt.Printf("%-12s %d games, %.1f lines a game: %s\n", character.Name, t.games, float64(t.lines)/float64(t.games), strings.Join(kinds, ", "))
		slices.Sort(t.waits)
		at := func(percent int) time.Duration { return t.waits[len(t.waits)*percent/100].Round(10 * time.Millisecond) }
		if len(t.waits) > 0 {
			fmt.Printf("%-12s lingers %v, %v, %v over a tenth, half and nine tenths of %d answers\n", "", at(10), at(50), at(90), len(t.waits))
		}
	}
	return nil
}

// game lets one side of a game talk.
func (c *voiceCmd) game(ctx context.Context, catalog *voice.Catalog, e *ai.Engine, p *arena.Played, who ai.Character, side game.Color, seed uint64, t *talk) error {
	g := game.NewGame(p.Opening.Start, game.Asian)
	var memory voice.Memory
	turn := voice.Turn{Game: g, Side: side, Valued: who.Nodes > 0}
	t.games++
	if t.kinds == nil {
		t.kinds = map[string]int{}
	}
	if c.Read {
		fmt.Printf("%s as %v, game %d.%d of %d plies\n", who.Name, side, p.Pair, p.Leg, len(p.Moves))
	}
	say := func() {
		line, next, ok := catalog.Say(c.Language, int(who.Level), voice.Moments(&turn), g.Ply(), int64(g.Ply()), seed, memory)
		if !ok {
			return
		}
		memory = next
		kind, _, _ := strings.Cut(line.ID, "/")
		kind, _, _ = strings.Cut(kind, ".")
		t.kinds[kind]++
		t.lines++
		if c.Read {
			fmt.Printf("%5d %-12s %s\n", g.Ply(), kind, line.Text)
		}
	}
	if g.Position().Turn() != side {
		say() // the first card, before the other side's move
	}
	for _, m := range p.Moves {
		own := g.Position().Turn() == side
		if own && turn.Valued {
			info, err := e.Search(ctx, g, ai.Limits{Nodes: c.Nodes}, nil)
			if err != nil {
				return err
			}
			if err := context.Cause(ctx); err != nil {
				return err
			}
			turn.Before, turn.Now = turn.Now, int(info.Score)
		}
		if own {
			t.waits = append(t.waits, voice.Due(voice.Pace{Level: int(who.Level), Game: g, Answer: m, Seed: seed, Before: turn.Before, Now: turn.Now, Valued: turn.Valued}))
		}
		if err := g.Play(m); err != nil {
			return err
		}
		if turn.Outcome = g.Outcome(); !own && !turn.Outcome.Over() {
			continue
		}
		say()
	}
	return nil
}

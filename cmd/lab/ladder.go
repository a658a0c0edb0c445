package main

import (
	"fmt"
	"strings"

	"yeye/ai/character"
	"yeye/bot/match/rating"
	"yeye/game"
)

// ladderCmd rates the characters on one scale, from the games of any number of matches between them:
//
//	lab match level=3 level=2 --pairs 200 --games 3-2.pgn
//	lab ladder *.pgn
//
// In a chain of matches between neighbors errors add up. Matches that skip one level are worth more
// than longer ones.
type ladderCmd struct {
	Games     []string `arg:"" type:"existingfile" help:"PGN files of lab match."`
	Anchor    int      `default:"3" help:"Level whose strength is fixed."`
	At        float64  `default:"1500" help:"Strength of that level."`
	Bootstrap int      `default:"1000" help:"Bootstrap samples for the error, drawn by pairs of games."`
	Seed      uint64   `default:"1" help:"Seed of the bootstrap."`
}

func (c *ladderCmd) Run() error {
	var meetings []rating.Meeting
	var met [character.Count][character.Count]struct{ games, points float64 }
	groups := 0
	for _, name := range c.Games {
		games, err := readGames(name)
		if err != nil {
			return err
		}
		pairs := 0
		for _, p := range games {
			red, known := character.Named(p.Red)
			black, too := character.Named(p.Black)
			if !known || !too {
				return fmt.Errorf("%s: %s and %s are not both characters", name, p.Red, p.Black)
			}
			pairs = max(pairs, p.Pair)
			m := rating.Meeting{Red: int(red), Black: int(black), Score: p.Result.For(game.Red).Points(),
				Group: groups + p.Pair}
			meetings = append(meetings, m)
			met[red][black].games++
			met[red][black].points += m.Score
			met[black][red].games++
			met[black][red].points += 1 - m.Score
		}
		groups += pairs
	}
	fields, err := present(meetings)
	if err != nil {
		return err
	}
	values, edge, err := rating.StrengthsWithError(len(fields), fields[c.Anchor], renamed(meetings, fields),
		c.Bootstrap, c.Seed)
	if err != nil {
		return err
	}
	for _, l := range character.All() {
		i, ok := fields[int(l)]
		if !ok {
			continue
		}
		v := values[i]
		var against []string
		for o, m := range met[l] {
			if m.games > 0 && o != int(l) {
				against = append(against, fmt.Sprintf("%s %.0f/%.0f", character.Level(o), m.points, m.games))
			}
		}
		fmt.Printf("%d %-12s %5.0f (95 %%: %.0f to %.0f)  against %s\n", l, l, c.At+v.Value, c.At+v.Low, c.At+v.High,
			strings.Join(against, ", "))
	}
	fmt.Printf("the first move %.0f (%.0f to %.0f); %d games\n", edge.Value, edge.Low, edge.High, len(meetings))
	return nil
}

// present numbers the levels that have played.
func present(meetings []rating.Meeting) (map[int]int, error) {
	played := [character.Count]bool{}
	for _, m := range meetings {
		played[m.Red], played[m.Black] = true, true
	}
	fields := map[int]int{}
	for l, yes := range played {
		if yes {
			fields[l] = len(fields)
		}
	}
	if len(fields) < 2 {
		return nil, fmt.Errorf("games of at least two characters are needed, not of %d", len(fields))
	}
	return fields, nil
}

func renamed(meetings []rating.Meeting, fields map[int]int) []rating.Meeting {
	all := make([]rating.Meeting, len(meetings))
	for i, m := range meetings {
		m.Red, m.Black = fields[m.Red], fields[m.Black]
		all[i] = m
	}
	return all
}

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
// Errors add up in a chain of matches between neighbors: also play matches that skip a level.
type ladderCmd struct {
	Games     []string `arg:"" type:"existingfile" help:"PGN files of lab match."`
	Anchor    int      `default:"3" help:"Level whose strength is fixed."`
	At        float64  `default:"1500" help:"Strength of that level."`
	Bootstrap int      `default:"1000" help:"Bootstrap samples for the error, drawn by pairs of games."`
	Seed      uint64   `default:"1" help:"Seed of the bootstrap."`
}

func (c *ladderCmd) Run() error {
	var meetings []rating.Meeting
	var scores [character.Count][character.Count]struct{ games, points float64 }
	groups := 0
	for _, name := range c.Games {
		games, err := readGames(name)
		if err != nil {
			return err
		}
		pairs := 0
		for _, p := range games {
			red, known := character.Named(p.Red)
			black, alsoKnown := character.Named(p.Black)
			if !known || !alsoKnown {
				return fmt.Errorf("%s: %s and %s are not both characters", name, p.Red, p.Black)
			}
			pairs = max(pairs, p.Pair)
			m := rating.Meeting{Red: int(red), Black: int(black), Score: p.Result.For(game.Red).Points(),
				Group: groups + p.Pair}
			meetings = append(meetings, m)
			scores[red][black].games++
			scores[red][black].points += m.Score
			scores[black][red].games++
			scores[black][red].points += 1 - m.Score
		}
		groups += pairs
	}
	index, err := indexLevels(meetings)
	if err != nil {
		return err
	}
	values, firstMove, err := rating.StrengthsWithError(len(index), index[c.Anchor], reindexed(meetings, index),
		c.Bootstrap, c.Seed)
	if err != nil {
		return err
	}
	for _, l := range character.All() {
		i, ok := index[int(l)]
		if !ok {
			continue
		}
		v := values[i]
		var against []string
		for o, m := range scores[l] {
			if m.games > 0 && o != int(l) {
				against = append(against, fmt.Sprintf("%s %.0f/%.0f", character.Level(o), m.points, m.games))
			}
		}
		fmt.Printf("%d %-12s %5.0f (95 %%: %.0f to %.0f)  against %s\n", l, l, c.At+v.Value, c.At+v.Low, c.At+v.High,
			strings.Join(against, ", "))
	}
	fmt.Printf("the first move %.0f (%.0f to %.0f); %d games\n", firstMove.Value, firstMove.Low, firstMove.High,
		len(meetings))
	return nil
}

// indexLevels maps the levels that have played to indices from 0.
func indexLevels(meetings []rating.Meeting) (map[int]int, error) {
	played := [character.Count]bool{}
	for _, m := range meetings {
		played[m.Red], played[m.Black] = true, true
	}
	index := map[int]int{}
	for l, yes := range played {
		if yes {
			index[l] = len(index)
		}
	}
	if len(index) < 2 {
		return nil, fmt.Errorf("games of at least two characters are needed, not of %d", len(index))
	}
	return index, nil
}

func reindexed(meetings []rating.Meeting, index map[int]int) []rating.Meeting {
	all := make([]rating.Meeting, len(meetings))
	for i, m := range meetings {
		m.Red, m.Black = index[m.Red], index[m.Black]
		all[i] = m
	}
	return all
}

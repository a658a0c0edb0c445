package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/tournament"
	"yeye/internal/slow"
)

// A Swiss of eight and an arena are played through processes that are killed in every state: pairs and standings are those of an
// undisturbed tournament.
func TestTournamentsKilled(t *testing.T) {
	slow.Test(t)
	t.Parallel()
	for name, c := range map[string]struct {
		processes int
		db        func(t *testing.T) string
	}{
		"SQLite":     {1, func(t *testing.T) string { return filepath.Join(t.TempDir(), "yeye.db") }},
		"PostgreSQL": {2, onServer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Run("swiss", func(t *testing.T) {
				t.Parallel()
				openEvening(t, c.db(t), c.processes).swiss(chosen(swissMoments))
			})
			t.Run("arena", func(t *testing.T) {
				t.Parallel()
				openEvening(t, c.db(t), c.processes).arena(chosen(arenaMoments))
			})
		})
	}
}

// swiss plays a Swiss tournament of three rounds.
func (e *evening) swiss(kills []moment) {
	e.begin(tournament.Plan{System: tournament.Swiss, Rounds: 3}, kills)
	for round := 1; ; round++ {
		e.round(round, "· round ")
		if round == 3 {
			break
		}
		e.direct("Next round", func(t *tournament.Tournament) bool { return t.State == tournament.Pairing || t.Round > round })
	}
	e.over(swissOfEight, 12, 3, "· round ")
}

// arena plays two waves of an arena, in which all rest between.
func (e *evening) arena(kills []moment) {
	e.begin(tournament.Plan{System: tournament.Arena, Length: time.Hour}, kills)
	paused := func(t *tournament.Tournament) bool { return t.Paused }
	for wave := 1; ; wave++ {
		e.eventually(fmt.Sprint("wave ", wave, " is paired"), func() bool { return e.get().Round == wave })
		e.direct("Pause", paused) // or who has ended early would be paired before the others
		e.round(wave, "· new boards")
		if wave == 2 {
			break
		}
		time.Sleep(10 * time.Second) // all rest
		e.direct("Resume", func(t *tournament.Tournament) bool { return !paused(t) })
	}
	e.direct("No more rounds", func(t *tournament.Tournament) bool { return t.State == tournament.Done })
	e.over(arenaOfEight, 8, 2, "· new boards")
}

// swissOfEight and arenaOfEight are what the tournaments come to undisturbed: the lower number wins.
const swissOfEight = `done 3
1.1 game 1-5 1-0 played
1.2 game 6-2 0-1 played
1.3 game 3-7 1-0 played
1.4 game 8-4 0-1 played
2.1 game 4-1 0-1 played
2.2 game 2-3 1-0 played
2.3 game 5-8 1-0 played
2.4 game 7-6 0-1 played
3.1 game 1-2 1-0 played
3.2 game 3-5 1-0 played
3.3 game 6-4 0-1 played
3.4 game 8-7 0-1 played
1 1 6 10 in
2 2 4 12 in
3 4 4 8 in
4 3 4 8 in
5 6 2 10 in
6 5 2 10 in
7 7 2 6 in
8 8 0 8 in
`

const arenaOfEight = `done 2
1.1 game 1-8 1-0 played
1.2 game 2-7 1-0 played
1.3 game 3-6 1-0 played
1.4 game 4-5 1-0 played
2.1 game 1-4 1-0 played
2.2 game 2-3 1-0 played
2.3 game 5-8 1-0 played
2.4 game 6-7 1-0 played
1 1 4 0 in
1 2 4 0 in
3 3 2 0 in
3 4 2 0 in
3 5 2 0 in
3 6 2 0 in
7 7 0 0 in
7 8 0 0 in
`

var everyMoment = flag.Bool("moments", false, "kill tournaments at every moment, not only at the first of each state")

// chosen returns all moments, or the first of each state.
func chosen(all []moment) (some []moment) {
	state := ""
	for _, m := range all {
		now, _, _ := strings.Cut(m.name, ":")
		if *everyMoment || now != state {
			some = append(some, m)
		}
		state = now
	}
	return some
}

// swissMoments and arenaMoments are where tournaments are killed: in each transaction of the table of states, and between sending
// something to Discord and recording it. On a file one comes after the other, those after the announcement in the second round; for
// a board each rolls back what the next needs.
var (
	swissMoments = []moment{
		{"open: it begins", `UPDATE ON tournaments`, `OLD.state = 'open' AND NEW.state = 'pairing'`},
		{"pairing: its rows are written", `INSERT ON tournament_boards`, `NEW.round = 1 AND NEW.board = 3`},
		{"pairing: it begins to be played", `UPDATE ON tournaments`, `OLD.state = 'pairing' AND NEW.state = 'playing' AND NEW.round = 1`},
		{"playing: the round is announced", `UPDATE ON cards`, `NEW.kind = 'round' AND OLD.message = '' AND NEW.message <> ''`},
		{"playing: boards are about to begin", `UPDATE ON jobs`, `NEW.job = 'tournamentboard' AND NEW.worker <> ''`},
		{"playing: a thread is about to be opened", `UPDATE ON tournament_boards`, `OLD.opening = 0 AND NEW.opening = 1`},
		{"playing: a thread is open", `INSERT ON matches`, `NEW.kind = 'paired'`},
		{"playing: a board has its match", `UPDATE ON tournament_boards`, `OLD.game = '' AND NEW.game <> ''`},
		{"playing: a board has begun", `DELETE ON jobs`, `OLD.job = 'tournamentboard'`},
		{"playing: a card is posted", `UPDATE ON cards`, `NEW.kind = 'paired' AND OLD.message = '' AND NEW.message <> ''`},
		{"playing: a result", `UPDATE ON tournament_boards`, `OLD.result = '' AND NEW.result <> ''`},
		{"between: the last result", `UPDATE ON tournaments`, `OLD.state = 'playing' AND NEW.state = 'between'`},
		{"between: the next round", `UPDATE ON tournaments`, `OLD.state = 'between' AND NEW.state = 'pairing'`},
		{"between: the next round is to be paired", `UPDATE ON jobs`, `NEW.job = 'tournament' AND NEW.worker <> '' AND (SELECT state FROM tournaments WHERE id = NEW.id) = 'pairing'`},
		{"done: the last result", `UPDATE ON tournaments`, `NEW.state = 'done'`},
		{"done: the end is shown", `UPDATE ON cards`, `NEW.kind = 'tournament' AND OLD.message <> NEW.message AND (SELECT state FROM tournaments WHERE id = NEW.id) = 'done'`},
	}
	arenaMoments = []moment{
		{"open: it begins", `UPDATE ON tournaments`, `OLD.state = 'open' AND NEW.state = 'playing'`},
		{"playing: a wave is due", `UPDATE ON jobs`, `NEW.job = 'tournament' AND NEW.worker <> ''`},
		{"playing: the rows of a wave", `INSERT ON tournament_boards`, `NEW.board = 3`},
		{"playing: a wave is announced", `UPDATE ON cards`, `NEW.kind = 'round' AND OLD.message = '' AND NEW.message <> ''`},
		{"playing: a result", `UPDATE ON tournament_boards`, `OLD.result = '' AND NEW.result <> ''`},
		{"playing: the second wave", `UPDATE ON tournaments`, `OLD.round = 1 AND NEW.round = 2`},
		{"done: it ends", `UPDATE ON tournaments`, `NEW.state = 'done'`},
		{"done: the end is shown", `UPDATE ON cards`, `NEW.kind = 'tournament' AND OLD.message <> NEW.message AND (SELECT state FROM tournaments WHERE id = NEW.id) = 'done'`},
	}
)

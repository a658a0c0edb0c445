package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/bot/tournament"
	"yeye/internal/slow"
)

// evening is a tournament of eight people in a sandbox, played through processes that are killed.
type evening struct {
	*testing.T
	server *sandbox.Server
	path   string
	bots   []*process
	people map[id.Player]*person.Person
	db     *store.DB
	s      *tournament.Service
	of     id.Match
	events int
	acted  map[id.Match]time.Time // on each board
	stops  stops                  // nil before the beginning
}

// openEvening starts processes on a database.
func openEvening(t *testing.T, db string, processes int) *evening {
	e := &evening{T: t, path: db, people: map[id.Player]*person.Person{}, acted: map[id.Match]time.Time{}}
	e.server = sandbox.New(sandbox.Options{People: 8, Locales: slices.Repeat([]string{"en-US"}, 8), Limits: sandbox.Relaxed()})
	if err := e.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.server.Close() })
	for _, u := range e.server.Info().Users {
		p, err := person.Connect(t.Context(), e.server.API(), u.Token)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		e.people[id.Player(u.ID)] = p
	}
	e.bots = make([]*process, processes)
	for i := range e.bots {
		e.start(i)
		e.eventually("the commands are registered", func() bool {
			return strings.Contains(e.bots[0].log(), "commands registered")
		})
	}
	var err error
	if e.db, err = openQuietly(t.Context(), db, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.db.Close() })
	e.s = tournament.New(e.db, match.NewService(e.db), func(context.Context, id.Player, bool) (int, error) { return 0, nil })
	return e
}

// start starts a process and waits until it is connected.
func (e *evening) start(i int) {
	e.Helper()
	e.bots[i] = startProcess(e.T, []string{"DISCORD_TOKEN=" + e.server.BotToken(), "YEYE_DISCORD_API=" + e.server.API()},
		"serve", "--db", named(e.path, i), "--thinkers", "1", "--hash-mb", "1")
	e.eventually("connected", func() bool { return strings.Contains(e.bots[i].log(), "connected to Discord") })
}

// killHeld kills the process that is held at a moment, if one is, and starts it again.
func (e *evening) killHeld() (killed bool) {
	e.Helper()
	if e.stops == nil {
		return false
	}
	i, at := e.stops.held(e.T)
	if len(at) == 0 {
		return false
	}
	e.Logf("process %d is killed: %s", i, strings.Join(at, ", "))
	e.bots[i].kill()
	e.stops.free(e.T)
	clear(e.acted) // it may not have heard
	e.start(i)
	return true
}

// ask lets somebody ask the bot for something, until it answers or is killed.
func (e *evening) ask(act func(context.Context)) {
	e.Helper()
	ctx, cancel := context.WithTimeout(e.Context(), 10*time.Second)
	defer cancel()
	answered := make(chan struct{})
	go func() {
		act(ctx)
		close(answered)
	}()
	for {
		select {
		case <-answered:
			return
		case <-time.After(50 * time.Millisecond):
			if e.killHeld() {
				cancel()
			}
		}
	}
}

func (e *evening) eventually(what string, holds func() bool) {
	e.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(50 * time.Millisecond) {
		if e.killHeld(); time.Now().After(end) {
			e.Fatalf("never: %s\n%s\n%s", what, e.told(), e.bots[0].log())
		}
	}
}

func (e *evening) actor(p id.Player) tournament.Actor {
	e.events++
	return tournament.Actor{Event: id.Event(fmt.Sprint("evening ", e.events)), Player: p, Name: "member " + string(p), Manager: true}
}

// direct presses a button of the director's page until it has done what it should.
func (e *evening) direct(button string, done func(*tournament.Tournament) bool) {
	e.Helper()
	boss, square := e.people[e.director()], e.server.Info().Channels[0].ID
	e.eventually(button, func() bool {
		if done(e.get()) {
			return true
		}
		e.ask(func(ctx context.Context) {
			if page, err := boss.Command(ctx, square, "director"); err == nil {
				_, _ = boss.Press(ctx, page, button) // whoever is killed now may have heard it or not
			}
		})
		return done(e.get())
	})
}

func (e *evening) director() id.Player { return id.Player(e.server.Info().Users[0].ID) }

// begin opens a tournament that all have joined, and starts it. From now on processes are killed.
func (e *evening) begin(p tournament.Plan, kills []moment) {
	e.Helper()
	info := e.server.Info()
	p.Guild, p.Channel, p.Name, p.Locale, p.Timing = id.Guild(info.GuildID), id.Channel(info.Channels[0].ID), "Evening", "en-US", match.Timing{Base: 10 * time.Minute}
	made, err := e.s.Create(e.Context(), e.actor(e.director()), p)
	if err != nil {
		e.Fatal(err)
	}
	e.of = made.Tournament.ID
	for _, u := range info.Users {
		if _, err := e.s.Join(e.Context(), e.actor(id.Player(u.ID)), e.of); err != nil {
			e.Fatal(err)
		}
	}
	e.stops = newStops(e.T, e.path, kills)
	e.direct("Start", func(t *tournament.Tournament) bool { return t.State != tournament.Open })
}

func (e *evening) get() *tournament.Tournament {
	e.Helper()
	t, err := e.s.Get(e.Context(), e.of)
	if err != nil {
		e.Fatal(err)
	}
	return &t
}

// round plays the boards of a round by hand: two typed moves, then the player with the greater number resigns. Whatever was not heard
// is done again. Players are called before.
func (e *evening) round(round int, announcement string) {
	e.Helper()
	e.eventually(fmt.Sprint("round ", round, " is announced"), func() bool { return e.shown(announcement) == round })
	e.eventually(fmt.Sprint("round ", round, " is played"), func() bool {
		t := e.get()
		waits := t.Round < round || t.State == tournament.Pairing
		for _, b := range t.InRound(round) {
			if !b.Pending() {
				continue
			}
			if waits = true; b.Match != "" && time.Since(e.acted[b.Match]) > 4*time.Second {
				e.act(t, b)
			}
		}
		return !waits
	})
}

// act does what is next on a board.
func (e *evening) act(t *tournament.Tournament, b *tournament.Board) {
	e.Helper()
	m, err := match.NewService(e.db).Stored(e.Context(), b.Match)
	if err != nil {
		e.Fatal(err)
	}
	seats := t.Seats(b)
	if ply := m.Game.Ply(); ply < 2 {
		if _, err := e.people[seats[ply].Player].Say(e.Context(), string(b.Channel), []string{"h2e2", "h9g7"}[ply]); err != nil {
			e.Fatal(err)
		}
		e.played(b.Match, ply)
		return
	}
	loser := e.people[seats[0].Player]
	if b.Black > b.Red {
		loser = e.people[seats[1].Player]
	}
	e.acted[b.Match] = time.Now()
	e.ask(func(ctx context.Context) {
		if asked, err := loser.Command(ctx, string(b.Channel), "resign"); err == nil {
			_, _ = loser.Press(ctx, asked, "Yes, resign")
		}
	})
}

// played waits a moment for a move, so that the next act may follow.
func (e *evening) played(of id.Match, ply int) {
	e.acted[of] = time.Now()
	for range 10 {
		if m, err := match.NewService(e.db).Stored(e.Context(), of); err == nil && m.Game.Ply() > ply {
			delete(e.acted, of)
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// told says who played whom, by numbers, and the standings.
func (e *evening) told() string {
	t := e.get()
	var b strings.Builder
	fmt.Fprintln(&b, t.State, t.Round)
	for _, p := range t.Pairings {
		fmt.Fprintf(&b, "%d.%d %s %d-%d %s %s\n", p.Round, p.Number, p.Kind, p.Red, p.Black, p.Result, p.How)
	}
	for _, r := range t.Table() {
		fmt.Fprintln(&b, r.Place, r.Number, r.Points, r.Opponents, r.Status)
	}
	return b.String()
}

// shown returns how many messages of the channel have a text that matches a pattern.
func (e *evening) shown(pattern string) (n int) {
	e.Helper()
	info := e.server.Info()
	all, err := e.people[id.Player(info.Users[0].ID)].Messages(e.Context(), info.Channels[0].ID, 100)
	if err != nil {
		e.Fatal(err)
	}
	for _, m := range all {
		if ok, _ := regexp.MatchString(pattern, m.Content); ok {
			n++
		}
	}
	return n
}

// over requires that the tournament went as an undisturbed one although somebody was killed at every moment, and that nothing was done twice: a match and a thread a board, and one
// message a round, which calls each player once.
func (e *evening) over(want string, boards, rounds int, announcement string) {
	e.Helper()
	e.eventually("all is shown", func() bool {
		behind, err := store.Value[int](e.db.Read().Row(e.Context(), `SELECT COUNT(*) FROM cards WHERE shown < wanted`))
		return err == nil && behind == 0 && e.shown("is over. 🥇") > 0
	})
	e.eventually(fmt.Sprintf("killed at %q", e.stops.left()), func() bool { return len(e.stops.left()) == 0 })
	if got := e.told(); got != want {
		e.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	matches, err := store.Value[int](e.db.Read().Row(e.Context(), `SELECT COUNT(*) FROM matches`))
	if threads := e.shown(`^\d\.\d .+ – `); err != nil || matches != boards || threads != boards {
		e.Errorf("%d matches and %d threads, %v", matches, threads, err)
	}
	if n, ends := e.shown(announcement), e.shown("is over. 🥇"); n != rounds || ends != 1 {
		e.Errorf("%d rounds are announced, %d ends", n, ends)
	}
	calls := map[string]int{}
	for _, p := range e.server.Pings() {
		if strings.Contains(p.Preview, announcement) {
			calls[p.Username]++
		}
	}
	if len(calls) != 8 || slices.ContainsFunc(slices.Collect(maps.Values(calls)), func(n int) bool { return n != rounds }) {
		e.Errorf("called: %v", calls)
	}
}

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

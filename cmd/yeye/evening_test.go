package main

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/tournament"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/internal/wait"
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
	if e.db, err = openUnregistered(t.Context(), db, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.db.Close() })
	e.s = tournament.New(e.db, match.NewService(e.db), guild.New(e.db), func(context.Context, id.Player, bool) (int, error) { return 0, nil })
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
	wait.UntilLog(e.T, what, func() string { return e.told() + "\n" + e.bots[0].log() }, func() bool {
		if holds() {
			return true
		}
		e.killHeld()
		return false
	})
}

func (e *evening) actor(p id.Player) tournament.Actor {
	e.events++
	return tournament.Actor{Event: id.Event(fmt.Sprint("evening ", e.events)), Player: p, Name: "member " + string(p), Manages: id.Channel(e.server.Info().Channels[0].ID)}
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
	p.Guild, p.Channel, p.Name, p.Locale, p.Timing = id.Guild(info.GuildID), id.Channel(info.Channels[0].ID), "Evening", "en-US", match.TimeControl{Base: 10 * time.Minute}
	change, err := e.s.Create(e.Context(), e.actor(e.director()), p)
	if err != nil {
		e.Fatal(err)
	}
	e.of = change.Tournament.ID
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

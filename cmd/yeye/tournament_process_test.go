package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
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
	random *rand.Rand
	kills  int // still to come
}

// openEvening starts processes on a database, which are to be killed this often.
func openEvening(t *testing.T, db string, processes, kills int) *evening {
	e := &evening{T: t, path: db, people: map[id.Player]*person.Person{}, acted: map[id.Match]time.Time{}, random: rand.New(rand.NewPCG(1, uint64(processes))), kills: kills}
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
		"serve", "--db", e.path, "--thinkers", "1", "--hash-mb", "1")
	e.eventually("connected", func() bool { return strings.Contains(e.bots[i].log(), "connected to Discord") })
}

// maybeKill kills one of the processes, at some moment of what the last act made it do.
func (e *evening) maybeKill() {
	e.Helper()
	if e.kills == 0 || e.random.IntN(3) > 0 {
		return
	}
	e.kills--
	time.Sleep(time.Duration(e.random.IntN(500)) * time.Millisecond)
	i := e.random.IntN(len(e.bots))
	e.bots[i].kill()
	e.start(i)
}

func (e *evening) eventually(what string, holds func() bool) {
	e.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			e.Fatalf("never: %s\n%s\n%s", what, e.told(), e.bots[0].log())
		}
	}
}

func (e *evening) actor(p id.Player) tournament.Actor {
	e.events++
	return tournament.Actor{Event: id.Event(fmt.Sprint("evening ", e.events)), Player: p, Name: "member " + string(p), Manager: true}
}

// direct does what a director does.
func (e *evening) direct(act func(context.Context, tournament.Actor, id.Match) (tournament.Change, error)) {
	e.Helper()
	if _, err := act(e.Context(), e.actor("director"), e.of); err != nil {
		e.Fatal(err)
	}
}

// begin opens a tournament that all have joined, and starts it.
func (e *evening) begin(p tournament.Plan) {
	e.Helper()
	info := e.server.Info()
	p.Guild, p.Channel, p.Name, p.Locale, p.Timing = id.Guild(info.GuildID), id.Channel(info.Channels[0].ID), "Evening", "en-US", match.Timing{Base: 10 * time.Minute}
	made, err := e.s.Create(e.Context(), e.actor("director"), p)
	if err != nil {
		e.Fatal(err)
	}
	e.of = made.Tournament.ID
	for _, u := range info.Users {
		if _, err := e.s.Join(e.Context(), e.actor(id.Player(u.ID)), e.of); err != nil {
			e.Fatal(err)
		}
	}
	e.direct(e.s.Start)
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
				e.maybeKill()
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
	ctx, cancel := context.WithTimeout(e.Context(), 10*time.Second)
	defer cancel()
	seats := t.Seats(b)
	if ply := m.Game.Ply(); ply < 2 {
		if _, err := e.people[seats[ply].Player].Say(ctx, string(b.Channel), []string{"h2e2", "h9g7"}[ply]); err != nil {
			e.Fatal(err)
		}
		e.played(b.Match, ply)
		return
	}
	loser := e.people[seats[0].Player]
	if b.Black > b.Red {
		loser = e.people[seats[1].Player]
	}
	if asked, err := loser.Command(ctx, string(b.Channel), "resign"); err == nil {
		_, _ = loser.Press(ctx, asked, "Yes, resign") // whoever is killed now may have heard it or not
	}
	e.acted[b.Match] = time.Now()
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

// over requires that the tournament went as an undisturbed one, and that nothing was done twice: a match and a thread a board, and one
// message a round, which calls each player once.
func (e *evening) over(want string, boards, rounds int, announcement string) {
	e.Helper()
	if got := e.told(); got != want {
		e.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if e.kills > 0 {
		e.Errorf("%d kills were left", e.kills)
	}
	matches, err := store.Value[int](e.db.Read().Row(e.Context(), `SELECT COUNT(*) FROM matches`))
	if threads := e.shown(`^\d\.\d .+ – `); err != nil || matches != boards || threads != boards {
		e.Errorf("%d matches and %d threads, %v", matches, threads, err)
	}
	if n := e.shown(announcement); n != rounds {
		e.Errorf("%d rounds are announced", n)
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

// A Swiss of eight and an arena are played through processes that are killed again and again, at any moment: pairs and standings are
// those of an undisturbed tournament.
func TestTournamentsKilled(t *testing.T) {
	slow.Test(t)
	t.Parallel()
	for name, c := range map[string]struct {
		processes, kills int
		db               func(t *testing.T) string
	}{
		"SQLite":     {1, 6, func(t *testing.T) string { return filepath.Join(t.TempDir(), "yeye.db") }},
		"PostgreSQL": {2, 6, onServer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Run("swiss", func(t *testing.T) {
				t.Parallel()
				e := openEvening(t, c.db(t), c.processes, c.kills)
				e.begin(tournament.Plan{System: tournament.Swiss, Rounds: 3})
				e.maybeKill()
				for round := 1; ; round++ {
					e.round(round, "· round ")
					if round == 3 {
						break
					}
					e.direct(e.s.Next)
					e.maybeKill()
				}
				e.over(swissOfEight, 12, 3, "· round ")
				e.eventually("the end is shown", func() bool { return e.shown("is over. 🥇") == 1 })
			})
			t.Run("arena", func(t *testing.T) {
				t.Parallel()
				e := openEvening(t, c.db(t), c.processes, c.kills)
				e.begin(tournament.Plan{System: tournament.Arena, Length: time.Hour})
				for wave := 1; ; wave++ {
					e.eventually(fmt.Sprint("wave ", wave, " is paired"), func() bool { return e.get().Round == wave })
					e.direct(e.s.Pause) // or who has ended early would be paired before the others
					e.round(wave, "· new boards")
					if wave == 2 {
						break
					}
					time.Sleep(10 * time.Second) // all rest
					e.direct(e.s.Resume)
					e.maybeKill()
				}
				e.direct(e.s.End)
				e.over(arenaOfEight, 8, 2, "· new boards")
			})
		})
	}
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

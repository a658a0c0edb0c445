package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/display"
	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/store"
	"yeye/game/notation"
)

// club plays a tournament with members of a server who do everything but press buttons.
type club struct {
	*bottest.Env
	of     id.Match
	first  int
	events int
}

func (c *club) actor(p id.Player) tournament.Actor {
	c.events++
	return tournament.Actor{Event: id.Event(fmt.Sprint("club ", c.first, " ", c.events)), Player: p, Name: "member " + string(p), Manages: id.Channel(c.Channel)}
}

func member(n int) id.Player { return id.Player(fmt.Sprint(100_000_000_000_000_000 + n)) }

// openClub opens a tournament that members have joined, and starts it: people of the sandbox if there are so many, else others, numbered
// from first on.
func openClub(h *bottest.Env, p tournament.Plan, first, members int) *club {
	h.T.Helper()
	c := &club{Env: h, first: first}
	p.Guild, p.Channel, p.Name, p.Locale = id.Guild(h.Info.GuildID), id.Channel(h.Channel), fmt.Sprint("Club ", first), "en-US"
	made, err := h.Bot.Tournaments.Create(h.Ctx(), c.actor(member(0)), p)
	if err != nil {
		h.T.Fatal(err)
	}
	c.of = made.Tournament.ID
	for i := range members {
		who := member(first + i)
		if members <= len(h.Info.Users) {
			who = id.Player(h.Info.Users[i].ID)
		}
		if _, err := h.Bot.Tournaments.Join(h.Ctx(), c.actor(who), c.of); err != nil {
			h.T.Fatal(err)
		}
	}
	if _, err := h.Bot.Tournaments.Start(h.Ctx(), c.actor(member(0)), c.of); err != nil {
		h.T.Fatal(err)
	}
	return c
}

func (c *club) get() *tournament.Tournament {
	c.T.Helper()
	t, err := c.Bot.Tournaments.Get(c.Ctx(), c.of)
	if err != nil {
		c.T.Fatal(err)
	}
	return &t
}

// play plays the boards that are open: two moves, then the player with the greater number resigns. The last player never comes.
func (c *club) play() (played int) {
	c.T.Helper()
	t := c.get()
	absent := len(t.Players)
	for _, b := range t.Pairings {
		if !b.Pending() || b.Match == "" || b.Red == absent || b.Black == absent {
			continue
		}
		seats := t.Seats(&b)
		for i, text := range []string{"h2e2", "h9g7"} {
			by := match.Actor{Event: c.actor("").Event, Player: seats[i].Player, Source: match.FromText}
			if _, err := c.Bot.Matches.Move(c.Ctx(), by, b.Channel, notation.Parse(text), notation.Auto); err != nil {
				c.T.Fatal(err)
			}
		}
		loser := seats[0]
		if b.Black > b.Red {
			loser = seats[1]
		}
		if _, err := c.Bot.Matches.Resign(c.Ctx(), match.Actor{Player: loser.Player, Source: match.FromCommand}, b.Match); err != nil {
			c.T.Fatal(err)
		}
		played++
	}
	return played
}

// told says who played whom, by numbers, and the standings.
func (c *club) told() string {
	t := c.get()
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

// threads returns the names of all threads that were opened for boards.
func threads(h *bottest.Env) (names []string) {
	h.T.Helper()
	all, err := h.Bot.REST.Threads(h.Ctx(), id.Guild(h.Info.GuildID))
	if err != nil {
		h.T.Fatal(err)
	}
	for _, one := range all {
		names = append(names, one.Name)
	}
	slices.Sort(names)
	return names
}

// A Swiss of eight, one of whom never comes, with a bot that ends and starts again after every turn: the pairs and standings are those
// of an undisturbed one, no thread is opened twice, and each round is announced once.
func TestTournamentOfEight(t *testing.T) {
	h := bottest.Open(t)
	c := openClub(h, tournament.Plan{System: tournament.Swiss, Timing: match.TimeControl{Base: 5 * time.Minute}, Rounds: 3}, 1, 8)
	for steps, played := 0, 1; !c.get().State.Over(); steps++ {
		if steps > 100 {
			t.Fatal(c.told(), h.Transcript())
		}
		if played > 0 || steps%5 == 0 { // no time is anybody's fault while the bot is away
			h.Stop()
			h.StartBot()
		}
		h.Idle()
		if played = c.play(); played == 0 {
			h.Pass(time.Minute)
		}
	}
	h.Connect(0).Eventually("all is shown", func() bool {
		h.Idle()
		n, err := h.Bot.Display.CountOutdated(h.Ctx(), 10)
		return err == nil && (n == 0 || h.Soon())
	})
	if got := c.told(); got != undisturbed {
		t.Errorf("got:\n%s\nwant:\n%s", got, undisturbed)
	}
	names := threads(h)
	if len(names) != 11 || len(slices.Compact(slices.Clone(names))) != 11 {
		t.Errorf("threads %q", names)
	}
	seen := h.Transcript()
	for round := 1; round <= 3; round++ {
		if n := strings.Count(seen, fmt.Sprintf("round %d of 3**", round)); n != 1 {
			t.Errorf("round %d is announced %d times\n%s", round, n, seen)
		}
	}
	if !strings.Contains(seen, "🏁 The tournament is over. 🥇") {
		t.Error(seen)
	}
}

// undisturbed is a Swiss of eight in which the lower number wins and the eighth never comes.
const undisturbed = `done 3
1.1 game 1-5 1-0 played
1.2 game 6-2 0-1 played
1.3 game 3-7 1-0 played
1.4 game 8-4 -- noshow
2.1 game 2-1 0-1 played
2.2 game 4-3 0-1 played
2.3 game 5-8 -- noshow
2.4 game 7-6 0-1 played
3.1 game 1-3 1-0 played
3.2 game 5-2 0-1 played
3.3 game 6-4 0-1 played
3.4 bye 7-0  
1 1 6 9 in
2 3 4 10 in
3 2 4 9 in
4 4 2 10 in
5 6 2 8 in
6 7 2 6 in
7 5 0 13 in
8 8 0 9 out
`

// What 32 players cost in the first minute of a tournament, at eight typed plies a minute and board: a thread and a card a board, the
// messages of the round, the card of the tournament; then each ply takes its card anew, and deletes the one before. With other games
// beside it that is far from the fifty requests a second which a bot may make.
func TestTournamentRequests(t *testing.T) {
	const members, boards, plies = 32, 16, 8
	h := bottest.OpenWith(t, sandbox.Options{AnswerWithin: bottest.Patience, People: members, Locales: slices.Repeat([]string{"en-US"}, members)}, "en-US", bottest.Unhurried)
	spent := func() (total int, kinds map[string]int) {
		h.Idle()
		kinds = map[string]int{}
		for _, r := range h.Server.Requests() {
			if r.Token {
				total += r.Count
				kinds[r.Kind] += r.Count
			}
		}
		h.CountRequests()
		return total, kinds
	}
	spent()
	opened := time.Now()
	c := openClub(h, tournament.Plan{System: tournament.Swiss, Timing: match.TimeControl{Base: 5 * time.Minute}}, 1, members)
	h.Connect(0).Eventually("all boards are shown", func() bool {
		n, err := store.Value[int](h.Store.Read().Row(h.Ctx(), `SELECT COUNT(*) FROM cards WHERE shown >= wanted`))
		return err == nil && n == boards+2+1
	})
	begun, kinds := spent()
	t.Log("the round begins:", begun, kinds)
	// Its three messages are edited every two and a half seconds at most, for whatever came meanwhile. A message or thread that a slow machine
	// makes late may exist already, so its channel, or the server's threads, are read.
	took := time.Since(opened)
	if made := begun - kinds["edit"] - kinds["read"] - kinds["other"]; made > boards*2+4 || max(kinds["read"], kinds["other"]) > boards*(1+int(took/display.SweepEvery)) || kinds["edit"] > 6+3*int(took/(2500*time.Millisecond)) {
		t.Errorf("%d requests in %v: %v", begun, took, kinds)
	}
	var people []*bottest.User
	for n := range members {
		people = append(people, h.Connect(n))
	}
	numbers := map[id.Player]*bottest.User{}
	for i, u := range h.Info.Users {
		numbers[id.Player(u.ID)] = people[i]
	}
	for _, move := range []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5"} {
		tt := c.get()
		for _, b := range tt.Pairings {
			m, err := h.Bot.Matches.Get(h.Ctx(), b.Match)
			if err != nil {
				t.Fatal(err)
			}
			u := numbers[m.Seats[m.ToMove()].Player]
			if _, err := u.Person.Say(h.Ctx(), string(b.Channel), move); err != nil {
				t.Fatal(err)
			}
		}
		h.Idle()
	}
	for _, b := range c.get().Pairings {
		if m, err := h.Bot.Matches.Get(h.Ctx(), b.Match); err != nil || m.Game.Ply() != plies {
			t.Errorf("board %d is at ply %d, %v", b.Number, m.Game.Ply(), err)
		}
	}
	played, kinds := spent()
	t.Logf("%d plies: %d %v; %.1f requests a second in the first minute", boards*plies, played, kinds, float64(begun+played)/60)
	if played > boards*plies*5/2 || begun+played > 60*10 {
		t.Errorf("%d requests: %v", played, kinds)
	}
}

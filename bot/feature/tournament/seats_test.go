package tournament

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/place"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game/notation"
)

// elsewhere begins a game of players on a live clock that has nothing to do with the tournament.
func (e *env) elsewhere(a, b id.Player) match.Match {
	e.T.Helper()
	terms := testplay.Duel(a, b)
	terms.Casual = true
	return e.Start(terms)
}

// An arena does not pair somebody who sits at a live board elsewhere, and pairs them once they are free.
func TestArenaLeavesBusyPlayersAlone(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: time.Hour}, 3)
	game := e.elsewhere("p1", "stranger")
	e.start()
	for range 3 {
		for e.due() {
		}
		e.Pass(waveEvery)
	}
	if now := e.get(); now.Current(now.Of("p1").Number) != nil || now.Current(now.Of("p2").Number) == nil {
		t.Fatal(e.told())
	}
	e.play(weaker)
	e.Resign(game, "p1")
	e.Pass(arenaBreak + waveEvery)
	for e.due() {
	}
	if now := e.get(); now.Current(now.Of("p1").Number) == nil {
		t.Error(e.told())
	}
}

// A board whose player sits at another one does not begin: who is not free within the time for a first move has not come, and a game
// elsewhere is no way to dodge a round.
func TestBusyPlayerMissesTheRound(t *testing.T) {
	for name, c := range map[string]struct {
		after    time.Duration // the game elsewhere ends, 0 for never
		punctual bool
		begins   bool
	}{"free in time": {2 * time.Minute, true, true}, "too late": {0, true, false}, "the bot was away": {0, false, false}} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
			game := e.elsewhere("p1", "stranger")
			_, err := e.s.Start(t.Context(), e.actor("boss"), e.of)
			e.OK(err)
			e.OK(e.s.Due(t.Context(), e.of))
			begin := func(punctual bool) error {
				_, err := e.s.Opening(t.Context(), e.of, 1, 1)
				if err == nil {
					_, err = e.s.Begin(t.Context(), e.of, 1, 1, "thread", punctual)
				}
				return err
			}
			var missing *MissingError
			if err := begin(true); !errors.As(err, &missing) || !missing.New || len(missing.Players) != 1 || missing.Players[0] != "p1" ||
				!missing.Until.Equal(e.DB.Now().Add(arrange.AbsentAfter)) {
				t.Fatalf("%v, %+v", err, missing)
			}
			e.Pass(2 * time.Minute)
			if err := begin(true); !errors.As(err, &missing) || missing.New {
				t.Fatalf("%v, %+v", err, missing)
			}
			if c.after > 0 {
				e.Resign(game, "p1")
				e.OK(begin(true))
				if b := e.get().Board(1, 1); b.Match == "" || !b.Begun.Equal(e.DB.Now()) {
					t.Error(e.told())
				}
				return
			}
			e.Pass(2 * time.Minute)
			if err := begin(c.punctual); c.punctual && !errors.Is(err, ErrStale) || !c.punctual && !errors.As(err, &missing) {
				t.Fatalf("%v", err)
			}
			if !c.punctual {
				e.Pass(arrange.AnotherChance)
				if err := begin(true); !errors.Is(err, ErrStale) {
					t.Fatalf("%v", err)
				}
			}
			b, p1 := e.get().Board(1, 1), e.get().Of("p1")
			want := pairing.RedForfeits
			if b.Black == p1.Number {
				want = pairing.BlackForfeit
			}
			if b.Result != want || b.How != NoShow || b.Match != "" || p1.NoShows != 1 {
				t.Errorf("%s %s: %s", b.Result, b.How, e.told())
			}
		})
	}
}

// Whoever plays elsewhere is not ready for an arranged game, and one for which they were does not begin: nobody loses it.
func TestBusyPlayerIsNotReady(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 3)
	e.start()
	for e.due() {
	}
	b := e.between("p1", "p2")
	ready := func(p id.Player) error {
		_, err := e.s.Ready(t.Context(), e.actor(p), e.of, b.Round, b.Number)
		return err
	}
	e.OK(ready("p1"))
	e.OK(ready("p2"))
	game := e.elsewhere("p1", "stranger")
	if _, err := e.s.Begin(t.Context(), e.of, b.Round, b.Number, "thread", true); !errors.Is(err, ErrStale) {
		t.Fatal(err)
	}
	if err := ready("p1"); !errors.Is(err, policy.ErrAtBoard) {
		t.Fatal(err)
	}
	e.Resign(game, "p1")
	e.OK(ready("p1"))
	for e.due() {
	}
	if b := e.between("p1", "p2"); b.Match == "" || !b.Pending() {
		t.Error(e.told())
	}
}

func (e *env) switchOff() {
	e.T.Helper()
	_, err := e.Matches.Policy().Edit(e.T.Context(), "mod", "server", guild.Edit{Switched: map[string]bool{Feature: false}})
	e.OK(err)
}

// Where tournaments are switched off one that is under way ends as it stands, at once: nothing is paired, and games that are being played
// go on for themselves.
func TestSwitchedOff(t *testing.T) {
	for name, plan := range map[string]Plan{
		"Swiss":       {System: Swiss, Timing: live, Rounds: 3},
		"round robin": {System: Robin, Timing: live},
		"by days":     {System: Robin, Timing: match.TimeControl{Days: 2}},
		"arena":       {System: Arena, Timing: live, Length: time.Hour},
		"arranged":    {System: Arranged, Timing: live, Length: 48 * time.Hour},
		"simul":       {System: Simul, Timing: live},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(plan, 4)
			e.start()
			for e.due() {
			}
			before := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0`)
			e.switchOff()
			now := e.get()
			if now.State != Done || !now.Off || !now.Due.IsZero() {
				t.Fatal(e.told())
			}
			for range 30 {
				for e.due() {
				}
				e.Pass(10 * time.Second)
			}
			if n := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0`); n > before || plan.System == Swiss && n != before {
				t.Errorf("%d games, %d before", n, before)
			}
		})
	}
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live}, 3)
	e.switchOff()
	if now := e.get(); now.State != Cancelled || !now.Off {
		t.Error(e.told())
	}
}

// One that was switched off without a word to it ends with its next act.
func TestSwitchedOffBefore(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 4)
	_, err := e.s.Start(t.Context(), e.actor("boss"), e.of)
	e.OK(err)
	_, err = guild.New(e.DB).Edit(context.Background(), "server", guild.Edit{Switched: map[string]bool{Feature: false}}) // that tells nobody
	e.OK(err)
	for e.due() {
	}
	if now := e.get(); now.State != Done || !now.Off || e.Count(`SELECT COUNT(*) FROM matches`) != 0 {
		t.Error(e.told())
	}
}

// A board of somebody who is taken out goes to nobody who directs, and to nobody who has left; who has nothing to do with it gets it.
func TestNobodyGainsByTakingOut(t *testing.T) {
	for name, take := range map[string]func(*env, id.Player){
		"removed": func(e *env, p id.Player) {
			_, err := e.s.Remove(e.T.Context(), e.actor("boss"), e.of, p)
			e.OK(err)
		},
		"barred": func(e *env, p id.Player) {
			e.bar(p)
		},
		"erased": func(e *env, p id.Player) { e.erase(p) },
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 4)
			e.start()
			for e.due() {
			}
			_, err := e.s.Help(t.Context(), e.actor("boss"), e.of, "p1")
			e.OK(err)
			_, err = e.s.Leave(t.Context(), e.actor("p2"), e.of)
			e.OK(err)
			numbers := map[id.Player]int{}
			for _, p := range e.get().Players {
				numbers[p.Player] = p.Number
			}
			take(e, "p4")
			points := func(a, b id.Player) (of int) {
				for _, one := range e.get().Pairings {
					if one.has(numbers[a]) && one.has(numbers[b]) {
						red, black := one.Result.Points()
						if of = red; one.Black == numbers[a] {
							of = black
						}
					}
				}
				return of
			}
			if points("p1", "p4") != 0 || points("p2", "p4") != 0 || points("p3", "p4") != 2 {
				t.Errorf("the director has %d, who left %d, the other %d: %s", points("p1", "p4"), points("p2", "p4"), points("p3", "p4"), e.told())
			}
		})
	}
}

// Who plays in a tournament does not switch tournaments off on the server while a board of theirs has no result.
func TestNobodySwitchesTheirOwnGameOff(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 2}, 4)
	e.start()
	for e.due() {
	}
	off := guild.Edit{Switched: map[string]bool{Feature: false}}
	if _, err := e.Matches.Policy().Edit(t.Context(), "p1", "server", off); !errors.Is(err, policy.ErrOwnGame) || e.get().Off {
		t.Errorf("%v: %s", err, e.told())
	}
	_, err := e.Matches.Policy().Edit(t.Context(), "boss", "server", off)
	if e.OK(err); !e.get().Off {
		t.Error(e.told())
	}
}

// A director who plays does not end an arena in which their game is not over, nor the time for arranging games, and a moderator bars nobody
// whom they have still to meet.
func TestNoDirectorEndsTheirOwnGame(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: time.Hour}, 2)
	_, err := e.s.Help(t.Context(), e.actor("boss"), e.of, "p1")
	e.OK(err)
	e.start()
	for e.due() {
	}
	if _, err := e.s.End(t.Context(), e.actor("p1"), e.of); !errors.Is(err, ErrOwnGame) {
		t.Errorf("%v", err)
	}
	bars := policy.Decision{Act: policy.ActBar, Guild: "server", By: "p1", Player: "p2"}
	if _, err := e.Matches.Policy().Authorize(t.Context(), e.DB.Read(), bars); !errors.Is(err, policy.ErrOwnGame) {
		t.Errorf("%v", err)
	}
	e.play(weaker)
	_, err = e.Matches.Policy().Authorize(t.Context(), e.DB.Read(), bars)
	e.OK(err)
	_, err = e.s.End(t.Context(), e.actor("p1"), e.of)
	e.OK(err)
}

// Who has left wins nothing, though their points stand; the first of the others are the winners.
func TestWhoLeftWinsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		system System
		status Status
		id     id.Player
		want   []int // the places of those who are named
	}{
		"after a bye":      {Swiss, Out, "p1", []int{1, 1}},
		"removed":          {Swiss, Removed, "p1", []int{1, 1}},
		"stayed":           {Swiss, In, "p1", []int{1, 2, 2}},
		"erased afterward": {Swiss, Out, "gone:1", []int{1, 2, 2}},
	} {
		tour := Tournament{System: c.system, State: Done, Round: 1, Rounds: 1,
			Players: []Entrant{{Player: c.id, Number: 1, Status: c.status}, {Player: "p2", Number: 2, Status: In}, {Player: "p3", Number: 3, Status: In}},
			Pairings: []Board{{Round: 1, Number: 1, Red: 2, Black: 3, Kind: Game, Result: pairing.Draw, How: Played},
				{Round: 1, Number: 2, Red: 1, Kind: Bye}}}
		var places []int
		for _, row := range tour.Prizes() {
			places = append(places, row.Place)
		}
		if !slices.Equal(places, c.want) || len(tour.Table()) != 3 {
			t.Errorf("%s: %v", name, places)
		}
	}
}

// A board whose thread is lost does not stop the tournament: its players are told, and if the game does not go on in time it counts for
// nobody, whoever has asked to go on. If one alone of the two could have brought it about and does not come when the other asks, that one
// loses it, by the game itself.
func TestLostThread(t *testing.T) {
	for name, c := range map[string]struct {
		asks, blamed id.Player
		want         pairing.Result
		how          How
	}{
		"nobody asks":                      {"", "", pairing.BothForfeit, Voided},
		"one asks":                         {"p1", "", pairing.BothForfeit, Voided},
		"one asks, the other is to blame":  {"p1", "p2", pairing.RedWins, Played},
		"one asks who is to blame":         {"p1", "p1", pairing.BothForfeit, Voided},
		"nobody asks, and one is to blame": {"", "p2", pairing.BothForfeit, Voided},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
			e.start()
			board := e.get().Board(1, 1)
			m := e.Get(board.Match)
			for i, text := range []string{"h2e2", "h9g7"} {
				_, err := e.Matches.Move(t.Context(), e.By(m.Seats[i].Player), m.Channel, notation.Parse(text), notation.Auto)
				e.OK(err)
			}
			if m.Seats[0].Player != "p1" {
				t.Fatalf("Red is %s", m.Seats[0].Player)
			}
			_, err := e.Matches.Displace(t.Context(), m.ID, place.Fact{Status: place.Deleted, Channel: m.Channel})
			e.OK(err)
			if c.blamed != "" {
				side, _ := m.SeatOf(c.blamed)
				_, err := e.Matches.Blame(t.Context(), m.ID, place.Deleted, side)
				e.OK(err)
			}
			if n := e.Count(`SELECT COUNT(*) FROM jobs WHERE slot = ? AND due_at <= ?`, NoShowJob, store.Millis(e.DB.Now())); n != 1 {
				t.Errorf("%d jobs look at once", n)
			}
			job := scheduler.Job{Slot: NoShowJob, Kind: NoShowJob, Subject: e.get().BoardSubject(board), Due: e.DB.Now(), Guild: "server"}
			told, err := e.s.CheckNoShow(t.Context(), job)
			if err != nil || told == nil || !told.Until.Equal(e.DB.Now().Add(e.get().resumeWithin())) || told.Channel != "square" {
				t.Fatalf("%+v, %v", told, err)
			}
			e.Pass(time.Minute)
			if c.asks != "" {
				_, err := e.Matches.Resume(t.Context(), e.By(c.asks), m.ID)
				e.OK(err)
			}
			e.Pass(e.get().resumeWithin() - time.Minute)
			job.Due, job.Payload = e.DB.Now(), []byte(playersNotified)
			if told, err := e.s.CheckNoShow(t.Context(), job); told != nil || err != nil {
				t.Fatalf("%+v, %v", told, err)
			}
			if now := e.Get(board.Match); !now.Displacement.Until.IsZero() { // the tournament waits for the game
				e.Pass(now.Displacement.Until.Sub(e.DB.Now()))
				_, err := e.Matches.Forfeit(t.Context(), &now)
				e.OK(err)
			}
			if b := e.get().Board(1, 1); b.Result != c.want || b.How != c.how || e.get().State == Playing {
				t.Errorf("%s %s: %s", b.Result, b.How, e.told())
			}
		})
	}
}

// A board that waits in a thread for a player who sits elsewhere gets another thread when that is locked or deleted, where they are called
// again. It loses them no time.
func TestThreadOfAWaitingBoard(t *testing.T) {
	for _, fate := range []place.Status{place.Locked, place.Deleted} {
		e := newEnv(t)
		e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
		e.elsewhere("p1", "stranger")
		_, err := e.s.Start(t.Context(), e.actor("boss"), e.of)
		e.OK(err)
		e.OK(e.s.Due(t.Context(), e.of))
		begin := func(in id.Channel) (missing *MissingError) {
			t.Helper()
			_, err := e.s.Opening(t.Context(), e.of, 1, 1)
			e.OK(err)
			if _, err := e.s.Begin(t.Context(), e.of, 1, 1, in, true); !errors.As(err, &missing) {
				t.Fatal(err)
			}
			return missing
		}
		first := begin("thread")
		e.OK(e.s.OnPlaceFact(t.Context(), place.Fact{Status: fate, Guild: "server", Channel: "elsewhere"}))
		if b := e.get().Board(1, 1); b.Channel != "thread" {
			t.Errorf("another thread: %q", b.Channel)
		}
		e.OK(e.s.OnPlaceFact(t.Context(), place.Fact{Status: fate, Guild: "server", Channel: "thread"}))
		if b := e.get().Board(1, 1); b.Channel != "" {
			t.Errorf("%s: it still waits in %q", fate, b.Channel)
		}
		if again := begin("other"); !again.New || !again.Until.Equal(first.Until) || e.get().Board(1, 1).Channel != "other" {
			t.Errorf("%s: %+v after %+v", fate, again, first)
		}
	}
}

// A tournament ends as it stands when its channel is deleted or the bot removed from its server, and goes on when something happens
// elsewhere, or the bot is shut out for a while.
func TestHeed(t *testing.T) {
	for name, c := range map[string]struct {
		f    place.Fact
		over bool
	}{
		"deleted":         {place.Fact{Status: place.Deleted, Guild: "server", Channel: "square"}, true},
		"removed":         {place.Fact{Status: place.LeftServer, Guild: "server"}, true},
		"another channel": {place.Fact{Status: place.Deleted, Guild: "server", Channel: "park"}, false},
		"another server":  {place.Fact{Status: place.LeftServer, Guild: "park"}, false},
		"shut out":        {place.Fact{Status: place.NoPermission, Guild: "server", Channel: "square"}, false},
		"it works again":  {place.Fact{Status: place.Available, Guild: "server", Channel: "square"}, false},
	} {
		e := newEnv(t)
		e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 4)
		e.start()
		for range 2 {
			e.OK(e.s.OnPlaceFact(t.Context(), c.f))
		}
		if e.get().State.Over() != c.over {
			t.Errorf("%s: %s", name, e.told())
		}
	}
}

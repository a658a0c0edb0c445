package ring

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/place"
	"yeye/bot/player"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

type env struct {
	*testplay.Env
	s  *Service
	of id.Match
}

// open opens a ring in which a has beaten the keeper.
func open(t *testing.T) *env {
	t.Helper()
	e := &env{Env: testplay.Open(t)}
	e.restart()
	c, err := e.s.Open(t.Context(), e.By("a"), plan)
	e.OK(err)
	e.of = c.Ring.ID
	return e
}

var plan = Plan{Guild: "server", Channel: "square", Locale: "en-US", TimeControl: match.TimeControl{Base: 5 * time.Minute, Added: 3 * time.Second}, Keeper: character.Uncle}

// restart makes the services anew, as another process would.
func (e *env) restart() {
	e.Matches = match.NewService(e.DB)
	e.s = New(e.DB, e.Matches, guild.New(e.DB))
	e.Matches.Listen(e.s.OnMatch())
	e.Matches.Policy().OnRuling(func(ctx context.Context, g id.Guild) { e.OK(e.s.OnRuling(ctx, g)) })
}

func (e *env) get() *Ring {
	e.T.Helper()
	r, err := e.s.Get(e.T.Context(), e.of)
	e.OK(err)
	return &r
}

// due does the ring's job, if it is due.
func (e *env) due() {
	e.T.Helper()
	if n := e.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'ring' AND due_at <= ?`, store.Millis(e.DB.Now())); n != 1 {
		e.T.Fatalf("%d jobs are due: %s", n, told(e.get()))
	}
	e.OK(e.s.Due(e.T.Context(), e.of))
}

func (e *env) join(p id.Player) {
	e.T.Helper()
	_, err := e.s.Join(e.T.Context(), e.By(p), e.of)
	e.OK(err)
}

func (e *env) sit(p id.Player) {
	e.T.Helper()
	_, err := e.s.Sit(e.T.Context(), e.By(p), e.of)
	e.OK(err)
}

// loses ends the game by a resignation.
func (e *env) loses(p id.Player) {
	e.T.Helper()
	_, err := e.Matches.Resign(e.T.Context(), e.By(p), e.get().Match)
	e.OK(err)
}

func (e *env) expect(when, want string) {
	e.T.Helper()
	if got := told(e.get()); got != want {
		e.T.Errorf("%s: %s, not %s", when, got, want)
	}
}

// beatKeeper lets a win against the keeper, who resigns by the rules of Amend as characters do.
func (e *env) beatKeeper() {
	e.T.Helper()
	e.due()
	if m := e.Get(e.get().Match); m.Mode != match.Keeper || m.Seats[0].Player != "a" || m.Seats[1].Level != character.Uncle ||
		m.CasualReason != match.Agreed {
		e.T.Fatalf("%+v", m)
	}
	e.finish(ChallengerWon)
}

// finish ends the game with a result for the holder.
func (e *env) finish(how Result) {
	e.T.Helper()
	r := e.get()
	_, err := e.Matches.Amend(e.T.Context(), match.Actor{Source: match.FromEngine}, r.Match, match.Finished, func(c *match.Change) error {
		c.Match.Status, c.Match.Outcome = match.Ended, outcome(how, r.holderSide())
		return nil
	}, nil)
	e.OK(err)
}

// From the first game to the record: who waits is called after each result, whoever's process dies meanwhile.
func TestEvening(t *testing.T) {
	e := open(t)
	e.expect("opened", "ready: keeper: a")
	e.beatKeeper()
	e.expect("won", "idle: a:")
	e.join("b")
	e.sit("a")
	e.due()
	if m := e.Get(e.get().Match); m.Mode != match.Paired || m.Seats[0].Player != "b" || m.Seats[1].Player != "a" {
		t.Errorf("%+v", m.Seats)
	}
	e.join("c")
	e.loses("b")
	e.restart() // killed between the result and the next call: what is due stands in the database
	e.expect("defended", "calling: a+1 red: c")
	if n := e.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'ring' AND due_at = ?`, store.Millis(e.DB.Now().Add(CallTimeout))); n != 1 {
		t.Errorf("%d jobs", n)
	}
	e.sit("c")
	e.due()
	if m := e.Get(e.get().Match); m.Seats[0].Player != "a" {
		t.Errorf("the colors do not alternate: %+v", m.Seats)
	}
	e.finish(Drawn)
	e.expect("drawn", "idle: a+2:")
	if r, err := e.s.Record(t.Context(), "server"); err != nil || func() bool { by, ok := r.By(); return !ok || by.Player != "a" }() || r.Length != 2 {
		t.Errorf("%+v %v", r, err)
	}
	e.Pass(closeAfterIdle)
	e.due()
	e.expect("idle for long", "closed: keeper:")
	if n := e.Count(`SELECT COUNT(*) FROM jobs WHERE job = 'ring'`); n != 0 {
		t.Errorf("%d jobs are left", n)
	}
	if _, err := e.s.Open(t.Context(), e.By("b"), plan); err != nil {
		t.Error(err)
	}
}

// A process that dies within the transaction of a result has changed neither the game nor the ring, and one that dies within that of a
// beginning has begun nothing.
func TestDiesWithin(t *testing.T) {
	e := open(t)
	died := errors.New("died")
	dies := func() {
		e.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.HasPrefix(query, "DELETE FROM ring_players") {
				return died
			}
			return nil
		}})
	}
	dies()
	if err := e.s.Due(t.Context(), e.of); !errors.Is(err, died) {
		t.Error(err)
	}
	e.DB.Observe(store.Observer{})
	e.restart()
	e.expect("not begun", "ready: keeper: a")
	if n := e.Count(`SELECT COUNT(*) FROM matches`); n != 0 {
		t.Errorf("%d games", n)
	}
	e.due()
	of := e.get().Match
	dies()
	if _, err := e.Matches.Resign(t.Context(), e.By("a"), of); !errors.Is(err, died) {
		t.Error(err)
	}
	e.DB.Observe(store.Observer{})
	e.restart()
	e.expect("not ended", "playing: keeper: a")
	if m := e.Get(of); m.Status != match.Open {
		t.Error(m.Status)
	}
	e.loses("a")
	e.expect("ended", "idle: keeper+1 red:")
}

// Two processes begin one game.
func TestBeginsOnce(t *testing.T) {
	e := open(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := e.s.Due(context.Background(), e.of); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := e.Count(`SELECT COUNT(*) FROM matches`); n != 1 {
		t.Errorf("%d games", n)
	}
	e.expect("begun", "playing: keeper: a")
}

// Who does not come to a game loses it; who is called while the bot was away has another chance.
func TestAbsent(t *testing.T) {
	e := open(t)
	e.due()
	e.Pass(arrange.AbsentAfter)
	e.due()
	e.expect("a never moved", "idle: keeper+1 red:")
	e.join("b")
	e.due()
	m := e.Get(e.get().Match)
	if m.Seats[1].Player != "b" { // the keeper has Red now, and moves first
		t.Fatalf("%+v", m.Seats)
	}
	e.Pass(arrange.AbsentAfter + time.Minute)
	e.due()
	e.expect("the bot was away", "playing: keeper+1 red: b")
	e.finish(ChallengerWon)
	e.join("c")
	e.Pass(CallTimeout + time.Minute)
	e.due()
	e.expect("nobody heard", "calling: b: c")
	e.Pass(CallTimeout)
	e.due()
	e.expect("b has not come", "ready: keeper: c (out b)")
}

// Another game in the channel makes the ring wait; nobody opens a ring there.
func TestHindered(t *testing.T) {
	e := open(t)
	e.due()
	e.join("b")
	e.loses("a")
	e.expect("called", "calling: keeper+1 red: b")
	terms := testplay.Duel("x", "y")
	terms.Channel = "square"
	other, err := e.Matches.Start(t.Context(), e.By("x"), terms)
	e.OK(err)
	e.sit("b")
	e.due()
	e.expect("waits", "ready: keeper+1 red: b")
	_, err = e.Matches.Resign(t.Context(), e.By("x"), other.Match.ID)
	e.OK(err)
	e.Pass(retryAfter)
	e.due()
	e.expect("free", "playing: keeper+1 red: b")
	if _, err := e.s.Open(t.Context(), e.By("z"), plan); !errors.Is(err, ErrOpen) {
		t.Error(err)
	}
	if _, err := e.s.Close(t.Context(), e.By("a"), false, e.of); !errors.Is(err, ErrPlaying) {
		t.Error(err)
	}
	elsewhere := plan
	elsewhere.Channel = "700"
	terms.Channel = "700"
	_, err = e.Matches.Start(t.Context(), e.By("x"), terms)
	e.OK(err)
	var taken *match.OccupiedError
	if _, err := e.s.Open(t.Context(), e.By("z"), elsewhere); !errors.As(err, &taken) {
		t.Error(err)
	}
	if _, err := e.s.Close(t.Context(), e.By("z"), false, e.of); !errors.Is(err, ErrNotYours) {
		t.Error(err)
	}
	e.OK(e.s.Lost(t.Context(), e.of, "square"))
	e.expect("its channel is lost", "closed: keeper:")
}

// A ring at which nobody can play is closed, and calls nobody there after its game was adjourned.
func TestHeed(t *testing.T) {
	for name, c := range map[string]struct {
		f    place.Fact
		want string
	}{
		"deleted":         {place.Fact{Status: place.Deleted, Guild: "server", Channel: "square"}, "closed: keeper:"},
		"locked":          {place.Fact{Status: place.Locked, Guild: "server", Channel: "square"}, "closed: keeper:"},
		"shut":            {place.Fact{Status: place.NoPermission, Guild: "server", Channel: "square"}, "closed: keeper:"},
		"removed":         {place.Fact{Status: place.LeftServer, Guild: "server"}, "closed: keeper:"},
		"another channel": {place.Fact{Status: place.Deleted, Guild: "server", Channel: "park"}, "playing: a: b"},
		"another server":  {place.Fact{Status: place.LeftServer, Guild: "park"}, "playing: a: b"},
		"it works again":  {place.Fact{Status: place.Available, Guild: "server", Channel: "square"}, "playing: a: b"},
	} {
		e := open(t)
		e.beatKeeper()
		e.join("b")
		e.sit("a")
		e.due()
		e.expect(name+", before", "playing: a: b")
		for _, heed := range []func(context.Context, place.Fact) error{e.s.OnPlaceFact, e.Matches.OnPlaceFact, e.s.OnPlaceFact} {
			e.OK(heed(t.Context(), c.f))
		}
		e.expect(name, c.want)
	}
}

// Whoever is barred plays their game to its end and is given no other, whether they hold the ring, wait or have just sat down.
func TestBarred(t *testing.T) {
	e := open(t)
	bar := func(p id.Player) {
		t.Helper()
		_, err := e.Matches.Policy().Bar(t.Context(), "mod", "square", "server", guild.Bar{Named: player.Named{Player: p, Name: "Barred"}})
		e.OK(err)
	}
	e.beatKeeper()
	e.join("b")
	e.sit("a")
	e.due()
	for _, p := range []id.Player{"c", "d", "e"} {
		e.join(p)
	}
	bar("a")
	bar("c")
	e.expect("the game goes on", "playing: a: b c d e")
	e.loses("b")
	e.expect("the holder and the next are barred", "calling: d: e")
	e.sit("d")
	e.sit("e")
	e.expect("both are there", "ready: d: e")
	bar("e")
	e.expect("barred before it begins", "idle: d:")
	bar("d")
	e.expect("an idle holder", "idle: keeper:")
	e.join("f")
	e.Matches.Policy().OnRuling(func(context.Context, id.Guild) {}) // the process ends before
	bar("f")
	e.due()
	e.expect("nobody has told", "idle: keeper:")
	e.restart()
	e.join("g")
	_, err := e.Matches.Policy().Edit(t.Context(), "mod", "server", guild.Edit{Switched: map[string]bool{Feature: false}})
	e.OK(err)
	e.expect("switched off", "closed: keeper:")
}

// Nothing of an erased player is left, and their opponents' runs stay.
func TestErased(t *testing.T) {
	e := open(t)
	e.beatKeeper()
	e.join("b")
	e.sit("a")
	e.due()
	e.join("c")
	e.loses("b")
	e.Pass(CallTimeout)
	e.due()
	personal := player.NewPersonalData(e.DB, e.s.Owner())
	for _, p := range []id.Player{"b", "c"} {
		e.OK(personal.Erase(t.Context(), p))
	}
	e.expect("erased", "idle: a+1 red:")
	if r := e.get(); len(r.Beaten) != 1 || r.Beaten[0] != "" {
		t.Errorf("%q", r.Beaten)
	}
	e.OK(personal.Erase(t.Context(), "a"))
	e.expect("erased", "idle: keeper:")
	for _, query := range []string{`SELECT COUNT(*) FROM ring_players`, `SELECT COUNT(*) FROM ring_runs`, `SELECT COUNT(*) FROM rings WHERE starter <> '' OR about <> '' OR about_name <> ''`} {
		if n := e.Count(query); n != 0 {
			t.Errorf("%s: %d", query, n)
		}
	}
}

// A ring's card shows who has the longest run on the server, also where they have never been: once they are erased it is shown anew.
func TestErasedFromTheRecord(t *testing.T) {
	e := open(t)
	for _, state := range []State{Ready, Closed} {
		before := e.get()
		if before.State != state {
			t.Fatalf("%s, not %s", before.State, state)
		}
		e.Tx(func(tx store.Tx) error {
			saveRun(t.Context(), tx, before.Guild, Person{Player: "z", Name: "name of z"}, 3)
			return nil
		})
		e.OK(player.NewPersonalData(e.DB, e.s.Owner()).Erase(t.Context(), "z"))
		if r := e.get(); r.Rev == before.Rev || r.State != state {
			t.Errorf("%s: revision %d is shown on, and it is %s", state, r.Rev, r.State)
		}
		if state == Ready {
			_, err := e.s.Close(t.Context(), e.By("a"), false, e.of)
			e.OK(err)
		}
	}
}

// outcome returns that of a game that ended so for the side of the holder.
func outcome(how Result, holder game.Color) game.Outcome {
	switch how {
	case Drawn:
		return game.Outcome{Result: game.Draw, Method: game.Agreement}
	case ChallengerWon:
		holder = holder.Other()
	}
	return game.Outcome{Result: game.WinFor(holder), Method: game.Resignation}
}

// Whoever plays on a live clock elsewhere does not sit down, and a game for which they had is not begun: they are called again, and passed
// over like others who do not come.
func TestPlaysElsewhere(t *testing.T) {
	e := open(t)
	e.beatKeeper()
	e.join("b")
	e.sit("a")
	e.expect("both are there", "ready: a: b")
	game := e.Start(testplay.Duel("b", "stranger"))
	e.due()
	e.expect("one plays elsewhere", "calling: a: b")
	if _, err := e.s.Sit(t.Context(), e.By("b"), e.of); !errors.Is(err, policy.ErrAtBoard) {
		t.Errorf("%v", err)
	}
	e.join("c")
	e.Pass(CallTimeout)
	e.due()
	e.expect("their call is over", "calling: a: c b! (passed b)")
	e.sit("c")
	e.due()
	e.expect("the next plays", "playing: a: c b! (passed b)")
	e.Resign(game, "b")
	e.loses("c")
	e.sit("b")
	e.due()
	e.expect("free again", "playing: a+1 red: b!")
}

// A ring goes on without a game that its players carry to another channel, and calls nobody into a channel that is taken.
func TestCarriedElsewhere(t *testing.T) {
	e := open(t)
	e.beatKeeper()
	e.join("b")
	e.sit("a")
	e.due()
	e.join("c")
	of := e.get().Match
	_, err := e.Matches.Transfer(t.Context(), e.By("a"), of, "", "elsewhere")
	e.OK(err)
	e.expect("one asks to go elsewhere", "playing: a: b c")
	_, err = e.Matches.Accord(t.Context(), e.By("b"), of, e.Get(of).Offer, true)
	e.OK(err)
	e.expect("both have gone", "calling: a: b c")
	if m := e.Get(of); m.Status != match.Open || m.Channel != "elsewhere" {
		t.Errorf("%+v", m)
	}
	e.Resign(e.Get(of), "b")
	e.expect("their game changes nothing", "calling: a: b c")
}

// Who carries a lost game with the keeper elsewhere has given it up: the place goes to those who wait.
func TestKeeperGameCarriedElsewhere(t *testing.T) {
	e := open(t)
	e.due()
	e.join("b")
	e.join("c")
	of := e.get().Match
	_, err := e.Matches.Transfer(t.Context(), e.By("a"), of, "", "elsewhere")
	e.OK(err)
	e.expect("a has gone away", "calling: b: c")
	if m := e.Get(of); m.Status != match.Open || m.Channel != "elsewhere" {
		t.Errorf("%+v", m)
	}
}

// Nobody rules on their own game with the keeper: who loses it would have its place again.
func TestNobodyRulesOnTheirKeeperGame(t *testing.T) {
	e := open(t)
	e.due()
	for _, ruling := range []match.Ruling{match.EndedByModerator, match.PausedByModerator, match.DeletedByModerator} {
		if _, err := e.Matches.Rule(t.Context(), e.By("a"), e.get().Match, ruling); !errors.Is(err, policy.ErrOwnGame) {
			t.Errorf("ruling %d: %v", ruling, err)
		}
	}
	e.expect("it goes on", "playing: keeper: a")
	_, err := e.Matches.Rule(t.Context(), e.By("mod"), e.get().Match, match.EndedByModerator)
	e.OK(err)
	e.expect("another moderator decides", "calling: keeper: a")
}

// A keeper that is to move and has not been given an engine yet is not absent: nobody gets the ring for that.
func TestKeeperIsNotAbsent(t *testing.T) {
	e := open(t)
	e.due()
	e.Pass(arrange.AbsentAfter)
	e.due()
	e.join("b")
	e.due()
	if m := e.Get(e.get().Match); !m.Seats[m.ToMove()].Character() {
		t.Fatalf("%+v", m.Seats)
	}
	e.Pass(arrange.AbsentAfter)
	e.due()
	e.expect("the keeper thinks", "playing: keeper+1 red: b")
}

// A match names the ring that arranged it: no ring is looked up for one of a tournament, and a match of a version that did not store who
// arranged it still ends its ring's game.
func TestMatchNamesItsRing(t *testing.T) {
	e := open(t)
	e.beatKeeper()
	e.join("b")
	e.sit("a")
	e.sit("b")
	e.due()
	game := e.Get(e.get().Match)
	if of, ours := game.ArrangedBy(CardKind); of != e.of || !ours {
		t.Fatalf("%+v", game.Arranger)
	}
	terms := testplay.Duel("x", "y")
	terms.Mode, terms.Channel, terms.Arranger = match.Paired, "thread", id.Subject{Kind: "tournament", ID: "t-1-1"}
	c, err := e.Matches.Start(t.Context(), e.By("x"), terms)
	e.OK(err)
	rings := 0
	e.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
		if strings.Contains(query, "rings") {
			rings++
		}
		return nil
	}})
	e.Resign(c.Match, "y")
	if rings > 0 {
		t.Errorf("%d statements about rings for a tournament's game", rings)
	}
	e.Tx(func(tx store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE matches SET arranger = ''`)
		return err
	})
	e.Resign(e.Get(game.ID), "b")
	if r := e.get(); r.State != Idle || r.Defences != 1 || r.Holder.Player != "a" {
		t.Errorf("%s", told(r))
	}
}

// A ring's game that was adjourned does not go on while one of its players sits at another ring's live board: both clocks would run.
func TestAdjournedGameWaitsForTheOtherRing(t *testing.T) {
	e := open(t)
	e.beatKeeper()
	e.join("b")
	e.sit("a")
	e.due()
	of := e.get().Match
	for _, move := range []string{"h2e2", "h9g7"} {
		m := e.Get(of)
		_, err := e.Matches.Move(t.Context(), e.By(m.Seats[m.ToMove()].Player), m.Channel, notation.Parse(move), notation.Auto)
		e.OK(err)
	}
	lost := place.Fact{Status: place.Locked, Guild: "server", Channel: "square"}
	e.OK(e.Matches.OnPlaceFact(t.Context(), lost))
	e.OK(e.s.OnPlaceFact(t.Context(), lost))
	elsewhere := plan
	elsewhere.Channel = "park"
	c, err := e.s.Open(t.Context(), e.By("a"), elsewhere)
	e.OK(err)
	e.of = c.Ring.ID
	e.due()
	e.expect("a plays at another ring", "playing: keeper: a")
	if _, err := e.Matches.Resume(t.Context(), e.By("a"), of); !errors.Is(err, policy.ErrAtBoard) {
		t.Errorf("a resumes the other game: %v", err)
	}
	_, err = e.Matches.Resume(t.Context(), e.By("b"), of)
	e.OK(err)
	if m := e.Get(of); m.Status != match.Adjourned {
		t.Errorf("it goes on: %v", m.Status)
	}
	e.loses("a")
	_, err = e.Matches.Resume(t.Context(), e.By("a"), of)
	e.OK(err)
	if m := e.Get(of); m.Status != match.Open {
		t.Errorf("both are free: %v", m.Status)
	}
}

package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

func TestKeptGames(t *testing.T) {
	st, c := open(t)
	g := game.NewGame(game.Start(), game.NoRepetition)
	m, _ := game.ParseMove("h2e2")
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	keep := func(n int) session.ID {
		t.Helper()
		k := session.Kept{ID: session.ID(fmt.Sprint("k", n)), Owner: "mei", Names: [2]string{"胡荣华", "O'Brien"}, Title: "final",
			Game: g, Result: game.RedWins, At: c.now()}
		if err := st.Keep(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		c.add(time.Minute)
		return k.ID
	}
	first := keep(0)
	k, err := st.Kept(t.Context(), first)
	if err != nil || k.Names[0] != "胡荣华" || k.Title != "final" || k.Result != game.RedWins || k.Owner != "mei" ||
		*k.Game.Position() != *g.Position() || k.Game.Ply() != 1 {
		t.Errorf("%+v %v", k, err)
	}
	for n := range 50 {
		keep(n + 1)
	}
	if _, err := st.Kept(t.Context(), first); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("the oldest of 51 is still there: %v", err)
	}
	if _, err := st.Kept(t.Context(), "k1"); err != nil {
		t.Errorf("the second of 51: %v", err)
	}
	c.add(91 * 24 * time.Hour) // whether or not anybody reads in another
	if err := st.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Kept(t.Context(), "k50"); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("an old game is still there: %v", err)
	}
}

func TestSitting(t *testing.T) {
	st, c := open(t)
	add := func(id, place string, status session.Status, red, black session.PlayerID) {
		t.Helper()
		se := session.Session{ID: session.ID(id), Place: session.Place(place), Status: status,
			Seats: [2]session.Seat{{Player: red}, {Player: black}}, Game: game.NewGame(game.Start(), game.Asian), Rev: 1, Turn: 1, Created: c.now(), Touched: c.now()}
		c.add(time.Minute)
		if err := st.Insert(t.Context(), "", se); err != nil {
			t.Fatal(err)
		}
	}
	add("one", "a", session.Open, "mei", "tom")
	add("two", "b", session.Ended, "mei", "tom")
	add("three", "b", session.Proposed, "tom", "mei")
	add("four", "c", session.Open, "mei", "mei")
	add("five", "d", session.Open, "tom", "linh")
	add("six", "e", session.Closed, "mei", "linh")
	for who, want := range map[session.PlayerID]string{"mei": "[one three four]", "linh": "[five]", "nobody": "[]", "": "[]"} {
		list, err := st.Sitting(t.Context(), who, 100)
		ids := []session.ID{}
		for _, se := range list {
			ids = append(ids, se.ID)
		}
		if err != nil || fmt.Sprint(ids) != want {
			t.Errorf("%s sits in %v, want %s, %v", who, ids, want, err)
		}
	}
	if list, err := st.Sitting(t.Context(), "mei", 2); err != nil || len(list) != 2 {
		t.Errorf("%d of at most 2, %v", len(list), err)
	}
}

// However many games a person has let rest, those that go on are among those looked at.
func TestSittingPassesOverRestedGames(t *testing.T) {
	st, c := open(t)
	for id, status := range []session.Status{session.Resting, session.Resting, session.Open, session.Proposed, session.Resting, session.Open} {
		se := table(c, session.ID(fmt.Sprint(id)), session.Place(fmt.Sprint(id)))
		se.Status = status
		c.add(time.Minute)
		if err := st.Insert(t.Context(), "", se); err != nil {
			t.Fatal(err)
		}
	}
	for limit, want := range map[int]string{2: "[3 5]", 3: "[2 3 5]", 4: "[2 3 4 5]", 9: "[0 1 2 3 4 5]"} {
		list, err := st.Sitting(t.Context(), "mei", limit)
		ids := []session.ID{}
		for _, se := range list {
			ids = append(ids, se.ID)
		}
		if err != nil || fmt.Sprint(ids) != want {
			t.Errorf("%d of them: %v, want %s, %v", limit, ids, want, err)
		}
	}
}

func TestGuildOfAPlace(t *testing.T) {
	st, _ := open(t)
	if _, known, err := st.Guild(t.Context(), "c"); known || err != nil {
		t.Errorf("unknown place: %v %v", known, err)
	}
	for _, guild := range []string{"", "g"} {
		if err := st.SetGuild(t.Context(), "c", guild); err != nil {
			t.Fatal(err)
		}
		if got, known, err := st.Guild(t.Context(), "c"); got != guild || !known || err != nil {
			t.Errorf("%q %v %v", got, known, err)
		}
	}
}

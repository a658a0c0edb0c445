package match_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/store"
	"yeye/game"
)

// A player with data of every kind is erased: no column of a match names them, and the opponents' games are complete.
func TestErase(t *testing.T) {
	heard := map[id.Match]match.Verb{}
	e := newEnv(t, match.WithListeners(match.Listener{InTx: func(_ context.Context, _ store.Tx, c *match.Change) error {
		heard[c.Match.ID] = c.Verb
		return nil
	}}))
	ctx := t.Context()
	// As long as a real one, so that no seed and no time of day can hold it by chance.
	const who, name = id.Player("471100000000000815"), "Somebody"
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	from := func(p id.Player) match.Actor {
		by := e.from(p, match.FromCommand)
		by.Name = map[id.Player]string{who: name}[p]
		return by
	}
	me, tom := match.Seat{Player: who, Name: name}, match.Seat{Player: "tom", Name: "Tom"}
	seated := func(red, black match.Seat) match.Match {
		t.Helper()
		e.pass(time.Second)
		m, err := of(e.Start(ctx, from(who), match.Terms{Channel: e.newChannel(), Seats: [2]match.Seat{red, black}, Position: game.Start(), Locale: "vi"}))
		ok(err)
		m, err = of(e.Step(ctx, from(m.Seats[0].Player), m.ID, m.Turn, move("h2e2")))
		ok(err)
		return m
	}
	erase := func() (busy bool) {
		t.Helper()
		ok(e.db.Tx(ctx, func(tx store.Tx) (err error) {
			if busy, err = e.Owner().Busy(ctx, tx, who); err != nil || busy {
				return err
			}
			return e.Owner().Erase(ctx, tx, who)
		}))
		return busy
	}
	shared, again, alone := seated(me, tom), seated(tom, me), seated(me, match.Seat{Level: 1})
	old := seated(me, match.Seat{Level: 2})
	theirs, err := of(e.Start(ctx, from("tom"), match.Terms{Channel: "tom's", Seats: [2]match.Seat{tom, {Level: 1}}, Position: game.Start()}))
	ok(err)
	show, err := of(e.Start(ctx, from(who), match.Terms{Channel: "show", Seats: exhibition, Position: game.Start()}))
	ok(err)
	g := game.NewGame(game.Start(), game.Asian)
	opened, err := of(e.studies.Open(ctx, from(who), testplay.May(t, new(fairplay.Service), who, g), "", "desk", "vi", study.Board{Game: g}))
	ok(err)
	_, err = e.Rule(ctx, from(who), theirs.ID, match.EndedByModerator)
	ok(err)
	about, err := e.About(ctx, who)
	if err != nil || len(about) != 6 || about[0].ID != shared.ID {
		t.Errorf("exported: %d matches, %v", len(about), err)
	}
	parts, err := e.Owner().Export(ctx, e.db.Read(), who)
	ok(err)
	text, err := json.Marshal(parts)
	if ok(err); len(parts) != 1 || parts[0].Key != "games" || strings.Contains(string(text), "tom") || strings.Count(string(text), `"red":"Tom"`) != 1 ||
		strings.Count(string(text), `"you":["red"]`) != 3 || strings.Count(string(text), `"you":["red","black"]`) != 1 {
		t.Errorf("exported: %s", text)
	}
	if !erase() {
		t.Error("erased while games are open")
	}
	for _, m := range []match.Match{shared, again, alone, old, opened} {
		_, err := e.Leave(ctx, from(who), m.ID)
		ok(err)
	}
	e.pass(8 * 24 * time.Hour)
	_, err = e.Rule(ctx, from("mod"), alone.ID, match.DeletedByModerator) // a removed match is left alone
	ok(err)
	late, together := seated(me, match.Seat{Level: 3}), seated(me, tom)
	for _, m := range []match.Match{late, together} {
		_, err = e.Leave(ctx, from(who), m.ID)
		ok(err)
	}
	judged := seated(me, tom)
	_, err = e.Rule(ctx, from("mod"), judged.ID, match.EndedByModerator)
	ok(err)
	clear(heard)
	if erase() {
		t.Error("busy with nothing")
	}

	for column, n := range columnsWith(t, e, "matches", string(who), name) {
		t.Errorf("column %s of %d matches still names them", column, n)
	}
	for _, c := range []struct {
		m    match.Match
		side game.Color
	}{{shared, game.Red}, {again, game.Black}, {together, game.Red}} {
		m, err := e.Get(ctx, c.m.ID)
		if err != nil || m.Game.Ply() != 1 || !m.Seats[c.side].Erased() || m.Seats[c.side].Name != "" || m.Seats[c.side.Other()] != tom || m.Outcome.Method != game.Resignation || m.Rev <= c.m.Rev {
			t.Errorf("the opponent's game: %+v %v", m.Seats, err)
		}
	}
	for _, m := range []match.Match{old, opened, late} { // however old, their cards must still be deleted
		if m, err := e.Stored(ctx, m.ID); err != nil || m.Status != match.Removed || heard[m.ID] != match.Deleted {
			t.Errorf("a game of theirs alone: %v, heard %s, %v", m.Status, heard[m.ID], err)
		}
	}
	if m, err := e.Get(ctx, judged.ID); err != nil || m.Ruling != match.EndedByModerator || m.RuledBy != "mod" || !m.Seats[game.Red].Erased() {
		t.Errorf("what another decided: %+v %v", m, err)
	}
	for _, m := range []match.Match{shared, again, together, judged} {
		if heard[m.ID] != match.Forgotten {
			t.Errorf("listeners heard %q of a game with another", heard[m.ID])
		}
	}
	if len(heard) != 7 {
		t.Errorf("listeners heard of %v", heard)
	}
	forgotten := map[id.Subject]bool{}
	forget := func(_ context.Context, _ store.Tx, s id.Subject) error {
		forgotten[s] = true
		return nil
	}
	if more, err := e.Tidy(ctx, 10, forget); err != nil || more || len(forgotten) > 0 {
		t.Errorf("tidied: %v %v", more, err)
	}
	if _, err := e.Stored(ctx, late.ID); err != nil {
		t.Errorf("deleted before its card is gone: %v", err)
	}
	if m, err := e.Get(ctx, show.ID); err != nil || m.Status != match.Open || m.Starter != "" {
		t.Errorf("an exhibition of theirs: %+v %v", m, err)
	}
	if m, err := e.Get(ctx, theirs.ID); err != nil || m.Ruling != match.EndedByModerator || m.RuledBy != "" {
		t.Errorf("what they decided: %+v %v", m, err)
	}
	e.pass(8 * 24 * time.Hour)
	if more, err := e.Tidy(ctx, 1, forget); err != nil || !more { // the one that was removed by a moderator
		t.Errorf("tidied one: %v %v", more, err)
	}
	if more, err := e.Tidy(ctx, 10, forget); err != nil || more {
		t.Errorf("tidied: %v %v", more, err)
	}
	if _, err := e.Stored(ctx, late.ID); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("a week later it is still there: %v", err)
	}
	if len(forgotten) != 4 || !forgotten[alone.Subject()] || !forgotten[late.Subject()] || !forgotten[old.Subject()] || !forgotten[opened.Subject()] {
		t.Errorf("the cards of %v are forgotten", forgotten)
	}
}

// columnsWith returns the columns of a table that contain one of the texts, and in how many rows.
func columnsWith(t *testing.T, e *env, table string, texts ...string) map[string]int {
	t.Helper()
	found := map[string]int{}
	for _, column := range testdb.Columns(t, e.db, table) {
		for _, text := range texts {
			query := fmt.Sprintf(`SELECT COUNT(*) FROM %s WHERE CAST("%s" AS TEXT) LIKE '%%%s%%'`, table, column, strings.ReplaceAll(text, "'", "''"))
			if n := row[int](t, e, query); n > 0 {
				found[column] = n
			}
		}
	}
	return found
}

// A match that another began stays theirs when its other player is erased.
func TestErasedOpponent(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstTom)
	_, err := e.Resign(ctx, e.from("tom", match.FromCommand), m.ID)
	isErr(t, err, nil)
	isErr(t, e.db.Tx(ctx, func(tx store.Tx) error { return e.Owner().Erase(ctx, tx, "tom") }), nil)
	after, err := e.Get(ctx, m.ID)
	if isErr(t, err, nil); m.Starter != "mei" || after.Starter != m.Starter || after.Seats[game.Red].Player != "mei" || after.Seats[game.Black].Player == "tom" {
		t.Errorf("%+v", after)
	}
}

// No card of before an erasure is shown from memory after it.
func TestErasedFromMemory(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstTom)
	_, err := e.Resign(ctx, e.from("tom", match.FromCommand), m.ID)
	isErr(t, err, nil)
	isErr(t, e.db.Tx(ctx, func(tx store.Tx) error { return e.Owner().Erase(ctx, tx, "tom") }), nil)
	shown, err := e.AtLeast(ctx, m.ID, 0)
	if isErr(t, err, nil); shown.Seats[game.Black].Player == "tom" || shown.Seats[game.Black].Name != "" {
		t.Errorf("%+v", shown.Seats)
	}
}

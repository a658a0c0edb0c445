package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/bot/old/store"
	"yeye/game"
)

// Somebody who has done everything there is to do is forgotten: no column of any
// table names them, except those that protect others, and the opponents' games are
// whole.
func TestForgetPlayer(t *testing.T) {
	ctx := t.Context()
	now := time.Now()
	path := filepath.Join(t.TempDir(), "yeye.db")
	st, err := store.Open(ctx, path, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	// As long as a real one, so that no seed and no time of day can hold it by chance.
	const who, name = session.PlayerID("471100000000000815"), "Whoever"
	h2e2, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	event := 0
	from := func(p session.PlayerID) session.Origin {
		event++
		return session.Origin{Event: fmt.Sprint(event), Player: p, Name: map[session.PlayerID]string{who: name, "tom": "Tom"}[p]}
	}
	sv := session.NewService(st, session.WithClock(func() time.Time { return now }))
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	me, tom := session.Seat{Player: who, Name: name}, session.Seat{Player: "tom", Name: "Tom"}
	seated := func(red, black session.Seat) session.Session {
		t.Helper()
		se, err := sv.Start(ctx, from(who), session.Table{Place: session.Place(fmt.Sprint("place", event)), Seats: [2]session.Seat{red, black}, Position: game.Start(), Locale: "vi"})
		ok(err)
		se, err = sv.Step(ctx, from(se.Seats[0].Player), se.ID, se.Turn, h2e2)
		ok(err)
		return se
	}
	shared, again, alone := seated(me, tom), seated(tom, me), seated(me, session.Seat{Level: 1})
	old := seated(me, session.Seat{Level: 2})
	theirs, err := sv.Start(ctx, from("tom"), session.Table{Place: "tom's", Seats: [2]session.Seat{tom, {Level: 1}}, Position: game.Start()})
	ok(err)
	show, err := sv.Start(ctx, from(who), session.Table{Place: "show", Seats: [2]session.Seat{{Level: 1}, {Level: 2}}, Position: game.Start()})
	ok(err)
	study, err := sv.OpenStudy(ctx, from(who), "desk", "vi", game.NewGame(game.Start(), game.Asian))
	ok(err)
	asked, err := sv.Propose(ctx, from(who), session.Table{Place: "hall", Seats: [2]session.Seat{me, {Player: "linh", Name: "Linh"}}, Position: game.Start()})
	ok(err)
	ok(st.SeeLocale(ctx, who, "vi"))
	ok(st.SetTaste(ctx, who, board.Taste{Theme: "night"}))
	ok(st.Block(ctx, who, "tom", "Tom"))
	ok(st.Block(ctx, "linh", who, name))
	ok(st.Keep(ctx, session.Kept{ID: "kept", Owner: who, Game: game.NewGame(game.Start(), game.NoRepetition), At: now}))
	for _, a := range []board.Act{{Server: "s", By: "mod", Kind: "bar", Player: who}, {Server: "s2", By: who, Kind: "bar", Player: "ann"}} {
		_, err := st.Bar(ctx, a, map[session.PlayerID]string{who: name}[a.Player])
		ok(err)
	}
	_, err = sv.Rule(ctx, from(who), theirs.ID, session.RuledOver)
	ok(err)

	about, err := st.About(ctx, who)
	ok(err)
	if len(about.Sessions) != 7 || len(about.Kept) != 1 || len(about.Blocked) != 1 || about.BlockedBy != 1 || len(about.Acts) != 2 || !slices.Equal(about.Barred, []string{"s"}) {
		t.Errorf("about: %d sessions, %+v", len(about.Sessions), about)
	}
	if live, err := st.ForgetPlayer(ctx, who); err != nil || !live {
		t.Fatalf("while games are on: %v %v", live, err)
	}
	if untouched, err := st.Taste(ctx, who); err != nil || untouched.Theme != "night" {
		t.Errorf("while games are on something was forgotten: %+v %v", untouched, err)
	}
	for _, se := range []session.Session{shared, again, alone, old, study, asked} {
		_, err := sv.Leave(ctx, from(who), se.ID)
		ok(err)
	}
	now = now.Add(8 * 24 * time.Hour)
	if _, err := sv.Rule(ctx, from("mod"), alone.ID, session.Struck); err != nil { // what is removed already is left alone
		t.Fatal(err)
	}
	late := seated(me, session.Seat{Level: 3})
	_, err = sv.Leave(ctx, from(who), late.ID)
	ok(err)
	if live, err := st.ForgetPlayer(ctx, who); err != nil || live {
		t.Fatalf("forgetting: live %v, %v", live, err)
	}

	for table, columns := range namedIn(t, path, string(who), name) {
		if want := map[string]string{"unwelcome": "challenger name", "bars": "player", "sessions": ""}[table]; columns != want {
			t.Errorf("table %s still names them in: %s", table, columns)
		}
	}
	for _, c := range []struct {
		id   session.ID
		side game.Color
	}{{shared.ID, game.Red}, {again.ID, game.Black}} {
		se, err := sv.Get(ctx, c.id)
		if err != nil || se.Game.Ply() != 1 || !se.Seats[c.side].Gone() || se.Seats[c.side].Name != "" || se.Seats[c.side.Other()] != tom || se.Outcome.Method != game.Resignation {
			t.Errorf("the opponent's game: %+v %v", se.Seats, err)
		}
	}
	for _, id := range []session.ID{old.ID, study.ID, asked.ID} {
		if _, err := sv.Stored(ctx, id); err == nil {
			t.Errorf("session %s is still there", id)
		}
	}
	for _, id := range []session.ID{late.ID} { // its card must still be taken away
		if se, err := sv.Stored(ctx, id); err != nil || se.Status != session.Removed {
			t.Errorf("a late game: %v %v", se.Status, err)
		}
	}
	if err := st.Forget(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := sv.Stored(ctx, late.ID); err != nil {
		t.Errorf("forgotten before its card is gone: %v", err)
	}
	if owed, err := st.Owed(ctx, 100); err != nil || !slices.Contains(owed, late.ID) {
		t.Errorf("owed: %v %v", owed, err)
	}
	if se, err := sv.Get(ctx, show.ID); err != nil || se.Status != session.Open || se.Starter != "" {
		t.Errorf("an exhibition of theirs: %+v %v", se, err)
	}
	if se, err := sv.Get(ctx, theirs.ID); err != nil || se.Ruling != session.RuledOver || se.RuledBy != "" {
		t.Errorf("what they decided: %+v %v", se, err)
	}
	if ok, err := st.Welcome(ctx, "linh", who); err != nil || ok {
		t.Errorf("Linh is asked by them again: %v %v", ok, err)
	}
	now = now.Add(8 * 24 * time.Hour)
	if err := st.Forget(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := sv.Stored(ctx, late.ID); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("a week later it is still there: %v", err)
	}
}

// namedIn is the columns of each table in which one of the texts stands.
func namedIn(t *testing.T, path string, texts ...string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list := func(query string) []string {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var all []string
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
		return all
	}
	found := map[string]string{}
	tables := list(`SELECT name FROM sqlite_master WHERE type = 'table'`)
	if len(tables) < 8 {
		t.Fatalf("tables: %v", tables)
	}
	for _, table := range tables {
		var in []string
		for _, column := range list(fmt.Sprintf(`SELECT name FROM pragma_table_info('%s')`, table)) {
			for _, text := range texts {
				if n := list(fmt.Sprintf(`SELECT COUNT(*) FROM "%s" WHERE instr(CAST("%s" AS TEXT), '%s') > 0`, table, column, text)); n[0] != "0" {
					in = append(in, column)
				}
			}
		}
		found[table] = strings.Join(in, " ")
	}
	return found
}

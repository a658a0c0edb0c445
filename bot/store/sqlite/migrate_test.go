package sqlite_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/store"
	"yeye/bot/store/sqlite"
)

var update = flag.Bool("update", false, "write the golden files again")

// dump returns every row of every table, a line each.
func dump(t *testing.T, db *store.DB) string {
	t.Helper()
	ctx := t.Context()
	text := func(query string) []string {
		all, err := store.All(ctx, db.Read(), store.Value[string], query)
		if err != nil {
			t.Fatal(query, err)
		}
		return all
	}
	var b strings.Builder
	for _, table := range text(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'goose%' ORDER BY name`) {
		columns := text(fmt.Sprintf(`SELECT name FROM pragma_table_info('%s')`, table))
		fmt.Fprintf(&b, "== %s (%s)\n", table, strings.Join(columns, ", "))
		rows := text(fmt.Sprintf(`SELECT "%s" FROM %s ORDER BY 1`, strings.Join(columns, `" || '|' || "`), table))
		for _, row := range rows {
			if table != "facts" || !strings.HasPrefix(row, "checked|") {
				fmt.Fprintln(&b, row)
			}
		}
	}
	return b.String()
}

func openAt(t *testing.T, path string) *store.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// A database of version 1.0.0 is migrated completely, and opening it again changes nothing.
func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.Version1(t, path)
	if e, err := sqlite.Examine(t.Context(), path); err != nil || e.Games != 8 || e.Version != 24 || e.Newest < 25 {
		t.Errorf("before: %+v, %v", e, err)
	}
	db := openAt(t, path)
	got := dump(t, db)
	golden := "testdata/migrated.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Error(d)
	}
	if e, err := sqlite.Examine(t.Context(), path); err != nil || e.Games != 8 || e.Version != e.Newest {
		t.Errorf("after: %+v, %v", e, err)
	}
	db.Close()
	if d := cmp.Diff(got, dump(t, openAt(t, path))); d != "" {
		t.Errorf("opened again: %s", d)
	}
}

// Whom a director of schema 89 removed before the start is still barred.
func TestMigratedRemovals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.AtSchema(t, path, 89, `
		INSERT INTO tournaments (id, guild, channel, name, locale, system, clock, casual, state, round, rounds, paused, seed, most, length, starts, ends, due, starter, helpers, event, rev, created, touched) VALUES
		('t1', 'g', 'c', 'Friday', 'en-US', 'swiss', '5+3', 0, 'open', 0, 0, 0, 7, 64, 0, 0, 0, 0, 'boss', '', '', 1, 1, 1),
		('t2', 'g', 'c', 'Monday', 'en-US', 'swiss', '5+3', 0, 'open', 0, 0, 0, 7, 64, 0, 0, 0, 0, 'boss', '', '', 1, 1, 1);
		INSERT INTO tournament_players (tournament, player, name, rating, number, status, joined, half, noshows, at) VALUES
		('t1', 'mei', 'Mei', 0, 0, 'in', 1, 0, 0, 1), ('t1', 'tom', 'Tom', 0, 0, 'removed', 1, 0, 0, 1), ('t1', 'gone:removed:1', '', 0, 0, 'removed', 1, 0, 0, 1),
		('t2', 'tom', 'Tom', 0, 2, 'removed', 1, 0, 0, 1)`)
	db := openAt(t, path)
	for query, want := range map[string]string{
		`SELECT GROUP_CONCAT(id || ' ' || barred, ', ') FROM (SELECT * FROM tournaments ORDER BY id)`:                                "t1 tom, t2 ",
		`SELECT GROUP_CONCAT(tournament || ' ' || player, ', ') FROM (SELECT * FROM tournament_players ORDER BY tournament, player)`: "t1 mei, t2 tom",
	} {
		if got, err := store.Value[string](db.Read().Row(t.Context(), query)); got != want || err != nil {
			t.Errorf("%s: %s, want %s; %v", query, got, want, err)
		}
	}
}

// Matches of rings and tournaments that schema 93 knows name who has arranged them, others name nobody.
func TestMigratedArrangers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.AtSchema(t, path, 93, `
		INSERT INTO matches (id, kind, guild, channel, status, red_player, red_name, red_level, red_newcomer,
			black_player, black_name, black_level, black_newcomer, starter, locale, seed, rules, start, moves, result, method, rev, turn, created,
			touched, red_acted, black_acted, played, act, due_at, offer, offer_by, offer_turn, offer_guild, offer_channel, red_offered, black_offered,
			odds, reminded, ruling, ruled_by, scores, said, clock, red_left, black_left,
			clock_since, clock_spent, red_warned, black_warned, casual, casual_turn, red_premove, black_premove, guests) VALUES
		('m1', 'paired', 'g', 'c', 0, 'a', 'A', -1, 0, 'b', 'B', -1, 0, '', 'en-US', 1, 'asian', '', '', '', '', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, '', '', 0, 0, 'even', 0, 0, '', '', '', '5+3', 0, 0, 0, 0, 0, 0, 'rated', 1, '', '', ''),
		('m2', 'keeper', 'g', 'd', 0, 'a', 'A', -1, 0, 'b', 'B', -1, 0, '', 'en-US', 1, 'asian', '', '', '', '', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, '', '', 0, 0, 'even', 0, 0, '', '', '', '5+3', 0, 0, 0, 0, 0, 0, 'rated', 1, '', '', ''),
		('m3', 'duel', 'g', 'e', 0, 'a', 'A', -1, 0, 'b', 'B', -1, 0, '', 'en-US', 1, 'asian', '', '', '', '', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, '', '', 0, 0, 'even', 0, 0, '', '', '', '5+3', 0, 0, 0, 0, 0, 0, 'rated', 1, '', '', '');
		INSERT INTO tournament_boards (tournament, round, board, red, black, kind, result, how, opening, game, channel, plies, red_ready, black_ready, begun, ended)
		VALUES ('t1', 2, 3, 1, 2, 'game', '', '', 1, 'm1', 'c', 0, 0, 0, 0, 0), ('t1', 2, 4, 3, 4, 'game', '', '', 0, '', '', 0, 0, 0, 0, 0);
		INSERT INTO rings (id, guild, channel, locale, clock, keeper, state, defences, red, game, begun, due, news, about, about_name, starter, rev, created, touched)
		VALUES ('r1', 'g', 'd', 'en-US', '5+3', '5', 'playing', 0, 0, 'm2', 0, 0, '', '', '', '', 1, 1, 1)`)
	got, err := store.Value[string](openAt(t, path).Read().Row(t.Context(), `SELECT GROUP_CONCAT(id || ' ' || arranger, ', ') FROM (SELECT * FROM matches ORDER BY id)`))
	if want := "m1 tournament/t1-2-3, m2 ring/r1, m3 "; got != want || err != nil {
		t.Errorf("%s, want %s; %v", got, want, err)
	}
}

// The results of schema 66 keep their order and numbers, and are read as before.
func TestMigratedResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.AtSchema(t, path, 66, `
		INSERT INTO results (n, game, side, player, opponent, level, odds, unaided, even, score, guild, at, opening, pool, before, after, deviation) VALUES
		(3, 'g1', 'red', 'mei', 'tom', -1, 'even', 1, 1, 0.5, '', 7, '', 'live', 1500.0, 1600.0, 300.0),
		(4, 'g1', 'black', 'tom', 'mei', -1, 'even', 1, 1, 0.5, '', 7, '', 'live', 1700.0, 1600.0, 300.0),
		(9, 'g2', 'black', 'mei', '', 3, 'horse', 0, 0, 1, '', 8, '', '', 0, 0, 0),
		(10, 'g3', 'red', 'mei', '', 3, 'even', 1, 1, 0, '', 9, '', '', 0, 0, 0)`)
	db := openAt(t, path)
	for query, want := range map[string]string{
		`SELECT GROUP_CONCAT(n || game || side || player || opponent || level || odds || unaided || even || score || at || pool || before || after || deviation, ' ') FROM (SELECT * FROM results ORDER BY n)`: "3g1redmeitom-1even110.57live1500.01600.0300.0 4g1blacktommei-1even110.57live1700.01600.0300.0 9g2blackmei3horse001.080.00.00.0 10g3redmei3even110.090.00.00.0",
		`SELECT GROUP_CONCAT(n || ' ' || side || ' ' || score, ', ') FROM (SELECT * FROM scores ORDER BY n)`:                                                                                                   "3 0 1, 4 1 1, 9 1 2, 10 0 0",
	} {
		if got, err := store.Value[string](db.Read().Row(t.Context(), query)); got != want || err != nil {
			t.Errorf("%s: %s, want %s; %v", query, got, want, err)
		}
	}
	if _, err := db.Write().Exec(t.Context(), `INSERT INTO results (game, side, player, opponent, level, odds, unaided, even, score, guild, at, opening, pool, before, after, deviation)
		VALUES ('g4', 'black', 'mei', '', 3, 'even', 1, 1, 0.5, '', 9, '', '', 0, 0, 0)`); err != nil {
		t.Error(err)
	}
	if last, err := store.Value[string](db.Read().Row(t.Context(), `SELECT n || ' ' || side || ' ' || score FROM scores WHERE game = 'g4'`)); last != "11 1 1" || err != nil {
		t.Errorf("what the version before writes then is %s, %v", last, err)
	}
}

// Analyses of games that are gone, as earlier programs left them, go too; those of games that are there stay.
func TestForgottenAnalyses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.AtSchema(t, path, 67, `
		INSERT INTO imported (id, owner, red, black, title, result, start, moves, at) VALUES ('kept', 'mei', '', '', '', '', '', '', 0);
		INSERT INTO analyses (game, kind, owner, requester, state, done, total, asked_at, places) VALUES
		('kept', 'imported', 'mei', 'mei', 2, 1, 1, 0, x''), ('gone', 'imported', 'mei', 'mei', 2, 1, 1, 0, x''), ('left', 'versus', '', '', 2, 1, 1, 0, x'')`)
	all, err := store.All(t.Context(), openAt(t, path).Read(), store.Value[string], `SELECT game FROM analyses`)
	if err != nil || !slices.Equal(all, []string{"kept"}) {
		t.Errorf("there are %q, %v", all, err)
	}
}

// The match or challenge that each session of version 1.0.0 has become, with its next act and the state of its card.
func TestMigratedSubjects(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.Version1(t, path)
	db := openAt(t, path)
	for id, want := range map[string]string{
		"pgeh36axs4": "versus 0 in 501 of 900, think 2 engine 0 by 101, card 2 2 2 1 in 501 as 6001", // another process held it
		"47kwlfe3k2": "versus 0 in 502 of 900, adjourn 3 timed 2 by , card 4 2 3 4 in 502 as 6012",   // with two superseded cards
		"u2rabrzere": "duel 0 in 503 of 900, flag 3 timed 0 by , card 3 3 3 3 in 503 as 6020",        // clock running, warning sent
		"nnn5zj3l74": "duel 0 in 504 of 900, remind 2 timed 2 by , card 3 2 2 2 in 504 as 6030",      // draw offered
		"svokvzhtu2": "study 0 in 701 of , adjourn 2 timed 2 by , card 2 2 2 2 in 701 as 6040",       // in a conversation
		"xp37v4ztlr": "challenge 2 in 510 of 900, nothing, card 2 1 1 1 in 510 as 6050",              // declined, which its card must say
		"txl4ycwruq": "challenge 5 in 510 of 900, nothing, card 2 1 1 2 in 510 as 6051",              // called off
		"6gtum7o3z4": "challenge 0 in 510 of 900, expire 1 timed 2 by , card 1 1 1 1 in 510 as 6053", // open to everybody
		"qtkzdmnukj": "challenge 6 in 511 of 900, nothing, card 2 1 1 1 in 511 as 6052",              // a challenge that was removed
		"vpskl3hx54": "versus 5 in 522 of 900, nothing, card 2 1 1 1 in 522 as 6061",                 // removed
		"agsblrbb5d": "duel 1 in 524 of 900, nothing, card 4 2 2 2 in 524 as 6070",                   // whose red player has been erased
	} {
		if got := subject(t, db, id); got != want {
			t.Errorf("%s: %s\nwant %s", id, got, want)
		}
	}
	for query, want := range map[string]int{
		`SELECT count(*) FROM matches`:                           13,
		`SELECT count(*) FROM challenges`:                        7,
		`SELECT count(*) FROM cards`:                             20,
		`SELECT count(*) FROM matches WHERE kind = 'exhibition'`: 1,
		`SELECT count(*) FROM matches m JOIN channel_owner o ON o.channel = m.channel AND o.kind = m.kind AND o.id = m.id`: 8,
		`SELECT count(*) FROM channel_owner`: 8,
		`SELECT count(*) FROM matches WHERE status = 0 AND id NOT IN (SELECT id FROM jobs WHERE slot = 'next')`: 0,
		`SELECT count(*) FROM jobs WHERE worker <> '' OR ready_at <> due_at`:                                    0,
		`SELECT count(*) FROM channels WHERE guild = ''`:                                                        0,
	} {
		if n, err := store.Value[int](db.Read().Row(t.Context(), query)); err != nil || n != want {
			t.Errorf("%s: %d, want %d; %v", query, n, want, err)
		}
	}
}

// subject returns the stored data of a match or challenge, in a line.
func subject(t *testing.T, db *store.DB, name string) string {
	t.Helper()
	row := func(query string, n int) string {
		values := make([]any, n)
		for i := range values {
			values[i] = new(string)
		}
		ok, err := store.One(db.Read().Row(t.Context(), query, name), values...)
		if err != nil {
			t.Fatal(query, err)
		}
		if !ok {
			return ""
		}
		var words []string
		for _, v := range values {
			words = append(words, *v.(*string))
		}
		return strings.Join(words, "\x00")
	}
	fill := func(format, values string) string {
		for _, v := range strings.Split(values, "\x00") {
			format = strings.Replace(format, "?", v, 1)
		}
		return format
	}
	is := row(`SELECT kind, status, channel, guild FROM (SELECT id, kind, status, channel, guild FROM matches
		UNION ALL SELECT id, 'challenge', status, channel, guild FROM challenges) WHERE id = ?`, 4)
	due := "nothing"
	if job := row(`SELECT job, version, pool, rank, owner FROM jobs WHERE id = ?`, 5); job != "" {
		due = fill("? ? ? ? by ?", job)
	}
	return fill("? ? in ? of ?, ", is) + due + fill(", card ? ? ? ? in ? as ?",
		row(`SELECT wanted, fresh, pinged, shown, shown_channel, message FROM cards WHERE id = ?`, 6))
}

// A migration that is killed at any moment is completed at the next start: the files then hold a database of version
// 1.0.0 with the beginning of a transaction.
func TestMigrationKilled(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "yeye.db")
	sqlite.Version1(t, path)
	want, err := os.ReadFile("testdata/migrated.golden")
	if err != nil {
		t.Fatal(err)
	}
	logged := int64(0)
	var copies []string
	sqlite.Halfway(t, path, func(n int, _ string) {
		if n%6 != 5 {
			return
		}
		to := filepath.Join(dir, fmt.Sprint(n, ".db"))
		for _, suffix := range []string{"", "-wal"} {
			data, err := os.ReadFile(path + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to+suffix, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if suffix != "" {
				logged = int64(len(data))
			}
		}
		copies = append(copies, to)
	})
	if len(copies) < 10 || logged < 50_000 {
		t.Fatalf("%d copies, of which the last has %d bytes of log: the migration was not seen halfway", len(copies), logged)
	}
	for _, path := range append(copies, path) {
		db := openAt(t, path)
		if d := cmp.Diff(string(want), dump(t, db)); d != "" {
			t.Errorf("%s: %s", filepath.Base(path), d)
		}
		db.Close()
	}
}

// Names that version 1.0.0 has deleted without overwriting them are removed by the migration, and the file can shrink
// from then on.
func TestMigrationLeavesNoRemains(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	sqlite.Version1(t, path)
	const name = "Methuselah of Ur"
	sqlite.Leftover(t, path, name)
	if !inFiles(t, path, name) {
		t.Fatal("nothing is left over to begin with")
	}
	db := openAt(t, path)
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, path, name) {
		t.Error("the name is still there")
	}
	if mode, err := store.Value[int](db.Write().Row(t.Context(), `PRAGMA auto_vacuum`)); err != nil || mode != 2 {
		t.Errorf("auto_vacuum %d, %v", mode, err)
	}
}

// inFiles reports whether the database's files have a text among their bytes.
func inFiles(t *testing.T, path, text string) bool {
	t.Helper()
	return slices.ContainsFunc([]string{path, path + "-wal"}, func(file string) bool {
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return strings.Contains(string(data), text)
	})
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	db, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	sqlite.PretendVersion(t, path, 9999)
	// A later program records which programs can still work on its schema.
	for oldest, ok := range map[string]bool{"9999": false, "": false, "60": true} {
		sqlite.ServedSince(t, path, oldest)
		db, err := sqlite.Open(t.Context(), path, nil)
		if ok != (err == nil) || !ok && !errors.Is(err, store.ErrNewer) {
			t.Errorf("for programs since %q: %v", oldest, err)
		}
		if err == nil {
			if version, err := db.Schema(t.Context()); version != 9999 || err != nil {
				t.Errorf("it has become %d, %v", version, err)
			}
			db.Close()
		}
		if _, err := sqlite.Examine(t.Context(), path); ok != (err == nil) {
			t.Errorf("examined, for programs since %q: %v", oldest, err)
		}
	}
}

func TestOpenFailsKindly(t *testing.T) {
	_, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "no", "such", "dir.db"), nil)
	var refused *sqlite.OpenError
	if !errors.As(err, &refused) || !strings.Contains(refused.Advice, "create it") {
		t.Errorf("in a directory that does not exist: %v", err)
	}
}

package standing

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// inFiles reports whether a text is anywhere in the files of a database.
func inFiles(t *testing.T, path, text string) bool {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			return true
		}
	}
	return false
}

// An erased player leaves no name in the bytes of the database, and no id except where others have barred or blocked them. Before
// that, every kind of data that a player can have here exists.
func TestErasedFromTheFile(t *testing.T) {
	testdb.OnSQLite(t)
	e, o := reviewing(t)
	const who = id.Player("778899001122334455")
	name := "name of " + string(who)
	e.choose(who, player.Preferences{Listed: "everywhere", Milestones: "on"})
	for i := range 5 { // a place by rating, and games for a review
		terms := terms(who, id.Player([]string{"a", "b", "c", "d", "e"}[i]))
		e.resign(e.wandered(terms, o, 34, uint64(50+i)), who)
	}
	e.start(against(who, 5), smothered...) // a milestone
	theirs, asked := review{guild: "server", player: who, requester: "moderator"}, review{guild: "server", player: "mei", requester: who}
	for _, v := range []*review{&theirs, &asked} {
		_, err := e.ask(t.Context(), v, "7")
		e.ok(err)
	}
	e.ok(e.workReview(t.Context(), scheduler.Job{Subject: theirs.subject()}))
	_, err := e.guilds.Bar(t.Context(), guild.Entry{Guild: "server", By: "moderator", Act: "bar", Player: who}, name)
	e.ok(err)
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return e.players.Block(t.Context(), tx, "mei", who, name) }))
	for _, table := range []string{"ratings", "results", "members", "achievements", "places", "reviews"} {
		if n := e.count(`SELECT COUNT(*) FROM `+table+` WHERE player = ?`, string(who)); n == 0 {
			t.Errorf("there is nothing in %s to be erased", table)
		}
	}
	if e.count(`SELECT COUNT(*) FROM places WHERE guild = '' AND name = ?`, name) == 0 || e.count(`SELECT COUNT(*) FROM jobs WHERE slot IN ('review', 'milestone')`) != 3 {
		t.Error("no place everywhere, or no jobs")
	}
	archive := player.NewArchive(e.db, e.players.Owner(), e.matches.Owner(), e.guilds.Owner(), owner{e.standing}, player.Erases("jobs", scheduler.Erase))
	e.ok(archive.Erase(t.Context(), who))
	if inFiles(t, e.path, name) {
		t.Error("the name is in the file")
	}
	for _, statement := range []string{`DELETE FROM bars WHERE player = ?`, `DELETE FROM blocks WHERE challenger = ?`} {
		if !inFiles(t, e.path, string(who)) {
			t.Error("what others have decided is gone")
		}
		_, err := e.db.Write().Exec(t.Context(), statement, string(who))
		e.ok(err)
	}
	e.ok(e.db.Scrub(t.Context()))
	if inFiles(t, e.path, string(who)) {
		t.Errorf("the id is in the file, elsewhere than in bars and blocks: %s", strings.Join(e.where(string(who)), ", "))
	}
	if m, err := e.matches.ByPlayer(t.Context(), who, 10); err != nil || len(m) != 0 {
		t.Errorf("%d matches, %v", len(m), err)
	}
}

// where returns the tables and columns in which a text is found.
func (e *env) where(text string) (tables []string) {
	e.t.Helper()
	all, err := store.All(e.t.Context(), e.db.Read(), store.Value[string], `SELECT name FROM sqlite_master WHERE type = 'table'`)
	e.ok(err)
	for _, table := range all {
		for _, column := range testdb.Columns(e.t, e.db, table) {
			if n := e.count(`SELECT COUNT(*) FROM "`+table+`" WHERE CAST("`+column+`" AS TEXT) LIKE ?`, "%"+text+"%"); n > 0 {
				tables = append(tables, table+"."+column)
			}
		}
	}
	return tables
}

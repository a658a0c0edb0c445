package standing

import (
	"testing"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// An erased player leaves no name in the bytes of the database, and no id except where others have barred or blocked them. Before
// that, every kind of data that a player can have here exists.
func TestErasedFromTheFile(t *testing.T) {
	testdb.OnSQLite(t)
	e := newEnv(t)
	const who = id.Player("778899001122334455")
	name := testplay.NameOf(who)
	e.choose(who, player.Preferences{Listed: "everywhere", Milestones: "on"})
	for _, opponent := range []id.Player{"a", "b", "c", "d", "e"} { // a place by rating
		e.Beat(opponent, who)
	}
	e.Start(testplay.Versus(who, 5), testplay.Smothered...) // a milestone
	_, err := e.guilds.Bar(t.Context(), guild.Entry{Guild: "server", By: "moderator", Act: "bar", Player: who}, name)
	e.OK(err)
	e.Tx(func(tx store.Tx) error { return e.players.Block(t.Context(), tx, "mei", who, name) })
	for _, table := range []string{"ratings", "scores", "members", "achievements", "places"} {
		if n := e.Count(`SELECT COUNT(*) FROM `+table+` WHERE player = ?`, string(who)); n == 0 {
			t.Errorf("there is nothing in %s to be erased", table)
		}
	}
	if e.Count(`SELECT COUNT(*) FROM places WHERE guild = '' AND name = ?`, name) == 0 || e.Count(`SELECT COUNT(*) FROM jobs WHERE slot = 'milestone'`) != 1 {
		t.Error("no place everywhere, or no job")
	}
	archive := player.NewPersonalData(e.DB, e.players.Owner(), e.Matches.Owner(), e.guilds.Owner(), e.Owner(), player.NewOwner("jobs", scheduler.Erase))
	e.OK(archive.Erase(t.Context(), who))
	if testdb.Holds(t, e.Where, name) {
		t.Error("the name is in the file")
	}
	for _, statement := range []string{`DELETE FROM bars WHERE player = ?`, `DELETE FROM blocks WHERE challenger = ?`} {
		if !testdb.Holds(t, e.Where, string(who)) {
			t.Error("what others have decided is gone")
		}
		_, err := e.DB.Write().Exec(t.Context(), statement, string(who))
		e.OK(err)
	}
	e.OK(e.DB.Scrub(t.Context()))
	if testdb.Holds(t, e.Where, string(who)) {
		t.Errorf("the id is in the file, elsewhere than in bars and blocks: %v", testdb.Mentions(t, e.DB, string(who)))
	}
	if m, err := e.Matches.ByPlayer(t.Context(), who, 10); err != nil || len(m) != 0 {
		t.Errorf("%d matches, %v", len(m), err)
	}
}

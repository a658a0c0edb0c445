package policy_test

import (
	"testing"

	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/policy"
	"yeye/game"
)

// Others see nothing of who hides their profile or has been erased, and everybody sees their own; a choice that this program does not know
// hides.
func TestShown(t *testing.T) {
	e := testplay.Open(t)
	for p, profile := range map[id.Player]string{"hides": "nobody", "shows": "server"} {
		e.OK(player.New(e.DB).SetPreferences(t.Context(), p, player.Preferences{Profile: profile, Listed: "everywhere"}))
	}
	_, err := e.DB.Write().Exec(t.Context(), `INSERT INTO players (id, locale, language, notation, theme, pieces, coords, pings, challenges, speak, newcomer, profile)
		VALUES ('later', '', '', '', '', '', '', '', '', '', '', 'friends')`)
	e.OK(err)
	people := []id.Player{"hides", "shows", "new", "later", match.ErasedPlayer(game.Red), "", "shows"}
	for viewer, want := range map[id.Player][]id.Player{"": {"shows", "new"}, "hides": {"hides", "shows", "new"}, "new": {"shows", "new"}} {
		seen, err := e.Matches.Policy().Shown(t.Context(), viewer, people...)
		e.OK(err)
		for _, p := range people {
			shows := false
			for _, one := range want {
				shows = shows || one == p
			}
			if seen.Of(p) != shows || seen.Everywhere(p) != (p == "shows") {
				t.Errorf("%q sees of %q: %v, everywhere %v", viewer, p, seen.Of(p), seen.Everywhere(p))
			}
		}
		if seen.Of("somebody else") {
			t.Error("somebody is shown who was not asked about")
		}
	}
	if (policy.Shown{}).Of("shows") {
		t.Error("shown by nobody")
	}
}

package standing

import (
	"strings"
	"testing"

	"yeye/bot/internal/testdb"
)

// The queries of profiles and leaderboards use an index, in its order.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	e := newEnv(t)
	for name, q := range map[string]string{
		"places": countPlaces, "page": pageOfPlaces, "own": ownPlace, "better": betterPlaces, "equal": equalPlaces, "drop": dropPlaces, "settled": settledOpponents, "short": shortWins, "memberships": memberships,
		"climbs": selectLadderWins, "pair": ratedBetween, "erased": ratedErased, "erased in": ratedErasedIn, "met": ratedBetweenIn,
		"earlier": ratedEarlier, "earned": achievementsBy,
		"firsts": achievementsIn, "results": resultsOf, "of a game": resultsIn, "best": bestOf, "member": nameOf, "ratings": ratingsBy,
	} {
		plan := testdb.Plan(t, e.DB, q)
		all := strings.Join(plan, "; ")
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN") && step != "SCAN p" && step != "SCAN x" && step != "SCAN CONSTANT ROW" { // what was selected, of ten rows
				t.Errorf("%s scans: %s", name, all)
			}
		}
		if name == "page" && !strings.Contains(all, "USING COVERING INDEX places_order") || name == "climbs" && !strings.Contains(all, "USING COVERING INDEX scores_climbs") {
			t.Errorf("%s: %s", name, all)
		}
	}
}

package standing

import (
	"slices"
	"strings"
	"testing"

	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

// The queries of profiles and leaderboards use an index, in its order.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	e := newEnv(t)
	for name, q := range map[string]string{
		"places": countPlaces, "page": pageOfPlaces, "own": ownPlace, "better": betterPlaces, "equal": equalPlaces, "memberships": membershipsOf,
		"climbs": climbed, "pair": ratedBetween, "erased": ratedErased, "erased in": ratedErasedIn, "met": ratedBetweenIn, "earned": achievementsBy, "firsts": achievementsIn, "results": resultsOf, "best": bestOf, "member": nameOf, "rating": ratingIn, "ratings": ratingsBy, "review": reviewIn, "reviews about": reviewsAbout, "reviews by": reviewsBy, "open reviews": countReviewsBy, "games": gamesWith,
	} {
		plan, err := store.All(t.Context(), e.db.Read(), func(r store.Row) (detail string, err error) {
			var skip int
			err = r.Scan(&skip, &skip, &skip, &detail)
			return detail, err
		}, `EXPLAIN QUERY PLAN `+q, slices.Repeat([]any{0}, strings.Count(q, "?"))...)
		e.ok(err)
		all := strings.Join(plan, "; ")
		if len(plan) == 0 {
			t.Errorf("%s has no plan", name)
		}
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN") && step != "SCAN p" { // the page itself, of ten rows
				t.Errorf("%s scans: %s", name, all)
			}
		}
		if name == "page" && !strings.Contains(all, "USING COVERING INDEX places_order") || name == "climbs" && !strings.Contains(all, "USING COVERING INDEX results_climbs") {
			t.Errorf("%s: %s", name, all)
		}
	}
}

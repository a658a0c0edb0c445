package standing

import (
	"fmt"
	"slices"
	"testing"

	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/game/notation"
)

// earnedText lists what a player has earned, as "key ×times".
func (e *env) earnedText(p id.Player) (all []string) {
	e.T.Helper()
	list, err := earnedBy(e.T.Context(), e.DB.Read(), p)
	e.OK(err)
	for _, a := range list {
		all = append(all, fmt.Sprintf("%s ×%d", a.Key, a.Times))
	}
	slices.Sort(all)
	return all
}

// What is earned is recorded with the game, counted, and new only once.
func TestAchievements(t *testing.T) {
	e := newEnv(t)
	first := e.Start(testplay.Versus("mei", 1), testplay.Smothered...)
	if got, want := e.earnedText("mei"), []string{"beat.1 ×1", "finish.men_gong ×1"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	second := e.Start(testplay.Versus("mei", 2), testplay.Smothered...)
	helped := e.Start(testplay.Versus("mei", 3), testplay.Smothered[:4]...)
	_, err := e.Matches.MakeCasual(t.Context(), helped.ID, match.AfterHint)
	e.OK(err)
	_, err = e.Matches.Move(t.Context(), e.By("mei"), helped.Channel, notation.Parse(testplay.Smothered[4]), 0)
	e.OK(err)
	duel := e.Start(testplay.Duel("mei", "tom"), testplay.Smothered...)
	if got, want := e.earnedText("mei"), []string{"beat.1 ×1", "beat.2 ×1", "finish.men_gong ×3"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := e.earnedText("tom"); len(got) > 0 {
		t.Errorf("the loser has %q", got)
	}
	for _, c := range []struct {
		of   match.Match
		want []rating.Achievement
	}{{first, []rating.Achievement{"beat.1", "finish.men_gong"}}, {second, []rating.Achievement{"beat.2"}}, {helped, nil}, {duel, nil}} {
		all, err := e.FirstAchievements(t.Context(), c.of.ID)
		e.OK(err)
		var got []rating.Achievement
		for _, a := range all {
			got = append(got, a.Key)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("first by this game: %q, not %q", got, c.want)
		}
	}
}

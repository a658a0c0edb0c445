package standing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game/finish"
	"yeye/render"
)

// smothered is the shortest possible mate, if the other side cooperates.
var smothered = []string{"b2c2", "f9e8", "c2c6", "b7c7", "c6c9"}

// earnedText lists what a player has earned, as "key ×times".
func (e *env) earnedText(p id.Player) (all []string) {
	e.t.Helper()
	list, err := earnedBy(e.t.Context(), e.db.Read(), p)
	e.ok(err)
	for _, a := range list {
		all = append(all, fmt.Sprintf("%s ×%d", a.key, a.times))
	}
	slices.Sort(all)
	return all
}

// What is earned is recorded with the game, counted, and new only once.
func TestAchievements(t *testing.T) {
	e := newEnv(t)
	first := e.start(against("mei", 1), smothered...)
	if got, want := e.earnedText("mei"), []string{"beat.1 ×1", "finish.men_gong ×1"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	second := e.start(against("mei", 2), smothered...)
	helped := e.start(against("mei", 3), smothered[:4]...)
	_, err := e.matches.Uncount(t.Context(), helped.ID, match.AfterHint)
	e.ok(err)
	_, err = e.matches.Move(t.Context(), e.by("mei"), helped.Channel, smothered[4], 0)
	e.ok(err)
	duel := e.start(terms("mei", "tom"), smothered...)
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
		all, err := firsts(t.Context(), e.db.Read(), c.of.ID)
		e.ok(err)
		var got []rating.Achievement
		for _, a := range all {
			got = append(got, a.key)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("first by this game: %q, not %q", got, c.want)
		}
	}
}

// The card says what was earned for the first time, in every language and without unfilled placeholders, and only about the player
// who earned it.
func TestEarnedLine(t *testing.T) {
	e := newEnv(t)
	m := e.start(against("mei", 1), smothered...)
	again := e.start(against("mei", 1), smothered...)
	for _, r := range readers(t) {
		line, err := e.remark(t.Context(), r, &m)
		e.ok(err)
		if !strings.HasPrefix(line, "🏅 <@mei>") || !strings.Contains(line, r.Character(1)) || !strings.Contains(line, r.Finish(finish.SmotheredPalace)) || strings.Contains(line, "standing.") {
			t.Errorf("%s: %q", r.Tag(), line)
		}
		if line, err := e.remark(t.Context(), r, &again); err != nil || line != "" {
			t.Errorf("%s, the second time: %q, %v", r.Tag(), line, err)
		}
		for _, key := range []rating.Achievement{rating.Unscathed, rating.ByStalemate} {
			if text := e.achievementText(r, key); text == "" || strings.Contains(text, "standing.") {
				t.Errorf("%s: %s is %q", r.Tag(), key, text)
			}
		}
	}
}

// Every finishing blow has a name that pictures can write.
func TestFinishesCanBeWritten(t *testing.T) {
	for _, r := range readers(t) {
		for _, b := range finish.All() {
			if name := r.Finish(b); name == "" || strings.Contains(name, string(b)) || !render.CanWrite(name) {
				t.Errorf("%s: %s is %q", r.Tag(), b, name)
			}
		}
	}
}

// What has been earned is on the profile, in words and for the picture.
func TestProfileOfAchievements(t *testing.T) {
	f := &profile{openings: map[string][2]int{}, earned: []achievement{
		{key: rating.Finish(finish.IronBolt), times: 3}, {key: rating.Unscathed, times: 2}, {key: rating.ByStalemate, times: 1}, {key: rating.Beat(3), times: 9}}}
	name := func(b finish.Blow) string { return "<" + string(b) + ">" }
	want := []render.Tally{{Name: "<tie_men_shuan>", Count: 3}, {Name: "<kun_bi>", Count: 1}}
	if got := f.finishes(name); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, r := range readers(t) {
		if text := strings.Join(f.lines(r, name), "\n"); !strings.Contains(text, "<tie_men_shuan> ×3 · <kun_bi>\n") || !strings.Contains(text, "2") || strings.Contains(text, "standing.") {
			t.Errorf("%s: %s", r.Tag(), text)
		}
	}
}

// readers returns a reader in every language.
func readers(t *testing.T) (all []*view.Reader) {
	t.Helper()
	b, err := locale.New(words.Catalog(), view.Catalog(), feature.Catalog("standing", catalog))
	if err != nil {
		t.Fatal(err)
	}
	readers := &view.Readers{Bundle: b}
	for _, l := range b.All() {
		all = append(all, readers.In(l.Tag()))
	}
	return all
}

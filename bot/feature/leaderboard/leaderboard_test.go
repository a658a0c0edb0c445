package leaderboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/render"
)

func TestMain(m *testing.M) { testdb.Main(m) }

func bundle(t *testing.T) *locale.Bundle {
	t.Helper()
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("leaderboard", catalog))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every rung has a name of its own in every language.
func TestRungs(t *testing.T) {
	readers := &view.Readers{Bundle: bundle(t)}
	for _, l := range readers.Bundle.All() {
		r, said := readers.InLocale(l.Tag()), map[string]bool{}
		for rung := standing.Rung(1); ; rung++ {
			level, _, _ := rung.Beaten()
			if level == character.Immortal {
				break
			}
			text := rungText(r, rung)
			if text == "" || strings.Contains(text, "leaderboard.") || said[text] {
				t.Errorf("%s: rung %d is %q", r.Tag(), rung, text)
			}
			said[text] = true
		}
	}
}

// A name of which nothing can be seen is not left out.
func TestNameless(t *testing.T) {
	r := (&view.Readers{Bundle: bundle(t)}).InLocale("en")
	if text := placeLine(r, standing.ByLive, standing.Place{Name: "\u3164"}); !strings.Contains(text, "?") {
		t.Error(text)
	}
}

// What is listed, and what the one who looks is told about their own place.
func TestLeaderboard(t *testing.T) {
	e := testplay.Open(t)
	players := player.New(e.DB)
	reached := standing.New(e.DB, players, guild.New(e.DB))
	e.Matches.Listen(reached.Listener())
	players.Listen(reached.OnPreferences)
	b := bundle(t)
	f := &leaderboards{Services{Kit: feature.Kit{Readers: &view.Readers{Bundle: b, Players: players}, Painter: view.Painter{Painter: render.New()}}, Standing: reached}}
	choose := func(p id.Player, prefs player.Preferences) { e.OK(players.SetPreferences(t.Context(), p, prefs)) }
	choose("mei", player.Preferences{Listed: "everywhere"})
	choose("shy", player.Preferences{Profile: "nobody"})
	for i := range standing.MinOpponents {
		e.Beat("mei", id.Player(fmt.Sprint("o", i)))
		e.Beat("shy", id.Player(fmt.Sprint("o", i)))
	}
	e.Start(testplay.Versus("tom", 2), testplay.Smothered...)
	ahead := testplay.Versus("ann", 2)
	ahead.Odds = match.OneMove
	e.Start(ahead, testplay.Smothered...)
	for _, c := range []struct {
		who     id.Player
		guild   id.Guild
		options map[string]string
		want    []string // in this order
	}{
		{"mei", "server", nil, []string{"Best on this server** · Live", "You: **15", " (provisional)**, not ranked yet", "5 opponents who have one", "– name of mei · 15", " (provisional) · 5 games; – name of o"}},
		{"tom", "server", map[string]string{"games": "live"}, []string{"You: no rating here yet", "– name of mei"}},
		{"o1", "server", map[string]string{"games": "live"}, []string{"You: **", "not ranked yet"}},
		{"stranger", "server", nil, []string{"You haven't finished a game on this server", "name of mei"}},
		{"shy", "server", nil, []string{"only you see your profile", "name of mei"}},
		{"tom", "server", map[string]string{"games": "ladder"}, []string{"Bot ladder\nYou: place 1 of 2, **Xiaoqing**", "beaten without help", "1. name of tom · Xiaoqing; 2. name of ann · a character at odds of the first move"}},
		{"mei", "server", map[string]string{"games": "ladder"}, []string{"Beat a character without hints or takebacks"}},
		{"mei", "server", map[string]string{"games": "days"}, []string{"Correspondence", "Nobody has a place here yet", "You: no rating here yet"}},
		{"mei", "server", map[string]string{"where": "everywhere"}, []string{"Best everywhere** · Live", "not ranked yet", "– name of mei"}},
		{"tom", "server", map[string]string{"where": "everywhere"}, []string{"Choose to be named everywhere", "name of mei"}},
		{"mei", "", nil, []string{"Best everywhere"}},
		{"mei", "", map[string]string{"where": "server"}, []string{"This isn't a server"}},
	} {
		prefs, err := players.Preferences(t.Context(), c.who)
		e.OK(err)
		r := &interaction.Request{Player: c.who, Guild: c.guild, Options: c.options, Text: b.For("en-US"), Locale: "en-US", Prefs: prefs}
		a, err := f.show(t.Context(), r)
		e.OK(err)
		text := a.Private.Content
		for _, file := range a.Private.Files {
			text += "\n" + file.Description
		}
		said := text
		for _, want := range c.want {
			_, after, ok := strings.Cut(text, want)
			if !ok {
				t.Errorf("%s %v: no %q in %s", c.who, c.options, want, said)
			}
			text = after
		}
	}
}

// A control names the list that it turns to; one for a server needs a server.
func TestControls(t *testing.T) {
	for _, c := range []struct {
		arg  string
		here id.Guild
		want list
		ok   bool
	}{
		{"live", "server", list{"server", standing.ByLive}, true},
		{"all-ladder", "", list{standing.Everywhere, standing.ByLadder}, true},
		{"live", "", list{}, false},
		{"worst", "server", list{}, false},
	} {
		l, ok := parseList(c.arg, c.here)
		if ok != c.ok || ok && (l != c.want || l.arg() != c.arg) {
			t.Errorf("%q in %q: %+v, %v", c.arg, c.here, l, ok)
		}
	}
}

// A page can be shown to everybody on a server: with its picture, without controls, or what is about who shows it.
func TestShare(t *testing.T) {
	e := testplay.Open(t)
	players := player.New(e.DB)
	reached := standing.New(e.DB, players, guild.New(e.DB))
	e.Matches.Listen(reached.Listener())
	b := bundle(t)
	f := &leaderboards{Services{Kit: feature.Kit{Readers: &view.Readers{Bundle: b, Players: players}, Painter: view.Painter{Painter: render.New()}}, Standing: reached}}
	e.Beat("mei", "tom")
	r := &interaction.Request{Player: "mei", Guild: "server", Text: b.For("en-US"), Locale: "en-US"}
	a, err := f.show(t.Context(), r)
	e.OK(err)
	last := a.Private.Rows[len(a.Private.Rows)-1]
	button := last[len(last)-1].(discord.Button)
	c, ok := discord.ParseControlID(button.CustomID)
	if !ok || button.Label != "Share" || c.Action != actionShare {
		t.Fatalf("%+v", button)
	}
	shared, err := f.share(t.Context(), r, c)
	e.OK(err)
	if m := shared.Public; m == nil || len(m.Files) != 1 || len(m.Rows) != 0 || strings.Contains(m.Content, "You") {
		t.Errorf("%+v", shared)
	}
	posts := func(c interaction.Component) bool { return c.Action == actionShare && c.Door == door.Post }
	if !slices.ContainsFunc(New(f.Services).Components, posts) {
		t.Error("shown where it may not be")
	}
	r.Guild = ""
	if a, err = f.show(t.Context(), r); err != nil || strings.Contains(fmt.Sprint(a.Private.Rows), "Share") {
		t.Errorf("in a direct conversation: %v, %v", a.Private.Rows, err)
	}
}

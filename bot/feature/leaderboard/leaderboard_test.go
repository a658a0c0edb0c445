package leaderboard

import (
	"fmt"
	"strings"
	"testing"

	"yeye/ai/character"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/locale"
	"yeye/bot/player"
	"yeye/bot/standing"
	"yeye/bot/view"
	"yeye/bot/view/words"
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
		r, said := readers.In(l.Tag()), map[string]bool{}
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

// What is listed, and what the one who looks is told about their own place.
func TestLeaderboard(t *testing.T) {
	e := testplay.Open(t)
	players := player.New(e.DB)
	reached := standing.New(e.DB, players, guild.New(e.DB))
	e.Matches.Listen(reached.Listener())
	players.Listen(reached.Relist)
	b := bundle(t)
	f := &leaderboards{Services{reached, &view.Readers{Bundle: b, Players: players}}}
	choose := func(p id.Player, prefs player.Preferences) { e.OK(players.SetPreferences(t.Context(), p, prefs)) }
	choose("mei", player.Preferences{Listed: "everywhere"})
	choose("shy", player.Preferences{Profile: "nobody"})
	for i := range standing.MinOpponents {
		e.Beat("mei", id.Player(fmt.Sprint("o", i)))
		e.Beat("shy", id.Player(fmt.Sprint("o", i)))
	}
	e.Start(testplay.Versus("tom", 2), testplay.Smothered...)
	for _, c := range []struct {
		who     id.Player
		guild   id.Guild
		options map[string]string
		want    []string // in this order
	}{
		{"mei", "server", nil, []string{"The best of this server** · live clocks", "1\\. name of mei", "5 games", "You: place 1 of 1", "5 different opponents"}},
		{"tom", "server", map[string]string{"games": "live"}, []string{"1\\. name of mei", "You: no place yet. You have had rated games against 0 of 5"}},
		{"o1", "server", map[string]string{"games": "live"}, []string{"You: no place yet. You have had rated games against 2 of 5"}},
		{"stranger", "server", nil, []string{"name of mei", "No game of yours has ended on this server"}},
		{"shy", "server", nil, []string{"name of mei", "you show your profile to nobody"}},
		{"tom", "server", map[string]string{"games": "ladder"}, []string{"ladder of characters", "1\\. name of tom · **Xiaoqing**", "You: place 1 of 1, **Xiaoqing**", "without help and odds"}},
		{"mei", "server", map[string]string{"games": "ladder"}, []string{"Beat a character without help"}},
		{"mei", "server", map[string]string{"games": "days"}, []string{"days for each move", "Nobody has a place here yet", "against 0 of 5"}},
		{"mei", "server", map[string]string{"where": "everywhere"}, []string{"The best everywhere** · live clocks", "1\\. name of mei", "You: place 1 of 1"}},
		{"tom", "server", map[string]string{"where": "everywhere"}, []string{"name of mei", "Only players who choose to be named everywhere"}},
		{"mei", "", nil, []string{"The best everywhere"}},
		{"mei", "", map[string]string{"where": "server"}, []string{"This is no server"}},
	} {
		prefs, err := players.Preferences(t.Context(), c.who)
		e.OK(err)
		r := &interaction.Request{Player: c.who, Guild: c.guild, Options: c.options, Text: b.For("en-US"), Locale: "en-US", Prefs: prefs}
		a, err := f.show(t.Context(), r)
		e.OK(err)
		text := a.Private.Content
		for _, want := range c.want {
			_, after, ok := strings.Cut(text, want)
			if !ok {
				t.Errorf("%s %v: no %q in %s", c.who, c.options, want, a.Private.Content)
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

package profile

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/history"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game/finish"
	"yeye/render"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// env holds matches whose results are recorded.
type env struct {
	*testplay.Env
	*profiles
}

func newEnv(t *testing.T) *env {
	t.Helper()
	e := &env{Env: testplay.Open(t)}
	players, guilds := player.New(e.DB), guild.New(e.DB)
	e.profiles = &profiles{Services{Kit: feature.Kit{Matches: e.Env.Matches, Painter: view.Painter{Painter: render.New()}, Readers: &view.Readers{Bundle: bundle(t), Players: players}}, Standing: standing.New(e.DB, players, guilds), History: history.New(e.DB, e.Env.Matches, players, nil), Guilds: guilds, Players: players,
		Trained: func(context.Context, id.Player) (Training, error) { return Training{}, nil }}}
	e.Env.Matches.Listen(e.Standing.Listener(), e.History.Listener())
	return e
}

func bundle(t *testing.T) *locale.Bundle {
	t.Helper()
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("profile", catalog))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readers returns a reader in every language.
func readers(t *testing.T) (all []*view.Reader) {
	t.Helper()
	readers := &view.Readers{Bundle: bundle(t)}
	for _, l := range readers.Bundle.All() {
		all = append(all, readers.InLocale(l.Tag()))
	}
	return all
}

// filled checks that a text has no unfilled placeholders or missing keys.
func filled(t *testing.T, r *view.Reader, text string) {
	t.Helper()
	for _, bad := range []string{"profile.", "{{", "no value"} {
		if text == "" || strings.Contains(text, bad) {
			t.Errorf("%s: %q", r.Tag(), text)
		}
	}
}

// The card says what was earned for the first time, in every language, and only about the player who earned it.
func TestEarnedLine(t *testing.T) {
	e := newEnv(t)
	m := e.Start(testplay.Versus("mei", 1), testplay.Smothered...)
	again := e.Start(testplay.Versus("mei", 1), testplay.Smothered...)
	for _, r := range readers(t) {
		line, err := e.remark(t.Context(), r, &m)
		e.OK(err)
		filled(t, r, line)
		if !strings.HasPrefix(line, "🏅 <@mei>") || !strings.Contains(line, r.Character(1)) || !strings.Contains(line, r.Finish(finish.SmotheredPalace)) {
			t.Errorf("%s: %q", r.Tag(), line)
		}
		if line, err := e.remark(t.Context(), r, &again); err != nil || line != "" {
			t.Errorf("%s, the second time: %q, %v", r.Tag(), line, err)
		}
		for _, key := range []rating.Achievement{rating.Unscathed, rating.ByStalemate} {
			filled(t, r, earned(r, key))
		}
	}
	e.OK(e.Players.SetPreferences(t.Context(), "mei", player.Preferences{Profile: "nobody"}))
	if line, err := e.remark(t.Context(), readers(t)[0], &m); err != nil || line != "" {
		t.Errorf("of a hidden profile: %q, %v", line, err)
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
	p := &profile{Profile: &standing.Profile{Earned: []standing.Achievement{
		{Key: rating.Finish(finish.IronBolt), Times: 3}, {Key: rating.Unscathed, Times: 2}, {Key: rating.ByStalemate, Times: 1}, {Key: rating.Beat(3), Times: 9}}}}
	for _, r := range readers(t) {
		bolt, stalemate := r.Finish(finish.IronBolt), r.Finish(finish.Stalemate)
		if got, want := p.picture(r).Finishes, []render.Tally{{Name: bolt, Count: 3}, {Name: stalemate, Count: 1}}; !slices.Equal(got, want) {
			t.Errorf("%s: %v", r.Tag(), got)
		}
		all, _ := p.lines(r)
		text := strings.Join(all, "\n")
		filled(t, r, text)
		if !strings.Contains(text, bolt+" ×3 · "+stalemate+"\n") || !strings.Contains(text, "2") {
			t.Errorf("%s: %s", r.Tag(), text)
		}
	}
}

// Every language says which characters were beaten, how often and at which odds, and the picture shows the least odds.
func TestLadder(t *testing.T) {
	c := standing.LadderWins{1: {match.Even: {Times: 12}}, 3: {match.Even: {Times: 2}, match.OneRook: {Times: 1}},
		5: {match.OneRook: {Times: 4}, match.TwoHorses: {Times: 1}}}
	for _, r := range readers(t) {
		all, _ := (&profile{Profile: &standing.Profile{Climbs: c}}).lines(r)
		text := strings.Join(all, "\n")
		for _, want := range []string{r.Character(1) + " ×12 · ", r.Character(3) + " ×2 · ", r.Text("odds.rook"), r.Text("odds.two-horses"), "×4", "\n" + r.Text("profile.next", map[string]any{"Character": r.Character(4)})} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", r.Tag(), want, text)
			}
		}
		labels := oddsLabels(r, &c)
		if labels[5] != r.Text("profile.odds.two-horses") || labels[3] != "" || labels[1] != "" {
			t.Errorf("%s: %q", r.Tag(), labels)
		}
		for _, odds := range match.AllOdds()[1:] {
			if text := r.Text("profile.odds." + odds.String()); !render.CanWrite(text) {
				t.Errorf("%s: %q cannot be written", r.Tag(), text)
			}
		}
	}
}

// Whoever has beaten all from the first character on need not have beaten the one below, and is not told so.
func TestLadderTop(t *testing.T) {
	var c standing.LadderWins
	for level := character.FirstRung; level.Valid(); level++ {
		c[level] = map[match.Odds]standing.Wins{match.Even: {Times: 1}}
	}
	for _, r := range readers(t) {
		_, lines := (&profile{Profile: &standing.Profile{Climbs: c}}).lines(r)
		if last := lines[len(lines)-1]; last != r.Text("profile.top", map[string]any{"Character": r.NameWithFace(character.FirstRung)}) {
			t.Errorf("%s: %q", r.Tag(), last)
		}
	}
}

// Which character somebody plays like is said and drawn as soon as it is known.
func TestLikeness(t *testing.T) {
	unknown := &profile{Profile: new(standing.Profile)}
	games := make([]rating.Against, 10)
	for i := range games {
		games[i] = rating.Against{Level: 3, Score: 1}
	}
	like, known := rating.Like(games)
	p := &profile{Profile: &standing.Profile{Like: like, LikeKnown: known}}
	for _, r := range readers(t) {
		if unknown.picture(r).PlaysLike.Known {
			t.Errorf("%s: known without games", r.Tag())
		}
		if drawn := p.picture(r).PlaysLike; !drawn.Known || drawn.Low >= drawn.At || drawn.At >= drawn.High {
			t.Errorf("%s: %+v", r.Tag(), drawn)
		}
		all, _ := p.lines(r)
		if text := strings.Join(all, "\n"); !strings.Contains(text, r.Character(like.Level)) || !strings.Contains(text, "10") {
			t.Errorf("%s: %s", r.Tag(), text)
		}
	}
}

// A profile tells ratings, the record, the openings played most by color, and the best win.
func TestShow(t *testing.T) {
	e := newEnv(t)
	e.Beat("mei", "tom")
	e.Beat("mei", "linh")
	e.Leave(e.Start(testplay.Duel("tom", "mei"), "c3c4", "b7e7"), "tom")
	p, err := e.load(t.Context(), "mei", "Mei")
	e.OK(err)
	if p.openings[0] == "" || p.openings[1] == "" || p.openings[0] == p.openings[1] {
		t.Errorf("openings %q", p.openings)
	}
	for _, r := range readers(t) {
		said, err := e.message(r, p)
		e.OK(err)
		filled(t, r, said.Content)
		if strings.Contains(said.Content, "Mei") || strings.Contains(said.Content, p.favourite(r, 0)) {
			t.Errorf("%s: what the picture shows is repeated: %s", r.Tag(), said.Content)
		}
		aloud := *r
		aloud.Prefs.Speak = "on"
		b, err := e.message(&aloud, p)
		e.OK(err)
		for _, text := range []string{said.Files[0].Description, b.Content} {
			for _, want := range []string{"Mei", r.Points(rating.Round(p.Ratings[standing.Live].Value), true), p.favourite(r, 0),
				p.favourite(r, 1), p.bestWin(r)} {
				if want == "" || !strings.Contains(text, want) {
					t.Errorf("%s: no %q in %s", r.Tag(), want, text)
				}
			}
		}
		if len(said.Files) != 1 || !strings.Contains(said.Files[0].Description, p.favourite(r, 0)) || len(said.Files[0].Data) == 0 {
			t.Errorf("%s: %d files", r.Tag(), len(said.Files))
		}
	}
	if name := p.favourite(readers(t)[0], 0); name != "Central Cannon" {
		t.Errorf("favorite %q", name)
	}
}

// The third game of a pair is the last of the day that counts, and the fourth says so from its first card to its last.
func TestPairIsTold(t *testing.T) {
	e := newEnv(t)
	said := func(m match.Match) (all []string) {
		for _, r := range readers(t) {
			line, err := e.remark(t.Context(), r, &m)
			e.OK(err)
			if strings.HasPrefix(line, "-# ") {
				if filled(t, r, line); !strings.Contains(line, "3") {
					t.Errorf("%s: %q", r.Tag(), line)
				}
				all = append(all, line)
			}
		}
		return all
	}
	for n := range 5 {
		m := e.Start(testplay.Duel("mei", "tom"), "h2e2", "h9g7")
		want := 0
		if n >= standing.PerDay {
			want = 4
		}
		if got := said(m); len(got) != want {
			t.Errorf("game %d begins with %q", n+1, got)
		}
		casual := m
		casual.CasualReason = match.Agreed
		if got := said(casual); len(got) > 0 {
			t.Errorf("a casual game begins with %q", got)
		}
		e.Leave(m, "tom")
		if got := said(e.Get(m.ID)); len(got) != want {
			t.Errorf("game %d ends with %q", n+1, got)
		}
	}
	e.Pass(24 * time.Hour)
	if got := said(e.Start(testplay.Duel("mei", "tom"), "h2e2", "h9g7")); len(got) > 0 {
		t.Errorf("the next day begins with %q", got)
	}
}

// The last card of a game that counts shows both ratings before and after it.
func TestRatingLine(t *testing.T) {
	e := newEnv(t)
	m := e.Start(testplay.Duel("mei", "tom"), "h2e2", "h9g7")
	e.Leave(m, "tom")
	m = e.Get(m.ID)
	line, err := e.remark(t.Context(), readers(t)[0], &m)
	e.OK(err)
	after := func(p id.Player) string {
		all, err := e.Standing.Ratings(t.Context(), p)
		e.OK(err)
		return strconv.Itoa(rating.Round(all[standing.Live].Value)) + " (provisional)"
	}
	if want := "📈 <@mei> 1500 → " + after("mei") + " · <@tom> 1500 → " + after("tom") + "\n-# A rating is provisional until you have played some more games.\n-# Wins in under 20 moves against new players earn at most 10 points.\n-# In a new player's first games, a loss in under 20 moves costs at most 10 points."; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	for _, c := range []struct{ hides, shown string }{{"mei", "tom"}, {"tom", ""}} {
		e.OK(e.Players.SetPreferences(t.Context(), id.Player(c.hides), player.Preferences{Profile: "nobody"}))
		line, err := e.remark(t.Context(), readers(t)[0], &m)
		e.OK(err)
		if strings.Contains(line, "<@"+c.hides+">") || (c.shown == "") != (line == "") || !strings.Contains(line, c.shown) {
			t.Errorf("%s hides their profile: %q", c.hides, line)
		}
	}
}

package history

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// halls is a directory of the channels that a test names.
type halls struct {
	public map[id.Channel]bool
	homes  map[id.Channel]id.Channel
}

func (h *halls) Public(g id.Guild, c id.Channel) bool {
	if home, ok := h.homes[c]; ok {
		c = home
	}
	return g == "server" && h.public[c]
}

func (h *halls) Home(_ id.Guild, c id.Channel) (id.Channel, bool) {
	if home, ok := h.homes[c]; ok {
		return home, true
	}
	return c, h.public[c]
}

type env struct {
	*Service
	t     testing.TB
	db    *store.DB
	halls *halls

	mu    sync.Mutex
	now   time.Time
	event int
}

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
		halls: &halls{public: map[id.Channel]bool{"square": true}, homes: map[id.Channel]id.Channel{"thread": "square", "whisper": ""}}}
	db, _ := testdb.Open(t, e.time)
	e.db = db
	matches := match.NewService(db)
	e.Service = New(db, matches, player.New(db), e.halls)
	matches.Listen(e.Listener())
	return e
}

func (e *env) time() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

func (e *env) pass(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(d)
}

func (e *env) by(p id.Player) match.Actor {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: match.FromText}
}

func (e *env) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// played plays a game that ends with black's resignation, or with red's if black is a character.
func (e *env) played(g id.Guild, c id.Channel, red, black match.Seat, moves ...string) match.Match {
	e.t.Helper()
	t := match.Terms{Mode: match.Duel, Guild: g, Channel: c, Seats: [2]match.Seat{red, black}, Position: game.Start(), Locale: "en-US"}
	if black.Character() {
		t.Mode = match.Versus
	}
	change, err := e.matches.Start(e.t.Context(), e.by(red.Player), t)
	e.ok(err)
	for _, text := range moves {
		m, err := e.matches.Get(e.t.Context(), change.Match.ID)
		e.ok(err)
		mv, err := game.ParseMove(text)
		e.ok(err)
		if seat := m.Seats[m.ToMove()]; seat.Human() {
			_, err = e.matches.Step(e.t.Context(), e.by(seat.Player), m.ID, m.Turn, mv)
		} else {
			_, err = e.matches.Answer(e.t.Context(), &m, mv, 0, false)
		}
		e.ok(err)
	}
	quits := black.Player
	if quits == "" {
		quits = red.Player
	}
	_, err = e.matches.Resign(e.t.Context(), e.by(quits), change.Match.ID)
	e.ok(err)
	e.pass(time.Minute)
	m, err := e.matches.Get(e.t.Context(), change.Match.ID)
	e.ok(err)
	return m
}

func person(p id.Player) match.Seat { return match.Seat{Player: p, Name: "name of " + string(p)} }

// games returns the ids of games in a list, in order, by the names that a test gives them.
func (e *env) games(a Asker, f Filter) (all []id.Match) {
	e.t.Helper()
	entries, err := e.Games(e.t.Context(), a, f, 100, 0)
	e.ok(err)
	for _, one := range entries {
		all = append(all, one.Game)
	}
	return all
}

// A player sees all of their own history, latest first, filtered by opponent, result and opening.
func TestOwnHistory(t *testing.T) {
	e := newEnv(t)
	kid := match.Seat{Level: 1}
	first := e.played("server", "square", person("mei"), person("tom"), "h2e2", "h7e7")
	second := e.played("server", "square", person("tom"), person("mei"), "g3g4")
	third := e.played("", "talk", person("mei"), kid, "h2e2")
	e.played("server", "square", person("tom"), person("linh"), "g3g4")
	e.played("server", "square", person("mei"), person("tom")) // nobody moved
	mei := Asker{Player: "mei", Channel: "elsewhere"}
	won, lost, drawn := game.Won, game.Lost, game.Drawn
	for name, c := range map[string]struct {
		filter Filter
		want   []id.Match
	}{
		"all":              {Filter{}, []id.Match{third.ID, second.ID, first.ID}},
		"against Tom":      {Filter{Against: &Opponent{Player: "tom", Human: true}}, []id.Match{second.ID, first.ID}},
		"against the Kid":  {Filter{Against: &Opponent{Level: 1}}, []id.Match{third.ID}},
		"won":              {Filter{Score: &won}, []id.Match{first.ID}},
		"lost":             {Filter{Score: &lost}, []id.Match{third.ID, second.ID}},
		"drawn":            {Filter{Score: &drawn}, nil},
		"same cannons":     {Filter{Opening: "D1"}, []id.Match{first.ID}},
		"all at once":      {Filter{Opening: "D1", Score: &won, Against: &Opponent{Player: "tom", Human: true}}, []id.Match{first.ID}},
		"an opening never": {Filter{Opening: "A1"}, nil},
	} {
		c.filter.Of = "mei"
		if got := e.games(mei, c.filter); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		tally, err := e.Tally(t.Context(), mei, c.filter)
		if e.ok(err); tally.Games() != len(c.want) {
			t.Errorf("%s: counted %+v", name, tally)
		}
	}
	page, err := e.Games(t.Context(), mei, Filter{Of: "mei"}, 1, 1)
	if e.ok(err); len(page) != 1 || page[0].Game != second.ID || page[0].Score != game.Lost || page[0].Side != game.Black || page[0].Opponent.Name != "name of tom" {
		t.Errorf("the second page: %+v", page)
	}
	characters, people, err := e.Records(t.Context(), mei, "mei")
	if e.ok(err); len(characters) != 1 || characters[0].Tally != (Tally{Lost: 1}) || len(people) != 1 || people[0].Tally != (Tally{Won: 1, Lost: 1}) {
		t.Errorf("%+v %+v", characters, people)
	}
	codes, err := e.Openings(t.Context(), mei, "mei")
	if e.ok(err); len(codes) != 3 {
		t.Errorf("openings %v", codes)
	}
}

// An opponent who has changed their name is one person, under the latest name.
func TestRecordsUnderTheLatestName(t *testing.T) {
	e := newEnv(t)
	for _, name := range []string{"Zoe", "Anna"} {
		e.played("server", "square", person("mei"), match.Seat{Player: "tom", Name: name}, "h2e2")
	}
	_, people, err := e.Records(t.Context(), Asker{Player: "mei"}, "mei")
	want := []Record{{Opponent{Player: "tom", Human: true, Name: "Anna"}, Tally{Won: 2}}}
	if e.ok(err); !slices.Equal(people, want) {
		t.Errorf("%+v, want %+v", people, want)
	}
}

// One function decides who sees which game, and lists show exactly what it allows.
func TestWhoSeesAGame(t *testing.T) {
	e := newEnv(t)
	tom, linh := person("tom"), person("linh")
	kid := match.Seat{Level: 1}
	games := map[string]match.Match{
		"in a public channel":       e.played("server", "square", tom, linh, "h2e2"),
		"in a hidden channel":       e.played("server", "cellar", tom, linh, "h2e2"),
		"in a public thread":        e.played("server", "thread", tom, kid, "h2e2"),
		"in a private thread":       e.played("server", "whisper", tom, kid, "h2e2"),
		"with the one who asks":     e.played("server", "cellar", tom, person("mei"), "h2e2"),
		"on another server":         e.played("other", "square", tom, kid, "h2e2"),
		"in a direct conversation":  e.played("", "talk", tom, kid, "h2e2"),
		"where it is asked for":     e.played("server", "den", tom, linh, "h2e2"),
		"in a channel now archived": e.played("server", "archived", tom, linh, "h2e2"),
	}
	e.halls.homes["archived"] = "square"
	e.ok(e.Settle(t.Context()))
	delete(e.halls.homes, "archived") // Discord no longer reports it
	for name, c := range map[string]struct {
		asker Asker
		want  []string
	}{
		"a member":           {Asker{"mei", "server", "den"}, []string{"in a public channel", "in a public thread", "with the one who asks", "where it is asked for", "in a channel now archived"}},
		"a stranger":         {Asker{"ann", "server", "cellar"}, []string{"in a public channel", "in a hidden channel", "in a public thread", "with the one who asks", "in a channel now archived"}},
		"in conversation":    {Asker{"mei", "", "her own talk"}, []string{"with the one who asks"}},
		"on another server":  {Asker{"mei", "third", "square2"}, []string{"with the one who asks"}},
		"the player":         {Asker{"tom", "", "anywhere"}, []string{"in a public channel", "in a hidden channel", "in a public thread", "in a private thread", "with the one who asks", "on another server", "in a direct conversation", "where it is asked for", "in a channel now archived"}},
		"the other opponent": {Asker{"linh", "", "anywhere"}, []string{"in a public channel", "in a hidden channel", "where it is asked for", "in a channel now archived"}},
	} {
		listed := e.games(c.asker, Filter{Of: "tom"})
		for what, m := range games {
			want := slices.Contains(c.want, what)
			sees, err := e.MaySee(t.Context(), c.asker, &m)
			if e.ok(err); sees != want {
				t.Errorf("%s, a game %s: %v", name, what, sees)
			}
			if in := slices.Contains(listed, m.ID); in != want {
				t.Errorf("%s, a game %s: listed %v", name, what, in)
			}
		}
		tally, err := e.Tally(t.Context(), c.asker, Filter{Of: "tom"})
		if e.ok(err); tally.Games() != len(c.want) {
			t.Errorf("%s: %d games counted", name, tally.Games())
		}
	}
	// A channel that is no longer public, and a player who hides their profile.
	e.halls.public["square"] = false
	m := games["in a public channel"]
	if sees, err := e.MaySee(t.Context(), Asker{"mei", "server", "den"}, &m); err != nil || sees {
		t.Errorf("after the channel was closed: %v %v", sees, err)
	}
	e.halls.public["square"] = true
	err := e.players.SetPreferences(t.Context(), "tom", player.Preferences{Profile: "nobody"})
	e.ok(err)
	if got := e.games(Asker{"ann", "server", "elsewhere"}, Filter{Of: "tom"}); len(got) != 0 {
		t.Errorf("of somebody who shows no profile: %v", got)
	}
}

// A running game is visible only to its players and in its channel.
func TestRunningGamesAreNotPublic(t *testing.T) {
	e := newEnv(t)
	change, err := e.matches.Start(t.Context(), e.by("tom"), match.Terms{Mode: match.Duel, Guild: "server", Channel: "square",
		Seats: [2]match.Seat{person("tom"), person("linh")}, Position: game.Start()})
	e.ok(err)
	for a, want := range map[Asker]bool{{"linh", "", "x"}: true, {"mei", "server", "square"}: true, {"mei", "server", "den"}: false} {
		if sees, err := e.MaySee(t.Context(), a, &change.Match); err != nil || sees != want {
			t.Errorf("%+v: %v %v", a, sees, err)
		}
	}
}

// Erasing a player deletes their history, and their name from that of others.
func TestErased(t *testing.T) {
	e := newEnv(t)
	e.played("server", "square", person("mei"), person("tom"), "h2e2")
	sections, err := e.Owner().Export(t.Context(), e.db.Read(), "mei")
	if e.ok(err); len(sections) != 1 || len(sections[0].Value.([]exported)) != 1 || sections[0].Value.([]exported)[0].Score != "won" {
		t.Errorf("%+v", sections)
	}
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return e.Owner().Erase(t.Context(), tx, "mei") }))
	if got := e.games(Asker{Player: "mei"}, Filter{Of: "mei"}); len(got) != 0 {
		t.Errorf("still there: %v", got)
	}
	left, err := e.Games(t.Context(), Asker{Player: "tom"}, Filter{Of: "tom"}, 9, 0)
	if e.ok(err); len(left) != 1 || left[0].Opponent != (Opponent{Human: true}) {
		t.Errorf("the other's: %+v", left)
	}
}

// A game that a moderator deletes leaves no history.
func TestRemoved(t *testing.T) {
	e := newEnv(t)
	m := e.played("server", "square", person("mei"), person("tom"), "h2e2")
	_, err := e.matches.Rule(t.Context(), e.by("mod"), m.ID, match.DeletedByModerator)
	e.ok(err)
	if got := e.games(Asker{Player: "mei"}, Filter{Of: "mei"}); len(got) != 0 {
		t.Errorf("still there: %v", got)
	}
}

// card makes a message the card of a match, "" none.
func (e *env) card(m *match.Match, message id.Message) {
	e.t.Helper()
	_, err := e.db.Write().Exec(e.t.Context(), `
		INSERT INTO cards (kind, id, guild, channel, wanted, fresh, pinged, touched, shown, shown_channel, message, retry_at, tries, doubt,
			stale, version, late)
		VALUES (?, ?, '', '', 1, 1, 1, 0, 1, '', ?, 0, 0, 0, 0, 0, 0)
		ON CONFLICT (kind, id) DO UPDATE SET message = excluded.message`, string(m.Mode.Kind), string(m.ID), string(message))
	e.ok(err)
}

// The home of a game's channel and its last card are determined while that is still possible.
func TestSettle(t *testing.T) {
	e := newEnv(t)
	m := e.played("server", "thread", person("mei"), person("tom"), "h2e2")
	e.ok(e.Settle(t.Context()))
	for _, card := range []id.Message{"first", "card"} {
		e.card(&m, card)
		e.ok(e.Settle(t.Context()))
	}
	if found, err := unsettled(t.Context(), e.db.Read(), time.Time{}, time.Time{}, "", 9); err != nil || len(found) != 0 {
		t.Errorf("read again though nothing is new: %+v, %v", found, err)
	}
	e.pass(8 * 24 * time.Hour)
	e.card(&m, "")
	e.ok(e.Settle(t.Context()))
	got, ok, err := e.Entry(t.Context(), m.ID)
	if e.ok(err); !ok || got.home != "square" || got.Message != "card" {
		t.Errorf("%+v", got)
	}
	left, err := unsettled(t.Context(), e.db.Read(), e.time(), time.Time{}, "", 9)
	if e.ok(err); len(left) != 0 {
		t.Errorf("still looked for: %+v", left)
	}
	if g, c, card := e.Link(t.Context(), &got); g != "server" || c != "thread" || card != "card" {
		t.Errorf("linked to %s %s %s", g, c, card)
	}
}

// Games that ended before the history existed get the names of their openings.
func TestNameOpenings(t *testing.T) {
	e := newEnv(t)
	for range 3 {
		e.played("server", "square", person("mei"), person("tom"), "h2e2", "h7e7")
	}
	_, err := e.db.Write().Exec(t.Context(), `UPDATE history SET opening = '?'`)
	e.ok(err)
	if got := e.games(Asker{Player: "mei"}, Filter{Of: "mei", Opening: "D1"}); len(got) != 0 {
		t.Fatalf("named already: %v", got)
	}
	for more := true; more; {
		more, err = e.NameOpenings(t.Context(), 2)
		e.ok(err)
	}
	if got := e.games(Asker{Player: "mei"}, Filter{Of: "mei", Opening: "D1"}); len(got) != 3 {
		t.Errorf("named: %v", got)
	}
}

// The favorites are the openings played most with each color, whoever won.
func TestFavourites(t *testing.T) {
	e := newEnv(t)
	mei, tom := match.Seat{Player: "mei", Name: "Mei"}, match.Seat{Player: "tom", Name: "Tom"}
	for i := range 3 { // most often, but it is no opening to be fond of
		e.played("server", id.Channel(fmt.Sprint("odd", i)), mei, tom, "a0a1", "h9g7")
	}
	for i, moves := range [][]string{{"h2e2", "h9g7"}, {"h2e2", "h9g7"}, {"c3c4", "b7e7"}} {
		e.played("server", id.Channel(fmt.Sprint("c", i)), mei, tom, moves...)
	}
	e.played("server", "square", tom, mei, "c3c4", "c6c5")
	codes, err := e.Favourites(t.Context(), "mei")
	e.ok(err)
	all, err := e.Games(t.Context(), Asker{Player: "mei"}, Filter{Of: "mei"}, 10, 0)
	e.ok(err)
	all = all[:min(len(all), 4)]
	if len(all) != 4 || codes != [2]string{all[3].Opening, all[0].Opening} || codes[0] == codes[1] {
		t.Errorf("%q of %+v", codes, all)
	}
	if codes, err := e.Favourites(t.Context(), "nobody"); err != nil || codes != [2]string{} {
		t.Errorf("of nobody: %q, %v", codes, err)
	}
	if games, err := e.WithPeople(t.Context(), "mei", "server", 2); err != nil || len(games) != 2 || games[0] != all[0].Game || games[1] != all[1].Game {
		t.Errorf("%v, %v", games, err)
	}
}

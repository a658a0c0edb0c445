package review

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/ai"
	"yeye/ai/agreement"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/history"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// oracle is an engine that knows what was played next in some games, and answers with that where Red is to move.
type oracle struct {
	next  map[string]game.Move
	after func() // each search
}

func (o *oracle) Lines(_ context.Context, g *game.Game, _ ai.Limits) ([]ai.Info, error) {
	if o.after != nil {
		o.after()
	}
	var buf [game.MaxMoves]game.Move
	m, known := o.next[g.Position().FEN()]
	if moves := g.Position().LegalMoves(buf[:0]); !known || g.Position().Turn() == game.Black && m == moves[0] {
		m = moves[len(moves)-1]
	} else if g.Position().Turn() == game.Black {
		m = moves[0]
	}
	return []ai.Info{{PV: []game.Move{m}}}, nil
}

// wandered returns a match in which, according to the database, n random moves have been played that do not end it.
func (e *env) wandered(t match.Terms, o *oracle, n int, seed uint64) match.Match {
	e.T.Helper()
	m := e.Start(t)
	_, err := e.Env.DB.Write().Exec(e.T.Context(), `UPDATE matches SET moves = ? WHERE id = ?`, game.MovesText(wander(o, n, seed)), string(m.ID))
	e.OK(err)
	return m
}

// wander returns n random legal moves that do not end a game.
func wander(o *oracle, n int, seed uint64) []game.Move {
	random := rand.New(rand.NewPCG(seed, 1))
	var buf [game.MaxMoves]game.Move
	for {
		g := game.NewGame(game.Start(), game.Asian)
		var all []game.Move
		next := map[string]game.Move{}
		for len(all) < n {
			moves := g.Position().LegalMoves(buf[:0])
			m := moves[random.IntN(len(moves))]
			next[g.Position().FEN()] = m
			if g.Play(m) != nil || g.Outcome().Over() || g.Warning().Over() {
				break
			}
			all = append(all, m)
		}
		if len(all) == n {
			for fen, m := range next {
				o.next[fen] = m
			}
			return all
		}
	}
}

// env holds matches of which reviews can be made.
type env struct {
	*testplay.Env
	*reviews
}

// reviewing returns an environment with an engine, and five long enough games of Mei's with people on the server.
func reviewing(t *testing.T) (*env, *oracle) {
	p := testplay.Open(t)
	o := &oracle{next: map[string]game.Move{}}
	players := player.New(p.DB)
	s := Services{Kit: feature.Kit{Matches: p.Matches}, DB: p.DB, Standing: standing.New(p.DB, players, guild.New(p.DB)), History: history.New(p.DB, p.Matches, players, nil),
		Engine: engine.New(engine.Options{Matches: p.Matches, Searcher: o, Threads: 1, Now: p.DB.Now}), Wake: func() {}}
	p.Matches.Listen(s.Standing.Listener(), s.History.Listener())
	e := &env{p, &reviews{Services: s}}
	for i := range 5 {
		t := testplay.Duel("mei", id.Player(fmt.Sprint("o", i)))
		t.Casual = i%2 == 0
		e.Leave(e.wandered(t, o, 34, uint64(i)), t.Seats[game.Black].Player)
	}
	return e, o
}

// stored returns the review of a player on a server, as it is stored.
func (e *env) stored(g id.Guild, p id.Player) (review, bool) {
	e.T.Helper()
	v, found, err := load(e.T.Context(), e.Env.DB.Read(), g, p)
	e.OK(err)
	return v, found
}

// A review needs five games of thirty plies with people on the server that requests it, and says how many there are.
func TestReviewTakesGames(t *testing.T) {
	e, o := reviewing(t)
	for _, c := range []struct {
		guild id.Guild
		whom  id.Player
		known int
		err   error
	}{{"server", "mei", 5, nil}, {"other", "mei", 0, errFewGames}, {"server", "o1", 1, errFewGames}, {"server", "nobody", 0, errFewGames}} {
		v := review{guild: c.guild, player: c.whom, requester: "moderator " + id.Player(c.whom)}
		if known, err := e.findOrStart(t.Context(), &v, "7"); known != c.known || !errors.Is(err, c.err) {
			t.Errorf("%s on %s: %d games, %v", c.whom, c.guild, known, err)
		}
	}
	for i := range 6 { // short ones and those with characters show nothing
		e.Beat("tom", id.Player(fmt.Sprint("p", i)))
		e.Resign(e.wandered(testplay.Versus("tom", 3), o, 34, uint64(10+i)), "tom")
	}
	v := review{guild: "server", player: "tom", requester: "m"}
	if known, err := e.findOrStart(t.Context(), &v, "7"); known != 0 || !errors.Is(err, errFewGames) {
		t.Errorf("of short games: %d, %v", known, err)
	}
	if n := e.Count(`SELECT COUNT(*) FROM moderation WHERE act = 'review' AND player = 'mei'`); n != 1 {
		t.Errorf("recorded %d times", n)
	}
}

// A review is done by its job, shows its progress, and is kept for an hour; a moderator with one in progress cannot begin another.
func TestReview(t *testing.T) {
	e, o := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.findOrStart(t.Context(), &v, "7")
	e.OK(err)
	for i := range 5 { // the same again with Tom
		tom := testplay.Duel("tom", id.Player(fmt.Sprint("q", i)))
		e.Leave(e.wandered(tom, o, 34, uint64(20+i)), tom.Seats[game.Black].Player)
	}
	second := review{guild: "server", player: "tom", requester: "moderator"}
	if _, err := e.findOrStart(t.Context(), &second, "7"); !errors.Is(err, errBusy) {
		t.Errorf("a second one: %v", err)
	}
	again := review{guild: "server", player: "mei", requester: "another"}
	if _, err := e.findOrStart(t.Context(), &again, "7"); err != nil || again.requester != "moderator" || !again.open {
		t.Errorf("who looks on: %+v, %v", again, err)
	}
	open := e.said(&v)
	if !strings.Contains(open, "▱") || !strings.Contains(open, "0%") {
		t.Errorf("at first: %s", open)
	}
	e.OK(e.work(t.Context(), scheduler.Job{Subject: v.subject()}))
	v, found := e.stored("server", "mei")
	if shown, games := v.shown(); !found || v.open || v.done != v.total || games != 5 || shown.Moves != 5*11 || shown.Agreed != shown.Moves || shown.Accuracy != 100 {
		t.Fatalf("finished: %+v, %+v", v, shown)
	}
	text := e.said(&v)
	for _, want := range []string{"name of mei", "5 games", "55 moves", "**100%**", "< 1 of 100"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	e.Pass(keptFor - time.Minute)
	kept := review{guild: "server", player: "mei", requester: "moderator"}
	if _, err := e.findOrStart(t.Context(), &kept, "7"); err != nil || kept.open {
		t.Errorf("within the hour: %+v, %v", kept, err)
	}
	e.OK(e.tidy(t.Context()))
	if _, found := e.stored("server", "mei"); !found {
		t.Error("it is deleted within the hour")
	}
	e.Pass(2 * time.Minute)
	e.OK(e.tidy(t.Context()))
	if _, found := e.stored("server", "mei"); found {
		t.Error("it is kept after the hour")
	}
	fresh := review{guild: "server", player: "mei", requester: "moderator"}
	if _, err := e.findOrStart(t.Context(), &fresh, "7"); err != nil || !fresh.open || fresh.done != 0 {
		t.Errorf("after it: %+v, %v", fresh, err)
	}
}

// A review that took hours, because the bot was stopped meanwhile, can still be seen for an hour; and a worker that knows it only as
// it was begun changes it no more.
func TestSlowReview(t *testing.T) {
	e, _ := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.findOrStart(t.Context(), &v, "7")
	e.OK(err)
	late := v
	e.Pass(3 * keptFor)
	e.OK(e.tidy(t.Context())) // not while it is open
	e.OK(e.work(t.Context(), scheduler.Job{Subject: v.subject()}))
	if wanted, err := advance(t.Context(), e.Env.DB.Write(), &late); err != nil || wanted {
		t.Errorf("the same review, by another worker: %v, %v", wanted, err)
	}
	e.Pass(keptFor - time.Minute)
	seen := review{guild: "server", player: "mei", requester: "moderator"}
	if _, err := e.findOrStart(t.Context(), &seen, "7"); err != nil || seen.open || seen.done != seen.total {
		t.Errorf("within an hour of its end: %+v, %v", seen, err)
	}
	if n := e.Count(`SELECT COUNT(*) FROM moderation WHERE act = 'review'`); n != 1 {
		t.Errorf("recorded %d times", n)
	}
	e.Pass(2 * time.Minute)
	if _, err := e.findOrStart(t.Context(), &seen, "7"); err != nil || !seen.open {
		t.Errorf("after it: %+v, %v", seen, err)
	}
}

// One game is not called "1 games".
func TestFewGames(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("review", catalog))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{0: "0 games of", 1: "1 game of", 4: "4 games of"} {
		for _, l := range b.All() {
			text := l.Text("review.few", locale.Args{"Who": "Mei", "Count": n, "Needed": minGames, "Moves": minPlies / 2})
			if !strings.Contains(text, fmt.Sprint(n)) || l.Tag() == "en-US" && !strings.Contains(text, want) {
				t.Errorf("%s: %s", l.Tag(), text)
			}
		}
	}
}

// said returns the text of a review in English, and checks that no language leaves a placeholder unfilled.
func (e *env) said(v *review) (english string) {
	e.T.Helper()
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("review", catalog))
	e.OK(err)
	for _, l := range b.All() {
		m, err := e.message(e.T.Context(), l, v)
		e.OK(err)
		if strings.Contains(m.Content, "review.") || strings.Contains(m.Content, "no value") || strings.Contains(m.Content, "{{") {
			e.T.Errorf("%s: %s", l.Tag(), m.Content)
		}
		if l.Tag() == "en-US" {
			english = m.Content
		}
	}
	return english
}

// A review that was stopped continues: games that are done are not reviewed again.
func TestReviewGoesOn(t *testing.T) {
	e, o := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.findOrStart(t.Context(), &v, "7")
	e.OK(err)
	ctx, cancel := context.WithCancel(t.Context())
	searches := 0
	o.after = func() {
		if searches++; searches == 60 { // in the third game
			cancel()
		}
	}
	if err := e.work(ctx, scheduler.Job{Subject: v.subject()}); err == nil {
		t.Error("a review that was stopped is done")
	}
	half, _ := e.stored("server", "mei")
	done := slices.IndexFunc(half.games, func(g reviewed) bool { return !g.Done })
	if !half.open || done != 2 {
		t.Fatalf("%d games are done: %+v", done, half)
	}
	searches = 0
	o.after = func() { searches++ }
	e.OK(e.work(t.Context(), scheduler.Job{Subject: v.subject()}))
	if v, _ := e.stored("server", "mei"); v.open || searches != 3*23 {
		t.Errorf("%d searches more: %+v", searches, v)
	}
}

// An erased player is in no review, neither as its player nor as its requester, and its job ends.
func TestReviewsAreErased(t *testing.T) {
	for _, whom := range []id.Player{"mei", "moderator"} {
		e, _ := reviewing(t)
		v := review{guild: "server", player: "mei", requester: "moderator"}
		_, err := e.findOrStart(t.Context(), &v, "7")
		e.OK(err)
		sections, err := e.owner().Export(t.Context(), e.DB.Read(), "mei")
		e.OK(err)
		if list := sections[0].Value.([]exported); sections[0].Key != "reviews" || len(list) != 1 || list[0].Guild != "server" {
			t.Errorf("exported: %+v", sections)
		}
		e.Tx(func(tx store.Tx) error { return e.owner().Erase(t.Context(), tx, whom) })
		if _, found := e.stored("server", "mei"); found || e.Count(`SELECT COUNT(*) FROM jobs WHERE slot = 'review'`) != 0 {
			t.Errorf("%s is erased, and the review is there", whom)
		}
		e.OK(e.work(t.Context(), scheduler.Job{Subject: v.subject()})) // a job that was in progress
	}
}

// Deleting a review stops its search.
func TestReviewUnwanted(t *testing.T) {
	e, o := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.findOrStart(t.Context(), &v, "7")
	e.OK(err)
	searches := 0
	o.after = func() {
		if searches++; searches == 1 {
			e.Tx(func(tx store.Tx) error { return erase(t.Context(), tx, "mei") })
		}
	}
	e.OK(e.work(t.Context(), scheduler.Job{Subject: v.subject()}))
	if searches > 23 {
		t.Errorf("%d positions after nobody wanted it", searches)
	}
}

// Players are compared with others of their own rating, and nobody is called more than unusual.
func TestFindings(t *testing.T) {
	e, o := reviewing(t)
	e.Leave(e.wandered(testplay.Duel("mei", "tom"), o, rating.ShortPlies, 77), "tom")
	all, err := e.Standing.Ratings(t.Context(), "mei")
	e.OK(err)
	of, rated, err := e.pointsFor(t.Context(), "mei")
	if err != nil || !rated || of.Value < 1600 || int(of.Value)%50 != 0 || of.Deviation != all[standing.Live].Deviation {
		t.Errorf("%v, %v, %v", of, rated, err)
	}
	if of, rated, err := e.pointsFor(t.Context(), "nobody"); err != nil || rated || of.Value != 1500 {
		t.Errorf("of a stranger: %v, %v, %v", of, rated, err)
	}
	usual := agreement.Compare(1500, 60, agreement.Sample{Moves: 100, Agreed: 1, Accuracy: 1})
	if usual.PValue < 0.99 || usual.AccuracyPValue < 0.99 {
		t.Errorf("next to nothing is unusual: %+v", usual)
	}
	if text := outOf100(0.004) + outOf100(0.126); text != "< 113" {
		t.Errorf("%q", text)
	}
}

// Erased players are in no byte of the database's files, neither as whom a review was about nor as who asked for it.
func TestErasedFromTheFile(t *testing.T) {
	testdb.OnSQLite(t)
	e, o := reviewing(t)
	const who = id.Player("778899001122334455")
	for i := range 5 {
		e.Leave(e.wandered(testplay.Duel(who, id.Player(fmt.Sprint("p", i))), o, 34, uint64(50+i)), who)
	}
	theirs, asked := review{guild: "server", player: who, requester: "moderator"}, review{guild: "server", player: "mei", requester: who}
	for _, v := range []*review{&theirs, &asked} {
		_, err := e.findOrStart(t.Context(), v, "7")
		e.OK(err)
	}
	e.OK(e.work(t.Context(), scheduler.Job{Subject: theirs.subject()}))
	if e.Count(`SELECT COUNT(*) FROM reviews WHERE player = ?`, string(who)) == 0 || e.Count(`SELECT COUNT(*) FROM jobs WHERE slot = 'review'`) != 2 {
		t.Error("there is nothing to be erased")
	}
	archive := player.NewPersonalData(e.Env.DB, player.New(e.Env.DB).Owner(), e.Env.Matches.Owner(), e.Standing.Owner(), e.History.Owner(), guild.New(e.Env.DB).Owner(), e.owner(), player.NewOwner("jobs", scheduler.Erase))
	e.OK(archive.Erase(t.Context(), who))
	if testdb.Holds(t, e.Where, string(who)) {
		t.Errorf("the id is in the file: %v", testdb.Mentions(t, e.Env.DB, string(who)))
	}
}

// The queries use an index.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	e := testplay.Open(t)
	for _, q := range []string{byPlayer, ofPlayer, requestedBy, countOpenBy} {
		for _, step := range testdb.Plan(t, e.DB, q) {
			if strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s: %s", q, step)
			}
		}
	}
}

package standing

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
	"yeye/bot/engine"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
)

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
	e.t.Helper()
	m := e.start(t)
	_, err := e.db.Write().Exec(e.t.Context(), `UPDATE matches SET moves = ? WHERE id = ?`, match.MovesText(wander(o, n, seed)), string(m.ID))
	e.ok(err)
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

// reviewing returns an environment with an engine, and five long enough games of Mei's with people on the server.
func reviewing(t *testing.T) (*env, *oracle) {
	e := newEnv(t)
	o := &oracle{next: map[string]game.Move{}}
	e.standing.matches = e.matches
	e.engine = engine.New(engine.Options{Matches: e.matches, Searcher: o, Threads: 1, Now: e.db.Now})
	e.wake = func() {}
	for i := range 5 {
		t := terms("mei", id.Player(fmt.Sprint("o", i)))
		t.Casual = i%2 == 0
		e.resign(e.wandered(t, o, 34, uint64(i)), t.Seats[game.Black].Player)
	}
	return e, o
}

// reviewOf returns the review of a player on a server, as it is stored.
func (e *env) reviewOf(g id.Guild, p id.Player) (review, bool) {
	e.t.Helper()
	v, found, err := loadReview(e.t.Context(), e.db.Read(), g, p)
	e.ok(err)
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
		if known, err := e.ask(t.Context(), &v, "7"); known != c.known || !errors.Is(err, c.err) {
			t.Errorf("%s on %s: %d games, %v", c.whom, c.guild, known, err)
		}
	}
	for i := range 6 { // short ones and those with characters show nothing
		e.beat("tom", id.Player(fmt.Sprint("p", i)))
		_, err := e.matches.Resign(t.Context(), e.by("tom"), e.wandered(against("tom", 3), o, 34, uint64(10+i)).ID)
		e.ok(err)
	}
	v := review{guild: "server", player: "tom", requester: "m"}
	if known, err := e.ask(t.Context(), &v, "7"); known != 0 || !errors.Is(err, errFewGames) {
		t.Errorf("of short games: %d, %v", known, err)
	}
	if n := e.count(`SELECT COUNT(*) FROM moderation WHERE act = 'review' AND player = 'mei'`); n != 1 {
		t.Errorf("recorded %d times", n)
	}
}

// A review is done by its job, shows its progress, and is kept for an hour; a moderator with one in progress cannot begin another.
func TestReview(t *testing.T) {
	e, o := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.ask(t.Context(), &v, "7")
	e.ok(err)
	for i := range 5 { // the same again with Tom
		tom := terms("tom", id.Player(fmt.Sprint("q", i)))
		e.resign(e.wandered(tom, o, 34, uint64(20+i)), tom.Seats[game.Black].Player)
	}
	second := review{guild: "server", player: "tom", requester: "moderator"}
	if _, err := e.ask(t.Context(), &second, "7"); !errors.Is(err, errReviewBusy) {
		t.Errorf("a second one: %v", err)
	}
	again := review{guild: "server", player: "mei", requester: "another"}
	if _, err := e.ask(t.Context(), &again, "7"); err != nil || again.requester != "moderator" || !again.open {
		t.Errorf("who looks on: %+v, %v", again, err)
	}
	open := e.said(&v)
	if !strings.Contains(open, "▱") || !strings.Contains(open, "0 %") {
		t.Errorf("at first: %s", open)
	}
	e.ok(e.workReview(t.Context(), scheduler.Job{Subject: v.subject()}))
	v, found := e.reviewOf("server", "mei")
	if shown, games := v.shown(); !found || v.open || v.done != v.total || games != 5 || shown.Moves != 5*11 || shown.Agreed != shown.Moves || shown.Accuracy != 100 {
		t.Fatalf("finished: %+v, %+v", v, shown)
	}
	text := e.said(&v)
	for _, want := range []string{"name of mei", "5 games", "55 moves", "**100 %**", "< 1 of 100"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	e.pass(reviewKept - time.Minute)
	kept := review{guild: "server", player: "mei", requester: "moderator"}
	if _, err := e.ask(t.Context(), &kept, "7"); err != nil || kept.open {
		t.Errorf("within the hour: %+v, %v", kept, err)
	}
	e.pass(2 * time.Minute)
	fresh := review{guild: "server", player: "mei", requester: "moderator"}
	if _, err := e.ask(t.Context(), &fresh, "7"); err != nil || !fresh.open || fresh.done != 0 {
		t.Errorf("after it: %+v, %v", fresh, err)
	}
}

// A review that took hours, because the bot was stopped meanwhile, can still be seen for an hour; and a worker that knows it only as
// it was begun changes it no more.
func TestSlowReview(t *testing.T) {
	e, _ := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.ask(t.Context(), &v, "7")
	e.ok(err)
	late := v
	e.pass(3 * reviewKept)
	e.ok(e.workReview(t.Context(), scheduler.Job{Subject: v.subject()}))
	if wanted, err := advance(t.Context(), e.db.Write(), &late); err != nil || wanted {
		t.Errorf("the same review, by another worker: %v, %v", wanted, err)
	}
	e.pass(reviewKept - time.Minute)
	seen := review{guild: "server", player: "mei", requester: "moderator"}
	if _, err := e.ask(t.Context(), &seen, "7"); err != nil || seen.open || seen.done != seen.total {
		t.Errorf("within an hour of its end: %+v, %v", seen, err)
	}
	if n := e.count(`SELECT COUNT(*) FROM moderation WHERE act = 'review'`); n != 1 {
		t.Errorf("recorded %d times", n)
	}
	e.pass(2 * time.Minute)
	if _, err := e.ask(t.Context(), &seen, "7"); err != nil || !seen.open {
		t.Errorf("after it: %+v, %v", seen, err)
	}
}

// One game is not called "1 games".
func TestFewGames(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), feature.Catalog("standing", catalog))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{0: "0 games of", 1: "1 game of", 4: "4 games of"} {
		for _, l := range b.All() {
			text := l.Text("standing.review.few", locale.Args{"Who": "Mei", "Count": n, "Needed": leastReviewed, "Moves": leastPlies / 2})
			if !strings.Contains(text, fmt.Sprint(n)) || l.Tag() == "en-US" && !strings.Contains(text, want) {
				t.Errorf("%s: %s", l.Tag(), text)
			}
		}
	}
}

// said returns the text of a review in English, and checks that no language leaves a placeholder unfilled.
func (e *env) said(v *review) (english string) {
	e.t.Helper()
	b, err := locale.New(words.Catalog(), view.Catalog(), feature.Catalog("standing", catalog))
	e.ok(err)
	for _, l := range b.All() {
		m, err := e.reviewMessage(e.t.Context(), l, v)
		e.ok(err)
		if strings.Contains(m.Content, "standing.") || strings.Contains(m.Content, "no value") || strings.Contains(m.Content, "{{") {
			e.t.Errorf("%s: %s", l.Tag(), m.Content)
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
	_, err := e.ask(t.Context(), &v, "7")
	e.ok(err)
	ctx, cancel := context.WithCancel(t.Context())
	searches := 0
	o.after = func() {
		if searches++; searches == 60 { // in the third game
			cancel()
		}
	}
	if err := e.workReview(ctx, scheduler.Job{Subject: v.subject()}); err == nil {
		t.Error("a review that was stopped is done")
	}
	half, _ := e.reviewOf("server", "mei")
	done := slices.IndexFunc(half.games, func(g reviewed) bool { return !g.Done })
	if !half.open || done != 2 {
		t.Fatalf("%d games are done: %+v", done, half)
	}
	searches = 0
	o.after = func() { searches++ }
	e.ok(e.workReview(t.Context(), scheduler.Job{Subject: v.subject()}))
	if v, _ := e.reviewOf("server", "mei"); v.open || searches != 3*23 {
		t.Errorf("%d searches more: %+v", searches, v)
	}
}

// An erased player is in no review, neither as its player nor as its requester, and its job ends.
func TestReviewsAreErased(t *testing.T) {
	for _, whom := range []id.Player{"mei", "moderator"} {
		e, _ := reviewing(t)
		v := review{guild: "server", player: "mei", requester: "moderator"}
		_, err := e.ask(t.Context(), &v, "7")
		e.ok(err)
		list, err := exportReviews(t.Context(), e.db.Read(), "mei")
		if err != nil || len(list) != 1 || list[0].Guild != "server" {
			t.Errorf("exported: %+v, %v", list, err)
		}
		e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return owner{e.standing}.Erase(t.Context(), tx, whom) }))
		if _, found := e.reviewOf("server", "mei"); found || e.count(`SELECT COUNT(*) FROM jobs WHERE slot = 'review'`) != 0 {
			t.Errorf("%s is erased, and the review is there", whom)
		}
		e.ok(e.workReview(t.Context(), scheduler.Job{Subject: v.subject()})) // a job that was in progress
	}
}

// Deleting a review stops its search.
func TestReviewUnwanted(t *testing.T) {
	e, o := reviewing(t)
	v := review{guild: "server", player: "mei", requester: "moderator"}
	_, err := e.ask(t.Context(), &v, "7")
	e.ok(err)
	searches := 0
	o.after = func() {
		if searches++; searches == 1 {
			e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return eraseReviews(t.Context(), tx, "mei") }))
		}
	}
	e.ok(e.workReview(t.Context(), scheduler.Job{Subject: v.subject()}))
	if searches > 23 {
		t.Errorf("%d positions after nobody wanted it", searches)
	}
}

// Players are compared with others of their own rating, and nobody is called more than unusual.
func TestFindings(t *testing.T) {
	e, _ := reviewing(t)
	of, rated, err := e.pointsFor(t.Context(), "mei")
	if err != nil || !rated || of.Value < 1600 || int(of.Value)%50 != 0 || of.Deviation != e.rating("mei", live).Deviation {
		t.Errorf("%v, %v, %v", of, rated, err)
	}
	if of, rated, err := e.pointsFor(t.Context(), "nobody"); err != nil || rated || of.Value != 1500 {
		t.Errorf("of a stranger: %v, %v, %v", of, rated, err)
	}
	usual := agreement.Compare(1500, 60, agreement.Sample{Moves: 100, Agreed: 1, Accuracy: 1})
	if usual.SoOften < 0.99 || usual.SoAccurate < 0.99 {
		t.Errorf("next to nothing is unusual: %+v", usual)
	}
	if text := outOf100(0.004) + outOf100(0.126); text != "< 113" {
		t.Errorf("%q", text)
	}
}

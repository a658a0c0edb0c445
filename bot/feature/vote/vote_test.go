package vote_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/feature/vote"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
)

// process is one of those that share a database.
type process struct {
	*vote.Service
	matches *match.Service
	guilds  *guild.Service
	db      *store.DB
}

// env is a database with processes and a clock that tests advance.
type env struct {
	t         *testing.T
	processes []process
	mu        sync.Mutex
	now       time.Time
	events    int
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

func open(t *testing.T, processes int) *env {
	t.Helper()
	e := &env{t: t, now: noon}
	db, where := testdb.Open(t, e.time)
	for i := range processes {
		if i > 0 {
			db = testdb.At(t, where, e.time)
			t.Cleanup(func() { db.Close() })
		}
		p := process{db: db, guilds: guild.New(db)}
		p.matches = match.NewService(db)
		p.Service = vote.New(db, p.matches, p.guilds)
		p.matches.Listen(match.Listener{InTx: p.OnMatchChange})
		e.processes = append(e.processes, p)
	}
	return e
}

func (e *env) voter(p id.Player) vote.Voter {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.events++
	return vote.Voter{Actor: match.Actor{Event: id.Event(fmt.Sprint("e", e.events)), Player: p, Guild: "500", At: e.now}, Since: e.now.Add(-48 * time.Hour)}
}

var againstGrandpa = [2]match.Seat{{Team: match.WholeServer}, {Level: 5}}

func (e *env) start(r vote.Rules, seats [2]match.Seat) match.Match {
	e.t.Helper()
	c, err := e.processes[0].Start(e.t.Context(), e.voter("starter").Actor, match.Terms{Guild: "500", Channel: "700", Seats: seats, Position: game.Start(), Locale: "en-US"}, r)
	if err != nil {
		e.t.Fatal(err)
	}
	return c.Match
}

func (e *env) get(of id.Match) match.Match {
	e.t.Helper()
	m, err := e.processes[0].matches.Get(e.t.Context(), of)
	if err != nil {
		e.t.Fatal(err)
	}
	return m
}

// cast casts a vote for a move, or with "resign", "draw" or "none" a wish.
func (e *env) cast(p id.Player, of id.Match, what string) error {
	choice := vote.Choice{Move: game.NoMove}
	switch what {
	case "resign", "draw", "none":
		w := vote.Wish(what)
		if what == "none" {
			w = vote.NoWish
		}
		choice.Wish = &w
	default:
		choice.Move = move(what)
	}
	_, err := e.processes[0].Cast(e.t.Context(), e.voter(p), of, e.get(of).Turn, choice)
	return err
}

func (e *env) casts(of id.Match, what string, players ...id.Player) {
	e.t.Helper()
	for _, p := range players {
		if err := e.cast(p, of, what); err != nil {
			e.t.Fatal(p, what, err)
		}
	}
}

// countWishes lets the time of the vote pass and counts it.
func (e *env) count(of id.Match) match.Match {
	e.t.Helper()
	p, m := e.processes[0], e.get(of)
	v, err := p.Get(e.t.Context(), of)
	if err != nil || v.Ends.IsZero() {
		e.t.Fatal(v, err)
	}
	e.pass(v.Ends.Add(vote.CountDelay).Sub(e.time()))
	c, err := p.CountVotes(e.t.Context(), of, m.Turn)
	if err != nil {
		e.t.Fatal(err)
	}
	return c.Match
}

func (e *env) answer(of id.Match, what string) {
	e.t.Helper()
	m := e.get(of)
	if _, err := e.processes[0].matches.Answer(e.t.Context(), &m, move(what), 0, false); err != nil {
		e.t.Fatal(err)
	}
}

// jobs returns the jobs of a match as "kind turn in duration".
func (e *env) jobs(of id.Match) []string {
	e.t.Helper()
	all, err := store.All(e.t.Context(), e.processes[0].db.Read(), func(r store.Row) (string, error) {
		var kind string
		var version int64
		var due time.Time
		err := r.Scan(&kind, &version, store.Time(&due))
		return fmt.Sprint(kind, " ", version, " in ", due.Sub(e.time())), err
	}, `SELECT job, version, due_at FROM jobs WHERE id = ? ORDER BY job`, string(of))
	if err != nil {
		e.t.Fatal(err)
	}
	return all
}

func (e *env) expectJobs(when string, of id.Match, want ...string) {
	e.t.Helper()
	if got := e.jobs(of); !slices.Equal(got, want) {
		e.t.Errorf("%s: jobs %q, not %q", when, got, want)
	}
}

// Forty voters play thirty moves; some change their votes and all of them vote in the last second, two processes count every vote at the same time, and each
// time one move is played, that of the ballots as they were at the end.
func TestThirtyMovesOfForty(t *testing.T) {
	e := open(t, 2)
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	for n := range 30 {
		m := e.get(of)
		legal := quiet(&m)
		final, at := map[id.Player]game.Move{}, map[id.Player]time.Time{}
		vote1 := func(i int, by time.Duration) {
			p, choice := id.Player(fmt.Sprint(100+i)), legal[(i*i+n+int(by))%min(len(legal), 5)]
			if _, err := e.processes[i%2].Cast(t.Context(), e.voter(p), of, m.Turn, vote.Choice{Move: choice}); err != nil {
				t.Fatal(err)
			}
			if final[p] != choice {
				final[p], at[p] = choice, e.time()
			}
		}
		for i := range 15 { // who change their minds
			vote1(i, 0)
			e.pass(time.Millisecond)
		}
		v, _ := e.processes[0].Get(t.Context(), of)
		e.pass(v.Ends.Sub(e.time()) - 500*time.Millisecond)
		for i := range 40 {
			vote1(i, 1)
			e.pass(10 * time.Millisecond)
		}
		all := make([]vote.Ballot, 0, 40)
		for p, choice := range final {
			all = append(all, vote.Ballot{Player: p, Move: choice, At: at[p]})
		}
		want := vote.Count(all)
		e.pass(3 * time.Second)
		if _, err := e.processes[0].Cast(t.Context(), e.voter("100"), of, m.Turn, vote.Choice{Move: legal[0]}); !errors.Is(err, match.ErrStale) {
			t.Fatal("a vote after the end:", err)
		}
		closed := e.closeTwice(of, m.Turn)
		if closed.Game.Ply() != m.Game.Ply()+1 || closed.LastMove() != want[0].Move {
			t.Fatalf("move %d: %v at ply %d, not %v", n, closed.LastMove(), closed.Game.Ply(), want[0])
		}
		v, err := e.processes[1].Get(t.Context(), of)
		if err != nil || v.Last.Voters != 40 || v.Last.Ply != m.Game.Ply() || v.Last.TopMoves[0].Votes != want[0].Votes || len(v.Last.TopMoves) != 3 {
			t.Fatalf("%+v %v", v, err)
		}
		e.answer(of, quiet(&closed)[n%3].String())
	}
	if n := e.rows(`SELECT COUNT(*) FROM ballots WHERE move <> '' OR wish <> ''`); n != 0 {
		t.Errorf("%d ballots still say what they were for", n)
	}
	if n := e.rows(`SELECT COUNT(*) FROM ballots`); n != 30*40 {
		t.Errorf("%d ballots", n)
	}
}

func (e *env) rows(query string) int {
	e.t.Helper()
	n, err := store.Value[int](e.processes[0].db.Read().Row(e.t.Context(), query))
	if err != nil {
		e.t.Fatal(err)
	}
	return n
}

// closeTwice counts a vote in both processes at the same time: one of them plays the move.
func (e *env) closeTwice(of id.Match, turn int64) match.Match {
	e.t.Helper()
	var all sync.WaitGroup
	errs := make([]error, 2)
	for i, p := range e.processes {
		all.Go(func() { _, errs[i] = p.CountVotes(context.Background(), of, turn) })
	}
	all.Wait()
	played := 0
	for _, err := range errs {
		if err == nil {
			played++
		} else if !errors.Is(err, match.ErrStale) {
			e.t.Fatal(err)
		}
	}
	if played != 1 {
		e.t.Fatalf("%d processes played a move: %v", played, errs)
	}
	return e.get(of)
}

// quiet returns legal moves that neither capture nor give check, so that games last.
func quiet(m *match.Match) (all []game.Move) {
	p := m.Game.Position()
	for _, one := range p.LegalMoves(nil) {
		if p.At(one.To()) == game.NoPiece && !p.GivesCheck(one) && m.Game.Risk(one).Result == game.Ongoing {
			all = append(all, one)
		}
	}
	return all
}

// While ballots arrive in one process and another counts, every ballot that was accepted is counted.
func TestBallotsWhileCounting(t *testing.T) {
	e := open(t, 2)
	for range 5 {
		of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
		m := e.get(of)
		e.casts(of, "h0g2", "1")
		v, _ := e.processes[0].Get(t.Context(), of)
		at := e.voter("x").At
		e.pass(v.Ends.Add(vote.CountDelay).Sub(e.time())) // those ballots were sent before
		var all sync.WaitGroup
		accepted := make([]error, 4)
		for i := range accepted {
			all.Go(func() {
				by := e.voter(id.Player(fmt.Sprint(10 + i)))
				by.At = at
				_, accepted[i] = e.processes[0].Cast(context.Background(), by, of, m.Turn, vote.Choice{Move: move("h2e2")})
			})
		}
		all.Go(func() {
			if _, err := e.processes[1].CountVotes(context.Background(), of, m.Turn); err != nil {
				t.Error(err)
			}
		})
		all.Wait()
		want := 1
		for _, err := range accepted {
			if err == nil {
				want++
			} else if !errors.Is(err, match.ErrStale) {
				t.Error(err)
			}
		}
		if v, err := e.processes[0].Get(t.Context(), of); err != nil || v.Last.Voters != want {
			t.Errorf("%d of %d accepted ballots were counted, %v", v.Last.Voters, want, err)
		}
		if _, err := e.processes[0].matches.Rule(t.Context(), e.voter("mod").Actor, of, match.EndedByModerator); err != nil {
			t.Fatal(err)
		}
	}
}

// Nobody votes: there is more time once, then the game is adjourned, and whoever may vote resumes it.
func TestNobodyVotes(t *testing.T) {
	e := open(t, 1)
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	e.expectJobs("started", of, "countvotes 1 in 2m2s")
	if _, err := e.processes[0].CountVotes(t.Context(), of, 1); !errors.Is(err, match.ErrNotDue) {
		t.Error(err)
	}
	m := e.count(of)
	v, _ := e.processes[0].Get(t.Context(), of)
	if m.Status != match.Open || m.Turn != 1 || !v.Prolonged {
		t.Errorf("%v turn %d, %+v", m.Status, m.Turn, v)
	}
	e.expectJobs("prolonged", of, "countvotes 1 in 2m2s")
	if m = e.count(of); m.Status != match.Adjourned || m.Game.Ply() != 0 {
		t.Errorf("%v at ply %d", m.Status, m.Game.Ply())
	}
	e.expectJobs("adjourned", of)
	if err := e.cast("ann", of, "h2e2"); !errors.Is(err, match.ErrAdjourned) {
		t.Error(err)
	}
	if _, err := e.processes[0].Resume(t.Context(), e.voter("ann"), of); err != nil {
		t.Fatal(err)
	}
	e.expectJobs("resumed", of, "countvotes 1 in 2m2s")
	e.casts(of, "h2e2", "ann")
	if m = e.count(of); m.Game.Ply() != 1 || m.Next.Kind != match.Think {
		t.Errorf("%v at ply %d", m.Next, m.Game.Ply())
	}
	e.answer(of, "h9g7")
	if v, _ := e.processes[0].Get(t.Context(), of); v.Prolonged || v.Turn != 3 || v.Ends.Sub(e.time()) != 2*time.Minute {
		t.Errorf("the next vote: %+v", v)
	}
}

// Two thirds of those who voted lately resign, or draw where the character agrees.
func TestResign(t *testing.T) {
	e := open(t, 1)
	of := e.start(vote.Rules{Window: 5 * time.Minute}, againstGrandpa).ID
	if err := e.cast("ann", of, "resign"); !errors.Is(err, vote.ErrTooSoon) {
		t.Error(err)
	}
	e.casts(of, "h2e2", "ann", "bo", "chi")
	e.count(of)
	e.answer(of, "h9g7")
	e.casts(of, "h0g2", "ann")
	e.casts(of, "resign", "bo", "stranger", "another")
	m := e.count(of)
	if m.Status != match.Open || m.LastMove() != move("h0g2") {
		t.Fatalf("one of three resigned for all: %v", m.Outcome)
	}
	v, _ := e.processes[0].Get(t.Context(), of)
	if v.Last.Resign != 1 || v.Last.Recent != 4 || v.Last.Voters != 4 {
		t.Errorf("%+v", v.Last)
	}
	e.answer(of, "b9c7")
	e.casts(of, "draw", "ann", "bo", "chi", "stranger")
	e.casts(of, "g3g4", "ann")
	if m = e.count(of); m.Status != match.Open || m.LastMove() != move("g3g4") {
		t.Fatalf("Grandpa plays on: %v", m.Outcome)
	}
	if v, _ = e.processes[0].Get(t.Context(), of); !v.Last.Refused || v.Last.Draw != 4 {
		t.Errorf("%+v", v.Last)
	}
	e.answer(of, "c6c5")
	// ann, bo, chi, stranger and another voted lately: four of five are enough.
	e.casts(of, "resign", "ann", "bo", "chi", "stranger")
	m = e.count(of)
	if m.Status != match.Ended || m.Outcome != (game.Outcome{Result: game.BlackWins, Method: game.Resignation}) {
		t.Errorf("%+v", m.Outcome)
	}
	e.expectJobs("over", of)
	if got, _, err := e.processes[0].Voters(t.Context(), of); err != nil || !slices.Equal(got, []id.Player{"ann", "bo", "chi", "stranger", "another"}) {
		t.Error(got, err)
	}
}

// A short vote ends soon after all who voted last time have voted, and can be changed until then.
func TestEarly(t *testing.T) {
	e := open(t, 1)
	of := e.start(vote.Rules{Window: 15 * time.Minute, Early: true}, againstGrandpa).ID
	e.casts(of, "h2e2", "ann", "bo")
	e.expectJobs("nobody voted before", of, "countvotes 1 in 15m2s", "showvotes 1 in 0s")
	e.count(of)
	e.answer(of, "h9g7")
	e.casts(of, "h0g2", "ann", "new")
	if got := e.jobs(of); got[0] != "countvotes 3 in 15m2s" {
		t.Error(got)
	}
	e.casts(of, "b0c2", "bo")
	if got := e.jobs(of); got[0] != "countvotes 3 in 12s" {
		t.Error(got)
	}
	e.pass(9 * time.Second)
	e.casts(of, "b0c2", "ann")
	if m := e.count(of); m.LastMove() != move("b0c2") {
		t.Error(m.LastMove())
	}
	if _, err := e.processes[0].Start(t.Context(), e.voter("ann").Actor, match.Terms{Guild: "500", Channel: "701", Seats: againstGrandpa, Position: game.Start()},
		vote.Rules{Window: time.Hour, Early: true}); !errors.Is(err, vote.ErrLong) {
		t.Error(err)
	}
}

// One who voted alone last time does not end a vote before others come.
func TestNotEarlyForOne(t *testing.T) {
	e := open(t, 1)
	of := e.start(vote.Rules{Window: 15 * time.Minute, Early: true}, againstGrandpa).ID
	e.casts(of, "h2e2", "ann")
	e.count(of)
	e.answer(of, "h9g7")
	e.casts(of, "h0g2", "ann")
	if got := e.jobs(of); got[0] != "countvotes 3 in 15m2s" {
		t.Error(got)
	}
}

// The number on the card changes at most every fifteen seconds.
func TestPoll(t *testing.T) {
	e := open(t, 1)
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	shown := 0
	for i := range 100 {
		e.casts(of, "h2e2", id.Player(fmt.Sprint(i)))
		if jobs := e.jobs(of); len(jobs) == 2 && jobs[1] == "showvotes 1 in 0s" {
			if err := e.processes[0].Poll(t.Context(), of, 1); err != nil {
				t.Fatal(err)
			}
			shown++
			if err := e.processes[0].db.Tx(t.Context(), func(tx store.Tx) error {
				_, err := tx.Exec(t.Context(), `DELETE FROM jobs WHERE job = 'showvotes'`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		e.pass(time.Second)
	}
	if n, err := e.processes[0].CountVoted(t.Context(), of, 1); n != 100 || err != nil {
		t.Error(n, err)
	}
	if shown != 7 {
		t.Errorf("shown %d times in 100 seconds", shown)
	}
}

// Who may not vote, and what is no vote.
func TestRefusals(t *testing.T) {
	e := open(t, 1)
	p := e.processes[0]
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	if _, err := p.guilds.Bar(t.Context(), guild.Entry{Guild: "500", By: "mod", Act: "bar", Player: "barred"}, "Barred"); err != nil {
		t.Fatal(err)
	}
	try := func(who id.Player, since time.Duration, turn int64, choice vote.Choice) error {
		by := e.voter(who)
		by.Since = e.time().Add(-since)
		if since == 0 {
			by.Since = time.Time{}
		}
		_, err := p.Cast(t.Context(), by, of, turn, choice)
		return err
	}
	good := vote.Choice{Move: move("h2e2")}
	for name, c := range map[string]struct{ got, want error }{
		"a member of less than a day": {try("new", 23*time.Hour, 1, good), vote.ErrNewMember},
		"a guest":                     {try("guest", 0, 1, good), vote.ErrNewMember},
		"barred":                      {try("barred", 100*time.Hour, 1, good), guild.ErrBarred},
		"an earlier turn":             {try("ann", 100*time.Hour, 0, good), match.ErrStale},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v", name, c.got)
		}
	}
	var wrong *match.MoveError
	if err := try("ann", 100*time.Hour, 1, vote.Choice{Move: move("h2h9")}); err != nil { // the cannon captures
		t.Error(err)
	}
	if err := try("ann", 100*time.Hour, 1, vote.Choice{Move: move("e0e2")}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	if n, _ := p.CountVoted(t.Context(), of, 1); n != 1 {
		t.Errorf("%d have voted", n)
	}
	if _, err := p.Stop(t.Context(), e.voter("starter").Actor, of); !errors.Is(err, match.ErrNotAsked) {
		t.Error("stopped after a vote:", err)
	}
}

// Who is barred while a vote is open decides nothing with the ballot that was cast before, nor does an earlier one count for a say in a
// resignation; once the bar is lifted it counts as before.
func TestBarredMeanwhile(t *testing.T) {
	e := open(t, 1)
	p := e.processes[0]
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	bar := func(who id.Player) guild.Entry { return guild.Entry{Guild: "500", By: "mod", Act: "bar", Player: who} }
	e.casts(of, "h2e2", "ann", "bo")
	e.casts(of, "b2e2", "chi")
	for _, who := range []id.Player{"ann", "bo"} {
		if _, err := p.guilds.Bar(t.Context(), bar(who), string(who)); err != nil {
			t.Fatal(err)
		}
	}
	if m := e.count(of); m.LastMove() != move("b2e2") {
		t.Fatalf("%v is played", m.LastMove())
	}
	if v, err := p.Get(t.Context(), of); err != nil || v.Last.Voters != 1 || len(v.Last.TopMoves) != 1 {
		t.Errorf("%+v, %v", v.Last, err)
	}
	e.answer(of, "h9g7")
	e.casts(of, "resign", "chi")
	if m := e.count(of); m.Outcome.Method != game.Resignation {
		t.Errorf("those who are barred have a say: %+v", m.Outcome)
	}
	of = e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	e.casts(of, "h2e2", "chi")
	if _, err := p.guilds.Bar(t.Context(), bar("chi"), "chi"); err != nil {
		t.Fatal(err)
	}
	if v, err := p.CountVotes(t.Context(), of, 1); !errors.Is(err, match.ErrNotDue) {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := p.guilds.Unbar(t.Context(), bar("chi")); err != nil {
		t.Fatal(err)
	}
	if m := e.count(of); m.LastMove() != move("h2e2") {
		t.Errorf("%v is played", m.LastMove())
	}
}

// Nobody joins a game that is over by its old button: who voted is forgotten once, and its card is not shown again for that.
func TestNobodyJoinsWhatIsOver(t *testing.T) {
	e := open(t, 1)
	p := e.processes[0]
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	e.casts(of, "h2e2", "ann")
	if _, err := p.matches.Rule(t.Context(), e.voter("mod").Actor, of, match.EndedByModerator); err != nil {
		t.Fatal(err)
	}
	for _, who := range []id.Player{"ann", "late"} {
		if side, err := p.Join(t.Context(), e.voter(who), of); side != game.Red || err != nil {
			t.Errorf("%s: %v, %v", who, side, err)
		}
	}
	if n := e.rows(`SELECT COUNT(*) FROM voters`); n != 1 {
		t.Errorf("%d voters", n)
	}
}

// Whoever started it stops it while nobody has voted, and nothing is left of a vote whose game is removed.
func TestStopAndRemove(t *testing.T) {
	e := open(t, 1)
	p := e.processes[0]
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	if _, err := p.Stop(t.Context(), e.voter("ann").Actor, of); !errors.Is(err, match.ErrNotAsked) {
		t.Error(err)
	}
	if c, err := p.Stop(t.Context(), e.voter("starter").Actor, of); err != nil || c.Match.Outcome.Method != game.Abandoned {
		t.Error(c.Match.Outcome, err)
	}
	e.expectJobs("stopped", of)
	of = e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	e.casts(of, "h2e2", "ann")
	if _, err := p.matches.Rule(t.Context(), e.voter("mod").Actor, of, match.DeletedByModerator); err != nil {
		t.Fatal(err)
	}
	e.expectJobs("removed", of)
	for _, table := range []string{"ballots", "voters"} {
		if n := e.rows(`SELECT COUNT(*) FROM ` + table); n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
}

// Two teams get members in turn, each votes in its own turns, and a draw is agreed once both want it.
func TestTeams(t *testing.T) {
	e := open(t, 1)
	p := e.processes[0]
	of := e.start(vote.Rules{Window: 2 * time.Minute}, [2]match.Seat{{Team: match.RedTeam}, {Team: match.BlackTeam}}).ID
	for i, want := range []game.Color{game.Red, game.Black, game.Red, game.Black} {
		who := e.voter(id.Player(fmt.Sprint(i)))
		for range 2 {
			if side, err := p.Join(t.Context(), who, of); side != want || err != nil {
				t.Errorf("%d: %v %v", i, side, err)
			}
		}
	}
	if err := e.cast("1", of, "h2e2"); !errors.Is(err, vote.ErrOtherTeam) {
		t.Error(err)
	}
	e.casts(of, "h2e2", "0", "2")
	e.count(of)
	e.expectJobs("Black votes", of, "countvotes 2 in 2m2s")
	e.casts(of, "h9g7", "1", "3")
	e.count(of)
	e.casts(of, "h0g2", "0", "2")
	e.casts(of, "draw", "0", "2")
	if m := e.count(of); m.Status != match.Open || m.Offer.Kind != match.OfferDraw {
		t.Fatalf("%v %+v", m.Status, m.Offer)
	}
	e.casts(of, "draw", "1", "3")
	if m := e.count(of); m.Outcome != (game.Outcome{Result: game.Draw, Method: game.Agreement}) {
		t.Errorf("%+v", m.Outcome)
	}
}

// Who voted is forgotten a week after the match is over, and not before.
func TestTidy(t *testing.T) {
	e := open(t, 1)
	p := e.processes[0]
	done := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	e.casts(done, "h2e2", "ann", "bo")
	if _, err := p.matches.Rule(t.Context(), e.voter("mod").Actor, done, match.EndedByModerator); err != nil {
		t.Fatal(err)
	}
	tidied := func(voters, ballots int) {
		t.Helper()
		if more, err := p.Tidy(t.Context(), 10); more || err != nil {
			t.Fatal(more, err)
		}
		if v, b := e.rows(`SELECT COUNT(*) FROM voters`), e.rows(`SELECT COUNT(*) FROM ballots`); v != voters || b != ballots {
			t.Errorf("%d voters and %d ballots are left", v, b)
		}
	}
	e.casts(e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID, "h2e2", "ann")
	e.pass(match.CardLifetime)
	tidied(3, 3)
	e.pass(time.Second)
	tidied(1, 1)
	if _, err := p.Get(t.Context(), done); err != nil {
		t.Errorf("what was counted: %v", err)
	}
}

// A player's votes are handed out and erased.
func TestPersonal(t *testing.T) {
	const voter = "770017700177001" // which no seed of a game contains by chance
	e := open(t, 1)
	p := e.processes[0]
	of := e.start(vote.Rules{Window: 2 * time.Minute}, againstGrandpa).ID
	e.casts(of, "h2e2", voter, "77002")
	data := player.NewPersonalData(p.db, p.matches.Owner(), p.Owner())
	export := func() string {
		t.Helper()
		sections, err := p.Owner().Export(t.Context(), p.db.Read(), voter)
		if err != nil || len(sections) != 1 {
			t.Fatal(sections, err)
		}
		return fmt.Sprint(sections[0].Value)
	}
	if got, want := export(), fmt.Sprintf("[{%s red %v 1 h2e2 }]", of, e.time()); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	e.count(of)
	if got := export(); got != fmt.Sprintf("[{%s red %v 1  }]", of, noon) {
		t.Error(got)
	}
	e.answer(of, "h9g7")
	e.casts(of, "h0g2", voter)
	if err := data.Erase(t.Context(), voter); err != nil {
		t.Fatal(err)
	}
	if left := testdb.Mentions(t, p.db, voter); len(left) != 0 {
		t.Error(left)
	}
	if n, _ := p.CountVoted(t.Context(), of, e.get(of).Turn); n != 0 {
		t.Errorf("%d have voted", n)
	}
}

// Open votes, which are looked for all the time, are found without looking at all that there were.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	p := open(t, 1).processes[0]
	var queries []string
	p.db.Observe(store.Observer{Statement: func(_ context.Context, q string) error {
		queries = append(queries, q)
		return nil
	}})
	_, err := p.Running(t.Context(), shards.Part{})
	skipped := p.DeductAbsence(t.Context(), shards.Part{}, noon, noon.Add(time.Minute))
	p.db.Observe(store.Observer{})
	if err != nil || skipped != nil || len(queries) < 2 {
		t.Fatal(queries, err, skipped)
	}
	for _, q := range queries {
		if plan := testdb.Plan(t, p.db, q); !strings.Contains(strings.Join(plan, "\n"), "votes_open") {
			t.Errorf("%s\n%s", q, strings.Join(plan, "\n"))
		}
	}
}

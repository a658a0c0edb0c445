package fairplay

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/feature/vote"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/game"
)

type env struct {
	*Service
	t     testing.TB
	mu    sync.Mutex
	event int
}

func newEnv(t testing.TB, book func(*game.Position) bool) *env {
	t.Helper()
	db, _ := testdb.Open(t, func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) })
	e := &env{t: t}
	matches := match.NewService(db)
	e.Service = New(db, matches, book)
	matches.Listen(e.Listener())
	return e
}

func (e *env) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *env) by(p id.Player) match.Actor {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: match.FromText}
}

// duel starts a game between mei and tom from a position, after moves.
func (e *env) duel(from game.Position, moves ...game.Move) match.Match {
	e.t.Helper()
	return e.duelIn(match.Duel, from, moves...)
}

func (e *env) duelIn(mode match.Mode, from game.Position, moves ...game.Move) match.Match {
	e.t.Helper()
	c, err := e.matches.Start(e.t.Context(), e.by("mei"), match.Terms{Mode: mode, Channel: id.Channel(e.by("").Event),
		Seats: [2]match.Seat{{Player: "mei", Name: "Mei"}, {Player: "tom", Name: "Tom"}}, Position: from})
	e.ok(err)
	return e.goesOn(c.Match, moves...)
}

func (e *env) goesOn(m match.Match, moves ...game.Move) match.Match {
	e.t.Helper()
	for _, mv := range moves {
		c, err := e.matches.StepConfirmed(e.t.Context(), e.by(m.Seats[m.ToMove()].Player), m.ID, m.Turn, mv)
		e.ok(err)
		m = c.Match
	}
	return m
}

func parsed(t testing.TB, text string) (all []game.Move) {
	t.Helper()
	for _, one := range strings.Fields(text) {
		m, err := game.ParseMove(one)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

func fen(t testing.TB, text string) game.Position {
	t.Helper()
	p, err := game.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// middle is a position that is in no book.
const middle = "3ak4/4a4/4b4/p1n1p3p/2r3p2/2P6/P3P1P1P/2N1C4/4A4/2BAK2R1 w - - 0 1"

// refused reports whether a player is refused a position, always with the same error.
func (e *env) refused(p id.Player, at game.Position) bool {
	e.t.Helper()
	_, err := e.PermitPosition(context.Background(), []id.Player{p}, game.NewGame(at, game.NoRepetition), FromUser)
	if err != nil && err != match.ErrLivePosition { // it says nothing else, not even wrapped
		e.t.Fatal(err)
	}
	return err != nil
}

// Late in a game everybody is refused the current position, earlier ones, those two plies away, and all mirror images; in the
// opening only the two players are.
func TestPosition(t *testing.T) {
	e := newEnv(t, nil)
	m := e.duel(fen(t, middle), parsed(t, "h0h9 e7g9 e2e6 e8f7")...)
	at := *m.Game.Position()
	after := func(p game.Position, moves string) game.Position {
		for _, mv := range parsed(t, moves) {
			if !p.IsLegal(mv) {
				t.Fatalf("%v is not legal", mv)
			}
			p.Do(mv)
		}
		return p
	}
	other := at.Setup()
	other.Turn = other.Turn.Other()
	for name, c := range map[string]struct {
		at   game.Position
		want bool
	}{
		"itself":            {at, true},
		"a ply on":          {after(at, "h9g9"), true},
		"two plies on":      {after(at, "h9g9 e9e8"), true},
		"three plies on":    {after(at, "h9g9 e9e8 g9g8"), false},
		"a ply before":      {after(fen(t, middle), "h0h9 e7g9 e2e6"), true},
		"the start of it":   {fen(t, middle), true},
		"another way there": {after(fen(t, middle), "h0h9 e7g9"), true},
		"elsewhere":         {after(fen(t, middle), "c2d4"), false},
		"the usual start":   {game.Start(), false},
	} {
		for _, p := range []id.Player{"mei", "linh"} {
			if got := e.refused(p, c.at); got != c.want {
				t.Errorf("%s, to %s: %v", name, p, got)
			}
			for i, of := range imagesOf(&c.at) {
				image, err := of.Position()
				if err == nil && name != "the usual start" && e.refused(p, image) != c.want {
					t.Errorf("%s as image %d, to %s", name, i, p)
				}
			}
		}
	}
	if turned, err := other.Position(); err == nil && e.refused("linh", turned) {
		t.Error("the same board with the other side to move")
	}
	_, err := e.matches.Resign(t.Context(), e.by("mei"), m.ID)
	e.ok(err)
	if e.refused("mei", at) || e.refused("linh", fen(t, middle)) {
		t.Error("refused though the game is over")
	}
	left, err := games(t.Context(), e.db.Read())
	if e.ok(err); len(left) != 0 {
		t.Errorf("left in the index: %v", left)
	}
}

// Nobody may ask about the board of two teams; a server's own against a character is nobody else's business.
func TestTeams(t *testing.T) {
	for name, c := range map[string]struct {
		seats [2]match.Seat
		want  bool
	}{
		"two teams":           {[2]match.Seat{{Team: match.RedTeam}, {Team: match.BlackTeam}}, true},
		"against a character": {[2]match.Seat{{Team: match.WholeServer}, {}}, false},
	} {
		e := newEnv(t, nil)
		begun, err := e.matches.Start(t.Context(), e.by("mei"), match.Terms{Mode: match.Versus, Channel: "room",
			Seats: c.seats, Position: fen(t, middle)})
		e.ok(err)
		moved, err := e.matches.Amend(t.Context(), match.Actor{Source: match.FromClock}, begun.Match.ID, match.Moved, func(change *match.Change) error {
			return e.matches.TeamMoves(change, parsed(t, "h0h9")[0], false)
		}, nil)
		e.ok(err)
		m := moved.Match
		if got := e.refused("linh", *m.Game.Position()); got != c.want {
			t.Errorf("%s: refused %v", name, got)
		}
		if err := match.MayAsk("linh", &m); !errors.Is(err, match.ErrVoted) || m.BetweenPeople() != c.want {
			t.Errorf("%s: %v, between people %v", name, err, m.BetweenPeople())
		}
	}
}

// Who votes in a game of teams hears nothing of its board, in its first moves either, nor of a server's game against a character; what
// Fill adds is withheld like what was written at once.
func TestVoters(t *testing.T) {
	for name, seats := range map[string][2]match.Seat{
		"two teams":           {{Team: match.RedTeam}, {Team: match.BlackTeam}},
		"against a character": {{Team: match.WholeServer}, {Level: 3}},
	} {
		e := newEnv(t, nil)
		votes := vote.New(e.db, e.matches, guild.New(e.db))
		terms := match.Terms{Guild: "server", Channel: "room", Seats: seats, Position: game.Start()}
		begun, err := votes.Start(t.Context(), e.by("mei"), terms, vote.Rules{Window: time.Hour})
		e.ok(err)
		m := begun.Match
		_, err = votes.Join(t.Context(), vote.Voter{Actor: e.by("mei"), Since: e.db.Now().Add(-48 * time.Hour)}, m.ID)
		e.ok(err)
		moved, err := e.matches.Amend(t.Context(), match.Actor{Source: match.FromClock}, m.ID, match.Moved, func(c *match.Change) error {
			return e.matches.TeamMoves(c, parsed(t, "h2e2")[0], false)
		}, nil)
		e.ok(err)
		at := *moved.Match.Game.Position()
		check := func(when string) {
			t.Helper()
			if !e.refused("mei", at) || e.refused("linh", at) || e.refused("", at) {
				t.Errorf("%s, %s: refused to a voter %v, to another %v", name, when, e.refused("mei", at), e.refused("linh", at))
			}
			if _, err := e.PermitPosition(t.Context(), []id.Player{"mei"}, game.NewGame(at, game.NoRepetition), Bundled); !errors.Is(err, match.ErrLivePosition) {
				t.Errorf("%s, %s, of what comes with the bot: %v", name, when, err)
			}
		}
		check("at once")
		e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { remove(t.Context(), tx, m.ID); return nil }))
		e.ok(e.Fill(t.Context()))
		check("filled")
	}
}

// The first twelve plies, and positions in the book, are withheld only from the players; no ply is early in a game from another
// position.
func TestEarly(t *testing.T) {
	e := newEnv(t, nil)
	moves := parsed(t, "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 h0h6 g6g5 b0c2 a9a8 c3c4 a8f8 h6g6")
	m := e.duel(game.Start(), moves[:12]...)
	at := *m.Game.Position()
	if !e.refused("mei", at) || !e.refused("tom", at) || e.refused("linh", at) {
		t.Error("after twelve plies")
	}
	m = e.goesOn(m, moves[12])
	late := *m.Game.Position()
	if !e.refused("mei", late) || !e.refused("linh", late) {
		t.Error("after thirteen")
	}
	first := game.Start()
	first.Do(moves[0])
	if e.refused("mei", first) {
		t.Error("the first move of a game that is far from it by now")
	}
	booked := newEnv(t, func(p *game.Position) bool { return p.Same(&late) })
	booked.duel(game.Start(), moves...)
	if !booked.refused("tom", late) || booked.refused("linh", late) {
		t.Error("in the book")
	}
	unmoved := newEnv(t, nil)
	unmoved.duel(game.Start())
	if unmoved.refused("mei", first) {
		t.Error("a game in which nobody has moved")
	}
	fresh := newEnv(t, nil)
	fresh.duel(fen(t, middle))
	if !fresh.refused("linh", fen(t, middle)) {
		t.Error("a game from a position, before its first move")
	}
}

// Of a game that passes through withheld positions, those are withheld, and no others.
func TestWithheld(t *testing.T) {
	e := newEnv(t, nil)
	e.duel(fen(t, middle), parsed(t, "h0h9 e7g9 e2e6 e8f7")...)
	for moves, want := range map[string]string{"h0h9 e7g9 e2e6 e8f7 h9g9 e9e8 g9g8 e8e7": "xxxxxxx..", "c2d4 i6i5": "x..", "": "x"} {
		g := game.NewGame(fen(t, middle), game.NoRepetition)
		for _, mv := range parsed(t, moves) {
			e.ok(g.PlayOn(mv))
		}
		got, err := e.PermitGame(t.Context(), "linh", g)
		if e.ok(err); marks(got.withheld) != want {
			t.Errorf("%q: %s, want %s", moves, marks(got.withheld), want)
		}
	}
	usual := game.NewGame(game.Start(), game.NoRepetition)
	for _, mv := range parsed(t, "h2e2 h9g7 h0g2") {
		e.ok(usual.PlayOn(mv))
	}
	got, err := e.PermitGame(t.Context(), "mei", usual)
	if e.ok(err); marks(got.withheld) != "...." {
		t.Error(marks(got.withheld))
	}
}

func marks(withheld []bool) string {
	var b strings.Builder
	for _, one := range withheld {
		b.WriteByte(".x"[store.Bit(one)])
	}
	return b.String()
}

// wideMoves lead from the usual start to a position of the twentieth ply, which is in no book.
const wideMoves = "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 h0h6 g6g5 b0c2 a9a8 c3c4 a8f8 h6g6 f8f3 c2d4 h7h3 g6g7 c7e8 g7g6 c9e7"

// changed are the positions that a few changes make of one: every piece removed, every two, every piece put on a neighboring point,
// and the other side to move, as far as those are positions.
func changed(p *game.Position) (all []game.Position) {
	add := func(s game.Setup) {
		if q, err := s.Position(); err == nil {
			all = append(all, q)
		}
	}
	at := p.Setup()
	other := at
	other.Turn = at.Turn.Other()
	for _, from := range []game.Setup{at, other} {
		add(from)
		for i := range from.Board {
			if from.Board[i] == game.NoPiece {
				continue
			}
			one := from
			one.Board[i] = game.NoPiece
			add(one)
			for j := range i {
				if two := one; two.Board[j] != game.NoPiece {
					two.Board[j] = game.NoPiece
					add(two)
				}
			}
			for j := range from.Board {
				a, b := game.Square(i), game.Square(j)
				if df, dr := int(a.File())-int(b.File()), int(a.Rank())-int(b.Rank()); df*df+dr*dr != 1 || from.Board[j] != game.NoPiece {
					continue
				}
				shifted := one
				shifted.Board[j] = from.Board[i]
				add(shifted)
			}
		}
	}
	return all
}

// From the twentieth ply of a game that began as usual on, nobody hears anything of the board after a small change; before it, or in a
// game from a position, the change is another problem.
func TestSmallChanges(t *testing.T) {
	moves := parsed(t, wideMoves)
	e := newEnv(t, nil)
	m := e.duel(game.Start(), moves[:19]...)
	judged := func(p game.Position) (n int) {
		for _, one := range changed(&p) {
			if !e.refused("linh", one) {
				n++
			}
		}
		return n
	}
	if judged(*m.Game.Position()) == 0 {
		t.Error("withheld widely at ply 19")
	}
	m = e.goesOn(m, moves[19])
	at := *m.Game.Position()
	if n := len(changed(&at)); n < 900 || judged(at) != 0 {
		t.Errorf("%d of %d changes are judged", judged(at), n)
	}
	if !e.refused("mei", changed(&at)[5]) {
		t.Error("to a player")
	}
	if n := judged(fen(t, middle)); n != len(changed(ref(fen(t, middle)))) {
		t.Error("elsewhere")
	}
	_, err := e.matches.Resign(t.Context(), e.by("mei"), m.ID)
	e.ok(err)
	if n := judged(at); n != len(changed(&at)) {
		t.Errorf("%d judged when the game is over", n)
	}
}

// Widely withheld are games from the usual start, rated or not, and no others.
func TestWide(t *testing.T) {
	for _, c := range []struct {
		name  string
		start game.Position
		plies int
		why   match.CasualReason
		want  bool
	}{
		{"rated", game.Start(), 20, match.Rated, true},
		{"casual", game.Start(), 20, match.Untimed, true},
		{"young", game.Start(), 19, match.Rated, false},
		{"from a position", fen(t, middle), 40, match.FromPosition, false},
		{"at odds", match.OneCannon.Position(), 40, match.AtOdds, false},
	} {
		g := game.NewGame(c.start, game.NoRepetition)
		for g.Ply() < c.plies {
			var buf [game.MaxMoves]game.Move
			if err := g.PlayOn(g.Position().LegalMoves(buf[:0])[0]); err != nil {
				t.Fatal(err)
			}
		}
		if got := withholdsSimilar(&match.Match{Game: g, CasualReason: c.why}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func ref(p game.Position) *game.Position { return &p }

// How much may differ shrinks with the pieces that are left.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		live, asked string
		want        bool
	}{
		{"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1", true},
		{"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "4k4/9/9/9/9/9/1R7/9/9/3K5 b - - 0 1", false},
		{middle, "3ak4/4a4/4b4/p1n1p3p/2r3p2/2P6/P3P1P1P/2N1C4/4A4/2BAK1R2 b - - 0 1", true},
		{middle, "3ak4/4a4/4b4/p1n1p3p/2r3p2/2P6/P3P1P1P/2N1C4/4A4/2BAK1R2 w - - 0 1", true},
		{middle, "3ak4/4a4/4b4/p1n1p3p/2r3p2/2P6/P3P1P2/2N1C4/9/3AK1R2 w - - 0 1", true},
		{middle, "3ak4/4a4/9/p1n1p4/2r3p2/2P6/P3P1P2/2N1C4/9/3AK1R2 w - - 0 1", false},
	} {
		live, asked := fen(t, c.live), fen(t, c.asked)
		b, err := boardOf(entry{key: keyOf(imagesOf(&live)), similar: true})
		if err != nil {
			t.Fatal(err)
		}
		of := imagesOf(&asked)
		if got := (boards{b}).withhold(&of, false); got != c.want {
			t.Errorf("%s beside %s: %v", c.asked, c.live, got)
		}
	}
}

// What comes with the bot is withheld from no one but the two players.
func TestBundled(t *testing.T) {
	e := newEnv(t, nil)
	m := e.duel(game.Start(), parsed(t, wideMoves)...)
	at := *m.Game.Position()
	before := game.Start()
	for _, mv := range m.Game.Moves()[:15] {
		before.Do(mv)
	}
	for _, p := range []game.Position{at, changed(&at)[1], before} {
		g := game.NewGame(p, game.NoRepetition)
		if _, err := e.PermitPosition(t.Context(), []id.Player{"linh"}, g, Bundled); err != nil {
			t.Errorf("to others: %v", err)
		}
		if _, err := e.PermitPosition(t.Context(), []id.Player{"tom"}, g, Bundled); !errors.Is(err, match.ErrLivePosition) {
			t.Errorf("to a player: %v", err)
		}
	}
}

// A process learns of games that others serve within seconds, and at once when a position was on a board.
func TestOtherProcess(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { return now })
	here, there := &env{t: t}, &env{t: t}
	for _, e := range []*env{here, there} {
		e.Service = New(db, match.NewService(db), nil)
		e.matches.Listen(e.Listener())
	}
	here.refused("linh", fen(t, middle))
	m := there.duel(game.Start(), parsed(t, wideMoves)...)
	at := *m.Game.Position()
	if !here.refused("linh", at) {
		t.Error("judged what is on a board")
	}
	if other := changed(&at)[1]; here.refused("linh", other) {
		t.Error("read again too soon")
	} else if now = now.Add(refreshEvery); !here.refused("linh", other) {
		t.Error("never read again")
	}
}

// A takeback withholds the restored position and earlier ones, an adjourned game the same as before, and a game against a character
// nothing.
func TestKeptUpToDate(t *testing.T) {
	e := newEnv(t, nil)
	m := e.duel(fen(t, middle), parsed(t, "h0h9 e7g9")...)
	asked, err := e.matches.TakebackAt(t.Context(), e.by("tom"), m.ID, m.Turn)
	e.ok(err)
	if !e.refused("linh", *asked.Match.Game.Position()) || !e.refused("linh", *m.Game.Position()) {
		t.Error("after a takeback")
	}
	_, err = e.matches.Displace(t.Context(), m.ID, place.Fact{Status: place.Deleted, Channel: m.Channel})
	e.ok(err)
	if !e.refused("linh", *m.Game.Position()) {
		t.Error("adjourned")
	}
	_, err = e.matches.Leave(t.Context(), e.by("mei"), m.ID)
	e.ok(err)
	if e.refused("linh", *m.Game.Position()) {
		t.Error("over")
	}
	_, err = e.matches.Start(t.Context(), e.by("mei"), match.Terms{Mode: match.Versus, Channel: "x", Seats: [2]match.Seat{{Player: "mei"}, {Level: 1}}, Position: fen(t, middle)})
	e.ok(err)
	if e.refused("mei", fen(t, middle)) {
		t.Error("against a character")
	}
}

// Games that began before the index existed are added to it.
func TestFill(t *testing.T) {
	e := newEnv(t, nil)
	m := e.duel(fen(t, middle), parsed(t, "h0h9")...)
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { remove(t.Context(), tx, m.ID); return nil }))
	e.boards = index{}
	if e.refused("linh", *m.Game.Position()) {
		t.Fatal("still in the index")
	}
	e.ok(e.Fill(t.Context()))
	e.ok(e.Fill(t.Context()))
	e.boards = index{}
	if !e.refused("linh", *m.Game.Position()) {
		t.Error("not put into it")
	}
}

// A game that another process ends or deletes while the index is filled is left out.
func TestFillMeanwhile(t *testing.T) {
	for name, deleted := range map[string]bool{"ended": false, "deleted": true} {
		e := newEnv(t, nil)
		m := e.duel(fen(t, middle), parsed(t, "h0h9")...)
		e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { remove(t.Context(), tx, m.ID); return nil }))
		e.db.Observe(store.Observer{Statement: func(_ context.Context, q string) error {
			if !strings.Contains(q, "wide IS NOT NULL") { // the open games are listed before
				return nil
			}
			e.db.Observe(store.Observer{})
			if !deleted {
				_, err := e.matches.Leave(t.Context(), e.by("mei"), m.ID)
				return err
			}
			_, err := e.matches.Rule(t.Context(), e.by("mod"), m.ID, match.DeletedByModerator)
			e.ok(err)
			return e.matches.Purge(t.Context(), m.ID)
		}})
		e.ok(e.Fill(t.Context()))
		if known, err := games(t.Context(), e.db.Read()); err != nil || len(known) != 0 {
			t.Errorf("%s: %v is in the index, %v", name, known, err)
		}
	}
}

// After any moves: a position at most two plies from another is near it, in both directions and for all its images, and all images
// have one key.
func TestNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		play := func(p *game.Position, plies int) {
			for range plies {
				var buf [game.MaxMoves]game.Move
				legal := p.LegalMoves(buf[:0])
				if len(legal) == 0 {
					return
				}
				p.Do(rapid.SampledFrom(legal).Draw(t, "move"))
			}
		}
		p := game.Start()
		play(&p, rapid.IntRange(0, 60).Draw(t, "plies"))
		q := p
		play(&q, rapid.IntRange(0, 2).Draw(t, "plies on"))
		on, err := parseKey(keyOf(imagesOf(&p)))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, image := range imagesOf(&q) {
			if near := on.withinPlies(&image); near != image.withinPlies(&on) {
				t.Fatal("near in one direction only")
			} else if near {
				found++
			}
			position := image.Unchecked()
			if keyOf(imagesOf(&position)) != keyOf(imagesOf(&q)) {
				t.Fatal("an image has another key")
			}
		}
		if found == 0 {
			t.Fatalf("%s is not near %s", q.FEN(), p.FEN())
		}
	})
}

// Malformed keys are errors.
func TestParseKey(t *testing.T) {
	p := game.Start()
	good := keyOf(imagesOf(&p))
	for _, bad := range []string{"", good[1:], good + "w", "x" + good[1:], "\xff" + good[1:]} {
		if _, err := parseKey(bad); err == nil {
			t.Errorf("%.20q is read", bad)
		}
	}
}

// Every query uses an index, but the one that reads all boards into memory.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	e := newEnv(t, nil)
	var queries []string
	e.db.Observe(store.Observer{Statement: func(_ context.Context, q string) error {
		queries = append(queries, q)
		return nil
	}})
	e.refused("linh", fen(t, middle))
	m := e.duel(fen(t, middle), parsed(t, "h0h9")...)
	_, err := e.matches.Leave(t.Context(), e.by("mei"), m.ID)
	e.ok(err)
	e.db.Observe(store.Observer{})
	checked := 0
	for _, q := range queries {
		if !strings.Contains(q, "running") && !strings.Contains(q, "passed") || strings.Contains(q, "INSERT") || strings.HasSuffix(q, "WHERE early = 0") {
			continue
		}
		checked++
		plan := testdb.Plan(t, e.db, q)
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN running") || strings.HasPrefix(step, "SCAN passed") {
				t.Errorf("%s\n%s", q, strings.Join(plan, "\n"))
			}
		}
	}
	if checked < 4 {
		t.Errorf("only %d questions", checked)
	}
}

// A move between people costs one statement while it is early, two later, and the end of a game two; a game against a character
// nothing.
func TestStatements(t *testing.T) {
	e := newEnv(t, nil)
	n := 0
	e.db.Observe(store.Observer{Statement: func(_ context.Context, q string) error {
		if strings.Contains(q, "running") || strings.Contains(q, "passed") {
			n++
		}
		return nil
	}})
	costs := func(what string, want int, f func()) {
		t.Helper()
		n = 0
		if f(); n != want {
			t.Errorf("%s: %d statements, want %d", what, n, want)
		}
	}
	var m match.Match
	costs("a game from the usual start", 0, func() { m = e.duel(game.Start()) })
	costs("an early move", 1, func() { m = e.goesOn(m, parsed(t, "h2e2")...) })
	costs("a game from a position", 2, func() { m = e.duel(fen(t, middle)) })
	costs("a late move", 2, func() { m = e.goesOn(m, parsed(t, "h0h9")...) })
	costs("an end", 2, func() {
		_, err := e.matches.Leave(t.Context(), e.by("mei"), m.ID)
		e.ok(err)
	})
	costs("a game against a character", 0, func() {
		_, err := e.matches.Start(t.Context(), e.by("mei"), match.Terms{Mode: match.Versus, Channel: "x", Seats: [2]match.Seat{{Player: "mei"}, {Level: 1}}, Position: game.Start()})
		e.ok(err)
	})
}

// A position and a game of eighty plies among ten thousand running games.
func BenchmarkAmongTenThousand(b *testing.B) {
	e := newEnv(b, nil)
	p := game.Start()
	g := game.NewGame(p, game.NoRepetition)
	random := uint64(1)
	step := func(p *game.Position) {
		var buf [game.MaxMoves]game.Move
		legal := p.LegalMoves(buf[:0])
		if len(legal) == 0 {
			*p = game.Start()
			return
		}
		random = random*6364136223846793005 + 1442695040888963407
		p.Do(legal[int(random>>33)%len(legal)])
	}
	e.ok(e.db.Tx(b.Context(), func(tx store.Tx) error {
		for n := range 10_000 {
			if step(&p); n%100 == 0 {
				p = game.Start()
			}
			of := imagesOf(&p)
			one := entry{game: id.Match(fmt.Sprint("g", n)), red: "a", black: "b", key: keyOf(of), pieces: of[0].pieces, playersOnly: n%100 <= 12, similar: n%100 >= similarFromPly}
			put(b.Context(), tx, one)
			addEarlierPosition(b.Context(), tx, one)
		}
		return nil
	}))
	for range 80 {
		q := *g.Position()
		random = random*6364136223846793005 + 1442695040888963407
		var buf [game.MaxMoves]game.Move
		if legal := q.LegalMoves(buf[:0]); len(legal) > 0 {
			e.ok(g.PlayOn(legal[int(random>>33)%len(legal)]))
		}
	}
	b.Run("position", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = e.PermitPosition(b.Context(), []id.Player{"linh"}, g, FromUser)
		}
	})
	b.Run("game", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = e.PermitGame(b.Context(), "linh", g)
		}
	})
}

// What is on the board of a game that counts, two people may not play from there, nor what was or is about to be; of games that were
// set up from a position, as several pairs may play it at once, that is not asked. Whoever plays it pays like for a study.
func TestPlayed(t *testing.T) {
	e := newEnv(t, nil)
	played := func(p id.Player, at game.Position) bool {
		t.Helper()
		_, err := e.PermitPosition(t.Context(), []id.Player{p}, game.NewGame(at, game.NoRepetition), Played)
		if err != nil && err != match.ErrLivePosition {
			t.Fatal(err)
		}
		return err == nil
	}
	posed := e.duel(fen(t, middle), parsed(t, "h0h9 e7g9")...)
	for _, p := range []id.Player{"mei", "linh"} {
		if at := *posed.Game.Position(); !played(p, fen(t, middle)) || !played(p, at) || !e.refused(p, at) {
			t.Errorf("%s may not play what was set up, or may have it judged", p)
		}
	}
	usual := e.duel(game.Start(), parsed(t, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7 h0h9 g7h9 b0c2 g6g5 a3a4 a6a5")...)
	at, before := *usual.Game.Position(), usual.Game.Clone()
	before.Takeback()
	for _, p := range []id.Player{"mei", "linh"} {
		for _, one := range []game.Position{at, *before.Position()} {
			if played(p, one) {
				t.Errorf("%s may play from the board of a game: %s", p, one.FEN())
			}
		}
	}
	_, err := e.matches.Resign(t.Context(), e.by("mei"), usual.ID)
	if e.ok(err); !played("mei", at) || !played("linh", at) {
		t.Error("refused though the game is over")
	}
	c, err := e.matches.Start(t.Context(), e.by("ann"), match.Terms{Mode: match.Ending, Channel: "ending", Position: fen(t, middle),
		Seats: [2]match.Seat{{Player: "ann"}, {Level: 6}}})
	e.ok(err)
	may, err := e.PermitPosition(t.Context(), []id.Player{"ann"}, game.NewGame(fen(t, middle), game.NoRepetition), Played)
	e.ok(err)
	e.ok(may.Pay(t.Context()))
	if m, err := e.matches.Get(t.Context(), c.Match.ID); err != nil || m.CasualReason != match.AfterStudy {
		t.Errorf("the price: %v, %v", m.CasualReason, err)
	}
}

package match_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/game"
	"yeye/game/notation"
)

func TestSuspendAndTransfer(t *testing.T) {
	for _, c := range []struct {
		state     string
		suspended match.Status
		suspend   error
		then      match.Status // after Mei has transferred it to another channel
		transfer  error
	}{
		{"people", match.Adjourned, nil, match.Open, nil},
		{"character", match.Adjourned, nil, match.Open, nil},
		{"study", match.Adjourned, nil, match.Open, nil},
		{"adjourned", match.Adjourned, match.ErrStale, match.Open, nil},
		{"held", match.Adjourned, match.ErrStale, match.Adjourned, match.ErrPausedByModerator},
		{"exhibition", match.Ended, nil, match.Ended, match.ErrNotSeated},
		{"over", match.Ended, match.ErrStale, match.Ended, match.ErrEnded},
	} {
		e := newEnv(t)
		ctx := t.Context()
		var m match.Match
		var err error
		switch c.state {
		case "study":
			m = e.study(t, room)
		case "character", "adjourned":
			m = e.start(t, meiAgainstKid)
		case "exhibition":
			m = e.start(t, exhibition)
		default:
			m = e.start(t, meiAgainstTom)
		}
		e.bring(t, m.ID, c.state)
		if _, err := e.Suspend(ctx, m.ID, m.Channel); !errors.Is(err, c.suspend) {
			t.Errorf("%s suspended: %v", c.state, err)
		}
		if now, err := e.Get(ctx, m.ID); err != nil || now.Status != c.suspended || now.Next.Kind != match.Nothing {
			t.Errorf("%s suspended: %v %v %v", c.state, now.Status, now.Next, err)
		}
		after, err := e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "park", "elsewhere")
		now, failed := e.Get(ctx, m.ID)
		if !errors.Is(err, c.transfer) || failed != nil || now.Status != c.then {
			t.Errorf("%s transferred: %v, then %v %v", c.state, err, now.Status, failed)
		}
		if c.transfer == nil && (now.Guild != "park" || now.Channel != "elsewhere" || now.Turn != m.Turn || after.Verb != match.Transferred || after.Before.Channel != m.Channel) {
			t.Errorf("%s transferred: %+v", c.state, now)
		}
	}
}

var deleted = place.Fact{Status: place.Deleted, Guild: "park", Channel: room}

// A match of a team, which nobody could take anywhere, ends with its channel, and only with that.
func TestTeamWithoutChannel(t *testing.T) {
	for _, adjourned := range []bool{false, true} {
		e := newEnv(t)
		ctx := t.Context()
		m, err := of(e.Service.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Mode: match.Versus, Channel: room,
			Position: game.Start(), Locale: "en-US", Seats: [2]match.Seat{{Team: match.WholeServer}, {Level: 1}}}))
		if err != nil {
			t.Fatal(err)
		}
		if adjourned {
			if now, err := of(e.Suspend(ctx, m.ID, room)); err != nil || now.Status != match.Adjourned {
				t.Fatal(now.Status, err)
			}
		}
		if err := e.OnPlaceFact(ctx, deleted); err != nil {
			t.Fatal(err)
		}
		if now, err := e.Get(ctx, m.ID); err != nil || now.Status != match.Ended {
			t.Errorf("adjourned %v: %v %v", adjourned, now.Status, err)
		}
	}
}

// A displaced match whose channel is deleted stays adjourned: its players can take it elsewhere. The deletion is known.
func TestAdjournedWithoutChannel(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstTom)
	m, err := of(e.Suspend(ctx, m.ID, room))
	if err != nil {
		t.Fatal(err)
	}
	now, err := of(e.Displace(ctx, m.ID, deleted))
	if err != nil || now.Status != match.Adjourned || !now.ChannelDeleted() || !now.Transferable() {
		t.Errorf("%v, %+v, %v", now.Status, now.Displacement, err)
	}
	if _, err := e.Displace(ctx, m.ID, deleted); !errors.Is(err, match.ErrStale) {
		t.Error(err)
	}
}

// A match whose channel is deleted is adjourned, also a held one: nobody is left who could release it.
func TestReleasedWithItsChannel(t *testing.T) {
	elsewhere := deleted
	elsewhere.Channel = "elsewhere"
	for name, c := range map[string]struct {
		seats [2]match.Seat
		want  match.Status
	}{"people": {meiAgainstTom, match.Adjourned}, "a character": {meiAgainstKid, match.Adjourned},
		"exhibition": {exhibition, match.Ended}} {
		for _, held := range []bool{false, true} {
			e := newEnv(t)
			ctx := t.Context()
			m := e.start(t, c.seats)
			if held {
				if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.PausedByModerator); err != nil {
					t.Fatal(err)
				}
				if held, err := e.PausedIn(ctx, room); err != nil || len(held) != 1 || held[0].ID != m.ID {
					t.Errorf("%s, held in the channel: %v %v", name, held, err)
				}
			}
			if _, err := e.Displace(ctx, m.ID, elsewhere); !errors.Is(err, match.ErrStale) {
				t.Errorf("%s, held %v, another channel is deleted: %v", name, held, err)
			}
			now, err := of(e.Displace(ctx, m.ID, deleted))
			if err != nil || now.Status != c.want || now.Ruling != match.NoRuling || now.RuledBy != "" {
				t.Errorf("%s, held %v: %v, ruling %v by %q, %v", name, held, now.Status, now.Ruling, now.RuledBy, err)
			}
			if lost := now.Displacement.Place == place.Deleted; lost != (c.want == match.Adjourned) {
				t.Errorf("%s, held %v: adjourned because of %q", name, held, now.Displacement.Place)
			}
			if held, err := e.PausedIn(ctx, room); err != nil || len(held) != 0 {
				t.Errorf("%s, still held in the channel: %v %v", name, held, err)
			}
			_, err = e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "park", "elsewhere")
			if err != nil && c.want == match.Adjourned {
				t.Errorf("%s, held %v, brought elsewhere: %v", name, held, err)
			}
		}
	}
}

// Brought to where the other player may see nothing, a match with a clock waits there for that player.
func TestTransferUnseen(t *testing.T) {
	ctx := t.Context()
	begin := func(t *testing.T, clock string, adjourned bool, seats [2]match.Seat) (*env, match.Match) {
		t.Helper()
		e := newEnv(t)
		timing, _ := match.ParseTimeControl(clock)
		m, err := of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: seats, Position: game.Start(), TimeControl: timing}))
		if err == nil && adjourned {
			m, err = of(e.Suspend(ctx, m.ID, room))
		}
		if err != nil {
			t.Fatal(err)
		}
		return e, m
	}
	bring := func(e *env, m match.Match, who id.Player, to id.Channel) (match.Match, error) {
		return of(e.TransferUnseen(ctx, e.from(who, match.FromCommand), m.ID, "park", to))
	}
	resume := func(e *env, m match.Match, who id.Player) (match.Match, error) {
		return of(e.Resume(ctx, e.from(who, match.FromCard), m.ID))
	}
	for name, c := range map[string]struct {
		clock string
		seats [2]match.Seat
		want  match.Status
	}{"no clock": {"none", meiAgainstTom, match.Open}, "a character": {"5+3", meiAgainstKid, match.Open}, "days": {"1d", meiAgainstTom, match.Adjourned}, "live": {"5+3", meiAgainstTom, match.Adjourned}} {
		e, m := begin(t, c.clock, true, c.seats)
		if now, err := bring(e, m, "mei", "cellar"); err != nil || now.Status != c.want || now.Channel != "cellar" || now.Guild != "park" || c.want == match.Adjourned && now.Next.Kind != match.Nothing {
			t.Errorf("%s: %+v %v", name, now, err)
		}
	}
	e, m := begin(t, "1d", false, meiAgainstTom)
	if now, err := bring(e, m, "mei", "cellar"); err != nil || now.Channel != room || now.Status != match.Open || now.Offer.Kind != match.OfferTransfer {
		t.Errorf("open, it is offered: %+v %v", now, err)
	}

	e, m = begin(t, "1d", true, meiAgainstTom)
	m, err := bring(e, m, "mei", "cellar")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resume(e, m, "mei"); !errors.Is(err, match.ErrOffered) {
		t.Errorf("resumed by the one who brought it: %v", err)
	}
	if _, err := bring(e, m, "mei", "cellar"); !errors.Is(err, match.ErrOffered) {
		t.Errorf("brought twice: %v", err)
	}
	if now, err := resume(e, m, "tom"); err != nil || now.Status != match.Open || now.Offer != (match.Offer{}) || !now.ClockWaits() {
		t.Errorf("resumed by the other: %+v %v", now, err)
	}

	e, m = begin(t, "1d", true, meiAgainstTom)
	if m, err = bring(e, m, "mei", "cellar"); err != nil {
		t.Fatal(err)
	}
	if now, err := bring(e, m, "tom", "attic"); err != nil || now.Status != match.Adjourned || now.Channel != "attic" {
		t.Errorf("brought elsewhere by the other: %+v %v", now, err)
	}
	if now, err := bring(e, m, "mei", "attic"); err != nil || now.Status != match.Open {
		t.Errorf("both want it there: %+v %v", now, err)
	}

	e, m = begin(t, "1d", true, meiAgainstTom)
	other, err := of(e.Start(ctx, e.from("linh", match.FromCommand), match.Terms{Channel: "cellar", Seats: exhibition, Position: game.Start()}))
	if err != nil {
		t.Fatal(err)
	}
	var occupied *match.OccupiedError
	if _, err := bring(e, m, "mei", "cellar"); !errors.As(err, &occupied) || occupied.Match.ID != other.ID {
		t.Errorf("to an occupied channel: %v", err)
	}
	if m, err = bring(e, m, "mei", "attic"); err != nil {
		t.Fatal(err)
	}
	if now, err := of(e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "park", "square")); err != nil || now.Status != match.Open || now.Offer != (match.Offer{}) {
		t.Errorf("then to where everybody sees it: %+v %v", now, err)
	}
}

// An adjourned match between people on a live clock continues only when both have asked: its clock would run while one is absent.
func TestLiveClockWaitsForBoth(t *testing.T) {
	ctx := t.Context()
	resume := func(e *env, of id.Match, who id.Player) (match.Change, error) {
		return e.Resume(ctx, e.from(who, match.FromCard), of)
	}
	bring := func(to id.Channel) func(*env, id.Match, id.Player) (match.Change, error) {
		return func(e *env, of id.Match, who id.Player) (match.Change, error) {
			return e.Transfer(ctx, e.from(who, match.FromCommand), of, "park", to)
		}
	}
	type ask = func(*env, id.Match, id.Player) (match.Change, error)
	const there = id.Channel("elsewhere")
	for _, c := range []struct {
		name, clock   string
		begun         bool
		seats         [2]match.Seat
		first, second ask
		to            id.Channel // where it is then, "" for where it was adjourned
		waits         bool       // after the first has asked
		opens         bool       // after the second has
	}{
		{"brought, then resumed", "5+3", true, meiAgainstTom, bring(there), resume, there, true, true},
		{"brought by both", "5+3", true, meiAgainstTom, bring(there), bring(there), there, true, true},
		{"resumed by both", "5+3", true, meiAgainstTom, resume, resume, "", true, true},
		{"resumed, then brought elsewhere", "5+3", true, meiAgainstTom, resume, bring(there), there, true, false},
		{"with a byoyomi", "10+0/60b30", true, meiAgainstTom, resume, resume, "", true, true},
		{"not begun, brought", "5+3", false, meiAgainstTom, bring(there), nil, there, false, true},
		{"not begun, resumed", "5+3", false, meiAgainstTom, resume, nil, "", false, true},
		{"days, brought", "1d", true, meiAgainstTom, bring(there), nil, there, false, true},
		{"days, resumed", "1d", true, meiAgainstTom, resume, nil, "", false, true},
		{"no clock", "none", true, meiAgainstTom, resume, nil, "", false, true},
		{"a character", "5+3", false, meiAgainstKid, bring(there), nil, there, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			g := startTimed(t, e, c.clock, c.seats)
			m := g.now()
			if c.begun {
				g.moves("h2e2", 0)
				m = g.moves("h9g7", 0)
			}
			if c.to == "" {
				c.to = m.Channel
			}
			if _, err := e.Suspend(ctx, g.id, m.Channel); err != nil {
				t.Fatal(err)
			}
			e.pass(10 * time.Hour)
			asked, err := c.first(e, g.id, "mei")
			if m = asked.Match; err != nil || (m.Status == match.Adjourned) != c.waits || c.opens && m.Channel != c.to {
				t.Fatalf("the first: %v in %q, offer %+v, %v", m.Status, m.Channel, m.Offer, err)
			}
			if side, _, ok := m.Asked(); ok != c.waits || ok && side != game.Red {
				t.Errorf("asked by %v, %v", side, ok)
			}
			if c.second == nil {
				return
			}
			if asked.Verb != match.Transferred || m.Next.Kind != match.Nothing || !m.Acted[game.Red].Equal(e.time()) {
				t.Errorf("the first: %q, next %v, acted %v", asked.Verb, m.Next, m.Acted)
			}
			for _, again := range []ask{resume, bring(m.Channel)} {
				if _, err := again(e, g.id, "mei"); !errors.Is(err, match.ErrOffered) {
					t.Errorf("the first again: %v", err)
				}
			}
			e.pass(time.Hour)
			now, err := of(c.second(e, g.id, "tom"))
			if err != nil || now.Channel != c.to || (now.Status == match.Open) != c.opens || c.opens && (now.Offer != match.Offer{} || !now.ClockWaits()) {
				t.Fatalf("the second: %v in %q, offer %+v, %v", now.Status, now.Channel, now.Offer, err)
			}
			if !c.opens {
				if now, err = of(resume(e, g.id, "mei")); err != nil || now.Status != match.Open {
					t.Errorf("the first agrees: %v, %v", now.Status, err)
				}
			}
		})
	}
}

// The first to resume a match with a live clock is refused as well if another is open there by now.
func TestLiveClockWaitsInAVacantChannel(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	m := g.moves("h9g7", 0)
	if _, err := e.Suspend(ctx, g.id, m.Channel); err != nil {
		t.Fatal(err)
	}
	other, err := of(e.Start(ctx, e.from("linh", match.FromCommand), match.Terms{Channel: m.Channel, Seats: exhibition, Position: game.Start()}))
	if err != nil {
		t.Fatal(err)
	}
	var occupied *match.OccupiedError
	if _, err := e.Resume(ctx, e.from("mei", match.FromCard), g.id); !errors.As(err, &occupied) || occupied.Match.ID != other.ID {
		t.Errorf("%v", err)
	}
}

// A player who brings an adjourned match from place to place pings the opponent once in a turn.
func TestOpponentIsPingedOnce(t *testing.T) {
	for _, clock := range []string{"1d", "5+3"} {
		e := newEnv(t)
		ctx := t.Context()
		g := startTimed(t, e, clock, meiAgainstTom)
		g.moves("h2e2", 0)
		m := g.moves("h9g7", 0)
		if _, err := e.Suspend(ctx, g.id, m.Channel); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			who   id.Player
			to    id.Channel
			again bool
		}{{"mei", "cellar", false}, {"mei", "attic", true}, {"tom", "cellar", false}, {"mei", "attic", true}, {"mei", "shed", true}, {"tom", "cellar", true}} {
			m, err := of(e.TransferUnseen(ctx, e.from(c.who, match.FromCommand), g.id, "park", c.to))
			side, again, ok := m.Asked()
			if err != nil || !ok || m.Seats[side].Player != c.who || again != c.again {
				t.Errorf("%s: %s brings it to the %s: by %v, again %v, %v, %v", clock, c.who, c.to, side, again, ok, err)
			}
		}
		if _, err := e.Resume(ctx, e.from("mei", match.FromCard), g.id); err != nil {
			t.Fatal(err)
		}
		g.seen()
		if m = g.moves("h0g2", 0); m.Offered != [2]match.Offered{} {
			t.Errorf("%s: in the next turn %v", clock, m.Offered)
		}
	}
}

// Nobody else can transfer a match, none moves to an occupied channel, and one that is already open there stays.
func TestWhoTransfersAndWhere(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstKid)
	if _, err := e.Transfer(ctx, e.from("linh", match.FromCommand), m.ID, "", "elsewhere"); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "", room); !errors.Is(err, match.ErrStale) {
		t.Errorf("to where it is: %v", err)
	}
	moved, err := of(e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "", "elsewhere"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Suspend(ctx, m.ID, room); !errors.Is(err, match.ErrStale) {
		t.Errorf("the channel it was transferred from is deleted: %v", err)
	}
	if _, err := e.InChannel(ctx, room); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("where it was: %v", err)
	}
	other := e.start(t, meiAgainstTom)
	var occupied *match.OccupiedError
	if _, err := e.Transfer(ctx, e.from("mei", match.FromCommand), moved.ID, "", room); !errors.As(err, &occupied) || occupied.Match.ID != other.ID {
		t.Errorf("to an occupied channel: %v", err)
	}
	if _, err := e.Move(ctx, e.from("mei", match.FromText), "elsewhere", notation.Parse("h2e2"), notation.Auto); err != nil {
		t.Errorf("a move there: %v", err)
	}
}

// A game between two players moves only if both agree: the other may not see the channel while their clock runs.
func TestTransferByConsent(t *testing.T) {
	ctx := t.Context()
	for name, c := range map[string]struct {
		answer func(*env, match.Match) (match.Match, error)
		want   id.Channel
		err    error
	}{
		"accepted": {func(e *env, m match.Match) (match.Match, error) {
			return of(e.Accord(ctx, e.from("tom", match.FromCommand), m.ID, match.Offer{Kind: match.OfferTransfer, By: game.Red, Turn: m.Turn}, true))
		}, "elsewhere", nil},
		"wanted by the other too": {func(e *env, m match.Match) (match.Match, error) {
			return of(e.Transfer(ctx, e.from("tom", match.FromCommand), m.ID, "park", "elsewhere"))
		}, "elsewhere", nil},
		"declined": {func(e *env, m match.Match) (match.Match, error) {
			return of(e.Accord(ctx, e.from("tom", match.FromCommand), m.ID, m.Offer, false))
		}, room, nil},
		"by the one who offers": {func(e *env, m match.Match) (match.Match, error) {
			return of(e.Accord(ctx, e.from("mei", match.FromCommand), m.ID, m.Offer, true))
		}, room, match.ErrNotAsked},
		"offered again": {func(e *env, m match.Match) (match.Match, error) {
			return of(e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "park", "elsewhere"))
		}, room, match.ErrOffered},
		"after a move": {func(e *env, m match.Match) (match.Match, error) {
			if _, err := e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto); err != nil {
				return m, err
			}
			return of(e.Accord(ctx, e.from("tom", match.FromCommand), m.ID, m.Offer, true))
		}, room, match.ErrClosed},
		"where another is open by now": {func(e *env, m match.Match) (match.Match, error) {
			_, err := e.Start(ctx, e.from("linh", match.FromCommand), match.Terms{Channel: "elsewhere", Seats: exhibition, Position: game.Start()})
			if err != nil {
				return m, err
			}
			_, err = e.Accord(ctx, e.from("tom", match.FromCommand), m.ID, m.Offer, true)
			if occupied := (*match.OccupiedError)(nil); errors.As(err, &occupied) {
				return m, nil
			}
			return m, errors.Join(errors.New("not refused as occupied"), err)
		}, room, nil},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := e.start(t, meiAgainstTom)
			m, err := of(e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "park", "elsewhere"))
			if err != nil || m.Channel != room || m.Offer != (match.Offer{Kind: match.OfferTransfer, By: game.Red, Turn: m.Turn, Guild: "park", Channel: "elsewhere"}) {
				t.Fatalf("offered: %+v %v", m.Offer, err)
			}
			if _, err := c.answer(e, m); !errors.Is(err, c.err) {
				t.Errorf("%v, want %v", err, c.err)
			}
			now, err := e.InChannel(ctx, c.want)
			if err != nil || now.ID != m.ID || now.Status != match.Open || now.Seats != m.Seats {
				t.Errorf("then in %s: %+v %v", c.want, now.ID, err)
			}
			if c.want != room && (now.Guild != "park" || now.Offer != (match.Offer{})) {
				t.Errorf("then %q, offer %+v", now.Guild, now.Offer)
			}
		})
	}
}

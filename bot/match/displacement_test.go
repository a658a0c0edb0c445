package match_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/game"
)

// displaced returns a game of Mei's, who has Red, with Tom, of two moves and adjourned because its thread was locked.
func displaced(t *testing.T, clock string) (*env, *timedGame) {
	t.Helper()
	e := newEnv(t)
	g := startTimed(t, e, clock, meiAgainstTom)
	g.moves("h2e2", 0)
	m := g.moves("h9g7", 0)
	if _, err := e.Displace(t.Context(), g.id, place.Fact{Status: place.Locked, Guild: m.Guild, Channel: m.Channel, Home: "parent"}); err != nil {
		t.Fatal(err)
	}
	return e, g
}

// broughtElsewhere returns such a game, which Tom alone could have displaced and Mei has brought to where both can see it.
func broughtElsewhere(t *testing.T) (*env, *timedGame) {
	t.Helper()
	e, g := displaced(t, "5+3")
	_, err := e.Blame(t.Context(), g.id, place.Locked, game.Black)
	if err == nil {
		_, err = e.Transfer(t.Context(), e.from("mei", match.FromCommand), g.id, "", "elsewhere")
	}
	if err != nil {
		t.Fatal(err)
	}
	return e, g
}

// If one player alone could have taken the place of a game, the other may bring it where both can see it, and that player loses by not
// coming in time. If both could, or neither, or they cannot see it, it stays adjourned.
func TestBlamedPlayerMustCome(t *testing.T) {
	for name, c := range map[string]struct {
		clock   string
		blamed  bool // Tom, Black
		by      id.Player
		unseen  bool
		resumed bool // not brought: where it was
		waits   bool // until Tom has to have come
		open    bool
		refused error
	}{
		"nobody is to blame":            {clock: "5+3", by: "mei"},
		"brought by the other":          {clock: "5+3", blamed: true, by: "mei", waits: true},
		"resumed by the other":          {clock: "5+3", blamed: true, by: "mei", resumed: true, waits: true},
		"brought where he may not see":  {clock: "5+3", blamed: true, by: "mei", unseen: true},
		"brought by who is to blame":    {clock: "5+3", blamed: true, by: "tom", refused: match.ErrBlamed},
		"resumed by who is to blame":    {clock: "5+3", blamed: true, by: "tom", resumed: true},
		"by days, on which clocks run":  {clock: "1d", blamed: true, by: "mei", open: true},
		"by days, where he may not see": {clock: "1d", blamed: true, by: "mei", unseen: true},
		"by days, by who is to blame":   {clock: "1d", blamed: true, by: "tom", refused: match.ErrBlamed},
	} {
		t.Run(name, func(t *testing.T) {
			e, g := displaced(t, c.clock)
			ctx := t.Context()
			if c.blamed {
				if _, err := e.Blame(ctx, g.id, place.Locked, game.Black); err != nil {
					t.Fatal(err)
				}
			}
			e.pass(10 * time.Hour)
			ask := e.Transfer
			switch {
			case c.resumed:
				ask = func(ctx context.Context, by match.Actor, of id.Match, _ id.Guild, _ id.Channel) (match.Change, error) {
					return e.Resume(ctx, by, of)
				}
			case c.unseen:
				ask = e.TransferUnseen
			}
			m, err := of(ask(ctx, e.from(c.by, match.FromCommand), g.id, "", "elsewhere"))
			if c.refused != nil {
				if now := g.now(); !errors.Is(err, c.refused) || now.Channel == "elsewhere" || now.Displacement.None() {
					t.Errorf("in %s, %+v, %v", now.Channel, now.Displacement, err)
				}
				return
			}
			if err != nil || (m.Status == match.Open) != c.open || c.open != m.Displacement.None() {
				t.Fatalf("%v, %+v, %v", m.Status, m.Displacement, err)
			}
			if waits := !m.Displacement.Until.IsZero(); waits != c.waits || waits != (m.Next.Kind == match.Forfeit) {
				t.Fatalf("%+v, next %+v", m.Displacement, m.Next)
			}
			if !c.waits {
				return
			}
			if !m.Displacement.Until.Equal(e.time().Add(24*time.Hour)) || !m.Next.Due.Equal(m.Displacement.Until) {
				t.Errorf("%+v, next %+v", m.Displacement, m.Next)
			}
			if _, err := e.Forfeit(ctx, &m); !errors.Is(err, match.ErrNotDue) {
				t.Errorf("early: %v", err)
			}
			e.pass(24 * time.Hour)
			now, err := of(e.Forfeit(ctx, &m))
			if err != nil || now.Outcome != (game.Outcome{Result: game.RedWins, Method: game.Timeout}) {
				t.Errorf("%+v, %v", now.Outcome, err)
			}
		})
	}
}

// Who comes in time goes on, and has nothing to fear afterwards.
func TestBlamedPlayerComes(t *testing.T) {
	e, g := broughtElsewhere(t)
	ctx := t.Context()
	e.pass(23 * time.Hour)
	m, err := of(e.Resume(ctx, e.from("tom", match.FromCard), g.id))
	if err != nil || m.Status != match.Open || !m.Displacement.None() || m.Next.Kind == match.Forfeit {
		t.Errorf("%v %+v %+v, %v", m.Status, m.Displacement, m.Next, err)
	}
}

// Nobody loses by not coming to a channel that they may be unable to see: not even if they first had to come elsewhere.
func TestNobodyMustComeWhereTheyMayNotSee(t *testing.T) {
	e, g := broughtElsewhere(t)
	m, err := of(e.TransferUnseen(t.Context(), e.from("mei", match.FromCommand), g.id, "", "cellar"))
	if err != nil || m.Channel != "cellar" || !m.Displacement.Until.IsZero() || m.Next.Kind == match.Forfeit {
		t.Errorf("in %s, %+v, %+v, %v", m.Channel, m.Displacement, m.Next, err)
	}
}

// A player who sits at another live board is refused at this one, and does not lose here meanwhile; but by sitting
// there again and again they cannot put it off forever.
func TestForfeitWaitsForAnotherBoard(t *testing.T) {
	for _, resigns := range []bool{false, true} {
		e, g := broughtElsewhere(t)
		ctx := t.Context()
		for _, r := range []match.Ruling{match.PausedByModerator, match.NoRuling} { // their time begins anew
			e.pass(48 * time.Hour)
			if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), g.id, r); err != nil {
				t.Fatal(err)
			}
		}
		elsewhere := startTimed(t, e, "5+3", [2]match.Seat{{Player: "lan"}, {Player: "tom"}})
		elsewhere.moves("h2e2", 0)
		elsewhere.moves("h9g7", 0)
		e.pass(24 * time.Hour)
		m, postponed := g.now(), 0
		for ; m.Status == match.Adjourned && postponed < 1000; postponed++ {
			var err error
			if m, err = of(e.Forfeit(ctx, &m)); err != nil {
				t.Fatal(err)
			}
			if resigns && postponed == 0 {
				if _, err := e.Resign(ctx, e.from("tom", match.FromCommand), elsewhere.id); err != nil {
					t.Fatal(err)
				}
			}
			e.pass(15 * time.Minute)
		}
		want := 24*4 + 1
		if resigns {
			want = 2
		}
		if m.Outcome.Result != game.RedWins || postponed != want {
			t.Errorf("resigns %v: %+v in the attempt %d, want %d", resigns, m.Outcome, postponed, want)
		}
	}
}

// If it is found who is to blame once the other has asked, they have to come only when the other asks again.
func TestBlameAfterAsking(t *testing.T) {
	e, g := displaced(t, "5+3")
	ctx := t.Context()
	_, err := e.Transfer(ctx, e.from("mei", match.FromCommand), g.id, "", "elsewhere")
	if err == nil {
		_, err = e.Blame(ctx, g.id, place.Locked, game.Black)
	}
	if m := g.now(); err != nil || !m.Displacement.Blamed || !m.Displacement.Until.IsZero() {
		t.Fatalf("%+v, %v", m.Displacement, err)
	}
	m, err := of(e.Transfer(ctx, e.from("mei", match.FromCommand), g.id, "", "a third place"))
	if err != nil || m.Next.Kind != match.Forfeit {
		t.Errorf("%+v, %+v, %v", m.Displacement, m.Next, err)
	}
}

// Whose coming is waited for comes where the other has brought the game, and cannot take that place by carrying it on.
func TestBlamedPlayerMayNotTransfer(t *testing.T) {
	e, g := broughtElsewhere(t)
	ctx := t.Context()
	if _, err := e.Transfer(ctx, e.from("tom", match.FromCommand), g.id, "", "a third place"); !errors.Is(err, match.ErrBlamed) {
		t.Errorf("%v", err)
	}
	if m := g.now(); m.Channel != "elsewhere" || m.Displacement.Until.IsZero() {
		t.Errorf("in %s, %+v", m.Channel, m.Displacement)
	}
	m, err := of(e.Transfer(ctx, e.from("tom", match.FromCommand), g.id, "", "elsewhere"))
	if err != nil || m.Status != match.Open || m.Channel != "elsewhere" {
		t.Errorf("%v in %s, %v", m.Status, m.Channel, err)
	}
}

// A job that comes late gives another chance: the bot was away, and the player could not come.
func TestForfeitAfterAnAbsence(t *testing.T) {
	e, g := broughtElsewhere(t)
	ctx := t.Context()
	e.pass(26 * time.Hour)
	was := g.now()
	m, err := of(e.Forfeit(ctx, &was))
	if err != nil || m.Status != match.Adjourned || !m.Displacement.Until.Equal(e.time().Add(15*time.Minute)) {
		t.Fatalf("%v %+v, %v", m.Status, m.Displacement, err)
	}
	e.pass(15 * time.Minute)
	if m, err = of(e.Forfeit(ctx, &m)); err != nil || m.Outcome.Result != game.RedWins {
		t.Errorf("%+v, %v", m.Outcome, err)
	}
}

// Who may not come because a moderator has paused the game has the whole time again once the pause is lifted.
func TestPauseIsNoAbsence(t *testing.T) {
	e, g := broughtElsewhere(t)
	ctx := t.Context()
	rule := func(r match.Ruling) match.Match {
		t.Helper()
		m, err := of(e.Rule(ctx, e.from("mod", match.FromCommand), g.id, r))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	e.pass(time.Hour)
	if m := rule(match.PausedByModerator); m.Next.Kind != match.Nothing {
		t.Errorf("paused: %+v", m.Next)
	}
	e.pass(23*time.Hour + 10*time.Second)
	m := rule(match.NoRuling)
	if want := (match.Act{Kind: match.Forfeit, Due: e.time().Add(24 * time.Hour)}); m.Status != match.Adjourned || m.Next != want {
		t.Errorf("lifted: %v, %+v, want %+v", m.Status, m.Next, want)
	}
	if m, err := of(e.Resume(ctx, e.from("tom", match.FromCard), g.id)); err != nil || m.Status != match.Open {
		t.Errorf("%v, %v", m.Status, err)
	}
}

// Nobody wins by taking the place in which the other has to come, too: the game waits there for both again.
func TestPlaceLostTwice(t *testing.T) {
	e, g := broughtElsewhere(t)
	err := e.OnPlaceFact(t.Context(), place.Fact{Status: place.Deleted, Channel: "elsewhere"})
	if m := g.now(); err != nil || m.Status != match.Adjourned || m.Displacement != (match.Displacement{Place: place.Deleted}) || m.Next.Kind != match.Nothing {
		t.Errorf("%v %+v %+v, %v", m.Status, m.Displacement, m.Next, err)
	}
}

// What becomes of a place adjourns the games there and no others. The clock stops, and the players are to be told; a place that works
// again shows its card again.
func TestOnPlaceFact(t *testing.T) {
	for name, c := range map[string]struct {
		f     place.Fact
		taken bool
	}{
		"locked":          {place.Fact{Status: place.Locked, Guild: "park", Channel: "lawn", Home: "parent"}, true},
		"shut":            {place.Fact{Status: place.NoPermission, Guild: "park", Channel: "lawn"}, true},
		"deleted":         {place.Fact{Status: place.Deleted, Guild: "park", Channel: "lawn"}, true},
		"left":            {place.Fact{Status: place.LeftServer, Guild: "park"}, true},
		"another channel": {place.Fact{Status: place.Locked, Guild: "park", Channel: "pond"}, false},
		"another server":  {place.Fact{Status: place.LeftServer, Guild: "square"}, false},
		"back":            {place.Fact{Status: place.Available, Guild: "park", Channel: "lawn"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			ctx := t.Context()
			timing, _ := match.ParseTimeControl("5+3")
			change, err := e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Guild: "park", Channel: "lawn", Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := e.OnPlaceFact(ctx, c.f); err != nil {
					t.Fatal(err)
				}
			}
			m, err := e.Get(ctx, change.Match.ID)
			jobs := row[int](t, e, `SELECT COUNT(*) FROM jobs WHERE job = 'taken'`)
			if err != nil || (m.Status == match.Adjourned) != c.taken || (jobs == 1) != c.taken || m.Displacement.None() == c.taken {
				t.Fatalf("%v %+v, %d jobs, %v", m.Status, m.Displacement, jobs, err)
			}
			if !c.taken {
				return
			}
			if err := e.OnPlaceFact(ctx, place.Fact{Status: place.Available, Guild: "park", Channel: c.f.Channel}); err != nil {
				t.Fatal(err)
			}
			if now, err := e.Get(ctx, m.ID); err != nil || now.Status != match.Adjourned ||
				(now.Rev == m.Rev) != (c.f.Status == place.Deleted) || now.Touched != m.Touched {
				t.Errorf("back: %v, revision %d after %d, %v", now.Status, now.Rev, m.Rev, err)
			}
		})
	}
}

// What happens to a place while its game is adjourned is known, in whatever order: whether the game could go on there
// follows from the latest, who caused the loss from the first. A fact that is no news changes nothing, and the players
// are notified once.
func TestPlaceFactsWhileAdjourned(t *testing.T) {
	of := func(s place.Status) place.Fact { return place.Fact{Status: s, Guild: "park", Channel: "lawn"} }
	back := place.Fact{Status: place.Available, Guild: "park"}
	left := place.Fact{Status: place.LeftServer, Guild: "park"}
	for name, c := range map[string]struct {
		first         place.Fact
		then          []place.Fact
		lost, deleted bool
	}{
		"locked":                          {of(place.Locked), nil, true, false},
		"unlocked":                        {of(place.Locked), []place.Fact{of(place.Unlocked)}, false, false},
		"locked again":                    {of(place.Locked), []place.Fact{of(place.Unlocked), of(place.Locked)}, true, false},
		"locked, then deleted":            {of(place.Locked), []place.Fact{of(place.Deleted)}, true, true},
		"unlocked, then deleted":          {of(place.Locked), []place.Fact{of(place.Unlocked), of(place.Deleted)}, true, true},
		"a late check after the deletion": {of(place.Locked), []place.Fact{of(place.Deleted), of(place.Available)}, true, true},
		"deleted, then left and back":     {of(place.Deleted), []place.Fact{left, back}, true, true},
		"locked, then left and back":      {of(place.Locked), []place.Fact{left, back}, true, false},
		"left":                            {left, nil, true, false},
		"left and back":                   {left, []place.Fact{back}, false, false},
		"left, refused, and back":         {left, []place.Fact{of(place.NoPermission), back}, false, false},
		"left and back, but deleted":      {left, []place.Fact{back, of(place.Deleted)}, true, true},
		"permission lost":                 {of(place.NoPermission), []place.Fact{of(place.Unlocked)}, true, false},
		"permission back":                 {of(place.NoPermission), []place.Fact{of(place.Available)}, false, false},
		"permission back, but locked":     {of(place.NoPermission), []place.Fact{of(place.Locked)}, true, false},
		"another thread deleted": {of(place.Locked),
			[]place.Fact{{Status: place.Deleted, Guild: "park", Channel: "pond"}}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			ctx := t.Context()
			timing, _ := match.ParseTimeControl("5+3")
			change, err := e.Start(ctx, e.from("mei", match.FromCommand),
				match.Terms{Guild: "park", Channel: "lawn", Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing})
			if err != nil {
				t.Fatal(err)
			}
			report := func(f place.Fact) match.Match {
				t.Helper()
				if err := e.OnPlaceFact(ctx, f); err != nil {
					t.Fatal(err)
				}
				m, err := e.Get(ctx, change.Match.ID)
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
			report(c.first)
			if _, err := e.Blame(ctx, change.Match.ID, c.first.Status, game.Black); err != nil {
				t.Fatal(err)
			}
			m := report(c.first)
			for _, f := range c.then {
				m = report(f)
				if again := report(f); again.Rev != m.Rev {
					t.Errorf("%q, reported twice, changes the match twice", f.Status)
				}
			}
			if m.LostPlace() != c.lost || m.ChannelDeleted() != c.deleted {
				t.Errorf("lost %v, deleted %v, %+v", m.LostPlace(), m.ChannelDeleted(), m.Displacement)
			}
			if d := m.Displacement; d.Place != c.first.Status || !d.Blamed || d.Side != game.Black {
				t.Errorf("the cause: %+v", d)
			}
			if jobs := row[int](t, e, `SELECT COUNT(*) FROM jobs WHERE job = 'taken'`); jobs != 1 {
				t.Errorf("%d notifications", jobs)
			}
		})
	}
}

// Where one player waits for the other and the place is lost too, the match is adjourned anew, whoever could have
// caused that, and both are notified.
func TestPlaceLostWhileWaiting(t *testing.T) {
	for _, elsewhere := range []bool{false, true} {
		e, g := displaced(t, "5+3")
		ctx := t.Context()
		where := g.now().Channel
		if err := e.OnPlaceFact(ctx, place.Fact{Status: place.Unlocked, Channel: where}); err != nil {
			t.Fatal(err)
		}
		var err error
		if !elsewhere {
			_, err = e.Resume(ctx, e.from("mei", match.FromCard), g.id)
		} else {
			where = "elsewhere"
			_, err = e.Transfer(ctx, e.from("mei", match.FromCommand), g.id, "", where)
		}
		m := g.now()
		if _, _, asked := m.Asked(); err != nil || !asked {
			t.Fatalf("%+v, %v", m.Offer, err)
		}
		before := row[int](t, e, `SELECT MAX(version) FROM jobs WHERE job = 'taken'`)
		if err := e.OnPlaceFact(ctx, place.Fact{Status: place.Locked, Channel: where}); err != nil {
			t.Fatal(err)
		}
		m = g.now()
		_, _, asked := m.Asked()
		if asked || !m.LostPlace() || m.Channel != where || m.Displacement != (match.Displacement{Place: place.Locked}) {
			t.Errorf("in %s: asked %v, %+v", m.Channel, asked, m.Displacement)
		}
		if v := row[int](t, e, `SELECT MAX(version) FROM jobs WHERE job = 'taken'`); v <= before {
			t.Errorf("in %s: no notification", where)
		}
	}
}

// Before its clock runs a match goes on at once, so nobody has to come by a time: not even if the other player asks
// while they play elsewhere.
func TestNobodyMustComeToAnUnbegunMatch(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	g := startTimed(t, e, "5+3", meiAgainstTom)
	at := place.Fact{Status: place.Locked, Channel: g.now().Channel}
	if _, err := e.Displace(ctx, g.id, at); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Blame(ctx, g.id, place.Locked, game.Black); err != nil {
		t.Fatal(err)
	}
	elsewhere := startTimed(t, e, "5+3", [2]match.Seat{{Player: "lan"}, {Player: "tom"}})
	elsewhere.moves("h2e2", 0)
	elsewhere.moves("h9g7", 0)
	m, err := of(e.Resume(ctx, e.from("mei", match.FromCard), g.id))
	if _, _, asked := m.Asked(); err != nil || !asked || !m.Displacement.Until.IsZero() {
		t.Errorf("%v, asked %v, %+v, %v", m.Status, asked, m.Displacement, err)
	}
}

// Of a match that was adjourned because nobody moved it is recorded only that its channel was deleted. Nobody is
// notified or has to come; its players can continue it elsewhere.
func TestDeletedWhileAdjourned(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m, err := of(e.Start(ctx, e.from("mei", match.FromCommand),
		match.Terms{Guild: "park", Channel: "lawn", Seats: meiAgainstKid, Position: game.Start()}))
	if err != nil {
		t.Fatal(err)
	}
	e.bring(t, m.ID, "adjourned")
	report := func(s place.Status, c id.Channel, changes bool) {
		t.Helper()
		before := m.Rev
		if err = e.OnPlaceFact(ctx, place.Fact{Status: s, Guild: "park", Channel: c}); err == nil {
			m, err = e.Get(ctx, m.ID)
		}
		if err != nil || (m.Rev != before) != changes {
			t.Errorf("%s, %q: revision %d, then %d, %v", s, c, before, m.Rev, err)
		}
	}
	if m, err = e.Get(ctx, m.ID); err != nil || m.LostPlace() {
		t.Fatalf("%+v, %v", m.Displacement, err)
	}
	report(place.Locked, "lawn", false)
	report(place.LeftServer, "", false)
	report(place.Available, "", false)
	report(place.Deleted, "pond", false)
	report(place.Deleted, "lawn", true)
	report(place.Deleted, "lawn", false)
	report(place.Available, "lawn", false)
	report(place.Available, "", false)
	if !m.LostPlace() || !m.ChannelDeleted() || m.Displacement != (match.Displacement{Latest: place.Deleted}) {
		t.Errorf("%+v", m.Displacement)
	}
	if jobs := row[int](t, e, `SELECT COUNT(*) FROM jobs WHERE job = 'taken'`); jobs != 0 {
		t.Errorf("%d notifications", jobs)
	}
	if m, err = of(e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "park", "pond")); err != nil ||
		m.Status != match.Open || m.Displacement != (match.Displacement{}) {
		t.Errorf("%v, %+v, %v", m.Status, m.Displacement, err)
	}
}

// A match that waits in another channel for a player who plays elsewhere is not said to be in the deleted one.
func TestDeletedWhileAdjournedThenWaits(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	g := startTimed(t, e, "5+3", meiAgainstTom)
	e.pass(time.Hour) // neither comes to begin it
	if _, err := e.Adjourn(ctx, g.id); err != nil {
		t.Fatal(err)
	}
	if err := e.OnPlaceFact(ctx, place.Fact{Status: place.Deleted, Channel: g.now().Channel}); err != nil {
		t.Fatal(err)
	}
	elsewhere := startTimed(t, e, "5+3", [2]match.Seat{{Player: "lan"}, {Player: "tom"}})
	elsewhere.moves("h2e2", 0)
	elsewhere.moves("h9g7", 0)
	if m := g.now(); !m.ChannelDeleted() {
		t.Fatalf("%+v", m.Displacement)
	}
	m, err := of(e.Transfer(ctx, e.from("mei", match.FromCommand), g.id, "", e.newChannel()))
	if _, _, asked := m.Asked(); err != nil || !asked || m.LostPlace() {
		t.Errorf("%v, asked %v, %+v, %v", m.Status, asked, m.Displacement, err)
	}
}

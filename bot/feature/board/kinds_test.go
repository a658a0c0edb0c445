package board_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/jieqi"
)

// watch opens the board of the card shown last for somebody who does not play, and waits until it shows.
func (b *table) watch(who string) *tab {
	b.t.Helper()
	token, _ := b.enter(b.linkSaying(who, "The game in the browser, to watch"), b.address)
	p := b.connect(token, 0)
	p.until("state")
	return p
}

// The page of a game that a moderator has paused says so: no player can resume it.
func TestPausedGame(t *testing.T) {
	b := open(t)
	b.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	b.Play(`
		online
		mei: /challenge user=@tom side=red clock=1d => card challenge
		tom: [Accept]   => card duel
		mei: h2e2       => card duel
		linh: /board    => card duel`)
	mei := b.page("mei")
	b.Play("linh: /moderate act=pause => private")
	for mei.state.Open {
		mei.until("state")
	}
	if want := "A moderator has paused this game. The position is kept."; mei.state.Status != want {
		t.Errorf("%q, want %q", mei.state.Status, want)
	}
}

// gone is Discord's answer about somebody who is not on a server.
var gone = &discord.APIError{Status: http.StatusNotFound, Code: 10007}

// acts is everything that a page may ask for, in the turn that it shows.
func acts(p *tab) []map[string]any {
	return []map[string]any{move("h2e2"), move("炮二平五"), {"do": "premove", "text": "h2e2"}, {"do": "lines", "text": "h2e2"},
		{"do": "drop"}, {"do": "draw"}, {"do": "undo"}, {"do": "resign"}, {"do": "answer", "offer": "draw0", "yes": true}}
}

// whatOnlyPlayersHear are the fields of states that nobody else may get.
var whatOnlyPlayersHear = []string{
	`"legal"`,
	`"premove"`,
	`"ahead"`,
	`"lines"`,
	`"missed"`,
	`"offer"`,
	`"ballot"`,
	`"undo"`,
	`"draw"`,
	`"notes"`,
}

// Whoever sees the card may watch, and nothing else: no targets, nothing that the players keep to themselves, and no act.
func TestWatching(t *testing.T) {
	b := open(t)
	b.Play("online")
	b.Play(duel)
	linh := b.watch("linh")
	mei, tom := b.page("mei"), b.page("tom")
	if linh.state.You != -1 {
		t.Errorf("she plays %d", linh.state.You)
	}
	tom.do(map[string]any{"do": "premove", "text": "h9g7"})
	tom.until("done")
	tom.do(map[string]any{"do": "lines", "text": "h2e2 h9g7"})
	mei.do(map[string]any{"do": "draw"})
	mei.until("done")
	for _, act := range acts(linh) {
		linh.do(act)
		linh.until("refused")
	}
	mei.do(move("h2e2"))
	for len(linh.state.Moves) == 0 {
		linh.until("state")
	}
	for _, one := range linh.heard {
		for _, field := range whatOnlyPlayersHear {
			if strings.Contains(one, `"is":"state"`) && strings.Contains(one, field) {
				t.Errorf("who watches is told %s", one)
			}
		}
	}
	m, err := b.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil || m.Status != match.Open || m.Moves()[0].String() != "h2e2" {
		t.Errorf("%v %v", m.Moves(), err)
	}
}

// Whoever watches loses the page with the sight of the channel, the leave to play there, or their data; a game that is over they may look at
// for an hour.
func TestWatchingEnds(t *testing.T) {
	for name, c := range map[string]struct {
		by   func(b *table)
		text string
	}{
		"barred": {func(b *table) { b.Play("tom: /moderate act=bar user=@linh => private linh can no longer") }, "barred"},
		"erased": {func(b *table) {
			b.Play("linh: /privacy act=delete => private\nlinh: [Delete everything about me] => edit Done")
		}, "expired"},
		"gone from the server": {func(b *table) {
			b.MemberError = gone
			b.Play("clock 11m")
		}, "see the channel"},
		"long over": {func(b *table) { b.Play("mei: /resign => private\nmei: [Yes, resign] => edit\nclock 61m") }, "expired"},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.Play(duel)
			linh := b.watch("linh")
			c.by(b)
			if over := linh.until("over"); !strings.Contains(over.Text, c.text) {
				t.Errorf("told %q", over.Text)
			}
			if code := linh.closed(); code != 4001 {
				t.Errorf("closed with %d", code)
			}
		})
	}
}

// A game that its player carries elsewhere is watched on by those who see it there.
func TestCarriedAway(t *testing.T) {
	for name, to := range map[string]string{"to a direct conversation": "dm", "to another channel": "701"} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.Play("online\nmei: /play side=red opponent=1 => card versus")
			m, err := b.Matches.InChannel(t.Context(), desk.Channel)
			if err != nil {
				t.Fatal(err)
			}
			linh, mei := b.watch("linh"), b.page("mei")
			b.Play("clock 1s")
			b.MemberError = gone // which is how Discord answers where she sees nothing
			b.Play("in " + to + "\nmei: /board => private … {Move a game here")
			b.Play("mei: {Move a game here …} " + string(m.ID) + " => edit It goes on")
			if over := linh.until("over"); !strings.Contains(over.Text, "see the channel") {
				t.Errorf("who watched is told %q", over.Text)
			}
			if to == "dm" {
				mei.do(move("h2e2"))
				mei.untilPly(1)
			}
		})
	}
}

// A watcher's session plays nothing, even if its player takes a seat elsewhere, and a player's nothing that is not theirs.
func TestAnotherOnesSession(t *testing.T) {
	b := open(t)
	b.Play(duel)
	linh, tom := b.watch("linh"), b.page("tom")
	b.Play("in 901\nlinh: /challenge user=@mei side=red clock=3d => card challenge\nmei: [Accept] => card duel")
	other, err := b.Matches.InChannel(t.Context(), "901")
	if err != nil {
		t.Fatal(err)
	}
	linh.do(map[string]any{"do": "move", "text": "h2e2", "match": other.ID, "game": other.ID})
	linh.until("refused")
	tom.do(map[string]any{"do": "move", "text": "h2e2", "player": "201", "token": "x"})
	tom.until("refused")
	if m, err := b.Matches.Get(t.Context(), other.ID); err != nil || m.Ply() != 0 {
		t.Errorf("%v %v", m.Moves(), err)
	}
}

// flippedGame begins a game of flipped chess between Mei and Tom in a channel, with the pieces dealt by Red's first move.
func (b *table) flippedGame(channel, kind string) id.Match {
	b.t.Helper()
	b.Play(`
		in ` + channel + `
		mei: /challenge user=@tom side=red game=` + kind + ` => card challenge
		tom: [Accept]           => card flipped-duel
		tom: [Without a word]   => card flipped-duel`)
	m, err := b.Matches.InChannel(b.t.Context(), id.Channel(channel))
	if err != nil {
		b.t.Fatal(err)
	}
	return m.ID
}

var private = regexp.MustCompile(`"(rev|turn|id)":"?[0-9a-z]+"?`)

// What is told to who does not know a piece that was captured face down does not depend on what it was. The same two plies are played on
// many deals; what the other player and a watcher hear is compared, byte by byte, among the games in which the same piece was turned over.
func TestHiddenPiecesMakeNoDifference(t *testing.T) {
	b := open(t)
	type heard struct {
		text string
		was  game.Role
	}
	all := map[string][]heard{} // by viewer, and what everybody saw
	differs := 0
	for n := range 36 {
		channel := fmt.Sprint(9000 + n)
		of := b.flippedGame(channel, "flipped")
		mei, tom, linh := b.page("mei"), b.page("tom"), b.watch("linh")
		mei.do(move("h2h9")) // the cannon's place takes the horse's, face down both
		for _, p := range []*tab{mei, tom, linh} {
			p.untilPly(1)
		}
		m, err := b.Matches.Get(t.Context(), of)
		if err != nil {
			t.Fatal(err)
		}
		ply := m.View(jieqi.RedPlayer).Moves[0]
		if !ply.Dark || ply.Taken == game.NoRole {
			t.Fatalf("%+v", ply)
		}
		for who, p := range map[string]*tab{"mei": mei, "tom": tom, "linh": linh} {
			text := strings.Join(p.heard, "\n")
			text = private.ReplaceAllString(text, "")
			all[who+" "+ply.Turned.String()] = append(all[who+" "+ply.Turned.String()], heard{text, ply.Taken})
			p.socket.Close()
		}
		if _, err := b.Matches.Resign(t.Context(), match.Actor{Event: id.Event("end " + channel), Player: "201"}, of); err != nil {
			t.Fatal(err)
		}
	}
	for viewer, games := range all {
		for _, g := range games[1:] {
			switch same := g.text == games[0].text; {
			case strings.HasPrefix(viewer, "mei"):
				if g.was != games[0].was && same {
					t.Errorf("the captor is not told what she took: %s", g.text)
				}
			case g.was != games[0].was && !same:
				t.Errorf("%s: a %v and a %v differ:\n%s\n%s", viewer, games[0].was, g.was, games[0].text, g.text)
			case g.was != games[0].was:
				differs++
			}
		}
	}
	if differs < 5 {
		t.Errorf("only %d pairs of games say anything", differs)
	}
}

// Nothing that any page is sent in whole games holds the deal or the secret, a face-down piece's place, or more of what was captured than
// its captor may know.
func TestFlippedOnThePage(t *testing.T) {
	for n := range 6 {
		b := open(t)
		of := b.flippedGame("700", []string{"flipped", "flipped", "flipped-open"}[n%3])
		pages := map[string]*tab{"mei": b.page("mei"), "tom": b.page("tom"), "linh": b.watch("linh"), "polls": b.polling(b.link("tom"))}
		played, captures := 0, 0
		for ; played < 30; played++ {
			m, err := b.Matches.Get(t.Context(), of)
			if err != nil || m.Status != match.Open {
				break
			}
			moves := m.Board().LegalMoves(nil)
			i := (played*7919 + n*104729) % len(moves)
			for k, one := range moves { // captures are what could leak
				if m.Board().At(one.To()) != game.NoPiece && (played+k)%2 == 0 {
					i = k
				}
			}
			who := []string{"mei", "tom"}[m.ToMove()]
			p := pages[who]
			if got := p.state.Legal[moves[i].From().String()]; !strings.Contains(got, moves[i].To().String()) {
				t.Fatalf("%v is legal, and the page has %q", moves[i], got)
			}
			p.do(move(moves[i].String()))
			for name, p := range pages {
				if p.untilPly(played + 1); !p.state.Open {
					pages[name] = p
				}
			}
		}
		m, err := b.Matches.Get(t.Context(), of)
		if err != nil {
			t.Fatal(err)
		}
		for who, p := range pages {
			viewer := map[string]jieqi.Viewer{"mei": jieqi.RedPlayer, "tom": jieqi.BlackPlayer, "polls": jieqi.BlackPlayer, "linh": jieqi.Watcher}[who]
			v := m.View(viewer)
			for side := range 2 {
				known, unknown := 0, strings.Count(strings.ToUpper(p.state.Captured[side]), "X")
				for _, n := range v.Captured[side] {
					known += int(n)
				}
				captures += v.Unknown[side]
				if len(p.state.Captured[side])-unknown != known || unknown != v.Unknown[side] {
					t.Errorf("%s sees %q captured, and may know %d and %d", who, p.state.Captured[side], known, v.Unknown[side])
				}
			}
			if strings.Trim(p.state.Start, ".KkDdEeHhUuVvQq") != "" {
				t.Errorf("%s sees open pieces at the start: %s", who, p.state.Start)
			}
		}
		live := map[string]string{}
		for who, p := range pages {
			live[who] = strings.Join(p.heard, "\n")
		}
		if m.Status == match.Open {
			if captures == 0 && n%3 != 2 {
				t.Logf("game %d: no face-down capture", n)
			}
			if m2, err := b.Matches.Resign(t.Context(), match.Actor{Event: "end", Player: "201"}, of); err != nil ||
				m2.Match.Status != match.Ended {
				t.Fatal(err)
			}
		}
		if m, err = b.Matches.Get(t.Context(), of); err != nil {
			t.Fatal(err)
		}
		o, _ := m.Opening()
		red, black, _ := strings.Cut(o.Deal.String(), "/")
		seed := fmt.Sprint(m.MoveSeed())
		for who, text := range live {
			for _, secret := range []string{o.Secret.String(), red, black, strings.ToLower(black), seed, o.Secret.String()[:16]} {
				if strings.Contains(text, secret) {
					t.Errorf("game %d: %s is told %s", n, who, secret)
				}
			}
		}
		for _, p := range pages {
			for p.state.Open {
				p.until("state")
			}
			for side := range 2 {
				if strings.ContainsAny(p.state.Captured[side], "Xx") {
					t.Errorf("after the end it is not said what was captured: %q", p.state.Captured)
				}
			}
		}
	}
}

// A blindfold game has no pieces for anybody before its end: no board, no moves but the last, no targets, and no reason why a move cannot
// be played.
func TestBlindfoldOnThePage(t *testing.T) {
	b := open(t)
	b.Play(`
		mei: /challenge user=@tom side=red game=blindfold clock=5+3 => card challenge
		tom: [Accept] => card blindfold-duel`)
	mei, tom, linh := b.page("mei"), b.page("tom"), b.watch("linh")
	play := func(p *tab, text string) {
		t.Helper()
		before := p.state.Turn
		p.do(move(text))
		p.until("done")
		for _, one := range []*tab{mei, tom, linh} {
			for one.state.Turn == before {
				one.until("state")
			}
		}
	}
	play(mei, "炮二平五")
	play(tom, "h9g7")
	for _, wrong := range []string{"e2e6e5", "a0a5", "马一进二", "nothing"} {
		mei.do(move(wrong))
		if a := mei.until("refused"); wrong != "nothing" && !strings.Contains(a.Text, "don't say why") {
			t.Errorf("%s: %q", wrong, a.Text)
		}
	}
	play(mei, "e2e6") // takes a pawn with check
	for who, p := range map[string]*tab{"mei": mei, "tom": tom, "linh": linh} {
		s := p.state
		if strings.Trim(s.Start, ".") != "" || len(s.Moves) > 0 || len(s.Legal) > 0 || s.Check || s.Captured != [2]string{} {
			t.Errorf("%s sees %+v", who, s)
		}
		if !strings.Contains(s.Last, "e2e6") {
			t.Errorf("%s hears of the last move %q", who, s.Last)
		}
		if last := p.heard[len(p.heard)-1]; strings.Contains(last, "h2e2") || strings.Contains(last, "h9g7") {
			t.Errorf("%s has a list of moves: %s", who, last)
		}
		for _, one := range p.heard {
			if strings.Contains(one, `"ahead"`) {
				t.Errorf("%s is told targets: %s", who, one)
			}
		}
	}
	b.Play("mei: /resign => private\nmei: [Yes, resign] => edit")
	for _, p := range []*tab{mei, linh} {
		for p.state.Open {
			p.until("state")
		}
		if !slices.Equal(p.state.Moves, []string{"h2e2", "h9g7", "e2e6"}) || strings.Trim(p.state.Start, ".") == "" {
			t.Errorf("after the end: %+v", p.state)
		}
	}
}

// Members vote on the page: a ballot is its voter's alone, can be changed, and counts as one of the card; after the vote the move comes.
func TestVotingOnThePage(t *testing.T) {
	b := open(t)
	b.Play("online")
	b.Play("mei: /vote time=2 opponent=teams => card vote … [Vote] … [Open board]")
	page := func(who string) *tab {
		token, _ := b.enter(b.linkSaying(who, "The vote on a board"), b.address)
		p := b.connect(token, 0)
		p.until("state")
		return p
	}
	mei, tom := page("mei"), page("tom") // of two teams
	b.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Joined = b.DB.Now().Add(-time.Hour)
		}
	}
	linh := b.watch("linh") // a new member
	red, black := mei, tom
	if mei.state.You != 0 || tom.state.You != 1 || linh.state.You != -1 {
		t.Fatalf("teams %d %d %d", mei.state.You, tom.state.You, linh.state.You)
	}
	if len(red.state.Legal) == 0 || red.state.Ballot == nil || black.state.Ballot != nil || len(black.state.Legal) > 0 {
		t.Fatalf("ballots: %+v %+v", red.state, black.state)
	}
	for _, choice := range []string{"b2e2", "h2e2"} {
		red.do(move(choice))
		red.until("done")
		for red.state.Ballot.Move != choice {
			red.until("state")
		}
	}
	again := page("mei") // in another tab
	if again.state.Ballot.Move != "h2e2" {
		t.Errorf("in another tab: %+v", again.state.Ballot)
	}
	red.do(move("h2i3"))
	if a := red.until("refused"); a.Text == "" {
		t.Error("a move that is not legal")
	}
	black.do(move("h9g7"))
	if a := black.until("refused"); !strings.Contains(a.Text, "team") {
		t.Errorf("the other team: %q", a.Text)
	}
	linh.do(move("h2e2"))
	linh.until("refused")
	for _, act := range []map[string]any{{"do": "resign"}, {"do": "draw"}, {"do": "undo"}} {
		red.do(act)
		red.until("refused")
	}
	b.Play("clock 123s\ndue")
	for _, p := range []*tab{red, black, linh} {
		p.untilPly(1)
		if p.state.Moves[0] != "h2e2" {
			t.Errorf("played: %v", p.state.Moves)
		}
	}
	for _, p := range []*tab{black, linh} {
		for _, one := range p.heard {
			if strings.Contains(one, "b2e2") || strings.Contains(one, `"ballot":{"move"`) {
				t.Errorf("somebody else's ballot: %s", one)
			}
		}
	}
	if black.state.Ballot == nil || red.state.Ballot != nil {
		t.Error("the other team does not vote now")
	}
	b.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	b.Play("linh: /server off=vote => private … Switched off")
	black.do(move("h9g7"))
	black.until("over")
}

// Boards of rings are those of other games.
func TestRingOnThePage(t *testing.T) {
	b := open(t)
	b.Play(`
		online
		mei: /ring clock=10+5    => card ring
		due
		mei: /board              => card keeper … [Open board]`)
	keeper := b.page("mei")
	linh := b.watch("linh")
	b.Play("tom: /ring => card ring\ntom: [Join the queue] => private")
	keeper.do(map[string]any{"do": "resign"})
	for linh.state.Open {
		linh.until("state")
	}
	b.Play(`
		linh: /ring              => card ring
		linh: [Join the queue]   => private
		tom: /ring               => card ring
		tom: [I'm here]          => card ring
		linh: [I'm here]         => card ring
		due
		mei: /board              => card paired … [Open board]`)
	m, err := b.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	names := map[id.Player]string{"201": "mei", "202": "tom", "203": "linh"}
	red, black := b.page(names[m.Seats[0].Player]), b.page(names[m.Seats[1].Player])
	red.do(move("h2e2"))
	black.untilPly(1)
	black.do(move("h9g7"))
	red.untilPly(2)
	red.do(map[string]any{"do": "undo"})
	red.until("refused")
	black.do(map[string]any{"do": "resign"})
	for red.state.Open {
		red.until("state")
	}
}

// state of a page as JSON, for messages.
func (s state) String() string {
	data, _ := json.Marshal(s)
	return string(data)
}

package board_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
)

const duel = `
	mei: /challenge user=@tom side=red clock=3d => card challenge
	tom: [Accept] => card duel
`

// A link is used once, within five minutes, by the page itself; what it becomes is used again after a reload.
func TestLink(t *testing.T) {
	b := open(t)
	b.Play(duel)
	first := b.link("mei")
	if _, status := b.enter(first, "https://evil.example"); status != http.StatusForbidden {
		t.Errorf("from another page: %d", status)
	}
	token, status := b.enter(first, b.address)
	if status != http.StatusOK || len(token) != 22 {
		t.Fatalf("%d %q", status, token)
	}
	if _, status := b.enter(first, b.address); status != http.StatusGone {
		t.Errorf("used twice: %d", status)
	}
	for range 2 {
		if p := b.connect(token, 0); p.until("state").You != 0 {
			t.Error("it is not her side")
		}
	}
	for what, secret := range map[string]string{"guessed": "#AAAAAAAAAAAAAAAAAAAAAA", "none": "#", "a session": "#" + token} {
		if _, status := b.enter(secret, b.address); status != http.StatusGone {
			t.Errorf("%s: %d", what, status)
		}
	}
	for what, body := range map[string]string{"no JSON": "link", "too large": `{"link": "` + strings.Repeat("x", 5000) + `"}`} {
		if _, status := b.post(body, b.address); status != http.StatusBadRequest {
			t.Errorf("%s: %d", what, status)
		}
	}
	late := b.link("tom")
	b.Play("clock 6m")
	if _, status := b.enter(late, b.address); status != http.StatusGone {
		t.Errorf("too late: %d", status)
	}
	_, secret, _ := strings.Cut(b.link("tom"), "#")
	if code := b.connect(secret, 0).closed(); code != 4001 {
		t.Errorf("a link instead of a session: %d", code)
	}
	var stored int
	row := b.DB.Read().Row(t.Context(), `SELECT COUNT(*) FROM board_sessions WHERE secret IN (?, ?)`, secret, token)
	if err := row.Scan(&stored); err != nil || stored != 0 {
		t.Errorf("%d secrets are stored as they are: %v", stored, err)
	}
}

// Without an address there is no button, and nothing is served.
func TestWithoutAnAddress(t *testing.T) {
	off := desk.Open(t, "play", "challenges", "board")
	off.Play(duel)
	off.Play("mei: [Open board] => no such control")
	if off.Site != nil {
		t.Error("something is served, but nowhere")
	}
}

// What is played on the page is on the card, and the other way round. Whoever comes too late is told so, and what is sent again is done
// once.
func TestPageAndCard(t *testing.T) {
	b := open(t)
	b.Play(duel)
	mei, tom := b.page("mei"), b.page("tom")
	if len(mei.state.Legal) == 0 || len(tom.state.Legal) != 0 {
		t.Errorf("legal moves: %v, and of who is not to move %v", mei.state.Legal, tom.state.Legal)
	}
	before := mei.state.Turn
	id := mei.do(move("炮二平五"))
	tom.untilPly(1)
	mei.untilPly(1)
	if got := mei.state.Moves; !slices.Equal(got, []string{"h2e2"}) {
		t.Fatalf("played: %v", got)
	}
	mei.do(map[string]any{"do": "move", "text": "h2e2", "id": id, "turn": before}) // the answer was lost
	if dance := mei.do(map[string]any{"do": "dance"}); mei.until("refused").ID != dance {
		t.Error("what was done is refused when it comes again")
	}
	b.Play("tom: h9g7 => card duel … h9g7")
	mei.untilPly(2)
	tom.do(move("b9c7")) // by the page, which has not heard of it yet or has: either way it is not his turn
	if a := tom.until("refused"); a.Text == "" {
		t.Error("no word why")
	}
	mei.do(move("h0h5"))
	if a := mei.until("refused"); !strings.Contains(a.Text, "h") {
		t.Errorf("an illegal move: %+v", a)
	}
	mei.do(map[string]any{"do": "dance"})
	mei.until("refused")
	b.Play("mei: /view => private")
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Ply() != 2 {
		t.Errorf("%v %v", m.Moves(), err)
	}
}

// A page that comes back hears only what it has missed.
func TestComesBack(t *testing.T) {
	b := open(t)
	b.Play("mei: /play side=red => card versus")
	token, _ := b.enter(b.link("mei"), b.address)
	p := b.connect(token, 0)
	p.until("state")
	p.socket.Close()
	b.connect(token, p.state.Rev).until("times")
	b.Play("mei: h2e2 => card versus\ncharacter: h9g7")
	again := b.connect(token, p.state.Rev)
	again.untilPly(2)
}

// What another process has changed is seen without a bell.
func TestWithoutABell(t *testing.T) {
	b := open(t)
	b.Play(duel)
	mei := b.page("mei")
	m, err := b.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := match.NewService(b.DB)
	played, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elsewhere.Step(t.Context(), match.Actor{Player: "201"}, m.ID, m.Turn, played); err != nil {
		t.Fatal(err)
	}
	mei.untilPly(1)
}

// Offers on the page are questions in the channel, and the answer counts wherever it is given.
func TestOffers(t *testing.T) {
	b := open(t)
	b.Play("online")
	b.Play(duel)
	mei, tom := b.page("mei"), b.page("tom")
	mei.do(move("h2e2"))
	tom.untilPly(1)
	tom.do(map[string]any{"do": "draw"})
	tom.until("done")
	for mei.state.Offer == nil {
		mei.until("state")
	}
	if o := mei.state.Offer; o.Mine || o.Which == "" {
		t.Fatalf("offered: %+v", o)
	}
	b.Tasks.Wait()
	b.Play("posted => offers a draw")
	for _, kind := range []match.OfferKind{match.OfferTransfer, match.OfferBreak} { // they are answered in Discord
		o := view.OfferArg(match.Offer{Kind: kind, By: game.Black})
		mei.do(map[string]any{"do": "answer", "offer": o, "yes": true})
		mei.until("refused")
	}
	mei.do(map[string]any{"do": "answer", "offer": mei.state.Offer.Which, "turn": mei.state.Offer.Turn, "yes": true})
	for tom.state.Open {
		tom.until("state")
	}
	if !strings.Contains(tom.state.Status, "raw") {
		t.Errorf("it ends: %q", tom.state.Status)
	}
}

// A session ends with what it rests on: the server's leave to play, the sight of the channel, the player's data, the game.
func TestSessionEnds(t *testing.T) {
	for name, c := range map[string]struct {
		by   func(b *table)
		text string
	}{
		"barred": {func(b *table) { b.Play("linh: /moderate act=bar user=@mei => private mei can no longer") }, "barred"},
		"erased": {func(b *table) {
			b.Play("mei: /privacy act=delete => private\nmei: [Delete everything about me] => edit Done")
		}, "expired"},
		"gone from the server": {func(b *table) {
			b.MemberError = &discord.APIError{Status: http.StatusNotFound, Code: 10007}
			b.Play("clock 4m")
		}, "see the channel"},
		"long over": {func(b *table) { b.Play("mei: /resign => private\nmei: [Yes, resign] => edit\nclock 61m") }, "expired"},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.Play(duel)
			mei := b.page("mei")
			c.by(b)
			if over := mei.until("over"); !strings.Contains(over.Text, c.text) {
				t.Errorf("told %q", over.Text)
			}
			if code := mei.closed(); code != 4001 {
				t.Errorf("closed with %d", code)
			}
			if m, err := b.Matches.LatestCompetitive(t.Context(), desk.Channel); err != nil || m.Ply() != 0 {
				t.Errorf("%v %v", m.Status, err)
			}
		})
	}
}

// Whoever is barred while a move is on its way does not play it.
func TestBarredInBetween(t *testing.T) {
	b := open(t)
	b.Play(duel)
	mei := b.page("mei")
	b.Play("linh: /moderate act=bar user=@mei => private mei can no longer")
	mei.do(move("h2e2"))
	mei.until("over")
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Status != match.Open || m.Ply() != 0 {
		t.Errorf("%v %v %v", m.Status, m.Moves(), err)
	}
}

// Connections that come from elsewhere, say too much, or say nothing are not kept, and one session has few.
func TestAttacks(t *testing.T) {
	b := openWith(t, time.Second)
	b.Play(duel)
	for _, origin := range []string{"", "null", "https://evil.example", b.address + ".evil.example"} {
		if _, a, err := b.dial(origin); err == nil || a == nil || a.StatusCode != http.StatusForbidden {
			t.Errorf("origin %q: %v %v", origin, a, err)
		}
	}
	large := b.page("mei")
	large.do(move(strings.Repeat("x", 5000)))
	large.closed()
	if code := b.connect("AAAAAAAAAAAAAAAAAAAAAA", 0).closed(); code != 4001 {
		t.Errorf("a guessed session: %d", code)
	}
	token, _ := b.enter(b.link("tom"), b.address)
	for range 4 {
		b.connect(token, 0).until("state")
	}
	if code := b.connect(token, 0).closed(); code != 4008 {
		t.Errorf("a fifth connection of one session: %d", code)
	}
	silent, _, err := b.dial(b.address)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if _, _, err := silent.ReadMessage(); err == nil {
		t.Error("it got an answer")
	}
}

// Too many acts at once are refused, and change nothing.
func TestTooFast(t *testing.T) {
	b := open(t)
	b.Play(duel)
	mei := b.page("mei")
	for range 40 {
		mei.do(map[string]any{"do": "dance"})
	}
	for i := 0; ; i++ {
		if a := mei.until("refused"); strings.Contains(a.Text, "fast") {
			break
		} else if i == 39 {
			t.Fatal("all were looked at")
		}
	}
}

// Everything that is served is the page's own, says so, and is small.
func TestServed(t *testing.T) {
	b := open(t)
	total := 0
	served := map[string]string{"/": "text/html", "/look/board-wood-algebraic-red.svg": "image/svg",
		"/look/pieces-wood-traditional.svg": "image/svg"}
	files, err := os.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range files {
		kind := map[string]string{".js": "text/javascript", ".css": "text/css", ".svg": "image/svg"}[filepath.Ext(one.Name())]
		if kind != "" {
			served["/"+one.Name()] = kind
		}
	}
	for path, kind := range served {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, b.address+path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		a, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(a.Body)
		a.Body.Close()
		policy := a.Header.Get("Content-Security-Policy")
		strict := strings.Contains(policy, "default-src 'none'") && strings.Contains(policy, "frame-ancestors 'none'") &&
			!strings.Contains(policy, "unsafe") && a.Header.Get("Set-Cookie") == ""
		if err != nil || a.StatusCode != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), kind) || !strict {
			t.Errorf("%s: %d %v %v", path, a.StatusCode, a.Header, err)
		}
		t.Logf("%s: %d bytes", path, len(data))
		total += len(data)
		r.Header.Set("If-None-Match", a.Header.Get("ETag"))
		if a, err := http.DefaultTransport.RoundTrip(r); err != nil || a.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: %v", path, err)
		} else {
			a.Body.Close()
		}
	}
	if t.Logf("%d bytes in all", total); total > 60<<10 {
		t.Errorf("%d bytes", total)
	}
	for _, path := range []string{"/look/board-wood-algebraic-RED.svg", "/look/pieces-Wood-classic.svg", "/look/..%2fpage.js",
		"/look/board-steel-none-red.svg", "/session.go", "/page/"} {
		a, err := http.Get(b.address + path)
		if err != nil || a.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %v %v", path, a.StatusCode, err)
		} else {
			a.Body.Close()
		}
	}
}

// A player's export tells which pages they have open.
func TestExport(t *testing.T) {
	b := open(t)
	b.Play(duel)
	b.link("mei")
	b.page("mei")
	data, _, err := b.PersonalData.Export(t.Context(), "201")
	var got struct {
		OpenBoards []struct{ Game string } `json:"open_boards"`
	}
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil || len(got.OpenBoards) != 2 || got.OpenBoards[0].Game == "" {
		t.Errorf("%v %s", err, data)
	}
}

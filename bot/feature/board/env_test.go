package board_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/feature/board"
	"yeye/bot/internal/desk"
	"yeye/bot/internal/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// table is a desk with boards for browsers.
type table struct {
	*desk.Desk
	t       *testing.T
	address string
	handler atomic.Pointer[http.Handler] // what answers
	wire    *wire
}

func open(t *testing.T) *table {
	t.Helper()
	return openWith(t, 10*time.Second)
}

// openWith opens a table at which connections have so long to say who they are.
func openWith(t *testing.T, hello time.Duration) *table {
	t.Helper()
	board.Patience(t, hello, 50*time.Millisecond)
	server := httptest.NewUnstartedServer(nil)
	b := &table{t: t, address: "http://" + server.Listener.Addr().String(), wire: &wire{Listener: server.Listener}}
	server.Listener = b.wire
	b.Desk = desk.OpenWith(t, desk.Options{Address: b.address}, "play", "challenges", "board", "guildadmin",
		"privacy", "flipped", "vote", "ring", "exhibition", "settings", "vacation")
	b.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild | discord.ModerateMembers }
	b.through(b.Site.Handler)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*b.handler.Load()).ServeHTTP(w, r) })
	server.Start()
	t.Cleanup(func() {
		b.Site.Close()
		server.Close()
	})
	return b
}

// link returns the address that a player gets for the board of the card shown last.
func (b *table) link(who string) string {
	b.t.Helper()
	return b.linkSaying(who, "")
}

// linkSaying returns the address that somebody gets, with a text.
func (b *table) linkSaying(who, text string) string {
	b.t.Helper()
	b.Play(who + ": [Open board] => private " + text)
	for _, row := range b.Said.Rows {
		for _, c := range row {
			if button, ok := c.(discord.Button); ok && strings.HasPrefix(button.URL, b.address+"/#") {
				return button.URL
			}
		}
	}
	b.t.Fatalf("no link in %+v", b.Said)
	return ""
}

// enter trades the secret of a link; the token is "" unless the status is 200.
func (b *table) enter(link, origin string) (token string, status int) {
	b.t.Helper()
	_, secret, _ := strings.Cut(link, "#")
	body, _ := json.Marshal(map[string]string{"link": secret})
	return b.post(string(body), origin)
}

func (b *table) post(body, origin string) (token string, status int) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.address+"/enter", strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Origin", origin)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer a.Body.Close()
	var said struct{ Token string }
	if err := json.NewDecoder(a.Body).Decode(&said); err != nil {
		b.t.Fatal(err)
	}
	return said.Token, a.StatusCode
}

// tab is a page that is connected.
type tab struct {
	t      *testing.T
	socket *websocket.Conn
	polls  *polls // instead, where there is no WebSocket
	acts   int
	state  state    // the last that came
	heard  []string // all messages
}

// state is what a page is told, as far as tests ask.
type state struct {
	Is     string
	ID     string
	Text   string
	Rev    int64
	Turn   int64
	You    int
	Open   bool
	Moves  []string
	Status string
	raw    string

	Start, Last string
	Captured    [2]string
	Check       bool
	Ballot      *struct{ Move, Text string }

	Legal map[string]string
	Ahead map[string]string

	Points  string // of a line that is tried
	Written []string

	Premove string
	Missed  string
	Lines   *struct{ All [][]string }
	Move    string // of a question
	Away    bool

	Rests []struct{ Text string }
	Clock *struct {
		Left [2]int64
		Runs int
		Rest int64
	}
	Offer *struct {
		Which string
		Turn  int64
		Mine  bool
	}
}

// rests returns what a state says of breaks and vacations.
func (s *state) rests() string {
	var said []string
	for _, r := range s.Rests {
		said = append(said, r.Text)
	}
	return strings.Join(said, " · ")
}

// dial connects without a word.
func (b *table) dial(origin string) (*websocket.Conn, *http.Response, error) {
	at := strings.Replace(b.address, "http", "ws", 1) + "/live"
	return websocket.DefaultDialer.DialContext(b.t.Context(), at, http.Header{"Origin": {origin}})
}

// connect connects the page of a session, which shows a revision already, 0 for none.
func (b *table) connect(token string, after int64) *tab {
	b.t.Helper()
	socket, _, err := b.dial(b.address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { socket.Close() })
	p := &tab{t: b.t, socket: socket}
	if err := socket.WriteJSON(map[string]any{"token": token, "after": after}); err != nil {
		b.t.Fatal(err)
	}
	return p
}

// page opens the board of the card shown last, and waits until it shows.
func (b *table) page(who string) *tab {
	b.t.Helper()
	token, _ := b.enter(b.link(who), b.address)
	p := b.connect(token, 0)
	p.until("state")
	return p
}

// until returns the next message of a kind, "" for any. Messages of other kinds may come before.
func (p *tab) until(is string) state {
	p.t.Helper()
	deadline := time.Now().Add(45 * time.Second)
	for {
		var m state
		data, err := p.next(deadline)
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil {
			p.t.Fatalf("no %q: %v", is, err)
		}
		m.raw = string(data)
		p.heard = append(p.heard, m.raw)
		if m.Is == "state" {
			p.state = m
		}
		if m.Is == is || is == "" {
			return m
		}
	}
}

// next returns the next message.
func (p *tab) next(deadline time.Time) ([]byte, error) {
	if p.polls != nil {
		return p.polls.next(deadline)
	}
	p.socket.SetReadDeadline(deadline)
	_, data, err := p.socket.ReadMessage()
	return data, err
}

// untilPly waits until so many moves are shown.
func (p *tab) untilPly(n int) {
	p.t.Helper()
	for len(p.state.Moves) != n {
		p.until("state")
	}
}

// untilAnswered waits until an act is answered, and returns how.
func (p *tab) untilAnswered(id string) string {
	p.t.Helper()
	for {
		if m := p.until(""); m.ID == id {
			return m.Is
		}
	}
}

// do does something in the turn that the page shows, and returns its id.
func (p *tab) do(act map[string]any) string {
	p.t.Helper()
	p.acts++
	m := map[string]any{"id": fmt.Sprintf("%x", p.acts), "turn": p.state.Turn}
	maps.Copy(m, act)
	if p.polls != nil {
		p.polls.act(m)
		return m["id"].(string)
	}
	if err := p.socket.WriteJSON(m); err != nil {
		p.t.Fatal(err)
	}
	return m["id"].(string)
}

func move(text string) map[string]any { return map[string]any{"do": "move", "text": text} }

// closed waits until the connection is closed, and returns with which code.
func (p *tab) closed() int {
	p.t.Helper()
	p.socket.SetReadDeadline(time.Now().Add(45 * time.Second))
	for {
		if _, _, err := p.socket.ReadMessage(); err != nil {
			var end *websocket.CloseError
			if !errors.As(err, &end) {
				return 0
			}
			return end.Code
		}
	}
}

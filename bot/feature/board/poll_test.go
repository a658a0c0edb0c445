package board_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/board"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
)

// polls is a page's connection by requests.
type polls struct {
	b       *table
	token   string
	after   int64
	hello   bool
	waiting []json.RawMessage
}

// polling opens a link with a page that has no WebSocket, and waits until it shows.
func (b *table) polling(link string) *tab {
	b.t.Helper()
	token, _ := b.enter(link, b.address)
	p := &tab{t: b.t, polls: &polls{b: b, token: token, hello: true}}
	p.until("state")
	return p
}

// request posts a message, and returns the status and the messages of the answer.
func (b *table) request(path, origin string, message any) (status int, all []json.RawMessage) {
	b.t.Helper()
	data, ok := message.(string)
	if !ok {
		raw, _ := json.Marshal(message)
		data = string(raw)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.address+path, bytes.NewReader([]byte(data)))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Origin", origin)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if a.StatusCode == http.StatusOK {
		if err := json.Unmarshal(body, &all); err != nil {
			b.t.Fatalf("%s: %v", body, err)
		}
	}
	return a.StatusCode, all
}

func (p *polls) act(m map[string]any) {
	p.b.t.Helper()
	m["token"] = p.token
	_, all := p.b.request("/act", p.b.address, m)
	p.waiting = append(p.waiting, all...)
}

func (p *polls) next(deadline time.Time) ([]byte, error) {
	p.b.t.Helper()
	for len(p.waiting) == 0 {
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("nothing came")
		}
		_, all := p.b.request("/poll", p.b.address, map[string]any{"token": p.token, "after": p.after, "hello": p.hello})
		p.hello = false
		p.waiting = append(p.waiting, all...)
	}
	one := p.waiting[0]
	p.waiting = p.waiting[1:]
	var m struct{ Rev int64 }
	if err := json.Unmarshal(one, &m); err != nil {
		return nil, err
	}
	p.after = max(p.after, m.Rev)
	return one, nil
}

// A page without a WebSocket hears and does the same: it waits for what changes, acts, is answered, and ends.
func TestPolling(t *testing.T) {
	b := open(t)
	b.Play(duel)
	tom := b.page("tom")
	mei := b.polling(b.link("mei"))
	if mei.state.You != 0 || len(mei.state.Legal) == 0 {
		t.Fatalf("%v", mei.state)
	}
	mei.do(move("炮二平五"))
	mei.until("done")
	tom.untilPly(1)
	mei.untilPly(1)
	mei.do(move("h2e2"))
	if a := mei.until("refused"); a.Text == "" {
		t.Error("no word why")
	}
	tom.do(move("h9g7"))
	mei.untilPly(2)
	b.Play("linh: /moderate act=bar user=@mei => private mei can no longer")
	if over := mei.until("over"); !strings.Contains(over.Text, "barred") {
		t.Errorf("told %q", over.Text)
	}
	if c := mei.until("closed"); !strings.Contains(c.raw, "4001") {
		t.Errorf("%s", c.raw)
	}
	mei.do(move("h0g2"))
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Status != match.Open || m.Ply() != 2 {
		t.Errorf("%v %v", m.Moves(), err)
	}
}

// A request that waits ends when nothing happens, and says so by an empty answer.
func TestPollingInVain(t *testing.T) {
	board.PollFor(t, 200*time.Millisecond)
	b := open(t)
	b.Play(duel)
	mei := b.polling(b.link("mei"))
	begun := time.Now()
	status, all := b.request("/poll", b.address, map[string]any{"token": mei.polls.token, "after": mei.polls.after})
	if status != http.StatusOK || len(all) != 0 || time.Since(begun) < 200*time.Millisecond {
		t.Errorf("%d %s after %v", status, all, time.Since(begun))
	}
	b.MemberError = gone
	b.Play("clock 4m")
	mei.until("over")
}

// Requests from elsewhere, without a session, too large or too many are refused.
func TestPollingAttacks(t *testing.T) {
	board.PollFor(t, 50*time.Millisecond)
	b := open(t)
	b.Play(duel)
	token, _ := b.enter(b.link("mei"), b.address)
	for _, path := range []string{"/poll", "/act"} {
		for _, origin := range []string{"", "null", "https://evil.example"} {
			if status, _ := b.request(path, origin, map[string]any{"token": token}); status != http.StatusForbidden {
				t.Errorf("%s from %q: %d", path, origin, status)
			}
		}
		for _, body := range []string{"", "[", `{"token": "` + strings.Repeat("x", 5000) + `"}`} {
			if status, _ := b.request(path, b.address, body); status != http.StatusBadRequest {
				t.Errorf("%s with %.10q: %d", path, body, status)
			}
		}
		for what, token := range map[string]string{"guessed": "AAAAAAAAAAAAAAAAAAAAAA", "none": ""} {
			_, all := b.request(path, b.address, map[string]any{"token": token, "do": "move", "id": "a", "text": "h2e2"})
			if text := fmt.Sprintf("%s", all); !strings.Contains(text, "4001") {
				t.Errorf("%s with a session that is %s: %s", path, what, text)
			}
		}
	}
	fast := false
	for i := 0; i < 60 && !fast; i++ {
		_, all := b.request("/act", b.address, map[string]any{"token": token, "do": "dance", "id": "a"})
		fast = strings.Contains(fmt.Sprintf("%s", all), "fast")
	}
	if !fast {
		t.Error("all acts were looked at")
	}
	many := false
	for i := 0; i < 60 && !many; i++ {
		_, all := b.request("/poll", b.address, map[string]any{"token": token, "hello": true})
		many = strings.Contains(fmt.Sprintf("%s", all), "4008")
	}
	if !many {
		t.Error("all requests were answered")
	}
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Ply() != 0 {
		t.Errorf("%v %v", m.Moves(), err)
	}
}

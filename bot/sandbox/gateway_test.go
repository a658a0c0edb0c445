package sandbox_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"yeye/bot/sandbox"

	"yeye/internal/wait"
)

// gatewayClient is a raw gateway connection.
type gatewayClient struct {
	*testing.T
	ws  *websocket.Conn
	seq int64
	id  string
}

type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type string          `json:"t"`
}

func (te *testEnv) dial(query string) *gatewayClient {
	te.Helper()
	url := te.raw("", "GET", "/gateway", "").json["url"].(string)
	ws, _, err := websocket.DefaultDialer.DialContext(te.ctx, url+query, nil)
	if err != nil {
		te.Fatal(err)
	}
	te.Cleanup(func() { ws.Close() })
	return &gatewayClient{T: te.T, ws: ws}
}

func (w *gatewayClient) send(op int, d any) {
	w.Helper()
	if err := w.ws.WriteJSON(map[string]any{"op": op, "d": d}); err != nil {
		w.Fatal(err)
	}
}

func (w *gatewayClient) next() packet {
	w.Helper()
	p, err := w.read()
	if err != nil {
		w.Fatal(err)
	}
	return p
}

func (w *gatewayClient) read() (packet, error) {
	w.ws.SetReadDeadline(time.Now().Add(wait.Bound))
	kind, b, err := w.ws.ReadMessage()
	var p packet
	if err != nil {
		return p, err
	}
	if kind == websocket.BinaryMessage {
		z, err := zlib.NewReader(bytes.NewReader(b))
		if err != nil {
			return p, err
		}
		if b, err = io.ReadAll(z); err != nil {
			return p, err
		}
	}
	err = json.Unmarshal(b, &p)
	if p.Seq != nil {
		w.seq = *p.Seq
	}
	if p.Type == "READY" {
		var r struct {
			ID string `json:"session_id"`
		}
		json.Unmarshal(p.Data, &r)
		w.id = r.ID
	}
	return p, err
}

// until reads up to an event of the given type, or opcode if kind is "op 9" and the like.
func (w *gatewayClient) until(kind string) packet {
	w.Helper()
	for {
		p := w.next()
		if p.Type == kind || kind == fmt.Sprint("op ", p.Op) {
			return p
		}
	}
}

// closing reads up to the end and returns the close code, 0 if there was no close frame.
func (w *gatewayClient) closing() int {
	w.Helper()
	for {
		_, err := w.read()
		var closed *websocket.CloseError
		if errors.As(err, &closed) && closed.Code != 1006 {
			return closed.Code
		}
		if err != nil {
			return 0
		}
	}
}

func (w *gatewayClient) identify(token string, intents int) *gatewayClient {
	w.Helper()
	w.until("op 10")
	w.send(2, map[string]any{"token": token, "intents": intents, "properties": map[string]string{"os": "x"}})
	return w
}

const rawIntents = 1 | 1<<9 | 1<<12 | 1<<15

func TestClosingCodes(t *testing.T) {
	te := start(t, sandbox.Options{NoContent: true})
	bot := te.info.BotToken
	for _, c := range []struct {
		name string
		do   func() *gatewayClient
		want int
	}{
		{"wrong token", func() *gatewayClient { return te.dial("?v=9").identify("nobody", 1) }, 4004},
		{"unknown intent", func() *gatewayClient { return te.dial("?v=9").identify(bot, 1<<40) }, 4013},
		{"content not allowed", func() *gatewayClient { return te.dial("?v=9").identify(bot, 1<<15) }, 4014},
		{"members not allowed", func() *gatewayClient { return te.dial("?v=9").identify(bot, 1<<1) }, 4014},
		{"old version", func() *gatewayClient { return te.dial("?v=5") }, 4012},
		{"not JSON", func() *gatewayClient {
			w := te.dial("?v=9")
			w.ws.WriteMessage(websocket.TextMessage, []byte("hello"))
			return w
		}, 4002},
		{"unknown opcode first", func() *gatewayClient { w := te.dial("?v=9"); w.send(99, nil); return w }, 4003},
		{"twice", func() *gatewayClient {
			w := te.dial("?v=9").identify(bot, 1)
			w.until("GUILD_CREATE")
			w.send(2, map[string]any{"token": bot, "intents": 1})
			return w
		}, 4005},
		{"flood", func() *gatewayClient {
			w := te.dial("?v=9").identify(bot, 1)
			for range 121 {
				w.send(1, nil)
			}
			return w
		}, 4008},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.do().closing(); got != c.want {
				t.Errorf("closed with %d, want %d", got, c.want)
			}
		})
	}
}

func TestContentByIntent(t *testing.T) {
	te := start(t, sandbox.Options{})
	w := te.dial("?v=10&encoding=json").identify(te.info.BotToken, rawIntents&^(1<<15))
	w.until("GUILD_CREATE")
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	dm := te.raw("mei", "POST", "/users/@me/channels", `{"recipient_id":"`+te.info.ApplicationID+`"}`)
	for _, c := range []struct{ name, path, body, want string }{
		{"plain", path, `{"content":"h2e2"}`, ""},
		{"mention", path, `{"content":"<@` + te.info.ApplicationID + `> h2e2"}`, "<@" + te.info.ApplicationID + "> h2e2"},
		{"direct", "/channels/" + dm.json["id"].(string) + "/messages", `{"content":"h2e2"}`, "h2e2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			te.raw("mei", "POST", c.path, c.body)
			var m struct{ Content string }
			json.Unmarshal(w.until("MESSAGE_CREATE").Data, &m)
			if m.Content != c.want {
				t.Errorf("content %q, want %q", m.Content, c.want)
			}
		})
	}
}

// The events that a bot has received are known from its heartbeats, one of which is requested.
func TestHeard(t *testing.T) {
	te := start(t, sandbox.Options{})
	if te.s.AllAcknowledged() {
		t.Error("heard, without a bot")
	}
	w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
	w.until("GUILD_CREATE")
	for _, text := range []string{"one", "two"} {
		te.raw("mei", "POST", "/channels/"+te.info.Channels[0].ID+"/messages", `{"content":"`+text+`"}`)
		for range 2 { // requested once
			if te.s.AllAcknowledged() {
				t.Error("heard, before anything says so")
			}
		}
		w.until("op 1")
		w.send(1, w.seq)
		w.until("op 11")
		if !te.s.AllAcknowledged() {
			t.Errorf("%q is not heard, though the heartbeat says so", text)
		}
	}
	w.ws.Close()
}

func TestResume(t *testing.T) {
	te := start(t, sandbox.Options{})
	w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
	w.until("GUILD_CREATE")
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	te.raw("mei", "POST", path, `{"content":"one"}`)
	w.until("MESSAGE_CREATE")
	w.ws.Close() // as if the cable were pulled
	te.raw("mei", "POST", path, `{"content":"two"}`)
	te.raw("mei", "POST", path, `{"content":"three"}`)

	v := te.dial("?v=9")
	v.until("op 10")
	v.send(6, map[string]any{"token": te.info.BotToken, "session_id": w.id, "seq": w.seq})
	for _, want := range []string{"two", "three"} {
		p := v.next()
		if p.Type != "MESSAGE_CREATE" || !strings.Contains(string(p.Data), want) || *p.Seq != w.seq+1 {
			t.Fatalf("want %q with number %d, got %d %s %s", want, w.seq+1, *p.Seq, p.Type, p.Data)
		}
		w.seq++
	}
	if p := v.next(); p.Type != "RESUMED" {
		t.Fatalf("%+v", p)
	}
	t.Run("a session given up cannot be resumed", func(t *testing.T) {
		v.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""))
		v.closing() // a client that has read the answer to its close frame may reconnect at once
		u := te.dial("?v=9")
		u.until("op 10")
		u.send(6, map[string]any{"token": te.info.BotToken, "session_id": w.id, "seq": v.seq})
		if p := u.until("op 9"); string(p.Data) != "false" {
			t.Fatalf("op 9 %s", p.Data)
		}
		// on the same connection, as discordgo does
		u.send(2, map[string]any{"token": te.info.BotToken, "intents": rawIntents})
		u.until("READY")
	})
}

func TestCompression(t *testing.T) {
	te := start(t, sandbox.Options{})
	w := te.dial("?v=9&compress=zlib-stream")
	// One zlib stream covers all messages.
	pr, pw := io.Pipe()
	go func() {
		for {
			_, b, err := w.ws.ReadMessage()
			if err != nil {
				pw.CloseWithError(err)
				return
			}
			pw.Write(b)
		}
	}()
	z, err := zlib.NewReader(pr)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(z)
	var p packet
	if err := dec.Decode(&p); err != nil || p.Op != 10 {
		t.Fatal(err, p)
	}
	w.send(2, map[string]any{"token": te.info.BotToken, "intents": 1})
	for _, want := range []string{"READY", "GUILD_CREATE"} {
		if err := dec.Decode(&p); err != nil || p.Type != want {
			t.Fatal(err, p)
		}
	}
}

// A bot that is killed and restarted while the sandbox stays up: it identifies again, and a resume by the library
// works.
func TestDiscordgoComesBack(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	mei := te.connect(0)
	// keeps the session, like a lost connection
	if err := te.bot.CloseWithCode(websocket.CloseServiceRestart); err != nil {
		t.Fatal(err)
	}
	if _, err := mei.Say(te.ctx, te.info.Channels[0].ID, "while away"); err != nil {
		t.Fatal(err)
	}
	if err := te.bot.Open(); err != nil {
		t.Fatal(err)
	}
	te.eventually(func() bool { return len(te.heard) == 1 && te.heard[0] == "while away" })
	second := te.session(usual)
	ready := make(chan *discordgo.Ready, 1)
	second.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
	if err := second.Open(); err != nil {
		t.Fatal(err)
	}
	defer func() { go second.Close() }()
	if r := <-ready; r.User.ID != te.info.ApplicationID || len(r.Guilds) != 1 {
		t.Fatalf("%+v", r)
	}
}

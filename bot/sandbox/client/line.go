// Package client is a user's connection to a sandbox, for programs: it signs in with a user token, sends what Discord's
// own client sends, and passes on the gateway's events.
//
// What may not enter: anything of the sandbox except the shapes on the wire, and a memory of past events: package
// person has that.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Line is a user's connection to a sandbox: it sends requests and passes events on as they arrive. It stores no events,
// so it can run for hours.
type Line struct {
	ID       string // the user's
	Username string
	GuildID  string // the first guild's
	AppID    string // the bot's application

	api, token, session string
	ws                  *websocket.Conn
	client              *http.Client
	write               sync.Mutex
	beats, acks         int           // heartbeats sent and answered, under write
	acked               chan struct{} // closed and replaced with each answer, under write
	gone                chan struct{} // closed when the connection has ended
	err                 error         // why, before that
}

// Event is one dispatch of the gateway.
type Event struct {
	Type string
	Data json.RawMessage
}

// Lost is the type of the last event that a Line passes on: its connection has ended.
const Lost = "LOST"

// Refused is an HTTP response without a success status.
type Refused struct {
	Status int
	Code   int    `json:"code"`
	Text   string `json:"message"`
	Body   string `json:"-"`
}

func (e *Refused) Error() string { return fmt.Sprintf("%d: %s", e.Status, e.Body) }

// Dial signs in and returns once READY has arrived. api is the address that ends in /api. hear receives each event in
// order, from one goroutine, and must return soon.
func Dial(ctx context.Context, api, token string, hear func(Event)) (*Line, error) {
	l := &Line{api: api + "/v9", token: token, gone: make(chan struct{}), acked: make(chan struct{}),
		client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	var gateway struct {
		URL string `json:"url"`
	}
	if err := l.Do(ctx, http.MethodGet, "/gateway", nil, &gateway); err != nil {
		return nil, err
	}
	var err error
	if l.ws, _, err = websocket.DefaultDialer.DialContext(ctx, gateway.URL+"?v=9&encoding=json", nil); err != nil {
		return nil, err
	}
	ready := make(chan struct{})
	go l.read(hear, ready)
	err = l.send(2, map[string]any{"token": token, "capabilities": 16381,
		"properties": map[string]any{"os": "Linux", "browser": "script"}})
	if err == nil {
		select {
		case <-ready:
			return l, nil
		case <-l.gone:
			err = l.err
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	l.Close()
	return nil, fmt.Errorf("signing in: %w", err)
}

// Close signs out.
func (l *Line) Close() error {
	err := l.ws.Close()
	<-l.gone
	l.client.CloseIdleConnections()
	return err
}

func (l *Line) send(op int, data any) error {
	l.write.Lock()
	defer l.write.Unlock()
	if op == 1 {
		l.beats++
	}
	return l.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

func (l *Line) read(hear func(Event), ready chan struct{}) {
	defer func() {
		hear(Event{Type: Lost})
		close(l.gone)
	}()
	for {
		var f struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"`
			Type string          `json:"t"`
		}
		if l.err = l.ws.ReadJSON(&f); l.err != nil {
			return
		}
		switch f.Op {
		case 10:
			var hello struct {
				Interval int64 `json:"heartbeat_interval"`
			}
			json.Unmarshal(f.Data, &hello)
			go l.beat(time.Duration(hello.Interval) * time.Millisecond)
		case 11:
			l.write.Lock()
			l.acks++
			close(l.acked)
			l.acked = make(chan struct{})
			l.write.Unlock()
		case 0:
			if f.Type == "READY" {
				l.welcome(f.Data)
				close(ready)
			}
			hear(Event{f.Type, f.Data})
		}
	}
}

// welcome reads READY.
func (l *Line) welcome(data json.RawMessage) {
	var r struct {
		SessionID string `json:"session_id"`
		User      struct {
			ID       string `json:"id"`
			Username string `json:"username"`
		} `json:"user"`
		Guilds []struct {
			ID string `json:"id"`
		} `json:"guilds"`
		Users []struct {
			ID  string `json:"id"`
			Bot bool   `json:"bot"`
		} `json:"users"`
	}
	json.Unmarshal(data, &r)
	l.ID, l.Username, l.session = r.User.ID, r.User.Username, r.SessionID
	if len(r.Guilds) > 0 {
		l.GuildID = r.Guilds[0].ID
	}
	for _, u := range r.Users {
		if u.Bot {
			l.AppID = u.ID
		}
	}
}

func (l *Line) beat(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for l.send(1, nil) == nil {
		select {
		case <-tick.C:
		case <-l.gone:
			return
		}
	}
}

// Sync returns once hear has received every event that the sandbox sent before the call. It waits for the answer to a
// heartbeat, which comes in order. A connection may send 120 payloads in a minute.
func (l *Line) Sync(ctx context.Context) error {
	if err := l.send(1, nil); err != nil {
		return err
	}
	l.write.Lock()
	want := l.beats // or a later one, if the periodic heartbeat came meanwhile
	l.write.Unlock()
	for {
		l.write.Lock()
		acks, acked := l.acks, l.acked
		l.write.Unlock()
		if acks >= want {
			return nil
		}
		select {
		case <-acked:
		case <-l.gone:
			return l.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Do sends any request as this user; path is below /api/v9. in and out may be nil. The error is a [*Refused] if the
// response has no success status.
func (l *Line) Do(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, l.api+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return l.roundTrip(req, out)
}

func (l *Line) roundTrip(req *http.Request, out any) error {
	req.Header.Set("Authorization", l.token)
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		e := &Refused{Status: resp.StatusCode, Body: string(b)}
		json.Unmarshal(b, e)
		return e
	}
	if out != nil && len(b) > 0 {
		return json.Unmarshal(b, out)
	}
	return nil
}

// Fetch downloads a file, such as an attachment.
func (l *Line) Fetch(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &Refused{Status: resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

// Interact sends an interaction of a kind (2 a command, 3 a control, 5 a form) in a channel, on a message if it is a
// control. Its outcome is an event that carries the nonce, INTERACTION_SUCCESS or INTERACTION_FAILURE.
func (l *Line) Interact(ctx context.Context, kind int, channelID, messageID, nonce string, data map[string]any,
	files ...Value) error {
	body := map[string]any{"type": kind, "application_id": l.AppID, "channel_id": channelID, "session_id": l.session,
		"nonce": nonce, "data": data}
	if messageID != "" {
		body["message_id"], body["message_flags"] = messageID, 0
	}
	if len(files) == 0 {
		return l.Do(ctx, http.MethodPost, "/interactions", body, nil)
	}
	var buf bytes.Buffer
	form := multipart.NewWriter(&buf)
	payload, err := json.Marshal(body)
	err = errors.Join(err, form.WriteField("payload_json", string(payload)))
	for n, f := range files {
		part, e := form.CreateFormFile(fmt.Sprintf("files[%d]", n), f.name)
		if e == nil {
			_, e = part.Write(f.file)
		}
		err = errors.Join(err, e)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.api+"/interactions", &buf)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return l.roundTrip(req, nil)
}

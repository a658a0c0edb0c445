// Package client connects to a sandbox as a user: it signs in with a user token, sends what Discord's own client sends,
// and passes on gateway events.
//
// Out of scope: anything of the sandbox except its JSON types, and a history of events, which package person has.
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

// Conn is a user's connection to a sandbox: it sends requests and passes events on as they arrive. It stores no events,
// so it can run for hours.
type Conn struct {
	ID       string // the user's
	Username string
	GuildID  string // the first guild's
	AppID    string // the bot's application

	api, token, session string
	ws                  *websocket.Conn
	client              *http.Client
	writeMu             sync.Mutex
	heartbeats, acks    int           // heartbeats sent and answered, guarded by writeMu
	acked               chan struct{} // closed and replaced with each answer, guarded by writeMu
	closed              chan struct{} // closed when the connection has ended
	err                 error         // why; set before closed is closed
}

// Event is one dispatch of the gateway.
type Event struct {
	Type string
	Data json.RawMessage
}

// Disconnected is the type of the last event that a Conn passes on: the connection has ended.
const Disconnected = "LOST"

// HTTPError is an HTTP response without a success status.
type HTTPError struct {
	Status  int
	Code    int    `json:"code"`
	Message string `json:"message"`
	Body    string `json:"-"`
}

func (e *HTTPError) Error() string { return fmt.Sprintf("%d: %s", e.Status, e.Body) }

// Dial signs in and returns once READY has arrived. api is the address that ends in /api. onEvent receives each event
// in order, from one goroutine, and must return soon.
func Dial(ctx context.Context, api, token string, onEvent func(Event)) (*Conn, error) {
	l := &Conn{api: api + "/v9", token: token, closed: make(chan struct{}), acked: make(chan struct{}),
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
	go l.read(onEvent, ready)
	err = l.send(2, map[string]any{"token": token, "capabilities": 16381,
		"properties": map[string]any{"os": "Linux", "browser": "script"}})
	if err == nil {
		select {
		case <-ready:
			return l, nil
		case <-l.closed:
			err = l.err
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	l.Close()
	return nil, fmt.Errorf("signing in: %w", err)
}

// Close signs out.
func (l *Conn) Close() error {
	err := l.ws.Close()
	<-l.closed
	l.client.CloseIdleConnections()
	return err
}

func (l *Conn) send(op int, data any) error {
	l.writeMu.Lock()
	defer l.writeMu.Unlock()
	if op == 1 {
		l.heartbeats++
	}
	return l.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

func (l *Conn) read(onEvent func(Event), ready chan struct{}) {
	defer func() {
		onEvent(Event{Type: Disconnected})
		close(l.closed)
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
			go l.heartbeat(time.Duration(hello.Interval) * time.Millisecond)
		case 11:
			l.writeMu.Lock()
			l.acks++
			close(l.acked)
			l.acked = make(chan struct{})
			l.writeMu.Unlock()
		case 0:
			if f.Type == "READY" {
				l.readReady(f.Data)
				close(ready)
			}
			onEvent(Event{f.Type, f.Data})
		}
	}
}

// readReady reads READY.
func (l *Conn) readReady(data json.RawMessage) {
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

func (l *Conn) heartbeat(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for l.send(1, nil) == nil {
		select {
		case <-tick.C:
		case <-l.closed:
			return
		}
	}
}

// Sync returns once onEvent has received every event that the sandbox sent before the call. It waits for the answer to
// a heartbeat, which comes in order. A connection may send 120 payloads in a minute.
func (l *Conn) Sync(ctx context.Context) error {
	if err := l.send(1, nil); err != nil {
		return err
	}
	l.writeMu.Lock()
	want := l.heartbeats // or a later one, if the periodic heartbeat came meanwhile
	l.writeMu.Unlock()
	for {
		l.writeMu.Lock()
		acks, acked := l.acks, l.acked
		l.writeMu.Unlock()
		if acks >= want {
			return nil
		}
		select {
		case <-acked:
		case <-l.closed:
			return l.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Do sends any request as this user; path is below /api/v9. in and out may be nil. The error is a [*HTTPError] if the
// response has no success status.
func (l *Conn) Do(ctx context.Context, method, path string, in, out any) error {
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

func (l *Conn) roundTrip(req *http.Request, out any) error {
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
		e := &HTTPError{Status: resp.StatusCode, Body: string(b)}
		json.Unmarshal(b, e)
		return e
	}
	if out != nil && len(b) > 0 {
		return json.Unmarshal(b, out)
	}
	return nil
}

// Fetch downloads a file, such as an attachment.
func (l *Conn) Fetch(ctx context.Context, url string) ([]byte, error) {
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
		return nil, &HTTPError{Status: resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

// Interact sends an interaction of a kind (2 command, 3 component, 4 autocomplete, 5 modal) in a channel; messageID is
// the component's message, else "". Its outcome is an event that carries the nonce, INTERACTION_SUCCESS or
// INTERACTION_FAILURE.
func (l *Conn) Interact(ctx context.Context, kind int, channelID, messageID, nonce string, data map[string]any,
	files ...Option) error {
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
		part, e := form.CreateFormFile(fmt.Sprintf("files[%d]", n), f.filename)
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

package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// boardPage is the WebSocket connection of a board page. It reads as fast as messages arrive.
type boardPage struct {
	token    string
	isPlayer bool // a player's page, which needs the legal moves

	socket  *websocket.Conn
	mu      sync.Mutex
	state   boardState
	at      time.Time     // when the latest state arrived
	arrived chan struct{} // closed when the next state arrives
	acts    int
}

// boardState is the part of a match's state that a page receives and that is needed here.
type boardState struct {
	Turn  int64             `json:"turn"`
	Open  bool              `json:"open"`
	Legal map[string]string `json:"legal"`
}

// anyMove returns a move, "" if there is none. The turn number selects the piece, so that positions do not repeat soon.
func (s boardState) anyMove() string {
	if !s.Open || len(s.Legal) == 0 {
		return ""
	}
	from := slices.Sorted(maps.Keys(s.Legal))
	one := from[int(s.Turn*7919)%len(from)]
	to := strings.Fields(s.Legal[one])
	return one + to[int(s.Turn*104729)%len(to)]
}

func (p *boardPage) dial(ctx context.Context, address string) error {
	dialer := websocket.Dialer{HandshakeTimeout: 30 * time.Second, EnableCompression: true, ReadBufferSize: 1 << 10,
		WriteBufferSize: 1 << 10}
	var err error
	p.socket, _, err = dialer.DialContext(ctx, strings.Replace(address, "http", "ws", 1)+"/live",
		http.Header{"Origin": {address}})
	if err != nil {
		return err
	}
	p.arrived = make(chan struct{})
	if err := p.socket.WriteJSON(map[string]any{"token": p.token}); err != nil {
		return err
	}
	failed, came := make(chan error, 1), p.arrived
	go func() { failed <- p.listen() }()
	select {
	case <-came:
		return nil
	case err := <-failed:
		return fmt.Errorf("a page was not let in: %w", err)
	case <-time.After(time.Minute):
		return errors.New("a page was shown nothing")
	}
}

// listen reads until the connection ends.
func (p *boardPage) listen() error {
	for {
		_, data, err := p.socket.ReadMessage()
		if err != nil {
			return err
		}
		at := time.Now()
		if !bytes.Contains(data, []byte(`"is":"state"`)) {
			continue
		}
		var s boardState
		if p.isPlayer {
			err = json.Unmarshal(data, &s)
		} else {
			_, rest, _ := bytes.Cut(data, []byte(`"turn":`))
			_, err = fmt.Sscanf(string(rest[:min(20, len(rest))]), "%d", &s.Turn)
		}
		if err != nil {
			return err
		}
		p.mu.Lock()
		p.state, p.at = s, at
		close(p.arrived)
		p.arrived = make(chan struct{})
		p.mu.Unlock()
	}
}

func (p *boardPage) now() boardState {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// act plays a move.
func (p *boardPage) act(turn int64, text string) error {
	p.acts++
	return p.socket.WriteJSON(map[string]any{"do": "move", "id": fmt.Sprintf("%x", p.acts), "turn": turn, "text": text,
		"sure": true})
}

// await waits until a turn is over, and returns when the message about it arrived.
func (p *boardPage) await(ctx context.Context, turn int64) (time.Time, bool) {
	late := time.After(10 * time.Second)
	for {
		p.mu.Lock()
		now, at, came := p.state, p.at, p.arrived
		p.mu.Unlock()
		if now.Turn > turn {
			return at, true
		}
		select {
		case <-came:
		case <-late:
			return at, false
		case <-ctx.Done():
			return at, false
		}
	}
}

func closeAll(pages []*boardPage) {
	for _, p := range pages {
		if p != nil && p.socket != nil {
			p.socket.Close()
		}
	}
}

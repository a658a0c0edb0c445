// Package person acts as a user in scripts and tests: it signs in to a sandbox with a user token, and writes, clicks,
// selects and reads as Discord's own client does. It uses only HTTP and the gateway, so it works with a sandbox in
// another process as well.
//
// Out of scope: anything of the sandbox except its JSON types, and anything that a user could not know or do.
//
//	mei, err := person.Connect(ctx, info.API, info.Users[0].Token)
//	defer mei.Close()
//	card, err := mei.Command(ctx, channel, "play", person.Opt("opponent", "kid"))
//	mei.Say(ctx, channel, "h2e2")
//	card, err = mei.Wait(ctx, person.In(channel), person.Contains("h2e2"))
package person

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"yeye/bot/sandbox/client"
)

// Person is one signed-in user. Its methods may be called from several goroutines.
type Person struct {
	*Line

	mu           sync.Mutex
	nonce        int64
	messages     map[string]*Message // by id, as last seen
	order        []string
	changes      []*Message // every message event, in order of arrival
	events       []receivedEvent
	lastAct      Mark
	wake         chan struct{}
	disconnected bool // the connection has ended
}

// receivedEvent is an event and the position after it.
type receivedEvent struct {
	Event
	after Mark
}

// Connect signs in and returns once READY has arrived. api is the address that ends in /api.
func Connect(ctx context.Context, api, token string) (*Person, error) {
	p := &Person{messages: map[string]*Message{}, wake: make(chan struct{}), nonce: time.Now().UnixNano()}
	line, err := client.Dial(ctx, api, token, p.record)
	if err != nil {
		return nil, err
	}
	p.Line = line
	return p, nil
}

func (p *Person) record(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Type {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		m := &Message{}
		if json.Unmarshal(e.Data, m) == nil {
			m.Edited = e.Type == "MESSAGE_UPDATE"
			if p.messages[m.ID] == nil {
				p.order = append(p.order, m.ID)
			}
			p.messages[m.ID] = m
			p.changes = append(p.changes, m)
		}
	case "MESSAGE_DELETE":
		var gone struct {
			ID string `json:"id"`
		}
		json.Unmarshal(e.Data, &gone)
		delete(p.messages, gone.ID)
		p.order = slices.DeleteFunc(p.order, func(id string) bool { return id == gone.ID })
	}
	if e.Type == client.Disconnected {
		p.disconnected = true
	} else {
		p.events = append(p.events, receivedEvent{e, Mark{len(p.events) + 1, len(p.changes)}})
	}
	close(p.wake)
	p.wake = make(chan struct{})
}

// Mark is a position in the stream of events; waiting since a mark sees only later events.
type Mark struct{ events, changes int }

// Mark returns the current position.
func (p *Person) Mark() Mark {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Mark{len(p.events), len(p.changes)}
}

// LastAct returns the position of the event that confirmed this user's last act: MESSAGE_CREATE of their message, or
// INTERACTION_CREATE. Events before it belong to earlier acts. It is the zero Mark before the first act; a refused act
// does not change it.
func (p *Person) LastAct() Mark {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lastAct
}

// awaitOwnEvent waits for the event that confirms this user's act, and stores its position as the last act.
func (p *Person) awaitOwnEvent(ctx context.Context, since Mark, match func(Event) bool) error {
	h, err := await(ctx, p, &p.events, since.events, func(h receivedEvent) bool { return match(h.Event) },
		"one's own act")
	if err == nil {
		p.mu.Lock()
		p.lastAct = h.after
		p.mu.Unlock()
	}
	return err
}

// WaitEvent waits for an event of a type for which match (if not nil) holds, among all events ever received.
func (p *Person) WaitEvent(ctx context.Context, kind string, match func(json.RawMessage) bool) (Event, error) {
	return p.waitEvent(ctx, Mark{}, func(e Event) bool { return e.Type == kind && (match == nil || match(e.Data)) },
		kind)
}

func (p *Person) waitEvent(ctx context.Context, since Mark, match func(Event) bool, what string) (Event, error) {
	h, err := await(ctx, p, &p.events, since.events, func(h receivedEvent) bool { return match(h.Event) }, what)
	return h.Event, err
}

// await checks the items added to one of p's lists, from an index on, until one matches. what names it in the error.
func await[T any](ctx context.Context, p *Person, list *[]T, from int, match func(T) bool,
	what string) (none T, err error) {
	for {
		p.mu.Lock()
		news, wake, lost := (*list)[from:], p.wake, p.disconnected
		from = len(*list)
		p.mu.Unlock()
		for _, one := range news {
			if match(one) {
				return one, nil
			}
		}
		if lost {
			return none, fmt.Errorf("waiting for %s: %w", what, errDisconnected)
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return none, fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		}
	}
}

// Wait waits for a message, new or edited, that meets all conditions. It looks first at the current messages, newest
// first.
func (p *Person) Wait(ctx context.Context, conditions ...Condition) (*Message, error) {
	p.mu.Lock()
	mark := Mark{len(p.events), len(p.changes)}
	for _, id := range slices.Backward(p.order) {
		if m := p.messages[id]; meetsAll(m, conditions) {
			p.mu.Unlock()
			return m, nil
		}
	}
	p.mu.Unlock()
	return p.WaitSince(ctx, mark, conditions...)
}

// WaitSince waits for a message that arrived or changed after the mark and meets all conditions.
func (p *Person) WaitSince(ctx context.Context, since Mark, conditions ...Condition) (*Message, error) {
	m, err := await(ctx, p, &p.changes, since.changes, func(m *Message) bool { return meetsAll(m, conditions) },
		"a message")
	if err != nil {
		err = fmt.Errorf("%w; last seen: %s", err, p.lastSeen())
	}
	return m, err
}

func (p *Person) lastSeen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.changes) == 0 {
		return "none"
	}
	var lines []string
	for _, m := range p.changes[max(0, len(p.changes)-3):] {
		lines = append(lines, strconv.Quote(m.Content))
	}
	return strings.Join(lines, ", ")
}

// Message returns a message as last seen, or nil if it is unknown or deleted.
func (p *Person) Message(id string) *Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.messages[id]
}

// Events returns all events so far.
func (p *Person) Events() []Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]Event, len(p.events))
	for n, h := range p.events {
		all[n] = h.Event
	}
	return all
}

func (p *Person) nextNonce() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.nonce++
	return strconv.FormatInt(p.nonce, 10)
}

var errDisconnected = errors.New("the connection was lost")

// ErrFailed is the error that a person reads as "The application did not respond".
var ErrFailed = errors.New("the application did not respond")

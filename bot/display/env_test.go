package display

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/place"
	"yeye/bot/store"
)

// env is a display on a database of its own, with a fake Discord in memory, in the time of a bubble.
type env struct {
	*Display
	rest  *memory
	cards *cards
	db    *store.DB
}

// begun is when a bubble's time begins. Ids of Discord are no older than 2015.
var begun = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// bubble runs a test in a bubble of its own: time passes only while nothing is done, so that no retry comes before it is wanted.
func bubble(t *testing.T, f func(t *testing.T, e *env)) {
	t.Helper()
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(begun))
		e := &env{rest: &memory{}, cards: &cards{rev: map[id.Match]int64{}}, db: testdb.At(t, where, time.Now)}
		defer e.db.Close()
		e.Display = e.another(e.db)
		time.Sleep(time.Second) // what happens at the very moment when a display is made may be another's
		f(t, e)
	})
}

// another returns another process's display on the same database.
func (e *env) another(db *store.DB) *Display {
	return New(Options{DB: db, REST: e.rest, Sources: map[id.Kind]Source{"invitation": e.cards, "game": e.cards},
		OnCard: func(string) bool { return true }, Self: func() id.Player { return "1" }})
}

// want raises the wanted revision of a subject's card.
func (e *env) want(t *testing.T, s id.Subject, w Wanted) {
	t.Helper()
	w.Guild, w.Channel = "5", "7"
	e.cards.set(s.ID, w.Rev)
	if err := e.db.Tx(t.Context(), func(tx store.Tx) error { Want(t.Context(), tx, s, w); return nil }); err != nil {
		t.Fatal(err)
	}
}

// cards is a source whose cards show the revision of each subject.
type cards struct {
	mu      sync.Mutex
	rev     map[id.Match]int64
	quiet   bool // nobody is mentioned
	deleted bool
	purged  int
	probe   bool
	over    bool
	settled bool
	lost    []place.Status // of each channel that was lost
}

func (c *cards) set(of id.Match, rev int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rev[of] = rev
}

func (c *cards) Card(_ context.Context, of id.Match, _ int64, _ string) (Card, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	rev, ok := c.rev[of]
	if c.deleted {
		return Card{}, ErrDeleted
	}
	if !ok {
		return Card{}, ErrGone
	}
	button := discord.Button{CustomID: discord.ControlID{Action: "go", ID: of, Turn: rev, Nonce: fmt.Sprint(rev)}.String(), Label: "Go"}
	m := discord.Message{Content: fmt.Sprint("revision ", rev), Rows: []discord.Row{{button}}, Mention: []id.Player{"2"}}
	if c.quiet {
		m.Mention = nil
	}
	return Card{Message: m, Guild: "5", Channel: "7", Rev: rev, Turn: rev, Created: time.Now(), Probe: c.probe, Over: c.over,
		Settled: c.settled}, nil
}

func (c *cards) Shown(context.Context, id.Match, int64, time.Time) error { return nil }
func (c *cards) Superseded(context.Context, id.Match) (string, error) {
	return "further down", nil
}
func (c *cards) Lost(_ context.Context, _ id.Match, f place.Fact) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = append(c.lost, f.Status)
	return nil
}
func (c *cards) Purge(context.Context, id.Match) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.purged++
	return nil
}
func (c *cards) Outcome(context.Context, interaction.Announcement) (string, bool, error) {
	return "", false, nil
}

// memory is a fake Discord with the messages of one channel, the oldest first.
type memory struct {
	REST     // methods that a test does not need panic
	mu       sync.Mutex
	messages []discord.Received
	pings    int
	nonces   map[string]id.Message
	// creating, if set, is called before a message is created.
	creating func()
	// created, if set, is called after a message was created, before its request is answered; the request then returns its error.
	created func(id.Message) error
	// The answers to reading, editing and deleting messages, if set.
	unread, unedited, undeleted error
	deletes, typed              int
	slow                        time.Duration // how long the answer to deleting a message takes
}

var errNoMessage = &discord.APIError{Status: 404, Code: 10008}

func (m *memory) Create(_ context.Context, channel id.Channel, message discord.Message) (id.Message, error) {
	if m.creating != nil {
		m.creating()
	}
	m.mu.Lock()
	if earlier, ok := m.nonces[message.Nonce]; ok && message.Nonce != "" {
		m.mu.Unlock()
		return earlier, nil
	}
	made := discord.Received{ID: id.Message(fmt.Sprint(len(m.messages) + 100)), Channel: channel, Author: discord.User{ID: "1"}}
	fill(&made, message)
	m.messages = append(m.messages, made)
	if m.nonces == nil {
		m.nonces = map[string]id.Message{}
	}
	m.nonces[message.Nonce] = made.ID
	m.pings += len(message.Mention)
	created := m.created
	m.mu.Unlock()
	if created != nil {
		if err := created(made.ID); err != nil {
			return "", err
		}
	}
	return made.ID, nil
}

func fill(to *discord.Received, m discord.Message) {
	to.Content, to.CustomIDs = m.Content, nil
	if m.ReplyTo != "" {
		to.RepliesTo = m.ReplyTo
	}
	for _, row := range m.Rows {
		for _, c := range row {
			if b, ok := c.(discord.Button); ok {
				to.CustomIDs = append(to.CustomIDs, b.CustomID)
			}
		}
	}
}

func (m *memory) EditAt(_ context.Context, _ id.Channel, message id.Message, to discord.Message) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unedited != nil {
		return time.Time{}, m.unedited
	}
	for i := range m.messages {
		if m.messages[i].ID == message {
			fill(&m.messages[i], to)
			return time.Now(), nil
		}
	}
	return time.Time{}, errNoMessage
}

func (m *memory) Delete(ctx context.Context, _ id.Channel, message id.Message) (err error) {
	if m.slow > 0 {
		defer func() {
			select {
			case <-time.After(m.slow):
			case <-ctx.Done():
				err = ctx.Err()
			}
		}()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.deletes++; m.undeleted != nil {
		return m.undeleted
	}
	for i := range m.messages {
		if m.messages[i].ID == message {
			m.messages[i].Content, m.messages[i].CustomIDs = "", nil
			return nil
		}
	}
	return errNoMessage
}

func (m *memory) Recent(_ context.Context, _ id.Channel, limit int, _ id.Message) (all []discord.Received, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unread != nil {
		return nil, m.unread
	}
	for i := len(m.messages) - 1; i >= 0 && len(all) < limit; i-- {
		all = append(all, m.messages[i])
	}
	return all, nil
}

func (m *memory) Typing(context.Context, id.Channel) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.typed++
	return nil
}

// typings returns how often the bot has been shown typing.
func (m *memory) typings() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.typed
}

// live returns the texts of the messages that have controls.
func (m *memory) live() (all []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, one := range m.messages {
		if len(one.CustomIDs) > 0 {
			all = append(all, one.Content)
		}
	}
	return all
}

var errOnPurpose = errors.New("a fault on purpose")

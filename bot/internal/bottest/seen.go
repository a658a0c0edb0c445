package bottest

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/game"
)

// Transcript returns the messages in the channel, for failures.
func (h *Env) Transcript() string {
	p, err := person.Connect(context.Background(), h.Info.API, h.Info.Users[0].Token)
	if err != nil {
		return err.Error()
	}
	defer p.Close()
	list, err := p.Messages(context.Background(), h.Channel, 50)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for i := len(list) - 1; i >= 0; i-- {
		m := list[i]
		b.WriteString(m.Author.Username + ": " + m.Content)
		for _, a := range m.Attachments {
			b.WriteString(" [picture: " + a.Description + "]")
		}
		b.WriteString("\n")
	}
	return b.String()
}

var moveInText = regexp.MustCompile("`([a-i][0-9][a-i][0-9])`")

// LastMove returns the last move that a card names.
func LastMove(m *person.Message) string {
	first, _, _ := strings.Cut(m.Content, "\n")
	all := moveInText.FindAllStringSubmatch(first, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// Card returns the newest board in the channel.
func (g *User) Card() *person.Message {
	g.Env.T.Helper()
	return g.newest(g.Env.Channel, person.HasAttachment())
}

// Moves returns the moves of the game in the channel, from the database.
func (h *Env) Moves() string {
	h.T.Helper()
	live, err := h.Bot.Matches.InChannel(context.Background(), id.Channel(h.Channel))
	h.must(err)
	return strings.Join(names(live.Game.Moves()), " ")
}

func names(moves []game.Move) (all []string) {
	for _, m := range moves {
		all = append(all, m.String())
	}
	return
}

// ShowsOneBoard requires that after a while exactly one board is in the channel, the newest,
// that it shows these last two moves, and that it stays so.
func (g *User) ShowsOneBoard(moves ...string) {
	g.Env.T.Helper()
	right := func() bool {
		list, err := g.Messages(g.Env.Ctx(), g.Env.Channel, 50)
		g.Env.must(err)
		var boards []*person.Message
		for _, m := range list {
			if len(m.Attachments) > 0 {
				boards = append(boards, m)
			}
		}
		return len(boards) == 1 && !slices.ContainsFunc(moves,
			func(move string) bool { return !person.ShowsMove(move)(boards[0]) })
	}
	g.Eventually("one board stands, with "+strings.Join(moves, " "), right)
	g.Env.Idle()
	if !right() {
		g.Env.T.Errorf("it did not stay so\n%s", g.Env.Transcript())
	}
}

// Boards returns how many pictures are in the channel.
func (g *User) Boards() (n int) {
	g.Env.T.Helper()
	list, err := g.Messages(g.Env.Ctx(), g.Env.Channel, 50)
	g.Env.must(err)
	for _, m := range list {
		n += len(m.Attachments)
	}
	return n
}

// Cards returns the bot's messages in the channel, newest first.
func (h *Env) Cards() (all []*person.Message) {
	h.T.Helper()
	list, err := h.Connect(2).Messages(h.Ctx(), h.Channel, 100)
	h.must(err)
	for _, m := range list {
		if m.Author.Bot {
			all = append(all, m)
		}
	}
	return all
}

// Ping is a notification that a person got.
type Ping struct {
	Username string `json:"username"`
	Kind     string `json:"kind"`
	Preview  string `json:"preview"`
}

// Pings returns all pings since the last ResetPings.
func (h *Env) Pings() (all []Ping) {
	h.T.Helper()
	h.Control(http.MethodGet, "/sandbox/pings", nil, &all)
	return
}

// ExpectPings requires exactly these pings since its last call.
func (h *Env) ExpectPings(want ...string) {
	h.T.Helper()
	var got []string
	for _, p := range h.Pings() {
		got = append(got, p.Username+": "+p.Preview)
	}
	ok := len(got) == len(want)
	for i := range want {
		ok = ok && i < len(got) && strings.HasPrefix(got[i], strings.SplitN(want[i], "…", 2)[0]) &&
			strings.Contains(got[i], strings.SplitN(want[i]+"…", "…", 3)[1])
	}
	if !ok {
		h.T.Errorf("pings:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	h.Control(http.MethodDelete, "/sandbox/pings", nil, nil)
}

// Match returns the match that was last played in the channel.
func (h *Env) Match() match.Match {
	h.T.Helper()
	live, err := h.Bot.Matches.Latest(context.Background(), id.Channel(h.Channel))
	h.must(err)
	return live
}

// Seen waits until the clock of the player to move runs, if it should.
func (h *Env) Seen() {
	h.T.Helper()
	for end := time.Now().Add(Patience); ; time.Sleep(10 * time.Millisecond) {
		if live := h.Match(); !live.ClockWaits() {
			return
		}
		if time.Now().After(end) {
			h.T.Fatalf("no clock runs\n%s", h.Transcript())
		}
	}
}

// RefusedWith requires a private response that contains a text.
func RefusedWith(t *testing.T, what string, m *person.Message, text string) {
	t.Helper()
	if !m.Ephemeral() || !strings.Contains(m.Content, text) {
		t.Errorf("%s: %s, want %q", what, m.Content, text)
	}
}

// ThreadOf returns the thread that a private response names.
func ThreadOf(t *testing.T, m *person.Message) string {
	t.Helper()
	_, rest, found := strings.Cut(m.Content, "<#")
	id, _, closed := strings.Cut(rest, ">")
	if !m.Ephemeral() || !found || !closed {
		t.Fatalf("no thread in %q", m.Content)
	}
	return id
}

// OnlyOption returns the only value of a select.
func OnlyOption(t *testing.T, m *person.Message, prompt string) string {
	t.Helper()
	c, ok := m.Control(prompt)
	if !ok || len(c.Options) != 1 {
		t.Fatalf("no select %q with one option: %+v", prompt, m.Components)
	}
	return c.Options[0].Value
}

package bot_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/id"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/game"
)

// ways are the ways to move: each takes another path through the bot.
var ways = []string{"typed", "command", "click"}

// act plays a move in one of the ways. It ignores the outcome that the person's client
// reports: under a fault there may be no response in time.
func (g *user) act(way, move string) {
	g.h.t.Helper()
	g.last = g.Mark()
	var err error
	switch way {
	case "typed":
		_, err = g.Say(g.h.ctx(), g.h.channel, move)
	case "command":
		_, err = g.Command(g.h.ctx(), g.h.channel, "move", person.Opt("text", move))
	case "click":
		card := g.card()
		if card == nil {
			g.h.t.Fatalf("no card stands\n%s", g.h.transcript())
		}
		for _, p := range []struct{ prompt, value string }{{"Choose a piece to move", move[:2]}, {"Where to?", move}} {
			id := ""
			for _, row := range card.Components {
				for _, c := range row.Components {
					if strings.HasPrefix(c.Placeholder, p.prompt) {
						id = c.Placeholder
					}
				}
			}
			for try := 0; try < 5; try++ { // as people do when nothing happens
				if _, err = g.Select(g.h.ctx(), card, id, p.value); err == nil {
					break
				}
				g.h.idle()
				if now := g.card(); p.value == move && now.Content != card.Content || p.value != move && strings.Contains(now.Attachments[0].Description, "can go to") {
					break
				}
			}
			g.eventually("the targets", func() bool {
				card = g.card()
				return p.value == move || card != nil && strings.Contains(card.Attachments[0].Description, "can go to")
			})
		}
	}
	if err != nil {
		g.h.t.Logf("%s: %v", way, err)
	}
}

// card returns the newest board in the channel.
func (g *user) card() *person.Message {
	g.h.t.Helper()
	list, err := g.Messages(g.h.ctx(), g.h.channel, 50)
	if err != nil {
		g.h.t.Fatal(err)
	}
	for _, m := range list {
		if len(m.Attachments) > 0 {
			return m
		}
	}
	return nil
}

// moves returns the moves of the game in the channel, from the database.
func (h *env) moves() string {
	h.t.Helper()
	live, err := h.core.Matches.InChannel(context.Background(), id.Channel(h.channel))
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.Join(names(live.Game.Moves()), " ")
}

func names(moves []game.Move) (all []string) {
	for _, m := range moves {
		all = append(all, m.String())
	}
	return
}

// showsOneBoard requires that after a while exactly one board is in the channel, the newest,
// that it shows these last two moves, and that it stays so.
func (g *user) showsOneBoard(moves ...string) {
	g.h.t.Helper()
	right := func() bool {
		list, err := g.Messages(g.h.ctx(), g.h.channel, 50)
		if err != nil {
			g.h.t.Fatal(err)
		}
		var boards []*person.Message
		for _, m := range list {
			if len(m.Attachments) > 0 {
				boards = append(boards, m)
			}
		}
		return len(boards) == 1 && !slices.ContainsFunc(moves, func(move string) bool { return !person.Moved(move)(boards[0]) })
	}
	g.eventually("one board stands, with "+strings.Join(moves, " "), right)
	g.h.idle()
	if !right() {
		g.h.t.Errorf("it did not stay so\n%s", g.h.transcript())
	}
}

func (h *env) order(f sandbox.Fault) {
	h.t.Helper()
	if _, err := h.server.Order(f); err != nil {
		h.t.Fatal(err)
	}
}

func (h *env) mend() {
	h.t.Helper()
	h.sandboxDo(http.MethodDelete, "/sandbox/faults", nil, nil)
}

// One fault of the requests, for each way to move: afterwards the right board is shown
// once and no move is lost or doubled.
func TestRequestFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []sandbox.Fault
	}{
		{"429 user", []sandbox.Fault{{Kind: "rate_limit", Path: "/channels/**", Scope: "user", RetryAfterMS: 700}, {Kind: "rate_limit", Path: "/interactions/**", Scope: "user", RetryAfterMS: 300}}},
		{"429 global", []sandbox.Fault{{Kind: "rate_limit", Path: "/channels/**", Scope: "global", RetryAfterMS: 900}}},
		{"429 shared", []sandbox.Fault{{Kind: "rate_limit", Path: "/channels/**", Scope: "shared", RetryAfterMS: 900, Count: 3}}},
		{"500 once", []sandbox.Fault{{Kind: "status", Path: "/channels/**", Status: 500}, {Kind: "status", Path: "/interactions/**", Status: 500}}},
		{"502 four times", []sandbox.Fault{{Kind: "status", Path: "/channels/**", Status: 502, Count: 4}, {Kind: "status", Path: "/interactions/**", Status: 502, Count: 4}}},
		{"slow", []sandbox.Fault{{Kind: "slow", DelayMS: 2500, Count: 2}}},
		{"answer lost", []sandbox.Fault{{Kind: "cut", Path: "/channels/**", After: true}, {Kind: "cut", Path: "/interactions/**", After: true}}},
		{"answers lost, again and again", []sandbox.Fault{{Kind: "status", Path: "/channels/**", Status: 500, After: true, Count: 3}, {Kind: "cut", Path: "/interactions/**", After: true, Count: 3}}},
		{"10062", []sandbox.Fault{{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1}}},
		{"40060", []sandbox.Fault{{Kind: "status", Path: "/interactions/**", Code: 40060, Count: -1}}},
		{"50013 once", []sandbox.Fault{{Kind: "status", Method: "POST", Path: "/channels/*/messages", Code: 50013}}},
		{"tokens dead after the first answer", []sandbox.Fault{{Kind: "status", Path: "/webhooks/**", Status: 401, Code: 50027, Count: -1}}},
		{"events twice", []sandbox.Fault{{Kind: "duplicate", Count: -1}}},
		{"socket dropped", []sandbox.Fault{{Kind: "drop"}}},
		{"Op 7", []sandbox.Fault{{Kind: "reconnect"}}},
	} {
		for _, way := range ways {
			if way == "click" && strings.Contains(c.name, "again and again") {
				continue // choosing the piece needs a response
			}
			t.Run(c.name+"/"+way, func(t *testing.T) {
				h := openHurriedEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7", "i9h9"}}))
				mei := h.connect(1)
				mei.command("play")
				mei.say("h2e2")
				mei.wait(person.Moved("h9g7"))
				for _, f := range c.faults {
					h.order(f)
				}
				mei.act(way, "h0g2")
				begun := time.Now()
				mei.eventually("the answer is stored", func() bool {
					if time.Since(begun) > 4*time.Second {
						h.mend()
					}
					return h.moves() == "h2e2 h9g7 h0g2 b9c7"
				})
				if strings.HasPrefix(c.name, "50013") { // ten minutes' pause
					h.sandboxDo(http.MethodPost, "/sandbox/clock", map[string]any{"advance": "11m"}, nil)
				}
				h.idle() // all effects of the faults are over
				h.mend()
				mei.showsOneBoard("h0g2", "b9c7")
				mei.act("typed", "b0c2")
				mei.showsOneBoard("b0c2", "i9h9")
				if got, want := h.moves(), "h2e2 h9g7 h0g2 b9c7 b0c2 i9h9"; got != want {
					t.Errorf("played: %s", got)
				}
			})
		}
	}
}

// A refusal that cannot be sent privately still arrives.
func TestRefusalWhenTheInteractionIsDead(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	mei.command("play")
	h.order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1})
	mei.last = mei.Mark()
	if _, err := mei.Command(h.ctx(), h.channel, "move", person.Opt("text", "i0i4")); err == nil {
		t.Error("the client says the bot answered")
	}
	note := mei.wait(person.Contains("blocked by the pawn on i3"))
	if note.Private() {
		t.Error("private, though there is no way for that")
	}
	h.mend()
	mei.say("h2e2")
	mei.eventually("the refusal goes away", func() bool { return mei.Message(note.ID) == nil })
}

// A missing permission is reported to the player who acts: in the response to an
// interaction, and after a typed move in direct messages. The move is kept.
func TestMissingPermission(t *testing.T) {
	for _, way := range []string{"typed", "command"} {
		t.Run(way, func(t *testing.T) {
			h := openHurriedEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
			mei := h.connect(1)
			mei.command("play")
			channel := h.channel
			dm, err := mei.DM(h.ctx(), h.info.ApplicationID)
			if err != nil {
				t.Fatal(err)
			}
			deny := sandbox.Fault{Kind: "permissions", Deny: []string{"SEND_MESSAGES"}}
			deny.ChannelID, err = sandbox.ParseSnowflake(channel)
			if err != nil {
				t.Fatal(err)
			}
			h.order(deny)
			if way == "typed" {
				mei.say("h2e2")
				m, err := mei.WaitSince(h.ctx(), mei.last, person.In(dm), person.FromBot())
				if err != nil || !strings.Contains(m.Content, "lack a permission") || !strings.Contains(m.Content, "<#"+channel+">") {
					t.Fatalf("told: %v %+v", err, m)
				}
			} else {
				// The response to a command may carry the board without permissions; a
				// new game is refused with the names of the missing ones.
				mei.act("command", "h2e2")
				mei.showsOneBoard("h2e2", "h9g7")
				mei.press(mei.command("resign"), "Yes, resign")
				m := mei.command("play")
				if !m.Private() || !strings.Contains(m.Content, "Send Messages") {
					t.Errorf("told: %+v", m)
				}
				return
			}
			mei.eventually("the move and the answer are kept", func() bool { return h.moves() == "h2e2 h9g7" })
			deny.Deny = []string{}
			h.order(deny)
			m := mei.command("board")
			if !strings.Contains(m.Content, "`h9g7`") {
				t.Errorf("the board afterwards: %s", m.Content)
			}
			mei.showsOneBoard("h2e2", "h9g7")
		})
	}
}

// The card is deleted between two moves and while the character thinks.
func TestCardDeleted(t *testing.T) {
	th := &scripted{moves: []string{"h9g7", "b9c7"}, gate: make(chan struct{}, 4)}
	h := openHurriedEnv(t, withThinker(th))
	mei := h.connect(1)
	mei.command("play")
	for _, m := range [][2]string{{"h2e2", "h9g7"}, {"h0g2", "b9c7"}} {
		mei.say(m[0])
		card := mei.wait(person.Contains("thinking"), person.WithPicture())
		id, err := sandbox.ParseSnowflake(card.ID)
		if err != nil {
			t.Fatal(err)
		}
		h.order(sandbox.Fault{Kind: "delete_message", MessageID: id})
		th.gate <- struct{}{}
		mei.showsOneBoard(m[0], m[1])
	}
}

// The channel is deleted: nothing breaks, and other channels go on.
func TestChannelDeleted(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	mei.command("play")
	id, err := sandbox.ParseSnowflake(h.channel)
	if err != nil {
		t.Fatal(err)
	}
	mei.say("h2e2")
	h.order(sandbox.Fault{Kind: "delete_channel", ChannelID: id})
	h.channel = h.info.Channels[1].ID
	mei.command("play")
	mei.say("h2e2")
	mei.eventually("an answer in the other channel", func() bool { return len(strings.Fields(h.moves())) == 2 })
	mei.showsOneBoard(strings.Fields(h.moves())...)
}

// A game in an archived thread continues there.
func TestArchivedThread(t *testing.T) {
	th := &scripted{moves: []string{"h9g7"}, gate: make(chan struct{}, 1)}
	h := openHurriedEnv(t, withThinker(th))
	mei := h.connect(0)
	var thread struct {
		ID string `json:"id"`
	}
	if err := mei.Do(h.ctx(), http.MethodPost, "/channels/"+h.channel+"/threads", map[string]any{"name": "corner", "type": 11}, &thread); err != nil {
		t.Fatal(err)
	}
	h.channel = thread.ID
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	id, err := sandbox.ParseSnowflake(thread.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.order(sandbox.Fault{Kind: "archive", ChannelID: id})
	th.gate <- struct{}{}
	mei.showsOneBoard("h2e2", "h9g7")
}

// The database is slow, and the response does not wait for it: it is deferred and the
// board follows.
func TestSlowDatabase(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(1)
	mei.command("play")
	unlock := h.lockDatabase()
	if m := mei.command("move", person.Opt("text", "h2e2")); !m.Loading() || !m.Private() {
		t.Errorf("/move on a slow database: %+v", m)
	}
	unlock() // before the bot's timeout
	mei.showsOneBoard("h2e2", "h9g7")
	list, err := mei.Messages(h.ctx(), h.channel, 50)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(list, func(m *person.Message) bool { return m.Flags&(1<<7) != 0 }) {
		t.Error("a \"thinking\" is left standing")
	}
}

// If the database stays locked the bot refuses politely and changes nothing; the same
// move is accepted afterwards.
func TestLockedDatabase(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(1)
	mei.command("play")
	unlock := h.lockDatabase()
	said := mei.say("h2e2")
	note := mei.wait(person.Contains("Nothing changed"))
	if note.Reference == nil || note.Reference.MessageID != said.ID {
		t.Errorf("the refusal is no reply: %+v", note)
	}
	unlock()
	if h.moves() != "" {
		t.Errorf("played: %s", h.moves())
	}
	mei.say("h2e2")
	mei.showsOneBoard("h2e2", "h9g7")
}

// A private message is not posted publicly if the private way is dead, least of all with
// its buttons.
func TestPrivateAnswerWhenTheInteractionIsDead(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	h.order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1})
	mei.last = mei.Mark()
	if _, err := mei.Command(h.ctx(), h.channel, "privacy", person.Opt("act", "delete")); err == nil {
		t.Error("the client says the bot answered")
	}
	note := mei.wait(person.FromBot())
	if !strings.Contains(note.Content, "ask again") || len(note.Components) != 0 {
		t.Errorf("posted for everybody, with %d rows: %s", len(note.Components), note.Content)
	}
	dm, err := mei.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	mei.in(dm, func() {
		mei.last = mei.Mark()
		mei.Command(h.ctx(), dm, "privacy", person.Opt("act", "delete"))
		if m := mei.wait(person.FromBot()); !strings.Contains(m.Content, "Live games") {
			t.Errorf("in a conversation nobody else reads: %s", m.Content)
		}
	})
}

// An offer stands although its command's interaction has expired, and is answered by its
// buttons; these go, and the outcome is shown, although the click's interaction has
// expired too.
func TestOfferWhenInteractionsAreDead(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	sitDown(h, mei, tom)
	before := len(h.pings())
	h.order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1})
	mei.last = mei.Mark()
	if _, err := mei.Command(h.ctx(), h.channel, "draw"); err == nil {
		t.Error("the client says the bot answered")
	}
	offer := mei.wait(person.Contains("offers a draw"))
	if pings := h.pings(); len(pings) != before+1 || offer.Private() || len(offer.Components) == 0 {
		t.Errorf("%d pings for: %+v", len(pings)-before, offer)
	}
	if _, err := tom.Press(h.ctx(), offer, "Decline"); err == nil {
		t.Error("the client says the bot answered")
	}
	tom.eventually("the buttons go, and the outcome is shown", func() bool {
		m := tom.Message(offer.ID)
		return m != nil && len(m.Components) == 0 && strings.Contains(m.Content, "declined")
	})
}

// That a board cannot be shown is reported in the language of the user who asked, not the
// game's.
func TestToldInOnesOwnLanguage(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{}), func(_ *env, o *bot.Options) { o.Patience = 1 }) // commands are deferred
	mei, tom := h.connect(1), h.connect(0)
	mei.command("play")
	tom.command("settings", person.Opt("language", "vi"))
	h.order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Code: 50013, Count: -1})
	told := tom.command("board")
	for !told.Private() { // a handler can be faster than the shortest timer; then its answer is the board itself
		told = tom.command("board")
	}
	tom.eventually("it is told", func() bool {
		told = tom.Message(told.ID)
		return told.Content != ""
	})
	if !strings.Contains(told.Content, "thiếu quyền") {
		t.Errorf("told: %s", told.Content)
	}
}

// Choices arrive faster than cards are sent: the card shows the last.
func TestLastChoiceIsShown(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	card := mei.command("play")
	h.order(sandbox.Fault{Kind: "slow", Method: "POST", Path: "/interactions/*/*/callback", DelayMS: 3000})
	var clicks sync.WaitGroup
	for _, piece := range []string{"a0", "b0", "h2"} {
		before := mei.Acted()
		clicks.Go(func() { mei.Select(h.ctx(), card, "Choose a piece to move", piece) })
		mei.eventually("the click is sent", func() bool { return mei.Acted() != before })
		mei.eventually("the bot has it", h.server.Heard)
	}
	clicks.Wait()
	mei.eventually("the last piece chosen is shown", func() bool {
		_, ok := mei.Message(card.ID).Control("Where to? (炮 cannon h2)")
		return ok
	})
}

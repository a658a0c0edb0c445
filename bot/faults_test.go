package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

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
		for _, way := range bottest.Ways {
			if way == "click" && strings.Contains(c.name, "again and again") {
				continue // choosing the piece needs a response
			}
			t.Run(c.name+"/"+way, func(t *testing.T) {
				h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9"}}))
				mei := h.Connect(1)
				mei.Command("play")
				mei.Say("h2e2")
				mei.Wait(person.ShowsMove("h9g7"))
				for _, f := range c.faults {
					h.Order(f)
				}
				mei.Act(way, "h0g2")
				started := time.Now()
				mei.Eventually("the answer is stored", func() bool {
					if time.Since(started) > 4*time.Second {
						h.Mend()
					}
					return h.Moves() == "h2e2 h9g7 h0g2 b9c7"
				})
				if strings.HasPrefix(c.name, "50013") { // ten minutes' pause
					h.Pass(11 * time.Minute)
				}
				h.Idle() // all effects of the faults are over
				h.Mend()
				mei.ShowsOneBoard("h0g2", "b9c7")
				mei.Act("typed", "b0c2")
				mei.ShowsOneBoard("b0c2", "i9h9")
				if got, want := h.Moves(), "h2e2 h9g7 h0g2 b9c7 b0c2 i9h9"; got != want {
					t.Errorf("played: %s", got)
				}
			})
		}
	}
}

// A refusal that cannot be sent privately still arrives.
func TestRefusalWhenTheInteractionIsDead(t *testing.T) {
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{}))
	mei := h.Connect(1)
	mei.Command("play")
	h.Order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1})
	mei.Last = mei.Mark()
	if _, err := mei.Person.Command(h.Ctx(), h.Channel, "move", person.Opt("text", "i0i4")); err == nil {
		t.Error("the client says the bot answered")
	}
	note := mei.Wait(person.Contains("blocked by the pawn on i3"))
	if note.Ephemeral() {
		t.Error("private, though there is no way for that")
	}
	h.Mend()
	mei.Say("h2e2")
	mei.Eventually("the refusal goes away", func() bool { return mei.Message(note.ID) == nil })
}

// A missing permission is reported to the player who acts: in the response to an
// interaction, and after a typed move in direct messages. The move is kept.
func TestMissingPermission(t *testing.T) {
	for _, way := range []string{"typed", "command"} {
		t.Run(way, func(t *testing.T) {
			h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
			mei := h.Connect(1)
			mei.Command("play")
			channel := h.Channel
			dm, err := mei.DM(h.Ctx(), h.Info.ApplicationID)
			if err != nil {
				t.Fatal(err)
			}
			deny := sandbox.Fault{Kind: "permissions", Deny: []string{"SEND_MESSAGES"}}
			deny.ChannelID, err = sandbox.ParseSnowflake(channel)
			if err != nil {
				t.Fatal(err)
			}
			h.Order(deny)
			if way == "typed" {
				mei.Say("h2e2")
				m, err := mei.WaitSince(h.Ctx(), mei.Last, person.In(dm), person.FromBot())
				if err != nil || !strings.Contains(m.Content, "lack a permission") || !strings.Contains(m.Content, "<#"+channel+">") {
					t.Fatalf("told: %v %+v", err, m)
				}
			} else {
				// The response to a command may carry the board without permissions; a
				// new game is refused with the names of the missing ones.
				mei.Act("command", "h2e2")
				mei.ShowsOneBoard("h2e2", "h9g7")
				mei.Press(mei.Command("resign"), "Yes, resign")
				m := mei.Command("play")
				if !m.Ephemeral() || !strings.Contains(m.Content, "Send Messages") {
					t.Errorf("told: %+v", m)
				}
				return
			}
			mei.Eventually("the move and the answer are kept", func() bool { return h.Moves() == "h2e2 h9g7" })
			deny.Deny = []string{}
			h.Order(deny)
			m := mei.Command("board")
			if !strings.Contains(m.Content, "`h9g7`") {
				t.Errorf("the board afterwards: %s", m.Content)
			}
			mei.ShowsOneBoard("h2e2", "h9g7")
		})
	}
}

// The card is deleted between two moves and while the character thinks.
func TestCardDeleted(t *testing.T) {
	th := &bottest.Scripted{Moves: []string{"h9g7", "b9c7"}, Gate: make(chan struct{}, 4)}
	h := bottest.OpenHurried(t, bottest.WithThinker(th))
	mei := h.Connect(1)
	mei.Command("play")
	for _, m := range [][2]string{{"h2e2", "h9g7"}, {"h0g2", "b9c7"}} {
		card := mei.Ponders(m[0])
		id, err := sandbox.ParseSnowflake(card.ID)
		if err != nil {
			t.Fatal(err)
		}
		h.Order(sandbox.Fault{Kind: "delete_message", MessageID: id})
		th.Gate <- struct{}{}
		mei.ShowsOneBoard(m[0], m[1])
	}
}

// The channel is deleted: nothing breaks, and other channels go on.
func TestChannelDeleted(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei := h.Connect(1)
	mei.Command("play")
	id, err := sandbox.ParseSnowflake(h.Channel)
	if err != nil {
		t.Fatal(err)
	}
	mei.Say("h2e2")
	h.Order(sandbox.Fault{Kind: "delete_channel", ChannelID: id})
	h.Channel = h.Info.Channels[1].ID
	mei.Command("play")
	mei.Say("h2e2")
	mei.Eventually("an answer in the other channel", func() bool { return len(strings.Fields(h.Moves())) == 2 })
	mei.ShowsOneBoard(strings.Fields(h.Moves())...)
}

// A game in an archived thread continues there.
func TestArchivedThread(t *testing.T) {
	th := &bottest.Scripted{Moves: []string{"h9g7"}, Gate: make(chan struct{}, 1)}
	h := bottest.OpenHurried(t, bottest.WithThinker(th))
	mei := h.Connect(0)
	var thread struct {
		ID string `json:"id"`
	}
	if err := mei.Do(h.Ctx(), http.MethodPost, "/channels/"+h.Channel+"/threads", map[string]any{"name": "corner", "type": 11}, &thread); err != nil {
		t.Fatal(err)
	}
	h.Channel = thread.ID
	mei.Command("play")
	mei.Ponders("h2e2")
	id, err := sandbox.ParseSnowflake(thread.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.Order(sandbox.Fault{Kind: "archive", ChannelID: id})
	th.Gate <- struct{}{}
	mei.ShowsOneBoard("h2e2", "h9g7")
}

// The database is slow, and the response does not wait for it: it is deferred and the
// board follows.
func TestSlowDatabase(t *testing.T) {
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(1)
	mei.Command("play")
	unlock := h.LockDatabase()
	if m := mei.Command("move", person.Opt("text", "h2e2")); !m.Loading() || !m.Ephemeral() {
		t.Errorf("/move on a slow database: %+v", m)
	}
	unlock() // before the bot's timeout
	mei.ShowsOneBoard("h2e2", "h9g7")
	list, err := mei.Messages(h.Ctx(), h.Channel, 50)
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
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(1)
	mei.Command("play")
	unlock := h.LockDatabase()
	said := mei.Say("h2e2")
	note := mei.Wait(person.Contains("Nothing changed"))
	if note.Reference == nil || note.Reference.MessageID != said.ID {
		t.Errorf("the refusal is no reply: %+v", note)
	}
	unlock()
	if h.Moves() != "" {
		t.Errorf("played: %s", h.Moves())
	}
	mei.Say("h2e2")
	mei.ShowsOneBoard("h2e2", "h9g7")
}

// A private message is not posted publicly if the private way is dead, least of all with
// its buttons.
func TestPrivateAnswerWhenTheInteractionIsDead(t *testing.T) {
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{}))
	mei := h.Connect(1)
	h.Order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1})
	mei.Last = mei.Mark()
	if _, err := mei.Person.Command(h.Ctx(), h.Channel, "privacy", person.Opt("act", "delete")); err == nil {
		t.Error("the client says the bot answered")
	}
	note := mei.Wait(person.FromBot())
	if !strings.Contains(note.Content, "ask again") || len(note.Components) != 0 {
		t.Errorf("posted for everybody, with %d rows: %s", len(note.Components), note.Content)
	}
	dm, err := mei.DM(h.Ctx(), h.Info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	mei.In(dm, func() {
		mei.Last = mei.Mark()
		mei.Person.Command(h.Ctx(), dm, "privacy", person.Opt("act", "delete"))
		if m := mei.Wait(person.FromBot()); !strings.Contains(m.Content, "Live games") {
			t.Errorf("in a conversation nobody else reads: %s", m.Content)
		}
	})
}

// An offer stands although its command's interaction has expired, and is answered by its
// buttons; these go, and the outcome is shown, although the click's interaction has
// expired too.
func TestOfferWhenInteractionsAreDead(t *testing.T) {
	h := bottest.OpenWith(t, sandbox.Options{AnswerWithin: 10 * time.Second}, "en-US", bottest.Unhurried, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	bottest.SitDown(h, mei, tom)
	before := len(h.Pings())
	h.Order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062, Count: -1})
	mei.Last = mei.Mark()
	if _, err := mei.Person.Command(h.Ctx(), h.Channel, "draw"); err == nil {
		t.Error("the client says the bot answered")
	}
	offer := mei.Wait(person.Contains("offers a draw"))
	if pings := h.Pings(); len(pings) != before+1 || offer.Ephemeral() || len(offer.Components) == 0 {
		t.Errorf("%d pings for: %+v", len(pings)-before, offer)
	}
	if _, err := tom.Person.Press(h.Ctx(), offer, "Decline"); err == nil {
		t.Error("the client says the bot answered")
	}
	tom.Eventually("the buttons go, and the outcome is shown", func() bool {
		m := tom.Message(offer.ID)
		return m != nil && len(m.Components) == 0 && strings.Contains(m.Content, "declined")
	})
}

// That a board cannot be shown is reported in the language of the user who asked, not the
// game's.
func TestToldInOnesOwnLanguage(t *testing.T) {
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{}), func(_ *bottest.Env, o *bot.Options) { o.Patience = 1 }) // commands are deferred
	mei, tom := h.Connect(1), h.Connect(0)
	mei.Command("play")
	tom.Command("settings", person.Opt("language", "vi"))
	h.Order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Code: 50013, Count: -1})
	told := tom.Command("board")
	for !told.Ephemeral() { // a handler can be faster than the shortest timer; then its answer is the board itself
		told = tom.Command("board")
	}
	tom.Eventually("it is told", func() bool {
		now := tom.Message(told.ID)
		if now != nil {
			told = now
		}
		return told.Content != ""
	})
	if !strings.Contains(told.Content, "thiếu quyền") {
		t.Errorf("told: %s", told.Content)
	}
}

// Choices arrive faster than cards are sent: the card shows the last.
func TestLastChoiceIsShown(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei := h.Connect(1)
	card := mei.Command("play")
	h.Order(sandbox.Fault{Kind: "slow", Method: "POST", Path: "/interactions/*/*/callback", DelayMS: 3000})
	var clicks sync.WaitGroup
	for _, piece := range []string{"a0", "b0", "h2"} {
		before := mei.LastAct()
		clicks.Go(func() { mei.Select(h.Ctx(), card, "Choose a piece to move", piece) })
		mei.Eventually("the click is sent", func() bool { return mei.LastAct() != before })
		mei.Eventually("the bot has it", h.Server.AllAcknowledged)
	}
	clicks.Wait()
	mei.Eventually("the last piece chosen is shown", func() bool {
		_, ok := mei.Message(card.ID).Control("Where to? (炮 cannon h2)")
		return ok
	})
}

package bot_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// sandboxDo uses one of the sandbox's control endpoints.
func (h *env) sandboxDo(method, path string, in, out any) {
	h.t.Helper()
	var body *strings.Reader = strings.NewReader("")
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			h.t.Fatal(err)
		}
		body = strings.NewReader(string(data))
	}
	req, err := http.NewRequestWithContext(h.ctx(), method, h.info.URL+path, body)
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		h.t.Fatalf("%s %s: %s", method, path, resp.Status)
	}
	if out != nil {
		if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
			h.t.Fatal(err)
		}
	}
}

type ping struct {
	Username string `json:"username"`
	Kind     string `json:"kind"`
	Preview  string `json:"preview"`
}

func (h *env) pings() (all []ping) {
	h.t.Helper()
	h.sandboxDo(http.MethodGet, "/sandbox/pings", nil, &all)
	return
}

// A move is shown at once with the character thinking, and the answer appears on the same
// card. Nobody is pinged.
func TestThinkingIsSeenOnTheSameCard(t *testing.T) {
	th := &scripted{moves: []string{"h9g7"}, gate: make(chan struct{})}
	h := openEnv(t, withThinker(th))
	mei := h.connect(0)
	first := mei.command("play")
	if !strings.Contains(first.Content, "h2e2") {
		t.Errorf("the first card does not say what to type: %s", first.Content)
	}
	mei.say("h2e2")
	card := mei.wait(person.Moved("h2e2"))
	if !strings.Contains(card.Content, "Kid is thinking") || card.ID == first.ID {
		t.Errorf("the move's card: %s", card.Content)
	}
	th.gate <- struct{}{}
	card2 := mei.wait(person.Moved("h9g7"))
	if card2.ID != card.ID || !strings.Contains(card2.Content, "`h2e2`") {
		t.Errorf("the answer came on card %s, not %s: %s", card2.ID, card.ID, card2.Content)
	}
	if alt := card2.Attachments[0].Description; !strings.Contains(alt, "horse h9 to g7") || !strings.Contains(alt, "cannons e2") && !strings.Contains(alt, "cannons b2 e2") {
		t.Errorf("alt text: %s", alt)
	}
	mei.eventually("the first card goes", func() bool { return mei.Message(first.ID) == nil })
	if p := h.pings(); len(p) != 0 {
		t.Errorf("pinged: %v", p)
	}
}

func TestMovingByHand(t *testing.T) {
	th := &scripted{moves: []string{"h9g7"}}
	h := openEnv(t, withThinker(th))
	mei, tom := h.connect(0), h.connect(1)
	card := mei.command("play")
	chosen := mei.choose(card, "Choose a piece to move", "h2")
	if chosen.ID != card.ID {
		t.Fatalf("choosing a piece made another message: %s", chosen.Content)
	}
	to, ok := chosen.Control("Where to? (炮 cannon h2)")
	if !ok || len(to.Options) != 12 {
		t.Fatalf("targets: %+v", to)
	}
	if !strings.Contains(chosen.Attachments[0].Description, "The cannon on h2 can go to") {
		t.Errorf("alt text: %s", chosen.Attachments[0].Description)
	}
	// Another user cannot.
	if m := tom.choose(chosen, "Where to? (炮 cannon h2)", "h2e2"); !m.Private() || !strings.Contains(m.Content, "not playing") {
		t.Errorf("a stranger's click: %+v", m)
	}
	mei.choose(chosen, "Where to? (炮 cannon h2)", "h2e2")
	answered := mei.wait(person.Moved("h9g7"))
	if answered.ID != card.ID {
		t.Errorf("moving on the card made a new one")
	}
}

// A card that could not be deleted still has its controls: they are outdated and say so.
func TestOldControl(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(1)
	card := mei.command("play")
	h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "status", "method": "DELETE", "path": "/channels/*/messages/" + card.ID, "status": 500, "count": -1}, nil)
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	if m := mei.choose(card, "Choose a piece to move", "h2"); !m.Private() || !strings.Contains(m.Content, "moved on") {
		t.Errorf("an old control: %+v", m)
	}
	if m := mei.press(card, "Resign"); !m.Private() || !strings.Contains(m.Content, "Resign this game?") {
		t.Errorf("resigning from an old card: %+v", m)
	}
}

// A wrong move typed by the player to move gets a reply without a ping, which is deleted
// with the next legal move. Nobody else gets a response.
func TestTypedWrongMoves(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(1), h.connect(2)
	mei.command("play")
	for _, text := range []string{"h2e2", "炮二平五", "hello everybody", "what about b0d1?", "i0i9 i9i0", "e4"} {
		tom.say(text)
	}
	mei.say("good morning")
	wrong := mei.say("i0i4")
	note := mei.wait(person.Contains("blocked by the pawn on i3"))
	if note.Reference == nil || note.Reference.MessageID != wrong.ID {
		t.Error("the refusal is no reply to the wrong move")
	}
	half := mei.say("E4")
	asked := mei.wait(person.Contains("like `h2e2`"))
	if asked.Reference == nil || asked.Reference.MessageID != half.ID {
		t.Error("the answer to half a move is no reply to it")
	}
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	mei.eventually("the refusals go away", func() bool { return mei.Message(note.ID) == nil && mei.Message(asked.ID) == nil })
	h.idle()
	if n := len(h.cards()); n != 1 {
		t.Errorf("%d messages of the bot\n%s", n, h.transcript())
	}
	if p := h.pings(); len(p) != 0 {
		t.Errorf("pinged: %v", p)
	}
}

func TestUndoWhileThinking(t *testing.T) {
	th := &scripted{moves: []string{"h9g7", "h9g7"}, gate: make(chan struct{}, 2)}
	h := openEnv(t, withThinker(th))
	mei := h.connect(1)
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Contains("thinking"))
	mei.command("undo")
	mei.wait(person.Contains("to move"), person.WithPicture(), func(m *person.Message) bool { return lastMove(m) == "" })
	th.gate <- struct{}{} // the late answer
	mei.say("b2e2")
	th.gate <- struct{}{}
	card := mei.wait(person.Moved("h9g7"))
	if !strings.Contains(card.Content, "`b2e2`") {
		t.Errorf("the late answer was played: %s", card.Content)
	}
}

// An event delivered twice changes nothing the second time.
func TestDeliveredTwice(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(1)
	h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "duplicate", "event": "MESSAGE_CREATE", "count": -1}, nil)
	h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "duplicate", "event": "INTERACTION_CREATE", "count": -1}, nil)
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	mei.command("move", person.Opt("text", "h0g2"))
	card := mei.wait(person.Moved("b9c7"))
	if !strings.Contains(card.Content, "move 3") {
		t.Errorf("the game is not where it should be: %s", card.Content)
	}
	h.idle() // the effects of the second delivery are over
	if n := mei.boards(); n != 1 {
		t.Errorf("%d boards are left", n)
	}
}

// A move typed while the bot was away is played when it is back; other messages are not
// answered.
func TestTypedWhileAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(1)
	mei.command("play")
	h.stop()
	mei.say("i0i4")
	mei.say("is anybody there?")
	mei.say("h2e2")
	h.startBot()
	mei.wait(person.Moved("h2e2"), person.Moved("h9g7"))
	mei.eventually("one board stands, and no refusal", func() bool {
		list, err := mei.Messages(h.ctx(), h.channel, 50)
		if err != nil {
			t.Fatal(err)
		}
		boards, said := 0, 0
		for _, m := range list {
			boards += len(m.Attachments)
			if m.Author.Bot {
				said++
			}
		}
		return boards == 1 && said == 1
	})
}

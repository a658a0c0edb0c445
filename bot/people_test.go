package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// sitDown has Mei challenge Tom and Tom accept; Mei plays Red. It returns the
// board's card.
func sitDown(h *env, mei, tom *user) *person.Message {
	h.t.Helper()
	asked := mei.command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"))
	card := tom.press(asked, "Accept")
	if card.ID != asked.ID || len(card.Attachments) != 1 {
		h.t.Fatalf("accepted at once, the challenge does not become the board: %+v", card)
	}
	return card
}

func (h *env) pass(d time.Duration) {
	h.t.Helper()
	h.sandboxDo(http.MethodPost, "/sandbox/clock", map[string]any{"advance": d.String()}, nil)
}

// expectPings requires exactly these pings since its last call.
func (h *env) expectPings(want ...string) {
	h.t.Helper()
	var got []string
	for _, p := range h.pings() {
		got = append(got, p.Username+": "+p.Preview)
	}
	ok := len(got) == len(want)
	for i := range want {
		ok = ok && i < len(got) && strings.HasPrefix(got[i], strings.SplitN(want[i], "…", 2)[0]) &&
			strings.Contains(got[i], strings.SplitN(want[i]+"…", "…", 3)[1])
	}
	if !ok {
		h.t.Errorf("pings:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/pings", nil, nil)
}

func TestChallengeAccepted(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	asked := mei.command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"))
	h.expectPings(tom.Username + ": …challenges you")
	for _, g := range []*user{mei, linh} {
		if m := g.press(asked, "Accept"); !m.Private() || !strings.Contains(m.Content, "somebody else") {
			t.Errorf("%s accepts: %+v", g.Username, m)
		}
	}
	if m := mei.command("move", person.Opt("text", "h2e2")); !m.Private() {
		t.Errorf("a move before the answer: %s", m.Content)
	}
	card := tom.press(asked, "Accept")
	if card.ID != asked.ID || !strings.Contains(card.Content, "<@"+mei.ID+"> to move") {
		t.Errorf("the board: %s", card.Content)
	}
	// Both are present: typed moves make new cards, and nobody is pinged.
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	tom.say("h9g7")
	mei.wait(person.Moved("h9g7"))
	h.expectPings()
	// Later Tom is not: when it is his turn again, a new card mentions him.
	h.pass(3 * time.Minute)
	mei.say("h0g2")
	mei.wait(person.Moved("h0g2"))
	h.expectPings(tom.Username + ": …h0g2")
	// No response to moves out of turn and to strangers.
	mei.say("i0h0")
	linh.say("i9h9")
	tom.say("i9h9")
	last := mei.wait(person.Moved("i9h9"))
	if strings.Contains(last.Content, "i0h0") {
		t.Errorf("played out of turn: %s", last.Content)
	}
}

func TestChallengeDeclinedWithdrawnExpired(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	asked := mei.command("challenge", person.Opt("user", tom.ID))
	if m := tom.press(asked, "Decline"); m.ID != asked.ID || !strings.Contains(m.Content, "declined") || len(m.Components) != 0 {
		t.Errorf("declined: %+v", m)
	}
	h.pass(11 * time.Minute) // nobody is asked twice in ten minutes
	asked = mei.command("challenge", person.Opt("user", tom.ID))
	if m := mei.press(asked, "Decline"); !strings.Contains(m.Content, "withdrew") {
		t.Errorf("withdrawn: %s", m.Content)
	}
	open := mei.command("challenge")
	h.pass(61 * time.Minute)
	mei.eventually("the open challenge expires", func() bool {
		return strings.Contains(mei.Message(open.ID).Content, "Nobody accepted")
	})
	if m := mei.command("challenge", person.Opt("user", mei.ID)); !m.Private() || !strings.Contains(m.Content, "yourself") {
		t.Errorf("challenging oneself: %s", m.Content)
	}
}

func TestOpenSeatAndNovice(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	open := mei.command("challenge", person.Opt("side", "black"))
	h.expectPings()
	if m := linh.press(open, "Withdraw"); !m.Private() {
		t.Errorf("an open seat was declined: %s", m.Content)
	}
	told := tom.press(open, "I've never played")
	if !told.Private() || strings.Count(told.Content, "\n") != 3 {
		t.Errorf("the newcomer is told: %s", told.Content)
	}
	tom.wait(person.Contains("<@"+tom.ID+"> to move"), person.WithPicture())
	linh.eventually("the taken seat is no longer offered", func() bool {
		_, ok := linh.Message(open.ID).Control("Accept")
		return !ok
	})
}

func TestPrivateBoard(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	card := sitDown(h, mei, tom)
	mine := mei.press(card, "My board")
	if !mine.Private() || len(mine.Attachments) != 1 || !strings.Contains(mine.Attachments[0].Description, "Red below") {
		t.Fatalf("Mei's board: %+v", mine)
	}
	his := tom.command("view")
	if !his.Private() || !strings.Contains(his.Attachments[0].Description, "Black below") {
		t.Fatalf("Tom's board: %+v", his)
	}
	if _, ok := his.Control("Choose a piece to move"); ok {
		t.Error("Tom can move when it is not his turn")
	}
	chosen := mei.choose(mine, "Choose a piece to move", "h2")
	if chosen.ID != mine.ID {
		t.Fatal("choosing a piece did not change the private board")
	}
	moved := mei.choose(chosen, "Where to? (炮 cannon h2)", "h2e2")
	if moved.ID != mine.ID || !strings.Contains(moved.Content, "`h2e2`") {
		t.Errorf("after the move the private board shows: %s", moved.Content)
	}
	tom.last = person.Mark{}
	tom.wait(person.Moved("h2e2"), func(m *person.Message) bool { return !m.Private() })
	now := tom.press(his, "Refresh")
	if _, ok := now.Control("Choose a piece to move"); !ok || now.ID != his.ID {
		t.Errorf("Tom's board after a refresh: %+v", now)
	}
}

// offers uses a command that makes an offer, and finds its message: the card
// changes at the same time.
func offers(g *user, command, text string) *person.Message {
	g.h.t.Helper()
	g.command(command)
	return g.wait(person.Contains(text), func(m *person.Message) bool { return len(m.Attachments) == 0 && len(m.Components) > 0 })
}

func TestDrawOffer(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	sitDown(h, mei, tom)
	h.expectPings(tom.Username + ": …challenges")
	offer := offers(mei, "draw", "offers a draw")
	h.expectPings(tom.Username + ": …offers a draw")
	if m := mei.command("draw"); !m.Private() || !strings.Contains(m.Content, "already") {
		t.Errorf("offering twice: %s", m.Content)
	}
	for _, g := range []*user{mei, linh} {
		if m := g.press(offer, "Accept"); !m.Private() {
			t.Errorf("%s accepts: %s", g.Username, m.Content)
		}
	}
	if m := tom.press(offer, "Decline"); m.ID != offer.ID || !strings.Contains(m.Content, "declined") || len(m.Components) != 0 {
		t.Errorf("declined: %+v", m)
	}
	if m := mei.command("draw"); !m.Private() || !strings.Contains(m.Content, "already") {
		t.Errorf("offering again after it was declined: %s", m.Content)
	}
	h.expectPings()
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	tom.say("h9g7")
	tom.wait(person.Moved("h9g7"))
	// An offer ends with the next move.
	offer = offers(mei, "draw", "offers a draw")
	mei.say("h0g2")
	mei.wait(person.Moved("h0g2"))
	// The click comes before its message is edited, or after: then there is no such button.
	m, err := tom.Press(h.ctx(), offer, "Accept")
	if err == nil && (!m.Private() || !strings.Contains(m.Content, "no longer")) || err != nil && !strings.Contains(err.Error(), "no such component") {
		t.Errorf("a dead offer: %+v %v", m, err)
	}
	tom.eventually("a dead offer has no buttons", func() bool {
		m := tom.Message(offer.ID)
		return strings.Contains(m.Content, "has lapsed") && len(m.Components) == 0
	})
	offer = offers(tom, "draw", "offers a draw")
	mei.press(offer, "Accept")
	mei.wait(person.Contains("by agreement"), person.WithPicture())
}

func TestTakebackBetweenPeople(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	sitDown(h, mei, tom)
	mei.say("h2h9")
	mei.wait(person.Moved("h2h9"))
	// A slip can be taken back without asking within half a minute.
	mei.command("undo")
	mei.wait(person.WithPicture(), person.Contains("to move"), func(m *person.Message) bool { return lastMove(m) == "" })
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	h.pass(time.Minute)
	offer := offers(mei, "undo", "asks to take")
	tom.press(offer, "Accept")
	mei.wait(person.WithPicture(), func(m *person.Message) bool { return lastMove(m) == "" })
}

// A question is answered as it was asked: if another offer has replaced it, its buttons do nothing, and it soon says that it is
// over.
func TestOfferReplaced(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	h.pass(time.Minute)
	undo := offers(mei, "undo", "asks to take")
	draw := offers(mei, "draw", "offers a draw")
	// The click comes before its message is edited, or after: then there is no such button.
	m, err := tom.Press(h.ctx(), undo, "Accept")
	if err == nil && (!m.Private() || !strings.Contains(m.Content, "no longer")) || err != nil && !strings.Contains(err.Error(), "no such component") {
		t.Errorf("accepting a takeback that is no longer asked for: %+v %v", m, err)
	}
	tom.eventually("the request for a takeback is over", func() bool {
		m := tom.Message(undo.ID)
		return strings.Contains(m.Content, "has lapsed") && len(m.Components) == 0
	})
	if m := tom.press(draw, "Decline"); m.ID != draw.ID || !strings.Contains(m.Content, "declined") {
		t.Errorf("declining the draw that is offered: %+v", m)
	}
	if live, err := h.core.Matches.InChannel(h.ctx(), id.Channel(h.channel)); err != nil || live.Game.Ply() != 1 {
		t.Errorf("afterwards: %+v %v", live, err)
	}
}

func TestContextMenuAndGreeting(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	asked, err := mei.OnUser(h.ctx(), h.channel, "Challenge to xiangqi", tom.ID)
	if err != nil || !strings.Contains(asked.Content, "challenges you") {
		t.Fatalf("from the context menu: %v %+v", err, asked)
	}
	tom.press(asked, "Decline")
	mei.say("<@" + h.info.ApplicationID + "> hi!")
	hello := mei.wait(person.Contains("Would you like to play"))
	card := mei.press(hello, "Play the Kid")
	if len(card.Attachments) == 0 {
		card = mei.wait(person.WithPicture())
	}
	if !strings.Contains(card.Content, "Kid (Black)") {
		t.Errorf("playing from the greeting: %s", card.Content)
	}
}

// A move that would lose by perpetual check is held back, and played only if the player insists.
func TestHeldBack(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"e9e8", "e8e9", "e9e8", "e8e9", "e9e8", "e8e9"}}))
	mei := h.connect(1)
	mei.command("play", person.Opt("side", "red"), person.Opt("position", "4k4/9/9/9/9/9/9/4B4/9/R2K5 w"))
	var note *person.Message
	for _, m := range []string{"a0a9", "a9a8", "a8a9", "a9a8", "a8a9", "a9a8", "a8a9"} {
		mei.say(m)
		seen := mei.wait(func(msg *person.Message) bool {
			return strings.Contains(msg.Content, "perpetual check, and you would lose") ||
				strings.Contains(msg.Content, "`"+m+"`") && strings.Contains(msg.Content, "to move")
		})
		if strings.Contains(seen.Content, "you would lose") {
			note = seen
			break
		}
	}
	if note == nil {
		t.Fatalf("nothing was held back\n%s", h.transcript())
	}
	if !strings.Contains(h.transcript(), "keeps giving check and must play something else") {
		t.Errorf("no warning on the card before\n%s", h.transcript())
	}
	mei.press(note, "Play it anyway")
	mei.wait(person.Contains("Perpetual check"), person.WithPicture())
}

// In a channel with an open game, another one gets a thread named after its players.
func TestThreadsInOccupiedChannels(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(1), h.connect(0)
	mei.command("play")
	tom.command("play", person.Opt("opponent", "2"))
	told := tom.wait(person.Contains("yours is in <#"))
	if !told.Private() {
		t.Fatalf("told: %+v", told)
	}
	_, id, _ := strings.Cut(told.Content, "<#")
	h.channel, _, _ = strings.Cut(id, ">")
	tom.wait(person.WithPicture(), person.Contains("Xiaoqing (Black)"))
	if m := mei.command("play"); !m.Private() || !strings.Contains(m.Content, "already") {
		t.Errorf("a game in an occupied thread: %s", m.Content)
	}
	tom.say("h2e2")
	tom.wait(person.Moved("h9g7"))
}

// A thread that Discord opens although it answers with a fault is found, and the game begins there: no empty one is left.
func TestThreadOpenedDespiteAFault(t *testing.T) {
	for name, fault := range map[string]sandbox.Fault{
		"500":       {Kind: "status", Status: 500},
		"no answer": {Kind: "cut"},
	} {
		t.Run(name, func(t *testing.T) {
			h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
			mei, tom := h.connect(1), h.connect(0)
			mei.command("play")
			fault.Method, fault.Path, fault.After = "POST", "/channels/*/threads", true
			h.order(fault)
			told := tom.command("play", person.Opt("opponent", "2"))
			_, channel, found := strings.Cut(told.Content, "yours is in <#")
			if !found {
				t.Fatalf("told %q", told.Content)
			}
			h.channel, _, _ = strings.Cut(channel, ">")
			tom.wait(person.WithPicture(), person.Contains("Xiaoqing (Black)"))
			var all struct {
				Threads []struct{ ID string }
			}
			if err := tom.Do(h.ctx(), http.MethodGet, "/guilds/"+h.info.GuildID+"/threads/active", nil, &all); err != nil || len(all.Threads) != 1 {
				t.Errorf("%d threads, %v", len(all.Threads), err)
			}
		})
	}
}

func TestResting(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(1)
	card := mei.command("play")
	h.pass(25 * time.Hour)
	resting := mei.wait(person.Contains("This game is adjourned"), person.WithPicture())
	if resting.ID != card.ID {
		t.Error("resting made a new card")
	}
	h.expectPings()
	mei.press(resting, "Go on")
	mei.wait(person.Contains("to move"), person.WithPicture(), func(m *person.Message) bool { return !strings.Contains(m.Content, "adjourned") })
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
}

func TestOdds(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h2e2"}}))
	mei := h.connect(1)
	// The giver of pieces plays Red and begins.
	mei.command("play", person.Opt("odds", "horse"))
	card := mei.wait(person.Moved("h2e2"), person.Contains("to move"))
	if !strings.Contains(card.Content, "Kid gives the left horse") || strings.Contains(card.Attachments[0].Description, "horses b0") ||
		!strings.Contains(card.Attachments[0].Description, "horse h0") {
		t.Errorf("a horse: %s\n%s", card.Content, card.Attachments[0].Description)
	}
	if m := mei.command("play", person.Opt("odds", "rook"), person.Opt("side", "red")); !m.Private() {
		t.Errorf("odds and a side: %s", m.Content)
	}
}

func TestTwoMoves(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(1)
	mei.command("play", person.Opt("odds", "two-moves"))
	mei.say("h2e2")
	mei.wait(person.Contains("<@"+mei.ID+"> to move"), person.WithPicture(), func(m *person.Message) bool {
		return strings.Contains(m.Attachments[0].Description, "cannons b2 e2")
	})
	mei.say("h0g2")
	mei.wait(person.Moved("h0g2"), person.Moved("h9g7"))
}

func TestExhibition(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h2e2", "h9g7"}}))
	mei, tom := h.connect(1), h.connect(2)
	card := mei.command("exhibition", person.Opt("red", "5"), person.Opt("black", "1"))
	if !strings.Contains(card.Content, "Grandpa is thinking") {
		t.Errorf("the card: %s", card.Content)
	}
	moved := mei.wait(person.Moved("h2e2"))
	if moved.ID != card.ID {
		t.Error("an exhibition posts card after card")
	}
	if m := tom.press(moved, "Stop"); !m.Private() {
		t.Errorf("another stops it: %s", m.Content)
	}
	mei.press(mei.Message(card.ID), "Stop")
	mei.wait(person.Contains("without a result"))
	h.expectPings()
}

// Pressed twice, "Play again" begins one game.
func TestPlayAgainTwice(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	mei.command("play", person.Opt("side", "black"))
	card := mei.wait(person.Contains("<@"+mei.ID+"> to move"), person.WithPicture()) // no answer changes the card as she presses
	mei.press(mei.press(card, "Resign"), "Yes, resign")
	over := mei.wait(person.Contains("resigned"), person.WithPicture())
	mei.press(over, "Play again")
	mei.wait(person.Contains("(Red)"), person.Contains("to move"), person.WithPicture(), func(m *person.Message) bool { return m.ID != over.ID })
	if m := mei.press(over, "Play again"); !m.Private() || !strings.Contains(m.Content, "already") || strings.Contains(m.Content, "<#") {
		t.Errorf("the second time: %s", m.Content)
	}
}

func TestRematch(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	sitDown(h, mei, tom)
	if m := mei.command("rematch"); !m.Private() || !strings.Contains(m.Content, "already") {
		t.Errorf("while it is on: %s", m.Content)
	}
	ask := tom.command("resign")
	tom.press(ask, "Yes, resign")
	mei.wait(person.Contains("resigned"), person.WithPicture())
	if m := linh.command("rematch"); !m.Private() {
		t.Errorf("a stranger: %s", m.Content)
	}
	mei.command("rematch")
	asked := mei.wait(person.Contains("challenges you"))
	if !strings.Contains(asked.Content, "You would play Red") {
		t.Errorf("the sides are not swapped: %s", asked.Content)
	}
	tom.press(asked, "Accept")
	tom.wait(person.Contains("<@"+tom.ID+"> to move"), person.WithPicture())
}

package bot_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/bot"
	"yeye/bot/engine"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/game"
)

func withAnalyst(a engine.Analyst) envOption {
	return func(_ *env, o *bot.Options) { o.Analyst = a }
}

// advised is an analyst who gives one hint, when released.
type advised struct {
	hint explain.Hint
	gate chan struct{}
}

func (a *advised) Suggest(ctx context.Context, _ *game.Game) (explain.Hint, error) {
	if a.gate != nil {
		select {
		case <-a.gate:
		case <-ctx.Done():
			return explain.Hint{}, ctx.Err()
		}
	}
	return a.hint, nil
}

func mv(text string) game.Move {
	m, err := game.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

// A real engine finds the mate, and the response is private, with board and arrow.
func TestHint(t *testing.T) {
	pool := ai.NewPool(ai.PoolOptions{HashMB: 4})
	h := openEnv(t, withThinker(&scripted{}), withAnalyst(&explain.Adviser{Engine: pool, Nodes: 20_000}))
	mei, tom := h.connect(1), h.connect(2)
	if m := mei.command("hint"); !m.Private() || !strings.Contains(m.Content, "No game") {
		t.Errorf("a hint without a game: %s", m.Content)
	}
	mei.command("play", person.Opt("position", "3aka3/4nR3/b1n6/p1N5p/2b2R3/6P2/Pr2P3P/9/4A4/4KAB2 w - - 0 1"))
	m := mei.command("hint")
	if !m.Private() || !strings.Contains(m.Content, "`f8f9`") || !strings.Contains(m.Content, "mate in 1") || len(m.Attachments) != 1 ||
		!strings.HasPrefix(m.Attachments[0].Description, "Hint: rook f8 to f9.") {
		t.Errorf("%+v", m)
	}
	if m := tom.command("hint"); !m.Private() || !strings.Contains(m.Content, "not playing") {
		t.Errorf("a stranger asks: %s", m.Content)
	}
	if p := h.pings(); len(p) != 0 {
		t.Errorf("pinged: %v", p)
	}
}

// While it thinks the channel's queue is free, and the response arrives in the end.
func TestHintHoldsNothingUp(t *testing.T) {
	a := &advised{gate: make(chan struct{}), hint: explain.Hint{Move: mv("h2e2"), Line: []game.Move{mv("h2e2"), mv("h9g7")},
		Reasons: []explain.Reason{{Kind: explain.Centers, Piece: game.NewPiece(game.Red, game.Cannon), At: 25}}}}
	h := openHurriedEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}), withAnalyst(a))
	mei := h.connect(1)
	mei.command("play")
	mei.press(mei.command("hint"), "Show the hint") // acknowledged
	if m := mei.press(mei.command("hint"), "Show the hint"); !m.Private() || !strings.Contains(m.Content, "still thinking") {
		t.Errorf("a second question meanwhile: %s", m.Content)
	}
	mei.say("h0g2")
	mei.wait(person.Moved("h0g2"), person.Moved("h9g7"))
	mark := mei.last
	close(a.gate)
	mei.last = mark
	answer := mei.wait(person.IsPrivate(), person.Contains("middle file"))
	if !strings.Contains(answer.Content, "I expect: h2e2 h9g7") {
		t.Errorf("%s", answer.Content)
	}
	if m := mei.command("hint"); !m.Private() || !strings.Contains(m.Content, "Hint:") && !m.Loading() {
		t.Errorf("another question afterwards: %s", m.Content)
	}
}

func TestNoHintsBetweenPeople(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h2e2"), Reasons: []explain.Reason{{}}}}
	h := openEnv(t, withThinker(&scripted{}), withAnalyst(a))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	sitDown(h, mei, tom)
	for g, want := range map[*user]string{mei: "Two people are playing", linh: "Two people are playing"} {
		if m := g.command("hint"); !m.Private() || !strings.Contains(m.Content, want) {
			t.Errorf("%s: %s", g.Username, m.Content)
		}
	}
	// Nor by setting up the position elsewhere, mirrored.
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	h.channel = h.info.Channels[1].ID
	const mirrored = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1"
	if m := mei.command("play", person.Opt("position", mirrored), person.Opt("side", "black")); !m.Private() || !strings.Contains(m.Content, "is being played in a game between people") {
		t.Errorf("the mirrored live position: %s", m.Content)
	}
	// Nor by reaching it move by move.
	study := mei.command("study", person.Opt("public", true))
	study = mei.moveByHand(study, "Where to? (炮 cannon b2)", "b2e2")
	if m := mei.press(study, "Engine moves here"); !m.Private() || !strings.Contains(m.Content, "is being played in a game between people") {
		t.Errorf("the live position reached: %s", m.Content)
	}
}

// The card against a character has a button for a hint on its board; a typed word counts
// if it is addressed to the bot.
func TestHintByButtonAndWord(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h2e2"), Reasons: []explain.Reason{{Kind: explain.Develops, Piece: game.NewPiece(game.Red, game.Cannon)}}}}
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}), withAnalyst(a))
	mei, tom := h.connect(1), h.connect(0)
	card := mei.command("play", person.Opt("side", "red"))
	asked := mei.press(card, "Hint")
	if !asked.Private() || !strings.Contains(asked.Content, "a win in this game will not count as your own") {
		t.Errorf("before it is given: %+v", asked)
	}
	if m := h.match(); m.Casual != match.Rated {
		t.Errorf("asking alone makes it %v", m.Casual)
	}
	if m := mei.press(asked, "Show the hint"); !strings.Contains(m.Content, "**Hint: `h2e2`") || !m.Private() || len(m.Attachments) != 1 {
		t.Errorf("by the button: %+v", m)
	}
	card = mei.wait(person.Is(card.ID), person.Contains("A hint was given"))
	// The card stays unchanged, so that an old button can be pressed.
	h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "status", "method": "PATCH", "path": "/channels/*/messages/" + card.ID, "status": 500, "count": -1}, nil)
	if m := tom.press(card, "Hint"); !m.Private() || !strings.Contains(m.Content, "not playing") {
		t.Errorf("a stranger's click: %s", m.Content)
	}
	mei.say("hint") // talk
	mei.say("<@" + h.info.ApplicationID + "> hint")
	hint := mei.wait(person.Contains("**Hint: `h2e2`"), person.WithPicture())
	if hint.Private() || hint.Reference == nil {
		t.Errorf("by the word: %+v", hint)
	}
	mei.say("b0c2") // which removes the hint
	mei.wait(person.Moved("h9g7"))
	mei.eventually("the hint goes away", func() bool {
		list, err := mei.Messages(h.ctx(), h.channel, 50)
		if err != nil {
			t.Fatal(err)
		}
		hints := 0
		for _, m := range list {
			if strings.Contains(m.Content, "**Hint") {
				hints++
			}
		}
		return hints == 0
	})
	dm, err := mei.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	h.channel = dm
	mei.command("play", person.Opt("side", "red"))
	mei.say("提示")
	mei.press(mei.wait(person.Contains("A hint means help")), "Show the hint")
	mei.wait(person.Contains("**Hint: `h2e2`"))
	for _, p := range h.pings() {
		if p.Kind != "dm" {
			t.Errorf("pinged: %+v", p)
		}
	}
}

// Between people neither the button nor the word gives hints, and the words that do work
// do what the commands do.
func TestWordsBetweenPeople(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h2e2"), Reasons: []explain.Reason{{}}}}
	h := openEnv(t, withThinker(&scripted{}), withAnalyst(a))
	mei, tom := h.connect(1), h.connect(0)
	card := sitDown(h, mei, tom)
	if _, ok := card.Control("Hint"); ok {
		t.Error("a hint is offered between people")
	}
	mei.say("<@" + h.info.ApplicationID + "> hint")
	mei.wait(person.Contains("no hints and no engine"))
	h.expectPings(tom.Username + ": …challenges you")
	mei.say("<@" + h.info.ApplicationID + "> draw")
	offer := mei.wait(person.Contains("offers a draw"), func(m *person.Message) bool { return len(m.Attachments) == 0 }) // the card says so too
	h.expectPings(tom.Username + ": …offers a draw")
	tom.press(offer, "Accept")
	tom.wait(person.Contains("by agreement"), person.WithPicture())
}

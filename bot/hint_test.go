package bot_test

import (
	"context"
	"strings"
	"testing"

	"yeye/ai/explain"
	"yeye/bot"
	"yeye/bot/engine"
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
	if !strings.Contains(answer.Content, "Likely: h2e2 h9g7") {
		t.Errorf("%s", answer.Content)
	}
	if m := mei.command("hint"); !m.Private() || !strings.Contains(m.Content, "Hint:") && !m.Loading() {
		t.Errorf("another question afterwards: %s", m.Content)
	}
}

// A hint given to a typed word is a reply, and goes away with the next move.
func TestHintByAWord(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h2e2"), Reasons: []explain.Reason{{}}}}
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}), withAnalyst(a))
	mei := h.connect(1)
	card := mei.command("play", person.Opt("side", "red"))
	mei.press(mei.press(card, "Hint"), "Show the hint")
	mei.wait(person.Is(card.ID), person.Contains("You took a hint"))
	mei.say("<@" + h.info.ApplicationID + "> hint")
	hint := mei.wait(person.Contains("**Hint: `h2e2`"), person.WithPicture())
	if hint.Private() || hint.Reference == nil {
		t.Errorf("by the word: %+v", hint)
	}
	mei.say("b0c2")
	mei.wait(person.Moved("h9g7"))
	mei.eventually("the hint goes away", func() bool { return !strings.Contains(h.transcript(), "**Hint") })
	h.expectPings()
}

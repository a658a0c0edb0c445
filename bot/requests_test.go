package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// A game against a character leaves the player's moves and one card in the channel, at two and a half requests a move.
func TestGameLeavesOneCard(t *testing.T) { leavesOneCard(t) }

// It takes no more if characters hold their answers back.
func TestLingeringTakesNoRequest(t *testing.T) {
	leavesOneCard(t, func(_ *bottest.Env, o *bot.Options) { o.Pause = time.Millisecond })
}

func leavesOneCard(t *testing.T, options ...bottest.Option) {
	h := bottest.Open(t, append(options, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}}))...)
	mei := h.Connect(0)
	mei.Command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	h.CountRequests()
	typed := []string{"h2e2", "h0g2", "b0c2", "i0h0", "a0b0", "c3c4"}
	answers := []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}
	for i, move := range typed {
		mei.Say(move)
		mei.Wait(person.ShowsMove(answers[i]))
	}
	mei.Eventually("one card is left", func() bool { return len(h.Cards()) == 1 })
	total, kinds := h.Made()
	if limit := len(typed) * 5 / 2; total > limit {
		t.Errorf("%d moves took %d requests with the bot's token, at most %d wanted: %v", len(typed), total, limit, kinds)
	}
}

// Between people a typed move creates one card and deletes one.
func TestTypedMoveBetweenPeopleIsTwoRequests(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	bottest.SitDown(h, mei, tom)
	h.CountRequests()
	for i, move := range []string{"h2e2", "h9g7", "h0g2", "b9c7"} {
		[]*bottest.User{mei, tom}[i%2].Say(move)
		mei.Wait(person.ShowsMove(move))
	}
	mei.Eventually("one card is left", func() bool { return len(h.Cards()) == 1 })
	if total, kinds := h.Made(); total > 2*4 {
		t.Errorf("4 moves took %d requests with the bot's token: %v", total, kinds)
	}
}

// A move by a click on the card is shown by the response to the click, and the character's by the token of the same interaction.
func TestClickedMoveTakesNoRequest(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	mei := h.Connect(0)
	card := mei.Command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	h.CountRequests()
	card = mei.Choose(card, "Choose a piece to move", "h2")
	mei.Choose(card, "Where to? (炮 cannon h2)", "h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	if total, kinds := h.Made(); total > 0 {
		t.Errorf("%d requests with the bot's token: %v", total, kinds)
	}
}

// A card to which somebody has reacted or replied keeps its first line, so that their words keep their context; even if the bot
// missed the event.
func TestRegardedCardKeepsItsLine(t *testing.T) {
	for name, missed := range map[string]bool{"heard": false, "missed": true} {
		t.Run(name, func(t *testing.T) {
			h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9"}}))
			mei, tom := h.Connect(0), h.Connect(1)
			mei.Command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
			mei.Say("h2e2")
			card := mei.Wait(person.ShowsMove("h9g7"))
			mei.Eventually("the first card is gone", func() bool { return len(h.Cards()) == 1 })
			if missed {
				h.Stop()
			}
			if err := tom.React(h.Ctx(), card, "🔥"); err != nil {
				t.Fatal(err)
			}
			if missed {
				h.StartBot()
			}
			mei.Say("h0g2")
			replied := mei.Wait(person.ShowsMove("b9c7"))
			if _, err := tom.Reply(h.Ctx(), replied, "what a horse"); err != nil {
				t.Fatal(err)
			}
			mei.Say("i0h0")
			mei.Wait(person.ShowsMove("i9h9"))
			var all []*person.Message
			mei.Eventually("earlier cards are lines", func() bool {
				all = h.Cards()
				return len(all) == 3 && len(all[1].Controls()) == 0 && len(all[2].Controls()) == 0
			})
			for i, want := range map[int]string{1: "b9c7", 2: "h9g7"} {
				if m := all[i]; strings.Contains(m.Content, "\n") || !strings.Contains(m.Content, want) || len(m.Attachments) > 0 {
					t.Errorf("an earlier card says %q with %d pictures", m.Content, len(m.Attachments))
				}
			}
		})
	}
}

// A character that thinks for long is visibly busy: the channel shows that the bot is typing, then the card of the player's move is
// posted, and the answer is shown on that.
func TestLongThoughtIsSeen(t *testing.T) {
	th := &bottest.Scripted{Moves: []string{"h9g7"}, Gate: make(chan struct{})}
	h := bottest.OpenWith(t, sandbox.Options{AnswerWithin: bottest.Patience}, "en-US", bottest.Unhurried, bottest.WithThinker(th))
	mei := h.Connect(0)
	mei.Command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	h.CountRequests()
	started := time.Now()
	mei.Say("h2e2")
	thinking := mei.Wait(person.ShowsMove("h2e2"), person.Contains("is thinking"))
	if early := time.Since(started); early < time.Second {
		t.Errorf("the card did not wait for an answer: %v", early)
	}
	// If the machine slept until the card was due it is too late for typing. Package display tests when that comes.
	if _, kinds := h.Spent(); kinds["typing"] > 1 {
		t.Errorf("requests: %v", kinds)
	}
	close(th.Gate)
	if answered := mei.Wait(person.ShowsMove("h9g7")); answered.ID != thinking.ID {
		t.Error("the answer is a card of its own")
	}
}

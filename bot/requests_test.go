package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// spent returns the bot's requests with its own token in a channel since the last reset, by kind: those that count against the
// fifty a second.
func (h *env) spent() (total int, kinds map[string]int) {
	kinds = map[string]int{}
	for _, r := range h.server.Requests() {
		if r.Token && r.ChannelID == h.channel {
			total += r.Count
			kinds[r.Kind] += r.Count
		}
	}
	return total, kinds
}

// cards returns the bot's messages in the channel, newest first.
func (h *env) cards() (all []*person.Message) {
	h.t.Helper()
	list, err := h.connect(2).Messages(h.ctx(), h.channel, 100)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, m := range list {
		if m.Author.Bot {
			all = append(all, m)
		}
	}
	return all
}

// A game against a character leaves the player's moves and one card in the channel, at two and a half requests a move.
func TestGameLeavesOneCard(t *testing.T) { leavesOneCard(t) }

// It takes no more if characters hold their answers back.
func TestLingeringTakesNoRequest(t *testing.T) {
	leavesOneCard(t, func(_ *env, o *bot.Options) { o.Pause = time.Millisecond })
}

func leavesOneCard(t *testing.T, options ...envOption) {
	h := openEnv(t, append(options, withThinker(&scripted{moves: []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}}))...)
	mei := h.connect(0)
	mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	h.server.ResetRequests()
	typed := []string{"h2e2", "h0g2", "b0c2", "i0h0", "a0b0", "c3c4"}
	answers := []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}
	for i, move := range typed {
		mei.say(move)
		mei.wait(person.Moved(answers[i]))
	}
	mei.eventually("one card is left", func() bool { return len(h.cards()) == 1 })
	total, kinds := h.spent()
	if limit := len(typed) * 5 / 2; total > limit {
		t.Errorf("%d moves took %d requests with the bot's token, at most %d wanted: %v", len(typed), total, limit, kinds)
	}
}

// Between people a typed move creates one card and deletes one.
func TestTypedMoveBetweenPeopleIsTwoRequests(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	sitDown(h, mei, tom)
	h.server.ResetRequests()
	for i, move := range []string{"h2e2", "h9g7", "h0g2", "b9c7"} {
		[]*user{mei, tom}[i%2].say(move)
		mei.wait(person.Moved(move))
	}
	mei.eventually("one card is left", func() bool { return len(h.cards()) == 1 })
	if total, kinds := h.spent(); total > 2*4 {
		t.Errorf("4 moves took %d requests with the bot's token: %v", total, kinds)
	}
}

// A move by a click on the card is shown by the response to the click, and the character's by the token of the same interaction.
func TestClickedMoveTakesNoRequest(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(0)
	card := mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	h.server.ResetRequests()
	card = mei.choose(card, "Choose a piece to move", "h2")
	mei.choose(card, "Where to? (炮 cannon h2)", "h2e2")
	mei.wait(person.Moved("h9g7"))
	if total, kinds := h.spent(); total > 0 {
		t.Errorf("%d requests with the bot's token: %v", total, kinds)
	}
}

// A card to which somebody has reacted or replied keeps its first line, so that their words keep their context; even if the bot
// missed the event.
func TestRegardedCardKeepsItsLine(t *testing.T) {
	for name, missed := range map[string]bool{"heard": false, "missed": true} {
		t.Run(name, func(t *testing.T) {
			h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7", "i9h9"}}))
			mei, tom := h.connect(0), h.connect(1)
			mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
			mei.say("h2e2")
			card := mei.wait(person.Moved("h9g7"))
			mei.eventually("the first card is gone", func() bool { return len(h.cards()) == 1 })
			if missed {
				h.stop()
			}
			if err := tom.React(h.ctx(), card, "🔥"); err != nil {
				t.Fatal(err)
			}
			if missed {
				h.startBot()
			}
			mei.say("h0g2")
			replied := mei.wait(person.Moved("b9c7"))
			if _, err := tom.Reply(h.ctx(), replied, "what a horse"); err != nil {
				t.Fatal(err)
			}
			mei.say("i0h0")
			mei.wait(person.Moved("i9h9"))
			var all []*person.Message
			mei.eventually("earlier cards are lines", func() bool {
				all = h.cards()
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
	th := &scripted{moves: []string{"h9g7"}, gate: make(chan struct{})}
	h := openEnvWith(t, sandbox.Options{AnswerWithin: patience}, "en-US", unhurried, withThinker(th))
	mei := h.connect(0)
	mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	h.server.ResetRequests()
	mei.say("h2e2")
	began := time.Now()
	thinking := mei.wait(person.Moved("h2e2"), person.Contains("is thinking"))
	if early := time.Since(began); early < time.Second {
		t.Errorf("the card did not wait for an answer: %v", early)
	}
	if _, kinds := h.spent(); kinds["typing"] != 1 {
		t.Errorf("requests: %v", kinds)
	}
	close(th.gate)
	if answered := mei.wait(person.Moved("h9g7")); answered.ID != thinking.ID {
		t.Error("the answer is a card of its own")
	}
}

package bot_test

import (
	"strings"
	"testing"

	"yeye/bot"
)

// Two bots of one token work on one database, as they do for a moment while one
// is replaced by another: both get every event. Each move is played once, each
// answer found once, and one board stands.
func TestTwoBotsOnOneDatabase(t *testing.T) {
	th := &scripted{moves: []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}}
	h := openHall(t, withThinker(th))
	first := h.stop
	h.startBot(func(_ *hall, o *bot.Options) { o.Owner = "another" })
	t.Cleanup(first)
	mei := h.sit(1)
	mei.last = mei.Mark()
	if _, err := mei.Command(h.ctx(), h.channel, "play"); err != nil {
		t.Logf("/play: %v", err) // the slower one's answer may be the one that is reported
	}
	mei.eventually("one board stands", func() bool { return mei.boards() == 1 })
	var want []string
	for n, move := range []string{"h2e2", "h0g2", "b0c2", "i0h0", "c3c4", "g3g4"} {
		mei.act(ways[n%2], move)
		want = append(want, move, th.moves[n])
		mei.eventually("the answer to "+move, func() bool { return h.moves() == strings.Join(want, " ") })
		mei.stands(move, th.moves[n])
	}
}

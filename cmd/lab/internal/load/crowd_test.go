package load

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"yeye/bot/feature/ring"
	"yeye/bot/id"
	"yeye/bot/sandbox/client"
	"yeye/game"
)

// crowdMessage makes a message of the bot.
func crowdMessage(t *testing.T, id, channel, text string, calls []string, controls ...string) message {
	t.Helper()
	m := map[string]any{"id": id, "channel_id": channel, "content": text, "author": map[string]any{"bot": true}}
	var mentions, row []any
	for _, who := range calls {
		mentions = append(mentions, map[string]any{"id": who})
	}
	for _, c := range controls {
		row = append(row, map[string]any{"type": 2, "custom_id": c})
	}
	m["mentions"], m["components"] = mentions, []any{map[string]any{"components": row}}
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	w := newBoardWatcher(&tally{})
	news := make(chan message, 1)
	w.follow(channel, news)
	w.handleEvent(client.Event{Type: "MESSAGE_UPDATE", Data: data})
	return <-news
}

// A board follows what its cards show: its own move with the answer, the opponent's, nothing new, an old card, and a
// gap.
func TestBoardFollowsCards(t *testing.T) {
	b := &board{game: game.NewGame(game.Start(), game.Asian)}
	for _, c := range []struct {
		said, shown, want string
		ok                bool
	}{
		{"", "", "", true},
		{"h2e2", "h2e2", "h2e2", true},
		{"", "h2e2 h9g7", "h2e2 h9g7", true},
		{"", "h2e2 h9g7", "h2e2 h9g7", true},
		{"h0g2", "h0g2 i9h9", "h2e2 h9g7 h0g2 i9h9", true},
		{"", "h2e2 h9g7", "h2e2 h9g7 h0g2 i9h9", true},
		{"i0h0", "b9c7 a3a4", "h2e2 h9g7 h0g2 i9h9", false},
	} {
		b.lastText = c.said
		if ok := b.update(strings.Fields(c.shown)); ok != c.ok || strings.Join(b.moves, " ") != c.want {
			t.Errorf("%s: %v, %v", c.shown, ok, b.moves)
		}
	}
}

// A second message that calls the same people to the same is found; another call, an edit, and the call of a pair by
// arrangement are not taken for one. Messages in threads below a crowd's channel are its own, others are nobody's.
func TestWatchFindsCallsTwice(t *testing.T) {
	counts := &tally{}
	w := newBoardWatcher(counts)
	news := make(chan message, 64)
	w.follow("1", news)
	w.handleEvent(client.Event{Type: "THREAD_CREATE", Data: []byte(`{"id":"2","parent_id":"1"}`)})
	call := func(kind, id, channel, text, control string) {
		files := `[]`
		if strings.Contains(control, "resign") {
			files = `[{"id":"1"}]`
		}
		w.handleEvent(client.Event{Type: kind,
			Data: fmt.Appendf(nil, `{"id":%q,"channel_id":%q,"content":%q,"author":{"bot":true},"mentions":[{"id":"9"}],
			"attachments":%s,"components":[{"components":[{"custom_id":%q}]}]}`, id, channel, text, files, control)})
	}
	for i, c := range []struct {
		kind, channel, text, control string
		want                         int
	}{
		{"MESSAGE_CREATE", "1", "<@9>: your game is next <t:1:R>", "y1:rgsit:a:0::", 0},
		{"MESSAGE_UPDATE", "1", "<@9>: your game is next <t:1:R>", "y1:rgsit:a:0::", 0},
		{"MESSAGE_CREATE", "1", "<@9>: your game is next <t:2:R>", "y1:rgsit:a:0::", 0},
		{"MESSAGE_CREATE", "1", "<@9>: your game is next <t:2:R>", "y1:rgsit:b:0::", 0},
		{"MESSAGE_CREATE", "3", "<@9>: your game is next <t:2:R>", "y1:rgsit:a:0::", 0},
		{"MESSAGE_CREATE", "3", "<@9>: your game is next <t:2:R>", "y1:rgsit:a:0::", 0},
		{"MESSAGE_CREATE", "2", "<@9> to move", "y1:resign:a:1::", 0},
		{"MESSAGE_CREATE", "1", "<@9> is ready", "y1:trready:a:1:1:", 0},
		{"MESSAGE_CREATE", "1", "<@9> is ready", "y1:trready:a:1:1:", 0},
		{"MESSAGE_CREATE", "2", "<@9> to move", "y1:resign:a:1::", 1},
		{"MESSAGE_CREATE", "1", "<@9>: your game is next <t:2:R>", "y1:rgsit:a:0::", 2},
		{"MESSAGE_CREATE", "1", "<@9> to move", "y1:resign:b:1::", 2},
		{"MESSAGE_CREATE", "1", "<@9>: your game is next <t:2:R>", "y1:rgsit:a:0::", 2},
		{"MESSAGE_UPDATE", "1", "<@9> to move", "y1:resign:b:3::", 2},
		{"MESSAGE_CREATE", "1", "<@9>: your game is next <t:2:R>", "y1:rgsit:a:0::", 3},
	} {
		if call(c.kind, fmt.Sprint(100+i), c.channel, c.text, c.control); counts.crowd.calledTwice != c.want {
			t.Errorf("%d %+v: %d", i, c, counts.crowd.calledTwice)
		}
	}
	if len(news) != 13 {
		t.Errorf("%d messages were passed on", len(news))
	}
}

// A ring may have gone on since its last game in the ways that need none.
func TestRingFollowsItsGames(t *testing.T) {
	for _, c := range []struct {
		name          string
		now           id.Player
		kept, waiting int
		holder        id.Player
		defences      int
		want          bool
	}{
		{"as the games left it", "a", 2, 1, "a", 2, true},
		{"a defense too many", "a", 3, 1, "a", 2, false},
		{"the keeper stays", "", 1, 0, "", 1, true},
		{"the keeper has made room", "a", 0, 1, "", 1, true},
		{"nobody defends without a game", "a", 1, 1, "", 1, false},
		{"out, and nobody else waits", "", 0, 1, "a", 1, true},
		{"the keeper sits where two wait", "", 0, 2, "a", 1, false},
		{"somebody else", "b", 0, 1, "a", 1, false},
	} {
		r := ring.Ring{Holder: ring.Person{Player: c.now}, Defences: c.kept, Queue: make([]ring.Person, c.waiting)}
		if got := consistent(&r, c.holder, c.defences); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// What the card tells of a vote must be what was accepted: as many voters, and one of the moves.
func TestVoteIsCountedOnce(t *testing.T) {
	for _, c := range []struct {
		text, played string
		wrong        int
	}{
		{"🗳️ **h2e2**: 2 votes of 2.", "h2e2", 0},
		{"🗳️ **h2e2**: 2 votes of 3.", "h2e2", 0},
		{"🗳️ **h2e2**: 1 vote of 1.", "h2e2", 1},
		{"🗳️ **h2e2**: 2 votes of 4.", "h2e2", 1},
		{"🗳️ **b2e2**: 2 votes of 2.", "b2e2", 1},
		{"Nobody has voted.", "h2e2", 1},
	} {
		a, b, unsure := &person{}, &person{}, &person{}
		v := &votes{crowd: &crowd{bot: &bot{tally: &tally{}}}, board: &board{moves: []string{c.played}}}
		v.turn = &voteTurn{moves: map[*person]string{a: "h2e2", b: "h2e2", unsure: "h0g2"},
			accepted: map[*person]bool{a: true, b: true}}
		m := crowdMessage(t, "5", "1", c.text, nil)
		if v.checkResult(&m); v.tally.crowd.inconsistent != c.wrong || v.tally.crowd.votes != 1 {
			t.Errorf("%s: %+v", c.text, v.tally.crowd)
		}
	}
}

// A control is found by its action and argument.
func TestControlOfMessage(t *testing.T) {
	m := crowdMessage(t, "5", "1", "", nil, "y1:tract:t:1:pause:", "y1:tract:t:1:next:", "y1:trmine:u:0::x")
	if k := m.control("tract", "next"); k == nil || k.id != "y1:tract:t:1:next:" || k.subjectID != "t" || k.arg != "next" {
		t.Errorf("%+v", k)
	}
	if k := m.control("trmine", ""); k == nil || k.subjectID != "u" {
		t.Errorf("%+v", k)
	}
	if m.control("tract", "end") != nil || m.control("trjoin", "") != nil {
		t.Error("found what is not there")
	}
}

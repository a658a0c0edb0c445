package bot_test

import (
	"context"
	"sync/atomic"
	"testing"

	"yeye/bot"
	"yeye/bot/board"
	"yeye/bot/sandbox/person"
)

// breaking panics where a board that was just sent is noted.
type breaking struct {
	bot.Boards
	left atomic.Int32
}

func (b *breaking) SetBoard(ctx context.Context, shown *board.Board) error {
	if b.left.Add(-1) >= 0 {
		panic("a fault on purpose")
	}
	return b.Boards.SetBoard(ctx, shown)
}

// A panic while a board is shown stops nothing: the bot lives, and its next look finds the card that was sent.
func TestPanicWhileShowing(t *testing.T) {
	var boards breaking
	boards.left.Store(1)
	h := openHall(t, func(_ *hall, o *bot.Options) { boards.Boards, o.Boards = o.Boards, &boards })
	mei := h.sit(0)
	mei.command("play")
	mei.eventually("the panic", func() bool { return boards.left.Load() <= 0 })
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"), person.Contains("to move"))
	cards := 0
	list, err := mei.Messages(h.ctx(), h.channel, 50)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if len(m.Attachments) > 0 {
			cards++
		}
	}
	if cards != 1 {
		t.Errorf("%d cards stand\n%s", cards, h.transcript())
	}
}

package bot_test

import (
	"context"
	"sync/atomic"
	"testing"

	"yeye/bot/old/bot"
	"yeye/bot/board"
	"yeye/bot/sandbox/person"
	"yeye/bot/session"
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

// breaksOnce is records that panic when a place is first looked up.
type breaksOnce struct {
	bot.Records
	broken atomic.Bool
}

func (b *breaksOnce) Latest(ctx context.Context, place session.Place) (session.Session, error) {
	if !b.broken.Swap(true) {
		panic("a fault on purpose")
	}
	return b.Records.Latest(ctx, place)
}

// Who asked for what broke is told so, and can ask again.
func TestPanicInACommand(t *testing.T) {
	var records breaksOnce
	h := openHall(t, func(_ *hall, o *bot.Options) { records.Records, o.Records = o.Records, &records })
	mei := h.sit(0)
	mei.command("board")
	mei.wait(person.IsPrivate(), person.Contains("Something went wrong on my side"))
	mei.command("board")
	mei.wait(person.IsPrivate(), person.Contains("No game is being played here"))
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

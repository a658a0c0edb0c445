package display

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// thread is a fake Discord with one channel.
type thread struct {
	REST   // methods that are not needed panic
	is     discord.Channel
	err    error
	closed int
}

func (t *thread) Channel(context.Context, id.Channel) (discord.Channel, error) { return t.is, t.err }

func (t *thread) Archive(context.Context, id.Channel) error {
	t.closed++
	return nil
}

// saidAgo returns the id of a message posted so long before a bubble begins.
func saidAgo(d time.Duration) id.Message {
	const discordEpoch = 1420070400000
	return id.Message(strconv.FormatInt((begun.Add(-d).UnixMilli()-discordEpoch)<<22, 10))
}

// A thread is closed when its subject is over, the last card is shown, and it has been quiet for an hour; a thread of somebody
// else's is not closed, nor one in which another game is in progress.
func TestThreadIsClosed(t *testing.T) {
	ours := discord.Channel{ID: "7", Thread: true, Owner: "1", Last: saidAgo(2 * time.Hour)}
	with := func(f func(*discord.Channel)) discord.Channel {
		c := ours
		f(&c)
		return c
	}
	for _, c := range []struct {
		name    string
		channel discord.Channel
		behind  bool // the last card is not shown yet
		inUse   bool
		err     error
		closed  int
		again   bool // the job is put again for later
		want    error
	}{
		{name: "quiet", channel: ours, closed: 1},
		{name: "no message at all", channel: with(func(c *discord.Channel) { c.Last = "" }), closed: 1},
		{name: "people talk", channel: with(func(c *discord.Channel) { c.Last = saidAgo(time.Minute) }), again: true},
		{name: "the card is not there yet", channel: ours, behind: true}, // the job is put again when it is
		{name: "the next game goes on", channel: ours, inUse: true},
		{name: "somebody else's", channel: with(func(c *discord.Channel) { c.Owner = "2" })},
		{name: "no thread", channel: with(func(c *discord.Channel) { c.Thread, c.Owner = false, "" })},
		{name: "closed", channel: with(func(c *discord.Channel) { c.Archived = true })},
		{name: "gone", err: &discord.APIError{Status: 404, Code: 10003}},
		{name: "Discord is down", err: &discord.APIError{Status: 502}, want: scheduler.ErrLater},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				at := &thread{is: c.channel, err: c.err}
				e.Display = New(Options{DB: e.db, REST: at, Sources: e.Sources, OnCard: e.OnCard, Self: e.Self,
					InUse: func(context.Context, id.Channel) (bool, error) { return c.inUse, nil }})
				s := id.Subject{Kind: "game", ID: "a"}
				e.want(t, s, Wanted{Rev: 2})
				shown := int64(2)
				if c.behind {
					shown = 1
				}
				row, _, err := load(t.Context(), e.db.Read(), s)
				if err != nil {
					t.Fatal(err)
				}
				row.ShownIn, row.Message, row.Shown = "7", "100", shown
				if err := save(t.Context(), e.db, nil, &row); err != nil {
					t.Fatal(err)
				}
				if err := e.archive(t.Context(), scheduler.Job{Subject: s, Guild: "5"}); !errors.Is(err, c.want) || (err != nil) != (c.want != nil) {
					t.Errorf("%v, want %v", err, c.want)
				}
				jobs, err := store.Value[int](e.db.Read().Row(t.Context(), `SELECT COUNT(*) FROM jobs WHERE slot = ?`, threadSlot))
				if err != nil || at.closed != c.closed || jobs > 0 != c.again {
					t.Errorf("closed %d times, %d jobs, %v", at.closed, jobs, err)
				}
			})
		})
	}
}

// A card that is shown late has its thread closed all the same.
func TestThreadIsClosedAfterALateCard(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.cards.over = true
		e.want(t, game, Wanted{Rev: 1})
		if err := e.archive(t.Context(), scheduler.Job{Subject: game, Guild: "5"}); err != nil {
			t.Error(err)
		}
		e.Wake(game)
		e.Wait()
		jobs, err := store.Value[int](e.db.Read().Row(t.Context(), `SELECT COUNT(*) FROM jobs WHERE slot = ?`, threadSlot))
		if err != nil || jobs != 1 {
			t.Errorf("%d jobs, %v", jobs, err)
		}
	})
}

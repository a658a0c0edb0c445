package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/session"
	"yeye/game/notation"
)

const (
	// notOlder is how old a typed move may be to be played after an absence.
	notOlder = 15 * time.Minute
	// tellWithin is how long the servers may take to say in which channels anything was
	// said at all. Those in which was played a moment ago are read at once.
	tellWithin = 10 * time.Second
	// readAtOnce and readPerSecond leave Discord's fifty requests a second to boards:
	// a thousand channels are read in a minute, those played in last first.
	readAtOnce    = 4
	readPerSecond = 15
	// mostPages bounds what is read of one channel, a hundred messages a page: more than
	// people write in so short a time.
	mostPages = 20
	// readTries is how often a channel is read that cannot be read for now.
	readTries = 6
)

// discordEpoch is where the time in a snowflake begins, in Unix milliseconds.
const discordEpoch = 1420070400000

// snowflakeAt is the smallest message id of a time.
func snowflakeAt(t time.Time) string {
	return strconv.FormatInt((t.UnixMilli()-discordEpoch)<<22, 10)
}

// madeAt is when Discord made an id, zero for what is none.
func madeAt(id string) time.Time {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + discordEpoch)
}

// catchUp reads the channels of open sessions for moves typed while nobody listened,
// but for those of which Discord says that nothing was posted there. A newer call takes
// the work over from an older one.
func (b *Bot) catchUp(ctx context.Context) {
	ctx = b.reading.begin(ctx)
	n := b.news.Load()
	defer func() {
		if ctx.Err() == nil { // else a newer call may use it
			n.forget()
		}
	}()
	since := b.Now().Add(-notOlder)
	all, err := b.Records.OpenSessions(ctx)
	if err != nil {
		if ctx.Err() == nil {
			b.Logger.Error("cannot look for moves typed while away", "err", err)
		}
		return
	}
	pace := rate.NewLimiter(readPerSecond, 2*readPerSecond)
	work := make(chan session.ID)
	var readers sync.WaitGroup
	for range min(readAtOnce, len(all)) {
		readers.Go(func() {
			for id := range work {
				b.catchUpWith(ctx, id, since, pace)
			}
		})
	}
	read, asked := 0, n == nil
	for _, p := range all {
		from := since
		if p.Touched.After(since) {
			from = p.Touched
		} else if !asked {
			asked = true
			select {
			case <-n.told:
			case <-time.After(tellWithin):
			case <-ctx.Done():
			}
		}
		if n.none(string(p.Place), snowflakeAt(from)) {
			continue
		}
		read++
		select {
		case work <- p.Session:
		case <-ctx.Done():
		}
	}
	close(work)
	readers.Wait()
	if ctx.Err() == nil {
		b.Logger.Info("looked for moves typed while away", "open", len(all), "read", read)
	}
}

// catchUpWith reads one session's channel, again if it cannot be read for now.
func (b *Bot) catchUpWith(ctx context.Context, id session.ID, since time.Time, pace *rate.Limiter) {
	for try, pause := 1, time.Second; ; try, pause = try+1, min(2*pause, 10*time.Second) {
		if pace.Wait(ctx) != nil {
			return
		}
		err := b.readPlace(ctx, id, since)
		var api *gateway.APIError
		if err == nil || ctx.Err() != nil || errors.As(err, &api) && !api.Temporary() || try == readTries {
			if err != nil && ctx.Err() == nil {
				b.Logger.Info("cannot read what was typed while away", "session", id, "err", err)
			}
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// readPlace plays the moves that people at a session typed since a time. They are
// meant for the position that stood when the reading began, and for those to which
// they lead: once the game has gone on otherwise they are too late, also where they
// have become possible again.
func (b *Bot) readPlace(ctx context.Context, id session.ID, since time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	se, err := b.Sessions.Get(ctx, id)
	if err != nil {
		return err
	}
	if se.Touched.After(since) {
		since = se.Touched
	}
	messages, err := b.messagesSince(ctx, string(se.Place), since)
	if err != nil {
		return err
	}
	turn := se.Turn // read and written in the channel's lane
	for _, m := range messages {
		if m.Author == nil || m.Author.Bot {
			continue
		}
		text, _ := b.addressed(m)
		if _, seated := se.SeatOf(session.PlayerID(m.Author.ID)); !seated || !notation.IsMoveLike(text) {
			continue
		}
		by := session.Origin{Event: m.ID, Player: session.PlayerID(m.Author.ID), Name: m.Author.DisplayName(), Via: session.ByText, At: madeAt(m.ID)}
		play := func(ctx context.Context) {
			now, err := b.Sessions.Get(ctx, id)
			if err == nil && now.Turn != turn {
				err = session.ErrStale
			}
			if err == nil {
				now, err = b.Sessions.Move(ctx, by, session.Place(m.ChannelID), text, b.Catalog.For(se.Locale).Notation())
			}
			switch {
			case err == nil:
				turn = now.Turn
				b.Logger.Info("played a move typed while away", "session", se.ID)
				b.agenda.Wake()
				b.shower.poke(se.ID)
			case !errors.Is(err, session.ErrSeen):
				b.Logger.Debug("a move typed while away was not played", "session", se.ID, "err", err)
			}
		}
		for !b.inLane(m.ChannelID, play) { // full of what comes in now, or of what was read
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(laneAgain):
			}
		}
	}
	return nil
}

// laneAgain is the pause before a full lane is tried again.
const laneAgain = 20 * time.Millisecond

// messagesSince is a channel's messages from a time on, the oldest first, or the
// first of very many.
func (b *Bot) messagesSince(ctx context.Context, channel string, since time.Time) (all []*discordgo.Message, err error) {
	const page = 100 // the most that Discord gives
	after := snowflakeAt(since)
	for range mostPages {
		messages, err := b.send.Recent(ctx, channel, page, after)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(messages, func(x, y *discordgo.Message) int { return board.ByAge(x.ID, y.ID) })
		all = append(all, messages...)
		if len(messages) < page {
			break
		}
		after = messages[page-1].ID
	}
	return all, nil
}

// latest lets the newest of several calls go on and ends the one before.
type latest struct {
	mu  sync.Mutex
	end context.CancelFunc
}

func (l *latest) begin(ctx context.Context) context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end != nil {
		l.end()
	}
	ctx, l.end = context.WithCancel(ctx)
	return ctx
}

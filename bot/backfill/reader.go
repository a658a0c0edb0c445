package backfill

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game/notation"
	"yeye/internal/sleep"
)

const (
	// MaxAge is the age up to which a typed move is still played after an absence.
	MaxAge = 15 * time.Minute
	// indexTimeout limits how long ReadAll waits for the guilds to report the last message of each channel. Channels
	// with a game played within MaxAge are read at once.
	indexTimeout = 10 * time.Second
	// maxReaders and perSecond leave most of Discord's fifty requests a second to boards: a thousand channels are
	// read in a minute, starting with those played in last.
	maxReaders = 4
	perSecond  = 15
	// maxPages bounds how much of one channel is read, in pages of pageSize messages, Discord's maximum: more than
	// people write in so short a time.
	maxPages, pageSize = 20, 100
	// maxTries is how often a channel that cannot be read is tried.
	maxTries = 6
	// maxNoAccess is how many attempts at a channel without access fail before it counts as lost, as many as for a
	// card, and accessRetry the pause between them.
	maxNoAccess = 3
	accessRetry = time.Second
	// queueRetry is the pause before retrying a full queue.
	queueRetry = 20 * time.Millisecond
)

// Reader reads what was typed while the bot was away. All fields but Part are needed.
type Reader struct {
	Matches *match.Service
	Part    shards.Part // the guilds whose channels ReadAll reads; the zero Part is all
	REST    interface {
		Recent(ctx context.Context, channel id.Channel, limit int, after id.Message) ([]discord.Received, error)
	}
	// Queue runs f in a channel's queue, and returns false if that is full.
	Queue func(c id.Channel, f func(context.Context)) bool
	Self  func() id.Player
	// Notation returns the notation that is preferred for reading the moves of a match.
	Notation func(m *match.Match) notation.Family
	// Refuse answers the last move that a player typed with the error.
	Refuse func(ctx context.Context, m *match.Match, typed *discord.Received, wrong *match.MoveError)
	Now    func() time.Time
	Logger *slog.Logger

	reading latestCall
	index   atomic.Pointer[index] // of the latest connection
}

// Ready is called when a connection starts whose guilds are about to report the last messages of their channels.
func (b *Reader) Ready(guilds []id.Guild) { b.index.Store(newIndex(guilds)) }

// Guild records the last messages that a guild reports.
func (b *Reader) Guild(g discord.GuildAvailable) { b.index.Load().record(g) }

// ReadAll reads the channels of open matches for moves typed while the bot was away, except those in which Discord
// reports no message since. A newer call cancels an older one and starts over.
func (b *Reader) ReadAll(ctx context.Context) {
	ctx = b.reading.begin(ctx)
	n := b.index.Load()
	defer func() {
		if ctx.Err() == nil { // else a newer call may use it
			n.forget()
		}
	}()
	all, err := b.open(ctx)
	if err != nil {
		return
	}
	since := b.Now().Add(-MaxAge)
	pace := rate.NewLimiter(perSecond, 2*perSecond)
	work := make(chan id.Match)
	var readers sync.WaitGroup
	for range min(maxReaders, len(all)) {
		readers.Go(func() {
			for of := range work {
				b.readWithRetry(ctx, of, since, pace)
			}
		})
	}
	read, waited := 0, n == nil
	for _, o := range all {
		from := since
		if o.Touched.After(since) {
			from = o.Touched
		} else if !waited {
			waited = true
			select {
			case <-n.reported:
			case <-time.After(indexTimeout):
			case <-ctx.Done():
			}
		}
		if o.Channel == "" || n.nothingSince(o.Channel, id.MessageIDAt(from)) {
			continue
		}
		read++
		select {
		case work <- o.Subject.ID: // the match's
		case <-ctx.Done():
		}
	}
	close(work)
	readers.Wait()
	if ctx.Err() == nil {
		b.Logger.Info("looked for moves typed while the bot was away", "open", len(all), "read", read)
	}
}

// open lists the open matches, and retries until ctx ends: if the database is down just as a connection starts, nothing
// else would read what was typed before.
func (b *Reader) open(ctx context.Context) ([]match.Opened, error) {
	for pause := time.Second; ; pause = min(2*pause, 10*time.Second) {
		all, err := b.Matches.Open(ctx, b.Part)
		if err == nil || ctx.Err() != nil {
			return all, err
		}
		b.Logger.Error("cannot look for moves typed while the bot was away, will try again", "err", err)
		if err := sleep.For(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// readWithRetry reads one match's channel and retries while the failure is temporary.
func (b *Reader) readWithRetry(ctx context.Context, of id.Match, since time.Time, pace *rate.Limiter) {
	for try, pause := 1, time.Second; ; try, pause = try+1, min(2*pause, 10*time.Second) {
		if pace.Wait(ctx) != nil {
			return
		}
		m, err := b.Matches.Get(ctx, of)
		if err == nil {
			err = b.ReadMatch(ctx, &m, since)
		}
		if status := PlaceStatus(err); status != "" { // while the bot was away: the match is adjourned, not lost
			_, err := b.Matches.Displace(ctx, of, place.Fact{Status: status, Guild: m.Guild, Channel: m.Channel})
			if err != nil && !errors.Is(err, match.ErrStale) {
				b.Logger.Error("cannot adjourn a game in a lost channel", "match", of, "err", err)
			}
			return
		}
		if err == nil || ctx.Err() != nil || discord.Refused(err) || try == maxTries {
			if err != nil && ctx.Err() == nil {
				b.Logger.Info("cannot read what was typed while the bot was away", "match", of, "err", err)
			}
			return
		}
		if sleep.For(ctx, pause) != nil {
			return
		}
	}
}

// PlaceStatus returns the status of a match's channel by the error of ReadMatch: deleted, or without access. The
// match should then be adjourned. It is "" for other errors.
func PlaceStatus(err error) place.Status {
	switch api := discord.AsAPIError(err); {
	case api == nil:
	case api.UnknownChannel():
		return place.Deleted
	case api.MissingAccess():
		return place.NoPermission
	}
	return ""
}

// ReadMatch plays the moves that players of a match typed since a time. They are played only from the position of m:
// once another move has been played, they are too late even if legal.
func (b *Reader) ReadMatch(ctx context.Context, m *match.Match, since time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	if m.Private() {
		return nil
	}
	if m.Touched.After(since) {
		since = m.Touched
	}
	messages, err := b.since(ctx, m.Channel, since)
	if err != nil {
		return err
	}
	chain := &chain{b: b, of: m.ID, turn: m.Turn, prefer: b.Notation(m)}
	for i := range messages {
		r := &messages[i]
		if r.Author.ID == "" || r.Author.Bot {
			continue
		}
		text, _ := interaction.Unmention(r.Content, b.Self())
		move := notation.Parse(text)
		if _, seated := m.SeatOf(r.Author.ID); !seated || !move.IsMove() && !(m.Mode.OnePlayer && move.Line() != nil) {
			continue
		}
		if err := b.enqueue(ctx, m.Channel, func(ctx context.Context) {
			chain.play(ctx, m.Channel, r, move)
		}); err != nil {
			return err
		}
	}
	if len(messages) == 0 {
		return nil
	}
	return b.enqueue(ctx, m.Channel, func(ctx context.Context) { chain.refuseLast(ctx, m) })
}

// enqueue runs f in a channel's queue, as soon as the queue has room.
func (b *Reader) enqueue(ctx context.Context, channel id.Channel, f func(context.Context)) error {
	for !b.Queue(channel, f) {
		if err := sleep.For(ctx, queueRetry); err != nil {
			return err
		}
	}
	return nil
}

// chain plays the typed moves of one channel, each meant for the turn that the previous one led to. It is used in the
// channel's queue only.
type chain struct {
	b      *Reader
	of     id.Match
	turn   int64
	prefer notation.Family

	typed *discord.Received // the last move that could not be played, if none was played after it
	wrong *match.MoveError
}

func (c *chain) play(ctx context.Context, channel id.Channel, r *discord.Received, move notation.Parsed) {
	by := match.Actor{Event: id.Event(r.ID), Player: r.Author.ID, Name: r.Author.Name, Source: match.FromText,
		At: id.CreatedAt(r.ID)}
	now, err := c.b.Matches.Get(ctx, c.of)
	if err == nil && now.Turn != c.turn {
		err = match.ErrStale
	}
	var change match.Change
	if err == nil {
		by.Guild = now.Guild
		change, err = c.b.Matches.Move(ctx, by, channel, move, c.prefer)
	}
	switch {
	case err == nil:
		c.turn, c.wrong = change.Match.Turn, nil
		c.b.Logger.Info("played a move typed while the bot was away", "match", c.of)
	case errors.As(err, &c.wrong):
		c.typed = r
	case !errors.Is(err, store.ErrSeen):
		c.b.Logger.Debug("a move typed while the bot was away was not played", "match", c.of, "err", err)
	}
}

// refuseLast reports the error of the last move, unless a valid one followed.
func (c *chain) refuseLast(ctx context.Context, m *match.Match) {
	if c.wrong != nil {
		c.b.Refuse(ctx, m, c.typed, c.wrong)
	}
}

// since returns a channel's messages from a time on, oldest first, and at most the first maxPages pages of them.
func (b *Reader) since(ctx context.Context, channel id.Channel, from time.Time) (all []discord.Received, err error) {
	after := id.MessageIDAt(from)
	for range maxPages {
		messages, err := b.page(ctx, channel, after)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(messages, func(x, y discord.Received) int { return id.Compare(x.ID, y.ID) })
		all = append(all, messages...)
		if len(messages) < pageSize {
			break
		}
		after = messages[pageSize-1].ID
	}
	return all, nil
}

// page returns a channel's messages after one. It retries if the bot has no access, as may happen for a moment while a
// moderator edits permissions.
func (b *Reader) page(ctx context.Context, channel id.Channel, after id.Message) ([]discord.Received, error) {
	for try := 1; ; try++ {
		messages, err := b.REST.Recent(ctx, channel, pageSize, after)
		if !discord.AsAPIError(err).MissingAccess() || try == maxNoAccess {
			return messages, err
		}
		if err := sleep.For(ctx, accessRetry); err != nil {
			return nil, err
		}
	}
}

// latestCall cancels the previous call when a new one starts.
type latestCall struct {
	mu  sync.Mutex
	end context.CancelFunc
}

func (l *latestCall) begin(ctx context.Context) context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end != nil {
		l.end()
	}
	ctx, l.end = context.WithCancel(ctx)
	return ctx
}

package tournamentbot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// next runs the NextJob of a tournament.
func (f *feat) next(ctx context.Context, j scheduler.Job) error {
	return f.Tournaments.Due(ctx, j.Subject.ID)
}

// retryAfter is the first pause before a board is tried again that could not start: the bot lacks the permission to
// open threads, or the server has its maximum of open games.
const retryAfter = time.Minute

// beginBoard runs the BoardJob: it opens the thread of a board and starts its match there.
func (f *feat) beginBoard(ctx context.Context, j scheduler.Job) error {
	of, round, number, ok := tournament.ParseBoardID(j.Subject.ID)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	again, err := f.Tournaments.Opening(ctx, of, round, number)
	if errors.Is(err, tournament.ErrStale) || errors.Is(err, tournament.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	t, err := f.Tournaments.Get(ctx, of)
	if err != nil {
		return err
	}
	b := t.Board(round, number)
	thread := b.Channel // set if the board waits in its thread already
	if thread == "" {
		thread, err = f.thread(ctx, &t, b, again)
	}
	switch {
	case discord.AsAPIError(err).UnknownChannel():
		f.Logger.Warn("a board cannot begin, because the channel of its tournament was deleted", "tournament", of,
			"err", err)
		return f.Tournaments.Lost(ctx, of, t.Channel)
	case discord.Refused(err):
		f.Logger.Warn("cannot open the thread of a board", "tournament", of, "err", err)
		return f.retryLater(ctx, j, &t, "hindered", 3)
	case err != nil:
		f.Logger.Info("cannot open the thread of a board yet", "tournament", of, "err", err)
		return scheduler.ErrLater
	}
	made, err := f.Tournaments.Begin(ctx, of, round, number, thread, !scheduler.Late(j.Due, f.DB.Now()))
	var missing *tournament.MissingError
	switch {
	case errors.As(err, &missing):
		if missing.New {
			f.callMissing(ctx, &t, thread, missing)
		}
		j.Due = f.DB.Now().Add(missingRetryAfter)
		return f.DB.WriteTx(ctx, func(tx store.Tx) { scheduler.Put(ctx, tx, j) })
	case errors.Is(err, match.ErrGuildFull):
		f.Logger.Info("a board waits for the server's limit of games", "tournament", of)
		return f.retryLater(ctx, j, &t, "full", 0)
	case errors.Is(err, tournament.ErrStale):
		if now, err := f.Tournaments.Get(ctx, of); err == nil && now.Board(round, number).Channel != thread {
			return f.REST.Archive(ctx, thread)
		}
		return nil
	case err == nil && t.System == tournament.Arranged:
		f.callPair(ctx, &t, &made.Match)
	}
	return err
}

// missingRetryAfter is the pause before a board whose players sit at another one is tried again.
const missingRetryAfter = 20 * time.Second

// callMissing calls, once, in the board's thread, the players who sit at another board.
func (f *feat) callMissing(ctx context.Context, t *tournament.Tournament, thread id.Channel,
	missing *tournament.MissingError) {
	var lines []string
	var seats [2]match.Seat
	for i, p := range missing.Players {
		r := f.readerFor(ctx, t, p)
		seats[i] = match.Seat{Player: p, Name: t.Of(p).Name}
		lines = append(lines, r.Text("tournament.missing", locale.Args{"Who": view.Who(r.Words, seats[i]),
			"When": view.Relative(missing.Until)}))
	}
	f.call(ctx, t, thread, "m"+string(thread), discord.Message{Content: strings.Join(lines, "\n"),
		Mention: missing.Players}, seats)
}

// call posts a message that mentions the players of these seats. The nonce keeps it from being posted twice.
func (f *feat) call(ctx context.Context, t *tournament.Tournament, c id.Channel, nonce string, m discord.Message,
	seats [2]match.Seat) {
	m = f.Readers.RemovePings(ctx, m, seats)
	m.Nonce = nonce
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	if _, err := f.REST.Create(ctx, c, m); err != nil {
		f.Logger.Info("cannot call players", "tournament", t.ID, "nonce", nonce, "err", err)
	}
}

// readerFor returns the reader for a message to a player: in their language, else in the tournament's.
func (f *feat) readerFor(ctx context.Context, t *tournament.Tournament, p id.Player) *view.Reader {
	return f.Readers.InLocale(f.Readers.ForPlayer(ctx, p, t.Locale).Tag())
}

// callPair calls the players of an arranged board that has started, in its thread. Arranged tournaments have no
// messages of rounds for that.
func (f *feat) callPair(ctx context.Context, t *tournament.Tournament, m *match.Match) {
	r := f.Readers.InLocale(t.Locale)
	red, black := m.Seats[game.Red], m.Seats[game.Black]
	lines := []string{r.Text("tournament.begun",
		locale.Args{"Red": view.Who(r.Words, red), "Black": view.Who(r.Words, black)}),
		r.Text("tournament.round.first", locale.Args{"When": view.Relative(m.Created.Add(arrange.AbsentAfter))})}
	call := discord.Message{Content: strings.Join(lines, "\n"), Mention: []id.Player{red.Player, black.Player}}
	f.call(ctx, t, m.Channel, "a"+string(m.ID), call, m.Seats)
}

// maxRetries is how often a board is tried while the bot lacks the permission to open threads; all tries together take
// a day. After them the tournament ends as it stands.
const maxRetries = 180

// retryLater schedules a board's job again after a pause; why is the reason's text key. The pause doubles from try to
// try, at most doubles times. At the first try it posts the reason in the channel.
func (f *feat) retryLater(ctx context.Context, j scheduler.Job, t *tournament.Tournament, why string,
	doubles int) error {
	before, n, _ := strings.Cut(string(j.Payload), " ")
	tries, _ := strconv.Atoi(n)
	if before != why {
		tries = 0
	}
	if why == "hindered" && tries >= maxRetries {
		return f.Tournaments.Lost(ctx, t.ID, t.Channel)
	}
	if tries == 0 { // the nonce makes it one message for all boards with this reason
		key := "tournament." + why
		if t.System == tournament.Arranged {
			key += ".arranged"
		}
		m := discord.Message{Nonce: why[:1] + string(t.ID),
			Content: f.Readers.InLocale(t.Locale).Text(key, locale.Args{"Permissions": discord.ThreadPermissions()})}
		if _, err := f.REST.Create(ctx, t.Channel, m); err != nil {
			f.Logger.Info("cannot say what hinders a board", "tournament", t.ID, "err", err)
		}
	}
	j.Payload = fmt.Appendf(nil, "%s %d", why, tries+1)
	j.Due = f.DB.Now().Add(retryAfter << min(tries, doubles))
	return f.DB.WriteTx(ctx, func(tx store.Tx) { scheduler.Put(ctx, tx, j) })
}

// maxThreadName is Discord's limit, in characters.
const maxThreadName = 100

// thread opens the thread of a board. again means that it may exist already, and is searched for first.
func (f *feat) thread(ctx context.Context, t *tournament.Tournament, b *tournament.Board,
	again bool) (id.Channel, error) {
	name := f.threadName(t, b)
	if again {
		all, err := f.REST.Threads(ctx, t.Guild)
		if err != nil {
			return "", err
		}
		for _, one := range all {
			if one.Parent == t.Channel && one.Owner == f.Connection.Self() && one.Name == name && one.Messages == 0 &&
				id.CreatedAt(one.ID).After(t.Created) {
				f.Cards.ThreadOpened(ctx, one.ID, t.Guild, t.BoardSubject(b))
				return one.ID, nil
			}
		}
	}
	made, err := f.REST.StartThread(ctx, t.Channel, name)
	if err == nil {
		f.Cards.ThreadOpened(ctx, made, t.Guild, t.BoardSubject(b))
	}
	return made, err
}

// threadName returns the name of a board's thread: its round and number, and its players.
func (f *feat) threadName(t *tournament.Tournament, b *tournament.Board) string {
	return locale.Cut(fmt.Sprintf("%d.%d %s", b.Round, b.Number,
		view.MatchTitle(f.Readers.InLocale(t.Locale).Words, t.Seats(b))),
		maxThreadName)
}

// boardThreadName returns the threadName of the board with an id, "" if there is no such board.
func (f *feat) boardThreadName(ctx context.Context, board id.Match) (string, error) {
	of, round, number, _ := tournament.ParseBoardID(board)
	t, err := f.Tournaments.Get(ctx, of)
	if errors.Is(err, tournament.ErrNone) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	b := t.Board(round, number)
	if b == nil {
		return "", nil
	}
	return f.threadName(&t, b), nil
}

// checkNoShow runs the NoShowJob: it reminds a player whose first move is awaited, where their game is, and asks the
// opponent to confirm that they are there.
func (f *feat) checkNoShow(ctx context.Context, j scheduler.Job) error {
	missing, err := f.Tournaments.CheckNoShow(ctx, j)
	if err != nil || missing == nil {
		return err
	}
	t, b := &missing.Tournament, &missing.Board
	seats := t.Seats(b)
	if !missing.Until.IsZero() {
		f.announceAdjourned(ctx, missing, seats)
		return nil
	}
	late, other := seats[missing.Side], seats[missing.Side.Other()]
	ends := missing.Since.Add(arrange.AbsentAfter)
	r := f.readerFor(ctx, t, late.Player)
	m := discord.Message{Mention: []id.Player{late.Player},
		Content: r.Text("tournament.late", locale.Args{"Who": view.Who(r.Words, late), "When": view.Relative(ends)})}
	if b.Ready[missing.Side.Other()].IsZero() && missing.Side == 0 {
		r := f.readerFor(ctx, t, other.Player)
		m.Content += "\n" + r.Text("tournament.late.other", locale.Args{"Who": view.Who(r.Words, other)})
		m.Mention = append(m.Mention, other.Player)
		m.Rows = []discord.Row{{discord.ControlID{Action: actionReady, ID: t.ID, Turn: int64(b.Round),
			Arg: fmt.Sprint(b.Number)}.Button(
			r.Text("control.tournament.here"), discord.Primary)}}
	}
	f.call(ctx, t, missing.Channel, fmt.Sprintf("l%s-%d-%s", b.Match, missing.Side,
		strconv.FormatInt(missing.Since.Unix(), 36)), m, seats)
	return nil
}

// announceAdjourned posts in the tournament's channel that the match of a board is adjourned, and how its players can
// resume it.
func (f *feat) announceAdjourned(ctx context.Context, missing *tournament.Missing, seats [2]match.Seat) {
	t := &missing.Tournament
	r := f.Readers.InLocale(t.Locale)
	m := discord.Message{Mention: []id.Player{seats[game.Red].Player, seats[game.Black].Player},
		Content: r.Text("tournament.rests", locale.Args{
			"Red": view.Who(r.Words, seats[game.Red]), "Black": view.Who(r.Words, seats[game.Black]),
			"When": view.Relative(missing.Until)})}
	f.call(ctx, t, missing.Channel, fmt.Sprintf("r%s-%s", missing.Board.Match,
		strconv.FormatInt(missing.Until.Unix(), 36)), m, seats)
}

// bareName names an entrant for text without Markdown, such as menus and pictures; plainName for text with it. Neither
// mentions them.
func bareName(r *view.Reader, e *tournament.Entrant) string {
	switch {
	case e == nil:
		return "?"
	case e.Gone():
		return r.Text("tournament.gone", locale.Args{"Number": e.Number})
	}
	return locale.Visible(e.Name, 32)
}

func plainName(r *view.Reader, e *tournament.Entrant) string { return locale.PlainName(bareName(r, e)) }

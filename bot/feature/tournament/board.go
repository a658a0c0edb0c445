package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"yeye/ai/character"
	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// BoardSubject returns a board as the subject of a job.
func (t *Tournament) BoardSubject(b *Board) id.Subject {
	return id.Subject{Kind: BoardKind, ID: id.Match(fmt.Sprintf("%s-%d-%d", t.ID, b.Round, b.Number))}
}

// ParseBoardID reads the id of a board as the subject of a job.
func ParseBoardID(of id.Match) (tournament id.Match, round, number int, ok bool) {
	f := strings.Split(string(of), "-")
	if len(f) != 3 {
		return "", 0, 0, false
	}
	round, err1 := strconv.Atoi(f[1])
	number, err2 := strconv.Atoi(f[2])
	return id.Match(f[0]), round, number, err1 == nil && err2 == nil
}

// Opening records that the thread of a board is about to be opened, and reports whether it may exist already. [ErrStale] means that
// the board has begun, or needs no game any more, as where both were ready for it long ago.
func (s *Service) Opening(ctx context.Context, of id.Match, round, number int) (again bool, err error) {
	lapsed := false
	_, err = s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		if b == nil || !t.begins(b) {
			return ErrStale
		}
		if lapsed = t.System == Arranged && b.hasLapsed(tx.Now); lapsed {
			b.Ready = [2]time.Time{}
			return nil
		}
		if again = b.Opening; again {
			return errNothing
		}
		b.Opening = true
		return nil
	})
	if err == nil && lapsed {
		err = ErrStale
	}
	return again, err
}

// Seats returns the seats of a board.
func (t *Tournament) Seats(b *Board) (seats [2]match.Seat) {
	for side, number := range [2]int{b.Red, b.Black} {
		if e := t.Entrant(number); e != nil {
			seats[side] = match.Seat{Player: e.Player, Name: e.Name}
		}
	}
	if level, ok := character.Parse(t.Filler); ok && b.Kind == Bye {
		seats[game.Black] = match.Seat{Level: level}
	}
	return seats
}

// Begin starts the match of a board in a channel. [ErrStale] means that the board has begun, or needs no game any more, a [*MissingError]
// that it is to be tried again soon. Nobody loses a board by a try that is not punctual, because the bot was away.
func (s *Service) Begin(ctx context.Context, of id.Match, round, number int, channel id.Channel, punctual bool) (match.Change, error) {
	t, err := s.Get(ctx, of)
	if err != nil {
		return match.Change{}, err
	}
	b := t.Board(round, number)
	if b == nil || !t.begins(b) {
		return match.Change{}, ErrStale
	}
	terms := match.Terms{Mode: match.Paired, Guild: t.Guild, Channel: channel, Seats: t.Seats(b), Position: game.Start(), Timing: t.Timing, Casual: t.Casual, Locale: t.Locale,
		Arranger: id.Subject{Kind: CardKind, ID: t.BoardSubject(b).ID}}
	if t.System == Simul {
		terms.Besides = string(CardKind) + "/" + string(t.ID) + "-" // also those that begin at the same time
	}
	if b.Kind == Bye { // for fun: the points are given
		terms.Mode, terms.Casual = match.Versus, true
	}
	var c Change
	made, err := s.matches.StartWith(ctx, match.Actor{Source: match.FromClock, Guild: t.Guild}, terms, func(*match.Match) {},
		func(ctx context.Context, tx store.Tx, made *match.Change) (err error) {
			c, err = s.changeIn(ctx, tx, of, func(tx store.Tx, t *Tournament) error {
				b := t.Board(round, number)
				if b == nil || !t.begins(b) {
					return ErrStale
				}
				b.Match, b.Channel, b.Begun = made.Match.ID, channel, tx.Now
				if t.System == Arranged {
					t.seated(b)
				}
				if !t.Live() || !b.Pending() {
					return nil
				}
				return lookAgain(ctx, tx, t.BoardSubject(b), t.Guild, tx.Now.Add(arrange.RemindAfter))
			})
			return err
		})
	var seat *policy.SeatError
	switch {
	case err == nil:
		s.listeners.After(ctx, &c)
	case errors.Is(err, policy.ErrAtBoard) && errors.As(err, &seat):
		return made, s.unseated(ctx, of, round, number, channel, seat, punctual)
	case errors.Is(err, guild.ErrBarred), errors.As(err, new(*guild.OffError)): // which nobody has told
		return made, cmp.Or(s.ruled(ctx, of), ErrStale)
	}
	return made, err
}

// MissingError says that a board does not begin yet, because players sit at another one.
type MissingError struct {
	Players []id.Player
	Until   time.Time // then they lose the board
	New     bool      // they have not been called yet
}

func (e *MissingError) Error() string { return "players of the board sit at another one" }

// unseated notes that players of a board got no seat, because they play elsewhere: who is not free in time loses it like somebody who does
// not come. Players of an arranged game are no longer ready.
func (s *Service) unseated(ctx context.Context, of id.Match, round, number int, channel id.Channel, seat *policy.SeatError, punctual bool) error {
	missing := &MissingError{Players: seat.Players}
	_, err := s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		if b == nil || !t.begins(b) || b.Kind != Game {
			return ErrStale
		}
		red, black := seat.Of(t.Entrant(b.Red).Player), seat.Of(t.Entrant(b.Black).Player)
		if t.System == Arranged {
			for side, away := range [2]bool{red, black} {
				if away {
					b.Ready[side] = time.Time{}
				}
			}
			return nil
		}
		missing.New = b.Channel != channel // they are called there
		b.Channel = channel
		if b.Begun.IsZero() {
			b.Begun = tx.Now
		} else if !punctual {
			b.Begun = tx.Now.Add(arrange.AnotherChance - arrange.AbsentAfter)
		}
		missing.Until = b.Begun.Add(arrange.AbsentAfter)
		if tx.Now.Before(missing.Until) {
			return nil
		}
		b.forfeit(red, black, NoShow, tx.Now)
		t.absent(b, tx.Now)
		t.settle(tx.Now)
		return nil
	})
	if err != nil {
		return err
	}
	if t, err := s.Get(ctx, of); err != nil || !t.begins(t.Board(round, number)) {
		return cmp.Or(err, ErrStale)
	}
	return missing
}

func lookAgain(ctx context.Context, tx store.Tx, board id.Subject, g id.Guild, at time.Time) error {
	return scheduler.Put(ctx, tx, scheduler.Job{Slot: NoShowJob, Kind: NoShowJob, Subject: board, Due: at, Pool: scheduler.Timed, Guild: g})
}

// Missing is somebody whose first move is awaited.
type Missing struct {
	Tournament Tournament
	Board      Board
	Channel    id.Channel // of the game now
	Side       game.Color
	Since      time.Time
	Until      time.Time // if the game rests instead: then its board ends
}

// Look looks whether the players of a live board have come, as the job of the board. It returns who is to be reminded, if anybody;
// who has not moved in time loses the board, and if the other has not shown up either, both do.
func (s *Service) Look(ctx context.Context, j scheduler.Job) (remind *Missing, err error) {
	of, round, number, ok := ParseBoardID(j.Subject.ID)
	if !ok {
		return nil, nil
	}
	t, err := s.Get(ctx, of)
	if err != nil {
		if errors.Is(err, ErrNone) {
			err = nil
		}
		return nil, err
	}
	b := t.Board(round, number)
	if b == nil || !b.Pending() || b.Match == "" {
		return nil, nil
	}
	m, err := s.matches.Stored(ctx, b.Match)
	switch {
	case err == nil && isResting(&m):
		return s.lookAtRest(ctx, j, &t, b, &m)
	case err != nil:
		return nil, err
	}
	now := s.db.Now()
	wait := arrange.FirstMove(&m, b.Begun, now, scheduler.Late(j.Due, now), true)
	switch {
	case wait.Absent:
		return nil, s.matches.AbandonUnplayed(ctx, &m) // the board gets its result in the same transaction
	case wait.Again.IsZero():
		return nil, nil
	case wait.Remind:
		remind = &Missing{Tournament: t, Board: *b, Channel: m.Channel, Side: m.ToMove(), Since: wait.Since}
	}
	return remind, s.db.Tx(ctx, func(tx store.Tx) error { return lookAgain(ctx, tx, j.Subject, t.Guild, wait.Again) })
}

// rested is the payload of the job that looks at a board whose match rests, once its players have been told.
const rested = "rested"

// isResting reports whether a match is adjourned, and no moderator has paused it: its thread is gone, or the bot cannot show it there.
func isResting(m *match.Match) bool { return m.Status == match.Adjourned && m.Ruling != match.Held }

// restFor is how long the players of a board have to carry a game on that rests.
func (t *Tournament) restFor() time.Duration {
	if t.Live() {
		return 15 * time.Minute
	}
	return 48 * time.Hour
}

// lookAtRest returns whom to tell of a match that rests. If it has not gone on in time its board ends, so that the tournament can, and
// counts for nobody. While it waits for a player who has to come, the match itself will end; see [match.Taken].
func (s *Service) lookAtRest(ctx context.Context, j scheduler.Job, t *Tournament, b *Board, m *match.Match) (*Missing, error) {
	now := s.db.Now()
	until := now.Add(t.restFor())
	switch told := string(j.Payload) == rested; {
	case !told || scheduler.Late(j.Due, now):
		j.Due, j.Payload = until, []byte(rested)
		err := s.db.Tx(ctx, func(tx store.Tx) error { return scheduler.Put(ctx, tx, j) })
		if told || err != nil {
			return nil, err
		}
		return &Missing{Tournament: *t, Board: *b, Channel: t.Channel, Until: until}, nil
	case !m.Taken.Until.IsZero():
		j.Due = slices.MaxFunc([]time.Time{now, m.Taken.Until}, time.Time.Compare).Add(arrange.AnotherChance)
		return nil, s.db.Tx(ctx, func(tx store.Tx) error { return scheduler.Put(ctx, tx, j) })
	}
	_, err := s.change(ctx, "", t.ID, func(tx store.Tx, t *Tournament) error {
		b := t.Board(b.Round, b.Number)
		m, err := s.matches.StoredIn(ctx, tx, b.Match)
		switch {
		case err != nil || !b.Pending() || !isResting(&m):
			return cmp.Or(err, errNothing)
		case !m.Taken.Until.IsZero(): // since a moment
			j.Due = slices.MaxFunc([]time.Time{tx.Now, m.Taken.Until}, time.Time.Compare).Add(arrange.AnotherChance)
			return scheduler.Put(ctx, tx, j)
		}
		b.forfeit(true, true, Voided, tx.Now)
		t.settle(tx.Now)
		return nil
	})
	return nil, err
}

// OnMatch records the result of a tournament's match, in the transaction in which it ends, and that one goes on after a pause.
func (s *Service) OnMatch() match.Listener {
	return match.Listener{InTx: s.inMatch, After: s.afterMatch}
}

// boardOf returns the board that has arranged a match.
func boardOf(ctx context.Context, c store.Conn, m *match.Match) (of id.Match, round, number int, found bool, err error) {
	if of, _ := m.ArrangedBy(CardKind); of != "" {
		of, round, number, found = ParseBoardID(of)
		return of, round, number, found, nil
	}
	return findBoard(ctx, c, m.ID)
}

func (s *Service) inMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	f := arrange.Facts(c, CardKind)
	rests := f&arrange.Stopped != 0 && isResting(&c.Match)
	if f&^arrange.Stopped == 0 && !rests {
		return nil
	}
	of, round, number, found, err := boardOf(ctx, tx.Conn, &c.Match)
	if err != nil || !found {
		return err
	}
	_, err = s.changeIn(ctx, tx, of, func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		if b == nil || b.Match != c.Match.ID {
			return errNothing
		}
		if f&arrange.Carried != 0 {
			b.Channel = c.Match.Channel
		}
		if rests && b.Pending() {
			return lookAgain(ctx, tx, t.BoardSubject(b), t.Guild, tx.Now)
		}
		if !b.Pending() || f&(arrange.Ended|arrange.Resumed) == 0 {
			return nil
		}
		if f&arrange.Resumed != 0 { // looks ended with the pause
			if b.Begun = tx.Now; t.System != Arranged { // there it means something else
				b.Ready = [2]time.Time{} // who was there before the pause
			}
			return lookAgain(ctx, tx, t.BoardSubject(b), t.Guild, tx.Now.Add(arrange.RemindAfter))
		}
		t.finish(b, &c.Match, tx.Now)
		return nil
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}

// afterMatch wakes who shows the tournament.
func (s *Service) afterMatch(ctx context.Context, c *match.Change) {
	if arrange.Facts(c, CardKind)&^arrange.Stopped == 0 {
		return
	}
	of, round, _, found, err := boardOf(ctx, s.db.Read(), &c.Match)
	if err != nil || !found {
		return
	}
	if t, err := s.Get(ctx, of); err == nil {
		s.listeners.After(ctx, &Change{Tournament: t, Before: t, Rounds: []int{round}})
	}
}

// finish records how a match ended. One that a moderator called off before each had moved is played again, once, if both are still in.
func (t *Tournament) finish(b *Board, m *match.Match, now time.Time) {
	again := b.How == Reopened
	b.Plies, b.Ended, b.How = m.Game.Ply(), now, Played
	winner, won := m.Outcome.Result.Winner()
	switch {
	case won && m.Outcome.Method == game.Timeout && b.Plies < 2: // the loser never came
		b.forfeit(winner == game.Black, winner == game.Red, NoShow, now)
	case won && winner == game.Red:
		b.Result = pairing.RedWins
	case won:
		b.Result = pairing.BlackWins
	case m.Status == match.Ended && m.Outcome.Result == game.Draw:
		b.Result = pairing.Draw
	case m.Ruling == match.RuledOver && b.Plies < 2 && !again && !t.State.Over(): // called off before it was a game
		if t.Entrant(b.Red).Status != In || t.Entrant(b.Black).Status != In {
			b.withdrawn(t, taken, now)
			break
		}
		*b = Board{Round: b.Round, Number: b.Number, Red: b.Red, Black: b.Black, Kind: Game, How: Reopened}
		return
	case m.Ruling != match.NoRuling || m.Status == match.Removed || !m.FreeMove():
		b.forfeit(true, true, Voided, now)
	default:
		missing := m.ToMove()
		there := b.Plies > 0 || !b.Ready[missing.Other()].IsZero()
		b.forfeit(missing == game.Red || !there, missing == game.Black || !there, NoShow, now)
	}
	if t.State.Over() {
		b.How = TooLate
		return
	}
	if b.How == NoShow {
		t.absent(b, now)
	}
	t.settle(now)
}

// absent counts the no-shows of a board. A player with two is taken out until they come back, in an arena after one.
func (t *Tournament) absent(b *Board, now time.Time) {
	var out []int
	for side, number := range [2]int{b.Red, b.Black} {
		missing := b.Result == pairing.BothForfeit || side == 0 && b.Result == pairing.RedForfeits || side == 1 && b.Result == pairing.BlackForfeit
		e := t.Entrant(number)
		if !missing || e == nil {
			continue
		}
		if e.NoShows++; (e.NoShows >= maxNoShows || t.System == Arena) && e.Status == In && t.System != Robin {
			out = append(out, number)
		}
	}
	for _, number := range out {
		t.leave(t.Entrant(number), Out, ownWish, now)
	}
}

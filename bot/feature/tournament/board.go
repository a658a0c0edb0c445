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

// BoardSubject returns the subject of a board's jobs; its id is TOURNAMENT-ROUND-BOARD.
func (t *Tournament) BoardSubject(b *Board) id.Subject {
	return id.Subject{Kind: BoardKind, ID: id.Match(fmt.Sprintf("%s-%d-%d", t.ID, b.Round, b.Number))}
}

// ParseBoardID reads the id that BoardSubject makes.
func ParseBoardID(of id.Match) (tournament id.Match, round, number int, ok bool) {
	f := strings.Split(string(of), "-")
	if len(f) != 3 {
		return "", 0, 0, false
	}
	round, err1 := strconv.Atoi(f[1])
	number, err2 := strconv.Atoi(f[2])
	return id.Match(f[0]), round, number, err1 == nil && err2 == nil
}

// Opening records that the thread of a board is about to be opened; again means that it may exist already. [ErrStale]
// means that the board's match has started, or that it must not start, for example because both players were ready for
// it too long ago.
func (s *Service) Opening(ctx context.Context, of id.Match, round, number int) (again bool, err error) {
	lapsed := false
	_, err = s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		if b == nil || !t.mustStart(b) {
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

// Seats returns the seats of a board by side.
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

// Begin starts the match of a board in a channel. [ErrStale] means that the board's match has started already, or must
// not start; a [*MissingError], that the caller must try again soon. Set punctual to false if the job ran late because
// the bot was away: then no player loses the board.
func (s *Service) Begin(ctx context.Context, of id.Match, round, number int, channel id.Channel,
	punctual bool) (match.Change, error) {
	t, err := s.Get(ctx, of)
	if err != nil {
		return match.Change{}, err
	}
	b := t.Board(round, number)
	if b == nil || !t.mustStart(b) {
		return match.Change{}, ErrStale
	}
	terms := match.Terms{Mode: match.Paired, Guild: t.Guild, Channel: channel, Seats: t.Seats(b),
		Position: game.Start(), TimeControl: t.Timing, Casual: t.Casual, Locale: t.Locale,
		Rests: t.Rests, LastRest: t.LastRest,
		Arranger: id.Subject{Kind: CardKind, ID: t.BoardSubject(b).ID}}
	if t.System == Simul {
		// a player may have several boards of this tournament
		terms.ExceptArrangers = string(CardKind) + "/" + string(t.ID) + "-"
	}
	if b.Kind == Bye { // a game for fun: the bye's points are given already
		terms.Mode, terms.Casual = match.Versus, true
	}
	var c Change
	made, err := s.matches.StartWith(ctx, match.Actor{Source: match.FromClock, Guild: t.Guild}, terms,
		func(*match.Match) {}, func(ctx context.Context, tx store.Tx, made *match.Change) (err error) {
			c, err = s.changeIn(ctx, tx, of, func(tx store.Tx, t *Tournament) error {
				b := t.Board(round, number)
				if b == nil || !t.mustStart(b) {
					return ErrStale
				}
				b.Match, b.Channel, b.Begun = made.Match.ID, channel, tx.Now
				if t.System == Arranged {
					t.clearOtherReady(b)
				}
				if !t.Live() || !b.Pending() {
					return nil
				}
				scheduleNoShowCheck(ctx, tx, t.BoardSubject(b), t.Guild, tx.Now.Add(arrange.RemindAfter))
				return nil
			})
			return err
		})
	var seat *policy.SeatError
	switch {
	case err == nil:
		s.listeners.After(ctx, &c)
	case errors.Is(err, policy.ErrAtBoard) && errors.As(err, &seat):
		return made, s.recordMissing(ctx, of, round, number, channel, seat, punctual)
	// rules that the tournament has not applied yet
	case errors.Is(err, guild.ErrBarred), errors.As(err, new(*guild.OffError)):
		return made, cmp.Or(s.applyGuildRules(ctx, of), ErrStale)
	}
	return made, err
}

// MissingError means that a board's match cannot start yet, because players sit at another board.
type MissingError struct {
	Players []id.Player
	Until   time.Time // when they lose the board
	New     bool      // they have not been called yet
}

func (e *MissingError) Error() string { return "players of the board sit at another one" }

// recordMissing records that players of a board got no seat because they play elsewhere. A player who is not free in
// time loses the board as a no-show. Players of an arranged game count as ready no longer. It returns a
// [*MissingError].
func (s *Service) recordMissing(ctx context.Context, of id.Match, round, number int, channel id.Channel,
	seat *policy.SeatError, punctual bool) error {
	missing := &MissingError{Players: seat.Players}
	_, err := s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		if b == nil || !t.mustStart(b) || b.Kind != Game {
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
		missing.New = b.Channel != channel // the call is posted there
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
		t.countNoShows(b, tx.Now)
		t.settle(tx.Now)
		return nil
	})
	if err != nil {
		return err
	}
	if t, err := s.Get(ctx, of); err != nil || !t.mustStart(t.Board(round, number)) {
		return cmp.Or(err, ErrStale)
	}
	return missing
}

func scheduleNoShowCheck(ctx context.Context, tx store.Tx, board id.Subject, g id.Guild, at time.Time) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: NoShowJob, Kind: NoShowJob, Subject: board, Due: at,
		Pool: scheduler.Timed, Guild: g})
}

// Missing is a player whose first move is awaited.
type Missing struct {
	Tournament Tournament
	Board      Board
	Channel    id.Channel // where the game is now
	Side       game.Color
	Since      time.Time
	Until      time.Time // set if the match is adjourned instead: when its board ends
}

// CheckNoShow runs a live board's NoShowJob: it checks whether the players have come, and returns the player to remind,
// nil if there is none. A player who has not moved in time loses the board; if the opponent has not shown up either,
// both lose.
func (s *Service) CheckNoShow(ctx context.Context, j scheduler.Job) (remind *Missing, err error) {
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
	case err == nil && awaitsResume(&m):
		return s.checkAdjourned(ctx, j, &t, b, &m)
	case err != nil:
		return nil, err
	}
	now := s.db.Now()
	wait := arrange.FirstMove(&m, b.Begun, now, scheduler.Late(j.Due, now), true)
	switch {
	case wait.Absent:
		return nil, s.matches.AbandonUnplayed(ctx, &m) // OnMatch sets the board's result in the same transaction
	case wait.CheckAt.IsZero():
		return nil, nil
	case wait.Remind:
		remind = &Missing{Tournament: t, Board: *b, Channel: m.Channel, Side: m.ToMove(), Since: wait.Since}
	}
	return remind, s.db.WriteTx(ctx, func(tx store.Tx) {
		scheduleNoShowCheck(ctx, tx, j.Subject, t.Guild, wait.CheckAt)
	})
}

// playersNotified is the payload of the NoShowJob of a board whose match is adjourned, once its players have been
// notified.
const playersNotified = "rested"

// awaitsResume reports whether a match is adjourned without a moderator's pause: its thread is gone, or the bot cannot
// post there.
func awaitsResume(m *match.Match) bool {
	return m.Status == match.Adjourned && m.Ruling != match.PausedByModerator
}

// resumeWithin is how long the players of a board have to resume an adjourned match.
func (t *Tournament) resumeWithin() time.Duration {
	if t.Live() {
		return 15 * time.Minute
	}
	return 48 * time.Hour
}

// resumeUntil returns until when the players of a board have to resume an adjourned match, and whether one of them
// rests: then the time starts once neither rests.
func (t *Tournament) resumeUntil(m *match.Match, now time.Time) (until time.Time, rests bool) {
	until = now
	for _, side := range [2]game.Color{game.Red, game.Black} {
		if over, away := m.RestUntil(side, now); away {
			until, rests = slices.MaxFunc([]time.Time{until, over}, time.Time.Compare), true
		}
	}
	return until.Add(t.resumeWithin()), rests
}

// checkAdjourned runs the NoShowJob of a board whose match is adjourned, and returns whom to notify, nil if they have
// been notified. If the match is not resumed in time, its board ends and counts for neither player, so that the
// tournament can end. A resting player need not resume before the rest ends. A match that has a deadline for one player
// ends by itself, see [match.Displacement].
func (s *Service) checkAdjourned(ctx context.Context, j scheduler.Job, t *Tournament, b *Board,
	m *match.Match) (*Missing, error) {
	now := s.db.Now()
	until, rests := t.resumeUntil(m, now)
	switch notified := string(j.Payload) == playersNotified; {
	case !notified || scheduler.Late(j.Due, now) || rests:
		j.Due, j.Payload = until, []byte(playersNotified)
		err := s.db.WriteTx(ctx, func(tx store.Tx) { scheduler.Put(ctx, tx, j) })
		if notified || err != nil {
			return nil, err
		}
		return &Missing{Tournament: *t, Board: *b, Channel: t.Channel, Until: until}, nil
	case !m.Displacement.Until.IsZero():
		j.Due = slices.MaxFunc([]time.Time{now, m.Displacement.Until}, time.Time.Compare).Add(arrange.AnotherChance)
		return nil, s.db.WriteTx(ctx, func(tx store.Tx) { scheduler.Put(ctx, tx, j) })
	}
	_, err := s.change(ctx, "", t.ID, func(tx store.Tx, t *Tournament) error {
		b := t.Board(b.Round, b.Number)
		m, err := s.matches.StoredIn(ctx, tx, b.Match)
		switch {
		case err != nil || !b.Pending() || !awaitsResume(&m):
			return cmp.Or(err, errNothing)
		case !m.Displacement.Until.IsZero(): // it has got a deadline since we looked
			j.Due = slices.MaxFunc([]time.Time{tx.Now, m.Displacement.Until}, time.Time.Compare).
				Add(arrange.AnotherChance)
			scheduler.Put(ctx, tx, j)
			return nil
		}
		b.forfeit(true, true, Voided, tx.Now)
		t.settle(tx.Now)
		return nil
	})
	return nil, err
}

// OnMatch returns the listener that records the results of a tournament's matches, and that a match was resumed, in the
// transactions of these changes.
func (s *Service) OnMatch() match.Listener {
	return match.Listener{InTx: s.inMatch, After: s.afterMatch}
}

// boardOf returns the board whose match m is.
func boardOf(ctx context.Context, c store.Conn, m *match.Match) (of id.Match, round, number int, found bool,
	err error) {
	if of, _ := m.ArrangedBy(CardKind); of != "" {
		of, round, number, found = ParseBoardID(of)
		return of, round, number, found, nil
	}
	return findBoard(ctx, c, m.ID)
}

func (s *Service) inMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	f := arrange.EventsOf(c, CardKind)
	adjourned := f&arrange.Stopped != 0 && awaitsResume(&c.Match)
	if f&^arrange.Stopped == 0 && !adjourned {
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
		if f&arrange.MovedAway != 0 {
			b.Channel = c.Match.Channel
		}
		if adjourned && b.Pending() {
			scheduleNoShowCheck(ctx, tx, t.BoardSubject(b), t.Guild, tx.Now)
			return nil
		}
		if !b.Pending() || f&(arrange.Ended|arrange.Resumed) == 0 {
			return nil
		}
		if f&arrange.Resumed != 0 { // no NoShowJob was scheduled during the pause
			if b.Begun = tx.Now; t.System != Arranged { // in Arranged, Ready means something else
				b.Ready = [2]time.Time{} // forget who was there before the pause
			}
			scheduleNoShowCheck(ctx, tx, t.BoardSubject(b), t.Guild, tx.Now.Add(arrange.RemindAfter))
			return nil
		}
		t.finish(b, &c.Match, tx.Now)
		return nil
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}

// afterMatch calls the tournament's listeners after the transaction of a match.
func (s *Service) afterMatch(ctx context.Context, c *match.Change) {
	if arrange.EventsOf(c, CardKind)&^arrange.Stopped == 0 {
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

// finish records how a match ended. A match that a moderator called off before both had moved is played again, once, if
// both players are still active.
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
	// called off before both had moved
	case m.Ruling == match.EndedByModerator && b.Plies < 2 && !again && !t.State.Over():
		if t.Entrant(b.Red).Status != In || t.Entrant(b.Black).Status != In {
			b.forfeitUnbegun(t, takenOut, now)
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
		t.countNoShows(b, now)
	}
	t.settle(now)
}

// countNoShows counts a board's no-shows for its players. A player is withdrawn after maxNoShows, in an arena after
// one; they may return.
func (t *Tournament) countNoShows(b *Board, now time.Time) {
	var out []int
	for side, number := range [2]int{b.Red, b.Black} {
		missing := b.Result == pairing.BothForfeit || side == 0 && b.Result == pairing.RedForfeits ||
			side == 1 && b.Result == pairing.BlackForfeit
		e := t.Entrant(number)
		if !missing || e == nil {
			continue
		}
		if e.NoShows++; (e.NoShows >= maxNoShows || t.System == Arena) && e.Status == In && t.System != Robin {
			out = append(out, number)
		}
	}
	for _, number := range out {
		t.leave(t.Entrant(number), Out, leftFreely, now)
	}
}

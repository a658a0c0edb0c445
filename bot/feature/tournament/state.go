package tournament

import (
	"cmp"
	"hash/fnv"
	"math/bits"
	"slices"
	"strconv"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/match"
)

// The state machine: each function changes a tournament in memory; [Service] runs it within a transaction.

const (
	// MinRounds and MaxRounds bound a Swiss tournament.
	MinRounds, MaxRounds = 3, 9
	// waveEvery is the time between two waves of an arena, arenaBreak how long after a game a player is not paired.
	waveEvery, arenaBreak = 20 * time.Second, 10 * time.Second
	// maxNoShows is the number of no-shows after which a player is withdrawn.
	maxNoShows = 2
)

// maxPlayers returns how many players a tournament of a system may have.
func maxPlayers(s System, t match.TimeControl) int {
	switch {
	case s == Robin && t.Live():
		return 8
	case s == Robin, s == Arranged:
		return 12
	case s == Simul:
		return 11
	case s == Arena:
		return 100
	}
	return 64
}

// UsualRounds returns the default number of rounds of a Swiss tournament of n players: enough for a single leader.
func UsualRounds(n int) int {
	return min(max(bits.Len(uint(max(n-1, 0)))+1, MinRounds), MaxRounds)
}

// running returns nil between the start and the end, else the error for what can only be done then.
func (t *Tournament) running() error {
	switch {
	case t.State.Over():
		return ErrOver
	case t.State == Open:
		return ErrNotStarted
	}
	return nil
}

// paired returns how many rounds have been paired.
func (t *Tournament) paired() int {
	if t.State == Pairing {
		return t.Round - 1
	}
	return t.Round
}

// join enters a player, or lets them return.
func (t *Tournament) join(e Entrant, now time.Time) error {
	switch {
	case t.State.Over():
		return ErrOver
	case slices.Contains(t.Barred, e.Player):
		return ErrRemoved
	}
	if there := t.Of(e.Player); there != nil {
		switch there.Status {
		case In:
			return ErrIn
		case Removed:
			return ErrRemoved
		}
		if t.System != Swiss && t.System != Arena {
			return ErrLate
		}
		there.Status, there.NoShows = In, 0
		return nil
	}
	if len(t.Players) >= t.Max {
		return ErrFull
	}
	e.Status, e.At, e.Joined = In, now, 1
	if t.State != Open {
		if !t.MayJoinLate() {
			return ErrLate
		}
		e.Number, e.Joined = len(t.Players)+1, t.paired()+1
		if t.System == Swiss {
			t.scoreMissedRounds(e.Number, t.paired())
		}
	}
	t.Players = append(t.Players, e)
	return nil
}

// MayJoinLate reports whether people can join a started tournament: an arena until it ends, a Swiss tournament until
// half of its rounds are paired.
func (t *Tournament) MayJoinLate() bool {
	switch t.System {
	case Arena:
		return !t.State.Over()
	case Swiss:
		return !t.State.Over() && t.paired() <= t.Rounds/2
	}
	return false
}

// scoreMissedRounds gives a latecomer a half-point bye for the first round, and zero-point byes for the other rounds
// they missed.
func (t *Tournament) scoreMissedRounds(number, rounds int) {
	for round := 1; round <= rounds; round++ {
		kind := Absent
		if round == 1 {
			kind = Half
		}
		t.add(Board{Round: round, Red: number, Kind: kind})
	}
}

// add adds a row to its round, on the next free board.
func (t *Tournament) add(b Board) {
	last := 0
	at := len(t.Pairings)
	for i, other := range t.Pairings {
		if other.Round == b.Round {
			last = max(last, other.Number)
		} else if other.Round > b.Round {
			at = min(at, i)
		}
	}
	b.Number = last + 1
	t.Pairings = slices.Insert(t.Pairings, at, b)
}

// leave withdraws a player. A current game continues; one that has not started is forfeited. A simul
// whose host leaves before the start is canceled.
func (t *Tournament) leave(e *Entrant, as Status, why leaveReason, now time.Time) {
	number := e.Number
	if t.State == Open {
		if t.hosts(e) {
			t.end(Cancelled)
		}
		p := e.Player
		if as == Removed {
			t.Barred = append(t.Barred, p)
		}
		t.Players = slices.DeleteFunc(t.Players, func(other Entrant) bool { return other.Player == p })
		return
	}
	e.Status = as
	for i := range t.Pairings {
		b := &t.Pairings[i]
		if b.Pending() && b.Match == "" && b.has(number) {
			if b.Round > t.Round { // paired by hand for a round that is still to come
				b.Kind = ""
				continue
			}
			b.forfeitUnbegun(t, why, now)
		}
	}
	t.Pairings = slices.DeleteFunc(t.Pairings, func(b Board) bool { return b.Kind == "" })
	t.settle(now)
}

// forfeit ends a board that one player or both forfeit.
func (b *Board) forfeit(red, black bool, how How, now time.Time) {
	switch {
	case red && black:
		b.Result = pairing.BothForfeit
	case red:
		b.Result = pairing.RedForfeits
	default:
		b.Result = pairing.BlackForfeit
	}
	b.How, b.Ended = how, now
}

// leaveReason says whether a player leaves by choice.
type leaveReason bool

const (
	leftFreely leaveReason = false // they withdraw, or do not come
	takenOut   leaveReason = true  // they are removed, barred or erased
)

// forfeitUnbegun ends a board of a player who left before it began. The opponent gets the point, unless they have left
// as well. A director gets no point from an opponent who was taken out, since a director could have caused that.
func (b *Board) forfeitUnbegun(t *Tournament, why leaveReason, now time.Time) {
	red, black := t.Entrant(b.Red), t.Entrant(b.Black)
	loses := func(e *Entrant) bool {
		return e.Status != In || why == takenOut && (e.Player == t.By || slices.Contains(t.Helpers, e.Player))
	}
	b.forfeit(loses(red), loses(black), Withdrawn, now)
}

// hosts reports whether an entrant is the host of a simul.
func (t *Tournament) hosts(e *Entrant) bool {
	return t.System == Simul && t.By != "" && e.Player == t.By
}

// begin starts the tournament and numbers its players by rating, equal ones by the seed; the host of a simul is number
// 1.
func (t *Tournament) begin(now time.Time) error {
	if t.State != Open {
		return ErrStarted
	}
	if t.Active() < 2 {
		return ErrTooFew
	}
	lot := func(e Entrant) uint64 {
		h := fnv.New64a()
		h.Write([]byte(strconv.FormatInt(t.Seed, 36) + " " + string(e.Player)))
		return h.Sum64()
	}
	for _, e := range t.Players { // rows that a process of an older version left
		if e.Status == Removed {
			t.Barred = append(t.Barred, e.Player)
		}
	}
	t.Players = slices.DeleteFunc(t.Players, func(e Entrant) bool { return e.Status != In })
	slices.SortFunc(t.Players, func(a, b Entrant) int {
		switch {
		case t.hosts(&a):
			return -1
		case t.hosts(&b):
			return 1
		}
		return cmp.Or(cmp.Compare(b.rating, a.rating), cmp.Compare(lot(a), lot(b)), cmp.Compare(a.Player, b.Player))
	})
	for i := range t.Players {
		t.Players[i].Number = i + 1
	}
	n := len(t.Players)
	switch {
	case t.System == Arena:
		t.State, t.Round, t.Ends, t.Due = Playing, 0, now.Add(t.Length), now
		return nil
	case t.System == Swiss && t.Rounds == 0:
		t.Rounds = UsualRounds(n)
	case t.System == Simul:
		t.Rounds = 1
	case t.System != Swiss:
		t.Rounds = n - 1 + n%2
	}
	t.State, t.Round, t.Due = Pairing, 1, now
	if t.System == Arranged {
		t.Ends = now.Add(t.Length)
	}
	return nil
}

// next starts the next round, or ends the tournament after the last.
func (t *Tournament) next(now time.Time) error {
	switch {
	case t.State == Open:
		return ErrNotStarted
	case t.State != Between:
		return ErrPlaying
	}
	t.Round++
	t.State, t.Due = Pairing, now
	return nil
}

// settle ends the round once every board has a result.
func (t *Tournament) settle(now time.Time) {
	if t.State != Playing || t.System == Arena {
		return
	}
	for i := range t.Pairings {
		if t.Pairings[i].Pending() && t.Pairings[i].Round <= t.Round {
			return
		}
	}
	if t.Round >= t.Rounds {
		t.end(Done)
		return
	}
	t.State = Between
	t.waitForNext(now)
}

// pauseFor returns the pause between two rounds.
func pauseFor(t *Tournament) time.Duration {
	if t.Live() {
		return 2 * time.Minute
	}
	return time.Hour
}

func (t *Tournament) end(as State) {
	t.State, t.Due, t.Paused = as, time.Time{}, false
	t.Pairings = slices.DeleteFunc(t.Pairings, func(b Board) bool { return b.Round > t.Round })
}

// void ends the tournament now: boards without a result count for neither player.
func (t *Tournament) void(now time.Time) {
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Pending() && b.Round <= t.Round {
			b.forfeit(true, true, Voided, now)
		}
	}
	if t.State == Pairing {
		t.Round--
	}
	t.end(Done)
}

// switchOff ends the tournament as it stands, because the server has switched tournaments off. Current games continue
// outside it.
func (t *Tournament) switchOff(now time.Time) {
	if t.State == Open {
		t.end(Cancelled)
	} else {
		t.void(now)
	}
	t.Off = true
}

// requestHalfBye gives an entrant a half-point bye in the next round, or returns why not.
func (t *Tournament) requestHalfBye(e *Entrant) error {
	switch {
	case t.State.Over():
		return ErrOver
	case t.System != Swiss:
		return ErrUnfit
	case e.Half != 0, t.Rounds > 0 && t.paired()+1 >= t.Rounds:
		return ErrHalf
	case slices.ContainsFunc(t.InRound(t.paired()+1), func(b *Board) bool { return b.has(e.Number) }):
		return ErrByHand
	}
	e.Half = t.paired() + 1
	return nil
}

// pause stops rounds and waves from starting by time, or lets them start again.
func (t *Tournament) pause(to bool, now time.Time) error {
	if err := t.running(); err != nil {
		return err
	}
	t.Paused = to
	if t.State == Between {
		t.waitForNext(now)
	}
	return nil
}

// waitForNext sets when the next round is due: after the pause, or never by time if the tournament is paused.
func (t *Tournament) waitForNext(now time.Time) {
	if t.Due = now.Add(pauseFor(t)); t.Paused {
		t.Due = time.Time{}
	}
}

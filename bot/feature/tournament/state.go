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

// The machine: each function changes a tournament in memory; [Service] runs it within a transaction.

const (
	// MinRounds and MaxRounds bound a Swiss tournament.
	MinRounds, MaxRounds = 3, 9
	// waveEvery is the time between two waves of an arena, restFor how long who has just played is left alone.
	waveEvery, restFor = 20 * time.Second, 10 * time.Second
	// maxNoShows is after how many a player is taken out.
	maxNoShows = 2
)

// maxPlayers returns how many may play in a system.
func maxPlayers(s System, t match.Timing) int {
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

// UsualRounds returns the rounds of a Swiss tournament of n players if nobody chooses: enough that one player can be ahead of all.
func UsualRounds(n int) int {
	return min(max(bits.Len(uint(max(n-1, 0)))+1, MinRounds), MaxRounds)
}

// running returns the refusal of what can only be done between the start and the end.
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

// join lets a player in, or back in.
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
			t.missed(e.Number, t.paired())
		}
	}
	t.Players = append(t.Players, e)
	return nil
}

// MayJoinLate reports whether people can join now that it has begun: an arena until it ends, a Swiss tournament until half of its
// rounds are paired.
func (t *Tournament) MayJoinLate() bool {
	switch t.System {
	case Arena:
		return !t.State.Over()
	case Swiss:
		return !t.State.Over() && t.paired() <= t.Rounds/2
	}
	return false
}

// missed gives a latecomer a half point for the first round and nothing for the others that were paired without them.
func (t *Tournament) missed(number, rounds int) {
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

// leave withdraws a player. A game that is being played goes on; one that has not begun is forfeited. Without its host there is no simul.
func (t *Tournament) leave(e *Entrant, as Status, why leaving, now time.Time) {
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
			b.withdrawn(t, why, now)
		}
	}
	t.Pairings = slices.DeleteFunc(t.Pairings, func(b Board) bool { return b.Kind == "" })
	t.settle(now)
}

// forfeit ends a board for players who are not there.
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

// leaving says whose wish it is that a player leaves.
type leaving bool

const (
	ownWish leaving = false // or they do not come
	taken   leaving = true  // they are removed, barred or erased
)

// withdrawn ends a board of which a player is out before it began. The opponent gets the point, unless they are out as well, or could have
// decided it: a board of somebody who was taken out goes to nobody who directs.
func (b *Board) withdrawn(t *Tournament, why leaving, now time.Time) {
	red, black := t.Entrant(b.Red), t.Entrant(b.Black)
	loses := func(e *Entrant) bool {
		return e.Status != In || why == taken && (e.Player == t.By || slices.Contains(t.Helpers, e.Player))
	}
	b.forfeit(loses(red), loses(black), Withdrawn, now)
}

// hosts reports whether an entrant plays all others of a simul.
func (t *Tournament) hosts(e *Entrant) bool {
	return t.System == Simul && t.By != "" && e.Player == t.By
}

// begin starts the tournament: numbers are given in the order of rating, and among equals by the seed; a host is the first.
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
	for _, e := range t.Players { // removed by a process of an older version
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

// next begins the next round, or ends the tournament.
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

// settle moves on once every board of the round has a result.
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

// pauseFor returns how long players have between two rounds.
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

// void ends the tournament now: boards without a result count for nobody.
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

// switchOff ends the tournament as it stands, because the server has switched tournaments off. Games that are being played go on, for
// themselves.
func (t *Tournament) switchOff(now time.Time) {
	if t.State == Open {
		t.end(Cancelled)
	} else {
		t.void(now)
	}
	t.Off = true
}

// half asks for a half-point bye in the next round.
func (t *Tournament) half(e *Entrant) error {
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

// pause stops what would happen by time alone, or lets it go on.
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

// waitForNext says when the next round is due: after a pause, or when a director says so.
func (t *Tournament) waitForNext(now time.Time) {
	if t.Due = now.Add(pauseFor(t)); t.Paused {
		t.Due = time.Time{}
	}
}

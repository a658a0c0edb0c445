// Package tournament holds tournaments of a server: who plays, who meets whom in which round, what the boards ended with, and what
// comes next. It starts the matches of its boards and learns of their results in the transactions in which they end; standings are
// computed from the pairings, never stored.
//
// A tournament goes from open (people join) through pairing, playing and between, round after round, to done. Each step is one
// transaction that also writes the job of the next, so that a process may die anywhere. A player who is not there loses the board
// by forfeit; nothing closes a game that is being played.
//
// What may not enter: Discord beyond opaque ids, sentences, how anything is shown, SQL outside sql.go.
package tournament

import (
	"slices"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/match"
)

// System is the way in which a tournament pairs. The names are stored.
type System string

const (
	Swiss    System = "swiss"
	Robin    System = "robin"    // everybody meets everybody: round by round, with days a move all at once
	Arranged System = "arranged" // everybody meets everybody on a live clock, each pair when both are ready
	Arena    System = "arena"    // who waits is paired again and again until time is up
	Simul    System = "simul"    // whoever created it, the host, plays all others at once, always with Red
)

// Systems lists the systems in the order in which they are offered.
var Systems = []System{Swiss, Robin, Arranged, Arena, Simul}

// State is what a tournament waits for. The names are stored.
type State string

const (
	Open      State = "open"    // people join, until it is started
	Pairing   State = "pairing" // the round is about to be paired
	Playing   State = "playing" // boards have no result yet
	Between   State = "between" // the round is over, the next is not due
	Done      State = "done"
	Cancelled State = "cancelled"
)

// Over reports whether nothing more happens.
func (s State) Over() bool { return s == Done || s == Cancelled }

// Tournament is a tournament as it was loaded.
type Tournament struct {
	ID      id.Match
	Guild   id.Guild
	Channel id.Channel // of its cards; each board has a thread below it
	Name    string     // "" where nobody gave it one: it is called after who created it
	Locale  string
	System  System
	Timing  match.Timing
	Casual  bool
	State   State
	Round   int // being paired or played; waves of an arena are counted too
	Rounds  int // 0 until the start where nobody chose
	Paused  bool
	Seed    int64         // orders players of equal rating
	Max     int           // of players
	Length  time.Duration // of an arena, or until which pairs arrange their games
	Starts  time.Time     // zero for by hand
	Ends    time.Time     // of an arena or of arranged games, zero before the start
	Due     time.Time     // of the next act, zero for none
	By      id.Player     // who created it, "" once erased
	ByName  string        // "" once erased
	Helpers []id.Player   // who may direct it besides
	Barred  []id.Player   // whom a director removed before the start
	Filler  string        // the character, by its digit, with whom whoever has the bye of a Swiss tournament plays for fun; "" for nobody
	Best    Best          // once it is over and its games were looked at
	Event   string        // of the server: "" for none, EventWanted, EventBegun, then its id
	Off     bool          // it ended before its time, because its server switched tournaments off
	Rev     int64
	Created time.Time
	Touched time.Time

	Players  []Entrant // by number once it began, before that in order of joining
	Pairings []Board   // by round and board
}

// Status says whether somebody still plays. The names are stored.
type Status string

const (
	In      Status = "in"
	Out     Status = "out"     // withdrawn, by themselves or after two no-shows
	Removed Status = "removed" // by a director, for good
)

// Entrant is somebody who plays in a tournament.
type Entrant struct {
	Player  id.Player // "gone:" and the number once erased
	Name    string    // "" once erased
	rating  int       // when they joined
	Number  int       // in the order of seeding, from 1 at the start, never reused
	Status  Status
	Joined  int // the first round they can play
	Half    int // the round for which they asked a half-point bye, 0 for none
	NoShows int
	At      time.Time // when they joined
}

// Kind says what a row of a round is.
type Kind string

const (
	Game   Kind = "game"
	Bye    Kind = Kind(pairing.Allocated)
	Half   Kind = Kind(pairing.Requested)
	Absent Kind = Kind(pairing.Absent)
)

// How says how a result came about. The names are stored.
type How string

const (
	Played    How = "played"
	NoShow    How = "noshow"
	Withdrawn How = "withdrawn" // a player left before the board began
	Corrected How = "corrected"
	Voided    How = "voided"
	Unplayed  How = "unplayed" // the time for arranging it was up
	TooLate   How = "late"     // it ended after an arena, and does not count
	Reopened  How = "reopened" // its match was called off, and another is played: it has no result yet
)

// Board is a row of a round: a game of two, or somebody's bye.
type Board struct {
	Round, Number int
	Red, Black    int // numbers of players; Black is 0 for a bye
	Kind          Kind
	Result        pairing.Result // "" while it is played
	How           How
	Opening       bool       // its thread may exist
	Match         id.Match   // "" until it began
	Channel       id.Channel // of the match
	Plies         int        // of the finished match
	Ready         [2]time.Time
	Begun, Ended  time.Time // first moves count from Begun, which is later after a pause; before the match since when players are missing
}

// has reports whether a player has a seat in the row.
func (b *Board) has(number int) bool { return number != 0 && (b.Red == number || b.Black == number) }

// against returns the side of a player of the row, +1 for Red and -1 for Black, and the number of the opponent.
func (b *Board) against(number int) (side, opponent int) {
	if b.Black == number {
		return -1, b.Red
	}
	return +1, b.Black
}

// Pending reports whether a game has no result yet.
func (b *Board) Pending() bool { return b.Kind == Game && b.Result == pairing.Pending }

// Live reports whether players sit at their boards together.
func (t *Tournament) Live() bool { return t.Timing.Live() }

// AtOnce reports whether all pairs are made at the start.
func (t *Tournament) AtOnce() bool {
	return t.System == Arranged || t.System == Simul || t.System == Robin && !t.Live()
}

// AllMeet reports whether everybody meets everybody.
func (t *Tournament) AllMeet() bool { return t.System == Robin || t.System == Arranged }

// ByGames reports whether results are told game by game rather than round by round.
func (t *Tournament) ByGames() bool { return t.System == Arena || t.System == Simul }

// Subject returns the tournament's name on cards and jobs.
func (t *Tournament) Subject() id.Subject { return id.Subject{Kind: CardKind, ID: t.ID} }

// CardKind is the kind of the cards of tournaments.
const CardKind id.Kind = "tournament"

// Entrant returns the entrant with a number, nil if there is none.
func (t *Tournament) Entrant(number int) *Entrant {
	i := slices.IndexFunc(t.Players, func(e Entrant) bool { return e.Number == number })
	if number == 0 || i < 0 {
		return nil
	}
	return &t.Players[i]
}

// Of returns a player's entry, nil if they have none.
func (t *Tournament) Of(p id.Player) *Entrant {
	i := slices.IndexFunc(t.Players, func(e Entrant) bool { return e.Player == p })
	if p == "" || i < 0 {
		return nil
	}
	return &t.Players[i]
}

// Active returns how many players are in.
func (t *Tournament) Active() (n int) {
	for _, e := range t.Players {
		if e.Status == In {
			n++
		}
	}
	return n
}

// Board returns a board, nil if there is none.
func (t *Tournament) Board(round, number int) *Board {
	i := slices.IndexFunc(t.Pairings, func(b Board) bool { return b.Round == round && b.Number == number })
	if i < 0 {
		return nil
	}
	return &t.Pairings[i]
}

// InRound returns the rows of a round.
func (t *Tournament) InRound(round int) (all []*Board) {
	for i := range t.Pairings {
		if t.Pairings[i].Round == round {
			all = append(all, &t.Pairings[i])
		}
	}
	return all
}

// Unfinished returns the games of an entrant that have begun and have no result yet.
func (t *Tournament) Unfinished(number int) (all []*Board) {
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Pending() && b.Match != "" && b.has(number) {
			all = append(all, b)
		}
	}
	return all
}

// Current returns the game of an entrant that has no result yet: the one that has begun, if any has.
func (t *Tournament) Current(number int) (found *Board) {
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Pending() && b.Round <= t.Round && b.has(number) && (found == nil || found.Match == "") {
			found = b
		}
	}
	return found
}

// Directs reports whether a player may direct: who created it, who was named, and who manages events or messages in its channel, of
// which the threads of its boards are part. Elsewhere that says nothing, for a channel may grant it to anybody.
func (t *Tournament) Directs(by Actor) bool {
	below := func(b Board) bool { return b.Channel == by.Manages }
	manages := by.Manages != "" && (by.Manages == t.Channel || slices.ContainsFunc(t.Pairings, below))
	return by.Player != "" && (manages || by.Player == t.By || slices.Contains(t.Helpers, by.Player))
}

// Actor is who asks for a change.
type Actor struct {
	Event   id.Event
	Player  id.Player
	Name    string
	Manages id.Channel // whose events or messages they manage, "" for none
}

// Package tournament holds the tournaments of a server: players, pairings, results, and what happens next. It starts
// the matches of its boards and records their results in the transactions in which they end; standings are computed
// from the pairings, never stored.
//
// A tournament goes from open (people join) through pairing, playing and between, round after round, to done. Each step
// is one transaction that also writes the job of the next step, so a process may die anywhere. A player who does not
// come forfeits the board; a game that has started is never cut off.
//
// Out of scope: Discord beyond opaque ids, sentences, how anything is shown, SQL outside sql.go.
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
	Robin    System = "robin"    // round robin: round by round on a live clock, by correspondence all rounds at once
	Arranged System = "arranged" // round robin on a live clock, each pair when both are ready
	Arena    System = "arena"    // waiting players are paired again and again until the time is up
	Simul    System = "simul"    // the host, who created it, plays all others at once, always with Red
)

// Systems lists the systems in the order in which they are offered.
var Systems = []System{Swiss, Robin, Arranged, Arena, Simul}

// State is what a tournament waits for. The names are stored.
type State string

const (
	Open      State = "open"    // people join, until it is started
	Pairing   State = "pairing" // the round is about to be paired
	Playing   State = "playing" // some boards have no result yet
	Between   State = "between" // the round is over, the next is not due yet
	Done      State = "done"
	Cancelled State = "cancelled"
)

// Over reports whether the tournament has ended or was canceled.
func (s State) Over() bool { return s == Done || s == Cancelled }

// Tournament is a tournament as loaded from the database.
type Tournament struct {
	ID       id.Match
	Guild    id.Guild
	Channel  id.Channel // of its cards; each board has a thread below it
	Name     string     // "" if none was given: then its title names its creator
	Locale   string
	System   System
	Timing   match.TimeControl
	Casual   bool
	State    State
	Round    int // the one that is paired or played; in an arena the number of waves
	Rounds   int // 0 until the start if no number was chosen
	Paused   bool
	Seed     int64         // orders players of equal rating
	Max      int           // largest number of players
	Length   time.Duration // of an arena, or the time for arranging games
	Starts   time.Time     // zero if a director starts it
	Ends     time.Time     // of an arena or of arranged games, zero before the start
	Due      time.Time     // when the scheduled job runs, zero for none
	By       id.Player     // who created it, "" once erased
	ByName   string        // "" once erased
	Helpers  []id.Player   // additional directors
	Barred   []id.Player   // whom a director removed before the start
	Filler   string        // digit of the character that plays the holder of a Swiss bye for fun; "" for none
	Best     Best          // set after the end, once its games have been analyzed
	Event    string        // its scheduled event in Discord: "" for none, EventWanted, EventBegun, then its id
	Rests    bool          // vacations and breaks stop clocks in its games
	LastRest time.Time     // until when, in the round that is played; zero for no end
	Off      bool          // it ended early, because its server switched tournaments off
	Rev      int64
	Created  time.Time
	Touched  time.Time

	Players  []Entrant // by number; before the start in the order of joining
	Pairings []Board   // by round and board number
}

// Status says whether an entrant still plays. The names are stored.
type Status string

const (
	In      Status = "in"
	Out     Status = "out"     // withdrawn, by choice or after no-shows
	Removed Status = "removed" // by a director, for good
)

// Entrant is a player of a tournament.
type Entrant struct {
	Player  id.Player // "gone:" and the number once erased
	Name    string    // "" once erased
	rating  int       // when they joined
	Number  int       // seeding number, from 1, given at the start and never reused
	Status  Status
	Joined  int // the first round they can play
	Half    int // the round of their half-point bye, 0 for none
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
	TooLate   How = "late"     // it ended after the arena did, and does not count
	Reopened  How = "reopened" // its match was called off and is played again: no result yet
)

// Board is a row of a round: a game, or a player's bye.
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
	// the time for first moves runs from Begun, which a resume resets; before the match, since when players are missing
	Begun, Ended time.Time
}

// has reports whether the player with a number is on the board.
func (b *Board) has(number int) bool { return number != 0 && (b.Red == number || b.Black == number) }

// against returns the side of the player with a number, +1 for Red and -1 for Black, and the opponent's number.
func (b *Board) against(number int) (side, opponent int) {
	if b.Black == number {
		return -1, b.Red
	}
	return +1, b.Black
}

// Pending reports whether a game has no result yet.
func (b *Board) Pending() bool { return b.Kind == Game && b.Result == pairing.Pending }

// Live reports whether games are played on a live clock.
func (t *Tournament) Live() bool { return t.Timing.Live() }

// AtOnce reports whether all games are paired at the start.
func (t *Tournament) AtOnce() bool {
	return t.System == Arranged || t.System == Simul || t.System == Robin && !t.Live()
}

// AllMeet reports whether the tournament is a round robin.
func (t *Tournament) AllMeet() bool { return t.System == Robin || t.System == Arranged }

// ByGames reports whether results are listed game by game rather than round by round.
func (t *Tournament) ByGames() bool { return t.System == Arena || t.System == Simul }

// Subject returns the subject of the tournament's card and jobs.
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

// Of returns a player's entry, nil if there is none.
func (t *Tournament) Of(p id.Player) *Entrant {
	i := slices.IndexFunc(t.Players, func(e Entrant) bool { return e.Player == p })
	if p == "" || i < 0 {
		return nil
	}
	return &t.Players[i]
}

// Active returns the number of players with status In.
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

// Unfinished returns an entrant's games that have started and have no result yet.
func (t *Tournament) Unfinished(number int) (all []*Board) {
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Pending() && b.Match != "" && b.has(number) {
			all = append(all, b)
		}
	}
	return all
}

// Current returns an entrant's game without a result, one that has started if there is any; nil if all have results.
func (t *Tournament) Current(number int) (found *Board) {
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Pending() && b.Round <= t.Round && b.has(number) &&
			(found == nil || found.Match == "") {
			found = b
		}
	}
	return found
}

// Directs reports whether an actor may direct the tournament: its creator, its helpers, and those who manage events or
// messages in its channel or the threads of its boards. Permissions in other channels do not count, because a channel
// may grant them to anybody.
func (t *Tournament) Directs(by Actor) bool {
	below := func(b Board) bool { return b.Channel == by.Manages }
	manages := by.Manages != "" && (by.Manages == t.Channel || slices.ContainsFunc(t.Pairings, below))
	return by.Player != "" && (manages || by.Player == t.By || slices.Contains(t.Helpers, by.Player))
}

// Actor is the user who asks for a change.
type Actor struct {
	Event   id.Event
	Player  id.Player
	Name    string
	Manages id.Channel // the channel of the request if they manage events or messages there, else ""
}

package session

import (
	"time"

	"yeye/game"
)

// ID names a session for ever: 10 characters of a–z and 2–7.
type ID string

// Place is where a session is played, opaque to this package: a channel, a
// thread, a conversation. One session is open in a place at a time.
type Place string

// PlayerID is a person, opaque to this package.
type PlayerID string

// Seat is one side of the table: a person, or a character of some level.
type Seat struct {
	Player PlayerID // "" for a character
	Name   string   // the person's name when they sat down, for text without mentions
	Level  int      // the character's level, 0 to 6, where Player is ""; Vacant for nobody
	Novice bool     // has said that they never played
}

// Vacant as a Level is a seat that waits for somebody.
const Vacant = -1

// Human reports whether a person sits here.
func (s Seat) Human() bool { return s.Player != "" }

// Character reports whether one of the bot's characters sits here.
func (s Seat) Character() bool { return s.Player == "" && s.Level != Vacant }

// Status is where a session is in its life.
type Status uint8

const (
	Open     Status = iota // being played
	Ended                  // has an outcome
	Proposed               // a challenge that waits for an answer
	Closed                 // a challenge that came to nothing; see Closing
	Resting                // set aside untouched, to be resumed
	Removed                // nothing is left but cards that must be taken away
)

// Closing is why a challenge came to nothing.
type Closing uint8

const (
	NotClosed Closing = iota
	Declined
	Withdrawn
	Expired
)

// Session is a game in a place with its two seats, as it stands at revision Rev.
// Its Game belongs to the holder of the value: each load makes a new one.
type Session struct {
	ID      ID
	Place   Place
	Status  Status
	Seats   [2]Seat // by game.Color
	Starter PlayerID
	Locale  string // of the table: what the public card speaks
	Seed    uint64 // of the characters' variety
	Game    *game.Game
	Outcome game.Outcome // of the session: the board's, or resignation and the like

	Rev  int64 // rises with every change
	Turn int64 // rises with every change of the position
	// Moved is the latest revision that changed the position.
	Moved int64
	// NewCard is the latest revision that wants a message of its own; later ones
	// may be shown by editing it.
	NewCard int64
	// Unseen is how many of the latest revisions changed nothing that the card shows, as
	// that a clock began to run; see Look.
	Unseen int64

	Created time.Time
	Touched time.Time    // last change
	Acted   [2]time.Time // last act of each side, zero for none
	Played  time.Time    // when the last move was played, zero for none or after a takeback
	Next    Act

	Closing  Closing
	Offer    Offer
	Asked    [2]Asked // by each side in this turn
	Odds     Odds
	Reminded bool // the player to move has been told that the game will rest
	Quiet    bool // a challenge that pings nobody: they were asked a moment ago
	Ruling   Ruling
	RuledBy  PlayerID // the moderator
	Scores   Scores   // of the character's last moves

	Clock      Clock
	Casual     Casual
	CasualTurn int64 // at which it became casual, for the card to say so once
}

// Look is the latest revision that changed what the card shows.
func (s *Session) Look() int64 { return s.Rev - s.Unseen }

// Begun reports whether this is a game, and not a challenge.
func (s *Session) Begun() bool { return s.Status != Proposed && s.Status != Closed }

// ToMove is the side whose turn it is.
func (s *Session) ToMove() game.Color { return s.Game.Position().Turn() }

// SeatOf is the side on which p sits; where p sits on both, the side to move.
func (s *Session) SeatOf(p PlayerID) (game.Color, bool) {
	c := s.ToMove()
	for _, c := range [2]game.Color{c, c.Other()} {
		if p != "" && s.Seats[c].Player == p {
			return c, true
		}
	}
	return c, false
}

// Opponent is the character that plays here, if one does.
func (s *Session) Opponent() (game.Color, bool) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if s.Seats[c].Character() {
			return c, true
		}
	}
	return game.Red, false
}

// Novice reports whether somebody at the table has never played.
func (s *Session) Novice() bool { return s.Seats[0].Novice || s.Seats[1].Novice }

// LastMove is the move played last, or game.NoMove.
func (s *Session) LastMove() game.Move {
	moves := s.Game.Moves()
	if len(moves) == 0 {
		return game.NoMove
	}
	return moves[len(moves)-1]
}

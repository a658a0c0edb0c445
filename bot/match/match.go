// Package match is the live game: a [Match] in a channel with its two seats, its clock and its offers. It changes only
// through the [Service].
//
// Every change raises a match's revision, and every change of its position its turn. A change is decided outside the
// transaction and written only if the match still has the revision on which it was decided; else it is decided again.
// Within the transaction listeners store the consequences: cards to show, ratings, analyses. A character's turn, a flag
// and a reminder are jobs that the change itself schedules.
//
// Out of scope: Discord beyond opaque ids, how a match is shown, sentences, engines, SQL outside sql.go.
package match

import (
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match/flipped"
	"yeye/game"
)

// Seat is one side of the board: of a player, of a character, of a team, or open.
type Seat struct {
	Player   id.Player       // "" for a character and a team
	Name     string          // the player's name when they sat down, for text without mentions
	Level    character.Level // of the character, if Player is "" and the seat is not open
	Open     bool            // any player may take it
	Team     Team            // whose members vote on moves, NoTeam for none
	Newcomer bool            // the player has said that they never played
}

// Human reports whether a player has this seat.
func (s Seat) Human() bool { return s.Player != "" }

// Character reports whether one of the bot's characters has this seat.
func (s Seat) Character() bool { return s.Player == "" && !s.Open && s.Team == NoTeam }

// Status is the state of a match. The numbers are stored.
type Status uint8

const (
	Open      Status = 0 // being played
	Ended     Status = 1 // has an outcome
	Adjourned Status = 4 // inactive for long, without a channel, or paused by a moderator; can be resumed
	Removed   Status = 5 // deleted, except for messages that must still be deleted
)

// Match is a game in a channel with its two seats, at revision Rev. Each loaded value has its own Game: each load makes
// a new one.
type Match struct {
	ID      id.Match
	Mode    Mode
	Guild   id.Guild   // "" for a direct conversation
	Channel id.Channel // "" for a study that only its owner sees, in private responses
	Status  Status
	Seats   [2]Seat     // by game.Color
	Guests  []id.Player // who may move in a study besides its owner
	Starter id.Player
	// Arranger is the ring, or the tournament board, that has arranged the match and continues after it; None if there
	// is none.
	Arranger id.Subject
	Pair     id.Match // the first of the two games of a pair, in both; "" for a single game
	Locale   string   // of the public card
	Seed     uint64   // of the characters' variety
	Game     *game.Game
	// the real game of a running blindfold match, whose Game stays at the start; nil in others
	hidden  *game.Game
	flipped *flipped.Board // of flipped chess; nil in xiangqi
	Outcome game.Outcome   // of the match: the board's, or resignation and the like

	Rev  int64 // rises with every change
	Turn int64 // rises with every change of the position

	Created time.Time
	Touched time.Time    // time of the last action
	Acted   [2]time.Time // last act of each side, zero before the first
	Played  time.Time    // when the last move was played, zero before the first and after a takeback
	Next    Act

	Offer        Offer
	Offered      [2]Offered // by each side in this turn
	Odds         Odds
	Reminded     bool       // the player to move has been reminded that the match will be adjourned
	Premoves     [2]Premove // by each side, for its next turn
	Lines        [2]Lines   // by each side, for its next turns
	Ruling       Ruling
	RuledBy      id.Player // the moderator of the ruling
	Displacement Displacement
	Rest         Rest
	Scores       Scores // of the character's last moves
	Said         string // the character's remarks so far, in the format of package voice

	Clock        Clock
	CasualReason CasualReason
	CasualTurn   int64 // the turn in which it became casual, so that the card says so once
}

// Subject returns the match's subject for cards and jobs, whose kind is its mode's.
func (m *Match) Subject() id.Subject { return id.Subject{Kind: m.Mode.Kind, ID: m.ID} }

// ArrangedBy reports whether an arranger of a kind has arranged the match, and which: of is "" if that is unknown,
// because a version of the bot that did not store it has started the match.
func (m *Match) ArrangedBy(kind id.Kind) (of id.Match, ok bool) {
	return m.Arranger.ID, m.Mode.Arranged && (m.Arranger.Kind == kind || m.Arranger.None())
}

// ToMove returns the side whose turn it is.
func (m *Match) ToMove() game.Color { return m.variantBoard().Board().Turn() }

// SeatOf returns the side on which p sits; if p sits on both, or is a guest, the side to move.
func (m *Match) SeatOf(p id.Player) (game.Color, bool) {
	if m.IsGuest(p) {
		return m.ToMove(), true
	}
	c := m.ToMove()
	for _, c := range [2]game.Color{c, c.Other()} {
		if p != "" && m.Seats[c].Player == p {
			return c, true
		}
	}
	return c, false
}

// Opponent returns the side of the match's character, if there is one.
func (m *Match) Opponent() (game.Color, bool) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if m.Seats[c].Character() {
			return c, true
		}
	}
	return game.Red, false
}

// Newcomer reports whether one of the players is a newcomer, who has never played.
func (m *Match) Newcomer() bool { return m.Seats[0].Newcomer || m.Seats[1].Newcomer }

// LastMove returns the last move, or game.NoMove.
func (m *Match) LastMove() game.Move {
	moves := m.Moves()
	if len(moves) == 0 {
		return game.NoMove
	}
	return moves[len(moves)-1]
}

// Private reports whether a study is visible only to its owner: it has no channel, and its only cards are private
// responses.
func (m *Match) Private() bool { return m.Channel == "" }

// Live reports whether a match may continue: it is open or adjourned.
func (m *Match) Live() bool { return m.Status == Open || m.Status == Adjourned }

// NotOpen returns the refusal of an action that needs an open match, in a match that is not open. A private study is
// resumed by the command that shows it.
func (m *Match) NotOpen() error {
	switch {
	case m.Status != Adjourned:
		return ErrEnded
	case m.Paused():
		return ErrPausedByModerator
	case m.Mode.OnePlayer && m.Private():
		return ErrStaleStudy
	}
	return ErrAdjourned
}

// Stale returns the error for a control that was made for an earlier turn.
func (m *Match) Stale() error {
	if m.Mode.OnePlayer && m.Private() {
		return ErrStaleStudy
	}
	return ErrStale
}

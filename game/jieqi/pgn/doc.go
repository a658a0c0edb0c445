// Package pgn writes games of jieqi as text, reads them, and verifies the claims of a finished game's record.
//
// The form is PGN with [Variant "Jieqi"]. A move is written in coordinates. A piece that it turned over follows as a
// letter in the case of its side, one captured face down as a letter in the case of the other side, X or x if it is not
// known: "h2e2N" turns over a horse, "h2h9Nr" also captures a face-down rook, "e2e6x" captures a piece that stays
// unknown.
//
// While a game runs, a record belongs to one viewer: it has neither the deal nor what the viewer may not know. When the
// game is over its [Seal] is opened, so that anyone can verify the deal and every piece turned over without us.
//
// Out of scope: texts in the reader's language, other notations, storage.
package pgn

import (
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// Record is a game.
type Record struct {
	Event, Date string    // "" if not known
	Players     [2]string // their names, by side
	Terms       seal.Terms
	Seal        *Seal        // nil while the game runs, and if nothing was sealed
	Start       *jieqi.Setup // nil for the usual start
	Plies       []jieqi.Ply
	Outcome     game.Outcome

	checksum string // the checksum tag of the text it was read from
}

// Setup returns the start position of the record, and what may be face down in it.
func (r *Record) Setup() jieqi.Setup {
	if r.Start != nil {
		return *r.Start
	}
	return jieqi.Setup{Position: jieqi.Start(), Hidden: [2]jieqi.Pool{jieqi.FullPool(), jieqi.FullPool()}}
}

// View returns the game as the record shows it.
func (r *Record) View() jieqi.View {
	s := r.Setup()
	w := jieqi.View{Viewer: jieqi.Everything, Start: s.Position, Position: s.Position, Moves: r.Plies, Hidden: s.Hidden}
	for _, ply := range r.Plies {
		by := w.Position.Turn()
		owner := by.Other()
		w.Hidden[by].Remove(ply.Turned)
		switch {
		case ply.Dark && ply.Taken == game.NoRole:
			w.Unknown[owner]++
		case ply.Dark:
			w.Hidden[owner].Remove(ply.Taken)
			fallthrough
		case ply.Taken != game.NoRole:
			w.Captured[owner][ply.Taken]++
		}
		w.Position.Do(ply.Move, ply.Turned)
	}
	return w
}

// Seal is what is disclosed when a game is over.
type Seal struct {
	Commitment seal.Hash // as shown before the game
	Secret     seal.Secret
	First      game.Color // the player who was asked for a word first
	Words      [2]Word    // in the order in which the players were asked
	Deal       jieqi.Deal
}

// Word is a player's contribution.
type Word struct {
	Hash seal.Hash
	Text string // "" if no word was given, only its hash is known, or it was erased
}

// FromView returns the record of a game as its viewer may see it.
func FromView(w *jieqi.View) *Record { return &Record{Plies: w.Moves} }

// FromGame returns the record of a finished game, with all pieces turned over.
func FromGame(g *jieqi.Game, t seal.Terms, s Seal) *Record {
	s.Deal = g.Deal()
	return &Record{Terms: t, Seal: &s, Plies: g.Plies(), Outcome: g.Outcome()}
}

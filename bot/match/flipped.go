package match

import (
	"crypto/rand"
	"strings"

	"yeye/bot/id"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// A match of flipped chess (揭棋, cờ úp) is a match like others, with the same seats, clock and offers. Besides them it has a
// [Flipped], on whose board it is played; its Game stays at the start, so that whoever knows only xiangqi finds a game without
// moves. [Match.Board], [Match.Ply] and [Match.Moves] answer for both.
//
// It is not an aggregate of its own, because all but the board is the same: seats, clocks, offers, adjournment, moderation, cards.

// Flipped is the board of a match of flipped chess. It is the referee and its fields are hidden: the deal, and the secret from
// which it follows. While the match is not over nothing leads to them; [Match.View] says what a viewer may know.
type Flipped struct {
	open   bool // captured face-down pieces are shown to everybody
	terms  seal.Terms
	secret seal.Secret
	words  []word // in the order in which they are asked for
	game   *jieqi.Game
}

// word is what a player adds to the deal.
type word struct {
	side  game.Color
	given bool   // or declined
	text  string // "" if none, or if it was erased
	hash  seal.Hash
}

// newFlipped returns the board of a new match: its secret is drawn, and words are asked of its players, first of the one who accepted.
func newFlipped(m *Match, open bool) *Flipped {
	f := &Flipped{open: open, secret: seal.Draw(), game: jieqi.NewGame(jieqi.Deal{}),
		terms: seal.Terms{Match: string(m.ID), Red: sealedSeat(m.Seats[game.Red]), Black: sealedSeat(m.Seats[game.Black])}}
	first := game.Red
	if m.Seats[game.Red].Player == m.Starter {
		first = game.Black
	}
	for _, c := range [2]game.Color{first, first.Other()} {
		if m.Seats[c].Human() {
			f.words = append(f.words, word{side: c, hash: seal.Word("")})
		}
	}
	return f
}

// sealedSeat names a seat in a commitment: "character 3", or for a player a name drawn for this match, which they are shown with the
// commitment. It is not their id, so that a deal can still be verified when they have been erased.
func sealedSeat(s Seat) string {
	if s.Character() {
		return s.Exported()
	}
	return "player-" + strings.ToLower(rand.Text()[:10])
}

// clone returns an independent copy; nil of nil.
func (f *Flipped) clone() *Flipped {
	if f == nil {
		return nil
	}
	c := *f
	c.words = append([]word(nil), f.words...)
	c.game = f.game.Clone()
	return &c
}

// asked returns the index of the word that is asked for next; all have been given if it is their number.
func (f *Flipped) asked() int {
	for i, w := range f.words {
		if !w.given {
			return i
		}
	}
	return len(f.words)
}

// key returns the key that the secret and the words make.
func (f *Flipped) key() seal.Hash {
	hashes := [2]seal.Hash{seal.Word(""), seal.Word("")}
	for i, w := range f.words {
		hashes[i] = w.hash
	}
	return seal.Key(f.terms, f.secret, hashes[0], hashes[1])
}

// deal lays the pieces once all words are given.
func (f *Flipped) deal() { f.game = jieqi.NewGame(seal.Deal(f.key())) }

// Asking returns the side whose word the deal waits for, and false if it waits for none.
func (m *Match) Asking() (game.Color, bool) {
	f := m.Flipped
	if f == nil || f.asked() == len(f.words) || !m.Live() {
		return game.Red, false
	}
	return f.words[f.asked()].side, true
}

// ToAct returns the side that the game waits for: the one that is asked for a word, or else the one to move.
func (m *Match) ToAct() game.Color {
	if side, asking := m.Asking(); asking {
		return side
	}
	return m.ToMove()
}

// dealt reports whether the pieces lie: always, but in flipped chess before all words are given.
func (m *Match) dealt() bool { return m.Flipped == nil || m.Flipped.asked() == len(m.Flipped.words) }

// SealedAs names a side in the commitment.
func (m *Match) SealedAs(c game.Color) string {
	if c == game.Red {
		return m.Flipped.terms.Red
	}
	return m.Flipped.terms.Black
}

// MoveSeed is the seed of a character's moves. Anybody can compute it when the game is over.
func (m *Match) MoveSeed() uint64 { return seal.MoveSeed(m.Flipped.key()) }

// Commitment is what the bot bound itself to before it asked for a word.
func (m *Match) Commitment() seal.Hash { return seal.Commit(m.Flipped.terms, m.Flipped.secret) }

// Words returns the words that shuffled the pieces, in the order in which they were given; none before all are, and none of a player
// who has been erased.
func (m *Match) Words() (all []string) {
	if !m.dealt() {
		return nil
	}
	for _, w := range m.Flipped.words {
		if w.text != "" {
			all = append(all, w.text)
		}
	}
	return all
}

// OpenCaptures reports whether everybody sees the face-down pieces that are captured.
func (m *Match) OpenCaptures() bool { return m.Flipped != nil && m.Flipped.open }

// View returns what a viewer may know of a match of flipped chess: what was captured face down only its captor knows while it is
// running, unless the players agreed otherwise.
func (m *Match) View(v jieqi.Viewer) jieqi.View {
	switch {
	case m.Flipped.open, m.opened():
		v = jieqi.Everything
	case v == jieqi.Everything:
		v = jieqi.Watcher
	}
	return m.Flipped.game.View(v)
}

// ViewOf returns what a player may know: a watcher's view if they do not sit here.
func (m *Match) ViewOf(p id.Player) jieqi.View {
	if side, seated := m.SeatOf(p); seated {
		return m.View(jieqi.PlayerOf(side))
	}
	return m.View(jieqi.Watcher)
}

// opened reports whether the deal is no longer a secret: the match is over.
func (m *Match) opened() bool { return !m.Live() }

// Opening is what is published when a match of flipped chess is over.
type Opening struct {
	seal.Opened
	Texts [2]string // the words in the order in which they were asked for, "" where none was given or it was erased
	Sides [2]game.Color
	Asked int // how many words were asked for
	Dealt bool
	Plies []jieqi.Ply // all that happened
}

// Opening returns what is published, and false while the match is running.
func (m *Match) Opening() (o Opening, ok bool) {
	f := m.Flipped
	if f == nil || !m.opened() {
		return o, false
	}
	o.Terms, o.Commitment, o.Secret, o.Words = f.terms, m.Commitment(), f.secret, [2]seal.Hash{seal.Word(""), seal.Word("")}
	o.Asked, o.Dealt, o.Plies = len(f.words), m.dealt(), f.game.Plies()
	for i, w := range f.words {
		o.Words[i], o.Texts[i], o.Sides[i] = w.hash, w.text, w.side
	}
	o.Deal = seal.Deal(f.key())
	return o, true
}

// forgetWord erases the word of a side. Its hash stays.
func (m *Match) forgetWord(c game.Color) {
	if m.Flipped == nil {
		return
	}
	m.Flipped = m.Flipped.clone()
	for i := range m.Flipped.words {
		if w := &m.Flipped.words[i]; w.side == c {
			w.text = ""
		}
	}
}

// revealed reports whether one of the last plies showed somebody a piece that had been face down.
func (m *Match) revealed(plies int) bool {
	if m.Flipped == nil {
		return false
	}
	all := m.Flipped.game.Plies()
	for _, p := range all[max(0, len(all)-plies):] {
		if p.Turned != game.NoRole || p.Dark {
			return true
		}
	}
	return false
}

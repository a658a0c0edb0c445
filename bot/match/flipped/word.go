package flipped

import (
	"slices"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// word is what a player adds to the deal.
type word struct {
	side  game.Color
	given bool   // or declined
	text  string // "" if none, or if it was erased
	hash  seal.Hash
}

// given returns how many words have been given, the index of the one that is asked for next.
func (b *Board) given() int {
	if i := slices.IndexFunc(b.words, func(w word) bool { return !w.given }); i >= 0 {
		return i
	}
	return len(b.words)
}

// Dealt reports whether all words have been given, so that the pieces are dealt.
func (b *Board) Dealt() bool { return b.given() == len(b.words) }

// WordAskedOf returns the side that is asked for a word before the deal, and false if none is.
func (b *Board) WordAskedOf() (game.Color, bool) {
	if b.Dealt() {
		return game.Red, false
	}
	return b.words[b.given()].side, true
}

// Give adds the word that is asked for, or "" instead. With the last one the pieces are dealt.
func (b *Board) Give(text string, hash seal.Hash) {
	w := &b.words[b.given()]
	w.given, w.text, w.hash = true, text, hash
	if b.Dealt() {
		b.deal()
	}
}

// deal deals the pieces once all words are given.
func (b *Board) deal() { b.game = jieqi.NewGame(seal.Deal(b.dealKey())) }

// dealKey returns the key that the secret and the words make.
func (b *Board) dealKey() seal.Hash {
	hashes := [2]seal.Hash{seal.Word(""), seal.Word("")}
	for i, w := range b.words {
		hashes[i] = w.hash
	}
	return seal.Key(b.terms, b.secret, hashes[0], hashes[1])
}

// wordOf returns the word of a side, nil if the side is not asked for one.
func (b *Board) wordOf(c game.Color) *word {
	if i := slices.IndexFunc(b.words, func(w word) bool { return w.side == c }); i >= 0 {
		return &b.words[i]
	}
	return nil
}

// Word returns what a side gave, "" if nothing or if it was erased.
func (b *Board) Word(c game.Color) string {
	if w := b.wordOf(c); w != nil {
		return w.text
	}
	return ""
}

// Words returns the words that shuffled the pieces, in the order in which they were given; none before all are, and
// none of a player who has been erased.
func (b *Board) Words() (all []string) {
	if !b.Dealt() {
		return nil
	}
	for _, w := range b.words {
		if w.text != "" {
			all = append(all, w.text)
		}
	}
	return all
}

// CanRevealWord reports whether a side gave the hash of a word, and can reveal the word now, since all words have
// been given.
func (b *Board) CanRevealWord(c game.Color) bool { return b.Dealt() && seal.IsHash(b.Word(c)) }

// RevealWord sets the word whose hash a side gave, and reports whether the hash matches. The deal does not change: it
// follows from the hash.
func (b *Board) RevealWord(c game.Color, text string) bool {
	w := b.wordOf(c)
	if w == nil || seal.Word(text) != w.hash {
		return false
	}
	w.text = text
	return true
}

// Forget erases the word of a side. Its hash stays, to verify the deal.
func (b *Board) Forget(c game.Color) {
	if w := b.wordOf(c); w != nil {
		w.text = ""
	}
}

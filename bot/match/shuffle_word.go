package match

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/bot/id"
	"yeye/game"
	"yeye/game/jieqi/seal"
)

// MaxWordOrHash is the length of the longest text that GiveWord accepts: "sha256:" and a hash.
const MaxWordOrHash = len("sha256:") + 64

// MaxWord is the length of the longest word that a player can add to a deal, in characters.
const MaxWord = 40

// GiveWord adds a player's word to the deal of flipped chess. Words are given in order; a player who is not asked now
// gets [ErrNotAsked], or [ErrStale] if none is. The last word deals the pieces. Instead of a word a player may give
// "sha256:" and its hash, and reveal the word later.
func (s *Service) GiveWord(ctx context.Context, by Actor, match id.Match, text string) (Change, error) {
	text = strings.TrimSpace(text)
	hash, err := seal.Given(text)
	if err != nil || !seal.IsHash(text) && !isWord(text) {
		return Change{}, ErrWord
	}
	return s.giveWord(ctx, by, match, text, hash)
}

// isWord reports whether a text can be a player's word. A text with the prefix of a hash cannot.
func isWord(text string) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= MaxWord && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl) &&
		!strings.HasPrefix(text, "sha256:")
}

// DeclineWord lets the pieces be dealt without a player's word. The side to move can also decline by moving.
func (s *Service) DeclineWord(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.giveWord(ctx, by, match, "", seal.Word(""))
}

func (s *Service) giveWord(ctx context.Context, by Actor, match id.Match, text string, hash seal.Hash) (Change, error) {
	return s.do(ctx, by, s.byID(match), WordGiven, func(c *Change) error {
		m := &c.Match
		side, err := m.MayGiveWord(by.Player)
		if err != nil {
			return err
		}
		m.flipped.Give(text, hash)
		m.Acted[side] = s.db.Now()
		m.Turn++ // makes the controls that asked for the word stale
		return nil
	})
}

// MayGiveWord returns the side of a player who is asked for a word now, else the error.
func (m *Match) MayGiveWord(p id.Player) (side game.Color, err error) {
	side, asked := m.WordAskedOf()
	switch {
	case m.Status != Open:
		return side, m.NotOpen()
	case !asked:
		return side, ErrStale
	case m.Seats[side].Player != p || p == "":
		return side, ErrNotAsked
	}
	return side, nil
}

// CanRevealWord reports whether a player gave the hash of a word and can reveal the word now, since all words have
// been given.
func (m *Match) CanRevealWord(p id.Player) bool {
	_, untold := m.canRevealWord(p)
	return untold
}

// canRevealWord returns that player's side.
func (m *Match) canRevealWord(p id.Player) (side game.Color, ok bool) {
	side, seated := m.SeatOf(p)
	return side, seated && m.flipped != nil && m.flipped.CanRevealWord(side)
}

// RevealWord reveals the word of which a player gave the hash, also after the game: [ErrStale] if there is none,
// [ErrWord] for a text that cannot be a word, and [ErrHashMismatch] for a word with another hash. The deal does not
// change: it follows from the hash.
func (s *Service) RevealWord(ctx context.Context, by Actor, match id.Match, text string) (Change, error) {
	text = strings.TrimSpace(text)
	return s.do(ctx, by, s.byID(match), WordRevealed, func(c *Change) error {
		side, untold := c.Match.canRevealWord(by.Player)
		switch {
		case !untold:
			return ErrStale
		case !isWord(text):
			return ErrWord
		case !c.Match.flipped.RevealWord(side, text):
			return ErrHashMismatch
		}
		return nil
	})
}

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

// MaxGiven is the length of the longest text that can be given: "sha256:" and a hash.
const MaxGiven = len("sha256:") + 64

// MaxWord is the length of the longest word that a player can add to a deal, in characters.
const MaxWord = 40

// GiveWord adds a player's word to the deal of flipped chess. The words are given in their order; who is not asked is refused with
// [ErrNotAsked], or [ErrStale] where nobody is. With the last one the pieces are dealt. Instead of a word a player may give
// "sha256:" and its hash, and tell the word later.
func (s *Service) GiveWord(ctx context.Context, by Actor, match id.Match, text string) (Change, error) {
	text = strings.TrimSpace(text)
	hash, err := seal.Given(text)
	if err != nil || !seal.IsHash(text) && !isWord(text) {
		return Change{}, ErrWord
	}
	return s.word(ctx, by, match, text, hash)
}

// isWord reports whether a text can be a player's word. What begins like a hash is none.
func isWord(text string) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= MaxWord && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl) &&
		!strings.HasPrefix(text, "sha256:")
}

// DeclineWord lets the pieces be dealt without a player's word. Who is to move declines by moving too.
func (s *Service) DeclineWord(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.word(ctx, by, match, "", seal.Word(""))
}

func (s *Service) word(ctx context.Context, by Actor, match id.Match, text string, hash seal.Hash) (Change, error) {
	return s.do(ctx, by, s.byID(match), Worded, func(c *Change) error {
		m := &c.Match
		side, err := m.MayGiveWord(by.Player)
		if err != nil {
			return err
		}
		m.flipped.Give(text, hash)
		m.Acted[side] = s.db.Now()
		m.Turn++ // the controls that asked for the word are over
		return nil
	})
}

// MayGiveWord returns the side of a player who is asked for a word now, else the refusal.
func (m *Match) MayGiveWord(p id.Player) (side game.Color, err error) {
	side, asked := m.Asking()
	switch {
	case m.Status == Adjourned:
		return side, ErrAdjourned
	case m.Status != Open:
		return side, ErrEnded
	case !asked:
		return side, ErrStale
	case m.Seats[side].Player != p || p == "":
		return side, ErrNotAsked
	}
	return side, nil
}

// Untold reports whether a player gave the hash of a word and can tell the word now: all words have been given.
func (m *Match) Untold(p id.Player) bool {
	_, untold := m.untold(p)
	return untold
}

// untold returns that player's side.
func (m *Match) untold(p id.Player) (side game.Color, ok bool) {
	side, seated := m.SeatOf(p)
	return side, seated && m.flipped != nil && m.flipped.Untold(side)
}

// TellWord tells the word of which a player gave the hash, also when the game is over: [ErrStale] if there is none, [ErrWord] for what
// can be no word, and [ErrOtherWord] for one with another hash. The deal does not change: it follows from the hash.
func (s *Service) TellWord(ctx context.Context, by Actor, match id.Match, text string) (Change, error) {
	text = strings.TrimSpace(text)
	return s.do(ctx, by, s.byID(match), Told, func(c *Change) error {
		side, untold := c.Match.untold(by.Player)
		switch {
		case !untold:
			return ErrStale
		case !isWord(text):
			return ErrWord
		case !c.Match.flipped.Tell(side, text):
			return ErrOtherWord
		}
		return nil
	})
}

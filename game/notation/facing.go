package notation

import (
	"errors"
	"regexp"
	"slices"

	"yeye/game"
)

// facing says whether a piece of flipped chess is face down, as players write it with a move: 暗车九进一, 明车九进一, xe úp 9 tấn
// 1. A face-down piece has the role as which it moves, so the word matters only if another piece could make the same
// move.
type facing string

const (
	down facing = "down"
	up   facing = "up"
)

// facingBefore and facingAfter match such a word before or after the name of a piece.
var (
	facingBefore = regexp.MustCompile(`^(?:(暗)|明)`)
	facingAfter  = regexp.MustCompile(`^(?i:(\pL{1,6})\s+(?:([uú]p)|ng[ưửu]a)\s+)`)
)

// cutFacing removes such a word; f is "" if there is none.
func (t text) cutFacing() (rest text, f facing) {
	plain := t.plain
	if m := facingBefore.FindStringSubmatch(plain); m != nil {
		return newText(plain[len(m[0]):]), facingOf(m[1])
	}
	if m := facingAfter.FindStringSubmatch(plain); m != nil {
		return newText(m[1] + " " + plain[len(m[0]):]), facingOf(m[2])
	}
	return t, ""
}

func facingOf(downWord string) facing {
	if downWord == "" {
		return up
	}
	return down
}

// choose decides between several possible moves of a text by whether the piece is face down.
func (f facing) choose(p Board, m game.Move, err error) (game.Move, error) {
	several := (*Ambiguous)(nil)
	flipped, is := p.(interface{ Dark(game.Square) bool })
	if f == "" || !is || !errors.As(err, &several) {
		return m, err
	}
	fit := slices.DeleteFunc(slices.Clone(several.Candidates),
		func(m game.Move) bool { return flipped.Dark(m.From()) != (f == down) })
	if len(fit) == 1 {
		return fit[0], nil
	}
	return m, err
}

package notation

import (
	"errors"
	"regexp"
	"slices"

	"yeye/game"
)

// facing is how a piece of flipped chess lies, as players say it with a move: 暗车九进一, 明车九进一, xe úp 9 tấn 1. A piece that lies face
// down has the role of its point, so that the sign adds something only where another piece could make the same move.
type facing string

const (
	down facing = "down"
	up   facing = "up"
)

// facingBefore and facingAfter find such a sign before a piece, and behind its name.
var (
	facingBefore = regexp.MustCompile(`^(?:(暗)|明)`)
	facingAfter  = regexp.MustCompile(`^(?i:(\pL{1,6})\s+(?:([uú]p)|ng[ưửu]a)\s+)`)
)

// cutFacing removes such a sign.
func (t text) cutFacing() (rest text, said facing) {
	plain := t.plain
	if m := facingBefore.FindStringSubmatch(plain); m != nil {
		return newText(plain[len(m[0]):]), facingOf(m[1])
	}
	if m := facingAfter.FindStringSubmatch(plain); m != nil {
		return newText(m[1] + " " + plain[len(m[0]):]), facingOf(m[2])
	}
	return t, ""
}

func facingOf(saidDown string) facing {
	if saidDown == "" {
		return up
	}
	return down
}

// choose decides between several moves that a text could mean by how the piece lies.
func (f facing) choose(p Board, m game.Move, err error) (game.Move, error) {
	several := (*Ambiguous)(nil)
	flipped, is := p.(interface{ Dark(game.Square) bool })
	if f == "" || !is || !errors.As(err, &several) {
		return m, err
	}
	fit := slices.DeleteFunc(slices.Clone(several.Candidates), func(m game.Move) bool { return flipped.Dark(m.From()) != (f == down) })
	if len(fit) == 1 {
		return fit[0], nil
	}
	return m, err
}

package challenge

import "yeye/bot/match"

// Variant is the game to which a challenge invites. The names are stored.
type Variant string

const (
	Xiangqi     Variant = ""
	Blindfold   Variant = "blindfold"
	Flipped     Variant = "flipped"
	FlippedOpen Variant = "flipped-open" // captured face-down pieces are shown to everyone
)

// Mode returns the mode of the match that a challenge becomes.
func (v Variant) Mode() match.Mode {
	switch v {
	case Xiangqi:
		return match.Duel
	case Blindfold:
		return match.BlindfoldDuel
	}
	return match.FlippedDuel
}

// variantOf returns the variant of a match's terms.
func variantOf(t match.Terms) Variant {
	switch {
	case t.Mode.Blindfold:
		return Blindfold
	case !t.Mode.Flipped:
		return Xiangqi
	case t.OpenCaptures:
		return FlippedOpen
	}
	return Flipped
}

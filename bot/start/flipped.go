package start

import (
	"errors"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
)

// StrongestFlipped is the strongest character that plays flipped chess.
const StrongestFlipped = character.Grandpa

var (
	// ErrFlippedTerms: flipped chess has its own start and rules, and is not rated.
	ErrFlippedTerms = errors.New("flipped chess takes no odds, position, rules or rating")
	// ErrAbstains: the character does not play flipped chess.
	ErrAbstains = errors.New("this character does not play flipped chess")
)

// The games of [GameOption].
const (
	xiangqi     = "xiangqi"
	flipped     = "flipped"
	flippedOpen = "flipped-open"
)

// GameOption returns the option for the game that is played.
func GameOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "game", discord.StringOption)
	o.Choices = t.Choices("game.", xiangqi, flipped, flippedOpen)
	return o
}

// GameOf returns the value of that option for a match.
func GameOf(m *match.Match) string {
	switch {
	case !m.Mode.Flipped:
		return xiangqi
	case m.OpenCaptures():
		return flippedOpen
	}
	return flipped
}

// Captures is the term of a challenge to flipped chess that says who sees what is captured face down.
const Captures = "captures"

// HasTerm reports whether a term of a challenge can be chosen in the game of a mode.
func HasTerm(mode match.Mode, name string) bool {
	if mode.Flipped {
		return name == "clock" || name == "side" || name == Captures
	}
	return name != Captures
}

// flip makes terms those of flipped chess in a mode, if the options say so.
func flip(t *match.Terms, options map[string]string, mode match.Mode) error {
	if options["game"] != flipped && options["game"] != flippedOpen {
		return nil
	}
	for _, other := range []string{"odds", "position", "rules", "rated"} {
		switch options[other] {
		case "", match.Even.String(), "no":
		default:
			return ErrFlippedTerms
		}
	}
	t.Mode, t.OpenCaptures, t.Casual = mode, options["game"] == flippedOpen, true
	return nil
}

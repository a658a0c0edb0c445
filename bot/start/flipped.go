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
	// ErrBlindfoldTerms: a blindfold game begins from the usual start, which everybody knows, and is not rated.
	ErrBlindfoldTerms = errors.New("a blindfold game takes no odds, position or rating")
	// ErrAbstains: the character does not play flipped chess.
	ErrAbstains = errors.New("this character does not play flipped chess")
)

// The games of [GameOption].
const (
	xiangqi     = "xiangqi"
	blindfold   = "blindfold"
	flipped     = "flipped"
	flippedOpen = "flipped-open"
)

// GameOption returns the option for the game that is played.
func GameOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "game", discord.StringOption)
	o.Choices = t.Choices("game.", xiangqi, blindfold, flipped, flippedOpen)
	return o
}

// GameOf returns the value of that option for a match.
func GameOf(m *match.Match) string {
	switch {
	case m.Mode.Blindfold:
		return blindfold
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
	switch {
	case mode.Flipped:
		return name == "clock" || name == "side" || name == Captures
	case mode.Blindfold:
		return name == "clock" || name == "side" || name == "rules"
	}
	return name != Captures
}

// choose makes terms those of the game that the options name.
func choose(t *match.Terms, options map[string]string) error {
	modes, refused, without := [2]match.Mode{match.FlippedVersus, match.FlippedDuel}, ErrFlippedTerms, []string{"odds", "position", "rated", "rules"}
	switch options["game"] {
	case blindfold:
		modes, refused, without = [2]match.Mode{match.BlindfoldVersus, match.BlindfoldDuel}, ErrBlindfoldTerms, without[:3]
	case flipped, flippedOpen:
		t.OpenCaptures = options["game"] == flippedOpen
	default:
		return nil
	}
	for _, other := range without {
		switch options[other] {
		case "", match.Even.String(), "no":
		default:
			return refused
		}
	}
	people := t.Mode.People
	if t.Casual, t.Mode = true, modes[0]; people {
		t.Mode = modes[1]
	}
	return nil
}

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
	// ErrFlippedTerms refuses terms that flipped chess does not have: it has its own start and rules, and is not rated.
	ErrFlippedTerms = errors.New("flipped chess takes no odds, position, rules or rating")
	// ErrBlindfoldTerms refuses terms that blindfold games do not have: they start from the usual position, and are not
	// rated.
	ErrBlindfoldTerms = errors.New("a blindfold game takes no odds, position or rating")
	// ErrAbstains means that the character does not play flipped chess.
	ErrAbstains = errors.New("this character does not play flipped chess")
)

// The games of [GameOption].
const (
	xiangqi     = "xiangqi"
	blindfold   = "blindfold"
	flipped     = "flipped"
	flippedOpen = "flipped-open"
)

// GameOption returns the option for the game: xiangqi or a variant.
func GameOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "game", t.Choices("game.", xiangqi, blindfold, flipped, flippedOpen)...)
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

// Offers reports whether a term of a challenge can be chosen beside its others.
func Offers(t *match.Terms, name string) bool {
	switch mode := t.Mode; {
	case t.FromPosition() && (name == "odds" || name == "rated"), !t.FromPosition() && name == "pair":
		return false
	case mode.Flipped:
		return name == "clock" || name == "side" || name == Captures
	case mode.Blindfold:
		return name == "clock" || name == "side" || name == "rules"
	}
	return name != Captures
}

// variant is a game with its own modes.
type variant struct {
	versus, duel match.Mode
	without      []string // the options that it does not have
	refused      error    // the error for them
}

var variants = map[string]variant{
	blindfold: {match.BlindfoldVersus, match.BlindfoldDuel, []string{"odds", "position", "rated"}, ErrBlindfoldTerms},
	flipped: {match.FlippedVersus, match.FlippedDuel, []string{"odds", "position", "rated", "rules"},
		ErrFlippedTerms},
	flippedOpen: {match.FlippedVersus, match.FlippedDuel, []string{"odds", "position", "rated", "rules"},
		ErrFlippedTerms},
}

// choose adapts terms to the game in the options.
func choose(t *match.Terms, options map[string]string) error {
	v, found := variants[options["game"]]
	if !found {
		return nil
	}
	for _, other := range v.without {
		switch options[other] {
		case "", match.Even.String(), "no":
		default:
			return v.refused
		}
	}
	people := t.Mode.People
	if t.Casual, t.Mode = true, v.versus; people {
		t.Mode = v.duel
	}
	t.OpenCaptures = options["game"] == flippedOpen
	return nil
}

package start

import (
	"errors"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/variant"
)

// ErrDoesNotPlay means that the character does not play the variant.
var ErrDoesNotPlay = errors.New("this character does not play the variant")

// TermsError refuses terms that a variant does not have.
type TermsError struct{ Variant variant.Variant }

func (e *TermsError) Error() string { return "terms that " + e.Variant.Name() + " does not have" }

// GameOption returns the option for the game: xiangqi or a variant.
func GameOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "game", t.Choices("game.", variant.Names()...)...)
}

// Offers reports whether a term of a challenge can be chosen beside its others.
func Offers(t *match.Terms, name string) bool {
	if t.FromPosition() && (name == "odds" || name == "rated") || !t.FromPosition() && name == "pair" {
		return false
	}
	return t.Mode.Takes(name)
}

// applyVariant applies the option "game" to terms.
func applyVariant(t *match.Terms, options map[string]string) error {
	v, _ := variant.Parse(options["game"])
	for _, term := range []string{"odds", "position", "rated", "rules"} {
		switch value := options[term]; {
		case v.Takes(term), value == "", value == match.Even.String(), value == "no":
		default:
			return &TermsError{v}
		}
	}
	people := t.Mode.TwoPlayers
	if t.Mode = match.VersusOf(v); people {
		t.Mode = match.DuelOf(v)
	}
	t.Casual = t.Casual || !v.Rated()
	return nil
}

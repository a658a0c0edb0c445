package start

import (
	"slices"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// SideOption returns the option for a side.
func SideOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "side", append(t.Choices("color.", "red", "black"), t.Choice("side.", "random"))...)
}

// MoverOption is SideOption for a game that may begin from a position, in which either side may be to move.
func SideToMoveOption(t interaction.Texts, command string) discord.CommandOption {
	o := SideOption(t, command)
	o.Choices = append(o.Choices, t.Choice("side.", sideToMove))
	return o
}

// OddsOption returns the option for odds.
func OddsOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "odds", interaction.Keyed(t, "odds.", match.AllOdds())...)
}

// ClockOption returns the option for one of the clocks that fit.
func ClockOption(t interaction.Texts, command string, allowed func(match.TimeControl) bool) discord.CommandOption {
	options := slices.DeleteFunc(match.TimeControls(), func(timing match.TimeControl) bool { return !allowed(timing) })
	return t.Pick(command, "clock", interaction.Choices(t, options, match.TimeControl.String,
		func(l *locale.Localizer, timing match.TimeControl) string {
			return view.TimeControlText(words.In(l), timing)
		})...)
}

// AnyClock fits every clock.
func AnyClock(match.TimeControl) bool { return true }

// offeredRules lists the rules that a challenge can choose, the usual ones first.
var offeredRules = []game.Rules{game.Asian, game.Chinese, game.NoChase}

// OfferedRules returns the rules that a challenge can choose, the usual ones first.
func OfferedRules() []game.Rules { return slices.Clone(offeredRules) }

// SetTerm changes one of the terms of a player's challenge to the value of an option of the command.
func (s *Starter) SetTerm(t *match.Terms, by id.Player, name, value string) {
	mine := game.Red
	if t.Seats[game.Black].Player == by {
		mine = game.Black
	}
	if !Offers(t, name) {
		return
	}
	switch name {
	case "pair":
		t.Pair = value == "yes"
	case variant.Captures:
		if v, _ := variant.Parse(value); v.DuelKind() == t.Mode.Kind {
			t.Mode.Variant = v
		}
	case "clock":
		t.TimeControl, _ = match.ParseTimeControl(value)
	case "rules":
		t.Rules, _ = game.ParseRules(value)
	case "rated":
		t.Casual = value == "no"
	case "side":
		if s.side(value) != mine && t.Odds == match.Even {
			t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0]
		}
	case "odds":
		odds, _ := match.ParseOdds(value)
		if t.Odds != match.Even || odds != match.Even {
			t.Position = game.Start()
		}
		if t.Odds = odds; odds != match.Even { // the challenger gives them
			t.Position = odds.Position()
			if odds.Giver() != mine {
				t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0]
			}
		}
	}
}

// RulesOption returns the option for rules.
func RulesOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "rules", interaction.Keyed(t, "rules.", offeredRules)...)
}

// RatedOption returns the option for whether a game is rated.
func RatedOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "rated", t.Choices("rated.", "yes", "no")...)
}

// CharacterOption returns the option for a character; [character.Parse] reads its value.
func CharacterOption(t interaction.Texts, command, name string) discord.CommandOption {
	return t.Pick(command, name, interaction.Choices(t, character.All(), character.Level.Digit,
		func(l *locale.Localizer, level character.Level) string {
			w := words.In(l)
			return w.Character(level) + " · " + w.AboutCharacter(level)
		})...)
}

// agree sets clock, rules and rating in terms from the options.
func setOptions(t *match.Terms, options map[string]string) {
	t.TimeControl, _ = match.ParseTimeControl(options["clock"])
	t.Rules, _ = game.ParseRules(options["rules"])
	t.Casual = options["rated"] == "no"
}

// again returns the terms of a finished match, without seats. Events in it, such as a hint, do not make the next one
// casual.
func rematchTerms(m *match.Match) match.Terms {
	mode := m.Mode
	switch { // a tournament or a ring arranges its own games only
	case mode.Arranged && mode.People:
		mode = match.Duel
	case mode.Arranged:
		mode = match.Versus
	}
	return match.Terms{Mode: mode, Odds: m.Odds, Locale: m.Locale, TimeControl: m.Clock.TimeControl,
		Rules: m.Game.Rules(), Casual: m.Casual == match.Agreed, Pair: m.Pair != ""}
}

// side returns the side for "red" or "black", and a random one for anything else.
func (s *Starter) side(text string) game.Color {
	switch text {
	case "red":
		return game.Red
	case "black":
		return game.Black
	}
	return s.Matches.RandomColor()
}

// chosen reports whether a side was chosen rather than left open.
func sideChosen(side string) bool { return side == "red" || side == "black" || side == sideToMove }

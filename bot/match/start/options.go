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

// SideToMoveOption is SideOption with the choice "side to move", for games from a given position.
func SideToMoveOption(t interaction.Texts, command string) discord.CommandOption {
	o := SideOption(t, command)
	o.Choices = append(o.Choices, t.Choice("side.", sideToMove))
	return o
}

// OddsOption returns the option for odds.
func OddsOption(t interaction.Texts, command string) discord.CommandOption {
	return t.Pick(command, "odds", interaction.Keyed(t, "odds.", match.AllOdds())...)
}

// ClockOption returns the option for the time controls that are allowed.
func ClockOption(t interaction.Texts, command string, allowed func(match.TimeControl) bool) discord.CommandOption {
	options := slices.DeleteFunc(match.TimeControls(), func(timing match.TimeControl) bool { return !allowed(timing) })
	return t.Pick(command, "clock", interaction.Choices(t, options, match.TimeControl.String,
		func(l *locale.Localizer, timing match.TimeControl) string {
			return view.TimeControlText(words.In(l), timing)
		})...)
}

// AnyClock allows every time control.
func AnyClock(match.TimeControl) bool { return true }

// offeredRules lists the rules that a challenge can choose; the first is the default.
var offeredRules = []game.Rules{game.Asian, game.Chinese, game.NoChase}

// OfferedRules returns the rules that a challenge can choose; the first is the default.
func OfferedRules() []game.Rules { return slices.Clone(offeredRules) }

// SetTerm sets one term of a challenge by player by. name and value are those of the command's option. A term that is
// not offered beside the others is ignored.
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
		if t.Odds = odds; odds != match.Even { // the challenger is the giver
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

// setOptions sets time control, rules and rating in terms from the options of a command.
func setOptions(t *match.Terms, options map[string]string) {
	t.TimeControl, _ = match.ParseTimeControl(options["clock"])
	t.Rules, _ = game.ParseRules(options["rules"])
	t.Casual = options["rated"] == "no"
}

// rematchTerms returns the terms of a finished match for a rematch, without seats. The rematch is casual only if the
// players had agreed on that, not because of a hint or the like.
func rematchTerms(m *match.Match) match.Terms {
	mode := m.Mode
	switch { // only a tournament or a ring starts arranged games
	case mode.Arranged && mode.TwoPlayers:
		mode = match.Duel
	case mode.Arranged:
		mode = match.Versus
	}
	return match.Terms{Mode: mode, Odds: m.Odds, Locale: m.Locale, TimeControl: m.Clock.TimeControl,
		Rules: m.Game.Rules(), Casual: m.CasualReason == match.Agreed, Pair: m.Pair != ""}
}

// side parses "red" or "black"; anything else is a random side.
func (s *Starter) side(text string) game.Color {
	switch text {
	case "red":
		return game.Red
	case "black":
		return game.Black
	}
	return s.Matches.RandomColor()
}

// sideChosen reports whether the value of the option for a side fixes one.
func sideChosen(side string) bool { return side == "red" || side == "black" || side == sideToMove }

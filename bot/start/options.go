package start

import (
	"strconv"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
)

// DefaultLevel is the character that plays when none is chosen: the Kid.
const DefaultLevel = 1

// Levels is how many characters a player can choose from.
const Levels = 7

// SideOption is the choice of a side.
func SideOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "side", discord.StringOption)
	o.Choices = append(t.Choices("color.", "red", "black"), t.Choice("side.", "random"))
	return o
}

// OddsOption is the choice of odds.
func OddsOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "odds", discord.StringOption)
	for _, odds := range match.AllOdds() {
		o.Choices = append(o.Choices, t.Choice("odds.", odds.String()))
	}
	return o
}

// ClockOption is the choice of a clock.
func ClockOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "clock", discord.StringOption)
	for _, timing := range match.Timings() {
		o.Choices = append(o.Choices, discord.Choice{Value: timing.String(), Name: t.Spelled(func(l *locale.Localizer) string {
			return view.TimingText(words.In(l), timing)
		})})
	}
	return o
}

// offeredRules is the rules that a challenge can choose, the usual first.
var offeredRules = []game.Rules{game.Asian, game.Chinese, game.NoChase}

// RulesOption is the choice of rules.
func RulesOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "rules", discord.StringOption)
	for _, rules := range offeredRules {
		o.Choices = append(o.Choices, t.Choice("rules.", rules.String()))
	}
	return o
}

// RatedOption is the choice whether a game counts.
func RatedOption(t interaction.Texts, command string) discord.CommandOption {
	o := t.Option(command, "rated", discord.StringOption)
	o.Choices = t.Choices("rated.", "yes", "no")
	return o
}

// CharacterOption is the choice of a character, by level.
func CharacterOption(t interaction.Texts, command, name string) discord.CommandOption {
	o := t.Option(command, name, discord.StringOption)
	for level := range Levels {
		o.Choices = append(o.Choices, discord.Choice{Value: strconv.Itoa(level), Name: t.Spelled(func(l *locale.Localizer) string {
			w := words.In(l)
			return w.Character(level) + " · " + w.AboutCharacter(level)
		})})
	}
	return o
}

// Level reads what such a choice sends.
func Level(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < Levels
}

// agree puts what options say about clock, rules and rating into terms.
func agree(t *match.Terms, options map[string]string) {
	t.Timing, _ = match.ParseTiming(options["clock"])
	t.Rules, _ = game.ParseRules(options["rules"])
	t.Casual = options["rated"] == "no"
}

// again is the terms of a match that was played, without seats. What happened in it, such as a hint, does not make the next one
// casual.
func again(m *match.Match) match.Terms {
	return match.Terms{Mode: m.Mode, Odds: m.Odds, Locale: m.Locale, Timing: m.Clock.Timing, Rules: m.Game.Rules(), Casual: m.Casual == match.Agreed}
}

// side is what "red", "black" and anything else mean.
func (s *Starter) side(text string) game.Color {
	switch text {
	case "red":
		return game.Red
	case "black":
		return game.Black
	}
	return s.Matches.RandomColor()
}

// chosen reports whether a side was chosen, and not left open.
func chosen(side string) bool { return side == "red" || side == "black" }

package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// What is agreed about a game beside its seats and odds: clock, rules, and whether
// it is rated.

// clockOption is the choice of a clock.
func clockOption(cat *locale.Catalog, of string) *discordgo.ApplicationCommandOption {
	o := option(cat, of, "clock", discordgo.ApplicationCommandOptionString)
	for _, t := range session.Timings() {
		o.Choices = append(o.Choices, choiceSaid(cat, t.String(), func(say *locale.Speaker) string { return timingText(say, t) }))
	}
	return o
}

// timingText is a clock in words.
func timingText(say *locale.Speaker, t session.Timing) string {
	switch {
	case t.Live():
		return say.Say("clock.live", locale.Args{"Minutes": int(t.Base.Minutes()), "Seconds": int(t.Added.Seconds())})
	case t.Days > 0:
		return say.Say("clock.days", locale.Args{"Count": t.Days})
	}
	return say.Say("clock.none")
}

// rulesOffered is the rules that a challenge can choose, the usual first.
var rulesOffered = []game.Rules{game.Asian, game.NoChase}

func rulesOption(cat *locale.Catalog, of string) *discordgo.ApplicationCommandOption {
	o := option(cat, of, "rules", discordgo.ApplicationCommandOptionString)
	for _, rules := range rulesOffered {
		o.Choices = append(o.Choices, choice(cat, "rules.", rules.String()))
	}
	return o
}

func ratedOption(cat *locale.Catalog, of string) *discordgo.ApplicationCommandOption {
	o := option(cat, of, "rated", discordgo.ApplicationCommandOptionString)
	o.Choices = []*discordgo.ApplicationCommandOptionChoice{choice(cat, "rated.", "yes"), choice(cat, "rated.", "no")}
	return o
}

// terms is what is agreed on beside seats and odds; the zero terms are the usual.
type terms struct {
	timing session.Timing
	rules  game.Rules
	casual bool
}

// termsOf is what the options of a command say.
func termsOf(options map[string]string) (a terms) {
	a.timing, _ = session.ParseTiming(options["clock"])
	a.rules, _ = game.ParseRules(options["rules"])
	a.casual = options["rated"] == "no"
	return a
}

// termsAgain is the same terms as in a game that was played. What happened in it,
// such as a hint, does not make the next one casual.
func termsAgain(se *session.Session) terms {
	return terms{se.Clock.Timing, se.Game.Rules(), se.Casual == session.Agreed}
}

// settle puts the terms into a table.
func (a terms) settle(t *session.Table) { t.Timing, t.Rules, t.Casual = a.timing, a.rules, a.casual }

// ratedText is whether a game counts.
func ratedText(say *locale.Speaker, se *session.Session) string {
	if se.Casual == session.Rated {
		return say.Say("rated.yes")
	}
	return say.Say("rated.no")
}

// termsText is what a challenge says about clock, rules and rating.
func termsText(say *locale.Speaker, se *session.Session) string {
	terms := []string{timingText(say, se.Clock.Timing), ratedText(say, se)}
	if rules := se.Game.Rules(); rules != game.Asian {
		terms = append(terms, say.Say("rules."+rules.String()))
	}
	return strings.Join(terms, " · ")
}

// rematchOn is the table of a rematch, without seats.
func rematchOn(se *session.Session) session.Table {
	t := session.Table{Odds: se.Odds, Locale: se.Locale}
	termsAgain(se).settle(&t)
	return t
}

// languageOfAsked is the language of the person whom a challenge asks, "" where it
// is not known or everybody is asked.
func (b *Bot) languageOfAsked(ctx context.Context, se *session.Session) string {
	mine, _ := se.SeatOf(se.Starter)
	asked := se.Seats[mine.Other()].Player
	if asked == "" {
		return ""
	}
	if language := b.tasteOf(ctx, asked).Language; language != "" {
		return language
	}
	l, err := b.Records.Locale(ctx, asked)
	if err != nil {
		b.Logger.Warn("locale not found", "player", asked, "err", err)
	}
	return l
}

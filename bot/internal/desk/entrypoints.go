package desk

import (
	"slices"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/all"
	"yeye/bot/match"
	"yeye/bot/services"
	"yeye/game/notation"
)

// ending are the actions with which a player ends their own game.
var ending = []string{"giveup", "again", "nextup", "draw"}

// EveryEntryPoint opens a desk with all features, starts a game with begin, and uses every command, every word of play
// addressed to the bot, and every control of every feature, as a watcher and as each of the players. It uses controls
// as if they were on a message about this game, even those that appear only in other games. It calls told with each
// answer and the descriptions of its files.
func EveryEntryPoint(t *testing.T, begin func(d *Desk) match.Match,
	told func(who, what, answer string, files []discord.File)) {
	t.Helper()
	var names, actions []string
	for _, f := range all.Features(new(services.Services)) {
		names = append(names, f.Name)
		for _, c := range f.Components {
			if !slices.Contains(ending, c.Action) {
				actions = append(actions, c.Action)
			}
		}
	}
	d := Open(t, names...)
	m := begin(d)
	tried := 0
	use := func(who, what string, change func(*discord.Interaction)) {
		d.Change = change
		answer := d.Do(who, what)
		for _, f := range d.Said.Files {
			answer += "\n" + f.Description
		}
		if now, err := d.Matches.Latest(t.Context(), Channel); err != nil || now.Status != match.Open {
			t.Fatalf("%s has ended the game with %s, %v", who, what, err)
		}
		tried++
		told(who, what, answer, d.Said.Files)
	}
	for _, who := range []string{"linh", "tom", "mei"} {
		for _, c := range d.Commands {
			if (c.Kind == 0 || c.Kind == discord.SlashCommand) && c.Name != "draw" { // which both would offer
				use(who, "/"+c.Name, nil)
			}
		}
		for word := notation.Resign; word <= notation.Analyze; word++ {
			if word != notation.OfferDraw {
				use(who, "@yeye "+word.String(), nil)
			}
		}
		for _, action := range actions {
			for _, arg := range []string{"", "pgn", "1"} {
				use(who, "/help", func(i *discord.Interaction) {
					i.Kind, i.CommandKind, i.Command = discord.ComponentInteraction, 0, ""
					i.CustomID = discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn, Arg: arg}.String()
					i.Values, i.Message = []string{"1"}, &discord.Received{ID: "800", Ephemeral: true}
				})
			}
		}
	}
	t.Logf("%d requests", tried)
}

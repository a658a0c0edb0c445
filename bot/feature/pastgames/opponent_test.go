package pastgames_test

import (
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/pastgames"
	"yeye/bot/internal/desk"
)

// beaten makes a desk at which Mei has lost to the Kid, and to Tom under a name.
func beaten(t *testing.T, name string) *desk.Desk {
	d := desk.Open(t, "play", "challenges", "pastgames")
	d.Change = func(i *discord.Interaction) {
		i.Users[desk.People["tom"]] = discord.User{ID: desk.People["tom"], Name: name}
		if i.User.ID == desk.People["tom"] {
			i.User.Name = name
		}
	}
	d.Play(`
		mei: /play side=red         => card versus
		mei: h2e2                   => card versus
		character: h9g7
		mei: /resign                => private
		mei: [Yes, resign]          => edit
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]               => card duel
		mei: c3c4                   => card duel
		mei: /resign                => private
		mei: [Yes, resign]          => edit`)
	return d
}

// A character that is offered and chosen is the opponent, even if somebody bears their number as a name.
func TestOpponentNamedLikeACharactersNumber(t *testing.T) {
	beaten(t, "1").Play(`
		mei: /history opponent=1   => private **One game found.** … Only: against Kid
		mei: /history opponent=202 => private **One game found.** … Only: against <@202>
		mei: /history opponent=KID => private **One game found.** … Only: against Kid`)
}

// An opponent whose name shows nothing is offered by their id.
func TestOpponentWithoutAVisibleName(t *testing.T) {
	d := beaten(t, "\u200b\u202e")
	i := &discord.Interaction{ID: "900", Kind: discord.AutocompleteInteraction, Guild: desk.Guild, Channel: desk.Channel, Focused: "opponent",
		User: discord.User{ID: desk.People["mei"], Name: "mei"}, Locale: "en-US", Command: "history", Options: map[string]string{"opponent": ""}}
	list, err := pastgames.New(pastgames.Services{Kit: feature.Kit{Games: d.Games, Matches: d.Matches, Readers: d.Readers}, History: d.History}).Commands[0].Complete(t.Context(), d.Router.RequestOf("900", i))
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if list[0].Name.Default != "202" || list[1].Name.Default != "Kid" {
		t.Errorf("offered: %+v", list)
	}
}

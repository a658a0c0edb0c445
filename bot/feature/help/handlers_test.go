package help_test

import (
	"context"
	"testing"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/help"
	"yeye/bot/internal/desk"
)

// Where it cannot be looked up whether a game is being played, none is offered.
func TestRulesOfferAGameOnlyWhereNoneIs(t *testing.T) {
	d := desk.Open(t, "play", "help")
	d.Play(`
		mei: /rules          => private **Xiangqi on one page** … [Play the Kid]
		mei: /play side=red  => card versus`)
	rules := func(ctx context.Context) []discord.Row {
		i := &discord.Interaction{ID: "900", Guild: desk.Guild, Channel: desk.Channel, User: discord.User{ID: desk.People["mei"]}, Locale: "en-US", Command: "rules"}
		a, err := help.New(help.Services{Kit: feature.Kit{Matches: d.Matches, Readers: d.Readers, Painter: d.Painter}, Guilds: d.Guilds}).Commands[0].Handle(ctx, d.Router.RequestOf("900", i))
		if err != nil {
			t.Fatal(err)
		}
		if a, err = a.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		return a.Private.Rows
	}
	if rows := rules(t.Context()); len(rows) != 1 || len(rows[0]) != 1 { // the lessons alone
		t.Errorf("during a game: %+v", rows)
	}
	failing, cancel := context.WithCancel(t.Context())
	cancel()
	if rows := rules(failing); len(rows) != 1 || len(rows[0]) != 1 {
		t.Errorf("while the database fails: %+v", rows)
	}
}

// The rules lead to no lessons where those are switched off.
func TestRulesWithoutLessons(t *testing.T) {
	d := desk.Open(t, "play", "help", "learn", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		mei: /rules            => private … [Play the Kid] [Lessons]
		tom: /server off=learn => private … Switched off: **lessons**
		mei: /rules            => not [Lessons]
		mei: /play side=red    => card versus
		mei: /rules            => private **Xiangqi on one page**
		mei: /rules            => not [Lessons]
		in dm
		mei: /rules            => private … [Lessons]`)
}

// The rules are on one page with a picture, in every language, and a game can be begun from there.
func TestRules(t *testing.T) {
	for language, want := range map[string][2]string{
		"en-US": {"60 moves each without a capture", "Play the Kid"}, "zh-CN": {"各走 60 回合", "和小孩下一局"},
		"zh-TW": {"各走 60 回合", "和小孩下一局"}, "vi": {"60 nước", "Chơi với Cậu nhóc"},
	} {
		d := desk.Open(t, "play", "help")
		d.Locale = language
		d.Play("mei: /rules => private … " + want[0])
		if n := utf8.RuneCountInString(d.Said.Content); n > discord.MaxContent || d.Picture().Description == "" {
			t.Errorf("%s: %d characters, %q", language, n, d.Picture().Description)
		}
		d.Play("mei: [" + want[1] + "] => card versus\nmei: /rules => not " + want[1])
	}
}

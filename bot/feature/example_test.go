package feature_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
)

// New returns the smallest possible feature: a command that answers with a private text. A feature that needs services names them in a
// Services of its own, which New is given; one in a folder of its own embeds its catalog/*.json and hands it to [locale.Embedded].
// The program lists the feature in bot/feature/all, and that is all: its command is registered, in four languages.
func New() feature.Feature {
	return feature.Feature{
		Name: "hello",
		Commands: []interaction.Command{{Name: "hello", Door: door.Anybody.Alone(),
			Handle: func(_ context.Context, r *interaction.Request) (interaction.Response, error) {
				return interaction.Say(r.Text.Text("hello.said", locale.Args{"Name": locale.PlainName(r.Name)})), nil
			}}},
		Catalog: locale.Catalog{Name: "hello", Files: fstest.MapFS{
			"en.json":    {Data: []byte(`{"command.hello.name": "hello", "command.hello.about": "Say hello", "hello.said": "Hello, {{.Name}}!"}`)},
			"zh-CN.json": {Data: []byte(`{"command.hello.name": "问好", "command.hello.about": "打个招呼", "hello.said": "{{.Name}}，你好！"}`)},
			"zh-TW.json": {Data: []byte(`{"command.hello.name": "問好", "command.hello.about": "打個招呼", "hello.said": "{{.Name}}，你好！"}`)},
			"vi.json":    {Data: []byte(`{"command.hello.name": "chào", "command.hello.about": "Chào một câu", "hello.said": "Chào {{.Name}}!"}`)},
		}},
	}
}

// A feature can be tested without a socket or a database: the router is given what Discord would send, and a sender that prints.
func Example() {
	hello := New()
	if err := feature.Check([]feature.Feature{hello}); err != nil {
		fmt.Println(err)
		return
	}
	bundle, err := locale.New(words.Catalog(), view.Catalog(), hello.Catalog)
	if err != nil {
		fmt.Println(err)
		return
	}
	router := interaction.New(interaction.Options{Send: printer{}, Players: nobody{}, Bundle: bundle, Presenter: nil,
		Self: func() id.Player { return "1" }}, hello.Commands, hello.Components, hello.Text)
	for _, language := range []string{"en-US", "zh-CN"} {
		router.Interaction("100", &discord.Interaction{ID: "100", Kind: discord.CommandInteraction, CommandKind: discord.SlashCommand, Command: "hello",
			Channel: "7", User: discord.User{ID: "2", Name: "Mei"}, Locale: language})
		router.Tasks.Wait()
	}
	// Output:
	// private: true, Hello, Mei!
	// private: true, Mei，你好！
}

// printer prints first answers. Its other methods are not called here.
type printer struct{ interaction.Sender }

func (printer) Respond(_ context.Context, _ *discord.Interaction, _ discord.ResponseKind, m discord.Message) (id.Message, error) {
	fmt.Printf("private: %v, %s\n", m.Private, m.Content)
	return "200", nil
}

// nobody is a store of players in which nobody is known.
type nobody struct{}

func (nobody) Preferences(context.Context, id.Player) (player.Preferences, error) {
	return player.Preferences{}, nil
}
func (nobody) Locale(context.Context, id.Player) (string, error)   { return "", nil }
func (nobody) SaveLocale(context.Context, id.Player, string) error { return nil }

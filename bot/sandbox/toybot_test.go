package sandbox_test

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/conform"
	"yeye/bot/sandbox/person"

	"yeye/internal/wait"
)

// redirect sends discordgo's requests to the sandbox, as the real bot does.
type redirect struct{ to *url.URL }

func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.to.Scheme, t.to.Host, t.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// testEnv is a sandbox with a small discordgo bot and the people's connections, all closed when the test ends.
type testEnv struct {
	*testing.T
	ctx  context.Context
	s    *sandbox.Server
	info sandbox.Info
	bot  *discordgo.Session

	mu       sync.Mutex
	heard    []string // the messages that the bot read
	inter    []*discordgo.Interaction
	answerIt bool
}

func start(t *testing.T, o sandbox.Options) *testEnv {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	if check := conform.FromEnv(); check != nil {
		o.Wrap = conform.Record(func(e conform.Exchange) { conforms(t, check, e) })
	}
	o.Limits = cmp.Or(o.Limits, sandbox.Relaxed())
	s := sandbox.New(o)
	if err := s.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); cancel() })
	return &testEnv{T: t, ctx: ctx, s: s, info: s.Info(), answerIt: true}
}

func (te *testEnv) session(intents discordgo.Intent) *discordgo.Session {
	te.Helper()
	d, err := discordgo.New("Bot " + te.info.BotToken)
	if err != nil {
		te.Fatal(err)
	}
	to, _ := url.Parse(te.info.API)
	d.Client = &http.Client{Transport: redirect{to}, Timeout: wait.Bound}
	d.Identify.Intents = intents
	d.SyncEvents, d.StateEnabled, d.ShouldReconnectOnError = true, false, false
	d.MaxRestRetries, d.ShouldRetryOnRateLimit, d.LogLevel = 0, false, -1
	return d
}

const usual = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages | discordgo.IntentMessageContent

// withBot connects the toy bot, which registers its commands and answers them.
func (te *testEnv) withBot() *testEnv {
	te.Helper()
	d := te.session(usual)
	te.bot = d
	d.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		te.mu.Lock()
		defer te.mu.Unlock()
		if !m.Author.Bot {
			te.heard = append(te.heard, m.Content)
		}
	})
	d.AddHandler(te.onInteraction)
	if err := d.Open(); err != nil {
		te.Fatal(err)
	}
	te.Cleanup(func() { go d.Close() }) // discordgo sleeps a second in Close
	if _, err := d.ApplicationCommandBulkOverwrite(te.info.ApplicationID, "", toyCommands()); err != nil {
		te.Fatal(err)
	}
	if err := te.s.Ready(te.ctx); err != nil {
		te.Fatal(err)
	}
	return te
}

func toyCommands() []*discordgo.ApplicationCommand {
	zh := map[discordgo.Locale]string{discordgo.ChineseCN: "下棋"}
	return []*discordgo.ApplicationCommand{
		{Name: "play", Description: "Play a game", NameLocalizations: &zh, Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "opponent", Description: "Whom", Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "Kid", Value: "kid"}, {Name: "Grandpa", Value: "grandpa"}}}}},
		{Name: "move", Description: "Move a piece", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "The move", Required: true, Autocomplete: true}}},
		{Name: "slow", Description: "Answers later"},
		{Name: "never", Description: "Never answers"},
		{Name: "form", Description: "Opens a form"},
		{Name: "secret", Description: "Answers privately"},
		{Name: "read", Description: "Reads a file", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "A game"}}},
		{Name: "Challenge", Type: discordgo.UserApplicationCommand},
		{Name: "Read as xiangqi", Type: discordgo.MessageApplicationCommand},
	}
}

func picture(w, h int) []byte {
	var buf bytes.Buffer
	png.Encode(&buf, image.NewGray(image.Rect(0, 0, w, h)))
	return buf.Bytes()
}

func files(name string) []*discordgo.File {
	return []*discordgo.File{{Name: name, ContentType: "image/png", Reader: bytes.NewReader(picture(34, 55))}}
}

func controls() []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Undo", CustomID: "undo", Style: discordgo.SecondaryButton},
			discordgo.Button{Label: "Off", CustomID: "off", Disabled: true},
			discordgo.Button{Label: "Form", CustomID: "form"}}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "piece", Placeholder: "Choose a piece", Options: []discordgo.SelectMenuOption{
				{Label: "Cannon h2", Value: "h2"}, {Label: "Horse h0", Value: "h0"}}}}},
	}
}

func formErrors() *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
		CustomID: "the-form", Title: "A form", Components: []discordgo.MessageComponent{discordgo.ActionsRow{
			Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "what", Label: "What?", Style: discordgo.TextInputShort, Required: true, MaxLength: 20}}}}}}
}

func (te *testEnv) onInteraction(d *discordgo.Session, e *discordgo.InteractionCreate) {
	te.mu.Lock()
	te.inter = append(te.inter, e.Interaction)
	silent := !te.answerIt
	te.mu.Unlock()
	if silent {
		return
	}
	say := func(text string, flags discordgo.MessageFlags) {
		d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: text, Flags: flags}})
	}
	switch e.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		typed := e.ApplicationCommandData().Options[0].StringValue()
		var choices []*discordgo.ApplicationCommandOptionChoice
		for _, move := range []string{"h2e2", "b2e2", "h0g2"} {
			if strings.HasPrefix(move, typed) {
				choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: "Move " + move, Value: move})
			}
		}
		d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: choices}})
	case discordgo.InteractionModalSubmit:
		input := e.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput)
		say("You wrote "+input.Value, 0)
	case discordgo.InteractionMessageComponent:
		data := e.MessageComponentData()
		switch data.CustomID {
		case "form":
			d.InteractionRespond(e.Interaction, formErrors())
		case "piece":
			d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
				Data: &discordgo.InteractionResponseData{Content: "Chosen " + data.Values[0], Components: controls(), Files: files("b.png"), Attachments: &[]*discordgo.MessageAttachment{}}})
		default:
			d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
			text := "Taken back"
			d.InteractionResponseEdit(e.Interaction, &discordgo.WebhookEdit{Content: &text})
		}
	case discordgo.InteractionApplicationCommand:
		data := e.ApplicationCommandData()
		switch data.Name {
		case "play":
			d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: "The board", Components: controls(), Files: files("a.png")}})
		case "slow":
			d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
			text := "Here at last, <@" + e.Member.User.ID + ">"
			d.InteractionResponseEdit(e.Interaction, &discordgo.WebhookEdit{Content: &text})
			d.FollowupMessageCreate(e.Interaction, true, &discordgo.WebhookParams{Content: "And another", Flags: discordgo.MessageFlagsEphemeral})
		case "form":
			d.InteractionRespond(e.Interaction, formErrors())
		case "secret":
			d.InteractionRespond(e.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: "Only you", Flags: discordgo.MessageFlagsEphemeral, Components: controls()}})
		case "read":
			for _, a := range data.Resolved.Attachments {
				say("Read "+a.Filename, 0)
			}
		case "Challenge":
			say("Challenged "+data.Resolved.Users[data.TargetID].Username, 0)
		case "Read as xiangqi":
			say("Read: "+data.Resolved.Messages[data.TargetID].Content, 0)
		case "move":
			say("Moved "+data.Options[0].StringValue(), 0)
		}
	}
}

// connect signs in as the nth of the people.
func (te *testEnv) connect(n int) *person.Person {
	te.Helper()
	p, err := person.Connect(te.ctx, te.info.API, te.info.Users[n].Token)
	if err != nil {
		te.Fatal(err)
	}
	te.Cleanup(func() { p.Close() })
	return p
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

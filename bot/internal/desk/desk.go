// Package desk tests features without Discord and without the program: users' actions enter in the form in which
// Discord would report them, and responses are returned as text. The features that a test names get real services on
// the test's own database. Nothing is sent, and nothing happens by itself. A card counts as shown once it is a
// response.
//
// Out of scope: anything that is not for tests.
package desk

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/all"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/services"
	"yeye/render"
)

const (
	// Guild and Channel are the place of actions, unless a line names another one.
	Guild, Channel = id.Guild("500"), id.Channel("700")
)

// People are the users that commands can name, by their names.
var People = map[string]id.Player{"mei": "201", "tom": "202", "linh": "203"}

// painter is shared by all tests: preparing a theme takes longer than most tests.
var painter = sync.OnceValue(render.New)

// Desk is some features of the program on a new database, with a clock that tests advance.
type Desk struct {
	*services.App
	// Change modifies an action before it is handled; by default the user is a member without roles, in a channel where
	// the bot may do everything.
	Change func(*discord.Interaction)
	// Deaf makes the connection look as if the bot may have missed events: it may find out that it was away.
	Deaf bool
	// Answering reports whether the program is handling an action.
	Answering bool
	// Locale is the language of all clients.
	Locale string
	// Files holds what options can attach, by name.
	Files map[string][]byte
	// Threads holds the threads that were opened, in order.
	Threads []*Thread
	// Lines are the system messages in which Discord says that a thread was opened.
	Lines []discord.Received
	// Events holds the server's scheduled events.
	Events []discord.ScheduledEvent
	// May holds the bot's permissions in channels, for requests about all channels of the server.
	May map[id.Channel]int64
	// Holds are additional permissions of members in channels.
	Holds map[id.Player]int64
	// Roles are those of the server, the first of everybody and the second the bot's; Held are those that members have,
	// by "mei 77", and Gave is how often Discord was asked to change any. RoleError answers all such requests unless it
	// is nil, and RoleErrors those about a role; RolesError answers the questions what roles there are, and MemberError
	// those which of them a member has.
	Roles       discord.Roles
	Held        map[string]bool
	Gave        int
	RoleError   error
	RoleErrors  map[id.Role]error
	RolesError  error
	MemberError error
	// ThreadError answers requests to open a thread unless it is nil.
	ThreadError error
	// RenameError answers requests to rename a thread unless it is nil.
	RenameError error
	// PictureError answers requests for the pictures of members unless it is nil.
	PictureError error
	// Said is the message of the last response, without its picture if it is a card.
	Said discord.Message

	t       testing.TB
	mu      sync.Mutex // guards what Discord has been asked for: jobs ask it at once
	time    watch
	acts    int64
	dues    int
	online  bool // channels are found, threads opened and messages posted
	guild   id.Guild
	channel id.Channel
	posted  []Posted
	draw    func() ([]discord.File, error) // of the card that was the last response, else nil
	answers map[string][]discord.Row       // the last controls that each user got, privately or in public
	used    map[string]bool                // the menus that were used, by user and id
	card    interaction.Show               // the card shown last
	form    *discord.Modal                 // the form opened last
}

// Options configures a desk; the zero Options has no engines and no limits.
type Options struct {
	Engine  engine.Options
	Limits  match.Limits
	Address string // where browsers find what is served to them, "" for nowhere
	Puzzles []puzzle.Puzzle
}

// Open makes a desk for a test with the features of these names.
func Open(t testing.TB, features ...string) *Desk {
	t.Helper()
	return OpenWith(t, Options{}, features...)
}

// OpenWith makes a desk with options.
func OpenWith(t testing.TB, o Options, features ...string) *Desk {
	t.Helper()
	d := &Desk{t: t, time: watch{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}, Locale: "en-US",
		Files: map[string][]byte{}, guild: Guild, channel: Channel,
		answers: map[string][]discord.Row{}, used: map[string]bool{}}
	d.Held = map[string]bool{}
	d.Roles = discord.Roles{Guild: Guild, Owner: "299",
		All: []discord.Role{{ID: id.Role(Guild), Name: "@everyone", Permissions: discord.SendMessages},
			{ID: botRole, Name: "Yeye", Permissions: discord.ManageRoles, Position: 5, Managed: true}}}
	db, _ := testdb.Open(t, d.time.Now)
	panicked := func() { d.t.Error("a handler panicked") }
	var err error
	d.App, err = services.Join(services.Options{DB: db, Address: o.Address, REST: rest{d: d},
		Connect: func(*services.Services) services.Connection { return connection{d} }, Engine: o.Engine,
		Puzzles: o.Puzzles, Limits: o.Limits, Painter: painter(), Logger: slog.New(slog.DiscardHandler),
		Panicked: panicked, Recovered: func(any) { panicked() }}, named(t, features))
	if err != nil {
		t.Fatal(err)
	}
	d.Display.Cancel() // so that it shows nothing
	return d
}

// named returns the program's features of these names, in the program's order.
func named(t testing.TB, names []string) services.Features {
	return func(s *services.Services) []feature.Feature {
		some := slices.DeleteFunc(all.Features(s),
			func(f feature.Feature) bool { return !slices.Contains(names, f.Name) })
		if len(some) != len(names) || len(some) == 0 {
			t.Fatalf("not all of these are features, or none is: %q", names)
		}
		return some
	}
}

// Occupy fills a player's quota of work in progress until free is called.
func (d *Desk) Occupy(who string) (free func()) {
	r := &interaction.Request{Player: People[who]}
	var working sync.WaitGroup
	begun, end := make(chan struct{}), make(chan struct{})
	for range maxWork {
		working.Go(func() {
			d.Router.Finish(d.t.Context(), r, interaction.Response{OwnLimit: true,
				Work: func(context.Context) (interaction.Response, error) {
					begun <- struct{}{}
					<-end
					return interaction.Response{}, nil
				}})
		})
		<-begun
	}
	return func() {
		close(end)
		working.Wait()
	}
}

// maxWork is the router's limit of concurrent work for one player.
const maxWork = 3

// Run tests each case of a table, lines of [Desk.Play] by name, at a desk of its own with the features of these names.
func Run(t *testing.T, cases map[string]string, features ...string) {
	for name, lines := range cases {
		t.Run(name, func(t *testing.T) { Open(t, features...).Play(lines) })
	}
}

// Play performs one action for each line of a text and checks its result. A line has one of the forms
//
//	mei: /play side=red => card … [Resign]   the response to a command, as parts in this order
//	mei? /move text=h2  => h2e2 …            what she is offered for its last option
//	mei: [Resign] => private …               a button of her last response, or of the card shown last
//	mei: {Choose a piece} h2 => …            a choice of a select there
//	mei: (a comment)        => …             the last form, filled in
//	mei: <Challenge to xiangqi> @tom => …    a user's context menu, or with a text that of a message
//	mei: h2e2 => …                           typed text; @yeye in it mentions the bot
//	character: h9g7                          the character's move
//	clock 25h                                time passes
//	due                                      what is due is done
//	online                                   from now on, threads can be opened and messages posted
//	in 701                                   the next lines are in that channel, "in thread" in the newest thread, "in dm" in a direct
//	                                         conversation, and "in channel" where they began
//	posted => text                           the last message that was posted, and is no response
//
// In a result "not" before the first part means that none of the parts is there.
func (d *Desk) Play(lines string) {
	d.t.Helper()
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		act, want, _ := strings.Cut(line, "=>")
		got := d.line(strings.TrimSpace(act))
		if none, ok := strings.CutPrefix(strings.TrimSpace(want), "not "); ok {
			for part := range strings.SplitSeq(none, "…") {
				if strings.Contains(got, strings.TrimSpace(part)) {
					d.t.Fatalf("%s\ngot: %s", line, got)
				}
			}
		} else if !inOrder(got, want) {
			d.t.Fatalf("%s\ngot: %s", line, got)
		}
	}
}

// must ends the test if a step of it has failed.
func (d *Desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// line performs the first half of a line, and returns the result as text.
func (d *Desk) line(act string) string {
	d.t.Helper()
	switch word, rest, _ := strings.Cut(act, " "); word {
	case "clock":
		pause, err := time.ParseDuration(rest)
		d.must(err)
		d.time.add(pause)
		return ""
	case "due":
		d.Due()
		return ""
	case "online":
		d.online = true
		return ""
	case "in":
		d.In(rest)
		return ""
	case "posted":
		if len(d.posted) == 0 {
			return "nothing"
		}
		last := d.posted[len(d.posted)-1]
		d.answers[""] = last.Rows
		return last.Content + controls(last.Rows) + pings(last.Mention)
	}
	if who, what, ok := strings.Cut(act, "? "); ok && People[who] != "" {
		return d.Offered(who, what)
	}
	who, what, ok := strings.Cut(act, ": ")
	if !ok {
		d.t.Fatalf("%q is no line", act)
	}
	return d.Do(who, strings.TrimSpace(what))
}

// In makes the next actions happen in another place; see [Desk.Play].
func (d *Desk) In(place string) {
	d.t.Helper()
	d.guild, d.channel = Guild, id.Channel(place)
	switch place {
	case "channel":
		d.channel = Channel
	case "dm":
		d.guild, d.channel = "", "799"
	case "thread":
		if len(d.Threads) == 0 {
			d.t.Fatal("no thread was opened")
		}
		d.channel = d.Threads[len(d.Threads)-1].ID
	}
}

// thread returns a thread that was opened, nil if there is none.
func (d *Desk) thread(c id.Channel) *Thread {
	for _, t := range d.Threads {
		if t.ID == c {
			return t
		}
	}
	return nil
}

// inOrder reports whether text contains the parts of want, which … separates, in their order.
func inOrder(text, want string) bool {
	for part := range strings.SplitSeq(want, "…") {
		_, rest, ok := strings.Cut(text, strings.TrimSpace(part))
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// Overlook gives one user the controls that another sees, as on a public message that answers one of them.
func (d *Desk) Overlook(who, other string) { d.answers[who] = d.answers[other] }

// Keep lets a user keep the card's present controls, even if the card changes.
func (d *Desk) Keep(who string) {
	d.t.Helper()
	card, err := d.Sources[d.card.Subject.Kind].Card(d.t.Context(), d.card.Subject.ID, 0, d.card.Arg)
	d.must(err)
	d.answers[who] = card.Message.Rows
}

// Lay makes a card the one shown last, as if it had been posted.
func (d *Desk) Lay(s id.Subject) { d.card = interaction.Show{Subject: s} }

// Do performs one action of a user and returns the response as text.
func (d *Desk) Do(who, what string) string {
	d.t.Helper()
	if who == "character" {
		return d.character(what)
	}
	p, ok := People[who]
	if !ok {
		d.t.Fatalf("nobody is called %s", who)
	}
	if !strings.ContainsAny(what[:1], "/[{(<") || strings.HasPrefix(what, "<@") {
		event := d.event()
		what = strings.ReplaceAll(what, "@yeye", "<@"+string(Self)+">")
		r := d.Router.TypedRequest(event, &discord.Received{ID: id.Message(event), Guild: d.guild, Channel: d.channel,
			Author: discord.User{ID: p, Name: who}, Content: what})
		if r == nil {
			return "unheard"
		}
		return d.read(who, r, d.answer(d.t.Context(), r))
	}
	i := d.interaction(who)
	if command, ok := strings.CutPrefix(what, "/"); ok {
		i.Kind, i.CommandKind = discord.CommandInteraction, discord.SlashCommand
		d.options(i, command)
	} else if menu, ok := strings.CutPrefix(what, "<"); ok {
		d.asContextMenu(i, menu)
	} else if text, ok := strings.CutPrefix(what, "("); ok {
		if d.form == nil {
			return "no form"
		}
		i.Kind, i.CustomID = discord.ModalInteraction, d.form.CustomID
		i.Values = []string{strings.TrimSuffix(text, ")")}
		i.Message, d.form = &discord.Received{ID: "800", Ephemeral: true}, nil
	} else {
		i.Kind = discord.ComponentInteraction
		if i.CustomID, i.Values, i.Message = d.control(who, what); i.Message == nil {
			return "no such control"
		}
		d.used[who+" "+i.CustomID] = i.Values != nil
	}
	if d.Change != nil {
		d.Change(i)
	}
	r := d.Router.RequestOf(i.ID, i)
	return d.read(who, r, d.answer(d.t.Context(), r))
}

// event returns the id of something that happens now.
func (d *Desk) event() id.Event {
	d.acts++
	first, _ := strconv.ParseInt(string(id.MessageIDAt(d.time.Now())), 10, 64)
	return id.Event(strconv.FormatInt(first+d.acts, 10))
}

// interaction returns a user's interaction without kind and data.
func (d *Desk) interaction(who string) *discord.Interaction {
	i := &discord.Interaction{ID: d.event(), Guild: d.guild, Channel: d.channel, Thread: d.thread(d.channel) != nil,
		NoThreads: d.thread(d.channel) != nil,
		User:      discord.User{ID: People[who], Name: who}, Joined: d.time.Now().Add(-30 * 24 * time.Hour),
		Locale: d.Locale, BotPermissions: -1, Users: map[id.Player]discord.User{}}
	for name, p := range People {
		i.Users[p] = discord.User{ID: p, Name: name}
	}
	return i
}

// asContextMenu makes the interaction one of a context menu, on a user or on a message with a text.
func (d *Desk) asContextMenu(i *discord.Interaction, what string) {
	name, on, _ := strings.Cut(what, "> ")
	i.Kind, i.Command = discord.CommandInteraction, name
	if p := d.named(on); p != "" {
		i.CommandKind, i.Target = discord.UserCommand, string(p)
		return
	}
	i.CommandKind, i.Target = discord.MessageCommand, "900"
	i.Messages = map[id.Message]*discord.Received{"900": {ID: "900", Content: strings.ReplaceAll(on, `\n`, "\n")}}
}

// named returns the user @name, "" if there is none.
func (d *Desk) named(text string) id.Player {
	name, ok := strings.CutPrefix(text, "@")
	switch {
	case !ok:
		return ""
	case name == "yeye":
		return Self
	}
	return People[name]
}

// Offered returns what a user is offered for the last option of a command, as values and names.
func (d *Desk) Offered(who, command string) (text string) {
	d.t.Helper()
	i := d.interaction(who)
	i.Kind, i.CommandKind = discord.AutocompleteInteraction, discord.SlashCommand
	d.options(i, strings.TrimPrefix(command, "/"))
	if d.Change != nil {
		d.Change(i)
	}
	for _, c := range d.Commands {
		if c.Name != i.Command || c.Complete == nil {
			continue
		}
		list, err := c.Complete(d.t.Context(), d.Router.RequestOf(i.ID, i))
		d.must(err)
		for _, choice := range list {
			text += choice.Value + ": " + choice.Name.Default + "\n"
		}
		return text
	}
	d.t.Fatalf("nothing completes %s", command)
	return ""
}

func (d *Desk) answer(ctx context.Context, r *interaction.Request) interaction.Response {
	d.Answering = true
	defer func() { d.Answering = false }()
	return d.Router.Answer(ctx, r)
}

// options makes the interaction a command with its options: values may contain blanks in double quotes, @name is a
// user, and <name attaches one of Files.
func (d *Desk) options(i *discord.Interaction, text string) {
	name, rest, _ := strings.Cut(text, " ")
	i.Command, i.Options = name, map[string]string{}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var value string
		name, rest, _ = strings.Cut(rest, "=")
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			value, rest, _ = strings.Cut(quoted, `"`)
		} else {
			value, rest, _ = strings.Cut(rest, " ")
		}
		if p := d.named(value); p != "" {
			value = string(p)
		}
		if file, ok := strings.CutPrefix(value, "<"); ok {
			value = file
			i.Attachments = map[string]discord.Attachment{file: {Name: file, URL: file,
				Size: int64(len(d.Files[file]))}}
		}
		i.Options[name], i.Focused = value, name
	}
}

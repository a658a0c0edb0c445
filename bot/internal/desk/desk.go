// Package desk tests features without Discord and without the program: users' actions enter in the form in which Discord would report
// them, and responses are returned in words. The features that a test names are made of real services on a database of its own;
// nothing is sent or shown, and nothing happens by itself.
//
// What may not enter: anything that is not for tests.
package desk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/engine"
	"yeye/bot/feature"
	"yeye/bot/feature/all"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/services"
	"yeye/game"
	"yeye/render"
)

const (
	// Guild and Channel are the place of all actions.
	Guild, Channel = id.Guild("500"), id.Channel("700")
)

// People are the users that commands can name, by their names.
var People = map[string]id.Player{"mei": "201", "tom": "202", "linh": "203"}

// painter is shared: preparing a theme takes longer than most tests.
var painter = sync.OnceValue(render.New)

// Desk is some features of the program, on a database of its own, with a clock that tests advance.
type Desk struct {
	*services.Joined
	// Change modifies an action before it is handled; by default the user is a member without roles, in a channel where the bot may
	// do everything.
	Change func(*discord.Interaction)
	// Answering reports whether the program is handling an action.
	Answering bool

	t       testing.TB
	now     time.Time
	acts    int64
	answers map[string][]discord.Row // the last controls that each person got, privately or in public
	card    interaction.Show         // the last that was shown
	form    *discord.Form            // the last that was opened
}

// Open makes a desk for a test, at which the features of these names are.
func Open(t testing.TB, features ...string) *Desk {
	t.Helper()
	return OpenWith(t, engine.Options{}, features...)
}

// OpenWith makes a desk that has engines.
func OpenWith(t testing.TB, engines engine.Options, features ...string) *Desk {
	t.Helper()
	d := &Desk{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), answers: map[string][]discord.Row{}}
	db, _ := testdb.Open(t, func() time.Time { return d.now })
	panicked := func() { d.t.Error("a handler panicked") }
	var err error
	d.Joined, err = services.Join(services.Options{DB: db, REST: offline{}, Connect: func(*services.All) services.Connection { return none{} }, Engine: engines,
		Painter: painter(), Logger: slog.New(slog.DiscardHandler), Panicked: panicked, Recovered: func(any) { panicked() }}, named(t, features))
	if err != nil {
		t.Fatal(err)
	}
	d.Display.Cancel() // shows nothing
	return d
}

// named returns the program's features of these names, in the program's order.
func named(t testing.TB, names []string) services.Features {
	return func(s *services.All) []feature.Feature {
		some := slices.DeleteFunc(all.Features(s), func(f feature.Feature) bool { return !slices.Contains(names, f.Name) })
		if len(some) != len(names) || len(some) == 0 {
			t.Fatalf("not all of these are features, or none is: %q", names)
		}
		return some
	}
}

// Occupy gives a player as much work in progress as may be, until free is called.
func (d *Desk) Occupy(who string) (free func()) {
	r := &interaction.Request{Player: People[who]}
	var working sync.WaitGroup
	begun, end := make(chan struct{}), make(chan struct{})
	for range maxWork {
		working.Go(func() {
			d.Router.Finish(d.t.Context(), r, interaction.Response{Waits: true, Work: func(context.Context) (interaction.Response, error) {
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

// maxWork is how much work of one player the router does at once.
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
//	mei: [Resign] => private …               a button of her last response, or of the card shown last
//	mei: {Choose a piece} h2 => …            a choice of a select there
//	mei: (a comment)        => …            the last form, filled in
//	mei: h2e2 => …                           typed text
//	character: h9g7                          the character's move
//	clock 25h                                time passes
func (d *Desk) Play(lines string) {
	d.t.Helper()
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		act, want, _ := strings.Cut(line, "=>")
		if by, ok := strings.CutPrefix(act, "clock "); ok {
			pause, err := time.ParseDuration(strings.TrimSpace(by))
			if err != nil {
				d.t.Fatal(err)
			}
			d.now = d.now.Add(pause)
			continue
		}
		who, what, ok := strings.Cut(act, ":")
		if !ok {
			d.t.Fatalf("%q is no line", line)
		}
		if got := d.Do(who, strings.TrimSpace(what)); !inOrder(got, want) {
			d.t.Fatalf("%s\ngot: %s", line, got)
		}
	}
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

// Do performs one action of a user and returns the response in words.
func (d *Desk) Do(who, what string) string {
	d.t.Helper()
	if who == "character" {
		return d.character(what)
	}
	p, ok := People[who]
	if !ok {
		d.t.Fatalf("nobody is called %s", who)
	}
	d.acts++
	first, _ := strconv.ParseInt(string(id.FirstAt(d.now)), 10, 64)
	event := id.Event(strconv.FormatInt(first+d.acts, 10))
	ctx := d.t.Context()
	if !strings.ContainsAny(what[:1], "/[{(") {
		r := d.Router.Written(event, &discord.Received{ID: id.Message(event), Guild: Guild, Channel: Channel, Author: discord.User{ID: p, Name: who}, Content: what})
		if r == nil {
			return "unheard"
		}
		return d.read(who, r, d.answer(ctx, r))
	}
	i := &discord.Interaction{ID: event, Guild: Guild, Channel: Channel, User: discord.User{ID: p, Name: who}, Locale: "en-US", May: -1, Users: map[id.Player]discord.User{}}
	for name, p := range People {
		i.Users[p] = discord.User{ID: p, Name: name}
	}
	if command, ok := strings.CutPrefix(what, "/"); ok {
		i.Kind, i.CommandKind = discord.UsesCommand, discord.SlashCommand
		i.Command, i.Options = options(command)
	} else if text, ok := strings.CutPrefix(what, "("); ok {
		if d.form == nil {
			return "no form"
		}
		i.Kind, i.CustomID, i.Values = discord.Submits, d.form.CustomID, []string{strings.TrimSuffix(text, ")")}
		i.On, d.form = &discord.Received{ID: "800", Private: true}, nil
	} else {
		i.Kind = discord.UsesComponent
		if i.CustomID, i.Values, i.On = d.control(who, what); i.On == nil {
			return "no such control"
		}
	}
	if d.Change != nil {
		d.Change(i)
	}
	r := d.Router.Used(event, i)
	return d.read(who, r, d.answer(ctx, r))
}

func (d *Desk) answer(ctx context.Context, r *interaction.Request) interaction.Response {
	d.Answering = true
	defer func() { d.Answering = false }()
	return d.Router.Answer(ctx, r)
}

// options parses a command with its options, of which the last may contain blanks in double quotes.
func options(text string) (command string, all map[string]string) {
	all = map[string]string{}
	command, rest, _ := strings.Cut(text, " ")
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var name, value string
		name, rest, _ = strings.Cut(rest, "=")
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			value, rest, _ = strings.Cut(quoted, `"`)
		} else {
			value, rest, _ = strings.Cut(rest, " ")
		}
		if p, ok := People[strings.TrimPrefix(value, "@")]; ok && strings.HasPrefix(value, "@") {
			value = string(p)
		}
		all[name] = value
	}
	return command, all
}

// control finds the button [label] or the choice {placeholder} value that a user sees.
func (d *Desk) control(who, what string) (custom string, values []string, on *discord.Received) {
	d.t.Helper()
	places := []struct {
		rows []discord.Row
		on   discord.Received
	}{{d.answers[who], discord.Received{ID: "800", Private: true}}, {d.answers[""], discord.Received{ID: "801"}}, {nil, discord.Received{ID: "802"}}}
	if s := d.card.Subject; !s.None() {
		card, err := d.Sources[s.Kind].Card(d.t.Context(), s.ID, 0, d.card.Arg)
		if err != nil && !errors.Is(err, display.ErrGone) {
			d.t.Fatal(err)
		}
		places[2].rows = card.Message.Rows
	}
	label, value := strings.Trim(what, "[]"), ""
	if strings.HasPrefix(what, "{") {
		label, value, _ = strings.Cut(what[1:], "} ")
	}
	for _, place := range places {
		for _, c := range slices.Concat(place.rows...) {
			switch c := c.(type) {
			case discord.Button:
				if c.Label == label && !c.Disabled {
					return c.CustomID, nil, &place.on
				}
			case discord.Select:
				if strings.HasPrefix(c.Placeholder, label) && slices.ContainsFunc(c.Options, func(o discord.Option) bool { return o.Value == value }) {
					return c.CustomID, []string{value}, &place.on
				}
			}
		}
	}
	return "", nil, nil
}

// read returns a response in words, as a user sees it.
func (d *Desk) read(who string, r *interaction.Request, a interaction.Response) string {
	d.t.Helper()
	a = d.Router.Finish(d.t.Context(), r, a)
	say := func(way, whose string, m discord.Message) string {
		if len(m.Rows) > 0 || way == "edit" { // earlier text is still there
			d.answers[whose] = m.Rows
		}
		return way + " " + m.Content + controls(m.Rows)
	}
	switch {
	case a.Private != nil:
		return say("private", who, a.Private.Message)
	case a.Public != nil:
		return say("public", "", a.Public.Message)
	case a.Edit != nil:
		return say("edit", who, a.Edit.Message)
	case a.Form != nil:
		d.form = a.Form
		return fmt.Sprintf("form %s (%s)", a.Form.Title, a.Form.Value)
	case a.Card != nil:
		d.card = *a.Card
		kind := a.Card.Subject.Kind
		card, err := d.Sources[kind].Card(d.t.Context(), a.Card.Subject.ID, 0, a.Card.Arg)
		if err != nil {
			return fmt.Sprintf("card %s: %v", kind, err)
		}
		text := fmt.Sprintf("card %s %s%s", kind, card.Message.Content, controls(card.Message.Rows))
		for _, p := range card.Message.Mention {
			text += " (pings " + string(p) + ")"
		}
		return text
	}
	return "nothing"
}

// controls returns rows of controls in words.
func controls(rows []discord.Row) (text string) {
	for _, c := range slices.Concat(rows...) {
		switch c := c.(type) {
		case discord.Button:
			text += " [" + c.Label + "]"
		case discord.Select:
			text += " {" + c.Placeholder + ":"
			for _, o := range c.Options {
				text += " " + o.Value
			}
			text += "}"
		}
	}
	return text
}

// character plays the move of the character in the channel.
func (d *Desk) character(text string) string {
	d.t.Helper()
	m, err := d.Matches.InChannel(d.t.Context(), Channel)
	if err != nil {
		d.t.Fatal(err)
	}
	move, err := game.ParseMove(text)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.Matches.Answer(d.t.Context(), &m, move, 0, false); err != nil {
		d.t.Fatal(err)
	}
	return ""
}

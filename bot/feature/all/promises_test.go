package all_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/all"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/desk"
	"yeye/bot/match/engine"
	"yeye/bot/match/start"
	"yeye/bot/place"
	"yeye/bot/player"
	"yeye/bot/services"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game/notation"
)

// world is a desk with every feature, where Mei and others have something of every kind going.
type world struct {
	*desk.Desk
	t        *testing.T
	features []feature.Feature
	controls map[string]control // by action: the last that was shown
	refused  error              // with which the last request was refused
	log      bytes.Buffer
	mu       sync.Mutex // of jobs: one at a time
	jobs     map[string]string
	can      map[string]int64 // permissions of users, 0 if they are not known
	silent   map[string]bool  // features whose jobs must call nobody
}

// pool searches for all worlds.
var pool = sync.OnceValue(func() *ai.Pool { return ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4}) })

// control is one that somebody was shown.
type control struct {
	custom, value string
	in            id.Channel
	careful       bool // it says that what it does cannot be undone
}

// going begins something of every kind, each in a channel of its own: Mei takes part everywhere.
const going = `
	online
	in 710
	linh: /tournament system=arranged clock=10+5 length=10080 name=Friday => card tournament
	mei: [Join] => private
	tom: [Join] => private
	linh: [Director] => private
	linh: [Start] => edit
	due
	mei: /tournament which=friday => card tournament
	mei: [My board] => private
	clock 1m
	in 711
	linh: /tournament system=swiss clock=10+5 name=Sunday => card tournament
	mei: [Join] => private
	in 720
	linh: /ring => card ring
	in 730
	linh: /vote time=60 => card vote
	in 740
	mei: /study public=true => card study
	in 750
	mei: /challenge => card challenge
	in 760
	mei: /play side=red => card versus
	in 770
	mei: /exhibition red=1 black=2 => card exhibition
	in 780
	mei: /challenge user=@tom side=red clock=5+3 => card challenge
	tom: [Accept] => card duel
	mei: h2e2 => card duel
	tom: h9g7 => card duel
	tom: /resign => private
	tom: [Yes, resign] => edit
	mei: /board => card duel
	in channel
	mei: /challenge user=@tom side=red clock=3d => card challenge
	tom: [Accept] => card duel
	mei: h2e2 => card duel
	tom: h9g7 => card duel
	mei: /vacation days=1 => private`

// opened returns a world in which all that is going on.
func opened(t *testing.T) *world {
	w := &world{t: t, features: program(), controls: map[string]control{}, jobs: map[string]string{}, can: map[string]int64{"linh": -1}, silent: map[string]bool{}}
	var names []string
	for _, f := range w.features {
		names = append(names, f.Name)
	}
	one, err := puzzle.Parse(mateInTwo) // chance chooses none
	if err != nil {
		t.Fatal(err)
	}
	w.Desk = desk.OpenWith(t, desk.Options{Address: "https://play.example.org", Puzzles: []puzzle.Puzzle{one}, Engine: engine.Options{Analyst: advise{}, Searcher: hasty{pool()}}}, names...)
	refuse := w.Router.Refuse
	w.Router.Refuse = func(r *interaction.Request, err error) (interaction.Response, bool) {
		w.refused = err
		a, known := refuse(r, err)
		if !known {
			t.Errorf("a fault: %v", err)
		}
		return a, known
	}
	w.Router.Logger = slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelError}))
	for i, h := range w.Jobs {
		w.Jobs[i].Work = func(ctx context.Context, j scheduler.Job) error { return w.work(ctx, h, j) }
	}
	w.Change = w.permit
	place := id.Channel("")
	for line := range strings.Lines(going) {
		if c, ok := strings.CutPrefix(strings.TrimSpace(line), "in "); ok {
			place = id.Channel(strings.Replace(c, "channel", string(desk.Channel), 1))
		}
		w.Play(line)
		w.keep(place)
	}
	// What the commands and the first buttons offer is there as well, as on old messages.
	for _, c := range w.commands() {
		w.use("mei", "790", c.line)
	}
	for _, action := range slices.Sorted(maps.Keys(w.controls)) {
		if c := w.controls[action]; c.in == "790" && !c.careful {
			w.press("mei", action)
		}
	}
	return w
}

func (w *world) permit(i *discord.Interaction) { i.Permissions = w.can[i.User.Name] }

// keep remembers the controls of the last response.
func (w *world) keep(in id.Channel) {
	for _, c := range slices.Concat(w.Said.Rows...) {
		switch c := c.(type) {
		case discord.Button:
			w.controls[c.ControlID().Action] = control{c.CustomID, "", in, c.Style == discord.Danger}
		case discord.Select:
			value := string(desk.People["tom"])
			if !c.Users {
				value = c.Options[0].Value
			}
			w.controls[c.ControlID().Action] = control{c.CustomID, value, in, false}
		}
	}
}

// use performs an action in a channel, and returns the response in words.
func (w *world) use(who string, in id.Channel, what string) string {
	w.In(string(in))
	w.refused, w.Said = nil, discord.Message{}
	answer := w.Do(who, what)
	w.Change = w.permit
	w.keep(in)
	return answer
}

// press uses a control of an action: the last that anybody was shown, else one that names something else of the same feature, or a game.
func (w *world) press(who, action string) string {
	c, shown := w.controls[action]
	if !shown {
		c = w.controls[cmp.Or(w.sibling(action), "undo")]
		of, _ := discord.ParseControlID(c.custom)
		c.custom, c.value = discord.ControlID{Action: action, ID: of.ID, Turn: of.Turn, Arg: of.Arg}.String(), "1"
	}
	w.Change = func(i *discord.Interaction) {
		w.permit(i)
		i.Kind, i.CommandKind, i.Command, i.CustomID = discord.ComponentInteraction, 0, "", c.custom
		i.Message = &discord.Received{ID: "800", Ephemeral: true}
		if c.value != "" {
			i.Values = []string{c.value}
		}
	}
	return w.use(who, cmp.Or(c.in, desk.Channel), "/help")
}

// sibling returns an action of the same feature of which a control was shown, "" for none.
func (w *world) sibling(action string) string {
	for _, f := range w.features {
		if slices.ContainsFunc(f.Components, func(c interaction.Component) bool { return c.Action == action }) {
			for _, c := range f.Components {
				if _, shown := w.controls[c.Action]; shown {
					return c.Action
				}
			}
		}
	}
	return ""
}

// way is one way in: its door, and how it is used.
type way struct {
	feature, name string
	door          door.Door
	line          string // of a command or a typed word
	action        string // of a control
}

// typed reports whether it is a text that somebody types.
func (one *way) typed() bool { return one.action == "" && !strings.ContainsAny(one.line[:1], "/<") }

// commands returns a way for each command, and for each option that has a door of its own, with what is required filled in.
func (w *world) commands() (all []way) {
	defined, err := services.Commands(all_)
	if err != nil {
		w.t.Fatal(err)
	}
	i := 0
	for _, f := range w.features {
		for _, c := range f.Commands {
			d := defined[i]
			i++
			options := map[string]string{"": ""}
			for option := range c.Doors {
				name, value, one := strings.Cut(option, "=")
				if !one {
					value = "@tom"
				}
				options[option] = name + "=" + value
			}
			for _, option := range slices.Sorted(maps.Keys(options)) {
				one := way{feature: f.Name, name: "/" + c.Name, door: c.Door, line: "/" + d.Name.Default}
				if option != "" {
					one.name, one.door = one.name+" "+option, c.Doors[option]
				}
				switch c.Kind {
				case discord.UserCommand:
					one.line = "<" + d.Name.Default + "> @tom"
				case discord.MessageCommand:
					one.line = "<" + d.Name.Default + "> h2e2 h9g7"
				default:
					one.line += " " + options[option]
					for _, o := range d.Options {
						sides := slices.ContainsFunc(o.Choices, func(c discord.Choice) bool { return c.Value == "red" }) // else chance chooses
						if (o.Required || sides) && !strings.HasPrefix(options[option], o.Name.Default+"=") {
							one.line += " " + o.Name.Default + "=" + given(o)
						}
					}
				}
				all = append(all, one)
			}
		}
	}
	return all
}

// given returns a value for an option.
func given(o discord.CommandOption) string {
	switch {
	case len(o.Choices) > 0:
		return o.Choices[0].Value
	case o.Type == discord.UserOption:
		return "@tom"
	}
	return "h2e2"
}

// all_ lists the features.
var all_ = services.Features(all.Features)

// ways returns every way in: of later features first, so that a game is still going when play's own are used, and of each feature the words,
// the commands and the controls.
func (w *world) ways() []way {
	ways := append(w.words(), w.commands()...)
	for _, f := range w.features {
		for _, c := range f.Components {
			ways = append(ways, way{feature: f.Name, name: "[" + c.Action + "]", door: c.Door, action: c.Action})
		}
	}
	order := func(one way) int {
		return slices.IndexFunc(w.features, func(f feature.Feature) bool { return f.Name == one.feature })
	}
	slices.SortStableFunc(ways, func(x, y way) int { return order(y) - order(x) })
	return ways
}

// words returns a way for each word of play, addressed to the bot or not, a move, an answer to one, and a greeting, with the first handler that wants it. Every
// handler is reached by one.
func (w *world) words() (all []way) {
	texts := []string{"b0c2", "if b9c7 then b0c2", "@yeye hello"}
	for word := notation.Resign; word <= notation.Analyze; word++ {
		texts = append(texts, "@yeye "+word.String(), word.String())
	}
	reached := map[string]bool{}
	for _, text := range texts {
		r := w.Router.TypedRequest("1", &discord.Received{ID: "1", Guild: desk.Guild, Channel: desk.Channel, Author: discord.User{ID: desk.People["mei"]},
			Content: strings.ReplaceAll(text, "@yeye", "<@"+string(desk.Self)+">")})
		first := true
		for _, f := range w.features {
			for i, h := range f.Text {
				if r == nil || !h.Wants(r.Typed) {
					continue
				}
				reached[fmt.Sprint(f.Name, i)] = true
				if first {
					all = append(all, way{feature: f.Name, name: fmt.Sprintf("%q", text), door: h.Door, line: text})
				}
				first = false
			}
		}
	}
	for _, f := range w.features {
		for i := range f.Text {
			if !reached[fmt.Sprint(f.Name, i)] {
				w.t.Errorf("%s: no text reaches its handler %d", f.Name, i+1)
			}
		}
	}
	return all
}

// work does a job, alone, and keeps what came of it.
func (w *world) work(ctx context.Context, h scheduler.Handler, j scheduler.Job) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.Sent())
	err := h.Work(ctx, j)
	came := "is done"
	for _, m := range w.Sent()[before:] {
		came = "posts"
		if len(m.Mention) > 0 && w.silent[w.of(h)] {
			w.t.Errorf("the job %s calls somebody: %s", h.Kind, m.Content)
		}
		if h.Door.Audience == door.Alone && !strings.HasPrefix(string(m.Channel), "dm ") {
			w.t.Errorf("the job %s posts behind a door that shows it to one alone: %s", h.Kind, m.Content)
		}
	}
	switch {
	case errors.Is(err, scheduler.ErrLater):
		came = "is tried again later"
	case err != nil:
		w.t.Errorf("the job %s: %v", h.Kind, err)
	}
	w.jobs[h.Kind] = came
	return err
}

// of returns the feature of a job.
func (w *world) of(h scheduler.Handler) string {
	for _, f := range w.features {
		if slices.ContainsFunc(f.Jobs, func(j scheduler.Handler) bool { return j.Kind == h.Kind }) {
			return f.Name
		}
	}
	return ""
}

// fact is something that one feature owns and all others must heed.
type fact struct {
	name, about string
	who         string // uses every way in, once it has happened
	happens     func(w *world)
	// must returns the refusal that a way has to give, "" for none, and why it does not concern a way, "" if it does.
	must func(w *world, one way) (refusal, unconcerned string)
}

// facts lists them. Each happens in a world of its own.
var facts = []fact{
	{"barred", "a moderator has barred Mei, who uses everything", "mei", func(w *world) {
		bar := guild.Bar{Named: player.Named{Player: desk.People["mei"], Name: "mei"}}
		if _, err := w.Matches.Policy().Bar(w.t.Context(), desk.People["linh"], desk.Channel, desk.Guild, bar); err != nil {
			w.t.Fatal(err)
		}
	}, func(_ *world, one way) (string, string) {
		switch {
		case one.door.Who == door.Starters, one.door.Who == door.Joiners, one.door.Audience == door.Everybody && !one.typed():
			return "barred", ""
		}
		return "", ""
	}},
	{"switched off", "the server has switched off what it can; Mei uses everything", "mei", func(w *world) {
		off := map[string]bool{}
		for _, f := range w.features {
			if f.Optional {
				off[f.Name], w.silent[f.Name] = false, true
			}
		}
		if _, err := w.Matches.Policy().Edit(w.t.Context(), desk.People["linh"], desk.Guild, guild.Edit{Switched: off}); err != nil {
			w.t.Fatal(err)
		}
	}, func(w *world, one way) (string, string) {
		if slices.ContainsFunc(w.features, func(f feature.Feature) bool { return f.Name == one.feature && f.Optional }) {
			return "switched off", ""
		}
		return "", ""
	}},
	{"erased", "Mei has had everything about her deleted, and uses everything again", "mei", func(w *world) {
		w.Play("mei: /privacy act=delete => private\nmei: [Delete everything about me] => edit")
	}, nil},
	{"hidden", "Mei shows her profile to nobody; Linh uses everything", "linh", func(w *world) {
		w.Play("mei: /settings profile=nobody => private")
	}, nil},
	lost("channel lost", "the channels of all games are gone; Mei uses everything", place.Deleted),
	lost("locked", "moderators have locked the threads of all games; Mei uses everything", place.Locked),
	lost("shut", "the bot lacks a permission where games are; Mei uses everything", place.NoPermission),
	lost("removed", "the bot was removed from the server; Mei uses everything when it is back", place.LeftServer),
	{"may not write", "Mei may not write in the channel, and uses everything", "mei", func(w *world) { w.can["mei"] = discord.ViewChannel },
		func(_ *world, one way) (string, string) {
			switch {
			case one.door.Audience == door.Alone:
				return "", "nobody else gets a message"
			case one.door.Who == door.Participants:
				return "", "it is told where they play"
			case one.typed():
				return "", "who types may write"
			case one.door.Audience == door.Everybody:
				return "may not write", ""
			}
			return "", ""
		}},
	{"paused", "a moderator has paused the game of Mei and Tom; Mei uses everything", "mei", func(w *world) {
		w.In("channel")
		w.Play("linh: /moderate act=pause => private")
	}, nil},
	{casual, "Mei and Tom play a game that does not count; Mei uses everything", "mei", func(w *world) {
		w.Play("in channel\nmei: /resign => private\nmei: [Yes, resign] => edit")
		w.Play("tom: /challenge user=@mei side=black clock=3d rated=no => card challenge\nmei: [Accept] => card duel")
		w.Play("mei: h2e2 => card duel\ntom: h9g7 => card duel\nmei: /board => card duel")
		w.keep(desk.Channel)
	}, nil},
	{"left", "Mei has left the server, which Discord tells whoever asks about her; Linh uses everything", "linh", func(w *world) {
		w.Roles.All, w.Roles.Owner = append(w.Roles.All, discord.Role{ID: "71", Name: "Student", Position: 1}), desk.People["linh"]
		w.Play("linh: /server ranks=change => private\nlinh: {Choose a rank} c1 => edit\nlinh: {Role for} 71 => edit")
		w.MemberError = &discord.APIError{Status: 404, Code: 10007, Message: "Unknown Member"}
	}, nil},
	{stranger, "nothing: Hoa takes part in nothing, and uses what is for those who do", "hoa", func(w *world) {
		desk.People["hoa"] = "204"
		w.t.Cleanup(func() { delete(desk.People, "hoa") })
	}, func(_ *world, one way) (string, string) {
		if one.door.Who == door.Participants || one.door.Who == door.Directors {
			return "", ""
		}
		return "", "it is for others too"
	}},
}

// Facts after which more is looked at: a game that does not count, and somebody who takes part in nothing.
const casual, stranger = "casual", "stranger"

// stored returns the revisions of all rows that have one, by table and id.
func (w *world) stored() map[string]int64 {
	tables, err := w.DB.Read().Dialect().Tables(w.t.Context(), w.DB.Read())
	if err != nil {
		w.t.Fatal(err)
	}
	all := map[string]int64{}
	for _, table := range tables {
		if !slices.Contains(table.Columns, "id") || !slices.Contains(table.Columns, "rev") {
			continue
		}
		err := store.Each(w.t.Context(), w.DB.Read(), func(r store.Row) error {
			var of string
			var rev int64
			err := r.Scan(&of, &rev)
			all[table.Name+" "+of] = rev
			return err
		}, `SELECT id, rev FROM `+table.Name)
		if err != nil {
			w.t.Fatal(err)
		}
	}
	return all
}

// ratings tells what somebody has reached in games that count, and how many those are.
func (w *world) ratings(who string) (all string) {
	reached, err := w.Standing.Ratings(w.t.Context(), desk.People[who])
	if err != nil {
		w.t.Fatal(err)
	}
	for _, in := range slices.Sorted(maps.Keys(reached)) {
		all += fmt.Sprint(int(reached[in].Value), " ", reached[in].Games, " ")
	}
	return all
}

// lost returns the fact that the places of all games meet a fate.
func lost(name, about string, fate place.Status) fact {
	return fact{name, about, "mei", func(w *world) {
		here := []id.Channel{""}
		if fate != place.LeftServer {
			here = nil
			for c := 700; c < 790; c += 10 {
				here = append(here, id.Channel(fmt.Sprint(c)))
			}
		}
		for _, c := range here {
			if err := w.Places.Report(w.t.Context(), place.Fact{Status: fate, Guild: desk.Guild, Channel: c, Home: c}); err != nil {
				w.t.Fatal(err)
			}
		}
	}, nil}
}

// refusals names the refusals of doors.
var refusals = []struct {
	err  error
	name string
}{{guild.ErrBarred, "barred"}, {start.ErrMayNotPost, "may not write"}, {start.ErrNotManager, "manages the server not"},
	{start.ErrNotModerator, "no moderator"}, {start.ErrNotMemberModerator, "no moderator of members"},
	{interaction.ErrOutdated, "out of date"}}

// came names what came of the last request.
func (w *world) came(answer string) string {
	if errors.As(w.refused, new(*guild.OffError)) {
		return "refused: switched off"
	}
	for _, one := range refusals {
		if errors.Is(w.refused, one.err) {
			return "refused: " + one.name
		}
	}
	if w.refused != nil {
		return "says why not"
	}
	if strings.HasPrefix(answer, "public ") {
		return "answers everybody"
	}
	return "answers"
}

// Every fact × every command, control, typed word and job that any feature declares: what is told, and that nobody is called, and no game
// begun, where it must not be. The outcome is in a file for people to read; a pair that a fact does not concern stands there with the reason.
func TestPromises(t *testing.T) {
	var table strings.Builder
	for _, f := range facts {
		t.Run(f.name, func(t *testing.T) {
			fmt.Fprintf(&table, "# %s: %s\n", f.name, f.about)
			f.check(opened(t), &table)
		})
	}
	const golden = "testdata/promises.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.String(); got != string(want) {
		for line := range strings.Lines(got) {
			if !strings.Contains(string(want), line) {
				t.Errorf("new: %s", line)
			}
		}
		for line := range strings.Lines(string(want)) {
			if !strings.Contains(got, line) {
				t.Errorf("gone: %s", line)
			}
		}
	}
}

func (f *fact) check(w *world, table *strings.Builder) {
	mei := desk.People["mei"]
	rating, _, rated := strings.Cut(w.ratings("mei"), " ")
	if !rated {
		w.t.Fatal("Mei has no rating")
	}
	f.happens(w)
	reached := w.ratings("mei") + w.ratings("tom")
	before := w.stored()
	games, sent := w.seated(mei), len(w.Sent())
	outcomes := map[string]map[string][]string{} // names of ways by outcome and feature
	enter := func(outcome, of, name string) {
		if outcomes[outcome] == nil {
			outcomes[outcome] = map[string][]string{}
		}
		outcomes[outcome][of] = append(outcomes[outcome][of], name)
	}
	for _, one := range w.ways() {
		must, unconcerned := "", ""
		if f.must != nil {
			must, unconcerned = f.must(w, one)
		}
		if unconcerned != "" {
			enter("not concerned: "+unconcerned, one.feature, one.name)
			continue
		}
		answer := ""
		if one.action != "" {
			answer = w.press(f.who, one.action)
		} else {
			answer = w.use(f.who, desk.Channel, one.line)
		}
		came := w.came(answer)
		if f.name == stranger && !maps.Equal(w.stored(), before) {
			w.t.Errorf("%s of %s lets a stranger change something: %s", one.name, one.feature, answer)
		}
		switch {
		case must != "" && came != "refused: "+must:
			w.t.Errorf("%s of %s must be refused (%s): %s", one.name, one.feature, must, answer)
		case !one.typed() && (answer == "nothing" || strings.TrimSpace(strings.TrimPrefix(answer, "private")) == ""):
			w.t.Errorf("%s of %s answers nothing", one.name, one.feature)
		case answer == "nothing":
			came = "is conversation"
		case f.name == "hidden" && strings.Contains(answer, rating):
			w.t.Errorf("%s of %s tells a hidden rating: %s", one.name, one.feature, answer)
		}
		if f.name != "hidden" && slices.Contains(w.Said.Mention, mei) && f.who == "mei" && strings.HasPrefix(answer, "public") {
			w.t.Errorf("%s of %s calls Mei: %s", one.name, one.feature, answer)
		}
		enter(came, one.feature, one.name)
	}
	begun := w.Count("SELECT COUNT(*) FROM matches")
	w.Play("clock 24h\ndue")
	if now := w.Count("SELECT COUNT(*) FROM matches"); len(w.silent) > 0 && now > begun {
		w.t.Errorf("%d games have begun by themselves", now-begun)
	}
	for _, of := range w.features {
		for _, j := range of.Jobs {
			enter(cmp.Or(w.jobs[j.Kind], "is not due"), of.Name, "("+j.Kind+")")
		}
	}
	if now := w.seated(mei); f.name == "barred" && now > games {
		w.t.Errorf("%d games have begun with Mei", now-games)
	}
	for _, m := range w.Sent()[sent:] {
		if slices.Contains(m.Mention, mei) && (f.name == "barred" || f.name == "erased") {
			w.t.Errorf("Mei is called: %s", m.Content)
		}
	}
	if now := w.ratings("mei") + w.ratings("tom"); f.name == casual && now != reached {
		w.t.Errorf("a game that does not count has changed ratings: %s, before %s", now, reached)
	}
	if w.log.Len() > 0 {
		w.t.Errorf("faults: %s", w.log.String())
	}
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		fmt.Fprintf(table, "%s\n", outcome)
		for _, of := range w.features {
			if names := outcomes[outcome][of.Name]; names != nil {
				fmt.Fprintf(table, "    %s: %s\n", of.Name, strings.Join(names, " "))
			}
		}
	}
	table.WriteString("\n")
}

// seated counts the games on the server in which somebody sits or has sat.
func (w *world) seated(p id.Player) int {
	return w.Count(`SELECT COUNT(*) FROM matches WHERE guild = ? AND kind <> 'study' AND (red_player = ? OR black_player = ?)`, string(desk.Guild), string(p), string(p))
}

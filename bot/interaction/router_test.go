package interaction

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/player"
)

// memory is a sender and presenter that records its calls.
type memory struct {
	Sender // methods that a test does not need panic
	mu     sync.Mutex
	asked  []string
	posted []discord.Message
	fails  error // the error of first answers
	unread error // of loading preferences
}

func (m *memory) did(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, fmt.Sprintf(format, args...))
}

func (m *memory) took() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.asked
	m.asked = nil
	return all
}

func (m *memory) Respond(_ context.Context, _ *discord.Interaction, kind discord.ResponseKind, with discord.Message) (id.Message, error) {
	m.did("respond %d %q private=%v", kind, with.Content, with.Private)
	if m.fails != nil {
		return "", m.fails
	}
	return "900", nil
}

func (m *memory) Modal(_ context.Context, _ *discord.Interaction, f discord.Modal) error {
	m.did("form %q", f.Title)
	return m.fails
}

func (m *memory) EditOriginal(_ context.Context, _ *discord.Interaction, with discord.Message) error {
	m.did("edit %q", with.Content)
	return nil
}

func (m *memory) Followup(_ context.Context, _ *discord.Interaction, with discord.Message) (id.Message, error) {
	m.did("follow up %q private=%v", with.Content, with.Private)
	return "901", nil
}

func (m *memory) Create(_ context.Context, _ id.Channel, with discord.Message) (id.Message, error) {
	m.did("post %q", with.Content)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.posted = append(m.posted, with)
	return "902", nil
}

func (m *memory) DeleteOriginal(context.Context, *discord.Interaction) error {
	m.did("delete the acknowledgement")
	return nil
}

func (m *memory) Choices(_ context.Context, _ *discord.Interaction, all []discord.Choice) error {
	m.did("offer %d", len(all))
	return nil
}

func (m *memory) Show(r *Responder, s Show, _ *locale.Localizer) {
	m.did("show %s", s.Subject)
	r.Dismiss(context.Background())
}
func (m *memory) Wake(s id.Subject) { m.did("wake %s", s) }
func (m *memory) Announced(_ context.Context, _ id.Channel, on id.Message, a Announcement) {
	m.did("announced %s %s", on, a.About)
}
func (m *memory) Temporary(_ context.Context, c id.Channel, with discord.Message, _ time.Duration) {
	m.did("post for a while in %s %q", c, with.Content)
}
func (m *memory) Ask(_ context.Context, q Question) {
	m.did("ask %s on %s %q", q.Player, q.ReplyTo, q.Message.Content)
}
func (m *memory) CloseQuestion(_ id.Channel, question id.Message) { m.did("close %s", question) }
func (m *memory) SendFailed(error)                                {}

func (m *memory) Preferences(context.Context, id.Player) (player.Preferences, error) {
	return player.Preferences{}, m.unread
}
func (m *memory) Locale(context.Context, id.Player) (string, error)   { return "", nil }
func (m *memory) SaveLocale(context.Context, id.Player, string) error { return nil }

var errBarred = errors.New("barred")

// newRouter returns a router with a memory and these commands, after change has adjusted its options.
func newRouter(t *testing.T, change func(*Options), commands ...Command) (*Router, *memory) {
	t.Helper()
	files := fstest.MapFS{}
	for _, l := range locale.Languages() {
		text := `"refuse.failed":"broke","refuse.busy":"busy","refuse.control":"unknown","delivery.unanswered":"ask again"`
		for _, c := range commands {
			text += fmt.Sprintf(`,"command.%s.name":%q,"command.%s.about":"."`, c.Name, c.Name, c.Name)
		}
		files[l+".json"] = &fstest.MapFile{Data: []byte("{" + text + "}")}
	}
	bundle, err := locale.New(locale.Catalog{Name: "test", Files: files})
	if err != nil {
		t.Fatal(err)
	}
	m := &memory{}
	o := Options{Send: m, Players: m, Presenter: m, Bundle: bundle, Self: func() id.Player { return "1" },
		Refuse: func(_ *Request, err error) (Response, bool) { return Say("refused: " + err.Error()), true },
		Admit: func(_ context.Context, _ *Request, d door.Door) error {
			if d.Who == door.Starters || d.Who == door.Joiners || d == door.Post {
				return errBarred
			}
			return nil
		}}
	if change != nil {
		change(&o)
	}
	var components []Component
	for i := range commands {
		c := &commands[i]
		c.Door = cmp.Or(c.Door, door.Participants.Either())
		components = append(components, Component{Action: c.Name, Door: c.Door,
			Handle: func(ctx context.Context, r *Request, _ discord.ControlID) (Response, error) { return c.Handle(ctx, r) }})
	}
	return New(o, commands, components, nil), m
}

func uses(command string) *discord.Interaction {
	return &discord.Interaction{ID: "100", Kind: discord.CommandInteraction, CommandKind: discord.SlashCommand, Command: command, Guild: "5", Channel: "7", User: discord.User{ID: "2"}}
}

func clicks(action string) *discord.Interaction {
	return &discord.Interaction{ID: "100", Kind: discord.ComponentInteraction, CustomID: discord.ControlID{Action: action, ID: "abc"}.String(), Guild: "5", Channel: "7", User: discord.User{ID: "2"}}
}

func submits(action string) *discord.Interaction {
	i := clicks(action)
	i.Kind, i.Values, i.Message = discord.ModalInteraction, []string{"typed"}, &discord.Received{ID: "900"}
	return i
}

// Each response is sent in its own way, and whatever happens a request gets one answer.
func TestResponses(t *testing.T) {
	subject := id.Subject{Kind: "game", ID: "abc"}
	answers := func(a Response, err error) Handler {
		return func(context.Context, *Request) (Response, error) { return a, err }
	}
	for _, c := range []struct {
		what   string
		door   door.Door
		handle Handler
		i      func(string) *discord.Interaction
		want   string
	}{
		{"private", door.Door{}, answers(Say("hi"), nil), uses, `respond 4 "hi" private=true`},
		{"public", door.Door{}, answers(Say("hi").Publicly(), nil), uses, `respond 4 "hi" private=false`},
		{"announced", door.Door{}, answers(Response{Public: &Reply{Message: discord.Message{Content: "hi"}, Announce: &Announcement{About: "draw"}}}, nil), uses,
			`respond 4 "hi" private=false|announced 900 draw`},
		{"changed", door.Door{}, answers(Say("hi").Editing(), nil), clicks, `respond 7 "hi" private=false`},
		{"changed, and told everybody", door.Door{}, answers(Response{Edit: &Reply{Message: discord.Message{Content: "hi"}}, Public: &Reply{Message: discord.Message{Content: "all"}}}, nil),
			clicks, `respond 7 "hi" private=false|post "all"`},
		{"card", door.Door{}, answers(ShowCard(subject), nil), clicks, `show game/abc|respond 6 "" private=true`},
		{"form", door.Door{}, answers(Response{Modal: &discord.Modal{Title: "what"}}, nil), clicks, `form "what"`},
		{"sent form", door.Door{}, func(_ context.Context, q *Request) (Response, error) {
			return Say(q.Interaction.Values[0]).Editing(), nil
		}, submits, `respond 7 "typed" private=false`},
		{"nothing", door.Door{}, answers(Response{}, nil), uses, `respond 5 "" private=true|delete the acknowledgement`},
		{"work", door.Door{}, answers(Response{Work: func(context.Context) (Response, error) { return Say("done"), nil }}, nil), uses, `respond 4 "done" private=true`},
		{"work that fails", door.Door{}, answers(Response{Work: func(context.Context) (Response, error) { return Response{}, errors.New("no") }}, nil), uses, `respond 4 "refused: no" private=true`},
		{"work that breaks", door.Door{}, answers(Response{Work: func(context.Context) (Response, error) { panic("on purpose") }}, nil), uses, `respond 4 "broke" private=true`},
		{"refused", door.Door{}, answers(Response{}, errors.New("no")), uses, `respond 4 "refused: no" private=true`},
		{"broken", door.Door{}, func(context.Context, *Request) (Response, error) { panic("on purpose") }, clicks, `respond 4 "broke" private=true`},
		{"not admitted", door.Starters.Alone(), answers(Say("hi"), nil), uses, `respond 4 "refused: barred" private=true`},
		{"not admitted by a control", door.Joiners.Alone(), answers(Say("hi"), nil), clicks, `respond 4 "refused: barred" private=true`},
		{"unknown command", door.Door{}, answers(Say("hi"), nil), func(string) *discord.Interaction { return uses("other") }, `respond 4 "unknown" private=true`},
		{"unknown control", door.Door{}, answers(Say("hi"), nil), func(string) *discord.Interaction { return clicks("other") }, `respond 4 "unknown" private=true`},
		{"changed subjects", door.Door{}, func(ctx context.Context, _ *Request) (Response, error) {
			Collected(ctx, subject)
			Collected(ctx, id.Subject{Kind: "game", ID: "other"})
			return ShowCard(subject), nil
		}, clicks, `wake game/other|show game/abc|respond 6 "" private=true`},
	} {
		t.Run(c.what, func(t *testing.T) {
			r, m := newRouter(t, nil, Command{Name: "go", Door: c.door, Handle: c.handle})
			r.Interaction("100", c.i("go"))
			r.Tasks.Wait()
			if got := strings.Join(m.took(), "|"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A door lets an answer for everybody out only where it says so, and where the user may have the bot post: a handler's mistake shows nobody
// what was for one.
func TestDoors(t *testing.T) {
	public := Response{Public: &Reply{Message: discord.Message{Content: "hi", Mention: []id.Player{"3"}}}}
	both := Response{Edit: &Reply{Message: discord.Message{Content: "changed"}}, Public: public.Public}
	later := Response{Work: func(context.Context) (Response, error) { return Say("hi").Publicly(), nil }}
	refused := `respond 4 "refused: barred" private=true`
	for _, c := range []struct {
		what   string
		door   door.Door
		a      Response
		want   string
		faults int
		calls  int // of the handler
	}{
		{"alone", door.Anybody.Alone(), public, `respond 4 "hi" private=true`, 1, 1},
		{"alone, from work", door.Anybody.Alone(), later, `respond 4 "hi" private=true`, 1, 1},
		{"alone, besides a change", door.Anybody.Alone(), both, `respond 7 "changed" private=false`, 1, 1},
		{"everybody, asked before", door.Anybody.Everybody(), public, refused, 0, 0},
		{"either, for one", door.Anybody.Either(), Say("hi"), `respond 4 "hi" private=true`, 0, 1},
		{"either, for everybody", door.Anybody.Either(), public, refused, 0, 1},
		{"either, from work", door.Anybody.Either(), later, refused, 0, 1},
		{"either, besides a change", door.Anybody.Either(), both, refused, 0, 1},
		{"participants", door.Participants.Either(), public, `respond 4 "hi" private=false`, 0, 1},
	} {
		t.Run(c.what, func(t *testing.T) {
			var log bytes.Buffer
			calls := 0
			r, m := newRouter(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) }, Command{Name: "go", Door: c.door,
				Handle: func(context.Context, *Request) (Response, error) { calls++; return c.a, nil }})
			r.Interaction("100", clicks("go"))
			r.Tasks.Wait()
			if got := strings.Join(m.took(), "|"); got != c.want || calls != c.calls {
				t.Errorf("%s after %d calls, want %s after %d", got, calls, c.want, c.calls)
			}
			if n := strings.Count(log.String(), "level=ERROR"); n != c.faults {
				t.Errorf("%d faults, want %d: %s", n, c.faults, log.String())
			}
		})
	}
}

// A use of a command with an option goes through the option's door.
func TestDoorsOfOptions(t *testing.T) {
	r, m := newRouter(t, nil, Command{Name: "go", Door: door.Anybody.Alone(),
		Doors:  map[string]door.Door{"public=true": door.Post, "invite": door.Post},
		Handle: func(context.Context, *Request) (Response, error) { return Say("hi"), nil }})
	for options, want := range map[[2]string]string{
		{"public", "true"}: "refused: barred", {"public", "false"}: "hi", {"invite", "3"}: "refused: barred", {"other", "true"}: "hi",
	} {
		i := uses("go")
		i.Options = map[string]string{options[0]: options[1]}
		r.Interaction("100", i)
		r.Tasks.Wait()
		if got := strings.Join(m.took(), "|"); !strings.Contains(got, want) {
			t.Errorf("%v: %s", options, got)
		}
	}
}

// What could not be said privately is not said to everybody, except an open reply, and that a form could not be opened.
func TestDeadInteraction(t *testing.T) {
	for _, c := range []struct {
		a    Response
		want string
	}{
		{Say("secret"), `post for a while in 7 "ask again"`}, {SayPostable("open"), `post for a while in 7 "open"`},
		{Response{Modal: &discord.Modal{Title: "what"}}, `post for a while in 7 "busy"`},
	} {
		r, m := newRouter(t, nil, Command{Name: "go", Handle: func(context.Context, *Request) (Response, error) { return c.a, nil }})
		m.fails = &discord.APIError{Status: 404, Code: 10062}
		r.Interaction("100", uses("go"))
		r.Tasks.Wait()
		if got := m.took(); len(got) != 2 || got[1] != c.want {
			t.Errorf("%q, want %s", got, c.want)
		}
		m.fails = &discord.APIError{Status: 400, Code: 40060} // another process answered
		r.Interaction("101", uses("go"))
		r.Tasks.Wait()
		if got := m.took(); len(got) != 1 {
			t.Errorf("%q after another process's answer", got)
		}
	}
}

// A public answer to an interaction that has expired is posted by itself, as it would have been shown: for good, with its picture and
// pings, once, and as an announcement if it is one. One that may have been shown is not posted again.
func TestPublicAnswerToADeadInteraction(t *testing.T) {
	offer := Reply{Message: discord.Message{Content: "a draw?", Mention: []id.Player{"3"}, Files: []discord.File{{Name: "board.png"}}}, Announce: &Announcement{About: "draw"}}
	r, m := newRouter(t, nil, Command{Name: "go", Handle: func(context.Context, *Request) (Response, error) { return Response{Public: &offer}, nil }})
	m.fails = &discord.APIError{Status: 404, Code: 10062}
	r.Interaction("123", uses("go"))
	r.Tasks.Wait()
	if got := strings.Join(m.took(), "|"); got != `respond 4 "a draw?" private=false|post "a draw?"|announced 902 draw` {
		t.Error(got)
	}
	if len(m.posted) != 1 || !slices.Equal(m.posted[0].Mention, []id.Player{"3"}) || len(m.posted[0].Files) != 1 || m.posted[0].Nonce != "i123" || m.posted[0].Private {
		t.Errorf("posted: %+v", m.posted)
	}
	for _, c := range []struct {
		fails error
		posts bool
	}{{discord.ErrUncertain, false}, {fmt.Errorf("%w, once more: %w", discord.ErrUncertain, m.fails), false}, {discord.ErrNotSent, true}} {
		m.fails, m.posted = c.fails, nil
		r.Interaction("124", uses("go"))
		r.Tasks.Wait()
		if posts := len(m.posted) == 1; posts != c.posts {
			t.Errorf("after %v: %+v", c.fails, m.posted)
		}
	}
	m.posted, m.unread = nil, errors.New("the database is away")
	r.Interaction("125", uses("go"))
	r.Tasks.Wait()
	if len(m.posted) != 1 || len(m.posted[0].Mention) != 0 {
		t.Errorf("who may want no pings is pinged: %+v", m.posted)
	}
}

// If a change of a private message fails, nothing is posted: neither what it would have shown nor what was to be posted besides.
func TestChangeThatFailsTellsNobody(t *testing.T) {
	said := Response{Edit: &Reply{Message: discord.Message{Content: "for you alone"}}, Public: &Reply{Message: discord.Message{Content: "all"}}}
	r, m := newRouter(t, nil, Command{Name: "go", Handle: func(context.Context, *Request) (Response, error) { return said, nil }})
	for _, fails := range []error{&discord.APIError{Status: 404, Code: 10062}, discord.ErrUncertain, discord.ErrNotSent} {
		m.fails, m.posted = fails, nil
		r.Interaction("126", uses("go"))
		r.Tasks.Wait()
		for _, p := range m.posted {
			if p.Content == "for you alone" || p.Content == "all" {
				t.Errorf("after %v: %q", fails, p.Content)
			}
		}
	}
}

// Requests of one channel are handled in the order of arrival, and no more than the limits allow.
func TestOrderAndLimits(t *testing.T) {
	var order []id.Event
	r, m := newRouter(t, func(o *Options) { o.Rates.Player = 2 }, Command{Name: "go", Handle: func(_ context.Context, r *Request) (Response, error) {
		order = append(order, r.Event)
		return Say("hi"), nil
	}})
	for n := range 10 {
		r.Interaction(id.Event(fmt.Sprint(n)), uses("go"))
	}
	r.Tasks.Wait()
	if !slices.Equal(order, []id.Event{"0", "1", "2", "3", "4", "5"}) {
		t.Errorf("%v", order)
	}
	if busy := strings.Count(strings.Join(m.took(), "|"), `"busy"`); busy != 4 {
		t.Errorf("%d are told that too much is asked", busy)
	}
}

// A queue that is full says so, keeps the order of a channel, and does not block other channels; what panics does not stop it.
func TestQueue(t *testing.T) {
	var faults atomic.Int64
	tasks := &Tasks{Recovered: func(any) { faults.Add(1) }}
	q := NewQueue(tasks, 0)
	gate, did := make(chan struct{}), []int{}
	q.Do("a", func(context.Context) { <-gate; panic("a fault on purpose") })
	for n := 0; ; n++ {
		if !q.Do("a", func(context.Context) { did = append(did, n) }) {
			if n < maxQueued-1 {
				t.Errorf("full with %d", n)
			}
			break
		}
	}
	var other atomic.Bool
	done := make(chan struct{})
	q.Do("b", func(context.Context) { other.Store(true); close(done) })
	<-done
	close(gate)
	tasks.Wait()
	if !slices.IsSorted(did) || len(did) < maxQueued-1 || !other.Load() || q.Busy() != 0 || faults.Load() != 1 {
		t.Errorf("%d done, other %v, %d channels busy", len(did), other.Load(), q.Busy())
	}
}

// A text that nobody addressed to the bot, and whose door refuses it, may be meant for nobody; where the door could not be asked, that is said.
func TestTextAtADoor(t *testing.T) {
	broken := errors.New("broken")
	for err, want := range map[error]string{errBarred: "", broken: "broken"} {
		r, _ := newRouter(t, func(o *Options) {
			o.Admit = func(context.Context, *Request, door.Door) error { return err }
			o.Refuse = func(_ *Request, err error) (Response, bool) { return Say(err.Error()), !errors.Is(err, broken) }
		})
		r.textHandlers = []TextHandler{{Door: door.Joiners.Alone(), Wants: func(*Typed) bool { return true },
			Handle: func(context.Context, *Request) (Response, error) { return Say("handled"), nil }}}
		q := r.TypedRequest("1", &discord.Received{Content: "h2e2", Guild: "5", Channel: "7", Author: discord.User{ID: "2"}})
		got := ""
		if a := r.Answer(t.Context(), q); !a.empty() {
			got = a.Private.Content
		}
		if got != want {
			t.Errorf("%v: %q", err, got)
		}
	}
}

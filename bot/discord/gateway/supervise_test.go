package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/id"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"

	"yeye/internal/wait"
)

// env is a sandbox and a gateway connected to it.
type env struct {
	*testing.T
	server  *sandbox.Server
	gateway *gateway.Gateway
	rest    *rest.Client
	mei     *person.Person
	log     *safeBuffer
	ended   chan error
	stop    func()

	connected, lost, identified, resumed, refused atomic.Int64

	mu    sync.Mutex
	heard []string // the texts of messages, in order of arrival
	data  []any    // of all events
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func open(t *testing.T, so sandbox.Options, change func(*gateway.Options)) *env {
	t.Helper()
	t.Parallel()
	o := &env{T: t, log: &safeBuffer{}, ended: make(chan error, 1)}
	so.Wrap, so.Limits = conforming(t), sandbox.Relaxed()
	o.server = sandbox.New(so)
	if err := o.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.server.Close() })
	options := gateway.Options{
		Token:   o.server.BotToken(),
		Intents: gateway.Guilds | gateway.GuildMessages | gateway.GuildReactions | gateway.MessageContent,
		Logger:  slog.New(slog.NewTextHandler(o.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Handle:  o.handle,
		Observer: gateway.Observer{
			Connected: func() { o.connected.Add(1) }, Disconnected: func() { o.lost.Add(1) }, ContentRefused: func() { o.refused.Add(1) },
			Identified: func() { o.identified.Add(1) }, Resumed: func() { o.resumed.Add(1) },
		},
	}
	if change != nil {
		change(&options)
	}
	client, err := rest.New(rest.Options{Token: options.Token, API: o.server.API(), Logger: options.Logger})
	if err != nil {
		t.Fatal(err)
	}
	options.REST = client
	g := gateway.New(options)
	g.SetBetween(300 * time.Millisecond)
	g.Hasten()
	o.gateway, o.rest = g, client
	mei, err := person.Connect(t.Context(), o.server.API(), o.server.Info().Users[0].Token)
	if err != nil {
		t.Fatal(err)
	}
	o.mei = mei
	t.Cleanup(func() { mei.Close() })
	return o
}

func (o *env) run() *env {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { o.ended <- o.gateway.Run(ctx) }()
	var once sync.Once
	o.stop = func() {
		once.Do(func() {
			cancel()
			if err := wait.ForLog(o.T, "the end of Run", o.log.String, o.ended); err != nil {
				o.Errorf("Run ended with %v", err)
			}
		})
	}
	o.Cleanup(o.stop)
	return o
}

func (o *env) handle(e discord.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.data = append(o.data, e.Data)
	if m, ok := e.Data.(*discord.Received); ok {
		o.heard = append(o.heard, m.Content)
	}
}

func (o *env) channel() string { return o.server.Info().Channels[0].ID }

func (o *env) say(text string) {
	o.Helper()
	if _, err := o.mei.Say(o.Context(), o.channel(), text); err != nil {
		o.Fatal(err)
	}
}

func (o *env) count(text string) (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, t := range o.heard {
		if t == text {
			n++
		}
	}
	return
}

func (o *env) eventually(what string, holds func() bool) {
	o.Helper()
	wait.UntilLog(o.T, what, o.log.String, holds)
}

func (o *env) order(f sandbox.Fault) {
	o.Helper()
	if _, err := o.server.InjectFault(f); err != nil {
		o.Fatal(err)
	}
}

// After each fault of the gateway events arrive again, each of them once.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		faults  []sandbox.Fault
		resumes bool // the session is kept: no message is missed
	}{
		{"Op 7", []sandbox.Fault{{Kind: "reconnect"}}, true},
		{"Op 9 resumable", []sandbox.Fault{{Kind: "invalid_session", Resumable: true}}, true},
		{"Op 9", []sandbox.Fault{{Kind: "invalid_session"}}, false},
		{"dropped", []sandbox.Fault{{Kind: "drop"}}, true},
		{"half open", []sandbox.Fault{{Kind: "half_open"}}, true},
		{"heartbeats not acknowledged", []sandbox.Fault{{Kind: "no_ack"}}, true},
		{"closed 4000", []sandbox.Fault{{Kind: "close", CloseCode: 4000}}, true},
		{"closed 1001", []sandbox.Fault{{Kind: "close", CloseCode: 1001}}, true},
		{"closed 4009", []sandbox.Fault{{Kind: "close", CloseCode: 4009}}, true},
		{"Op 7 on RESUME", []sandbox.Fault{{Kind: "reconnect", On: "resume"}, {Kind: "drop"}}, true},
		{"Op 9 on RESUME", []sandbox.Fault{{Kind: "invalid_session", On: "resume"}, {Kind: "drop"}}, false},
		{"Op 9 resumable on RESUME", []sandbox.Fault{{Kind: "invalid_session", Resumable: true, On: "resume"}, {Kind: "drop"}}, true},
		{"dropped on RESUME", []sandbox.Fault{{Kind: "drop", On: "resume"}, {Kind: "drop"}}, true},
		{"half open on RESUME", []sandbox.Fault{{Kind: "half_open", On: "resume"}, {Kind: "drop"}}, true},
		{"Op 9 on RESUME, then Op 9 on IDENTIFY", []sandbox.Fault{{Kind: "invalid_session", On: "resume"}, {Kind: "invalid_session", On: "identify", Count: 2}, {Kind: "drop"}}, false},
		{"Op 7 on IDENTIFY", []sandbox.Fault{{Kind: "reconnect", On: "identify"}, {Kind: "invalid_session"}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := open(t, sandbox.Options{Heartbeat: time.Second, StrictResume: true}, nil).run()
			o.eventually("connected", o.gateway.Connected)
			o.say("before")
			o.eventually("the first message", func() bool { return o.count("before") == 1 })
			connected := o.connected.Load()
			for _, f := range c.faults {
				o.order(f)
			}
			if c.resumes {
				o.say("meanwhile")
			}
			started := time.Now()
			n := 0
			o.eventually("events again after the fault", func() bool {
				if n%25 == 0 {
					o.say("again")
				}
				n++
				return (o.connected.Load() > connected || c.name == "Op 9" && o.identified.Load() > 1) && o.count("again") > 0
			})
			t.Logf("events again after %v; %d resumed, %d identified", time.Since(started).Round(10*time.Millisecond), o.resumed.Load(), o.identified.Load())
			if c.resumes {
				o.eventually("what was said meanwhile", func() bool { return o.count("meanwhile") == 1 })
				// RESUMED comes after the missed events.
				o.eventually("the session was resumed", func() bool { return o.resumed.Load() > 0 })
			}
			o.say("after")
			o.eventually("the message after", func() bool { return o.count("after") > 0 })
			time.Sleep(50 * time.Millisecond)
			if n := o.count("after"); n != 1 {
				t.Errorf("heard %d times", n)
			}
		})
	}
}

// Op 9 in answer to RESUME costs one IDENTIFY of the thousand a day, after a second at least; Op 9 that says the session may be
// resumed costs none.
func TestInvalidSession(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []sandbox.Fault
		starts int
	}{
		{"in answer to RESUME", []sandbox.Fault{{Kind: "invalid_session", On: "resume"}, {Kind: "drop"}}, 2},
		{"in answer to RESUME, resumable", []sandbox.Fault{{Kind: "invalid_session", On: "resume", Resumable: true}, {Kind: "drop"}}, 1},
		{"in answer to RESUME twice, resumable", []sandbox.Fault{{Kind: "invalid_session", On: "resume", Resumable: true, Count: 2}, {Kind: "drop"}}, 2},
		{"meanwhile", []sandbox.Fault{{Kind: "invalid_session"}}, 2},
		{"meanwhile, resumable", []sandbox.Fault{{Kind: "invalid_session", Resumable: true}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := open(t, sandbox.Options{}, nil).run()
			o.eventually("connected", o.gateway.Connected)
			started := time.Now()
			for _, f := range c.faults {
				o.order(f)
			}
			o.eventually("connected again", func() bool { return o.connected.Load() > 1 && o.gateway.Connected() })
			took := time.Since(started)
			s, err := o.rest.SessionStarts(t.Context())
			if used := s.Total - s.Remaining; err != nil || used != c.starts || c.starts > 1 && took < time.Second {
				t.Errorf("%d IDENTIFYs, want %d, after %v; %v", used, c.starts, took, err)
			}
		})
	}
}

// A session is resumed at an address that has a query of its own.
func TestResumeAddress(t *testing.T) {
	o := open(t, sandbox.Options{StrictResume: true}, nil)
	o.order(sandbox.Fault{Kind: "resume_address", Address: "?zone=b&x=%26"})
	o.run()
	o.eventually("connected", o.gateway.Connected)
	o.order(sandbox.Fault{Kind: "drop"})
	o.eventually("resumed", func() bool { return o.resumed.Load() == 1 })
	if n := o.identified.Load(); n != 1 {
		t.Errorf("identified %d times", n)
	}
}

// Codes after which waiting does not help end Run with a sentence for the operator.
func TestFatal(t *testing.T) {
	for code, want := range map[int]string{
		4004: "refused the token", 4010: "shard", 4011: "too many servers", 4012: "update yeye", 4013: "intents",
	} {
		t.Run(want, func(t *testing.T) {
			o := open(t, sandbox.Options{}, nil)
			o.order(sandbox.Fault{Kind: "close", CloseCode: code, On: "identify", Count: -1})
			started := time.Now()
			var f *gateway.FatalError
			err := o.gateway.Run(t.Context())
			if !errors.As(err, &f) || f.Code != code || !strings.Contains(f.Sentence, want) {
				t.Errorf("Run ended with %v", err)
			}
			if d := time.Since(started); d > 20*time.Second {
				t.Errorf("it took %v", d)
			}
		})
	}
	t.Run("a token Discord does not know", func(t *testing.T) {
		o := open(t, sandbox.Options{}, func(o *gateway.Options) { o.Token = "MTIz.never.seen" })
		var f *gateway.FatalError
		started := time.Now()
		if err := o.gateway.Run(t.Context()); !errors.As(err, &f) || !strings.Contains(f.Sentence, "DISCORD_TOKEN") {
			t.Errorf("Run ended with %v", err)
		}
		if d := time.Since(started); d > 20*time.Second {
			t.Errorf("it took %v", d)
		}
	})
	t.Run("an intent is refused, even without content", func(t *testing.T) {
		o := open(t, sandbox.Options{}, nil)
		o.order(sandbox.Fault{Kind: "close", CloseCode: 4014, On: "identify", Count: -1})
		var f *gateway.FatalError
		if err := o.gateway.Run(t.Context()); !errors.As(err, &f) || f.Code != 4014 {
			t.Errorf("Run ended with %v", err)
		}
		if n := o.refused.Load(); n != 1 {
			t.Errorf("%d times reported that content is refused", n)
		}
	})
	t.Run("a token taken back while connected", func(t *testing.T) {
		o := open(t, sandbox.Options{}, nil)
		ended := make(chan error, 1)
		go func() { ended <- o.gateway.Run(t.Context()) }()
		o.eventually("connected", o.gateway.Connected)
		o.order(sandbox.Fault{Kind: "close", CloseCode: 4004, On: "resume", Count: -1})
		o.order(sandbox.Fault{Kind: "close", CloseCode: 4004})
		err := wait.ForLog(t, "the end of Run", o.log.String, ended)
		var f *gateway.FatalError
		if !errors.As(err, &f) || f.Code != 4004 {
			t.Errorf("Run ended with %v", err)
		}
	})
}

// Discord requires five seconds between two IDENTIFYs and answers Op 9 to one that comes too soon.
func TestIdentifyTooSoon(t *testing.T) {
	o := open(t, sandbox.Options{IdentifyEvery: 2 * time.Second}, nil).run()
	o.eventually("connected", o.gateway.Connected)
	o.order(sandbox.Fault{Kind: "invalid_session"})
	started := time.Now()
	o.eventually("a second session", func() bool { return o.identified.Load() == 2 && o.gateway.Connected() })
	t.Logf("connected again after %v", time.Since(started).Round(10*time.Millisecond))
}

func TestDeliveredTwice(t *testing.T) {
	o := open(t, sandbox.Options{}, nil).run()
	o.eventually("connected", o.gateway.Connected)
	o.order(sandbox.Fault{Kind: "duplicate", Event: "MESSAGE_CREATE", Count: 3})
	for _, text := range []string{"one", "two", "three", "four"} {
		o.say(text)
	}
	o.eventually("the last message", func() bool { return o.count("four") == 1 })
	o.mu.Lock()
	defer o.mu.Unlock()
	if got := strings.Join(o.heard, " "); got != "one two three four" {
		t.Errorf("heard: %s", got)
	}
}

func TestPanicInHandler(t *testing.T) {
	o := open(t, sandbox.Options{}, nil)
	o.gateway.SetHandle(func(e discord.Event) {
		if m, ok := e.Data.(*discord.Received); ok && m.Content == "boom" {
			panic("boom")
		}
		o.handle(e)
	})
	o.run()
	o.eventually("connected", o.gateway.Connected)
	o.say("boom")
	o.say("after")
	o.eventually("the message after the panic", func() bool { return o.count("after") == 1 })
}

// The log does not contain the token, at any level.
func TestTokenStaysOut(t *testing.T) {
	o := open(t, sandbox.Options{}, nil).run()
	o.eventually("connected", o.gateway.Connected)
	o.order(sandbox.Fault{Kind: "cut", Path: "/users/**"})
	o.order(sandbox.Fault{Kind: "close", CloseCode: 4000})
	if _, err := o.rest.OpenDM(t.Context(), id.Player(o.mei.ID)); err != nil {
		t.Log(err)
	}
	i := &discord.Interaction{ID: "1", App: "2", Token: "aW50ZXJhY3Rpb24secret"}
	o.order(sandbox.Fault{Kind: "cut", Path: "/interactions/**", Count: -1})
	o.order(sandbox.Fault{Kind: "cut", Path: "/webhooks/**", Count: -1})
	_, err := o.rest.Respond(t.Context(), i, discord.RespondMessage, discord.Message{Content: "x"})
	_, err2 := o.rest.Followup(t.Context(), i, discord.Message{Content: "x"})
	if err == nil || err2 == nil {
		t.Fatal("a cut request succeeded")
	}
	text := o.log.String() + err.Error() + err2.Error()
	for _, secret := range []string{o.server.BotToken(), i.Token} {
		if strings.Contains(text, secret) {
			t.Errorf("a secret got out: %s", text)
		}
	}
}

package gateway

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Each way in which a connection can end, and what the next one begins with.
func TestNextConnection(t *testing.T) {
	code := func(code int) func(*peer) { return func(p *peer) { p.close(code) } }
	sends := func(frame string) func(*peer) { return func(p *peer) { p.send(frame) } }
	const resumed, anew = "IDENTIFY, at east, RESUME s1 from 5", "IDENTIFY, IDENTIFY"
	for _, c := range []struct {
		name string
		end  func(*peer)
		want string
	}{
		{"the network", code(0), resumed},
		{"1000", code(1000), resumed},
		{"1001 going away", code(1001), resumed},
		{"1006", code(1006), resumed},
		{"4000 unknown error", code(4000), resumed},
		{"4001 unknown opcode", code(4001), resumed},
		{"4002 decode error", code(4002), resumed},
		{"4003 not authenticated", code(4003), anew},
		{"4005 already authenticated", code(4005), resumed},
		{"4006 session no longer valid", code(4006), anew},
		{"4007 invalid number", code(4007), anew},
		{"4008 rate limited", code(4008), resumed},
		{"4009 session timed out", code(4009), resumed},
		{"4999", code(4999), resumed},
		{"Op 7", sends(`{"op":7,"d":null}`), resumed},
		{"Op 7 with data", sends(`{"op":7,"d":{"x":[1]},"s":3,"t":"x"}`), resumed},
		{"Op 9", sends(`{"op":9,"d":false}`), anew},
		{"Op 9 resumable", sends(`{"op":9,"d":true}`), resumed},
		{"Op 9 with nothing", sends(`{"op":9}`), anew},
		{"Op 9 with anything", sends(`{"op":9,"d":{"a":true}}`), anew},
		{"no acknowledgements", (*peer).deaf, resumed},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, Options{}, func(n int, p *peer) {
					if settle(); n > 0 && p.LastAck().IsZero() {
						t.Error("when the lost connection was alive is forgotten")
					}
					p.welcome()
					if n == 0 {
						p.say(5, "before")
						c.end(p)
					} else {
						p.say(10, "after")
					}
				})
				after(3 * time.Minute)
				if got := s.did(); got != c.want {
					t.Errorf("%s, want %s", got, c.want)
				}
				if s.count("before") != 1 || s.count("after") != 1 || !s.Connected() {
					t.Errorf("heard %q", s.texts())
				}
				s.stop()
			})
		})
	}
}

// Codes after which Discord forbids another try end Run, at any time.
func TestFatalCodes(t *testing.T) {
	for code := range fatalCodes {
		for _, early := range []bool{false, true} {
			t.Run(fmt.Sprint(code, " in answer to IDENTIFY ", early), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := serve(t, Options{Intents: Guilds}, func(_ int, p *peer) {
						if early {
							p.greet()
						} else {
							p.welcome()
						}
						p.close(code)
					})
					var f *FatalError
					if err := <-s.ended; !errors.As(err, &f) || f.Code != code || s.did() != "IDENTIFY" {
						t.Errorf("Run ended with %v after %s", err, s.did())
					}
				})
			})
		}
	}
}

// The Message Content intent is not asked for again after 4014, in answer to IDENTIFY or later.
func TestContentNotAskedAgain(t *testing.T) {
	for _, early := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			refused := 0
			s := serve(t, Options{Intents: Guilds | MessageContent, Observer: Observer{ContentRefused: func() { refused++ }}}, func(n int, p *peer) {
				if n > 0 {
					p.welcome()
					return
				}
				if early {
					p.greet()
				} else {
					p.welcome()
				}
				p.close(closeDisallowedIntents)
			})
			after(time.Minute)
			if got := s.did(); got != "IDENTIFY, IDENTIFY" || refused != 1 || s.ReadsContent() || !s.Connected() {
				t.Errorf("early %v: %s, refused %d times", early, got, refused)
			}
			s.stop()
		})
	}
}

// Op 9 costs one IDENTIFY, and that not before the pause that Discord asks for.
func TestOneIdentify(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string // to the first RESUME or IDENTIFY of each connection after the first; "" is the right one
		want    string
		pause   time.Duration // before the last of them, at least
	}{
		{"in answer to RESUME", []string{`{"op":9,"d":false}`, ""}, "IDENTIFY, at east, RESUME s1 from 1, IDENTIFY", 3 * time.Second},
		{"in answer to RESUME, resumable", []string{`{"op":9,"d":true}`, ""}, "IDENTIFY, at east, RESUME s1 from 1, at east, RESUME s1 from 1", 0},
		{"in answer to RESUME, resumable for ever", []string{`{"op":9,"d":true}`, `{"op":9,"d":true}`, ""},
			"IDENTIFY, at east, RESUME s1 from 1, at east, RESUME s1 from 1, IDENTIFY", 3 * time.Second},
		{"in answer to RESUME and IDENTIFY", []string{`{"op":9,"d":false}`, `{"op":9,"d":false}`, ""}, "IDENTIFY, at east, RESUME s1 from 1, IDENTIFY, IDENTIFY", 5 * time.Second},
		{"in answer to IDENTIFY, resumable", []string{`{"op":9,"d":false}`, `{"op":9,"d":true}`, ""}, "IDENTIFY, at east, RESUME s1 from 1, IDENTIFY, IDENTIFY", 5 * time.Second},
		{"Op 7 in answer to RESUME", []string{`{"op":7}`, ""}, "IDENTIFY, at east, RESUME s1 from 1, at east, RESUME s1 from 1", 0},
		{"Op 7 in answer to RESUME for ever", []string{`{"op":7}`, `{"op":7}`, `{"op":7}`, `{"op":7}`, `{"op":7}`, ""}, "IDENTIFY, at east, RESUME s1 from 1, at east, RESUME s1 from 1, " +
			"RESUME s1 from 1, RESUME s1 from 1, RESUME s1 from 1, IDENTIFY", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				last := make(chan time.Time, 10)
				s := serve(t, Options{}, func(n int, p *peer) {
					switch {
					case n == 0:
						p.welcome()
						p.after(time.Minute)
						p.close(4000)
					case c.answers[n-1] == "":
						p.welcome()
					default:
						p.greet()
						last <- time.Now()
						p.send(c.answers[n-1])
					}
				})
				after(5 * time.Minute)
				if got := s.did(); got != c.want {
					t.Errorf("%s\nwant %s", got, c.want)
				}
				var answered time.Time
				for range len(last) {
					answered = <-last
				}
				if took := s.times[len(s.times)-1].Sub(answered); took < c.pause {
					t.Errorf("%v after the last answer, want %v", took, c.pause)
				}
				if !s.Connected() || s.connections() != len(c.answers)+1 {
					t.Errorf("connected: %v, with %d connections", s.Connected(), s.connections())
				}
				s.stop()
			})
		})
	}
}

// A day of a Discord that lets nobody in, or nobody stay, costs less than the thousand IDENTIFYs that it allows.
func TestStartsOfADay(t *testing.T) {
	for name, script := range map[string]func(*peer){
		"Op 9 in answer to IDENTIFY": func(p *peer) { p.greet(); p.send(`{"op":9,"d":false}`) },
		"Op 7 in answer to IDENTIFY": func(p *peer) { p.greet(); p.send(`{"op":7}`) },
		"Op 9 soon after READY":      func(p *peer) { p.welcome(); p.after(10 * time.Second); p.send(`{"op":9,"d":false}`) },
		"READY without a session": func(p *peer) {
			p.greet()
			p.send(`{"op":0,"t":"READY","s":1,"d":null}`)
			settle()
			p.close(0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, Options{}, func(_ int, p *peer) { script(p) })
				after(24 * time.Hour)
				if n := s.count("IDENTIFY"); n < 500 || n > 1000 {
					t.Errorf("%d IDENTIFYs", n)
				}
				s.stop()
			})
		})
	}
}

// Op 7 forever, in answer to RESUME or after it, does not become a storm of ours.
func TestReconnectStorm(t *testing.T) {
	for _, late := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, Options{}, func(_ int, p *peer) {
				if late {
					p.welcome()
				} else if p.greet() == 2 {
					p.send(ready)
					settle()
				}
				p.send(`{"op":7,"d":null}`)
			})
			after(20 * time.Minute)
			if n := s.connections(); n < 30 || n > 1000 {
				t.Errorf("late %v: %d connections", late, n)
			}
			if n := s.count("IDENTIFY"); late && n != 1 || n > 30 {
				t.Errorf("late %v: %d IDENTIFYs", late, n)
			}
			s.stop()
		})
	}
}

// Heartbeats go out at the interval of HELLO with the newest number, and when asked for, but never so often that Discord closes the
// connection.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Options{}, func(n int, p *peer) {
			p.welcome()
			p.say(5, "five")
			p.say(3, "three") // numbers that fall change nothing
			p.after(time.Minute)
			for range 1000 {
				p.send(`{"op":1,"d":null}`)
			}
		})
		first := <-s.first
		after(30 * time.Second)
		if got := strings.Join(first.sent(), " "); got != "1" && got != "5" {
			t.Errorf("heartbeats %s", got)
		}
		after(29 * time.Second)
		if got := first.sent(); len(got) != 2 || got[1] != "5" {
			t.Errorf("heartbeats %s", got)
		}
		after(time.Minute)
		if n := len(first.sent()); n < 10 || n > 110 || s.connections() != 1 {
			t.Errorf("%d heartbeats over %d connections", n, s.connections())
		}
		if s.count("five") != 1 || s.count("three") != 1 || time.Since(s.LastAck()) > 42*time.Second {
			t.Errorf("heard %q, acknowledged %v ago", s.heard, time.Since(s.LastAck()))
		}
		s.stop()
		if code := first.left(); code != 1000 {
			t.Errorf("left with %d: Discord keeps the session", code)
		}
	})
}

// What breaks a connection off keeps the session: the client leaves without a close frame.
func TestCutIsNoClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Options{}, func(n int, p *peer) {
			p.welcome()
			if n == 0 {
				p.send(`{"op":7}`)
			}
		})
		first := <-s.first
		after(time.Minute)
		if code := first.left(); code != 1006 {
			t.Errorf("left with %d", code)
		}
		s.stop()
	})
}

// Nothing is heard before READY, a second READY begins nothing, and what came before the end is not asked for again.
func TestOrderOfEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		identified := 0
		s := serve(t, Options{Observer: Observer{Identified: func() { identified++ }}}, func(n int, p *peer) {
			if n > 0 {
				p.welcome()
				return
			}
			p.send(`{"op":11}`)
			p.say(3, "before HELLO")
			p.greet()
			p.send(`{"op":11}`)
			p.say(4, "before READY")
			p.send(`{"op":0,"t":"RESUMED","s":7,"d":{}}`)
			p.send(`{"op":0,"t":"READY","s":1,"d":{"session_id":"s1","guilds":"none"}}`)
			p.send(`{"op":10,"d":{"heartbeat_interval":1}}`)
			p.send(`{"op":0,"t":"READY","s":2,"d":{"session_id":"s2"}}`)
			p.say(8, "last")
			settle()
			p.close(0)
		})
		after(time.Minute)
		if got := s.did(); got != "IDENTIFY, RESUME s1 from 8" || identified != 1 || s.texts() != "last" {
			t.Errorf("%s; identified %d times, heard %q", got, identified, s.texts())
		}
		s.stop()
	})
}

// What Discord has added since, and the bot need not know, is no warning.
func TestNewKinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Options{}, func(_ int, p *peer) {
			p.welcome()
			p.send(`{"op":0,"t":"MESSAGE_CREATE","s":2,"d":{"id":"5","channel_id":"1","author":{"id":"7"},"content":"new","components":[{"type":99,"components":7},{"type":1,"components":[{"type":250}]}]}}`)
			p.send(`{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"id":"6","type":5,"user":{"id":"7"},"data":{"components":[{"type":18,"component":{"type":99,"values":["x"]}}]},"message":{"id":"5","components":[{"type":99}]}}}`)
			p.send(`{"op":0,"t":"SOMETHING_NEW","s":4,"d":{"id":{}}}`)
			p.send(`{"op":42,"d":{}}`)
		})
		after(time.Minute)
		if s.count("new") != 1 || len(s.warned) != 0 {
			t.Errorf("heard %q, warned %q", s.texts(), s.warned)
		}
		s.stop()
	})
}

// A Discord that says nothing, or not enough, is left after a while.
func TestSilentDiscord(t *testing.T) {
	for name, script := range map[string]func(*peer){
		"nothing":                func(*peer) {},
		"HELLO without interval": func(p *peer) { p.send(`{"op":10,"d":{}}`) },
		"HELLO alone":            func(p *peer) { p.greet() },
		"no READY":               func(p *peer) { p.greet(); p.say(1, "x") },
		"an end within a frame":  func(p *peer) { p.send(`{"op":10,"d":{"heartbeat_interval":41`); p.close(0) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, Options{}, func(n int, p *peer) {
					if n == 0 {
						script(p)
					} else {
						p.welcome()
					}
				})
				after(time.Minute)
				if !s.Connected() || s.connections() != 2 {
					t.Errorf("connected: %v, after %d connections", s.Connected(), s.connections())
				}
				s.stop()
			})
		})
	}
}

// A connection that does not take what is sent to it is given up.
func TestHalfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Options{}, func(n int, p *peer) {
			p.welcome()
			if n == 0 {
				p.fail(true, 5*time.Minute)
			}
		})
		after(2 * time.Minute)
		if got := s.did(); got != "IDENTIFY, at east, RESUME s1 from 1" || !s.Connected() {
			t.Errorf("%s; connected: %v", got, s.Connected())
		}
		after(4 * time.Minute)
		s.stop()
	})
}

// RESUME sends the token, and so goes to no address with less protection than the general one.
func TestTrusted(t *testing.T) {
	for _, c := range []struct {
		address, general string
		want             bool
	}{
		{"wss://a", "wss://b", true}, {"wss://a", "ws://b", true}, {"ws://a", "ws://b", true},
		{"ws://a", "wss://b", false}, {"https://a", "wss://b", false}, {"", "wss://b", false}, {"a", "wss://b", false}, {"://", "wss://b", false},
	} {
		if got := trustedAddress(c.address, c.general); got != c.want {
			t.Errorf("%s after %s: %v", c.address, c.general, got)
		}
	}
}

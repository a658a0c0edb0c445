package gateway

import (
	"bytes"
	"compress/zlib"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// Malformed are frames that no client should meet and none may fall over. Most of them end a process in which discordgo reads them.
var Malformed = []string{
	``, `null`, `[]`, `7`, `{`, `"text"`, `{}`, `{"op":null}`, `{"op":"0"}`, `{"op":-1}`, `{"op":99,"d":{}}`, `{"op":1e400}`,
	`{"op":0}`, `{"op":0,"t":null,"s":null,"d":null}`, `{"op":0,"t":"GUILD_CREATE","s":"x","d":{}}`, `{"op":0,"t":{},"d":{}}`,
	`{"op":0,"t":"GUILD_CREATE","d":null}`, `{"op":0,"t":"GUILD_CREATE","d":{}}`, `{"op":0,"t":"GUILD_CREATE","d":[]}`,
	`{"op":0,"t":"GUILD_CREATE","d":{"id":"9","channels":[null]}}`, `{"op":0,"t":"GUILD_CREATE","d":{"id":"9","members":[null]}}`,
	`{"op":0,"t":"GUILD_CREATE","d":{"id":"9","voice_states":[null]}}`, `{"op":0,"t":"GUILD_CREATE","d":{"id":"9","threads":[null],"roles":[null]}}`,
	`{"op":0,"t":"GUILD_UPDATE","d":null}`, `{"op":0,"t":"GUILD_UPDATE","d":{"new_member":1}}`, `{"op":0,"t":"GUILD_DELETE","d":{}}`, `{"op":0,"t":"GUILD_DELETE","d":[]}`,
	`{"op":0,"t":"READY","d":null}`, `{"op":0,"t":"READY","d":{"guilds":[null]}}`, `{"op":0,"t":"READY","s":1,"d":{"session_id":"x","guilds":[]}}`,
	`{"op":0,"t":"VOICE_STATE_UPDATE","d":{}}`, `{"op":0,"t":"VOICE_STATE_UPDATE","d":{"channel_id":"1","guild_id":"9","user_id":"2"}}`, `{"op":0,"t":"VOICE_SERVER_UPDATE","d":{}}`,
	`{"op":0,"t":"MESSAGE_CREATE","d":null}`, `{"op":0,"t":"MESSAGE_CREATE","d":{"id":"5","components":[null,{"components":[null]}]}}`,
	`{"op":0,"t":"INTERACTION_CREATE","d":null}`, `{"op":0,"t":"INTERACTION_CREATE","d":{"id":"6","type":2,"member":{"user":null},"data":null}}`,
	`{"op":0,"t":"INTERACTION_CREATE","d":{"id":"6","type":3,"user":{"id":"7"},"message":{"components":[{"type":99}]},"data":{"components":[null]}}}`,
	`{"op":0,"t":"CHANNEL_DELETE","d":{}}`, `{"op":0,"t":"THREAD_UPDATE","d":[null]}`, `{"op":0,"t":"GUILD_ROLE_UPDATE","d":{"role":null}}`, `{"op":0,"t":"MESSAGE_REACTION_ADD","d":null}`,
	`{"op":0,"t":"RESUMED","d":null}`, `{"op":0,"t":"__EVENT__","d":{}}`, `{"op":0,"t":"GUILD_CREATE","s":-5,"d":{"id":"9"}}`, `{"op":0,"t":"TYPING_START","s":1,"d":{}}`,
	`{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":10,"d":{"heartbeat_interval":-1}}`, `{"op":10,"d":{"heartbeat_interval":null}}`, `{"op":10,"d":{"heartbeat_interval":"x"}}`,
	`{"op":10,"d":{"heartbeat_interval":1e-9}}`, `{"op":10,"d":{"heartbeat_interval":1e300}}`, `{"op":10,"d":null}`, `{"op":10}`, `{"op":11,"d":{}}`, `{"op":11}`, `{"op":1,"d":"x"}`, `{"op":1}`,
	`{"op":0,"t":"MESSAGE_CREATE","d":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
	`{"op":0,"t":"MESSAGE_CREATE","d":{"content":"` + strings.Repeat("x", 2<<20) + `"}}`,
}

// FuzzFrame sends any frame in place of HELLO, of READY, of RESUMED and in between, as text, as bytes and compressed: the bot hears
// what is said afterwards, at the latest over the next connection, and the process goes on.
func FuzzFrame(f *testing.F) {
	for _, frame := range append(Malformed, `{"op":7}`, `{"op":9,"d":true}`, `{"op":9}`, `{"op":9,"d":{}}`) {
		f.Add(frame)
	}
	f.Fuzz(func(t *testing.T, frame string) {
		for at := range 4 {
			for _, as := range []struct {
				kind int
				data string
			}{{websocket.TextMessage, frame}, {websocket.BinaryMessage, frame}, {websocket.BinaryMessage, compressed(frame)}} {
				synctest.Test(t, func(t *testing.T) {
					s := serve(t, Options{}, func(n int, p *peer) {
						odd := func(when int) {
							if at == when && n < 2 {
								p.sendAs(as.kind, as.data)
								settle()
							}
						}
						odd(0)
						if op := p.greet(); op == 2 {
							odd(1)
							p.send(ready)
						} else if op == 6 {
							odd(2)
							p.send(`{"op":0,"t":"RESUMED","s":9,"d":{}}`)
						}
						settle()
						odd(3)
						p.say(1<<40+n, "still there")
						p.after(time.Minute)
						p.close(0)
					})
					after(5 * time.Minute)
					if n := s.count("still there"); n < 2 {
						t.Errorf("at %d %.200q: heard %d times in 5 minutes, after %s", at, as.data, n, s.did())
					}
					s.stop()
				})
			}
		}
	})
}

func compressed(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// A payload that inflates to more than any of Discord's, or is longer, is skipped, and the connection goes on.
func TestTooLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Options{}, func(n int, p *peer) {
			p.welcome()
			bomb := `{"op":0,"t":"MESSAGE_CREATE","s":2,"d":"` + strings.Repeat("x", maxFrame) + `"}`
			p.send(bomb)
			p.sendAs(websocket.BinaryMessage, compressed(bomb))
			p.sendAs(websocket.BinaryMessage, compressed(bomb)[:2000])
			p.say(3, "after")
		})
		after(time.Minute)
		if s.count("after") != 1 || s.connections() != 1 || len(s.warned) != 1 {
			t.Errorf("heard %q over %d connections; warned %q", s.heard, s.connections(), s.warned)
		}
		s.stop()
	})
}

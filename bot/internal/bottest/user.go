package bottest

import (
	"fmt"
	"strings"
	"time"

	"yeye/bot/sandbox/person"
)

// Connect connects a person by number: 0 Mei, 1 Tom, 2 Linh.
func (h *Env) Connect(n int) *User {
	h.T.Helper()
	p, err := person.Connect(h.Ctx(), h.Info.API, h.Info.Users[n].Token)
	h.must(err)
	h.T.Cleanup(func() { p.Close() })
	return &User{Person: p, Env: h}
}

// User is a person whose acts fail the test if they fail; the methods of the embedded Person return errors instead.
type User struct {
	*person.Person
	Env  *Env
	Last person.Mark // confirmation of the last act: waits look at later events
}

// Command uses a command, and returns the response.
func (g *User) Command(name string, options ...person.Option) *person.Message {
	g.Env.T.Helper()
	m, err := g.Person.Command(g.Env.Ctx(), g.Env.Channel, name, options...)
	g.acted(err, "/%s", name)
	return m
}

// acted remembers the confirmation of an act, and ends the test if the act failed.
func (g *User) acted(err error, what string, args ...any) {
	g.Env.T.Helper()
	g.Last = g.LastAct()
	if err != nil {
		g.Env.T.Fatalf("%s: %v", fmt.Sprintf(what, args...), err)
	}
}

// Say types a message.
func (g *User) Say(text string) *person.Message {
	g.Env.T.Helper()
	m, err := g.Person.Say(g.Env.Ctx(), g.Env.Channel, text)
	g.acted(err, "saying %.40q", text)
	return m
}

// Press presses a button, and returns the response. If the message was edited or posted again meanwhile, it presses the
// button where it is now, as a person would.
func (g *User) Press(m *person.Message, button string) *person.Message {
	g.Env.T.Helper()
	got, err := g.Person.Press(g.Env.Ctx(), m, button)
	for tries := 0; person.Outdated(err) && tries < 3; tries++ {
		now := g.newest(m.ChannelID, person.HasControl(button))
		if now == nil {
			break
		}
		got, err = g.Person.Press(g.Env.Ctx(), now, button)
	}
	g.acted(err, "pressing %s", button)
	return got
}

// newest returns the newest message of a channel that meets a condition, nil if there is none.
func (g *User) newest(channel string, fits person.Condition) *person.Message {
	g.Env.T.Helper()
	list, err := g.Messages(g.Env.Ctx(), channel, 50)
	g.Env.must(err)
	for _, m := range list {
		if fits(m) {
			return m
		}
	}
	return nil
}

// Choose selects a value, and returns the response.
func (g *User) Choose(m *person.Message, prompt string, value string) *person.Message {
	g.Env.T.Helper()
	got, err := g.Select(g.Env.Ctx(), m, prompt, value)
	g.acted(err, "selecting %s in %s", value, prompt)
	return got
}

// Wait returns a message, new or edited since the last act, that meets the conditions.
func (g *User) Wait(all ...person.Condition) *person.Message {
	g.Env.T.Helper()
	m, err := g.WaitSince(g.Env.Ctx(), g.Last, append([]person.Condition{person.In(g.Env.Channel), person.FromBot()},
		all...)...)
	if err != nil {
		g.Env.T.Fatalf("waiting: %v\n%s", err, g.Env.Transcript())
	}
	return m
}

// Eventually waits for a condition that no message shows.
func (g *User) Eventually(what string, holds func() bool) {
	g.Env.T.Helper()
	for end := time.Now().Add(3 * Patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			g.Env.T.Fatalf("never: %s\n%s", what, g.Env.Transcript())
		}
	}
}

// In makes a person act in another channel while f runs.
func (g *User) In(channel string, f func()) {
	was := g.Env.Channel
	g.Env.Channel = channel
	defer func() { g.Env.Channel = was }()
	f()
}

// Ways are the ways of a user to play a move: each takes another path through the bot.
var Ways = []string{"typed", "command", "click"}

// Act plays a move in one of the ways. It ignores the outcome that the person's client
// reports: under a fault there may be no response in time.
func (g *User) Act(way, move string) {
	g.Env.T.Helper()
	g.Last = g.Mark()
	var err error
	switch way {
	case "typed":
		_, err = g.Person.Say(g.Env.Ctx(), g.Env.Channel, move)
	case "command":
		_, err = g.Person.Command(g.Env.Ctx(), g.Env.Channel, "move", person.Opt("text", move))
	case "click":
		card := g.Card()
		if card == nil {
			g.Env.T.Fatalf("no card stands\n%s", g.Env.Transcript())
		}
		for _, p := range []struct{ prompt, value string }{{"Choose a piece to move", move[:2]}, {"Where to?", move}} {
			id := ""
			for _, row := range card.Components {
				for _, c := range row.Components {
					if strings.HasPrefix(c.Placeholder, p.prompt) {
						id = c.Placeholder
					}
				}
			}
			for try := 0; try < 5; try++ { // as people do when nothing happens
				if _, err = g.Select(g.Env.Ctx(), card, id, p.value); err == nil {
					break
				}
				g.Env.Idle()
				if now := g.Card(); now != nil &&
					(p.value == move && now.Content != card.Content ||
						p.value != move && strings.Contains(now.Attachments[0].Description, "can go to")) {
					break
				}
			}
			g.Eventually("the targets", func() bool {
				card = g.Card()
				return p.value == move || card != nil && strings.Contains(card.Attachments[0].Description, "can go to")
			})
		}
	}
	if err != nil {
		g.Env.T.Logf("%s: %v", way, err)
	}
}

// File returns the text of a message's only attachment.
func (g *User) File(m *person.Message) string {
	g.Env.T.Helper()
	if len(m.Attachments) != 1 {
		g.Env.T.Fatalf("%d attachments: %s", len(m.Attachments), m.Content)
	}
	data, err := g.Download(g.Env.Ctx(), m.Attachments[0])
	g.Env.must(err)
	return string(data)
}

// SitDown has Mei challenge Tom and Tom accept; Mei plays Red. It returns the
// board's card.
func SitDown(h *Env, mei, tom *User) *person.Message {
	h.T.Helper()
	asked := mei.Command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"))
	card := tom.Press(asked, "Accept")
	if card.ID != asked.ID || len(card.Attachments) != 1 {
		h.T.Fatalf("accepted at once, the challenge does not become the board: %+v", card)
	}
	return card
}

// Offers uses a command that makes an offer, and finds its message: the card
// changes at the same time.
func Offers(g *User, command, text string) *person.Message {
	g.Env.T.Helper()
	g.Command(command)
	return g.Wait(person.Contains(text), func(m *person.Message) bool {
		return len(m.Attachments) == 0 && len(m.Components) > 0
	})
}

// Clocked has Mei, who plays Red, and Tom sit down to a game on a clock.
func Clocked(h *Env, clock string) (mei, tom *User) {
	h.T.Helper()
	mei, tom = h.Connect(1), h.Connect(0)
	asked := mei.Command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"), person.Opt("clock", clock))
	tom.Press(asked, "Accept")
	h.ExpectPings(tom.Username + ": …challenges you")
	return mei, tom
}

// Ponders types a move on which a character thinks, and returns the card that says so.
func (g *User) Ponders(move string) *person.Message {
	g.Env.T.Helper()
	g.Say(move)
	g.Env.Unanswered()
	return g.Wait(person.ShowsMove(move), person.Contains("thinking"), person.HasAttachment())
}

// Plays types a move and waits for its card, and for the opponent's clock to run.
func (g *User) Plays(move string) *person.Message {
	g.Env.T.Helper()
	g.Say(move)
	card := g.Wait(person.ShowsMove(move))
	g.Env.Seen()
	return card
}

package bottest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"yeye/bot/id"
	"yeye/bot/match/engine"
	"yeye/bot/sandbox/person"
)

// Play plays a session: a txtar archive with prose, then a file "session" and, where a character plays, a file "engine"
// with its moves. People are Mei, Tom and Linh; a file "locale" gives the language of their clients, default English. A
// line is one of
//
//	Mei: text                     says it; @yeye in it mentions the bot
//	Mei: /play opponent=Kid       uses a command; values with spaces in double quotes
//	Mei: /import file=<a.pgn      attaches that file of the archive
//	Mei: [Resign]                 presses the button of that label on the newest message she sees that has it
//	Mei: {Choose a piece} h2      selects in the menu of that prompt; @Tom in a menu of users
//	Mei: re: text                 replies to the newest card
//	Mei: (text)                   fills in the form that was opened last
//	Tom cannot: /server           Discord itself refuses it
//	  > text … more               the bot has written this, in this order, since the last act, for all to see
//	  Tom > text                  the same, as Tom sees it
//	  private > text              for the one who acted alone
//	  same > text                 the message that the last of these lines found, other than private ones, says this now
//	  new > text                  a message says this that none of these lines has found
//	  alt > text                  the picture's description says this
//	  gone > text                 soon no message of the bot says this
//	  pings > Tom, Linh           exactly these have been pinged since the last such line; "nobody" means none
//	clock 25h                     time passes
//	freeze, unfreeze              between them time passes for the bot by "clock" alone, however slow the machine is
//	unanswered                    the last move's card waits for an answer no longer
//	idle                          until nothing is due any more or in work
//	restart                       the bot ends and starts again
//	into thread                   the next lines are in the newest thread
//	hold                          characters answer only at an "answer"
//	answer                        a character answers
//
// In the bot's messages, mentions are read as @mei, emoji are left out and timestamps read as <time>.
func Play(t *testing.T, file string, analyst engine.Analyst) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range a.Files {
		parts[f.Name] = string(f.Data)
	}
	s := &script{files: parts, guests: map[string]*User{}, filled: map[*User]person.Mark{},
		thinker: &Scripted{Moves: strings.Fields(parts["engine"])}}
	s.options = []Option{WithThinker(s.thinker), WithAnalyst(analyst), WithSearcher(NewHasty())}
	s.Env = OpenIn(t, cmp.Or(strings.TrimSpace(parts["locale"]), "en-US"), s.options...)
	for n, u := range s.Info.Users {
		s.guests[u.Username] = s.Connect(n)
	}
	if now := s.Now().UTC(); now.Add(untilMidnight).Day() != now.Day() {
		s.Pass(untilMidnight)
	}
	s.play(parts["session"])
}

// untilMidnight is how close to midnight (UTC) a session waits for it, since some things are counted by the day.
const untilMidnight = 10 * time.Minute

// script is a running session.
type script struct {
	*Env
	options []Option
	thinker *Scripted
	files   map[string]string
	guests  map[string]*User
	filled  map[*User]person.Mark // when the user last filled in a form: later forms are still open
	actor   *User
	found   []string // ids of the public messages that lines have found
	line    int
	text    string
}

func (s *script) fatal(err error) {
	s.T.Helper()
	var seen []string
	if s.actor != nil {
		for _, e := range s.actor.Events()[max(0, len(s.actor.Events())-12):] {
			var m person.Message
			if !strings.HasPrefix(e.Type, "MESSAGE_") || json.Unmarshal(e.Data, &m) != nil {
				continue
			}
			var controls []string
			for _, c := range m.Controls() {
				label := "[" + c.Label + c.Placeholder + "]"
				for _, o := range c.Options {
					label += " " + o.Label
				}
				controls = append(controls, label)
			}
			private := ""
			if m.Ephemeral() {
				private = " privately"
			}
			seen = append(seen, fmt.Sprintf("%s%s: %s %s", m.Author.Username, private, s.read(m.Content),
				strings.Join(controls, " ")))
		}
	}
	s.T.Fatalf("line %d, %q: %v\nlast seen:\n%s\nin the channel:\n%s", s.line, s.text, err, strings.Join(seen, "\n"),
		s.Transcript())
}

func (s *script) play(text string) {
	s.T.Helper()
	for line := range strings.Lines(text) {
		s.line++
		s.text = strings.TrimSpace(line)
		if s.text == "" || strings.HasPrefix(s.text, "#") {
			continue
		}
		if err := s.step(s.text); err != nil {
			s.fatal(err)
		}
	}
}

func (s *script) step(line string) error {
	if head, want, ok := strings.Cut(line, "> "); ok && !strings.Contains(head, ":") {
		return s.expect(strings.ToLower(strings.TrimSpace(head)), strings.TrimSpace(want))
	}
	if who, what, ok := strings.Cut(line, ": "); ok {
		who, cannot := strings.CutSuffix(who, " cannot")
		g := s.guests[strings.ToLower(who)]
		if g == nil {
			return fmt.Errorf("nobody is called %s", who)
		}
		s.actor = g
		err := s.act(g, what)
		if err == nil {
			g.Last = g.LastAct()
		}
		if refused := new(person.HTTPError); cannot && errors.As(err, &refused) {
			return nil
		} else if cannot && err == nil {
			return errors.New("it was not refused")
		}
		return err
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "clock":
		d, err := time.ParseDuration(rest)
		if err != nil {
			return err
		}
		if err := s.moveMarks(); err != nil {
			return err
		}
		s.waitClock()
		s.Pass(d)
	case "freeze":
		s.Freeze()
	case "unfreeze":
		s.Unfreeze()
	case "unanswered":
		s.Unanswered()
	case "idle":
		s.Idle()
	case "restart":
		s.Stop()
		s.StartBot(s.options...)
	case "into":
		return s.intoThread()
	case "hold":
		s.thinker.Hold()
	case "answer":
		s.thinker.Answer()
	default:
		return errors.New("not a line of a script")
	}
	return nil
}

// Act performs a person's action; the others' marks move too, so that they read only new messages.
func (s *script) act(g *User, what string) (err error) {
	if err := s.moveMarks(); err != nil {
		return err
	}
	switch {
	case strings.HasPrefix(what, "/"):
		words := split(what[1:])
		var options []person.Option
		for _, w := range words[1:] {
			name, value, ok := strings.Cut(w, "=")
			if !ok {
				return fmt.Errorf("%q is no option", w)
			}
			if u, ok := s.guests[strings.TrimPrefix(strings.ToLower(value), "@")]; ok && strings.HasPrefix(value, "@") {
				options = append(options, person.Opt(name, u.ID))
				continue
			}
			if file, ok := strings.CutPrefix(value, "<"); ok {
				options = append(options, person.File(name, file, []byte(s.files[file])))
				continue
			}
			if value == "true" || value == "false" {
				options = append(options, person.Opt(name, value == "true"))
				continue
			}
			options = append(options, person.Opt(name, value))
		}
		_, err = g.Person.Command(s.Ctx(), s.Channel, words[0], options...)
	case strings.HasPrefix(what, "["):
		return s.press(g, strings.Trim(what, "[]"))
	case strings.HasPrefix(what, "{"):
		prompt, value, _ := strings.Cut(what[1:], "} ")
		m, found := s.findMessage(g, prompt)
		if found != nil {
			return found
		}
		if u, ok := s.guests[strings.TrimPrefix(strings.ToLower(value), "@")]; ok && strings.HasPrefix(value, "@") {
			value = u.ID
		}
		_, err = g.Select(s.Ctx(), m, prompt, value)
	case strings.HasPrefix(what, "("):
		form, found := g.Modal(s.Ctx(), s.filled[g])
		if found != nil {
			return found
		}
		s.filled[g] = g.Mark()
		_, err = g.SubmitModal(s.Ctx(), form, map[string]string{inputOf(form.Components): strings.Trim(what, "()")})
	case strings.HasPrefix(what, "re: "):
		m, found := s.findMessage(g, "")
		if found != nil {
			return found
		}
		_, err = g.Reply(s.Ctx(), m, what[4:])
	default:
		_, err = g.Person.Say(s.Ctx(), s.Channel, strings.ReplaceAll(what, "@yeye", "<@"+s.Info.ApplicationID+">"))
	}
	return err
}

// inputOf returns the custom id of the line of a form.
func inputOf(all []person.Component) string {
	for _, c := range all {
		inner := c.Components
		if c.Component != nil {
			inner = append(inner, *c.Component)
		}
		if deeper := inputOf(inner); deeper != "" {
			return deeper
		}
		if c.CustomID != "" {
			return c.CustomID
		}
	}
	return ""
}

// moveMarks moves all users' marks to now, past messages that were sent but not read yet.
func (s *script) moveMarks() error {
	for _, g := range s.guests {
		if err := g.Sync(s.Ctx()); err != nil {
			return err
		}
		g.Last = g.Mark()
	}
	return nil
}

// waitClock waits until the clock of the game in this channel runs, if it has one: it starts once Discord has confirmed
// the board's message.
func (s *script) waitClock() {
	for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if m, err := s.Bot.Matches.Latest(s.Ctx(), id.Channel(s.Channel)); err != nil || !m.ClockWaits() {
			return
		}
	}
}

// Press presses a button of a card that may be changing: if the button disappears meanwhile, it is looked for again.
func (s *script) press(g *User, label string) error {
	for end := time.Now().Add(Patience); ; {
		m, err := s.findMessage(g, label)
		if err != nil {
			return err
		}
		_, err = g.Person.Press(s.Ctx(), m, label)
		refused := new(person.HTTPError)
		if !errors.As(err, &refused) || !strings.Contains(refused.Body, "COMPONENT_VALIDATION_FAILED") ||
			time.Now().After(end) {
			return err
		}
	}
}

// findMessage returns the bot's newest message in this channel that g sees and that has the control, or a picture if
// control is "".
func (s *script) findMessage(g *User, control string) (*person.Message, error) {
	return g.Person.Wait(s.Ctx(), person.In(s.Channel), person.FromBot(), func(m *person.Message) bool {
		if control == "" {
			return len(m.Attachments) > 0
		}
		c, ok := m.Control(control)
		return ok && !c.Disabled
	})
}

func (s *script) intoThread() error {
	_, err := s.guests["mei"].WaitEvent(s.Ctx(), "THREAD_CREATE", nil)
	if err != nil {
		return err
	}
	for _, e := range slices.Backward(s.guests["mei"].Events()) {
		if e.Type == "THREAD_CREATE" {
			_, id, _ := strings.Cut(string(e.Data), `"id":"`)
			s.Channel, _, _ = strings.Cut(id, `"`)
			return nil
		}
	}
	return errors.New("no thread")
}

func (s *script) expect(head, want string) error {
	g := s.actor
	conditions := []person.Condition{person.FromBot(),
		func(m *person.Message) bool { return s.says(s.read(m.Content), want) }}
	switch head {
	case "":
		conditions = append(conditions, func(m *person.Message) bool { return !m.Ephemeral() })
	case "private":
		conditions = append(conditions, person.IsEphemeral())
	case "alt":
		conditions[1] = func(m *person.Message) bool {
			return len(m.Attachments) > 0 && s.says(m.Attachments[0].Description, want)
		}
	case "same":
		conditions = append(conditions, func(m *person.Message) bool {
			return len(s.found) > 0 && m.ID == s.found[len(s.found)-1]
		})
	case "new":
		conditions = append(conditions, func(m *person.Message) bool {
			return !slices.Contains(s.found, m.ID) && !m.Ephemeral()
		})
	case "gone":
		return s.gone(want)
	case "pings":
		var got []string
		for _, p := range s.Pings() {
			got = append(got, p.Username)
		}
		s.Control("DELETE", "/sandbox/pings", nil, nil)
		if len(got) == 0 {
			got = []string{"nobody"}
		}
		if strings.Join(got, ", ") != strings.ToLower(want) {
			return fmt.Errorf("pinged: %v", got)
		}
		return nil
	default:
		if g = s.guests[head]; g == nil {
			return fmt.Errorf("nobody is called %s", head)
		}
	}
	m, err := s.waitWhileBusy(g, conditions)
	if err == nil && !m.Ephemeral() {
		s.found = append(s.found, m.ID)
	}
	return err
}

// waitWhileBusy waits for a message of the user's last act, up to [Patience] after anything else arrived: on a busy
// machine an analysis takes long, but shows its progress.
func (s *script) waitWhileBusy(g *User, conditions []person.Condition) (*person.Message, error) {
	for {
		seen := g.Mark()
		m, err := g.WaitSince(s.Ctx(), g.Last, conditions...)
		if !errors.Is(err, context.DeadlineExceeded) || g.Mark() == seen || s.T.Context().Err() != nil {
			return m, err
		}
	}
}

// gone waits until no message of the bot contains want: an earlier card is deleted after the next one is posted.
func (s *script) gone(want string) error {
	for end := time.Now().Add(Patience); ; time.Sleep(20 * time.Millisecond) {
		list, err := s.guests["mei"].Messages(s.Ctx(), s.Channel, 50)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(list, func(m *person.Message) bool {
			return m.Author.Bot && s.says(s.read(m.Content), want)
		})
		if at < 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("it still says so: %s", s.read(list[at].Content))
		}
	}
}

// says reports whether text contains the parts of want in their order.
func (s *script) says(text, want string) bool {
	for part := range strings.SplitSeq(want, "…") {
		_, rest, ok := strings.Cut(text, strings.TrimSpace(part))
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

var (
	emojiInText = regexp.MustCompile(`<:\w+:\d+> ?`)
	timeInText  = regexp.MustCompile(`<t:\d+(:\w)?>`)
)

// read returns content as a person reads it.
func (s *script) read(content string) string {
	for name, g := range s.guests {
		content = strings.ReplaceAll(content, "<@"+g.ID+">", "@"+name)
	}
	return timeInText.ReplaceAllString(emojiInText.ReplaceAllString(content, ""), "<time>")
}

// split splits at spaces, except those in double quotes.
func split(line string) (words []string) {
	quoted := false
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			words = append(words, b.String())
			b.Reset()
		default:
			b.WriteRune(r)
		}
	}
	return append(words, b.String())
}

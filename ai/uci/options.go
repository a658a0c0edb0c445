package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"yeye/ai"
	"yeye/ai/character"
)

// settings holds the values of the options.
type settings struct {
	ai        ai.Options
	multiPV   int
	character *ai.Character // nil for the engine itself
	ownBook   bool
	overhead  time.Duration
	seconds   bool // UCCI: times are in seconds
}

var defaults = settings{ai: ai.Options{HashMB: ai.DefaultHashMB, Threads: 1}, multiPV: 1,
	overhead: 10 * time.Millisecond}

// option is an option of the engine. In UCCI its name is lower-case without blanks. An option without a name in a
// protocol does not exist there.
type option struct {
	uci, ucci string
	kind      string // check, spin, combo, button
	initial   string
	min, max  int      // spin
	choices   []string // combo
	set       func(c *session, value string, number int)
}

const noCharacter = "none"

var options = []option{
	{uci: "Hash", ucci: "hashsize", kind: "spin", initial: strconv.Itoa(ai.DefaultHashMB), min: 1, max: 4096,
		set: func(c *session, _ string, n int) { c.settings.ai.HashMB = n }},
	{uci: "Threads", ucci: "threads", kind: "spin", initial: "1", min: 1, max: 128,
		set: func(c *session, _ string, n int) { c.settings.ai.Threads = n }},
	{uci: "MultiPV", ucci: "multipv", kind: "spin", initial: "1", min: 1, max: 128,
		set: func(c *session, _ string, n int) { c.settings.multiPV = n }},
	{uci: "Character", ucci: "character", kind: "combo", initial: noCharacter, choices: characterNames(),
		set: (*session).setCharacter},
	{uci: "Evaluation", ucci: "evaluation", kind: "combo", initial: ai.Net.String(),
		choices: []string{ai.Net.String(), ai.Classic.String()},
		set: func(c *session, v string, _ int) {
			if e, err := ai.ParseEvaluation(v); err == nil { // the value is one of the choices
				c.settings.ai.Evaluation = e
			}
		}},
	{uci: "OwnBook", ucci: "usebook", kind: "check", initial: "false",
		set: func(c *session, v string, _ int) { c.settings.ownBook = v == "true" }},
	{uci: "Ponder", ucci: "ponder", kind: "check", initial: "false",
		set: func(*session, string, int) {}}, // GUIs send it although the engine needs no option to ponder
	{uci: "Move Overhead", ucci: "overhead", kind: "spin", initial: "10", min: 0, max: 5000,
		set: func(c *session, _ string, n int) { c.settings.overhead = time.Duration(n) * time.Millisecond }},
	{uci: "Clear Hash", ucci: "clearhash", kind: "button",
		set: func(c *session, _ string, _ int) { c.engine.Clear() }},
	{ucci: "newgame", kind: "button",
		set: func(c *session, _ string, _ int) { c.newGame() }},
	{ucci: "usemillisec", kind: "check", initial: "true",
		set: func(c *session, v string, _ int) { c.settings.seconds = v != "true" }},
}

// characterNames returns the choices of the option Character: "none", then level 0, 1 …
func characterNames() []string {
	names := []string{noCharacter}
	for _, l := range character.All() {
		names = append(names, l.String())
	}
	return names
}

func (c *session) setCharacter(name string, _ int) {
	c.settings.character = nil
	if l, ok := character.Named(name); ok {
		played, _ := ai.CharacterAt(l)
		c.settings.character = &played
	}
}

// declaration returns the line that declares the option, "" if the protocol does not have it.
func (o *option) declaration(ucci bool) string {
	name := "name " + o.uci
	if ucci {
		name = o.ucci
	}
	if name == "" || name == "name " {
		return ""
	}
	line := "option " + name + " type " + o.kind
	if o.kind == "spin" {
		line += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, v := range o.choices {
		line += " var " + v
	}
	if o.kind != "button" {
		line += " default " + o.initial
	}
	return line
}

// setOption executes "setoption name NAME [value VALUE]", in UCCI "setoption NAME [VALUE]".
func (c *session) setOption(text string) error {
	var name, value string
	if rest, ok := strings.CutPrefix(text, "name "); ok {
		name, value, _ = strings.Cut(rest+" ", " value ")
	} else {
		name, value, _ = strings.Cut(text, " ")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	for i := range options {
		o := &options[i]
		if !strings.EqualFold(name, o.uci) && !strings.EqualFold(name, o.ucci) || name == "" {
			continue
		}
		return o.apply(c, value)
	}
	return fmt.Errorf("there is no option %q", clip(name))
}

func (o *option) apply(c *session, value string) error {
	number := 0
	switch o.kind {
	case "spin":
		n, err := strconv.Atoi(value)
		if err != nil || n < o.min || n > o.max {
			return fmt.Errorf("%s is a number from %d to %d, not %q", o.title(), o.min, o.max, clip(value))
		}
		number = n
	case "check":
		switch value = strings.ToLower(value); value {
		case "true", "false":
		case "on", "":
			value = "true"
		case "off":
			value = "false"
		default:
			return fmt.Errorf("%s is true or false, not %q", o.title(), clip(value))
		}
	case "combo":
		i := slices.IndexFunc(o.choices, func(v string) bool { return strings.EqualFold(v, value) })
		if i < 0 {
			return fmt.Errorf("%s is one of %s, not %q", o.title(), strings.Join(o.choices, ", "), clip(value))
		}
		value = o.choices[i]
	}
	o.set(c, value, number)
	return nil
}

func (o *option) title() string {
	if o.uci != "" {
		return o.uci
	}
	return o.ucci
}

package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"

	"yeye/ai"
	"yeye/ai/book"
	"yeye/ai/character"
	"yeye/ai/net"
)

// Spec makes a new player of one kind.
type Spec func(ctx context.Context) (Player, error)

// ParseSpec reads a player from one line: its kind, then settings separated by commas.
//
//	yeye                                   this program's engine, a 64 MB table
//	yeye,eval=classic,off=History,off=SEE,hash=16,threads=1,noise=10,name=old
//	yeye,net=FILE                          with another network
//	yeye,margins=FILE                      with other margins of the search, as JSON
//	yeye,MoveCount=4                       with one other margin, by fields of [ai.Margins], after those of a file
//	yeye,NullDepth=0                       without null moves; see [ai.Margins] for what a depth of 0 turns off
//	level=3                                a character, by level or English name
//	level=3,Nodes=2000,Blind=40            with other numbers, by fields of [ai.Character]
//	level=5,book=1                         with the openings that it plays in games; without, it searches every move
//	uci=PROGRAM ARGS,Hash=64,Use NNUE=false,name=fairy,ranks=1
//	ucci=PROGRAM ARGS,hashsize=64
//
// The switches of off are the fields of [ai.Switches]. ranks=1 is for programs that count ranks from 1.
func ParseSpec(text string) (Spec, error) {
	parts := strings.Split(text, ",")
	kind, value, _ := strings.Cut(parts[0], "=")
	settings, err := readSettings(parts[1:])
	if err != nil {
		return nil, err
	}
	switch kind {
	case "yeye":
		return internalSpec(settings)
	case "level":
		return levelSpec(value, settings)
	case "uci", "ucci":
		return programSpec(kind, value, settings)
	}
	return nil, fmt.Errorf("%q is not a player: it must begin with yeye, level=, uci= or ucci=", parts[0])
}

// readSettings splits settings into names and values.
func readSettings(parts []string) ([][2]string, error) {
	settings := make([][2]string, 0, len(parts))
	for _, part := range parts {
		k, v, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not a setting like hash=64", part)
		}
		settings = append(settings, [2]string{strings.TrimSpace(k), v})
	}
	return settings, nil
}

func internalSpec(settings [][2]string) (Spec, error) {
	o, name, err := internalOptions(settings)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = "yeye"
		for _, s := range settings {
			name += " " + s[0] + "=" + s[1]
		}
	}
	return func(context.Context) (Player, error) { return NewInternal(name, o), nil }, nil
}

// ParseOptions parses the settings of a "yeye" player, as [ParseSpec] reads them after its kind; "" means none.
func ParseOptions(text string) (ai.Options, error) {
	var parts []string
	if text != "" {
		parts = strings.Split(text, ",")
	}
	settings, err := readSettings(parts)
	if err != nil {
		return ai.Options{}, err
	}
	o, _, err := internalOptions(settings)
	return o, err
}

func internalOptions(settings [][2]string) (o ai.Options, name string, err error) {
	o.HashMB = hashMB
	for _, s := range settings {
		switch s[0] {
		case "name":
			name = s[1]
		case "hash":
			o.HashMB, err = number(s[0], s[1])
		case "threads":
			o.Threads, err = number(s[0], s[1])
		case "noise":
			o.Noise, err = number(s[0], s[1])
		case "blind":
			o.Blind, err = number(s[0], s[1])
		case "eval":
			o.Evaluation, err = ai.ParseEvaluation(s[1])
		case "net":
			o.Network, err = net.ReadFile(s[1])
		case "margins":
			o.Margins, err = ReadMargins(s[1])
		case "off":
			err = switchOff(&o.Off, s[1])
		default:
			err = setMargin(&o, s[0], s[1])
		}
		if err != nil {
			return o, "", err
		}
	}
	return o, name, nil
}

// setMargin sets a margin of the search by the name of its field, ignoring case. The others stay unchanged.
func setMargin(o *ai.Options, name, value string) error {
	m := ai.DefaultMargins()
	if o.Margins != nil {
		m = *o.Margins
	}
	v := reflect.ValueOf(&m).Elem()
	for i := range v.NumField() {
		if !strings.EqualFold(v.Type().Field(i).Name, name) {
			continue
		}
		n, err := number(name, value)
		if err != nil || n == 0 && !strings.HasSuffix(v.Type().Field(i).Name, "Depth") {
			return fmt.Errorf("%s must be a number from 1, not %q", name, value)
		}
		v.Field(i).SetInt(int64(n))
		o.Margins = &m
		return nil
	}
	return fmt.Errorf("yeye has no setting %q", name)
}

// ReadMargins reads margins of the search from a JSON file. Missing ones are the default.
func ReadMargins(path string) (*ai.Margins, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := ai.DefaultMargins()
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &m, nil
}

// number parses a count.
func number(name, value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%s must be a number from 0, not %q", name, value)
	}
	return n, nil
}

// switchOff turns off a feature of the search by the name of its field.
func switchOff(s *ai.Switches, name string) error {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if strings.EqualFold(v.Type().Field(i).Name, name) {
			v.Field(i).SetBool(true)
			return nil
		}
	}
	var names []string
	for i := range v.NumField() {
		names = append(names, v.Type().Field(i).Name)
	}
	return fmt.Errorf("unknown switch %q; there are %s", name, strings.Join(names, " "))
}

func levelSpec(value string, settings [][2]string) (Spec, error) {
	level, ok := character.Parse(value)
	if !ok {
		level, ok = character.Named(value)
	}
	if !ok {
		return nil, fmt.Errorf("there is no character %q", value)
	}
	c, _ := ai.CharacterAt(level)
	var openings ai.Book
	for _, s := range settings {
		var err error
		if s == [2]string{"book", "1"} {
			openings, err = book.Open()
		} else {
			err = setCharacterField(&c, s[0], s[1])
		}
		if err != nil {
			return nil, err
		}
	}
	return func(context.Context) (Player, error) { return NewCharacter(c, openings), nil }, nil
}

// setCharacterField sets a numeric field of a character by its name, ignoring case.
func setCharacterField(c *ai.Character, name, value string) error {
	n, err := number(name, value)
	if err != nil {
		return err
	}
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if !strings.EqualFold(v.Type().Field(i).Name, name) {
			continue
		}
		switch f := v.Field(i); {
		case f.CanInt():
			f.SetInt(int64(n))
		case f.CanUint():
			f.SetUint(uint64(n))
		default:
			return fmt.Errorf("%s of a character is not a number of that kind", name)
		}
		return nil
	}
	return fmt.Errorf("a character has no setting %q", name)
}

func programSpec(kind, command string, settings [][2]string) (Spec, error) {
	c := Command{Args: strings.Fields(command)}
	if len(c.Args) == 0 {
		return nil, fmt.Errorf("%s= names no program", kind)
	}
	if kind == "ucci" {
		c.Protocol = UCCI
	}
	for _, s := range settings {
		switch s[0] {
		case "name":
			c.Name = s[1]
		case "ranks":
			c.FromOne = s[1] == "1"
		default:
			c.Options = append(c.Options, s)
		}
	}
	return func(ctx context.Context) (Player, error) { return Start(ctx, c) }, nil
}

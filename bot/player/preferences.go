// Package player stores the data of a Discord user: their preferences, the language of their client, whom they have
// blocked. It also makes every package that stores data of a player export and erase it together.
//
// Out of scope: Discord beyond opaque ids, how anything looks, games.
package player

import (
	"fmt"
	"slices"
)

// Preferences holds a player's choices, as names that packages render, notation and locale read; "" leaves a choice to
// the bot.
type Preferences struct {
	Language string // en-US, zh-CN, zh-TW, vi
	Notation string // coordinates, wxf, zh, zh-hant, vi
	Theme    string // wood, night, contrast
	Pieces   string // traditional, simplified, pictogram, letter, classic
	Coords   string // algebraic, chinese, digits, both, none
	Backs    string // role, plain: whether a face-down piece shows which piece it moves as

	Turning    string // of the private board: me, red
	Pings      string // on, off
	Challenges string // everybody, nobody
	Profile    string // server, nobody
	Listed     string // server, everywhere: the leaderboards that name the player, if the profile is not hidden
	// on, off: first wins over strong characters are announced in the channel, if the server allows it
	Milestones string
	Speak      string // on, off: moves in words, for screen readers
	Voices     string // on, off: whether characters talk
	Newcomer   string // on, plain, off: pieces with names and movement hints; "" until the player chooses
}

// Values of Newcomer: help with marks on capturable pieces, and without.
const (
	Marked = "on"
	Plain  = "plain"
)

// PlainBacks is the value of Backs that shows nothing on a face-down piece.
const PlainBacks = "plain"

// Beginner reports whether boards explain their pieces to the player.
func (p Preferences) Beginner() bool { return p.Newcomer == Marked || p.Newcomer == Plain }

// Setting is one choice of a player.
type Setting struct {
	Name   string // of the option in /settings
	Values []string
	Field  func(*Preferences) *string

	fallback string // replaces a value that this program does not know; "" is the bot's choice
}

// settings lists all choices of a player. An unknown value, as stored by a later version, is replaced by fallback:
// the bot's choice for looks, the strictest value for settings that protect the player from others.
var settings = []Setting{
	{"language", []string{"en-US", "zh-CN", "zh-TW", "vi"}, func(p *Preferences) *string { return &p.Language }, ""},
	{"notation", []string{"coordinates", "wxf", "zh", "zh-hant", "vi"},
		func(p *Preferences) *string { return &p.Notation }, ""},
	{"theme", []string{"wood", "night", "contrast"}, func(p *Preferences) *string { return &p.Theme }, ""},
	{"pieces", []string{"traditional", "simplified", "pictogram", "letter", "classic"},
		func(p *Preferences) *string { return &p.Pieces }, ""},
	{"coordinates", []string{"algebraic", "chinese", "digits", "both", "none"},
		func(p *Preferences) *string { return &p.Coords }, ""},
	{"backs", []string{"role", PlainBacks}, func(p *Preferences) *string { return &p.Backs }, ""},
	{"turning", []string{"me", "red"}, func(p *Preferences) *string { return &p.Turning }, ""},
	{"pings", []string{"on", "off"}, func(p *Preferences) *string { return &p.Pings }, "off"},
	{"challenges", []string{"everybody", "nobody"}, func(p *Preferences) *string { return &p.Challenges }, "nobody"},
	{"speak", []string{"off", "on"}, func(p *Preferences) *string { return &p.Speak }, ""},
	{"profile", []string{"server", "nobody"}, func(p *Preferences) *string { return &p.Profile }, "nobody"},
	{"voices", []string{"on", "off"}, func(p *Preferences) *string { return &p.Voices }, "off"},
	{"leaderboard", []string{"server", "everywhere"}, func(p *Preferences) *string { return &p.Listed }, "server"},
	{"milestones", []string{"on", "off"}, func(p *Preferences) *string { return &p.Milestones }, "off"},
	{"newcomer", []string{"off", Marked, Plain}, func(p *Preferences) *string { return &p.Newcomer }, ""},
}

// Settings returns all choices of a player, in the order of /settings.
func Settings() []Setting { return slices.Clone(settings) }

// UnknownValueError refuses a value that a setting does not have.
type UnknownValueError struct{ Setting, Value string }

// Error implements error.
func (e *UnknownValueError) Error() string {
	return fmt.Sprintf("%.40q is no value of setting %s", e.Value, e.Setting)
}

// Check refuses values that settings do not have, with an [*UnknownValueError].
func (p Preferences) Check() error {
	for _, s := range settings {
		if v := *s.Field(&p); v != "" && !slices.Contains(s.Values, v) {
			return &UnknownValueError{s.Name, v}
		}
	}
	return nil
}

// known returns the preferences with unknown values replaced.
func (p Preferences) known() Preferences {
	for _, s := range settings {
		if v := s.Field(&p); *v != "" && !slices.Contains(s.Values, *v) {
			*v = s.fallback
		}
	}
	return p
}

// WantsPings reports whether the player may be pinged.
func (p Preferences) WantsPings() bool { return p.Pings != "off" }

// ShowsProfile reports whether others on a server may see the player's results.
func (p Preferences) ShowsProfile() bool { return p.Profile != "nobody" }

// AnnouncesMilestones reports whether the player's milestones may be announced in a channel.
func (p Preferences) AnnouncesMilestones() bool { return p.ShowsProfile() && p.Milestones != "off" }

// ListedEverywhere reports whether the player is named on the leaderboard of all servers.
func (p Preferences) ListedEverywhere() bool { return p.ShowsProfile() && p.Listed == "everywhere" }

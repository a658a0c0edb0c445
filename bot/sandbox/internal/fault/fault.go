// Package fault keeps the faults that a script orders from the sandbox until their occasion comes, and does to a
// request what can be done to it without an answer: delay it, or cut its connection.
//
// What may not enter: users, connections of the gateway, what exists in the sandbox, and Discord's answers. The sandbox
// asks whether a fault fits what happens there, and carries it out.
package fault

import (
	"slices"

	"yeye/bot/sandbox/internal/snowflake"
)

// Fault is an ordered fault: the one shape that POST /sandbox/faults takes. Which fields count depends on Kind; the
// package comment of bot/sandbox has the table and examples.
type Fault struct {
	ID    int    `json:"id"`
	Kind  string `json:"kind"`
	Count int    `json:"count"` // how often it happens, default 1; -1 forever
	Skip  int    `json:"skip"`  // how many occasions pass before it happens first
	Fired int    `json:"fired"` // how often it has happened

	// Requests: which ones. Method empty is any; Path is below /api/v9, with * for one part: /channels/*/messages.
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	After  bool   `json:"after,omitempty"` // the request is carried out first, only its answer is spoiled

	Status       int    `json:"status,omitempty"`
	Code         int    `json:"code,omitempty"`
	Message      string `json:"message,omitempty"`
	Scope        string `json:"scope,omitempty"` // of a 429: user, global or shared
	RetryAfterMS int    `json:"retry_after_ms,omitempty"`
	// of "reorder" too: how long the next event is waited for, default 1000
	DelayMS int `json:"delay_ms,omitempty"`

	// The gateway. On is when: "now" (the default), in place of "hello", or in answer to "resume" or "identify".
	On        string `json:"on,omitempty"`
	Resumable bool   `json:"resumable,omitempty"`
	CloseCode int    `json:"close_code,omitempty"`
	Frame     string `json:"frame,omitempty"`  // a payload to send as it is
	Binary    bool   `json:"binary,omitempty"` // as bytes that should be compressed
	// where READY asks to resume; from "?" on it is added to the usual address
	Address string `json:"address,omitempty"`
	Event   string `json:"event,omitempty"` // for duplicate, reorder and lose; empty is any

	// What exists.
	GuildID   snowflake.ID `json:"guild_id,omitempty"` // default: the first
	Allow     bool         `json:"allow,omitempty"`
	ChannelID snowflake.ID `json:"channel_id,omitempty"`
	MessageID snowflake.ID `json:"message_id,omitempty"`
	Deny      []string     `json:"deny,omitempty"`
	Everybody bool         `json:"everybody,omitempty"` // denied to all but the owner, not to the bot
	// denied by the channel's own overwrite, of which Discord tells; else by a role's
	Overwrite bool `json:"overwrite,omitempty"`
}

// Target is the kind of thing that a fault hits.
type Target int

// The targets. Unknown is that of a kind that does not exist.
const (
	Unknown Target = iota
	Request
	Gateway // a connection
	Event   // one event on its way to the bot
	State   // what exists: done at once
)

var targets = map[string]Target{
	"status": Request, "rate_limit": Request, "slow": Request, "late": Request, "cut": Request,
	"reconnect": Gateway, "invalid_session": Gateway, "close": Gateway, "drop": Gateway, "half_open": Gateway,
	"no_ack": Gateway, "frame": Gateway, "duplicate": Event, "reorder": Event, "lose": Event,
	"permissions": State, "delete_channel": State, "delete_message": State, "archive": State, "expire_tokens": State,
	"message_content": State, "resume_address": State, "guild_remove": State, "guild_outage": State,
	"guild_return": State,
}

// Target returns what the fault's kind hits.
func (f *Fault) Target() Target { return targets[f.Kind] }

// Now reports whether the fault hits the present connections at once.
func (f *Fault) Now() bool { return f.Target() == Gateway && f.On == "now" }

// waits reports whether the fault waits for an occasion.
func (f *Fault) waits() bool { return f.Target() != State && !f.Now() }

// Problem is what is wrong with one field of an order.
type Problem struct {
	Field   string
	Allowed string // the values it may have; empty where it is missing
}

// Complete fills in what an order left out, and returns what is wrong with it as far as the order alone shows it.
func (f *Fault) Complete() []Problem {
	var bad []Problem
	choice := func(field string, ok bool, allowed string) {
		if !ok {
			bad = append(bad, Problem{field, allowed})
		}
	}
	choice("kind", f.Target() != Unknown, "see the package comment of bot/sandbox")
	if f.Count == 0 {
		f.Count = 1
	}
	if f.Target() == Gateway {
		if f.On == "" {
			f.On = "now"
		}
		choice("on", slices.Contains([]string{"now", "hello", "resume", "identify"}, f.On),
			"now, hello, resume, identify")
	}
	if f.Kind == "close" && (f.CloseCode < 1000 || f.CloseCode > 4999) {
		bad = append(bad, Problem{Field: "close_code"})
	}
	if f.Kind == "frame" && f.Frame == "" {
		bad = append(bad, Problem{Field: "frame"})
	}
	if f.Kind == "rate_limit" {
		choice("scope", slices.Contains([]string{"", "user", "global", "shared"}, f.Scope), "user, global, shared")
	}
	return bad
}

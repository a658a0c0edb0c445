// Package fault queues the faults that a script injects into the sandbox, and applies those of requests that need no
// response: a delay, or a cut connection.
//
// Out of scope: users, gateway connections, the sandbox's objects, and Discord's responses. The sandbox asks for
// the fault that matches a request or event, and applies it.
package fault

import (
	"cmp"
	"slices"

	"yeye/bot/sandbox/internal/snowflake"
)

// Fault is an injected fault: the one shape that POST /sandbox/faults takes. Which fields count depends on Kind; the
// package comment of bot/sandbox has the table and examples.
type Fault struct {
	ID    int    `json:"id"`
	Kind  string `json:"kind"`
	Count int    `json:"count"` // how often it happens, default 1; -1 forever
	Skip  int    `json:"skip"`  // how many matches it lets pass first
	Fired int    `json:"fired"` // how often it has happened

	// Requests: which ones. Method empty is any; Path is below /api/v9, with * for one part: /channels/*/messages.
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	After  bool   `json:"after,omitempty"` // the request is handled first, only its response is affected

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
	// denied by the channel's overwrite, which sends CHANNEL_UPDATE; else by a role, which sends nothing
	Overwrite bool `json:"overwrite,omitempty"`
}

// Target is what a fault affects.
type Target int

// The targets. Unknown is that of a kind that does not exist.
const (
	Unknown Target = iota
	Request
	Gateway // a connection
	Event   // an event to the bot
	State   // the sandbox's objects: applied at once
)

var targets = map[string]Target{
	"status": Request, "rate_limit": Request, "slow": Request, "late": Request, "cut": Request,
	"reconnect": Gateway, "invalid_session": Gateway, "close": Gateway, "drop": Gateway, "half_open": Gateway,
	"no_ack": Gateway, "frame": Gateway, "duplicate": Event, "reorder": Event, "lose": Event,
	"permissions": State, "delete_channel": State, "delete_message": State, "archive": State, "expire_tokens": State,
	"message_content": State, "resume_address": State, "guild_remove": State, "guild_outage": State,
	"guild_return": State,
}

// Target returns what the fault affects.
func (f *Fault) Target() Target { return targets[f.Kind] }

// Immediate reports whether the fault applies to the current connections at once.
func (f *Fault) Immediate() bool { return f.Target() == Gateway && f.On == "now" }

// deferred reports whether the fault waits for a matching request, connection or event.
func (f *Fault) deferred() bool { return f.Target() != State && !f.Immediate() }

// FieldError is what is wrong with one field of a fault.
type FieldError struct {
	Field   string
	Allowed string // the values it may have; empty where it is missing
}

// Validate fills in defaults and returns what is wrong with the fault.
func (f *Fault) Validate() []FieldError {
	var bad []FieldError
	choice := func(field string, ok bool, allowed string) {
		if !ok {
			bad = append(bad, FieldError{field, allowed})
		}
	}
	choice("kind", f.Target() != Unknown, "see the package comment of bot/sandbox")
	f.Count = cmp.Or(f.Count, 1)
	if f.Target() == Gateway {
		f.On = cmp.Or(f.On, "now")
		choice("on", slices.Contains([]string{"now", "hello", "resume", "identify"}, f.On),
			"now, hello, resume, identify")
	}
	if f.Kind == "close" && (f.CloseCode < 1000 || f.CloseCode > 4999) {
		bad = append(bad, FieldError{Field: "close_code"})
	}
	if f.Kind == "frame" && f.Frame == "" {
		bad = append(bad, FieldError{Field: "frame"})
	}
	if f.Kind == "rate_limit" {
		choice("scope", slices.Contains([]string{"", "user", "global", "shared"}, f.Scope), "user, global, shared")
	}
	return bad
}

// Package socket is one websocket of the gateway: it sends HELLO, reads its payloads and hands them to a Handler, and
// writes what is queued for it, compressed if it asks for that. It closes the connection of a client that breaks the
// protocol's rules, and can fail on request as networks do.
//
// Out of scope: tokens, sessions, events and their numbers, and what exists in the sandbox.
package socket

import "encoding/json"

// Gateway opcodes.
const (
	OpDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpPresence       = 3
	OpVoice          = 4
	OpResume         = 6
	OpReconnect      = 7
	OpMembers        = 8
	OpInvalidSession = 9
	OpHello          = 10
	OpAck            = 11
)

// Frame is one payload of the gateway. Seq and Type are nil for all but dispatched events.
type Frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

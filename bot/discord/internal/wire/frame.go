package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// Opcodes of the gateway.
const (
	OpDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpResume         = 6
	OpReconnect      = 7
	OpInvalidSession = 9
	OpHello          = 10
	OpAck            = 11
)

// DialAddress adds version and encoding to a gateway address from Discord, which may have its own query.
func DialAddress(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	if u.Scheme != "wss" && u.Scheme != "ws" || u.Host == "" {
		return "", fmt.Errorf("%q is no address of a websocket", address)
	}
	u.Path = cmp.Or(u.Path, "/")
	q := u.Query()
	q.Set("v", "9")
	q.Set("encoding", "json")
	u.RawQuery, u.Fragment = q.Encode(), ""
	return u.String(), nil
}

// Frame is one payload of the gateway.
type Frame struct {
	Op   int
	Seq  int64           // an event's number, 0 for none
	Kind string          // an event's name
	Data json.RawMessage // valid JSON
}

// errNoOp is the error of JSON that is no payload.
var errNoOp = errors.New("not a payload of the gateway: it has no opcode")

// ReadFrame reads a payload.
func ReadFrame(data []byte) (Frame, error) {
	var w struct {
		Op   json.RawMessage `json:"op"`
		Seq  int64           `json:"s"`
		Kind string          `json:"t"`
		Data json.RawMessage `json:"d"`
	}
	if err := Decode(data, &w); err != nil {
		return Frame{}, err
	}
	op, err := strconv.Atoi(string(w.Op))
	if err != nil {
		return Frame{}, errNoOp
	}
	if w.Data == nil {
		w.Data = json.RawMessage("null")
	}
	return Frame{op, max(0, w.Seq), w.Kind, w.Data}, nil
}

// Append appends the payload's JSON to b.
func (f Frame) Append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"op":`...), int64(f.Op), 10)
	if f.Op == OpDispatch {
		kind, _ := json.Marshal(f.Kind) // text always can be
		b = strconv.AppendInt(append(b, `,"s":`...), f.Seq, 10)
		b = append(append(b, `,"t":`...), kind...)
	}
	return append(append(append(b, `,"d":`...), f.Data...), '}')
}

// Heartbeats that a server may ask for. A bot may send 120 payloads a minute.
const (
	minHeartbeat = time.Second
	maxHeartbeat = 2 * time.Minute
)

// HeartbeatInterval reads the interval of HELLO, held to what a server may ask for; 0 if it gives none.
func HeartbeatInterval(hello json.RawMessage) time.Duration {
	var h struct {
		Milliseconds float64 `json:"heartbeat_interval"`
	}
	if Decode(hello, &h) != nil || !(h.Milliseconds > 0) {
		return 0
	}
	return min(max(time.Duration(min(h.Milliseconds, 1e9))*time.Millisecond, minHeartbeat), maxHeartbeat)
}

// Resumable reads whether the session that Op 9 ends may be resumed.
func Resumable(data json.RawMessage) (yes bool) {
	return json.Unmarshal(data, &yes) == nil && yes
}

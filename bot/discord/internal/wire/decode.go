// Package wire converts the JSON of Discord's API to the values of package discord and back.
//
// Reading is lenient: only the fields that the bot needs are read, and one of an unexpected type counts as absent.
// Discord adds kinds of components, messages and channels without notice, and a proxy may write a number as text.
//
// Out of scope: requests and sockets, and anything that is not in package discord's values.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// Decode reads JSON into v and skips fields of another type than expected. Invalid JSON is an error.
func Decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var mismatch *json.UnmarshalTypeError // the decoder skips such a field and reads on
	if errors.As(err, &mismatch) {
		return nil
	}
	return err
}

// Bits reads a set of permissions, which Discord writes as text and some servers as a number.
func Bits(raw json.RawMessage) (bits int64, ok bool) {
	n, err := strconv.ParseUint(string(bytes.Trim(raw, `"`)), 10, 64)
	return int64(n &^ (1 << 63)), err == nil
}

// Time reads a time in Discord's format; anything else gives the zero time.
func Time(text string) time.Time {
	at, _ := time.Parse(time.RFC3339, text)
	return at
}

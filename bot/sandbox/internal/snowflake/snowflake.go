// Package snowflake has Discord's identifiers.
//
// Out of scope: what they identify, and a generator, which needs a clock and a lock.
package snowflake

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Epoch is the first millisecond of 2015 in Unix time, from which snowflakes count.
const Epoch = 1420070400000

// ID is an identifier: 42 bits of milliseconds since 2015, then 22 bits that make it unique.
// On the wire it is a decimal string; requests may also send it as a number.
type ID uint64

// At returns the lowest identifier of a time's millisecond.
func At(t time.Time) ID { return ID(uint64(t.UnixMilli()-Epoch) << 22) }

// Parse reads decimal digits.
func Parse(s string) (ID, error) {
	v, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("%q is not a snowflake", s)
	}
	return ID(v), nil
}

// Time returns when the identifier was generated, in UTC, to the millisecond.
func (id ID) Time() time.Time {
	return time.UnixMilli(int64(id>>22) + Epoch).UTC()
}

// String returns the decimal digits.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// OrNil returns the decimal digits, nil for zero: a field that is null where there is no such thing.
func (id ID) OrNil() *string {
	if id == 0 {
		return nil
	}
	return new(id.String())
}

// MarshalText makes identifiers strings, as values and as keys of objects.
func (id ID) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(id), 10), nil
}

// UnmarshalText reads decimal digits; it serves keys of objects.
func (id *ID) UnmarshalText(b []byte) error {
	v, err := Parse(string(b))
	*id = v
	return err
}

// UnmarshalJSON reads a string of digits or a number; null and "" leave zero.
func (id *ID) UnmarshalJSON(b []byte) error {
	text := string(b)
	if text == "null" || text == `""` {
		*id = 0
		return nil
	}
	if text[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	return id.UnmarshalText([]byte(text))
}

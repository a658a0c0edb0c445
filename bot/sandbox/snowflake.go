package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// discordEpoch is the first millisecond of 2015, from which snowflakes count.
const discordEpoch = 1420070400000

// Snowflake is Discord's identifier: 42 bits of milliseconds since 2015, then 22 bits that make it unique.
// On the wire it is a decimal string; requests may also send it as a number.
type Snowflake uint64

// String returns the decimal digits.
func (id Snowflake) String() string { return strconv.FormatUint(uint64(id), 10) }

// orNil returns the decimal digits, nil for zero: a field that is null if there is no object.
func (id Snowflake) orNil() *string {
	if id == 0 {
		return nil
	}
	text := id.String()
	return &text
}

// Time returns when the identifier was made, to the millisecond.
func (id Snowflake) Time() time.Time {
	return time.UnixMilli(int64(id>>22) + discordEpoch).UTC()
}

// MarshalText writes snowflakes as strings, as values and as keys of objects.
func (id Snowflake) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(id), 10), nil
}

// UnmarshalText reads decimal digits; it serves keys of objects.
func (id *Snowflake) UnmarshalText(b []byte) error {
	v, err := ParseSnowflake(string(b))
	*id = v
	return err
}

// UnmarshalJSON reads a string of digits or a number; null and "" leave zero.
func (id *Snowflake) UnmarshalJSON(b []byte) error {
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

// ParseSnowflake reads decimal digits.
func ParseSnowflake(s string) (Snowflake, error) {
	v, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("%q is not a snowflake", s)
	}
	return Snowflake(v), nil
}

// mint returns the next identifier. Identifiers rise strictly even when many are made in a millisecond. The caller
// holds mu.
func (s *state) mint() Snowflake {
	id := Snowflake(uint64(s.Now().UnixMilli()-discordEpoch) << 22)
	if id <= s.lastID {
		id = s.lastID + 1
	}
	s.lastID = id
	return id
}

// derive returns the value that belongs to a name under the server's secret: with the same secret, always the same.
func derive(secret, name string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(name))
	return mac.Sum(nil)
}

// fixedID returns the identifier of an initial object (guild, channel, person), dated somewhere in 2023.
func fixedID(secret, name string) Snowflake {
	const year2023, year = 1672531200000 - discordEpoch, 365 * 24 * 3600 * 1000
	h := derive(secret, "id "+name)
	ms := year2023 + binary.BigEndian.Uint64(h)%year
	return Snowflake(ms<<22 | uint64(binary.BigEndian.Uint32(h[8:])&(1<<22-1)))
}

// fixedToken returns a token in Discord's three-part form: user, time, proof.
func fixedToken(secret string, id Snowflake) string {
	proof := derive(secret, "token "+id.String())
	return base64.RawStdEncoding.EncodeToString([]byte(id.String())) + "." +
		base64.RawURLEncoding.EncodeToString(proof[:4]) + "." + base64.RawURLEncoding.EncodeToString(proof[4:31])
}

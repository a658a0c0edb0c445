package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"yeye/bot/sandbox/internal/snowflake"
)

// Snowflake is Discord's identifier.
type Snowflake = snowflake.ID

// ParseSnowflake reads decimal digits.
func ParseSnowflake(s string) (Snowflake, error) { return snowflake.Parse(s) }

// nextID returns a new identifier. Each is greater than the last, even within a millisecond. The caller holds mu.
func (s *state) nextID() Snowflake {
	id := snowflake.At(s.Now())
	if id <= s.lastID {
		id = s.lastID + 1
	}
	s.lastID = id
	return id
}

// derive returns the 32 bytes derived from the server's secret and a name: always the same for the same secret.
func derive(secret, name string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(name))
	return mac.Sum(nil)
}

// fixedID returns the identifier of an initial object (guild, channel, person), dated somewhere in 2023.
func fixedID(secret, name string) Snowflake {
	const year2023, year = 1672531200000 - snowflake.Epoch, 365 * 24 * 3600 * 1000
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

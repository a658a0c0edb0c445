package transfer

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Sum is a sum over rows that does not depend on their order: each row's hash, added up.
type Sum [2]uint64

// String returns the sum in hexadecimal, for people to compare.
func (s Sum) String() string { return fmt.Sprintf("%016x%016x", s[0], s[1]) }

// add adds a row and returns how many bytes its values have.
func (s *Sum) add(row []any) int {
	var b []byte
	for _, v := range row {
		b = appendValue(b, v)
	}
	h := sha256.Sum256(b)
	var carry uint64
	s[1], carry = bits.Add64(s[1], binary.BigEndian.Uint64(h[8:]), 0)
	s[0], _ = bits.Add64(s[0], binary.BigEndian.Uint64(h[:]), carry)
	return len(b)
}

// appendValue writes a value so that equal ones are equal in every database, and different ones differ. Text is written
// in the form that every database can store.
func appendValue(b []byte, v any) []byte {
	text := func(kind byte, t string) []byte {
		b = append(b, kind)
		b = binary.AppendUvarint(b, uint64(len(t)))
		return append(b, t...)
	}
	switch v := v.(type) {
	case nil:
		return append(b, 'n')
	case int64:
		return binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
	case string:
		return text('t', strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", ""))
	case []byte:
		return text('b', string(v))
	}
	return text('?', fmt.Sprintf("%T %v", v, v))
}

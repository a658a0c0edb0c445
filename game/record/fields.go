package record

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// slice returns n bytes of data from at, or as many as there are, because any offset in a file may be wrong.
func slice(data []byte, at, n int) []byte {
	if at < 0 || at >= len(data) || n <= 0 {
		return nil
	}
	return data[at:min(len(data), at+min(n, len(data)))]
}

// gbk reads text in GBK. Invalid bytes are dropped: fields cut characters in half.
func gbk(data []byte) string {
	t, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	if err != nil {
		return ""
	}
	return strings.ReplaceAll(string(t), "\ufffd", "")
}

// lengthPrefixed returns the text of a field that starts with its length, which may be wrong.
func lengthPrefixed(data []byte, at, size int) string {
	f := slice(data, at, size)
	if len(f) == 0 {
		return ""
	}
	text := f[1:]
	text = text[:min(len(text), int(f[0]))]
	text, _, _ = bytes.Cut(text, []byte{0})
	return cleanName(gbk(text))
}

// utf16Field returns the text of a field in UTF-16, up to its first zero.
func utf16Field(data []byte, at, size int) string { return utf16Text(slice(data, at, size)) }

func utf16Text(data []byte) string {
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		u := binary.LittleEndian.Uint16(data[i:])
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}

// int32At returns the integer at the start of data, which has at least four bytes.
func int32At(data []byte) int { return int(int32(binary.LittleEndian.Uint32(data))) }

package record

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	uni "golang.org/x/text/encoding/unicode"
)

// Decode converts a text file to UTF-8, without its byte order mark: from UTF-16 if it starts with that mark or has the
// zero bytes of ASCII characters; unchanged if it is UTF-8, or UTF-8 with some damage; else from GB18030 (which
// includes GBK and GB2312) or Big5, whichever gives more of the characters that game files consist of. ok is false for
// binary files, and for files of more than [MaxSize] bytes.
func Decode(data []byte) (text string, ok bool) {
	if len(data) > MaxSize {
		return "", false
	}
	if format, err := detectFormat(data); err != nil || format != "" {
		return "", false
	}
	return toUTF8(data), true
}

// decode converts a file to UTF-8 like Decode, even if it looks binary, and removes zero-width characters.
func decode(data []byte) (string, error) {
	if len(data) > MaxSize {
		return "", ErrTooBig
	}
	text := toUTF8(data)
	if strings.ContainsAny(text, zeroWidth) {
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune(zeroWidth, r) {
				return -1
			}
			return r
		}, text)
	}
	return text, nil
}

// zeroWidth are invisible characters that web pages put between words.
const zeroWidth = "\u200b\u200e\u200f\u2060\ufeff"

// utf16WithoutBOM returns the byte order of a UTF-16 text without a byte order mark, recognized by the zero bytes of
// its ASCII characters.
func utf16WithoutBOM(data []byte) (order uni.Endianness, ok bool) {
	data = data[:min(len(data), 1024)&^1]
	var zeros [2]int
	for i, b := range data {
		if b == 0 {
			zeros[i%2]++
		}
	}
	order = uni.LittleEndian
	if zeros[0] > zeros[1] {
		order = uni.BigEndian
	}
	if few, many := min(zeros[0], zeros[1]), max(zeros[0], zeros[1]); many < 4*few || many*16 < len(data) || many == 0 {
		return order, false
	}
	text, err := uni.UTF16(order, uni.IgnoreBOM).NewDecoder().Bytes(data)
	return order, err == nil && !looksBinary(text)
}

// toUTF8 is [Decode] without its checks.
func toUTF8(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		if t, err := uni.UTF16(uni.LittleEndian, uni.UseBOM).NewDecoder().Bytes(data); err == nil {
			return string(t)
		}
	}
	if order, ok := utf16WithoutBOM(data); ok {
		if t, err := uni.UTF16(order, uni.IgnoreBOM).NewDecoder().Bytes(data); err == nil {
			return string(t)
		}
	}
	if utf8.Valid(data) {
		return string(data)
	}
	if mostlyUTF8(data) {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	best, most := "", -1<<30
	for _, e := range []encoding.Encoding{simplifiedchinese.GB18030, traditionalchinese.Big5} {
		t, err := e.NewDecoder().Bytes(data)
		if err != nil {
			continue
		}
		score := 0
		for _, r := range string(t) {
			switch {
			case r == utf8.RuneError:
				score -= 10
			case strings.ContainsRune(moveCharacters, r):
				score++
			}
		}
		if score > most {
			best, most = string(t), score
		}
	}
	return best
}

// mostlyUTF8 reports whether text is damaged UTF-8: it has at least as many three-byte characters as invalid bytes.
// Text in GBK or Big5 has hardly any three-byte characters.
func mostlyUTF8(data []byte) bool {
	whole, lost := 0, 0
	for _, r := range string(data) {
		switch {
		case r == utf8.RuneError:
			lost++
		case r > 0x7ff:
			whole++
		}
	}
	return whole >= lost
}

const moveCharacters = "一二三四五六七八九１２３４５６７８９前中后後进進退平车車马馬炮砲相象仕士兵卒帅帥将將"

// clip removes control characters and surrounding spaces from a text and cuts it to n
// code points. Line breaks are kept only if lines is set.
func clip(t string, n int, lines bool) string {
	t = strings.ReplaceAll(t, "\r\n", "\n")
	count := 0
	t = strings.Map(func(r rune) rune {
		if count >= n {
			return -1
		}
		switch {
		case r == '\n' && lines:
		case unicode.IsSpace(r):
			r = ' '
		case unicode.IsControl(r), r == utf8.RuneError, unicode.Is(unicode.Bidi_Control, r), r == '\ufeff':
			return -1
		}
		count++
		return r
	}, t)
	return strings.TrimSpace(t)
}

// CleanName removes control characters and surrounding spaces from a name, and cuts it to 120 code points, as reading
// does with all names.
func CleanName(t string) string { return clip(t, maxName, false) }

// cleanName cleans a name.
func cleanName(t string) string { return CleanName(t) }

// cleanComment cleans a comment.
func cleanComment(t string) string { return clip(t, maxNote, true) }

package record

import "bytes"

// foreignMagic lists the magic numbers of other files that people attach by mistake.
var foreignMagic = []struct{ magic, kind string }{
	{"PK\x03\x04", "ZIP"}, {"%PDF-", "PDF"}, {"\x89PNG", "PNG"}, {"\xff\xd8\xff", "JPEG"}, {"GIF8", "GIF"},
	{"Rar!", "RAR"}, {"7z\xbc\xaf\x27\x1c", "7z"}, {"\x1f\x8b", "gzip"}, {"\xd0\xcf\x11\xe0", "Word"},
	{"{\\rtf", "RTF"}, {"MZ", "EXE"}, {"RIFF", "WebP"}, {"ID3", "MP3"},
}

// detectFormat returns the binary format by its first bytes, "" if the file may be text. It returns an error if the
// file is certainly neither.
func detectFormat(data []byte) (Format, error) {
	switch {
	case bytes.HasPrefix(data, cbrMagic):
		return CBR, nil
	case bytes.HasPrefix(data, cblMagic), bytes.HasPrefix(data, cblOldMagic):
		return CBL, nil
	case bytes.HasPrefix(data, []byte("XQ")) && looksBinary(data[2:]):
		return XQF, nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")): // text in UTF-16
		return "", nil
	}
	if _, ok := utf16WithoutBOM(data); ok {
		return "", nil
	}
	if !looksBinary(data) && !bytes.HasPrefix(data, []byte("%PDF-")) && !bytes.HasPrefix(data, []byte("{\\rtf")) {
		return "", nil
	}
	for _, f := range foreignMagic {
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return "", &Foreign{f.kind}
		}
	}
	return "", &Foreign{}
}

// looksBinary reports whether a file has zero bytes or more than a tenth of other control characters in its first 1024
// bytes.
func looksBinary(data []byte) bool {
	data = data[:min(len(data), 1024)]
	n := 0
	for _, b := range data {
		switch {
		case b == 0:
			return true
		case b < 0x20 && b != '\t' && b != '\n' && b != '\r':
			n++
		}
	}
	return 10*n > len(data)
}

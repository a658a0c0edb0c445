package store

import (
	"bytes"
	"compress/flate"
	"io"
)

// Deflate compresses data to be stored.
func Deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// Inflate returns a reader of what Deflate compressed.
func Inflate(packed []byte) io.Reader { return flate.NewReader(bytes.NewReader(packed)) }

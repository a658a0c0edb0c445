package main

import (
	"io"

	"yeye/ai/train"
)

// replaceFile writes a text by [train.ReplaceFile].
func replaceFile(path string, text []byte) error {
	return train.ReplaceFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

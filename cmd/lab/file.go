package main

import (
	"errors"
	"os"
	"path/filepath"
)

// replaceFile writes a file that takes the place of the one before only when it is whole: a
// crash or a full disk leaves the old one.
func replaceFile(path string, text []byte) error {
	out, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path))
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	_, err = out.Write(text)
	if err := errors.Join(err, out.Chmod(0o644), out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), path)
}

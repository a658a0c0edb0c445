package train

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ReplaceFile replaces a file atomically: the old file stays until write has succeeded.
func ReplaceFile(path string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path))
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	if err := errors.Join(write(out), out.Chmod(0o644), out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), path)
}

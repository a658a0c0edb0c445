//go:build linux || darwin || freebsd

package sqlite

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// copyOwner gives part the owner and permissions of the file that was at path, or if there was none the owner of its
// directory: root may restore a file that another user's process uses.
func copyOwner(part, path string, old fs.FileInfo) error {
	from, mode := old, fs.FileMode(0o600)
	if old != nil {
		mode = old.Mode().Perm()
	} else {
		dir, err := os.Stat(filepath.Dir(path))
		if err != nil {
			return err
		}
		from = dir
	}
	if err := os.Chmod(part, mode); err != nil {
		return err
	}
	made, err := os.Stat(part)
	if err != nil {
		return err
	}
	has, wanted := made.Sys().(*syscall.Stat_t), from.Sys().(*syscall.Stat_t)
	if has.Uid == wanted.Uid && (has.Gid == wanted.Gid || old == nil) {
		return nil
	}
	if old == nil && os.Geteuid() != 0 {
		return nil // the user's own file in a shared directory
	}
	return os.Chown(part, int(wanted.Uid), int(wanted.Gid))
}

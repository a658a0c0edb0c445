//go:build unix

package pgserver

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// lend gives a directory to the user who runs the server, and returns the attributes for it: PostgreSQL refuses to run
// as root, so root lends the directory to another user. Without a Credential that is this process's user.
func lend(dir string) (*syscall.SysProcAttr, error) {
	a := &syscall.SysProcAttr{}
	if os.Geteuid() != 0 {
		return a, nil
	}
	a.Credential = &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true}
	if u, err := user.Lookup("postgres"); err == nil {
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		a.Credential.Uid, a.Credential.Gid = uint32(uid), uint32(gid)
	}
	return a, os.Chown(dir, int(a.Credential.Uid), int(a.Credential.Gid))
}

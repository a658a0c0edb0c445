//go:build unix

package pgserver

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// giveToServerUser gives a directory to the user who runs the server, and returns the process attributes with that
// user. PostgreSQL refuses to run as root; other users run it themselves, without a Credential.
func giveToServerUser(dir string) (*syscall.SysProcAttr, error) {
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

// Command share starts one PostgreSQL server for the tests of many packages, runs a command with it, and stops it:
//
//	share go test ./bot/...
//
// A server for each package takes as long as its tests.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"yeye/bot/internal/testdb"
)

func main() {
	if err := share(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "share:", err)
		os.Exit(1)
	}
}

func share(command []string) error {
	if len(command) == 0 {
		return errors.New("usage: share COMMAND")
	}
	variable, stop, err := testdb.Share()
	if err != nil {
		return err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "YEYE_TEST_DATABASE=postgres", variable)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return errors.Join(cmd.Run(), stop())
}

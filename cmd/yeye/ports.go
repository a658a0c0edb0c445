package main

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// cannotListen returns the operator's message for an address that cannot be opened. It is a usage error
// only if a restart cannot help: a port may become free, and an interface may come up after the program.
func cannotListen(address, flag, instead string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("cannot listen on %s: another program does, perhaps another yeye; stop it, or start with "+
			"%s %s", address, flag, instead)
	case errors.Is(err, syscall.EACCES):
		return usageError{fmt.Errorf("cannot listen on %s: this user may not use a port that low; start with %s %s",
			address, flag, instead)}
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("cannot listen on %s: it is not an address of this machine; start with %s %s", address, flag,
			instead)
	}
	if form, ok := errors.AsType[*net.AddrError](err); ok {
		err = errors.New(form.Err) // the error repeats the address
	}
	return usageError{fmt.Errorf("cannot listen on %s: %w; start with %s %s", address, err, flag, instead)}
}

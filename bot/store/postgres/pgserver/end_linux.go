package pgserver

import "syscall"

// endWithUs makes the server end when the thread that started it ends, and so when this process does, for any reason.
func endWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }

package pgserver

import "syscall"

// endWithUs has the server end when the thread that started it does, and so when this process does, however that ends.
func endWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }

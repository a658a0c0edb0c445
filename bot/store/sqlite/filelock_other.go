//go:build !linux && !darwin && !freebsd

package sqlite

import "os"

// locks reports that flock locks nothing here.
const locks = false

// flock does nothing on systems without such a lock: other processes then go undetected.
func flock(*os.File, bool) error { return nil }

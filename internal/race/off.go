//go:build !race

package race

// Enabled is whether the race detector watches.
const Enabled = false

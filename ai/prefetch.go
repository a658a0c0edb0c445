//go:build amd64 || arm64

package ai

// prefetch asks for the memory of a cluster, so that it has come when it is probed: a
// table lies far from the processor, and waiting for it was a fifth of a search.
//
//go:noescape
func prefetch(c *cluster)

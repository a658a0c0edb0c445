package conform

import (
	"os"
	"sync"
)

// Environment gives the description that DISCORD_OPENAPI names, nil where it names none. A file that cannot be read is a
// mistake of the user who set the variable: it panics. It is read once.
var Environment = sync.OnceValue(func() *Checker {
	path := os.Getenv("DISCORD_OPENAPI")
	if path == "" {
		return nil
	}
	c, err := Open(path)
	if err != nil {
		panic(err)
	}
	return c
})

// Package leak runs a package's tests and then looks for goroutines that they left running.
//
// Out of scope: anything of ours. Only tests import it.
package leak

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"go.uber.org/goleak"
)

// within is how long goroutines that end by themselves may take: discordgo sleeps for a second while it closes, and
// some timers of a closed bot still have to run out.
const within = 30 * time.Second

// Main is the whole body of TestMain. known names functions that may be left running.
func Main(m interface{ Run() int }, known ...string) {
	flag.Parse()
	code := m.Run()
	if code == 0 && flag.Lookup("test.fuzz").Value.String() == "" {
		if err := leaks(known); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines are left running:", err)
			code = 1
		}
	}
	os.Exit(code)
}

func leaks(known []string) (err error) {
	// Idle connections of clients to servers that have been closed.
	options := []goleak.Option{goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"),
		goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop")}
	for _, f := range known {
		options = append(options, goleak.IgnoreAnyFunction(f))
	}
	for end := time.Now().Add(within); time.Now().Before(end); {
		http.DefaultClient.CloseIdleConnections()
		if err = goleak.Find(options...); err == nil {
			return nil
		}
	}
	return err
}

package uci_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"yeye/ai/uci"
)

// TestMain lets the test binary serve as the program that the scripts talk to.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"yeye-uci": func() {
			if err := uci.Run(context.Background(), os.Stdin, os.Stdout, uci.WithSeed(1), uci.WithVersion("test")); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

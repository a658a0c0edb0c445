package main

import (
	_ "embed"
	"io"
)

// licenses is this program's license, its notices, and the licenses of everything linked into it.
// They must be distributed with the program. The test of this file writes it.
//
//go:embed licenses.txt
var licenses string

type licensesCmd struct{}

func (licensesCmd) Run(std streams) error {
	_, err := io.WriteString(std.out, licenses)
	return err
}

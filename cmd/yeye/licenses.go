package main

import (
	_ "embed"
	"io"
)

// licenses is this program's licence, what it owes to others, and the licences of all
// that is linked into it: they ask to go where the program goes. The test of this file
// writes it.
//
//go:embed licenses.txt
var licenses string

type licensesCmd struct{}

func (licensesCmd) Run(std streams) error {
	_, err := io.WriteString(std.out, licenses)
	return err
}

package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"yeye/game/jieqi/pgn"
)

// errDiffers ends a command whose record does not agree; what differs is on stdout.
var errDiffers = errors.New("the record does not agree")

type verifyCmd struct {
	File string `arg:"" help:"Record of a finished game of flipped chess, as the bot exports it; - is stdin."`
}

// Run says in one sentence whether the record agrees with itself. It asks nobody: it needs neither a token nor a network.
func (c *verifyCmd) Run(std streams) error {
	in := std.in
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return usageError{err}
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if err != nil {
		return err
	}
	r, err := pgn.Read(string(text))
	if err != nil {
		return usageError{fmt.Errorf("%s cannot be read: %w", c.File, err)}
	}
	v, err := r.Verify()
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", c.File, err)}
	}
	fmt.Fprintln(std.out, v)
	if len(v.Differs) > 0 {
		return errDiffers
	}
	return nil
}

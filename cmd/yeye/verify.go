package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"yeye/ai/flipped/audit"
	"yeye/game/jieqi/pgn"
)

// errInconsistent is the error for a record that does not agree with its seal; the differences are printed to stdout.
var errInconsistent = errors.New("the record does not agree")

type verifyCmd struct {
	Moves bool `help:"Also search each character's move again from what its player could see; takes as long as the character thought, and needs the version that played."`

	File string `arg:"" help:"Record of a finished game of flipped chess, as the bot exports it; - is stdin."`
}

// Run says whether the record is consistent, and by which seal. It works offline and needs no token.
func (c *verifyCmd) Run(ctx context.Context, std streams) error {
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
		return errInconsistent
	}
	if !c.Moves {
		return nil
	}
	a, err := audit.Moves(ctx, r)
	if err != nil {
		return err
	}
	if a.Moves == 0 {
		fmt.Fprintln(std.out, "No character played.")
		return nil
	}
	if n := len(a.Differs); n > 0 {
		fmt.Fprintf(std.out, "Of the characters' %d moves %d are not what this version plays there: plies %v.\n",
			a.Moves, n, a.Differs)
		return errInconsistent
	}
	fmt.Fprintf(std.out, "Each of the characters' %d moves is what this version plays there, knowing what their "+
		"player could see.\n", a.Moves)
	return nil
}

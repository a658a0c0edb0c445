package main

import (
	"fmt"
	"io"
	"os"

	"yeye/game/notation"
	"yeye/game/record"
)

type convertCmd struct {
	To       string `enum:"pgn,dhtmlxq,uci" default:"pgn" help:"The format to write: pgn, dhtmlxq or uci."`
	Notation string `enum:"coordinates,wxf,zh,zh-hant" default:"coordinates" help:"How PGN writes moves: coordinates (ICCS), wxf, zh or zh-hant."`
}

func (c *convertCmd) Run() error { return c.convert(os.Stdin, os.Stdout) }

// convert reads a game file of any format and writes it in another.
func (c *convertCmd) convert(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(io.LimitReader(in, record.MaxSize+1))
	if err != nil {
		return err
	}
	r, err := record.Read(data)
	if err != nil {
		return err
	}
	if o, ok := record.NameOpening(r.Start, r.Moves()); ok && r.Info.Opening == "" && c.To == "pgn" {
		r.Info.Opening = o.Name.English
	}
	family, ok := notation.ParseFamily(c.Notation)
	if !ok {
		return fmt.Errorf("no such notation: %q", c.Notation)
	}
	text, err := record.Write(r, c.To, family)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	return err
}

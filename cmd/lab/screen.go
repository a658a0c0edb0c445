package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"

	"yeye/ai/net"
	"yeye/ai/screen"
)

// screenCmd finds out which of many changes of the search are worth a match: see package screen. It prints by how much each change
// raises strength and depth, with standard errors. Nodes are counted, not time, so that a busy machine measures the same. Each pair
// of games is a line of the file; when called again it resumes.
//
//	lab screen off=Killers MoveCount=4 NullReduction=5,NullSpread=140 --file screen.jsonl
//	lab match yeye,MoveCount=4,NullReduction=5,NullSpread=140 yeye --nodes 20000 --pairs 0 --sprt 0,10
type screenCmd struct {
	Changes []string `arg:"" help:"Changes, each one or several settings of yeye as in lab match, like off=Killers or NullBase=150,NullSlope=20."`

	File  string `required:"" type:"path" help:"File for the results, and to resume from."`
	Pairs int    `default:"500" help:"Pairs of games of the whole run."`
	Nodes uint64 `default:"20000" help:"Nodes per move."`
	Seed  uint64 `default:"1" help:"Seed of openings and halves."`
	Hash  int    `default:"8" help:"Transposition table in MiB."`
	progress
}

func (c *screenCmd) Run(ctx context.Context) error {
	s := screen.Settings{Changes: c.Changes, Nodes: c.Nodes, Seed: c.Seed, Hash: c.Hash, Network: net.BuiltIn().Checksum()}
	if err := s.Check(); err != nil {
		return err
	}
	pairs, out, err := c.open(&s)
	if err != nil {
		return err
	}
	defer out.Close()
	bar := c.bar(c.Pairs)
	for len(pairs) < c.Pairs {
		_ = bar.Set(len(pairs))
		pair, err := s.Play(ctx, len(pairs)+1)
		if errors.Is(err, context.Canceled) {
			break
		}
		if err == nil {
			err = json.NewEncoder(out).Encode(pair)
		}
		if err != nil {
			return err
		}
		pairs = append(pairs, pair)
	}
	fmt.Fprintln(os.Stderr)
	fmt.Printf("%d pairs; Elo, and depth in plies\n", len(pairs))
	for i, e := range screen.Effects(len(c.Changes), pairs) {
		fmt.Printf("%+6.1f ± %4.1f  %+.2f ± %.2f  %s\n", e.Elo, e.EloError, e.Depth, e.DepthError, c.Changes[i])
	}
	return nil
}

// open returns the pairs of the file, which continues after them. It begins with the settings; a line torn by a crash is cut off.
func (c *screenCmd) open(s *screen.Settings) (pairs []screen.Pair, out *os.File, err error) {
	text, err := os.ReadFile(c.File)
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	lines := bytes.Split(text[:whole], []byte("\n"))
	lines = lines[:len(lines)-1]
	for i, line := range lines {
		var was screen.Settings
		var pair screen.Pair
		if i == 0 {
			err = json.Unmarshal(line, &was)
		} else if err = json.Unmarshal(line, &pair); err == nil {
			pairs = append(pairs, pair)
		}
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("%s, line %d: %w", c.File, i+1, err)
		case i == 0 && !reflect.DeepEqual(&was, s):
			return nil, nil, fmt.Errorf("%s was created with other settings: use another file", c.File)
		}
	}
	if out, err = os.OpenFile(c.File, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, nil, err
	}
	err = out.Truncate(int64(whole))
	if err == nil && len(lines) == 0 {
		err = json.NewEncoder(out).Encode(s)
	}
	if err != nil {
		out.Close()
		return nil, nil, err
	}
	return pairs, out, nil
}

// Package screen finds out which of many changes of the search are worth a match, by a factorial experiment: engines with a random
// half of the changes play a pair of games each against engines with the other half. Every game says something about every change,
// so that the games of one match tell large gains and losses of twenty changes apart.
//
// What may not enter: verdicts. Estimates of many changes at once are uncertain, and the best of many looks better than it is; a
// change lands by a match of its own or of several together.
package screen

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"yeye/ai"
	"yeye/ai/arena"
	"yeye/game"
)

// Settings are those of an experiment.
type Settings struct {
	Changes []string `json:"changes"` // settings of [arena.ParseOptions], such as "off=Killers" or "NullSlope=20,NullBase=150"
	Nodes   uint64   `json:"nodes"`   // of each move
	Seed    uint64   `json:"seed"`    // of openings and halves
	Hash    int      `json:"hash"`    // MiB
	Network uint64   `json:"network"` // checksum of the one built in
}

// maxChanges is how many bits a set has.
const maxChanges = 64

// Check returns an error if there is no experiment of these settings.
func (s *Settings) Check() error {
	if len(s.Changes) < 2 || len(s.Changes) > maxChanges {
		return fmt.Errorf("an experiment needs 2 to %d changes, not %d: of one there is lab match", maxChanges, len(s.Changes))
	}
	if s.Nodes == 0 {
		return errors.New("the number of nodes must be above 0")
	}
	for i := range s.Changes {
		if _, err := s.options(1 << i); err != nil {
			return err
		}
	}
	return nil
}

// all is the set of all changes.
func (s *Settings) all() uint64 { return ^uint64(0) >> (maxChanges - len(s.Changes)) }

// options returns those of an engine with a set of the changes.
func (s *Settings) options(set uint64) (ai.Options, error) {
	var on []string
	for ; set != 0; set &= set - 1 {
		on = append(on, s.Changes[bits.TrailingZeros64(set)])
	}
	o, err := arena.ParseOptions(strings.Join(on, ","))
	o.HashMB = s.Hash
	return o, err
}

// Pair is the result of two games with one opening.
type Pair struct {
	On     uint64  `json:"on"`     // changes that one side played with; the other played with the rest
	Points float64 `json:"points"` // of that side, 0 to 2
	Depth  float64 `json:"depth"`  // by how many plies a move it searched deeper
}

// Play plays a pair of games, for the same settings and number the same.
func (s *Settings) Play(ctx context.Context, number int) (pair Pair, err error) {
	// A generator of its own: one that remembered the openings before would draw others after a resumption.
	var generator arena.Generator
	opening, err := generator.Draw(ctx, s.Seed, number)
	if err != nil {
		return pair, err
	}
	pair.On = rand.New(rand.NewPCG(s.Seed, uint64(number))).Uint64() & s.all()
	var sides [2]arena.Spec
	for i, set := range [2]uint64{pair.On, s.all() ^ pair.On} {
		o, err := s.options(set)
		if err != nil {
			return pair, err
		}
		sides[i] = func(context.Context) (arena.Player, error) { return arena.Own("yeye", o), nil }
	}
	var depths, moves [2]int
	match := &arena.Match{
		First: sides[0], Second: sides[1], Pairs: 1, Seed: s.Seed, Openings: []arena.Opening{opening},
		Rules: arena.Rules{MaxPlies: 300, Budget: arena.Budget{Nodes: s.Nodes}, ResignScore: 600, ResignPlies: 6,
			DrawScore: 8, DrawPlies: 16, DrawFrom: 80},
		Each: func(p *arena.Played, _ *arena.Tally) {
			for c := range game.Color(2) {
				side := int(c) ^ (p.Leg - 1)
				depths[side] += p.Depths[c]
				moves[side] += p.Plies[c]
			}
		},
	}
	t, err := match.Play(ctx)
	pair.Points = 2 * t.Score()
	pair.Depth = float64(depths[0])/float64(max(moves[0], 1)) - float64(depths[1])/float64(max(moves[1], 1))
	return pair, err
}

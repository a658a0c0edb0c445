package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"

	"yeye/ai"
	"yeye/ai/arena"
	"yeye/ai/net"
)

// spsaCmd tunes the margins of the search by simultaneous perturbation (Spall 1992): each
// step draws a direction, plays a pair of games between the margins moved a little that
// way and a little the other way, and moves them towards the winner. A single pair says
// next to nothing; thousands of them show the uphill direction in all numbers at once.
//
//	lab spsa margins.json --pairs 4000 --nodes 4000 --seed 1
//	lab match yeye,margins=margins.json yeye --nodes 5000 --pairs 0 --sprt 0,5
//
// An interrupted run resumes. Its result is copied into ai/margins.go by hand, once a
// match has shown that it is better.
type spsaCmd struct {
	Out string `arg:"" type:"path" help:"File for the margins, as JSON; the state to resume from is kept beside it."`

	Pairs int     `default:"4000" help:"Steps of the whole run, a pair of games each."`
	Steps int     `help:"Stop after this many steps this time; 0 for all."`
	Nodes uint64  `default:"4000" help:"Nodes per move."`
	Seed  uint64  `default:"1" help:"Seed of directions and openings."`
	Reach float64 `default:"0.15" help:"How far each margin is varied to either side, as a fraction of itself."`
	Rate  float64 `default:"0.02" help:"Fraction of that by which a won pair moves a margin at the end."`
	Hash  int     `default:"4" help:"Transposition table in MiB."`
	From  string  `type:"existingfile" help:"Margins to start from; by default the engine's."`
	Net   string  `type:"existingfile" help:"Network to evaluate positions with instead of the engine's."`
	progress

	network *net.Net
}

// spsaSettings must be the same for a run to be resumed.
type spsaSettings struct {
	Seed    uint64
	Nodes   uint64
	Reach   float64
	Rate    float64
	Pairs   int
	Hash    int
	Network uint64 // its checksum
	From    ai.Margins
}

// spsaState is the state of a run.
type spsaState struct {
	spsaSettings
	Step  int
	Theta map[string]float64
}

func (c *spsaCmd) Run(ctx context.Context) error {
	if !(c.Reach > 0 && c.Reach < 1) {
		return errors.New("--reach must be between 0 and 1")
	}
	c.network = net.BuiltIn()
	if c.Net != "" {
		var err error
		if c.network, err = net.ReadFile(c.Net); err != nil {
			return err
		}
	}
	s, err := c.resume()
	if err != nil {
		return err
	}
	bar := c.bar(c.Pairs)
	last := c.Pairs
	if c.Steps > 0 {
		last = min(last, s.Step+c.Steps)
	}
	for s.Step < last && ctx.Err() == nil {
		opening, err := c.opening(ctx, s.Step)
		if err == nil {
			err = c.step(ctx, s, opening)
		}
		if errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return err
		}
		_ = bar.Set(s.Step)
		if s.Step%10 == 0 {
			if err := c.keep(s); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(os.Stderr)
	return c.keep(s)
}

// opening draws the opening of a step by a generator of its own: one that remembered the
// openings before would draw others after the run was resumed. An opening of another step
// may occur again: there are enough.
func (c *spsaCmd) opening(ctx context.Context, step int) (arena.Opening, error) {
	generator := arena.Generator{Plies: 6}
	return generator.Draw(ctx, c.Seed, step+1)
}

// step plays the pair of one direction and moves the margins by its result.
func (c *spsaCmd) step(ctx context.Context, s *spsaState, opening arena.Opening) error {
	// The exponents are Spall's. The first steps are about four times as long as the
	// last.
	const alpha, gamma = 0.602, 0.101
	k, n := float64(s.Step), float64(c.Pairs)
	reach := c.Reach * math.Pow(n/(k+1), gamma)
	rate := c.Rate * math.Pow(1.1*n/(0.1*n+k+1), alpha) * c.Reach * c.Reach / reach
	random := rand.New(rand.NewPCG(c.Seed, uint64(s.Step)))
	started := s.From
	flips := map[string]float64{}
	var side [2]ai.Margins
	for i := range side {
		side[i] = started
	}
	eachMargin(&started, func(name string, _ *int) {
		flips[name] = float64(2*random.IntN(2) - 1)
	})
	for i, sign := range [2]float64{1, -1} {
		eachMargin(&side[i], func(name string, v *int) {
			x := s.Theta[name] + sign*flips[name]*reach*size(*v)
			// A fractional number is rounded at random to either neighbor, in proportion.
			*v = max(1, int(math.Floor(x+random.Float64())))
		})
	}
	spec := func(name string, m *ai.Margins) arena.Spec {
		return func(context.Context) (arena.Player, error) {
			return arena.Own(name, ai.Options{HashMB: c.Hash, Margins: m, Network: c.network}), nil
		}
	}
	match := &arena.Match{
		First: spec("up", &side[0]), Second: spec("down", &side[1]), Pairs: 1, Seed: c.Seed + uint64(s.Step),
		Openings: []arena.Opening{opening},
		Rules: arena.Rules{MaxPlies: 300, Budget: arena.Budget{Nodes: c.Nodes}, ResignScore: 700, ResignPlies: 6,
			DrawScore: 8, DrawPlies: 16, DrawFrom: 80},
	}
	t, err := match.Play(ctx)
	if err != nil {
		return err
	}
	s.learn(float64(t.Wins-t.Losses), rate, flips)
	return nil
}

// learn moves each number in its direction, by the games won there minus those lost.
func (s *spsaState) learn(won, rate float64, flips map[string]float64) {
	eachMargin(&s.From, func(name string, v *int) {
		s.Theta[name] = max(1, s.Theta[name]+rate*won*flips[name]*size(*v))
	})
	s.Step++
}

// size is the unit of a number's steps: the number itself, but not too small.
func size(v int) float64 { return max(4, math.Abs(float64(v))) }

// eachMargin calls f with each number of m.
func eachMargin(m *ai.Margins, f func(name string, v *int)) {
	s := reflect.ValueOf(m).Elem()
	for i := range s.NumField() {
		f(s.Type().Field(i).Name, s.Field(i).Addr().Interface().(*int))
	}
}

// resume returns the run saved beside Out, or a new one.
func (c *spsaCmd) resume() (*spsaState, error) {
	m := ai.MarginsFor(ai.Net)
	if c.From != "" {
		from, err := arena.ReadMargins(c.From)
		if err != nil {
			return nil, err
		}
		m = *from
	}
	s := &spsaState{spsaSettings: spsaSettings{Seed: c.Seed, Nodes: c.Nodes, Reach: c.Reach, Rate: c.Rate, Pairs: c.Pairs, Hash: c.Hash,
		Network: c.network.Checksum(), From: m}, Theta: map[string]float64{}}
	eachMargin(&m, func(name string, v *int) { s.Theta[name] = float64(*v) })
	file, err := os.ReadFile(c.Out + ".state")
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	was := &spsaState{}
	if err := json.Unmarshal(file, was); err != nil {
		return nil, fmt.Errorf("%s.state: %w", c.Out, err)
	}
	if was.spsaSettings != s.spsaSettings {
		return nil, fmt.Errorf("%s.state was created with other settings: use another file", c.Out)
	}
	return was, nil
}

// keep saves the margins and the state of the run.
func (c *spsaCmd) keep(s *spsaState) error {
	m := s.From
	eachMargin(&m, func(name string, v *int) { *v = int(math.Round(s.Theta[name])) })
	for path, what := range map[string]any{c.Out: &m, c.Out + ".state": s} {
		text, err := json.MarshalIndent(what, "", "\t")
		if err != nil {
			return err
		}
		if err := replaceFile(path, append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

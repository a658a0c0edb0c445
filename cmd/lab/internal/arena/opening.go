package arena

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"yeye/ai"
	"yeye/game"
)

// Opening is the start position of the two games of a pair.
type Opening struct {
	Start game.Position
	Moves []game.Move
}

// Game returns a new game with the opening played.
func (o Opening) Game(rules game.Rules) (*game.Game, error) {
	g := game.NewGame(o.Start, rules)
	for i, m := range o.Moves {
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("move %d of the opening, %s: %w", i+1, m, err)
		}
	}
	return g, nil
}

// String returns the opening as a line of a file of openings.
func (o Opening) String() string {
	var b strings.Builder
	if fen := o.Start.FEN(); fen == game.StartFEN {
		b.WriteString("startpos")
	} else {
		b.WriteString("fen " + fen)
	}
	for i, m := range o.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + m.String())
	}
	return b.String()
}

// ParseOpening reads "startpos moves h2e2 …", "fen FEN moves …", or either without its first word:
// bare moves, or a bare FEN.
func ParseOpening(line string) (Opening, error) {
	o := Opening{Start: game.Start()}
	head, tail, _ := strings.Cut(line, "moves")
	head = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(head), "position "))
	switch fen := strings.TrimSpace(strings.TrimPrefix(head, "fen ")); {
	case head == "startpos" || head == "":
	case strings.Contains(fen, "/"):
		p, err := game.ParseFEN(fen)
		if err != nil {
			return o, err
		}
		o.Start = p
	default:
		tail = head + " " + tail
	}
	for _, text := range strings.Fields(tail) {
		m, err := game.ParseMove(text)
		if err != nil {
			return o, err
		}
		o.Moves = append(o.Moves, m)
	}
	g, err := o.Game(game.Asian)
	if err == nil && g.Outcome().Over() {
		err = fmt.Errorf("the opening %q ends the game", line)
	}
	return o, err
}

// ReadOpenings reads one opening per line. Empty lines and lines that start with # are skipped.
func ReadOpenings(r io.Reader) ([]Opening, error) {
	var all []Opening
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		o, err := ParseOpening(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, o)
	}
	return all, s.Err()
}

// Generator generates varied and balanced openings. It uses the engine with the classic evaluation, so that a seed
// gives roughly the same openings in later versions.
type Generator struct {
	Plies   int      // 0 means 8
	Balance ai.Score // largest advantage of either side, 0 means 60

	engine *ai.Engine
	seen   map[uint64]bool
}

const (
	openingNodes   = 400  // nodes for each random ply
	balanceNodes   = 8000 // nodes for the balance check
	openingMultiPV = 12
	openingMargin  = 70 // a random move may be this much worse than the best, in Score
)

// Draw returns opening number (from 1) of a seed. It avoids duplicates of openings drawn or registered before.
func (d *Generator) Draw(ctx context.Context, seed uint64, number int) (Opening, error) {
	if d.engine == nil {
		d.engine = ai.New(ai.Options{HashMB: 4, Evaluation: ai.Classic})
	}
	plies, balance := d.Plies, d.Balance
	if plies == 0 {
		plies = 8
	}
	if balance == 0 {
		balance = 60
	}
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	for try := 0; ; try++ {
		if try > 0 && try%20 == 0 {
			balance += balance / 2 // so that the loop terminates
		}
		g := game.NewGame(game.Start(), game.Asian)
		d.engine.Clear()
		for g.Ply() < plies && !g.Outcome().Over() {
			m, err := d.randomMove(ctx, g, random)
			if err != nil {
				return Opening{}, err
			}
			if err := g.Play(m); err != nil {
				return Opening{}, err
			}
		}
		if g.Outcome().Over() || d.seen[g.Position().Key()] {
			continue
		}
		d.engine.Clear() // the balance check must not depend on how the opening was drawn
		info, err := d.engine.Search(ctx, g, ai.Limits{Nodes: balanceNodes}, nil)
		if err != nil {
			return Opening{}, err
		}
		if err := context.Cause(ctx); err != nil {
			return Opening{}, err
		}
		if max(info.Score, -info.Score) <= balance {
			o := Opening{g.Start(), append([]game.Move(nil), g.Moves()...)}
			d.register(o)
			return o, nil
		}
	}
}

// register keeps an opening from being generated again.
func (d *Generator) register(o Opening) {
	if d.seen == nil {
		d.seen = map[uint64]bool{}
	}
	p := o.Start
	for _, m := range o.Moves {
		p.Do(m)
	}
	d.seen[p.Key()] = true
}

// randomMove draws a move, better ones more likely. The first two plies are drawn from more moves, for variety.
func (d *Generator) randomMove(ctx context.Context, g *game.Game, random *rand.Rand) (game.Move, error) {
	breadth, spread := openingMultiPV, openingMargin
	if g.Ply() < 2 {
		breadth, spread = 30, 2*openingMargin
	}
	lines, err := d.engine.Lines(ctx, g, ai.Limits{Nodes: openingNodes * 3, MultiPV: breadth})
	if err != nil {
		return game.NoMove, err
	}
	weights := make([]float64, len(lines))
	var sum float64
	for i, l := range lines {
		if gap := int(lines[0].Score - l.Score); gap <= spread {
			weights[i] = math.Exp(-1.5 * float64(gap) / float64(spread))
			sum += weights[i]
		}
	}
	pick := random.Float64() * sum
	for i, w := range weights {
		if pick -= w; pick < 0 {
			return lines[i].Move(), nil
		}
	}
	return lines[0].Move(), nil
}

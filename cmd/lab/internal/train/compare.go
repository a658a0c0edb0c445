package train

import (
	"math"

	"yeye/ai/net"
	"yeye/game"
)

// Errors holds the mean squared error in expected points, by scores alone, of a network and of the built-in one, which
// it has to beat.
type Errors struct {
	Positions    int
	Net, BuiltIn float64
}

// Compare measures both on records, overall and by piece bucket. Use validation data.
func Compare(n *net.Net, records []Record) (all Errors, by [net.Buckets]Errors) {
	stack, builtIn := net.NewStack(n, 1), net.NewStack(net.BuiltIn(), 1)
	for i := range records {
		s := records[i].Unpack()
		p := s.Position()
		t := target(&s, 0)
		one, other := squaredError(stack, &p, t), squaredError(builtIn, &p, t)
		for _, e := range []*Errors{&all, &by[net.Bucket(p.Occupied().Count())]} {
			e.Positions++
			e.Net += one
			e.BuiltIn += other
		}
	}
	all.mean()
	for i := range by {
		by[i].mean()
	}
	return
}

func (e *Errors) mean() {
	n := float64(max(1, e.Positions))
	e.Net, e.BuiltIn = e.Net/n, e.BuiltIn/n
}

// squaredError returns the squared error of a network's value of a position against an expected result.
func squaredError(stack *net.Stack, p *game.Position, target float64) float64 {
	stack.Reset(0, p)
	miss := 1/(1+math.Exp(-float64(stack.Value(0, p))/net.Scale)) - target
	return miss * miss
}

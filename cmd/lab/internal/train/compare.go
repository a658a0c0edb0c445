package train

import (
	"math"

	"yeye/ai"
	"yeye/ai/net"
)

// Errors holds the mean squared error in expected points, by scores alone, of a network and of the
// hand-crafted evaluation, which the network has to beat.
type Errors struct {
	Positions int
	Net, Hand float64
}

// Compare measures both on records, overall and by piece bucket. Use validation data.
func Compare(n *net.Net, records []Record) (all Errors, by [net.Buckets]Errors) {
	stack := net.NewStack(n, 1)
	for i := range records {
		s := records[i].Unpack()
		p := s.Position()
		stack.Reset(0, &p)
		t := target(&s, 0)
		asNet, asHand := squaredError(float64(stack.Value(0, &p)), t), squaredError(float64(ai.HandmadeValue(&p)), t)
		for _, e := range []*Errors{&all, &by[net.Bucket(p.Occupied().Count())]} {
			e.Positions++
			e.Net += asNet
			e.Hand += asHand
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
	e.Net, e.Hand = e.Net/n, e.Hand/n
}

// squaredError returns the squared error of a score against an expected result.
func squaredError(score, target float64) float64 {
	miss := 1/(1+math.Exp(-score/net.Scale)) - target
	return miss * miss
}

package net

import (
	_ "embed"
	"sync"
)

// builtIn was fitted to positions of the engine's own games in thirteen fits, each starting from the weights of the
// previous one. cmd/lab/nnue.go lists the commands, and a shorter way. In millions of positions, with the evaluation
// and the search depth that labeled them:
//
//	18.6  captures alone                         and 2.8 hand-crafted, 3 plies: 2 epochs
//	14.3  hand-crafted, 3 plies                  4 epochs
//	45.3  captures alone                         with the 14.3 and 1.8 of an earlier network: 1 epoch
//	16.1  the last two kinds                     3 epochs
//	 5.5  network, 5 plies, 3 aside of the games 3 epochs, as all that follow but one
//	 2.5  the same                               with those before
//	 1.7  the same                               with those before: nine hours of one core so far
//	13.5  the same
//	 9.8  the same                               with those before: forty minutes of one core each
//	 5.9  the same                               with those before: 2 epochs
//	23.4  the same                               with most of those before: 35 minutes of two cores
//	15.1  network, 6 plies, 4 aside of the games alone: 35 minutes of two cores
//	 9.0  the same                               alone, 2 epochs: the game's result counts 3 parts in 10
//
// On the labels held out from the last fit, its mean squared error in expected points is 0.0029; that of a hand-crafted
// evaluation (HCE), fitted to 863 870 positions, was 0.0058.
//
//go:embed yeye.net
var builtIn []byte

// BuiltIn returns the network that the engine comes with.
var BuiltIn = sync.OnceValue(func() *Net {
	n, err := Parse(builtIn)
	if err != nil {
		panic(err) // the network is embedded, and a test reads it
	}
	return n
})

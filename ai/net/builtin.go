package net

import (
	_ "embed"
	"sync"
)

// builtIn was fitted to positions of the engine's own games in eleven fits, each from the
// weights of the one before (cmd/lab has the commands, and the same way in fewer steps): to
// 18.6 million valued by captures alone and 2.8 million labelled by searches of three plies
// with the hand-made evaluation, two epochs; to 14.3 million of the latter, four; to 45.3
// million by captures alone, the 14.3 million and 1.8 million labelled with an earlier
// network, one; to the last two kinds, three; to 5.5 million labelled with the network so
// far by searches of five plies, three plies aside of the games, three; to these and 2.5
// million labelled with the network of that fit, three; to these and 1.7 million labelled
// with the network of that, three. It took about nine hours of one core. Then to 13.5
// million labelled with the network of that, three; to these and 9.8 million labelled with
// the network of that, three: forty minutes of a core each; and to all these and 5.9 million
// labelled with the network of that, two; and to most of these and 23.4 million labelled
// with the network of that, three: 35 minutes of two cores. On the labels held back from the
// fits its mean squared error in expected points is 0.0022, that of the hand-made evaluation
// 0.0044.
//
//go:embed yeye.net
var builtIn []byte

// BuiltIn returns the network that the engine comes with.
var BuiltIn = sync.OnceValue(func() *Net {
	n, err := Parse(builtIn)
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return n
})

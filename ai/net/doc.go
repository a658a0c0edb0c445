// Package net holds the network that values positions: how it is stored, read, updated
// move by move and evaluated.
//
// It looks at the board from both sides. Each side sees 1260 features (its own and the
// other's 7 kinds of piece on 90 points, the board turned so that it sits below) and
// sums a row of weights for every piece there is: its accumulator. A move changes
// three features at most, so the accumulators are not summed again but updated, and
// only when a value is needed ([Stack]). The accumulators of the side to move and of
// the other, clamped and squared (SCReLU), are weighed by one of eight rows of output
// weights, chosen by how many pieces are left.
//
// All of it is whole numbers, so the value of a position is the same on every machine
// and by every kernel: AVX2 where the processor has it, words of four lanes elsewhere.
//
// What may not enter: search, training (package train), and anything that depends on
// how the value is used.
package net

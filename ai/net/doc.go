// Package net holds the network that evaluates positions (NNUE): its file format, its accumulators
// and its evaluation.
//
// The network sees the board from both sides. Each side has 1260 features: its own and the other's 7 kinds of piece on
// 90 squares, with the board rotated so that the side sits at the bottom. A side's accumulator is the sum of the weight
// rows of its pieces. A move changes at most three features, so accumulators are updated incrementally, and only when a
// value is needed ([Stack]). The accumulators of the side to move and of the other, clamped and squared (SCReLU), are
// multiplied by one of eight rows of output weights, chosen by the number of pieces left.
//
// All arithmetic is in integers, so the value of a position is the same on every machine and with
// every kernel: AVX2 if the processor has it, else four lanes per word.
//
// Out of scope: search, training (package train), and anything that depends on how the value is used.
package net

package ai

import (
	"context"
	"time"

	"yeye/game"
)

// benchPositions are the start position and positions of games that the engine
// played against itself, from opening to endgame.
var benchPositions = [...]string{
	game.StartFEN,
	"rnbakab2/7r1/1c4n2/p1p1p3p/1C4p2/2P5P/P3PcP2/4B2CN/9/RNBAKA2R w - - 12 1",
	"2bakab2/9/n3c1n2/p3p1p1p/2p6/6PC1/P1r6/2C5B/3RA4/1NBAK2N1 w - - 0 1",
	"4kab2/4a4/9/9/2Pn4P/3r5/4R4/4B4/4A4/3AK4 b - - 14 1",
	"2b6/4a4/4bk3/5C3/9/1c1n5/9/5A2B/4A4/5K3 b - - 28 1",
	"4k2c1/4a4/9/9/8p/9/4r4/3R5/4A4/2BAK4 w - - 4 1",
	"9/3k5/9/9/9/4R1B2/9/9/3p3r1/5KB2 b - - 84 1",
	"r2ak1b2/9/n1cab4/4p1n1p/p1p6/4P3P/PRP1N1P2/C8/4A4/2BAK1BN1 w - - 4 1",
	"2ba1ab1r/3k5/n5nc1/p1p5p/4p4/6p2/P1P1P3P/6NC1/R8/1NBAKAB2 b - - 1 1",
	"9/9/b1P1k4/p7N/9/9/P5n2/9/4A4/3A1K3 b - - 35 1",
	"2b3C2/1r2ak3/1c3a3/2pn3rp/3C1n3/2P1P1P2/P7P/2N1BR3/4A4/3RKABc1 b - - 6 1",
	"4kab2/4a4/3n3n1/2N1r4/2P2R3/2B2C3/9/4B4/4A4/3A1K3 w - - 15 1",
	"3a5/4a4/b2k5/9/5N3/2B3B1n/P8/1C4n2/4Ap3/4KA3 b - - 1 1",
	"4kCR2/9/9/p1p1p3p/9/4P4/P1P5P/4Bp1C1/7cc/1r1AK4 w - - 0 1",
	"1nba1a1r1/r3k4/4b2c1/p3p1p1p/1cp6/9/P1P1P1P1P/C3B1N2/3N5/1R1AKAB1R b - - 5 1",
	"3akab2/9/3rb3n/R1p6/8p/2P6/P1r5P/2N1B2R1/4A4/2BAK4 w - - 3 1",
	"1nba1aC2/4krRC1/4c4/2p1p3p/r8/9/P1P1P3P/9/4K4/2cA2BNR b - - 3 1",
	"1rb1kabn1/7C1/4c4/p5pr1/2p6/8P/P1P1PRP2/2N5B/4AR3/2BAK4 b - - 0 1",
	"9/5k3/9/5P3/9/9/9/3K5/2p1A4/9 b - - 9 1",
	"9/2Nka4/1c2ba3/9/2b6/2B6/9/3ABK3/9/3A5 w - - 61 1",
	"2Raka3/9/n8/4N4/2br5/9/9/4B4/3pA4/4K1B2 b - - 6 1",
	"rnbakabnr/9/1c5c1/2p1p1p1p/p8/8C/P1P1P1P1P/C8/R3K4/1NBA1ABNR b - - 11 1",
	"1nbakab2/3r5/9/p1p1p1prp/4c4/P5P2/2P4cP/3C5/3K5/RNBA1ABNR w - - 0 1",
	"1nbakab2/6r2/8n/p1p1p3N/9/8P/P1P1P4/B3CA3/3NA1c2/4K1R2 w - - 3 1",
}

// Bench searches benchPositions to a depth in plies with an engine built with o, whose table is cleared before each.
// With one thread the node count is the checksum of search and evaluation: it changes if and only if they do. progress
// gets each position's result.
func Bench(ctx context.Context, o Options, depth int,
	progress func(fen string, info Info)) (nodes uint64, took time.Duration, err error) {
	e := New(o)
	for _, fen := range benchPositions {
		p, err := game.ParseFEN(fen)
		if err != nil {
			return nodes, took, err
		}
		e.Clear()
		info, err := e.Search(ctx, game.NewGame(p, game.Asian), Limits{Depth: depth}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nodes, took, err
		}
		nodes += info.Nodes
		took += info.Time
		if progress != nil {
			progress(fen, info)
		}
	}
	return nodes, took, nil
}

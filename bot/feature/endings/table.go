package endings

import "yeye/game"

// row is an ending in table. Red moves first, and the player is Red.
type row struct {
	name, fen string
	goal      Goal
	moves     int // moves of the shortest known win, 0 if unknown
}

// chapter is a chapter in table.
type chapter struct {
	name string
	rows []row
}

// table lists all endings in display order. Goals were verified by two engines: a number of moves is the shortest mate
// that either proved; the other goals are the results of two games between them with sides swapped. The classics are
// from at least two sources that agree on every piece, and both engines evaluate them as drawn with 20 million nodes.
//
// Two classics are left out, because the opponent, with its million nodes, does not play them well enough. 带子入朝: with
// 20 million nodes one engine evaluates it as drawn, ours as +2.5 pawns for Black; of three games with 150 000 nodes a
// move Black won one. 千里独行: of three games with 150 000 nodes a move Black won two and Red one, of three with a million
// Red won two, and the only one with four million was won by Black; some lines are drawn by the Asian rules but lost
// for Red by the Chinese ones.
var table = []chapter{
	{"pawn", []row{
		{"P1", "3k5/9/9/9/6P2/9/9/9/9/4K4", Win, 5},
		{"P2", "2P6/9/5k3/9/9/9/9/9/9/4K4", Draw, 0},
		{"P3", "3ak4/9/9/9/6P2/9/9/9/9/3K5", Draw, 0},
		{"P4", "3k5/9/4b4/6P2/9/9/9/9/9/4K4", Draw, 0},
		{"P5", "3k1a3/4a4/9/3P1P3/9/9/9/9/9/4K4", Win, 9},
		{"P6", "2bk2b2/9/9/3P1P3/9/9/9/9/9/4K4", Win, 6},
		{"P7", "3k5/4a4/4b4/3P1P3/9/9/9/9/9/4K4", Draw, 0},
		{"P9", "3k1ab2/4a4/4b4/3P1P3/9/9/9/9/9/4K4", Draw, 0},
	}},
	{"horse", []row{
		{"N4", "4k4/9/9/9/9/9/9/1N7/9/3K5", Win, 6},
		{"N1", "3k5/4a4/9/9/4N4/9/9/9/9/4K4", Win, 13},
		{"N2", "3k5/9/4b4/9/4N4/9/9/9/9/4K4", Draw, 0},
		{"N3", "3k1a3/4a4/9/9/4N4/9/9/9/9/4K4", Draw, 0},
		{"N5", "3k1a3/4a4/9/4P4/4N4/9/9/9/9/4K4", Win, 5},
		{"N7", "2bk2b2/9/9/4P4/4N4/9/9/9/9/4K4", Win, 8},
		{"N8", "3k1ab2/4a4/4b4/9/3N1N3/9/9/9/9/4K4", Win, 0},
	}},
	{"cannon", []row{
		{"C6", "3k5/9/9/9/9/9/9/4C4/9/4K4", Draw, 0},
		{"C5", "3k5/9/9/9/9/9/9/4C4/4A4/4K4", Win, 9},
		{"C9", "3k5/9/9/9/9/9/9/4C4/9/2B1K4", Draw, 0},
		{"C3", "3k5/4a4/9/9/9/9/9/4C4/4A4/4K4", Win, 14},
		{"C1", "3k1a3/4a4/9/9/9/9/9/4C4/4A4/3AK4", Win, 0},
		{"C2", "3k1a3/4a4/9/9/9/9/9/4C4/4A4/4K4", Win, 0},
		{"C4", "2bk2b2/9/9/9/9/2B6/9/4C4/4A4/3AK1B2", Draw, 0},
		{"C7", "3k1ab2/4a4/4b4/9/9/9/9/3C1C3/4A4/3AK4", Win, 0},
	}},
	{"rook", []row{
		{"R12", "4k4/9/9/9/9/9/9/9/9/R4K3", Win, 2},
		{"R13", "3k5/9/4n4/9/9/9/9/9/9/R3K4", Win, 3},
		{"R1", "3aka3/9/9/9/9/9/9/9/9/R4K3", Win, 5},
		{"R2", "2b1k1b2/9/9/9/9/9/9/9/9/R4K3", Win, 11},
		{"R4", "3aka3/9/4b4/9/9/9/9/9/9/R3K4", Win, 7},
		{"R5", "3ak4/9/4b4/9/6b2/9/9/9/9/R3K4", Win, 14},
		{"R3", "3aka3/9/4b4/9/6b2/9/9/9/9/R3K4", Draw, 0},
		{"R7", "9/2c1k4/3a1a3/9/9/9/9/9/9/R2K5", Draw, 0},
		{"R11", "3k5/9/9/9/9/9/3p1p3/9/9/R3K4", Win, 10},
		{"R8", "3aka3/9/4b4/4P4/6b2/9/9/9/9/R3K4", Win, 10},
		{"R15", "3aka3/9/3Pb4/9/6b2/9/9/9/9/R4K3", Win, 10},
		{"R10", "3aka3/9/3r5/9/9/9/9/4C4/4A4/R2AK4", Win, 0},
	}},
	{"hold", []row{
		{"H5", "3k5/9/9/9/9/6p2/9/9/9/3AK4", Draw, 0},
		{"H4", "4k4/9/9/9/9/4n4/9/4B4/9/3K5", Draw, 0},
		{"H2", "4k4/9/9/9/9/4n4/9/9/4A4/3K1A3", Draw, 0},
		{"H1", "r3k4/9/9/9/9/6B2/9/4B4/9/3AKA3", Draw, 0},
	}},
	{Classics, []row{
		{"stars", "4rk3/3P5/4bP3/9/9/8P/9/1p2p2C1/3p1p3/4K1RR1", Draw, 0},
		{"horses", "2bak4/4a4/4b4/9/6NRR/2B6/1rP1P4/3pB4/4p4/3K5", Draw, 0},
		{"creek", "3k1n3/4P4/9/9/8R/8R/3r3CC/5p3/4p4/2B2K3", Draw, 0},
		{"earthworm", "3ak4/4a4/4b4/9/2p6/5R2P/9/9/4p1p2/5K2R", Draw, 0},
	}},
}

// Classics is the chapter of the classics.
const Classics = "classics"

// mustParse parses a position of table, Red to move. It panics on an error, since the table is part of the program.
func mustParse(fen string) game.Position {
	p, err := game.ParseFEN(fen + " w")
	if err != nil {
		panic("ending " + fen + ": " + err.Error())
	}
	return p
}

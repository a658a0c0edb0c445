// Package masters knows which moves masters play in a position, how often, and how their games ended: 30 137 moves in
// 24 553 positions of the first forty plies, counted in 27 749 games. A move is known if at least [Least] games have
// it, so that one which is not known may have been played once or twice. All counts and years are exact.
//
// [At] finds a position by its board and side to move, whichever moves led to it, and its mirror image as well. The
// table is packed into masters.bin by [Pack] (lab masters pack), and unpacked when somebody first asks.
//
// The counts were taken from the Chinese Chess Practical Dataset by Yu-Han Tseng (CC BY 4.0).
//
// Out of scope: games, names of players, anything that searches. The table judges positions: of a game between
// people nothing of it may be said.
package masters

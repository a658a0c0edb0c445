// Package masters tells which moves masters play in a position, how often, and how their games ended: 30 137 moves in
// 24 553 positions of the first forty plies, counted in 27 749 games. A move is in the table if at least [MinGames]
// games have it, so a missing one may have been played once or twice. All counts and years are exact.
//
// [At] finds a position by its board and side to move, in any move order, and its mirror image as well. The table is
// packed into masters.bin by [Pack] (lab masters pack), and unpacked at the first call.
//
// The counts were taken from the Chinese Chess Practical Dataset by Yu-Han Tseng (CC BY 4.0).
//
// Out of scope: games, names of players, anything that searches. The table evaluates positions, so during a game
// between people nothing from it may be shown.
package masters

// Package notation converts between moves and the text that people write: coordinates (h2e2), the English
// notation of the world federation (WXF, C2=5), Chinese in both scripts (炮二平五), Vietnamese (P2-5).
//
// Reading has three steps. First, the text is stripped of decoration that chat adds to a move: quotes, stars, a leading
// number, a trailing "!" (clean.go). Then each family of notations lists, without a board, which moves the text could
// mean (coordinates.go, wxf.go, chinese.go, words.go, said.go): a [query] names a piece by its file, its rank among
// pieces of its kind or its square, and its target. Last, the queries are resolved on the board (resolve.go): all
// pieces that each could mean are tried, and the legal moves are kept. A single legal move is the result. If there are
// several, none is chosen and [*Ambiguous] lists them.
//
// Words that people put around a move are in remarks.go, forms that only some readers use in tentative.go, the side
// before a move in side.go, texts of several parts that must agree in label.go, several moves in line.go, moves of game
// files with known rank numbers in ranked.go.
//
// Files are numbered from the right of the side that moves, and "forward" is its forward: the same
// text means different moves for Red and Black.
//
// Out of scope: sentences for players (callers choose them by the error), game files (package record), anything with
// state. Look-alike letters of other alphabets are refused, not mapped.
package notation

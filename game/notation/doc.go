// Package notation turns what people write into moves, and moves into what
// people like to read: coordinates (h2e2), the English notation of the world
// federation (WXF, C2=5), Chinese in both scripts (炮二平五), Vietnamese (P2-5).
//
// Reading has three steps, a file each. First the text is cleaned of what chat
// adds to a move: quotes, stars, a leading number, a trailing "!" (clean.go).
// Then each family says, without a board, which moves the text could ask for
// (coordinates.go, wxf.go, chinese.go, words.go, said.go): a [query] names a piece by
// its file, its rank among pieces of its kind or its point, and where it goes. Last the
// queries are put to the board (resolve.go): all pieces that each could mean are
// tried, the legal moves kept, and a single one is the answer. Two or more are
// shown, never chosen between: [*Ambiguous]. Words that people put around a move are in
// remarks.go, forms that only some readers mean in tentative.go. Texts of several parts that must agree
// are in label.go, moves of game files with their way to count ranks in ranked.go.
//
// Files are numbered from the mover's own right, and "forward" is the mover's:
// the same text means different moves for Red and Black.
//
// What may not enter: sentences for players (callers choose them by the error),
// game files (package record), anything that remembers. Look-alike letters of
// other alphabets are refused, not mapped.
package notation

package explain

import "yeye/game"

// Kind says what a move achieves.
type Kind uint8

const (
	NoFact      Kind = iota // no fact was found
	Mates                   // mates in N moves
	Forces                  // mates in N moves or leaves no legal move; too long to name N
	Stalemates              // leaves the opponent no legal move in N, which wins
	DelaysMate              // loses to mate or stalemate in N whatever is played; this move delays it longest
	WinsByRule              // only a forbidden repetition keeps the opponent from losing
	LosesByRule             // every move loses; this one delays it until the repetition is ruled on
	OnlyMove                // no other move is legal
	ParriesMate             // of the opponent's mate in N, which would start with Threat
	AnswersCheck
	Recaptures    // Piece on At, which has just captured
	Wins          // Piece on At, with move N
	WinsFor       // Piece on At, with move N, for the own Other
	WinsMaterial  // more than is lost, over several pieces
	TrapsPiece    // Piece on At: captured with the second move, or traded for a piece of similar value at best
	CheckFork     // checks, and captures Piece on At next whatever the reply
	Fork          // attacks Piece on At and Other on OtherAt
	Saves         // the own Piece on At from Threat
	Protects      // the own Piece on At, a pawn, from Threat
	ThreatensMate // in N
	Threatens     // Piece on At
	Exchanges     // Piece on At for the own Other
	GivesCheck
	Centers  // a cannon to the middle file
	Crosses  // a pawn, the river
	Develops // Piece, from its starting point
	Frees    // the own Piece on At, which it was blocking
	Captures // Piece on At; the lines do not show that it is won
	// The own Piece on At moves to a strong square.
	HollowCannon // a cannon, to the king's file with nothing between
	Invades      // a rook, to the opponent's last two ranks
	OpensFile    // a rook, to a file without pawns, none of its own side ahead
	Approaches   // a horse, to a point from which it can leap into the palace
	Activates    // a rook or a horse, to a point from which it has many more moves
)

var kindNames = [...]string{"plain", "mates", "forces", "stalemates", "delaysmate", "winsbyrule", "losesbyrule",
	"onlymove", "parriesmate", "answerscheck",
	"takesback", "wins", "winsfor", "winsmaterial", "traps", "checkfork", "fork", "saves", "protects", "threatensmate",
	"threatens", "exchanges",
	"givescheck", "centers", "crosses", "develops", "frees", "takes", "barecannon", "invades", "opensfile",
	"approaches", "activates"}

// String returns the lower-case name, which is the key of its sentence in the catalogs.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Kinds is the number of kinds of reasons.
const Kinds = len(kindNames)

// Reason is one fact about a move. Kind says which fields are used. Squares are those before the move.
type Reason struct {
	Kind         Kind
	N            int // moves of the side that mates or wins
	Piece, Other game.Piece
	At, OtherAt  game.Square
	Threat       game.Move // of the opponent
}

package explain

import "yeye/game"

// Kind says what a move achieves.
type Kind uint8

const (
	Plain       Kind = iota // no fact was found
	Mates                   // mates in N moves
	Forces                  // mates in N moves or leaves no legal move; N is too large to be certain
	Stalemates              // leaves the opponent no legal move in N, which wins
	DelaysMate              // loses to mate or stalemate in N whatever is played; this move holds out longest
	WinsByRule              // the opponent can only repeat what is forbidden
	LosesByRule             // every move loses; this one holds out until the repetition is ruled on
	OnlyMove                // nothing else is legal
	ParriesMate             // of the opponent's mate in N, which would start with Threat
	AnswersCheck
	TakesBack     // Piece on At, which has just captured
	Wins          // Piece on At, with move N
	WinsFor       // Piece on At, with move N, for the own Other
	WinsMaterial  // more than is lost, several pieces
	Traps         // Piece on At, which is captured with the second move, at best for one of similar value
	CheckFork     // checks, and captures Piece on At next whatever the answer
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
	Takes    // Piece on At; the line does not show that it is won
	// The own Piece on At comes to a strong place.
	BareCannon // a cannon, to the king's file with nothing between
	Invades    // a rook, to the opponent's last two ranks
	OpensFile  // a rook, to a file without pawns, none of its own side ahead
	Approaches // a horse, to a point from which it can leap into the palace
	Activates  // a rook or a horse, to a point from which it has many more moves
)

var kindNames = [...]string{"plain", "mates", "forces", "stalemates", "delaysmate", "winsbyrule", "losesbyrule",
	"onlymove", "parriesmate", "answerscheck",
	"takesback", "wins", "winsfor", "winsmaterial", "traps", "checkfork", "fork", "saves", "protects", "threatensmate",
	"threatens", "exchanges",
	"givescheck", "centers", "crosses", "develops", "frees", "takes", "barecannon", "invades", "opensfile",
	"approaches", "activates"}

// String returns the lower-case name, the key of its sentence.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Kinds is the number of kinds of reasons.
const Kinds = len(kindNames)

// Reason is one fact about a move. Kind says which fields are used. Pieces are named by their
// points before the move.
type Reason struct {
	Kind         Kind
	N            int // moves of the side that mates or wins
	Piece, Other game.Piece
	At, OtherAt  game.Square
	Threat       game.Move // of the opponent
}

package explain

import "yeye/game"

// Kind says what a move achieves.
type Kind uint8

const (
	Plain       Kind = iota // nothing that can be pointed at
	Mates                   // mates in N moves
	Forces                  // mates in N moves or leaves no legal move, too many for the number to be certain
	Stalemates              // leaves the opponent without a legal move in N, which wins
	DelaysMate              // is mated in N, or has no legal move then, whatever is played; this holds out longest
	WinsByRule              // the opponent can only repeat what is forbidden
	LosesByRule             // whatever is played loses; this holds out until its repetition is ruled upon
	OnlyMove                // nothing else is legal
	ParriesMate             // of the opponent's mate in N, which Threat would begin
	AnswersCheck
	TakesBack     // Piece on At, which has just taken
	Wins          // Piece on At, with the Nth move
	WinsFor       // Piece on At, with the Nth move, for the own Other
	WinsMaterial  // more than is given, of several pieces
	Traps         // Piece on At, which falls with the second move; at best one of like worth is had for it
	CheckFork     // checks, and takes Piece on At next whatever the answer
	Fork          // attacks Piece on At and Other on Beside
	Saves         // the own Piece on At from Threat
	Protects      // the own Piece on At, a pawn, from Threat
	ThreatensMate // in N
	Threatens     // Piece on At
	Exchanges     // Piece on At for the own Other
	GivesCheck
	Centers  // a cannon to the middle file
	Crosses  // a pawn, the river
	Develops // Piece, from where it began
	Frees    // the own Piece on At, whose way it was blocking
	Takes    // Piece on At, which the line does not show to be won
	// The own Piece on At comes to a strong place.
	BareCannon // a cannon, to the king's file with nothing between
	Invades    // a rook, to the opponent's last two ranks
	OpensFile  // a rook, to a file without pawns, none of its own side ahead
	Approaches // a horse, to a point from which it can leap into the palace
	Activates  // a rook or a horse, to a point from which it has many more moves
)

var kindNames = [...]string{"plain", "mates", "forces", "stalemates", "delaysmate", "winsbyrule", "losesbyrule", "onlymove", "parriesmate", "answerscheck",
	"takesback", "wins", "winsfor", "winsmaterial", "traps", "checkfork", "fork", "saves", "protects", "threatensmate", "threatens", "exchanges",
	"givescheck", "centers", "crosses", "develops", "frees", "takes", "barecannon", "invades", "opensfile", "approaches", "activates"}

// String returns the lower-case name, the key of its sentence.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Kinds is the number of kinds.
const Kinds = len(kindNames)

// Reason is one fact about a move. Its Kind says which fields are used; pieces
// are named by their points before the move.
type Reason struct {
	Kind         Kind
	N            int // moves of the side that mates or wins
	Piece, Other game.Piece
	At, OtherAt  game.Square
	Threat       game.Move // of the opponent
}

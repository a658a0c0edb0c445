package voice

// Kind is something worth a word. Keys of catalogs are its String.
type Kind uint8

const (
	Greeting    Kind = iota // the game starts
	Return                  // the player was away for weeks
	Familiar                // the opening is one that the player often plays
	Anniversary             // of the first game together on this server; N takebacks since
	Takes                   // the character has taken a piece of Role
	Loses                   // the player has taken a piece of Role
	Checks                  // the character's move gives check
	Checked                 // the player's move gave check
	YourBlunder             // the player gave a piece of Role for nothing, and it was taken
	MyBlunder               // the character gave a piece of Role for nothing
	Sacrifice               // the player offers a piece of Role and is no worse for it
	Missed                  // the player could have mated in one and did not
	Crosses                 // a pawn of the character crosses the river
	Cannon                  // the player opens with the central cannon
	Takeback                // the player has taken a move back
	Hint                    // the player has had a hint
	LongThink               // the player has thought for long
	Winning                 // the character is clearly better now
	Losing                  // the character is clearly worse now
	Won                     // the character has won
	Lost                    // the player has won
	Drawn
	FirstWin  // the player has won for the first time on this server
	Beaten    // the player won the last game on this server
	Wink      // a player who has never played before has taken a move back
	Trade     // pieces of about the same worth were exchanged
	Mating    // the character sees a mate that cannot be stopped
	Level     // an even endgame
	Resigned  // the player has resigned
	LongGame  // a hundred moves have been played
	Fine      // the player's quiet move was better than the character had expected
	Streak    // the player has lost the last games and plays again
	Reply     // in an exhibition: the answer to what the other has just said, a moment of Kind N
	CloseVote // many people play together, and another move had nearly as many votes as theirs
	TurnsUp   // in flipped chess: the character has turned over a piece of Role
	TheyTurn  // the player has turned over a piece of Role
)

var kindNames = [...]string{"greeting", "return", "familiar", "anniversary", "takes", "loses", "checks", "checked",
	"yourblunder", "myblunder", "sacrifice", "missed", "crosses", "cannon", "takeback", "hint", "longthink",
	"winning", "losing", "won", "lost", "drawn", "firstwin", "beaten", "wink",
	"trade", "mating", "level", "resigned", "longgame", "fine", "streak", "reply", "closevote", "turnsup", "theyturn"}

// Kinds is the number of kinds.
const Kinds = len(kindNames)

// String returns the key of the kind in catalogs.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Last reports whether a moment is the end of the game.
func (k Kind) EndsGame() bool {
	return k == Won || k == Lost || k == Drawn || k == FirstWin || k == Resigned
}

// Judges reports whether a moment says how good a position or a move was, and not only what happened on the board.
func (k Kind) Judges() bool {
	switch k {
	case YourBlunder, MyBlunder, Sacrifice, Missed, Winning, Losing, Mating, Level, Fine:
		return true
	}
	return false
}

// eager returns how often, out of 100 times, a moment is worth a word when a word is allowed: captures and checks are
// too common to be talked about each time.
func (k Kind) percent() int {
	switch k {
	case Takes, Loses, Level:
		return 25
	case Checks, Checked, Crosses, Trade:
		return 35
	case Cannon, LongThink, Hint:
		return 50
	case Takeback, Beaten, Resigned, Fine, TurnsUp, TheyTurn:
		return 70
	case Winning, Losing:
		return 80
	}
	return 100
}

package voice

// Kind is a kind of moment. Its String is the key in catalogs.
type Kind uint8

const (
	Greeting    Kind = iota // the game has started
	Return                  // the player was away for weeks
	Familiar                // the player often plays this opening
	Anniversary             // of the first game on this server; N is the number of takebacks since
	Takes                   // the character has taken a piece of Role
	Loses                   // the player has taken a piece of Role
	Checks                  // the character's move gives check
	Checked                 // the player's move gave check
	YourBlunder             // the player hung a piece of Role, and it was taken
	MyBlunder               // the character hung a piece of Role
	Sacrifice               // the player offers a piece of Role and loses nothing by it
	Missed                  // the player could have mated in one and did not
	Crosses                 // a pawn of the character crosses the river
	Cannon                  // the player opens with the central cannon
	Takeback                // the player has taken a move back
	Hint                    // the player has had a hint
	LongThink               // the player has thought for a long time
	Winning                 // the character is clearly better now
	Losing                  // the character is clearly worse now
	Won                     // the character has won
	Lost                    // the player has won
	Drawn
	FirstWin  // the player's first win on this server
	Beaten    // the player won the last game on this server
	Wink      // a newcomer has taken a move back
	Trade     // pieces of about equal value were exchanged
	Mating    // the character has found a forced mate
	Level     // an even endgame
	Resigned  // the player has resigned
	LongGame  // a hundred moves have been played
	Fine      // the player's quiet move was better than the character's search expected
	Streak    // the player has lost the last games and plays again
	Reply     // in an exhibition: answers the other character's last line, whose Kind is N
	CloseVote // in a vote match: another move had nearly as many votes
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

// EndsGame reports whether a moment is about the end of the game.
func (k Kind) EndsGame() bool {
	return k == Won || k == Lost || k == Drawn || k == FirstWin || k == Resigned
}

// Judges reports whether a moment evaluates a position or a move, rather than telling what happened on the board.
func (k Kind) Judges() bool {
	switch k {
	case YourBlunder, MyBlunder, Sacrifice, Missed, Winning, Losing, Mating, Level, Fine:
		return true
	}
	return false
}

// percent returns the probability, in percent, that a moment is commented on when a line is allowed: captures and
// checks are too common to comment on each.
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

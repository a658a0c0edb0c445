package board

import "yeye/bot/session"

// Warning is a message that told a player that their flag will fall.
type Warning struct {
	Channel, Message string
	Turn             int64 // that the player was to move in
	Player           session.PlayerID
}

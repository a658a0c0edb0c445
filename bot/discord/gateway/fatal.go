package gateway

import (
	"errors"
	"net/http"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
)

// FatalError is a permanent failure, which no retry will fix. Sentence tells the operator in plain English what to do;
// Code is the gateway's close code or the HTTP status.
type FatalError struct {
	Code     int
	Sentence string
}

func (e *FatalError) Error() string { return e.Sentence }

const refusedToken = "Discord refused the token: set DISCORD_TOKEN to the one on the page Bot of your application " +
	"(discord.com/developers); a token that was reset there no longer works"

// closeDisallowedIntents is the close code for a privilege that the application does not have.
const closeDisallowedIntents = 4014

// fatalCodes are the close codes after which Discord forbids another try.
var fatalCodes = map[int]string{
	4004: refusedToken,
	4010: "Discord refused the shard this bot asked for: its index must be below the number of shards",
	4011: "this bot is in too many servers for this number of shards; start it with more (--shards)",
	4012: "Discord no longer supports the gateway version that this program uses; update yeye",
	4013: "Discord does not know one of the intents this program asks for; update yeye",
	closeDisallowedIntents: "Discord does not allow one of the intents this program asks for, even without the " +
		"Message Content Intent; update yeye",
}

// Fatal returns the FatalError behind an error of the gateway or of a request, or nil if another try may help.
func Fatal(err error) *FatalError {
	if discord.AsAPIError(err).Unauthorized() {
		return &FatalError{http.StatusUnauthorized, refusedToken}
	}
	if sentence, ok := fatalCodes[closeCode(err)]; ok {
		return &FatalError{closeCode(err), sentence}
	}
	return nil
}

// closeCode returns the code with which Discord closed the connection, 0 for none.
func closeCode(err error) int {
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		return closed.Code
	}
	return 0
}

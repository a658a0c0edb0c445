package gateway

import (
	"errors"
	"net/http"

	"github.com/gorilla/websocket"
)

// FatalError is an end that no waiting will mend. Sentence says in plain English
// what the operator can do; Code is the gateway's close code or the HTTP status.
type FatalError struct {
	Code     int
	Sentence string
}

func (e *FatalError) Error() string { return e.Sentence }

const refusedToken = "Discord refused the token: set DISCORD_TOKEN to the one on the page Bot of your application (discord.com/developers); a token that was reset there no longer works"

// fatalCodes are the close codes after which Discord wants no other try.
var fatalCodes = map[int]string{
	4004: refusedToken,
	4010: "Discord refused the shard this bot asked for; this version runs as a single shard",
	4011: "this bot is in too many servers for one connection (Discord asks for sharding); this version cannot split them yet",
	4012: "Discord no longer speaks the version of its gateway that this program uses; get a newer yeye",
	4013: "Discord does not know one of the intents this program asks for; get a newer yeye",
	4014: "Discord does not let this bot read messages: switch on 'Message Content Intent' on the page Bot of your application (discord.com/developers), or start with --no-message-content",
}

// fatal is the FatalError behind an error, or nil where another try may help.
func fatal(err error) *FatalError {
	var api *APIError
	if errors.As(err, &api) && api.Status == http.StatusUnauthorized {
		return &FatalError{api.Status, refusedToken}
	}
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		if sentence, ok := fatalCodes[closed.Code]; ok {
			return &FatalError{closed.Code, sentence}
		}
	}
	return nil
}

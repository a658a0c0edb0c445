package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Error is a refusal in Discord's form. Errors, if there, is the tree of faults of a body.
type Error struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

func (e *Error) Error() string {
	if e.Errors == nil {
		return fmt.Sprintf("%d %s (code %d)", e.Status, e.Message, e.Code)
	}
	tree, _ := json.Marshal(e.Errors)
	return fmt.Sprintf("%d %s (code %d) %s", e.Status, e.Message, e.Code, tree)
}

// The refusals that carry no particulars. Codes are Discord's.
var (
	errUnauthorized     = &Error{401, 0, "401: Unauthorized", nil}
	errNotFound         = &Error{404, 0, "404: Not Found", nil}
	errUnknownChannel   = &Error{404, 10003, "Unknown Channel", nil}
	errUnknownGuild     = &Error{404, 10004, "Unknown Guild", nil}
	errUnknownMember    = &Error{404, 10007, "Unknown Member", nil}
	errUnknownMessage   = &Error{404, 10008, "Unknown Message", nil}
	errUnknownUser      = &Error{404, 10013, "Unknown User", nil}
	errUnknownEmoji     = &Error{400, 10014, "Unknown Emoji", nil}
	errNoSuchEmoji      = &Error{404, 10014, "Unknown Emoji", nil}
	errUnknownWebhook   = &Error{404, 10015, "Unknown Webhook", nil}
	errUnknownApp       = &Error{404, 10002, "Unknown Application", nil}
	errUnknownInter     = &Error{404, 10062, "Unknown interaction", nil}
	errUnknownCommand   = &Error{404, 10063, "Unknown application command", nil}
	errNotForBots       = &Error{403, 20001, "Bots cannot use this endpoint", nil}
	errOnlyBots         = &Error{403, 20002, "Only bots can use this endpoint", nil}
	errTooManyEmojis    = &Error{400, 30008, "Maximum number of emojis reached (2000)", nil}
	errTooManyCommands  = &Error{400, 30032, "Maximum number of application commands reached (100)", nil}
	errDailyCommands    = &Error{429, 30034, "Max number of daily application command creates has been reached (200)", nil}
	errTooLarge         = &Error{413, 40005, "Request entity too large", nil}
	errAnswered         = &Error{400, 40060, "Interaction has already been acknowledged.", nil}
	errMissingAccess    = &Error{403, 50001, "Missing Access", nil}
	errNotInDM          = &Error{403, 50003, "Cannot execute action on a DM channel", nil}
	errNotYours         = &Error{403, 50005, "Cannot edit a message authored by another user", nil}
	errEmptyMessage     = &Error{400, 50006, "Cannot send an empty message", nil}
	errCannotDM         = &Error{403, 50007, "Cannot send messages to this user", nil}
	errMissingPerms     = &Error{403, 50013, "Missing Permissions", nil}
	errWrongChannelType = &Error{400, 50024, "Cannot execute action on this channel type", nil}
	errWebhookToken     = &Error{401, 50027, "Invalid Webhook Token", nil}
	errArchived         = &Error{400, 50083, "Thread is archived", nil}
	errHasThread        = &Error{400, 160004, "A thread has already been created for this message", nil}
)

// call is one request on its way through: who asks, with which body.
type call struct {
	s     *Server
	r     *http.Request
	who   *user // nil where no token is needed
	files []upload
	body  []byte // the JSON body, or a form's payload_json
}

// created marks an answer whose status is 201.
type created struct{ body any }

type access int

const (
	open    access = iota // no token: callbacks and webhooks carry their own
	anyone                // the bot or a person
	botOnly               //
	noBots                // what only Discord's own client may do
)

type endpoint func(*call) (any, error)

// apiRoutes is the table of everything under /api/v9 (v10, or no version at all, is the same).
func (s *Server) apiRoutes() http.Handler {
	mux := http.NewServeMux()
	route := func(pattern string, who access, e endpoint) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, pattern, who, e) })
	}
	route("GET /gateway", open, s.getGateway)
	route("GET /gateway/bot", botOnly, s.getGatewayBot)

	route("GET /users/@me", anyone, s.getMe)
	route("GET /users/@me/guilds", anyone, s.getMyGuilds)
	route("GET /users/{user}", anyone, s.getUser)
	route("GET /users/@me/channels", noBots, s.getDMs)
	route("POST /users/@me/channels", anyone, s.createDM)
	route("GET /applications/@me", botOnly, s.getApplication)
	route("GET /oauth2/applications/@me", botOnly, s.getApplication)
	route("GET /guilds/{guild}", anyone, s.getGuild)
	route("GET /guilds/{guild}/channels", anyone, s.getGuildChannels)
	route("POST /guilds/{guild}/channels", anyone, s.createChannel)
	route("GET /guilds/{guild}/roles", anyone, s.getRoles)
	route("GET /guilds/{guild}/members", anyone, s.getMembers)
	route("GET /guilds/{guild}/members/{user}", anyone, s.getMember)
	route("GET /guilds/{guild}/threads/active", anyone, s.getActiveThreads)

	route("GET /channels/{channel}", anyone, s.getChannel)
	route("PATCH /channels/{channel}", anyone, s.editChannel)
	route("DELETE /channels/{channel}", anyone, s.deleteChannel)
	route("POST /channels/{channel}/typing", anyone, s.typing)
	route("POST /channels/{channel}/threads", anyone, s.startThread)
	route("GET /channels/{channel}/threads/archived/public", anyone, s.getArchivedThreads)
	route("GET /channels/{channel}/thread-members", anyone, s.getThreadMembers)
	route("PUT /channels/{channel}/thread-members/{user}", anyone, s.addThreadMember)
	route("DELETE /channels/{channel}/thread-members/{user}", anyone, s.removeThreadMember)

	route("GET /channels/{channel}/messages", anyone, s.getMessages)
	route("POST /channels/{channel}/messages", anyone, s.createMessage)
	route("POST /channels/{channel}/messages/bulk-delete", botOnly, s.bulkDelete)
	route("GET /channels/{channel}/messages/{message}", anyone, s.getMessage)
	route("PATCH /channels/{channel}/messages/{message}", anyone, s.editMessage)
	route("DELETE /channels/{channel}/messages/{message}", anyone, s.deleteMessage)
	route("POST /channels/{channel}/messages/{message}/threads", anyone, s.startThreadFrom)
	route("GET /channels/{channel}/messages/{message}/reactions/{emoji}", anyone, s.getReactions)
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}", anyone, s.clearEmoji)
	route("DELETE /channels/{channel}/messages/{message}/reactions", anyone, s.clearReactions)
	route("PUT /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyone, s.addReaction)
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyone, s.removeReaction)
	route("GET /channels/{channel}/pins", anyone, s.getPins)
	route("PUT /channels/{channel}/pins/{message}", anyone, s.pin)
	route("DELETE /channels/{channel}/pins/{message}", anyone, s.unpin)

	for _, scope := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		route("GET "+scope, botOnly, s.getCommands)
		route("PUT "+scope, botOnly, s.putCommands)
		route("POST "+scope, botOnly, s.postCommand)
		route("GET "+scope+"/{command}", botOnly, s.getCommand)
		route("PATCH "+scope+"/{command}", botOnly, s.patchCommand)
		route("DELETE "+scope+"/{command}", botOnly, s.deleteCommand)
	}
	route("GET /applications/{app}/emojis", botOnly, s.getEmojis)
	route("POST /applications/{app}/emojis", botOnly, s.postEmoji)
	route("GET /applications/{app}/emojis/{emoji}", botOnly, s.getEmoji)
	route("DELETE /applications/{app}/emojis/{emoji}", botOnly, s.deleteEmoji)
	route("GET /channels/{channel}/application-command-index", noBots, s.commandIndex)
	route("GET /guilds/{guild}/application-command-index", noBots, s.commandIndex)

	route("POST /interactions", noBots, s.postInteraction)
	route("POST /interactions/{interaction}/{token}/callback", open, s.callback)
	route("POST /webhooks/{app}/{token}", open, s.followUp)
	route("GET /webhooks/{app}/{token}/messages/{message}", open, s.getAnswer)
	route("PATCH /webhooks/{app}/{token}/messages/{message}", open, s.editAnswer)
	route("DELETE /webhooks/{app}/{token}/messages/{message}", open, s.deleteAnswer)

	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { writeError(w, errNotFound) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, raw := strings.TrimPrefix(r.URL.Path, "/api"), strings.TrimPrefix(r.URL.RawPath, "/api")
		for _, v := range []string{"/v9", "/v10"} {
			if rest, ok := strings.CutPrefix(path, v+"/"); ok {
				path, raw = "/"+rest, strings.TrimPrefix(raw, v)
				break
			}
		}
		r.URL.Path, r.URL.RawPath = path, raw
		mux.ServeHTTP(w, r)
	})
}

// serve takes a request through token, ordered faults, rate limit and body to its endpoint, and writes the answer.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, pattern string, need access, e endpoint) {
	c := &call{s: s, r: r}
	if s.opt.Observe != nil {
		rec := &recorder{ResponseWriter: w}
		w = rec
		defer s.observed(c, rec)
	}
	if err := c.authorize(need); err != nil {
		writeError(w, err)
		return
	}
	fault := s.faults.forRequest(r, c.who)
	if fault != nil && !fault.After && !fault.play(s, w, r) {
		return
	}
	if err := s.limits.take(w, r, pattern, c.who, s.opt.Now()); err != nil {
		writeError(w, err)
		return
	}
	if err := c.read(); err != nil {
		writeError(w, err)
		return
	}
	body, err := e(c)
	if fault != nil && fault.After && !fault.play(s, w, r) {
		return
	}
	switch v := body.(type) {
	case nil:
		if err != nil {
			s.log.Debug("refused", "method", r.Method, "route", pattern, "err", err)
			writeError(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	case created:
		writeJSON(w, http.StatusCreated, v.body)
	default:
		writeJSON(w, http.StatusOK, v)
	}
}

func (c *call) authorize(need access) error {
	if need == open {
		return nil
	}
	bare, isBot := bareToken(c.r.Header.Get("Authorization"))
	u := c.s.world.byToken[bare]
	if u == nil || u.bot != isBot {
		return errUnauthorized
	}
	if need == botOnly && !u.bot {
		return errOnlyBots
	}
	if need == noBots && u.bot {
		return errNotForBots
	}
	c.who = u
	return nil
}

// read takes the body in: JSON, or a form with payload_json and files.
func (c *call) read() error {
	if c.r.Method == http.MethodGet {
		return nil
	}
	if strings.HasPrefix(c.r.Header.Get("Content-Type"), "multipart/form-data") {
		return c.readForm()
	}
	b, err := io.ReadAll(http.MaxBytesReader(nil, c.r.Body, maxFile))
	if err != nil {
		return errTooLarge
	}
	c.body = b
	return nil
}

// into decodes the body strictly. An empty body is as good as {}.
func (c *call) into(v any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return nil
	}
	return decodeStrict(c.body, v)
}

// id reads a path value; anything that is not a snowflake is a bad form, as on Discord.
func (c *call) id(name string) (Snowflake, error) {
	text := c.r.PathValue(name)
	if text == "@me" && c.who != nil {
		return c.who.ID, nil
	}
	id, err := ParseSnowflake(text)
	if err != nil {
		var f form
		f.add(name+"_id", "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", text))
		return 0, f.err()
	}
	return id, nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(buf.Bytes())
}

func writeError(w http.ResponseWriter, err error) {
	if err == errWritten {
		return
	}
	e, ok := err.(*Error)
	if !ok {
		e = &Error{Status: 500, Message: err.Error()}
	}
	writeJSON(w, e.Status, e)
}

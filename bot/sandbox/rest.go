package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"yeye/bot/sandbox/internal/ratelimit"
)

// Error is an error response of Discord's API. Errors, if present, is the tree of a body's validation errors.
type Error struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
	Retry   float64        `json:"retry_after,omitempty"` // seconds
}

func (e *Error) Error() string {
	if e.Errors == nil {
		return fmt.Sprintf("%d %s (code %d)", e.Status, e.Message, e.Code)
	}
	tree, _ := json.Marshal(e.Errors)
	return fmt.Sprintf("%d %s (code %d) %s", e.Status, e.Message, e.Code, tree)
}

// The error responses. Codes and messages are Discord's.
var (
	errUnauthorized       = &Error{401, 0, "401: Unauthorized", nil, 0}
	errNotFound           = &Error{404, 0, "404: Not Found", nil, 0}
	errUnknownChannel     = &Error{404, 10003, "Unknown Channel", nil, 0}
	errUnknownGuild       = &Error{404, 10004, "Unknown Guild", nil, 0}
	errUnknownMember      = &Error{404, 10007, "Unknown Member", nil, 0}
	errUnknownMessage     = &Error{404, 10008, "Unknown Message", nil, 0}
	errUnknownRole        = &Error{404, 10011, "Unknown Role", nil, 0}
	errUnknownUser        = &Error{404, 10013, "Unknown User", nil, 0}
	errUnknownEmoji       = &Error{400, 10014, "Unknown Emoji", nil, 0}
	errNoSuchEmoji        = &Error{404, 10014, "Unknown Emoji", nil, 0}
	errUnknownWebhook     = &Error{404, 10015, "Unknown Webhook", nil, 0}
	errUnknownApp         = &Error{404, 10002, "Unknown Application", nil, 0}
	errUnknownInteraction = &Error{404, 10062, "Unknown interaction", nil, 0}
	errUnknownCommand     = &Error{404, 10063, "Unknown application command", nil, 0}
	errNotForBots         = &Error{403, 20001, "Bots cannot use this endpoint", nil, 0}
	errOnlyBots           = &Error{403, 20002, "Only bots can use this endpoint", nil, 0}
	errTooManyEmojis      = &Error{400, 30008, "Maximum number of emojis reached (2000)", nil, 0}
	errTooManyCommands    = &Error{400, 30032, "Maximum number of application commands reached (100)", nil, 0}
	errDailyCommands      = &Error{429, 30034, "Max number of daily application command creates has been reached (200)",
		nil, 0}
	errTooLarge            = &Error{413, 40005, "Request entity too large", nil, 0}
	errAlreadyAcknowledged = &Error{400, 40060, "Interaction has already been acknowledged.", nil, 0}
	errMissingAccess       = &Error{403, 50001, "Missing Access", nil, 0}
	errNotInDM             = &Error{403, 50003, "Cannot execute action on a DM channel", nil, 0}
	errNotYours            = &Error{403, 50005, "Cannot edit a message authored by another user", nil, 0}
	errEmptyMessage        = &Error{400, 50006, "Cannot send an empty message", nil, 0}
	errCannotDM            = &Error{403, 50007, "Cannot send messages to this user", nil, 0}
	errMissingPerms        = &Error{403, 50013, "Missing Permissions", nil, 0}
	errWrongChannelType    = &Error{400, 50024, "Cannot execute action on this channel type", nil, 0}
	errWebhookToken        = &Error{401, 50027, "Invalid Webhook Token", nil, 0}
	errArchived            = &Error{400, 50083, "Thread is archived", nil, 0}
	errEntryPoint          = &Error{400, 50240,
		"You cannot remove this app's Entry Point command in a bulk update operation. " +
			"Please include the Entry Point command in your update request or delete it separately.", nil, 0}
	errUnavailable = &Error{503, 0, "503: Service Unavailable", nil, 0}
	errLocked      = &Error{400, 160005, "Thread is locked", nil, 0}
	errHasThread   = &Error{400, 160004, "A thread has already been created for this message", nil, 0}
)

// call is one request in progress: the user who sent it, and its body.
type call struct {
	s     *state
	r     *http.Request
	user  *user                // nil if no token is needed
	ids   map[string]Snowflake // the path's, by name
	files []upload
	body  []byte // the JSON body, or a form's payload_json
}

// created marks a response whose status is 201.
type created struct{ body any }

type access int

const (
	noToken   access = iota // no token: callbacks and webhooks carry their own
	anyToken                // of the bot or of a user
	botToken                //
	userToken               // only for Discord's own client
)

// endpoint answers a call. Its caller holds mu.
type endpoint func(*call) (any, error)

// at makes an endpoint of an answer about what a path names, such as a channel, which find finds or refuses.
func at[T any](find func(*call) (T, error), answer func(*call, T) (any, error)) endpoint {
	return func(c *call) (any, error) {
		named, err := find(c)
		if err != nil {
			return nil, err
		}
		return answer(c, named)
	}
}

// withBody makes an endpoint of an answer to a body in JSON.
func withBody[T any](answer func(*call, T) (any, error)) endpoint {
	return at(func(c *call) (body T, err error) {
		err = c.decodeBody(&body)
		return body, err
	}, answer)
}

// inChannel is at for a channel in which the user needs a permission.
func (s api) inChannel(need permission, answer func(*call, *channel) (any, error)) endpoint {
	return at(func(c *call) (*channel, error) { return s.channelFromPath(c, need) }, answer)
}

// onMessage is at for a message in such a channel.
func (s api) onMessage(need permission, answer func(*call, *message) (any, error)) endpoint {
	return at(func(c *call) (*message, error) { return s.messageFromPath(c, need) }, answer)
}

// serve checks a request's token, applies injected faults and rate limits, reads the body, calls the endpoint, and
// writes the response.
func (s api) serve(w http.ResponseWriter, r *http.Request, pattern string, need access, e endpoint) {
	c := &call{s: s.state, r: r}
	authErr := c.authorize(need)
	if c.user == nil || c.user.bot {
		if wait := s.limits.BanRemaining(s.opt.Now()); wait > 0 {
			ratelimit.WriteBanned(w, wait)
			return
		}
		rec := &statusRecorder{ResponseWriter: w}
		w = rec
		defer func() { s.limits.CountInvalid(rec.status, rec.Header().Get("X-RateLimit-Scope"), s.opt.Now()) }()
		if authErr == nil {
			key := s.record(c, pattern)
			defer func() {
				if rec.status == http.StatusTooManyRequests {
					s.requests.count(key, true)
				}
			}()
		}
	}
	if authErr != nil {
		writeError(w, authErr)
		return
	}
	fault := s.faultFor(c)
	if fault != nil && !fault.After && !s.applyRequestFault(fault, w, r) {
		return
	}
	if err := s.limit(w, c, pattern); err != nil {
		writeError(w, err)
		return
	}
	if err := c.read(); err != nil {
		writeError(w, err)
		return
	}
	body, err := c.run(e)
	if fault != nil && fault.After && !s.applyRequestFault(fault, w, r) {
		return
	}
	if err != nil {
		s.log.Debug("refused", "method", r.Method, "route", pattern, "err", err)
	}
	writeAnswer(w, body, err)
}

// writeAnswer writes an endpoint's answer: a refusal, a body, or 204 if there is nothing to say.
func writeAnswer(w http.ResponseWriter, body any, err error) {
	if err != nil {
		writeError(w, err)
		return
	}
	switch v := body.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case created:
		writeJSON(w, http.StatusCreated, v.body)
	default:
		writeJSON(w, http.StatusOK, v)
	}
}

// run calls the endpoint of a call whose body has been read.
func (c *call) run(e endpoint) (any, error) {
	if err := c.parseIDs(); err != nil {
		return nil, err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return e(c)
}

// statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets a fault hijack the connection.
func (r *statusRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (c *call) authorize(need access) error {
	if need == noToken {
		return nil
	}
	bare, isBot := cutBotPrefix(c.r.Header.Get("Authorization"))
	u := c.s.byToken[bare]
	if u == nil || u.bot != isBot {
		return errUnauthorized
	}
	if need == botToken && !u.bot {
		return errOnlyBots
	}
	if need == userToken && u.bot {
		return errNotForBots
	}
	c.user = u
	return nil
}

// read reads the body: JSON, or a form with payload_json and files.
func (c *call) read() error {
	if c.r.Method == http.MethodGet {
		return nil
	}
	if strings.HasPrefix(c.r.Header.Get("Content-Type"), "multipart/form-data") {
		return c.readForm()
	}
	b, err := io.ReadAll(http.MaxBytesReader(nil, c.r.Body, maxFileBytes))
	if err != nil {
		return errTooLarge
	}
	c.body = b
	return nil
}

// decodeBody decodes the body strictly. An empty body counts as {}.
func (c *call) decodeBody(v any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return nil
	}
	return decodeStrict(c.body, v)
}

// id returns an id of the path, 0 if the route has none of that name.
func (c *call) id(name string) Snowflake { return c.ids[name] }

// parseIDs parses the ids of the path.
func (c *call) parseIDs() (err error) {
	c.ids = map[string]Snowflake{}
	for _, name := range []string{"app", "channel", "command", "guild", "interaction", "message", "role", "user"} {
		if text := c.r.PathValue(name); text == "" || text == originalMessage {
			continue
		}
		if c.ids[name], err = c.parseID(name); err != nil {
			return err
		}
	}
	return nil
}

// parseID parses a path value; anything that is not a snowflake is a bad form, as on Discord.
func (c *call) parseID(name string) (Snowflake, error) {
	text := c.r.PathValue(name)
	if text == "@me" && c.user != nil {
		return c.user.ID, nil
	}
	id, err := ParseSnowflake(text)
	if err != nil {
		return 0, fieldErr(name+"_id", "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", text))
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
	switch e := err.(type) {
	case *ratelimit.LimitError:
		e.Write(w)
	case *Error:
		writeJSON(w, e.Status, e)
	default:
		writeJSON(w, http.StatusInternalServerError, &Error{Message: err.Error()})
	}
}

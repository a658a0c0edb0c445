// Package sandbox is a Discord on one's own machine: REST v9 and v10, the gateway, and a web page to type into. An
// unmodified discordgo cannot tell it from the real one, a newcomer can play on it without an account, and every fault
// of Discord can be injected.
//
// Out of scope: anything specific to this project, and any Discord library. Its wire types are its own, so that it
// shares no bug with the bot it serves. It is strict: what Discord refuses is refused with Discord's error codes, and
// unknown fields of a body, which Discord ignores, are refused too, because they are always a mistake of the client.
//
//	s := sandbox.New(sandbox.Options{})
//	err := s.Start(ctx)            // listens on 127.0.0.1, a free port
//	info := s.Info()               // address, tokens, channels, people
//	err = s.Ready(ctx)             // the bot is connected and its commands are registered
//	defer s.Close()
//
// Only this machine reaches it. Requests that name another host or come from another site's page are refused, so a bot
// that reroutes its HTTP client must set the Host header too. Tokens and the secret in the page's address are random
// unless Options.Secret is given, from which they and all fixed identifiers follow.
//
// # How it is built
//
// Server is the public API: options, Start, Close, and queries for tests. Behind it one locked state holds everything
// that exists; guild, channel, message, user and interaction convert themselves to JSON types (package wire); the
// groups of endpoints (messageEndpoints, commandEndpoints …) are thin types over the state; hub passes events to
// sessions of the gateway.
//
// What needs neither users nor the state is below internal: the websocket (socket), rate limits (ratelimit), the queue
// of injected faults (fault), identifiers (snowflake). Sessions, IDENTIFY and RESUME are here, because the state's lock
// guards them and their payloads are made of what exists; so are the endpoints, each of which reads and changes what
// that lock guards. The web page is its files and who serves them (page).
//
// # A person's endpoints
//
// With "Authorization: <user token>" a script does what Discord's own client does, under /api/v9:
//
//	GET  /channels/{id}/messages                    POST the same, with nonce, message_reference, files
//	PUT  /channels/{id}/messages/{id}/reactions/{emoji}/@me
//	GET  /channels/{id}/application-command-index    the commands, with their names in the person's language
//	POST /interactions                               204; types 2 command, 3 component, 4 autocomplete, 5 modal
//	POST /users/@me/channels                         {"recipient_id":"…"} opens a direct conversation
//
//	curl -s $API/v9/interactions -H "Authorization: $MEI" -H 'Content-Type: application/json' -d '{"type":2,
//	  "application_id":"…","channel_id":"…","session_id":"x","nonce":"1",
//	  "data":{"id":"…","version":"…","name":"play","type":1,"options":[{"type":3,"name":"opponent","value":"kid"}]}}'
//
// Events that only that person may see arrive over their own gateway connection (IDENTIFY with the user token):
// MESSAGE_CREATE and MESSAGE_UPDATE with flag 64, APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE, INTERACTION_MODAL_CREATE,
// INTERACTION_CREATE, INTERACTION_SUCCESS and INTERACTION_FAILURE; the last two carry the request's nonce. Package
// person does all this in Go.
//
// The application's own emoji are kept as on Discord (2000 at most, 256 KiB each) and shown from /cdn/emojis/{id}.webp.
//
// # The control endpoints
//
// They are below the address in Info.URL, which holds the secret, or at the root for requests that carry Info.Secret in
// the header X-Sandbox-Secret. Without the secret they answer 401: other users of this machine can reach the address
// too.
//
// GET /sandbox/pings lists the notifications that people's phones would have shown, oldest first: only new messages,
// never edits or responses that follow a deferred one. ?user_id= and ?since=<message id> select; DELETE forgets.
//
//	[{"user_id":"…","username":"mei","message_id":"…","channel_id":"…","author_id":"…","kind":"mention",
//	  "title":"Yeye (#xiangqi, …)","preview":"@Mei it is your turn","at":"…"}]
//
// kind is mention, reply, everyone or dm.
//
// POST /sandbox/visit reports that the page was opened, with {"user_id":"…"} as whom; Options.OnVisit receives the
// first.
//
// POST /sandbox/clock moves the sandbox's time forward, and with it the bot's: interaction tokens die, threads are
// archived. A bot in the same process takes Server.Now or Options.OnClock; another process asks GET /sandbox/clock,
// which with ?after_ms=<offset it knows> waits up to 25 s for a change.
//
//	{"advance":"1h"}  or  {"advance_ms":3600000}     answer: {"now":"…","offset_ms":3600000}
//
// The three seconds for a first response, heartbeats and rate limits go by real time.
//
// GET /sandbox/requests counts the bot's requests by channel and kind, DELETE forgets them; see Requests. "token" marks
// those that count against the fifty a second.
//
//	[{"channel_id":"…","kind":"create","token":true,"count":3,"limited":0}, {"channel_id":"…","kind":"callback","token":false,"count":1,"limited":0}]
//
// # Limits
//
// As on Discord: a bucket for each route and channel, fifty requests a second overall except responses to interactions,
// ten thousand invalid requests (401, 403, 429) in ten minutes, after which every response is a 429 without JSON until
// they are over; IDENTIFY once in five seconds for each of max_concurrency keys (else Op 9) and a thousand times a day,
// 120 sends a minute (4008), 2500 guilds a shard (4011). People must wait in a channel with a slowmode (20016). Relaxed
// loosens the limits for scripted games.
//
// # Faults
//
// POST /sandbox/faults injects a fault, all in one shape; the response is {"id":n}. GET lists the pending faults,
// DELETE withdraws them all. Every fault happens count times (default 1, -1 forever), after it has been skipped skip
// times.
//
//	{"kind":"status","method":"PATCH","path":"/channels/*/messages/*","status":502,"count":3}
//	{"kind":"status","path":"/interactions/**","code":10062}         an unknown interaction; 40060, 50001, 50013, 50083 likewise.
//	                                                                 After 10062 and 40060 the user sees at once that it failed
//	{"kind":"status","method":"POST","path":"/channels/*/messages","status":500,"after":true}   done, but the answer is lost
//	{"kind":"rate_limit","path":"/channels/**","scope":"shared","retry_after_ms":2500}          or user, or global
//	{"kind":"slow","method":"POST","delay_ms":4000}                  then as usual
//	{"kind":"late","method":"POST","delay_ms":4000}                  carried out then, also if its sender is gone by that time
//	{"kind":"cut","path":"/webhooks/**","after":true}                the connection ends without an answer
//
//	{"kind":"reconnect"}                                             Op 7 now
//	{"kind":"reconnect","on":"resume"}                               Op 7 in answer to the next RESUME
//	{"kind":"invalid_session","resumable":true}                      Op 9; also "on":"resume" and "on":"identify"
//	{"kind":"close","close_code":4004,"on":"identify"}               any closing code, also "on":"now"
//	{"kind":"drop"}                                                  the socket ends without a closing frame
//	{"kind":"half_open"}                                             the socket stays, nothing comes through
//	{"kind":"no_ack"}                                                heartbeats are not acknowledged
//	{"kind":"frame","frame":"{\"op\":0,\"t\":\"GUILD_CREATE\",\"d\":null}"}   any text; also "on":"hello", in place of whoever's HELLO comes
//	                                                                 next, "resume" and "identify"; "binary":true as if compressed
//	{"kind":"resume_address","address":"?zone=b"}                    what READY adds to the address for RESUME, or gives in its place
//
//	{"kind":"duplicate","event":"MESSAGE_CREATE","count":5}          the bot gets the event twice
//	{"kind":"reorder","event":"INTERACTION_CREATE"}                  the bot gets it after the next event, or after delay_ms (1000)
//	{"kind":"lose","event":"MESSAGE_CREATE"}                         the bot never gets it
//
//	{"kind":"permissions","channel_id":"…","deny":["SEND_MESSAGES"]} until injected again with "deny":[]; with "overwrite":true Discord tells of it
//	                                                                 "everybody":true denies it to @everyone instead of the bot
//	{"kind":"delete_channel","channel_id":"…"}                       a channel or thread
//	{"kind":"delete_message","message_id":"…"}                       such as the bot's card
//	{"kind":"archive","channel_id":"…"}                              a thread: edits answer 50083
//	{"kind":"expire_tokens"}                                         all interactions so far are dead
//	{"kind":"message_content"}                                       the intent is lost: 4014, now and at IDENTIFY; "allow":true gives it back
//	{"kind":"guild_remove","guild_id":"…"}                           the bot is removed: GUILD_DELETE, then 50001
//	{"kind":"guild_outage","guild_id":"…"}                           GUILD_DELETE with unavailable, then 503
//	{"kind":"guild_return","guild_id":"…"}                           either is over: GUILD_CREATE
//
// Request faults affect the bot only, never people. In a path, * matches one part and a final /** any number of them.
package sandbox

// Package interaction routes requests to the bot's features: commands, controls and typed text arrive as events, and
// each is answered by the handler that a feature has declared for it.
//
// A handler is a pure function: it takes a [Request], returns a [Response], and never waits for the network or an
// engine. What must hold for every handler is middleware around it: a panic ends only one request, rate limits are
// enforced, preferences are loaded, and barred users and channels without permissions are refused before a game starts.
// Requests of one channel are processed in the order of arrival, different channels concurrently.
//
// Out of scope: games (typed text is parsed here once, for all handlers, without a board), sentences (only the
// keys of texts that are looked up by name), how a card is shown.
package interaction

// Package interaction is how people reach the bot's features: commands, controls and typed text come in as events, and each is
// answered by the one handler that a feature has declared for it.
//
// A handler is a pure function: it is given a [Request] and returns a [Response], and never waits for the network or an engine.
// What must hold for every handler is middleware around it: a panic costs one answer, nobody asks more than the rate limits
// allow, preferences are loaded, users who are barred and channels without permissions are refused before a game begins.
// Requests of one channel are worked in the order they came in, each channel beside the others.
//
// What may not enter: games, sentences (beyond keys of the texts that are asked for by name), how a card is shown.
package interaction

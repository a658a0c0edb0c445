// Package bot is Yeye on Discord: commands in, cards out.
//
// The way of a command is one direction. An event of the gateway is decoded into
// a request (who, where, in which language), waits its turn in the lane of its
// channel, and is answered with a reply, a value: a private sentence, choices, or
// the card of a session. Handlers never wait for the network or the engine.
//
// Showing is level-triggered: the shower compares what a session's card shows
// with the session's revision and does what is missing, one request at a time a
// session, whether a command, an engine's answer, a restart or a sweep brought it
// up. What could not be sent is still missing at the next look.
//
// What may not enter: rules and notation (package game), decisions about
// sessions (package session), sentences (package locale), sockets (package
// gateway).
package bot

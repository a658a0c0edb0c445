// Package gateway keeps the websocket to Discord open and delivers what happens there as values of package discord.
//
// discordgo v0.29.0 speaks the protocol, on a short lead, for reasons measured: its Open can hang for good when Discord answers a
// RESUME with Op 7; its own reconnecting retries refused tokens for ever; a lost heartbeat closes with a code that ends the
// session. So Open runs under a deadline and a hung session is dropped for a new one, and reconnecting is done here. Of its events
// only the raw JSON is used.
//
// What may not enter: requests (package rest sends them, reached by the interface [REST]), commands, games, sentences for players.
package gateway

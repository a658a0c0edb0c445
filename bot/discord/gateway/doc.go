// Package gateway keeps the websocket to Discord open and delivers its events as values of package discord.
//
// discordgo v0.29.0 speaks the protocol, under close supervision, for measured reasons: its Open can hang for good when Discord
// answers a RESUME with Op 7; its own reconnecting retries refused tokens for ever; a lost heartbeat closes with a code that ends
// the session. So Open runs under a deadline and a hung session is replaced, and reconnecting is done here. Only the raw JSON of
// its events is used.
//
// What may not enter: requests (package rest sends them, through the interface [REST]), commands, games, sentences for players.
package gateway

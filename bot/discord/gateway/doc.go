// Package gateway keeps the websocket to Discord open and delivers its events as values of package discord.
//
// discordgo v0.29.0 speaks the protocol behind a filter, for measured reasons: a malformed frame panics in it, outside any recover;
// it answers each Op 9 with an IDENTIFY at once; it hangs for good when Op 7 answers a RESUME; its own reconnecting retries refused
// tokens forever; a lost heartbeat closes with a code that ends the session. So only payloads that conn has written anew reach it,
// a new one of its sessions serves each connection, and reconnecting is done here:
//
//	Run → stay → connect: RESUME where a session survived, else IDENTIFY, when await lets it
//	       ↑  conn ends with an error: Op 7, Op 9, a close code, silence, the network
//	       └─ session.survives decides on RESUME or IDENTIFY, backoff on the pause, Fatal on giving up
//
// What may not enter: requests (package rest sends them, through the interface [REST]), commands, games, sentences for players.
package gateway

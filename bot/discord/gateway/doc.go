// Package gateway keeps the websocket to Discord open and delivers its events as values of package discord.
//
// github.com/bwmarrin/discordgo v0.29.0 identifies, keeps the heartbeat and hands out events in their order. One of its
// sessions serves one connection. It does not reach the network itself, decode events or reconnect, because:
//
//	a malformed frame panics in its own goroutine    conn passes on only payloads that it has written anew
//	Op 7 or 9 in place of READY blocks Open for good github.com/bwmarrin/discordgo/issues/513, /544: conn ends the connection
//	a refused token is retried forever               github.com/bwmarrin/discordgo/issues/1544: Fatal gives up
//	a session cannot be resumed by another process   github.com/bwmarrin/discordgo/issues/1502: conn sends RESUME itself
//	silence closes with 1000, which ends the session conn cuts the connection, which keeps it
//
// Reconnecting is done here:
//
//	Run → stay → connect: RESUME where a session survived, else IDENTIFY, when await lets it
//	       ↑  conn ends with an error: Op 7, Op 9, a close code, silence, the network
//	       └─ session.resumableAfter decides on RESUME or IDENTIFY, backoff on the pause, Fatal on giving up
//
// File local.go has the pipe over which discordgo connects, conn.go what passes through it.
//
// Out of scope: requests (package rest sends them, through the interface [REST]), commands, games, sentences for
// players.
package gateway

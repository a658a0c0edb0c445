// Package connection keeps the bot connected to Discord: one connection for each shard that this process holds, or one
// for all guilds. It passes the events of a connection on while this process serves its shard, hands shards over to
// other processes without a gap, and records what Discord reports about guilds and channels, including that they are
// gone. ../store/shards/handover.md describes how a shard changes hands; this package carries out what each state
// requires of a process.
//
// Its goroutines:
//
//	what                                             owner         ends with               awaited by
//	the wait for the gateway                         Manager.Run   the gateway             Run
//	the division into shards, shares of requests,
//	whether Discord is within reach, starts          tasks         Run                     Run
//	a connection's monitor of absences               connection    Drop or Run             Run
//	typed moves, lost channels and abandoned threads connection    Drop or Run             Run
//	the keeper of the shards                         keeping       Close                   Close
//	the wait for a shard's pending requests          keeping       a second, or Close      Close
//
// Out of scope: what an event asks the bot to do, how a match is shown, who holds a shard (package shards),
// sockets.
package connection

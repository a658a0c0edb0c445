// Package connection keeps the bot connected to Discord: one connection for each shard that this process holds, or one for all
// guilds. It passes the events of a connection on while this process serves its shard, hands shards over to other processes
// without a gap, and records what Discord reports of guilds and channels, also that they are gone.
//
// What may not enter: what an event asks the bot to do, how a match is shown, who holds a shard (package shards), sockets.
package connection

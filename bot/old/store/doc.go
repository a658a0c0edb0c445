// Package store keeps sessions, the cards that show them and what is known of
// players in an SQLite file.
//
// All writes go through one connection in immediate transactions, so a writer
// never loses a race halfway; reads have connections of their own (WAL). A
// commit is on the disk before it is answered (synchronous=FULL). Times are
// integers, milliseconds since 1970 made in Go; 0 stands for none.
//
// The schema is made by the migrations beside this file. A database that a newer
// program has written is refused with [ErrNewer].
//
// What may not enter: decisions about games (package session), anything of
// Discord beyond opaque ids.
package store

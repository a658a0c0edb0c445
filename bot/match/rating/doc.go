// Package rating computes ratings: how a rated game between people moves two ratings
// (Glicko-2), how strong the characters are on the same scale (Bradley and Terry's model,
// fitted to their games with each other), which character a player plays like, and what a
// finished game earns.
//
// Everything is a value and a pure function of values. Each rated game is a
// separate rating period, so that the last card of a game can show the
// rating that it led to; replaying the same games in order gives the same ratings.
//
// Out of scope: storage, players' names or ids, time (periods are passed as a
// number), words.
package rating

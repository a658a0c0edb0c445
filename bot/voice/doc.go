// Package voice makes the characters talk: what they say beside the board, when,
// how long they seem to think, and what they answer to people who only want to
// chat.
//
// [Moments] looks at the board for what has just happened; a line is only ever
// chosen for a moment, so that what is said is true. The lines are catalogs beside
// this file, one a language (lines.vi.json), by character and moment; each language
// was written for itself, by somebody who likes these people, and a line need have
// no counterpart elsewhere. [Catalog.Say] chooses, seldom and never the same twice.
// The state that a game's card keeps for that is a [Memory], a value.
//
// What may not enter: Discord, storage, who may hear what (that is for the
// settings of servers and players), and lines about anything but the game.
package voice

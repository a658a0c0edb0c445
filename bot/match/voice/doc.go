// Package voice makes the characters talk: what they say beside the board, when,
// how long they seem to think, and what they answer to people who only want to
// chat.
//
// [Moments] looks at the board for what has just happened; a line is only ever
// chosen for a moment, so that what is said is true. The lines are catalogs beside
// this file, one a language (lines.vi.json), by character and moment; each language
// has its own lines, which are not translations. [Catalog.Say] chooses a line; it
// speaks seldom and never says the same twice. What it has to remember of a game is
// a [Memory], a value.
//
// Out of scope: Discord, storage, who may hear what (that is for the
// settings of servers and players), and lines about anything but the game.
package voice

// Package voice makes the characters talk: what they say during a game and when, how long they seem to think, and what
// they answer to small talk.
//
// [Moments] detects what has just happened on the board. A line is only chosen for a detected moment, so that it is
// true. The lines are catalogs beside this file, one a language (lines.vi.json), by character and moment; they are
// written for each language, not translated. [Catalog.Say] chooses a line, rarely and never the same one twice. Its
// state is a [Memory], a value.
//
// Out of scope: Discord, storage, who may read lines (settings of servers and players), and lines about anything but
// the game.
package voice

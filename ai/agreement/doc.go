// Package agreement measures how closely a player's moves follow the engine's: how often they are its first choice, and how
// accurate they are, compared with players of a known strength over as many games.
//
// Moves count where there is a choice and something to choose about: after the opening, with more than one legal move, in a game
// that is not decided. The reference comes from games of the characters (lab review); it says how often honest games look like
// this, and nothing about any person.
//
// What may not enter: who plays, judgments of people.
package agreement

// Package agreement measures how closely a player's moves follow the engine's: how often they are its first choice, and
// how accurate they are, compared with players of known strength over as many moves.
//
// Moves count if the player had a choice: after the opening, with more than one legal move, in an undecided game. The
// reference table comes from games of the characters (lab review). It says how often honest games look like this; it
// proves nothing about a person.
//
// Out of scope: who plays, judgments of people.
package agreement

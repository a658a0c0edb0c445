// Package agreement is how much a player's moves are those of the engine: how often they are its first choice, and how accurate they
// are, beside what players of a known strength show in as many games.
//
// Moves count where there is a choice and something to choose about: after the opening, with more than one legal move, in a game that
// is not decided. What is compared with comes from games of the characters (lab review); it says how often honest games look so, and
// nothing about anybody.
//
// What may not enter: who plays, judgements of people.
package agreement

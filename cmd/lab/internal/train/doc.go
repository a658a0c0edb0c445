// Package train makes the engine's network: it plays games and labels their positions by small searches
// (games.go), keeps them in files of 32 bytes per position (record.go, chunk.go), and fits a network to them.
//
// Everything follows from the seeds: game i of a seed is always the same game. A chunk of games is written
// whole or not at all, so generation can be interrupted anywhere and continues from the last whole chunk.
//
// Out of scope: positions or games made by others; anything that play needs (package net).
package train

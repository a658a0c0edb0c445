// Package train trains the engine's network: it plays games and labels their positions by shallow searches (games.go),
// stores them in files of 32 bytes per position (record.go, chunk.go), and fits a network to them.
//
// Game i of a seed is always the same. Chunks are written atomically, so generation can be interrupted and resumed.
//
// Out of scope: positions or games from elsewhere, and inference (package net).
package train

package guess_test

import (
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/internal/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// A game of an old manual is guessed like any other, and can be stepped through.
func TestClassic(t *testing.T) {
	desk.Open(t, "guess", "replay", "play").Play(`
		mei: /guess game=nothing         => private I don't have that game
		mei: /guess game=classiczi3      => private **No Rival Since the Cave · 信手炮 3** … Whose moves … [Red] [Black] [Both sides]
		mei: [Red]                       => edit **Move 1. What did Red play?**
		mei: {Choose a piece} b2         => edit
		mei: {Where to?} b2e2            => edit ✅ Yes … Black played … **Move 2. … 1 of 1 so far
		mei: [That's enough]             => edit **1 of 1 moves found.** … [Step through]
		mei: [Step through]              => edit … 自出洞来无敌手`)
}

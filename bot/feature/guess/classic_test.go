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

// Where both wings are the same the move of the other wing is right too, and the game goes on in its mirror image.
func TestMirroredGuess(t *testing.T) {
	desk.Open(t, "guess", "replay", "play").Play(`
		mei: /guess game=classiczi3      => private … Whose moves …
		mei: [Red]                       => edit **Move 1. What did Red play?**
		mei: {Choose a piece} h2         => edit
		mei: {Where to?} h2e2            => edit ✅ Yes … h2e2 … mirror image … Black played … h7e7 … **Move 2. … 1 of 1 so far
		mei: {Choose a piece} h0         => edit
		mei: {Where to?} h0g2            => edit ✅ Yes … h0g2 … **Move 3. … 2 of 2 so far
		mei: {Choose a piece} a0         => edit
		mei: {Where to?} a0a1            => edit … i0i1 … was played. You chose … a0a1 … 2 of 3 so far
		mei: [That's enough]             => edit **2 of 3 moves found.** … [Step through]`)
}

package render

import (
	"yeye/game"
	"yeye/render/glyph"
)

// pictograms holds a figure for each role, in the format of sketch. Roles that exist in chess look as they do
// there, the king with its cross. The advisor is an official in a winged hat, the pawn a soldier in a straw hat.
var pictograms = [8]string{
	game.King: "M 46 5 L 54 5 L 54 11 L 61 11 L 61 18 L 54 18 L 54 27 L 46 27 L 46 18 L 39 18 L 39 11 L 46 11 Z" +
		" M 48 68 L 48 45 Q 41 27 24 31 Q 6 36 11 53 Q 14 62 24 68 Z M 52 68 L 52 45 Q 59 27 76 31 Q 94 36 89 53 Q " +
		"86 62 76 68 Z" +
		" M 50 28 Q 58 35 50 45 Q 42 35 50 28 Z M 24 72 L 76 72 L 76 79 L 24 79 Z M 21 83 L 79 83 L 79 93 L 21 93 Z",
	game.Advisor: "M 32 35 L 32 25 L 37 24 Q 37 4 50 4 Q 63 4 63 24 L 68 25 L 68 35 Z" +
		" M 29 31 L 22 31 Q 18 38 9 37 Q 0 35 1 29 Q 3 23 11 23 Q 18 23 22 28 L 29 28 Z" +
		" M 71 31 L 78 31 Q 82 38 91 37 Q 100 35 99 29 Q 97 23 89 23 Q 82 23 78 28 L 71 28 Z" +
		" M 36 39 L 64 39 Q 64 50 60 55 L 50 80 L 40 55 Q 36 50 36 39 Z" +
		" M 12 95 Q 12 68 36 60 L 50 93 L 64 60 Q 88 68 88 95 Z",
	game.Elephant: "O 32 42 17 M 34 30 Q 42 22 58 23 Q 88 25 89 52 L 89 84 L 74 84 L 74 66 L 58 66 L 58 84 L 43 84 L " +
		"43 58 L 30 50 Z" +
		" M 16 38 Q 8 58 11 76 Q 13 85 24 84 L 25 76 Q 19 77 20 68 Q 22 56 34 56 Z" +
		" M 89 46 Q 97 52 95 64 L 92 64 Q 92 56 88 54 Z H 27 38 3" +
		" M 41 34 Q 55 36 52 52 Q 49 60 42 56 L 43 53 Q 48 55 49 49 Q 50 40 41 37 Z",
	game.Horse: "M 30 76 Q 30 66 40 58 Q 45 54 45 49 Q 38 54 31 54 L 25 61 Q 20 64 16 60 Q 11 56 14 51 L 25 36 Q 26 " +
		"26 34 21 L 34 10" +
		" L 44 18 Q 74 18 79 48 Q 81 62 78 76 Z M 24 80 L 84 80 L 84 90 L 24 90 Z H 36 33 4",
	game.Rook: "M 22 14 L 35 14 L 35 23 L 43 23 L 43 14 L 57 14 L 57 23 L 65 23 L 65 14 L 78 14 L 78 36 L 68 43 L 70 " +
		"70 L 30 70 L 32 43 L 22 36 Z" +
		" M 25 74 L 75 74 L 75 80 L 82 80 L 82 90 L 18 90 L 18 80 L 25 80 Z",
	game.Cannon: "M 8 54 Q 4 46 11 41 L 84 12 L 88 10 L 95 27 L 91 29 L 62 42 L 36 66 L 24 64 Q 13 66 8 54 Z" +
		" O 46 66 22 H 46 66 13 O 46 66 6 M 22 78 L 4 90 L 12 95 L 34 84 Z",
	game.Pawn: "M 50 10 Q 62 24 86 38 Q 88 43 82 43 L 18 43 Q 12 43 14 38 Q 38 24 50 10 Z" +
		" M 34 47 L 66 47 Q 65 60 57 64 Q 78 68 80 90 L 20 90 Q 22 68 43 64 Q 35 60 34 47 Z",
}

// pictogram returns the figure of a role as a path of one em per 100 grid units, with the
// grid's middle at the origin.
func pictogram(r game.Role) (glyph.Path, error) { return parseSketch(pictograms[r]) }

package render

import (
	"yeye/game"
	"yeye/render/glyph"
)

// pictograms is a figure for each role, in the language of sketch. Roles that chess knows look as they do there; the advisor wears an
// official's winged hat, the pawn a soldier's straw hat.
var pictograms = [8]string{
	game.King: "M 14 36 L 32 52 L 50 22 L 68 52 L 86 36 L 78 70 L 22 70 Z M 22 75 L 78 75 L 78 86 L 22 86 Z" +
		" O 14 31 6 O 50 16 7 O 86 31 6",
	game.Advisor: "M 28 60 L 28 47 Q 28 39 36 39 Q 37 19 50 19 Q 63 19 64 39 Q 72 39 72 47 L 72 60 Z" +
		" M 22 64 L 78 64 L 78 75 Q 50 84 22 75 Z" +
		" M 25 48 L 12 42 Q 1 41 1 50 Q 1 58 12 57 L 25 54 Z M 75 48 L 88 42 Q 99 41 99 50 Q 99 58 88 57 L 75 54 Z H 50 49 5",
	game.Elephant: "O 32 42 17 M 34 30 Q 42 22 58 23 Q 88 25 89 52 L 89 84 L 74 84 L 74 66 L 58 66 L 58 84 L 43 84 L 43 58 L 30 50 Z" +
		" M 16 38 Q 8 58 11 76 Q 13 85 24 84 L 25 76 Q 19 77 20 68 Q 22 56 34 56 Z" +
		" M 89 46 Q 97 52 95 64 L 92 64 Q 92 56 88 54 Z H 27 38 3" +
		" M 41 34 Q 55 36 52 52 Q 49 60 42 56 L 43 53 Q 48 55 49 49 Q 50 40 41 37 Z",
	game.Horse: "M 30 76 Q 30 66 40 58 Q 45 54 45 49 Q 38 54 31 54 L 25 61 Q 20 64 16 60 Q 11 56 14 51 L 25 36 Q 26 26 34 21 L 34 10" +
		" L 44 18 Q 74 18 79 48 Q 81 62 78 76 Z M 24 80 L 84 80 L 84 90 L 24 90 Z H 36 33 4",
	game.Rook: "M 22 14 L 35 14 L 35 23 L 43 23 L 43 14 L 57 14 L 57 23 L 65 23 L 65 14 L 78 14 L 78 36 L 68 43 L 70 70 L 30 70 L 32 43 L 22 36 Z" +
		" M 25 74 L 75 74 L 75 80 L 82 80 L 82 90 L 18 90 L 18 80 L 25 80 Z",
	game.Cannon: "M 8 54 Q 4 46 11 41 L 84 12 L 88 10 L 95 27 L 91 29 L 62 42 L 36 66 L 24 64 Q 13 66 8 54 Z" +
		" O 46 66 22 H 46 66 13 O 46 66 6 M 22 78 L 4 90 L 12 95 L 34 84 Z",
	game.Pawn: "M 50 10 Q 62 24 86 38 Q 88 43 82 43 L 18 43 Q 12 43 14 38 Q 38 24 50 10 Z" +
		" M 34 47 L 66 47 Q 65 60 57 64 Q 78 68 80 90 L 20 90 Q 22 68 43 64 Q 35 60 34 47 Z",
}

// pictogram is the figure of a role as a path of one em to the grid's 100, with
// the grid's middle at the origin.
func pictogram(r game.Role) (glyph.Path, error) { return sketch(pictograms[r]) }

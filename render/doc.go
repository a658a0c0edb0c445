// Package render makes the pictures posted in channels: boards as PNG, replays as GIF and
// pieces as emoji; also evaluation graphs, portraits of the characters and cards. All of it
// is drawn by code with gg; the outlines of the characters come from package glyph.
//
// A [Painter] draws the board of a theme and each piece once, with gg, and turns them into
// indices of the theme's palette. From then on a board is a copy of palette cells:
// everything at a point of the board, including shadow and marks, stays inside that point's
// own cell, so cells are independent. Soft edges survive this: a [sprite] keeps its
// translucent pixels as mixes, tables that say which index each index of the ground
// becomes.
//
// A board's PNG file is assembled from bands, one per rank; bands that recently looked the
// same are kept compressed: see bandcache.go.
//
// A Painter's memory is bounded by [MemoryBound], 54 MiB: 46 for prepared parts, of which
// every theme, style, language, card and scale together took 44, and 8 for bands. Parts
// that are not used are never made: wood with traditional pieces at scale 2 takes 3. Boards
// being drawn come on top, as many as are drawn at once, 1.5 MiB each at scale 2, and as
// many cards, 4 MiB each. Of positions and games only the look of their last boards is
// kept, rank by rank; of people nothing. Prepared parts never change, so boards drawn at
// once share them without waiting for each other; only the first use of a style delays
// others of its theme.
//
// Sizes: scale 2 is 1152×1292 pixels with cells of 116, scale 1 half of that.
//
// Graphs and cards (graph.go, card.go, share.go, profile.go) are drawn part by part with gg
// and mapped to palettes of their own, chosen once per theme; faces and kings on them are
// prepared like pieces.
//
// The few words on a picture are its own, in four languages (language.go); the only other
// text, an opening's name, is written if package glyph has the outlines.
//
// What may not enter: names of people, except on cards that they share and only if they can
// be written (on a board they are in the text beside it), sentences (the caller describes a
// picture from its [View] or its [Facts]), any file or network.
package render

//go:generate go run yeye/cmd/lab picture --game testdata/readme.txt --scale 1 --delay 900ms -o testdata/readme.gif
//go:generate go run yeye/cmd/lab picture --portrait newborn --size 128 -o testdata/faces/newborn.png
//go:generate go run yeye/cmd/lab picture --portrait kid --size 128 -o testdata/faces/kid.png
//go:generate go run yeye/cmd/lab picture --portrait xiaoqing --size 128 -o testdata/faces/xiaoqing.png
//go:generate go run yeye/cmd/lab picture --portrait uncle --size 128 -o testdata/faces/uncle.png
//go:generate go run yeye/cmd/lab picture --portrait park-master --size 128 -o testdata/faces/park-master.png
//go:generate go run yeye/cmd/lab picture --portrait grandpa --size 128 -o testdata/faces/grandpa.png
//go:generate go run yeye/cmd/lab picture --portrait immortal --size 128 -o testdata/faces/immortal.png

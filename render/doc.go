// Package render makes the pictures that the bot posts: boards as PNG, replays as GIF, pieces as
// emoji, evaluation graphs, portraits of the characters, and cards. Everything is drawn by code
// with gg; package glyph has the outlines of text.
//
// A [Painter] draws the board of a theme and each piece once with gg, and converts them to indices of the theme's
// palette. After that a board is composed by copying palette cells. Everything at a square, including shadow and marks,
// stays inside the square's cell, so cells are independent. Soft edges are kept: a [sprite] stores its translucent
// pixels as lookup tables that map each palette index below to the blended one.
//
// A board's PNG file is assembled from bands, one per rank; recently used bands are kept compressed
// (see bandcache.go).
//
// A Painter's memory is bounded by [MemoryBound], 54 MiB: 46 for prepared parts and 8 for bands. All themes, styles,
// languages, cards and scales together took 44. Unused parts are never made: wood with traditional pieces at scale 2
// takes 3. Boards and cards being drawn are extra: 1.5 MiB for each board at scale 2, 4 MiB for each card. No
// positions, games or names are kept, only compressed pixels of recent boards. Prepared parts never change, so
// concurrent drawings share them without locking. The first use of a style delays other boards of its theme.
//
// Scale 2 is 1152×1292 pixels with cells of 116; scale 1 is half of that.
//
// Graphs and cards (graph.go, card.go, share.go, profile.go) are drawn part by part with gg and mapped
// to separate palettes, chosen once per theme. Faces and kings on them are prepared like pieces.
//
// The few words on a picture are in four languages (language.go). The only other text, an opening's
// name, is written if package glyph has its characters.
//
// Out of scope: sentences, files, network, and names of people except on cards that they share. The caller describes a
// picture from its [View] or its [Facts].
package render

//go:generate go run yeye/cmd/lab picture --game testdata/readme.txt --scale 1 --delay 900ms -o testdata/readme.gif
//go:generate go run yeye/cmd/lab picture --portrait newborn --size 128 -o testdata/faces/newborn.png
//go:generate go run yeye/cmd/lab picture --portrait kid --size 128 -o testdata/faces/kid.png
//go:generate go run yeye/cmd/lab picture --portrait xiaoqing --size 128 -o testdata/faces/xiaoqing.png
//go:generate go run yeye/cmd/lab picture --portrait uncle --size 128 -o testdata/faces/uncle.png
//go:generate go run yeye/cmd/lab picture --portrait park-master --size 128 -o testdata/faces/park-master.png
//go:generate go run yeye/cmd/lab picture --portrait grandpa --size 128 -o testdata/faces/grandpa.png
//go:generate go run yeye/cmd/lab picture --portrait immortal --size 128 -o testdata/faces/immortal.png

// Package render makes the pictures a channel sees: boards as PNG, replays as
// GIF and pieces as emoji; evaluation graphs, portraits of the characters and cards too. All
// of it is drawn by code with gg; the outlines of the characters come from package
// glyph.
//
// A [Painter] draws the board of a theme and each piece once, with gg, and turns
// them into indices of the theme's palette. From then on a board is a copy of
// palette cells: what belongs to a point of the board, shadow and marks too,
// stays inside that point's own cell, so cells are independent. Soft edges
// survive this: a [sprite] keeps its translucent pixels as mixes, tables that
// say which index each index of the ground becomes.
//
// As a file a board is put together of bands, one a rank, of which those that look as
// they did lately are there compressed: see bandcache.go.
//
// What a Painter keeps is bounded by [MemoryBound], 48 MiB: 40 for what is prepared, of
// which every theme, style, language, card and scale together took 38, and 8 for bands.
// What is not used is never made: wood with traditional pieces at scale 2 is 3. Boards
// under way come on top, as many as are drawn at once, 1.5 MiB each at scale 2, and as
// many cards, 4 MiB each. Of positions and games nothing
// is kept but how their last boards looked, rank by rank; of people nothing. What was
// prepared never changes, so boards drawn at once share it without waiting for each other;
// only the first use of a style holds up others of its theme.
//
// Sizes: scale 2 is 1152×1292 pixels with cells of 116, scale 1 half of that.
//
// Graphs and cards (graph.go, card.go, share.go, profile.go) are drawn part by part with gg
// and brought into palettes of their own, chosen once a theme; faces and kings on them are
// prepared like pieces.
//
// The few words on a picture are its own, in four languages (language.go); what is asked
// of it beside them, an opening's name, it writes if package glyph has the outlines.
//
// What may not enter: names of people but on cards that they share, where they can be
// written (a board's are in the text beside it), sentences (the one who speaks makes a
// picture's description from its [View] or its [Facts]), any file or network.
package render

//go:generate go run yeye/cmd/lab picture --game testdata/readme.txt --scale 1 --delay 900ms -o testdata/readme.gif

// Package glyph holds the outlines of the text in pictures: the Chinese characters of pieces, river
// and words in Kai script, and Latin text.
//
// The Chinese outlines are data, outlines.txt, taken from TW-Kai, the typeface of Taiwan's CNS 11643
// standard (Debian package fonts-cns11643-kai); its license requires the attribution in the file
// NOTICE. To change the set of characters, edit gen/main.go, install that package and run go generate.
// Latin letters and digits come from the Go fonts; missing Vietnamese letters are composed in viet.go.
//
// Out of scope: drawing. A [Path] passes its points to a [Pen]; colors, sizes and effects belong to package render.
package glyph

//go:generate go run ./gen -font /usr/share/fonts/truetype/cns11643/TW-Kai-98_1.ttf -o outlines.txt

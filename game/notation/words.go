package notation

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"yeye/game"
)

// Vietnamese writes P2-5, M8.7, Pt/1 (. forward, / backward, - sideways; t s g for front, rear,
// middle) or words, with and without tones. Romanized Chinese (pao 2 ping 5) has the same form.
// Both are read by trying every word that is possible in each place.

// term is a spelling with its meaning in one of the four positions of a move.
type term[T any] struct {
	spelling string
	meaning  T
}

// place distinguishes one piece from others of its kind.
type place struct {
	mark mark
	file bool // a file number follows
}

type language struct {
	family  Family
	pieces  []term[game.Role]
	places  []term[place]
	actions []term[action]
	numbers []term[int]
	// placeFirst allows the mark before the piece (qian pao).
	placeFirst bool
}

var digits = []term[int]{{"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6", 6}, {"7", 7}, {"8", 8}, {"9", 9}}

// The words with ' and _ distinguish tướng (king) from tượng (elephant); without tones either may
// be meant. They distinguish the numbers sáu (6) and tám (8) from sau (rear) and tam (3); without
// tones the latter are meant. ' is the acute accent, _ the dot below.
var vietnamese = language{
	family: Vietnamese,
	pieces: []term[game.Role]{
		{"tg", game.King}, {"tuo'ng", game.King}, {"tuong", game.King}, {"soai", game.King},
		{"s", game.Advisor}, {"si", game.Advisor}, {"sy", game.Advisor},
		{"t", game.Elephant}, {"v", game.Elephant}, {"tuo_ng", game.Elephant}, {"tuong", game.Elephant},
		{"voi", game.Elephant}, {"bo", game.Elephant},
		{"m", game.Horse}, {"ma", game.Horse}, {"ngua", game.Horse},
		{"x", game.Rook}, {"xe", game.Rook},
		{"p", game.Cannon}, {"phao", game.Cannon},
		{"b", game.Pawn}, {"c", game.Pawn}, {"tt", game.Pawn}, {"binh", game.Pawn}, {"chot", game.Pawn},
		{"tot", game.Pawn},
	},
	places: []term[place]{
		{"", place{file: true}},
		{"t", place{mark: first}}, {"truoc", place{mark: first}}, {"tt", place{mark: first}},
		{"s", place{mark: last}}, {"sau", place{mark: last}}, {"ss", place{mark: last}},
		{"g", place{mark: middle}}, {"giua", place{mark: middle}},
		{"tg", place{mark: second}}, {"truocgiua", place{mark: second}},
		{"sg", place{mark: lastButOne}}, {"saugiua", place{mark: lastButOne}},
		{"t", place{first, true}}, {"truoc", place{first, true}},
		{"s", place{last, true}}, {"sau", place{last, true}},
		{"g", place{middle, true}}, {"giua", place{middle, true}},
	},
	actions: []term[action]{
		{".", forward}, {"tan", forward}, {"tien", forward}, {"len", forward},
		{"/", backward}, {"thoai", backward}, {"thoi", backward}, {"lui", backward}, {"xuong", backward},
		{"-", sideways}, {"binh", sideways}, {"ngang", sideways}, {"sang", sideways},
	},
	numbers: append(append([]term[int](nil), digits...), []term[int]{
		{"nhat", 1}, {"nhi", 2}, {"tam", 3}, {"tu", 4}, {"ngu", 5}, {"luc", 6}, {"that", 7}, {"bat", 8}, {"cuu", 9},
		{"mot", 1}, {"hai", 2}, {"ba", 3}, {"bon", 4}, {"nam", 5}, {"sa'u", 6}, {"bay", 7}, {"ta'm", 8},
		{"chin", 9}}...),
}

// vietnameseSigns is Vietnamese letters with the signs of WXF, M2+3, for players who write both.
var vietnameseSigns = language{
	family: Vietnamese, pieces: vietnamese.pieces, places: vietnamese.places, numbers: digits,
	actions: []term[action]{{"+", forward}, {"=", sideways}},
}

// vietnameseShort is a sideways move without its sign, P25.
var vietnameseShort = language{
	family: Vietnamese, places: []term[place]{{"", place{file: true}}}, numbers: digits,
	pieces:  []term[game.Role]{{"x", game.Rook}, {"p", game.Cannon}, {"c", game.Pawn}, {"tt", game.Pawn}},
	actions: []term[action]{{"", sideways}},
}

// initials is the first letters of pinyin, p2p5 for 炮二平五, as fast typists write it. A letter that
// starts two words means both.
var initials = language{
	family: Chinese,
	pieces: []term[game.Role]{
		{"j", game.King}, {"s", game.King}, {"s", game.Advisor}, {"x", game.Elephant}, {"m", game.Horse},
		{"c", game.Rook}, {"j", game.Rook}, {"p", game.Cannon}, {"b", game.Pawn}, {"z", game.Pawn},
	},
	places: []term[place]{
		{"", place{file: true}},
		{"q", place{mark: first}}, {"h", place{mark: last}}, {"z", place{mark: middle}},
		{"q", place{first, true}}, {"h", place{last, true}}, {"z", place{middle, true}},
	},
	actions:    []term[action]{{"j", forward}, {"t", backward}, {"p", sideways}},
	numbers:    digits,
	placeFirst: true,
}

// initialSigns is first letters of pinyin with the signs of WXF, M2+3. Letters of WXF keep their
// WXF meaning, because cards show WXF beside Chinese.
var initialSigns = language{
	family: Chinese,
	pieces: []term[game.Role]{
		{"j", game.King}, {"s", game.King}, {"s", game.Advisor}, {"x", game.Elephant}, {"m", game.Horse},
		{"j", game.Rook}, {"z", game.Pawn},
	},
	places:     initials.places,
	actions:    []term[action]{{"+", forward}, {"-", backward}, {"=", sideways}},
	numbers:    digits,
	placeFirst: true,
}

// english is files and numbers in English: cannon 2 to 5. Pieces that move neither along files nor
// along ranks name their target differently: see [readEnglish].
var english = language{
	family: WXF,
	pieces: []term[game.Role]{
		{"king", game.King}, {"general", game.King}, {"advisor", game.Advisor}, {"adviser", game.Advisor},
		{"guard", game.Advisor},
		{"elephant", game.Elephant}, {"bishop", game.Elephant}, {"horse", game.Horse}, {"knight", game.Horse},
		{"rook", game.Rook}, {"chariot", game.Rook}, {"cannon", game.Cannon}, {"pawn", game.Pawn},
		{"soldier", game.Pawn},
	},
	places: []term[place]{
		{"", place{file: true}}, {"file", place{file: true}}, {"onfile", place{file: true}},
		{"from", place{file: true}},
		{"fromfile", place{file: true}},
		{"front", place{mark: first}}, {"rear", place{mark: last}}, {"back", place{mark: last}},
		{"middle", place{mark: middle}},
	},
	actions: []term[action]{
		{"forward", forward}, {"up", forward}, {"advance", forward}, {"advances", forward}, {"+", forward},
		{"back", backward}, {"backward", backward}, {"down", backward}, {"retreat", backward}, {"retreats", backward},
		{"to", sideways}, {"tofile", sideways}, {"tothe", sideways}, {"sideways", sideways}, {"across", sideways},
		{"traverse", sideways},
		{"traverses", sideways}, {"=", sideways},
	},
	numbers: append(append([]term[int](nil), digits...), []term[int]{
		{"one", 1}, {"two", 2}, {"three", 3}, {"four", 4}, {"five", 5}, {"six", 6}, {"seven", 7}, {"eight", 8},
		{"nine", 9},
		{"center", 5}, {"centre", 5}}...),
	placeFirst: true,
}

// readEnglish reads a whole text like read. A horse goes "to" a file forward or backward.
func readEnglish(text string) (found []query) {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "the"), "my")
	for _, q := range english.read(text) {
		if q.action == sideways && !alongRanks(q.role) {
			q.action = forward
			found = append(found, q)
			q.action = backward
		}
		found = append(found, q)
	}
	return found
}

var pinyin = language{
	family: Chinese,
	pieces: []term[game.Role]{
		{"jiang", game.King}, {"shuai", game.King}, {"shi", game.Advisor}, {"xiang", game.Elephant}, {"ma", game.Horse},
		{"che", game.Rook}, {"ju", game.Rook}, {"pao", game.Cannon}, {"bing", game.Pawn}, {"zu", game.Pawn},
	},
	places: []term[place]{
		{"", place{file: true}},
		{"qian", place{mark: first}}, {"hou", place{mark: last}}, {"zhong", place{mark: middle}},
		{"qian", place{first, true}}, {"hou", place{last, true}}, {"zhong", place{middle, true}},
	},
	actions: []term[action]{{"jin", forward}, {"tui", backward}, {"ping", sideways}},
	numbers: append(append([]term[int](nil), digits...), []term[int]{
		{"yi", 1}, {"er", 2}, {"san", 3}, {"si", 4}, {"wu", 5}, {"liu", 6}, {"qi", 7}, {"ba", 8}, {"jiu", 9}}...),
	placeFirst: true,
}

// read reads a whole text in lower case without spaces and tones, in every possible way. There are
// few places and their words are short, so the work is bounded for any text.
func (l *language) read(text string) (found []query) {
	for piece, rest := range matches(l.pieces, text) {
		for place, rest := range matches(l.places, rest) {
			found = l.readRest(found, piece, place, rest)
		}
	}
	if l.placeFirst {
		for place, rest := range matches(l.places, text) {
			if place.mark == unmarked || place.file {
				continue
			}
			for piece, rest := range matches(l.pieces, rest) {
				found = l.readRest(found, piece, place, rest)
				place.file = true
				found = l.readRest(found, piece, place, rest)
				place.file = false
			}
		}
	}
	return
}

// readRest reads the part after the piece and the mark.
func (l *language) readRest(found []query, piece game.Role, at place, text string) []query {
	q := query{family: l.family, role: piece, mark: at.mark}
	finish := func(text string) {
		for action, rest := range matches(l.actions, text) {
			for number, rest := range matches(l.numbers, rest) {
				if rest == "" {
					q.action, q.number = action, number
					found = append(found, q)
				}
			}
		}
	}
	if !at.file {
		q.form = byMark
		finish(text)
		return found
	}
	for file, rest := range matches(l.numbers, text) {
		q.form, q.file = byFile, file
		if at.mark != unmarked {
			q.form = byMarkFile
		}
		finish(rest)
	}
	return found
}

// matches yields the meanings of the words that text starts with, each with the rest of text.
func matches[T any](words []term[T], text string) func(func(T, string) bool) {
	return func(yield func(T, string) bool) {
		for _, w := range words {
			if rest, ok := strings.CutPrefix(text, w.spelling); ok && !yield(w.meaning, rest) {
				return
			}
		}
	}
}

// tones are the diacritics that Vietnamese puts on letters.
const tones = "\u0300\u0301\u0302\u0303\u0306\u0309\u031b\u0323"

// stripTones removes the tones from a text in lower case, except those that distinguish tướng from
// tượng, sáu from sau and tám from tam: these become ' and _ before the next letter.
func stripTones(text string) string {
	var b strings.Builder
	decomposed := norm.NFD.String(text)
	kept := ""
	for _, r := range decomposed {
		switch {
		case r == '\u0301':
			kept = "'"
		case r == '\u0323':
			kept = "_"
		case strings.ContainsRune(tones, r):
		case r == 'đ':
			b.WriteByte('d')
			kept = ""
		default:
			text := b.String()
			switch {
			case kept != "" && r == 'n' && strings.HasSuffix(text, "tuo"),
				kept == "'" && r == 'u' && strings.HasSuffix(text, "sa"),
				kept == "'" && r == 'm' && strings.HasSuffix(text, "ta"):
				b.WriteString(kept)
			}
			kept = ""
			b.WriteRune(r)
		}
	}
	return b.String()
}

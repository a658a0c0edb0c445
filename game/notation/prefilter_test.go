package notation

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// unseen is Parse without the look.
func unseen(text string) Parsed {
	t := Parsed{text: text}
	t.parseTexts(clean(text))
	return t
}

// meant reports whether some reader may mean something by a text.
func (t Parsed) meant() bool {
	return t.IsMove() || t.IsNear() || t.MayBe(Chinese) || t.MayBe(Vietnamese) || t.Line() != nil
}

// spellings draws a move from the tables of a notation.
func (l *language) spellings(t *rapid.T) []string {
	of := func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(t, name) }
	piece := l.pieces[of("piece", len(l.pieces))].spelling
	place := l.places[of("place", len(l.places))]
	words := []string{piece, place.spelling}
	if l.placeFirst && rapid.Bool().Draw(t, "place first") {
		words = []string{place.spelling, piece}
	}
	if place.meaning.file {
		words = append(words, l.numbers[of("file", len(l.numbers))].spelling)
	}
	return append(words, l.actions[of("action", len(l.actions))].spelling,
		l.numbers[of("number", len(l.numbers))].spelling)
}

// marked is the spelling with its tones, which the tables hold as ' and _.
var marked = strings.NewReplacer("a'", "á", "o'", "ó", "o_", "ọ")

func oneOf(t *rapid.T, name string, all ...string) string {
	return rapid.SampledFrom(all).Draw(t, name)
}

func keys[T any](m map[rune]T) (all []string) {
	for r := range m {
		all = append(all, string(r))
	}
	return all
}

// drawMove draws the tokens of a move that some table can read.
func drawMove(t *rapid.T) []string {
	digits := strings.Split("123456789", "")
	piece := oneOf(t, "latin piece", strings.Split("kaebhnrcp", "")...)
	point := func() string {
		return oneOf(t, "file", strings.Split("abcdefghi", "")...) + oneOf(t, "rank", append(digits, "0", "10")...)
	}
	han, numbers := oneOf(t, "han piece", keys(hanRoles)...), append(keys(hanNumbers), keys(hanNumeralLike)...)
	number := func() string { return oneOf(t, "han number", numbers...) }
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 9:
		return []string{oneOf(t, "name", "", "架", "来个"), oneOf(t, "central", "中", "当头", "當頭"),
			oneOf(t, "cannon", "炮", "砲", "包")}
	case 0:
		return vietnamese.spellings(t)
	case 1:
		l := rapid.SampledFrom([]*language{&vietnameseSigns, &vietnameseShort, &initials, &initialSigns}).Draw(t,
			"tentative")
		return l.spellings(t)
	case 2:
		return rapid.SampledFrom([]*language{&pinyin, &english}).Draw(t, "spelled").spellings(t)
	case 3: // WXF
		named := oneOf(t, "named", piece+oneOf(t, "digit", digits...), piece+oneOf(t, "sign", "+", "-", "f", "b"),
			"+"+piece, "++", "--", "p"+oneOf(t, "letter", "a", "b", "c", "d", "e"),
			oneOf(t, "index", digits...)+oneOf(t, "of", append(digits, "+", "-")...), piece+"3+")
		return []string{named, oneOf(t, "action", "+", "-", "=", ".", "->", "=>", "→", ""),
			oneOf(t, "number", digits...)}
	case 4: // Chinese
		mark := oneOf(t, "mark", append(keys(hanMarks), numbers...)...)
		words := rapid.SampledFrom([][]string{{han, number()}, {han, mark}, {mark, han}, {mark, number()},
			{mark, han, number()}}).Draw(t, "han")
		return append(words, oneOf(t, "action", append(append(keys(hanActions), keys(hanSigns)...), "")...), number())
	case 5:
		return []string{point(), oneOf(t, "between", "", "-", ":", "x", ">", "->", "=>", "→"), point()}
	case 6:
		return []string{piece, oneOf(t, "from", "", "c", "3", "c3"), oneOf(t, "between", "", "-", "x"), point()}
	case 7: // as cards say it
		named := ""
		for name := range spokenPieces {
			named = max(named, name)
		}
		named = oneOf(t, "said", append([]string{named, "cannon", "the horse", "my rook"}, keys(hanRoles)...)...)
		return []string{named, oneOf(t, "standing", "", " from h2", " on h2", "从h2", " tu h2", " h2"),
			oneOf(t, "goes", " to ", " den ", "走到", " takes the pawn on ", "吃", " "), point(),
			oneOf(t, "taken", "", "的卒")}
	}
	return []string{rapid.StringMatching(`[0-8][0-9][0-8][0-9]`).Draw(t, "four digits")}
}

// draw draws what somebody might type: a move in any spelling, with anything that may stand around one.
func draw(t *rapid.T) string {
	text := ""
	for range 1 + rapid.IntRange(0, 5).Draw(t, "parts")/4 {
		space := oneOf(t, "space", "", "", "", " ", "\u3000", "\u200b")
		text += marked.Replace(strings.Join(drawMove(t), space)) + oneOf(t, "dot", "", " · ", " (", ", ")
	}
	wide := func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + 0xfee0
		}
		return r
	}
	alike := func(r rune) rune {
		for like, plain := range confusable {
			if plain == r {
				return like
			}
		}
		return r
	}
	letters := rapid.SampledFrom([]func(rune) rune{func(r rune) rune { return r }, unicode.ToUpper, wide,
		alike}).Draw(t, "letters")
	text = strings.Map(letters, text)
	before := oneOf(t, "before", "", "", "!move ", "!", "move ", "<@1234567> ", "1. ", "12... ", "3、", "走", "我走", "红",
		"黑方：", "Red: ", "đen ", "đi ", "mình đi ", "I play ", "**", "`", "「", "(", "||")
	behind := oneOf(t, "behind", "", "", "!", "?!", "。", "+", "#", " 将军", "吧", " nhé", " chiếu tướng", " checkmate lol",
		" (当头炮)", "【当头炮】", " (sorry", "**", "`", "」", ")")
	return before + text + behind
}

// The look refuses nothing that somebody could mean as a move, in any notation that the tables hold.
func TestLook(t *testing.T) {
	read, moves := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := draw(t)
		read++
		if utf8.RuneCountInString(text) <= MaxLength && unseen(text).meant() {
			moves++
			if !Parse(text).meant() {
				t.Fatalf("%q can be meant as a move, and is refused", text)
			}
		}
	})
	if read >= 100 && moves*10 < read { // three times as many usually
		t.Errorf("only %d of %d texts are moves", moves, read)
	}
}

// Each action of each table with each number, and each number as a file.
func TestLookTables(t *testing.T) {
	n := 0
	check := func(text string) {
		t.Helper()
		if n++; unseen(text).meant() && !Parse(text).meant() {
			t.Errorf("%q can be meant as a move, and is refused", text)
		}
	}
	for _, l := range []*language{&vietnamese, &vietnameseSigns, &vietnameseShort, &initials, &initialSigns, &pinyin} {
		for _, number := range l.numbers {
			for _, a := range l.actions {
				check(marked.Replace(l.pieces[0].spelling + "2" + a.spelling + number.spelling))
			}
			for _, p := range l.pieces {
				check(marked.Replace(p.spelling + number.spelling + l.actions[0].spelling + "1"))
			}
		}
		for _, p := range l.pieces {
			for _, place := range l.places {
				check(marked.Replace(p.spelling + place.spelling + l.actions[0].spelling + "5"))
				check(marked.Replace(p.spelling + place.spelling + "2" + l.actions[0].spelling + "5"))
			}
		}
	}
	actions := append(append(keys(hanActions), keys(hanSigns)...), "")
	for _, number := range append(keys(hanNumbers), keys(hanNumeralLike)...) {
		for _, role := range keys(hanRoles) {
			check(role + number + "平" + "五")
			check(role + number + "5")
			check(number + role + "进1")
		}
		for _, action := range actions {
			check("炮二" + action + number)
			check("前兵" + action + number)
			check("前" + number + action + number)
		}
	}
	for like, plain := range confusable {
		for _, text := range []string{"h2e2", "C2=5", "P2-5", "ma2tan3", "xe1.1", "pao2ping5"} {
			check(strings.ReplaceAll(text, string(plain), string(like)))
		}
	}
	if n < 1000 {
		t.Errorf("only %d texts", n)
	}
}

func FuzzLook(f *testing.F) {
	for _, seed := range []string{"h2e2", "C2=5", "炮二平五", "pháo hai bình năm", "Pao Er Ping Wu", "ＰＨ２→ｅ２", "炮＝平—",
		"p2p5", "7747", "с2=5", "1、炮二平五，将军！", "e4", "Tt3.1", "炮②平⑤", "--+1", "33=4", "C25",
		"h2e2 (sorry)", "𝐡𝟐𝐞𝟐", "x1+1", "mã tám tấn bảy", "!move undo", "xin hoà", "认输。", "I will not resign",
		"今天晚上有人下棋吗？"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) && utf8.RuneCountInString(text) <= MaxLength && unseen(text).meant() &&
			!Parse(text).meant() {
			t.Errorf("%q can be meant as a move, and is refused", text)
		}
	})
}

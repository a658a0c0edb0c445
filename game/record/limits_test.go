package record

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"runtime"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/notation"
	"yeye/internal/race"
	"yeye/internal/slow"
)

// hostile are the units of texts that once took long to be refused, each repeated to the size of a file.
var hostile = []string{
	"(", ")", "{", "{a}", "}", ";\n", "1. ", "h2e2 ", "[A \"b\"]\n", "[A \"", "\\", "炮二平五 ", "* ", "1-0 ",
	"[DhtmlXQ_a]", "[DhtmlXQ_a]x[/DhtmlXQ_b]", "[DhtmlXQ_comment1]x[/DhtmlXQ_comment1]", "[DhtmlXQ_move_0_1_1]77[/DhtmlXQ_move_0_1_1]",
	"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", "[A\n", "（", "（当头炮", "h2e2;", "①", "第1回合", "红：", "1 ", "1.\n", "第一局\n", "炮二平五（", "7747", "Pháo 2 ", "https://", "[a]", "\x81\x30", "\xa4\xa4",
	"<", "<p", "<p ", "<script>", "</p>", "(1. h2d2 ", "(1. h2e2) ", "1. h2e2\n标题: a\n", "1. h2e2\n\n\nA\nh2e2h9g7\n", "标题: a\n", "a\n", "【变1】\n", "1. h2e2 *\n", "_", "DhtmlXQ_",
	"1.红:", "1.第1回合",
}

// readAll reads the first games of a file.
func readAll(data []byte) {
	f, err := Open(data)
	for i := 0; err == nil && i < min(f.Len(), 3); i++ {
		_, _ = f.Game(i)
	}
}

// Large inputs of any kind are read or refused in time that is linear in their size: see [BenchmarkHostile]. With a
// quadratic reader this test does not end.
func TestHostileFiles(t *testing.T) {
	size := MaxSize / 128
	if slow.On() {
		size = MaxSize / 16
	}
	for _, unit := range hostile {
		for _, front := range []string{"", "[DhtmlXQ]", "1. h2e2 ", "<p>1. h2e2 "} {
			readAll([]byte(front + strings.Repeat(unit, size/len(unit))))
		}
	}
}

// The speed in MB/s must not fall with the size: then the time is linear.
func BenchmarkHostile(b *testing.B) {
	for _, unit := range hostile {
		for _, size := range []int{MaxSize / 16, MaxSize} {
			b.Run(fmt.Sprintf("%q/%dKiB", unit, size>>10), func(b *testing.B) {
				data := []byte(strings.Repeat(unit, size/len(unit)))
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					readAll(data)
				}
			})
		}
	}
}

// Text that is no game is refused before it takes many times its own memory.
func TestHostileTextTakesLittleRoom(t *testing.T) {
	race.OneGoroutine(t) // the detector allocates several times as much
	for _, unit := range []string{"1 ", "! ", "红：", "h0g2 h9g7 g2h0 g7h9 ", "h0g2h9g7g2h0g7h9", "ﷺ"} {
		for _, head := range []string{"1. h2e2\n", "[Red \"a\"]\n\n1. h2e2\n"} {
			data := []byte(head + strings.Repeat(unit, MaxSize/len(unit)-10))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f, err := Open(data)
			if err == nil {
				_, err = f.First()
			}
			runtime.ReadMemStats(&after)
			var long *notation.TooLong // the word is no move
			if room := (after.TotalAlloc - before.TotalAlloc) / MaxSize; !errors.Is(err, ErrTooBig) &&
				!errors.As(err, &long) || room > 12 {
				t.Errorf("%q after %q: %v, with %d times its size allocated in all", unit, head, err, room)
			}
		}
	}
}

// Text that takes long to be recognized as no game is abandoned when its context
// ends.
func TestReadingIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, unit := range []string{"h2e2;", "炮二平五（", "h2e2 ", "1.\n"} {
		for _, head := range []string{"1. h2e2 ", "[Red \"a\"]\n\n1. h2e2 "} {
			f, err := OpenContext(ctx, []byte(head+strings.Repeat(unit, 1000)))
			if err == nil {
				_, err = f.First()
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%q after %q: %v", unit, head, err)
			}
		}
	}
}

// More games than a list can hold are refused before they are held in memory.
func TestMostGames(t *testing.T) {
	for _, one := range []string{"[A \"\"]\n1\n", "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]"} {
		if f, err := Open([]byte(strings.Repeat(one, maxGames-1))); err != nil || f.Len() != maxGames-1 {
			t.Errorf("%q: %v", one, err)
		}
		if _, err := Open([]byte(strings.Repeat(one, maxGames+1))); !errors.Is(err, ErrTooBig) {
			t.Errorf("one %q more: %v", one, err)
		}
	}
}

func TestMostPlies(t *testing.T) {
	there := strings.Repeat("h0g2 h9g7 g2h0 g7h9 ", MaxPlies/4)
	r, err := Read([]byte("position startpos moves " + there))
	if err != nil || len(r.Line) != MaxPlies {
		t.Fatalf("%v", err)
	}
	if _, err := Read([]byte("position startpos moves " + there + "h0g2")); !errors.Is(err, ErrTooBig) {
		t.Errorf("one more was read: %v", err)
	}
	if _, err := readPGN([]byte(strings.ReplaceAll(there, " ", "\n") + "h0g2")); !errors.Is(err, ErrTooBig) {
		t.Errorf("one more was read as PGN: %v", err)
	}
}

// Names come from strangers.
func TestNamesAreCleaned(t *testing.T) {
	r := New(game.Start())
	r.Info.Red = "a\x00b\nc\"]\n[Black \"x\u202e" + strings.Repeat("界", 500)
	r.Comment = "end } of [/DhtmlXQ] it"
	for _, format := range Formats {
		text, err := Write(r, format, notation.Coordinates)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read([]byte(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if again.Info.Black != "" || strings.ContainsAny(again.Info.Red, "\x00\n\u202e") ||
			len([]rune(again.Info.Red)) > maxName {
			t.Errorf("%s: Red %q, Black %q", format, again.Info.Red, again.Info.Black)
		}
	}
	if _, err := Write(r, "doc", notation.Coordinates); err == nil {
		t.Error("an unknown format was written")
	}
}

// A pattern for the beginning of the remaining text must not search the rest of
// it: "^a|^b" does, and makes every line cost as much as the whole file.
func TestFrontsAreAnchored(t *testing.T) {
	for _, front := range []*regexp.Regexp{
		bulleted, gameHeading, firstMove, bracketEnd, ringed, roundWord, sideWord, numberDot, pgnTag, pgnTagHead,
		pgnTagName, numbered, unnumbered, sentence, misspelt, looseTag,
	} {
		tree, err := syntax.Parse(front.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		program, err := syntax.Compile(tree.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		if program.StartCond()&syntax.EmptyBeginText == 0 {
			t.Errorf("%s is tried at every place of a text", front)
		}
	}
}

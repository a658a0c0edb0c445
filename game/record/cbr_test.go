package record

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"yeye/game"
)

// The package only reads CCBridge's files; these functions write them for the
// tests.

func wideBytes(t string) (b []byte) {
	for _, u := range utf16.Encode([]rune(t)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return
}

func cbrBytes(r *Record, version byte) []byte {
	l := cbrLayouts[version]
	data := make([]byte, l.events)
	copy(data, cbrMagic)
	data[cbrVersion] = version
	for _, t := range l.texts {
		copy(data[t.at:t.at+t.size], wideBytes(*t.field(&r.Info)))
	}
	data[l.result], data[l.turn] = byte(r.Result), byte(r.Start.Turn())+1
	for i := range game.Squares {
		if m := r.Start.At(rowwise(i)); m != game.NoPiece {
			data[l.board+i] = 16*(byte(m.Color())+1) + byte(slices.Index(cbrRoles[:], m.Role()))
		}
	}
	point := func(s game.Square) byte {
		if version == 1 {
			return byte(16*s.File() + 9 - s.Rank())
		}
		return byte(s.File() + 9*(9-s.Rank()))
	}
	put := func(from, to byte, comment string, ends, forks bool) {
		var flags byte
		if ends {
			flags |= 1
		}
		if forks {
			flags |= 2
		}
		if comment != "" {
			flags |= 4
		}
		data = append(data, flags, 0, from, to)
		if comment != "" {
			text := wideBytes(comment)
			data = binary.LittleEndian.AppendUint32(data, uint32(len(text)))
			data = append(data, text...)
		}
	}
	put(0, 0, r.Comment, len(r.Line) == 0, false)
	walk(r.Line, func(p Ply, ends, forks bool) {
		put(point(p.Move.From()), point(p.Move.To()), p.Comment, ends, forks)
	})
	return data
}

// cblBytes returns a library with room for slots games.
func cblBytes(title string, slots int, games ...[]byte) []byte {
	data := make([]byte, cblIndex+cblEntry*slots)
	copy(data, cblMagic)
	binary.LittleEndian.PutUint32(data[cblSlots:], uint32(slots))
	copy(data[cblTitle:], wideBytes(title))
	for k, g := range games {
		data[cblIndex+cblEntry*k] = 7
		data = append(data, g...)
		data = append(data, make([]byte, (cblBlock-len(g)%cblBlock)%cblBlock)...)
	}
	return data
}

func cbfBytes(r *Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<%s Version=\"1.0\"><Head>", cbfRoot)
	element := func(of, text string) {
		fmt.Fprintf(&b, "<%s>", of)
		_ = xml.EscapeText(&b, []byte(text))
		fmt.Fprintf(&b, "</%s>\n", of)
	}
	for of, field := range cbfFields {
		element(of, *field(&r.Info))
	}
	element("RecordResult", fmt.Sprint(uint8(r.Result)))
	element("FEN", r.Start.FEN())
	b.WriteString("</Head><MoveList>\n")
	move := func(value, comment string, ends, forks bool) {
		fmt.Fprintf(&b, "<Move value=%q", value)
		if forks {
			b.WriteString(` branch="1"`)
		}
		if ends {
			b.WriteString(` end="1"`)
		}
		b.WriteString("><![CDATA[" + comment + "]]></Move>\n")
	}
	move("00-00", r.Comment, len(r.Line) == 0, false)
	walk(r.Line, func(p Ply, ends, forks bool) {
		move(dhtmlPoint(p.Move.From())+"-"+dhtmlPoint(p.Move.To()), p.Comment, ends, forks)
	})
	fmt.Fprintf(&b, "</MoveList></%s>\n", cbfRoot)
	return b.String()
}

// keep returns a record with only the fields that a format has, its start
// perhaps without counters, and its tree in the form of the streams.
func keep(r *Record, fields []func(*Info) *string, counters bool) *Record {
	kept := *r
	kept.Info = Info{}
	for _, f := range fields {
		*f(&kept.Info) = *f(&r.Info)
	}
	if setup := r.Start.Setup(); !counters {
		kept.Start, _ = setup.Position()
	}
	kept.Line = flat(r.Line)
	return &kept
}

func cbrFields(version byte) (all []func(*Info) *string) {
	for _, t := range cbrLayouts[version].texts {
		all = append(all, t.field)
	}
	return
}

func TestCCBridgeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		one, two := cbrBytes(r, 1), cbrBytes(r, 2)
		want1, want2 := keep(r, cbrFields(1), false), keep(r, cbrFields(2), false)
		wantXML := keep(r, slices.Collect(maps.Values(cbfFields)), true)
		for _, c := range []struct {
			data []byte
			want *Record
		}{{one, want1}, {two, want2}, {[]byte(cbfBytes(r)), wantXML}} {
			got, err := Read(c.data)
			if err != nil {
				t.Fatal(err)
			}
			if d := same(c.want, got); d != "" {
				t.Fatal(d)
			}
		}
		library, err := Open(cblBytes("全集", 128, one, two))
		if err != nil || library.Len() != 2 || library.Title != "全集" || library.Format != CBL {
			t.Fatalf("%+v, %v", library, err)
		}
		for i, want := range []*Record{want1, want2} {
			got, err := library.Game(i)
			if err != nil {
				t.Fatal(err)
			}
			if d := same(want, got) + cmp.Diff(Heading{Info: got.Info, Result: got.Result},
				library.Heading(i)); d != "" {
				t.Fatal(d)
			}
		}
	})
}

// Real libraries have headings of chapters, deleted games, and games of several
// blocks; all are found, whatever the index says of their lengths.
func TestLibrary(t *testing.T) {
	game1, game2 := New(game.Start()), New(game.Start())
	game1.Info.Title, game1.Info.Red = "顺炮", "Hu"
	game1.Line = []Ply{{Move: game.NewMove(25, 22), Comment: strings.Repeat("好", 3*cblBlock)}}
	game2.Info.Title, game2.Info.Black = "列炮", "Yang Guanlin"
	chapter := cbrBytes(game2, 2)
	clear(chapter[cbrLayouts[2].board:][:game.Squares])
	newer := cbrBytes(game2, 2)
	newer[cbrVersion] = 3
	data := cblBytes("", 1024, cbrBytes(game1, 2), chapter, cbrBytes(game2, 2), newer, cbrBytes(game1, 2))
	f, err := Open(data)
	if err != nil || f.Len() != 5 {
		t.Fatalf("%+v, %v", f, err)
	}
	var empty []int
	for i := range f.Len() {
		if f.Heading(i).Empty {
			empty = append(empty, i)
		}
	}
	if d := cmp.Diff([]int{1, 3}, empty); d != "" {
		t.Error(d)
	}
	if _, err := f.Game(1); !errors.Is(err, ErrHeading) {
		t.Errorf("a heading was read: %v", err)
	}
	var unsupported *Unsupported
	if _, err := f.Game(3); !errors.As(err, &unsupported) || unsupported.Version != 3 {
		t.Errorf("a version that nobody has seen: %v", err)
	}
	if r, err := f.Game(4); err != nil || len([]rune(r.Line[0].Comment)) != 3*cblBlock {
		t.Errorf("the long game: %v", err)
	}
	for text, want := range map[string][]int{"列炮": {1, 2}, "yang LIE": nil, "GUAN yang": {1, 2}, "": {0, 1, 2, 3, 4},
		"hu": {0, 4}} {
		if d := cmp.Diff(want, f.Search(text)); d != "" {
			t.Errorf("search for %q: %s", text, d)
		}
	}
	data[cblIndex] = cblDeleted
	if f, err := Open(data); err != nil || f.Len() != 4 || f.Heading(3).Info.Title != "顺炮" {
		t.Errorf("with one deleted: %+v, %v", f, err)
	}
}

// Comments are pasted from anywhere, with characters that XML does not allow.
func TestControlsInCBF(t *testing.T) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "a\x0bb\x00c"}}
	got, err := ReadCBF([]byte(cbfBytes(r)))
	if err != nil || got.Line[0].Comment != "abc" {
		t.Errorf("%+v, %v", got, err)
	}
}

// The decoder holds all attributes of a tag at once: eight megabytes of them became 350.
func TestLongTagsInCBF(t *testing.T) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: strings.Repeat("<a> b='\"", 2*maxTag)}}
	text := cbfBytes(r)
	if got, err := ReadCBF([]byte(text)); err != nil || got.Line[0].Comment != cleanComment(r.Line[0].Comment) {
		t.Errorf("a long comment: %v", err)
	}
	for _, attributes := range []string{strings.Repeat(" a=''", maxTag), " a='>'" + strings.Repeat(" b=\"'>\"", maxTag),
		" a='" + strings.Repeat("x", maxTag)} {
		long := strings.Replace(text, "<Move ", "<Move"+attributes+" ", 1)
		var damaged *Damaged
		if _, err := ReadCBF([]byte(long)); !errors.As(err, &damaged) || damaged.At != strings.Index(text, "<Move ") {
			t.Errorf("%.20s…: %v", attributes, err)
		}
	}
}

func TestBrokenCCBridge(t *testing.T) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "x"}}
	whole := cbrBytes(r, 2)
	library := cblBytes("", 1, whole)
	library[cblSlots+3] = 0x7f
	lying := bytes.Clone(whole)
	lying[len(lying)-6+3] = 0x80 // the length of the comment
	empty := cblBytes("", 128)
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"cut head":        {whole[:100], &Damaged{CBR, 100}},
		"newer":           {append(append([]byte(nil), whole[:cbrVersion]...), append([]byte{3}, whole[cbrVersion+1:]...)...), &Unsupported{CBR, 3}},
		"library cut":     {library[:5000], &Damaged{CBL, 5000}},
		"slots lie":       {library, &Damaged{CBL, cblSlots}},
		"no games":        {empty, &Damaged{CBL, len(empty)}},
		"old library":     {[]byte("CCBridge\x15\x00\x00\x00\x03\x00\x00\x00"), &Unsupported{CBL, 3}},
		"document type":   {[]byte("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><ChineseChessRecord></ChineseChessRecord>"), &Damaged{CBF, 21}},
		"unclosed":        {[]byte("<ChineseChessRecord><MoveList>"), &Damaged{CBF, 30}},
		"unknown entity":  {[]byte("<ChineseChessRecord><Head><Name>&lol;</Name>"), &Damaged{CBF, 32}},
		"no moves at all": {[]byte("<ChineseChessRecord></ChineseChessRecord>"), &Damaged{CBF, 41}},
	} {
		if got, err := Open(c.data); err == nil || err.Error() != c.want.Error() {
			t.Errorf("%s: %+v, %v, want %v", name, got, err, c.want)
		}
	}
	if r, err := Read(lying); err != nil || len(r.Line) != 0 {
		t.Errorf("a comment longer than the file: %+v, %v", r, err)
	}
	for n := len(whole); n >= cbrLayouts[2].events; n-- {
		if _, err := Read(whole[:n]); err != nil {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
}

func FuzzCBR(f *testing.F) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "x", Variations: [][]Ply{{{Move: game.NewMove(19, 22)}}}}}
	f.Add(cbrBytes(r, 1))
	f.Add(cbrBytes(r, 2))
	f.Add(cbrBytes(New(game.Start()), 2))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > cbrVersion { // beyond the check that every file must pass
			data = slices.Concat(cbrMagic, data[len(cbrMagic):])
			data[cbrVersion] %= 4
		}
		if r, err := ReadCBR(data); err == nil {
			writable(t, r)
		}
	})
}

func FuzzCBL(f *testing.F) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22)}}
	games := func(slots uint32, games []byte) []byte {
		head := cblBytes("", 2)
		binary.LittleEndian.PutUint32(head[cblSlots:], slots)
		return append(head, games...)
	}
	f.Add(uint32(2), cblBytes("", 2, cbrBytes(r, 2), cbrBytes(r, 1))[cblIndex+2*cblEntry:])
	f.Add(uint32(1<<31), cbrBytes(r, 2))
	f.Fuzz(func(t *testing.T, slots uint32, blocks []byte) {
		file, err := Open(games(slots, blocks))
		if err != nil {
			return
		}
		for i := range file.Len() {
			if r, err := file.Game(i); err == nil {
				writable(t, r)
			}
		}
	})
}

func FuzzCBF(f *testing.F) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "x", Variations: [][]Ply{{{Move: game.NewMove(19, 22)}}}}}
	f.Add(cbfBytes(r))
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ReadCBF([]byte(text)); err == nil {
			writable(t, r)
		}
	})
}

// writable checks that what was read can be written and read again.
func writable(t *testing.T, r *Record) {
	t.Helper()
	again, err := ReadXQF(WriteXQF(r))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r.Moves(), again.Moves()); d != "" {
		t.Fatal(d)
	}
}

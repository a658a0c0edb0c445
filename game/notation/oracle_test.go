package notation_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/notation"
)

// A slow and obvious way to write a move, from the definitions alone: list the
// pieces of the kind file by file, sort, look up. firm holds other spellings that
// must be read as that move in every position, loose those that must be read as
// that move unless they fit another legal move as well.
type spellings struct {
	wxf, hans, hant, vi string
	firm, loose         []string
}

func (s *spellings) all() []string {
	all := slices.Concat([]string{s.wxf, s.hans, s.hant, s.vi}, s.firm, s.loose)
	for _, text := range all {
		if pawn, ok := strings.CutPrefix(text, "B"); ok {
			all = append(all, "C"+pawn) // the southern letter
		}
		if strings.Contains(text, "=") {
			all = append(all, strings.Replace(text, "=", ".", 1)) // as official documents print it
		}
	}
	return all
}

func spell(p *game.Position, m game.Move) (s spellings) {
	red := p.Turn() == game.Red
	number := func(file int) int {
		if red {
			return 9 - file
		}
		return file + 1
	}
	piece := p.At(m.From())
	byFile := make(map[int][]game.Square)
	for sq := range game.Square(game.Squares) {
		if p.At(sq) == piece {
			byFile[number(sq.File())] = append(byFile[number(sq.File())], sq)
		}
	}
	tall := 0
	for n, pieces := range byFile {
		slices.SortFunc(pieces, func(a, b game.Square) int {
			if red {
				return int(b) - int(a)
			}
			return int(a) - int(b)
		})
		byFile[n] = pieces
		if len(pieces) > 1 {
			tall++
		}
	}
	f := number(m.From().File())
	pieces := byFile[f]
	place := slices.Index(pieces, m.From()) + 1

	up := m.To().Rank() - m.From().Rank()
	if !red {
		up = -up
	}
	act := 1 // sideways
	if up > 0 {
		act = 0
	} else if up < 0 {
		act = 2
	}
	n := number(m.To().File())
	if n == f {
		n = max(up, -up)
	}
	hanNumber := func(n int) string { return string([]rune("零一二三四五六七八九")[n]) }
	own := func(n int) string {
		if red {
			return hanNumber(n)
		}
		return fmt.Sprint(n)
	}
	wxfEnd := fmt.Sprint([]string{"+", "=", "-"}[act], n)
	hansEnd := []string{"进", "平", "退"}[act] + own(n)
	viEnd := fmt.Sprint([]string{".", "-", "/"}[act], n)
	letter := string(piece.Role().Letter())
	if i := strings.Index("BN", letter); i >= 0 {
		letter = "EH"[i : i+1]
	}
	names := map[game.Role][3]string{
		game.King: {"帅", "将", "Tg"}, game.Advisor: {"仕", "士", "S"}, game.Elephant: {"相", "象", "T"},
		game.Horse: {"马", "马", "M"},
		game.Rook:  {"车", "车", "X"}, game.Cannon: {"炮", "炮", "P"}, game.Pawn: {"兵", "卒", "B"},
	}[piece.Role()]
	han := names[p.Turn()]
	ends := map[int]string{1: "前", len(pieces): "后"}
	pawn := piece.Role() == game.Pawn
	switch {
	case len(pieces) == 1 || piece.Role() == game.Advisor || piece.Role() == game.Elephant:
		s.wxf, s.hans, s.vi = fmt.Sprint(letter, f, wxfEnd), han+own(f)+hansEnd, fmt.Sprint(names[2], f, viEnd)
	case !pawn:
		s.wxf = letter + map[int]string{1: "+", 2: "-"}[place] + wxfEnd
		s.hans = ends[place] + han + hansEnd
		s.vi = names[2] + map[int]string{1: "t", 2: "s"}[place] + viEnd
	case tall == 2:
		middle := len(pieces) == 3 && place == 2
		switch {
		case middle:
			s.wxf, s.hans, s.vi = fmt.Sprintf("%d%d%s", f, f, wxfEnd), "中"+han+own(f)+hansEnd,
				fmt.Sprint("Bg", f, viEnd)
		case place == 1:
			s.wxf, s.hans, s.vi = fmt.Sprint(f, "+", wxfEnd), "前"+han+own(f)+hansEnd, fmt.Sprint("Bt", f, viEnd)
		default:
			s.wxf, s.hans, s.vi = fmt.Sprint(f, "-", wxfEnd), "后"+han+own(f)+hansEnd, fmt.Sprint("Bs", f, viEnd)
		}
	default:
		s.wxf = [][]string{2: {"P+", "P-"}, 3: {"P+", fmt.Sprint("P", f), "P-"}, 4: {"++", "P+", "P-", "--"},
			5: {"++", "P+", fmt.Sprint("P", f), "P-", "--"}}[len(pieces)][place-1] + wxfEnd
		s.hans = [][]string{2: {"前", "后"}, 3: {"前", "中", "后"}, 4: {"一", "二", "三", "四"},
			5: {"一", "二", "三", "四", "五"}}[len(pieces)][place-1] + han + hansEnd
		s.vi = "B" + [][]string{2: {"t", "s"}, 3: {"t", "g", "s"}, 4: {"t", "tg", "sg", "s"}, 5: {"t", "tg", "g", "sg",
			"s"}}[len(pieces)][place-1] + viEnd
	}
	s.hant = strings.NewReplacer("帅", "帥", "将", "將", "马", "馬", "车", "車", "后", "後", "进", "進").Replace(s.hans)

	if len(pieces) == 1 { // as beginners write it
		s.loose = append(s.loose, hanNumber(f)+han+hansEnd)
		return
	}
	one := tall == 1 // no other file has two of the kind
	mark, isEnd := ends[place]
	sign := map[bool]string{true: "+", false: "-"}[place == 1]
	add := func(firm bool, texts ...string) {
		if firm {
			s.firm = append(s.firm, texts...)
		} else {
			s.loose = append(s.loose, texts...)
		}
	}
	// Fairy-Stockfish: pawns by index and file as soon as there is a third on a
	// file or a second stack; of a pair the plain file if the other could not go.
	if pawn && (len(pieces) > 2 || !one) {
		collides := place == f && !one && len(pieces) == 3 // WXF's middle pawn
		add(!collides, fmt.Sprintf("%d%d%s", place, f, wxfEnd))
		add(false, fmt.Sprint(letter, f, wxfEnd))
	} else {
		other := pieces[2-place]
		d := m.To() - m.From()
		to := game.SquareAt(other.File()+m.To().File()-m.From().File(), other.Rank()+m.To().Rank()-m.From().Rank())
		add(to == game.NoSquare && d != 0, fmt.Sprint(letter, f, wxfEnd))
	}
	add(false, fmt.Sprint(names[2], f, viEnd))
	if isEnd {
		add(one, mark+han+hansEnd, han+mark+hansEnd)
		add(true, mark+han+own(f)+hansEnd)
		add(one && (place == 1 || !pawn), letter+map[bool]string{true: "f", false: "b"}[place == 1]+wxfEnd)
		if pawn {
			add(true, mark+own(f)+hansEnd)
		}
		if len(pieces) < 4 {
			add(one, letter+sign+wxfEnd, sign+letter+wxfEnd)
		}
		if pawn {
			add(one, "B"+map[bool]string{true: "t", false: "s"}[place == 1]+viEnd)
		}
	}
	if pawn { // xqbase: across all stacks, by file number
		count := 0
		for file := 1; file < f; file++ {
			if n := len(byFile[file]); n > 1 {
				count += n
			}
		}
		count += place
		add(!one || len(pieces) > 3, hanNumber(count)+han+hansEnd)
		add(count != 2, fmt.Sprint("P", string(rune('a'+count-1)), wxfEnd))
	}
	return
}

// checkSpellings writes and reads every legal move of a position.
func checkSpellings(t testing.TB, p *game.Position, loose map[string]int) {
	t.Helper()
	families := []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese, notation.Traditional,
		notation.Vietnamese}
	for _, m := range p.LegalMoves(nil) {
		s := spell(p, m)
		for i, want := range []string{m.String(), s.wxf, s.hans, s.hant, s.vi} {
			f := families[i]
			if got := notation.Write(p, m, f); got != want {
				t.Fatalf("%s %s in %s: %q, not %q", p.FEN(), m, f, got, want)
			}
			if got, err := notation.Read(p, want, f); got != m {
				t.Fatalf("%s %q in %s: %s, %v, not %s", p.FEN(), want, f, got, err, m)
			}
			got, err := notation.Read(p, want, notation.Auto)
			if several := (*notation.Ambiguous)(nil); got != m && !(errors.As(err, &several) &&
				slices.Contains(several.Candidates, m)) {
				t.Fatalf("%s %q: %s, %v, not %s", p.FEN(), want, got, err, m)
			}
		}
		for best := notation.Auto; best <= notation.Vietnamese; best++ {
			label := label(p, m, best)
			for prefer := notation.Auto; prefer <= notation.Vietnamese; prefer++ {
				if got, err := notation.Read(p, label, prefer); got != m {
					t.Fatalf("%s %q in %s: %s, %v, not %s", p.FEN(), label, prefer, got, err, m)
				}
			}
		}
		for _, text := range s.firm {
			// With WXF preferred: a Vietnamese reading may collide.
			if got, err := notation.Read(p, text, notation.WXF); got != m {
				t.Fatalf("%s %q: %s, %v, not %s", p.FEN(), text, got, err, m)
			}
		}
		for _, text := range s.loose {
			got, err := notation.Read(p, text, notation.Auto)
			several := (*notation.Ambiguous)(nil)
			switch {
			case got == m:
				loose["read"]++
			case errors.As(err, &several) && slices.Contains(several.Candidates, m):
				loose["ambiguous"]++
				for _, c := range several.Candidates {
					if o := spell(p, c); !slices.Contains(o.all(), text) {
						t.Fatalf("%s %q: why is %s a candidate?", p.FEN(), text, c)
					}
				}
			case err != nil:
				t.Fatalf("%s %q: %v, not %s", p.FEN(), text, err, m)
			default: // another move has a stronger claim: it must be its standard spelling
				o := spell(p, got)
				if !slices.Contains(o.all(), text) {
					t.Fatalf("%s %q: %s, not %s", p.FEN(), text, got, m)
				}
				loose["other"]++
			}
		}
	}
}

func TestSpellings(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	n := 150
	if testing.Short() {
		n = 40
	}
	loose := make(map[string]int)
	for range n {
		p := randomPosition(r)
		checkSpellings(t, &p, loose)
	}
	t.Log(loose)
	if loose["read"] == 0 || loose["ambiguous"] == 0 || loose["other"] > loose["read"]/50 {
		t.Errorf("suspicious counts: %v", loose)
	}
}

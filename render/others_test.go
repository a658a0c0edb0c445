package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/ai/character"
	"yeye/game"
	"yeye/render/glyph"
)

func TestEmoji(t *testing.T) {
	p := New()
	name := regexp.MustCompile(`^\w{2,32}$`)
	names, hashes := map[string]bool{}, map[string]string{}
	for _, pieces := range []PieceSet{Simplified, Traditional, Letter} {
		es, err := p.Emoji(pieces)
		if err != nil {
			t.Fatal(err)
		}
		if len(es) != 14 {
			t.Fatalf("%v: %d pieces", pieces, len(es))
		}
		for _, e := range es {
			if !name.MatchString(e.Name) || names[e.Name] {
				t.Errorf("name %q is taken or none that Discord accepts", e.Name)
			}
			names[e.Name] = true
			// Some characters are the same in both Chinese sets.
			if other, ok := hashes[e.Hash]; ok && pieces != Traditional {
				t.Errorf("%s looks like %s", e.Name, other)
			}
			hashes[e.Hash] = e.Name
			if len(e.PNG) > 256<<10 {
				t.Errorf("%s: %d bytes, Discord takes 256 KiB", e.Name, len(e.PNG))
			}
			im, err := png.Decode(bytes.NewReader(e.PNG))
			if err != nil {
				t.Fatal(err)
			}
			if im.Bounds().Dx() != 128 || im.Bounds().Dy() != 128 {
				t.Errorf("%s: %v", e.Name, im.Bounds())
			}
			if _, _, _, a := im.At(1, 1).RGBA(); a != 0 {
				t.Errorf("%s: the corner is not transparent", e.Name)
			}
		}
	}
	again, err := New().Emoji(Letter)
	if err != nil {
		t.Fatal(err)
	}
	if e := again[13]; hashes[e.Hash] != e.Name {
		t.Errorf("%s: another hash the second time", e.Name)
	}
	if _, err := p.Emoji(pieceStyles); err == nil {
		t.Error("pieces of no style")
	}
}

func TestPortraits(t *testing.T) {
	p := New()
	hashes := map[string]character.Level{}
	for _, c := range character.All() {
		pic, err := p.Portrait(c, 96)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := hashes[pic.Hash]; ok {
			t.Errorf("%v looks like %v", c, other)
		}
		hashes[pic.Hash] = c
		im, err := png.Decode(bytes.NewReader(pic.PNG))
		if err != nil {
			t.Fatal(err)
		}
		if im.Bounds().Dx() != 96 || im.Bounds().Dy() != 96 {
			t.Errorf("%v: %v", c, im.Bounds())
		}
	}
	emoji, err := p.PortraitEmoji()
	if err != nil || len(emoji) != character.Count {
		t.Fatalf("%d emoji, %v", len(emoji), err)
	}
	for i, e := range emoji {
		if int(e.Character) != i || e.Size != emojiSize || len(e.PNG) > 256<<10 {
			t.Errorf("emoji %d: %v, %d pixels, %d bytes", i, e.Character, e.Size, len(e.PNG))
		}
	}
	for _, size := range []int{0, 31, 1025} {
		if _, err := p.Portrait(character.Kid, size); err == nil {
			t.Errorf("a portrait of %d pixels", size)
		}
	}
	if _, err := p.Portrait(7, 64); err == nil {
		t.Error("a portrait of nobody")
	}
}

func TestGraph(t *testing.T) {
	p := New()
	balance := []float64{0, 0.1, -0.2, 0.6, 1.5, math.Inf(-1), 0}
	for theme := range themes {
		for scale := 1; scale <= 2; scale++ {
			c, err := p.Graph(Graph{Theme: theme, Scale: scale, Balance: balance, Turning: []int{5}, At: 3})
			if err != nil {
				t.Fatal(err)
			}
			im, err := png.Decode(bytes.NewReader(c.PNG))
			if err != nil {
				t.Fatal(err)
			}
			if im.Bounds().Dx() != c.Width || im.Bounds().Dy() != c.Height || c.Width != unitWidth*scale ||
				c.Plies != 6 || c.Moves != 3 {
				t.Errorf("%v scale %d: %v, %d plies, %d moves", theme, scale, im.Bounds(), c.Plies, c.Moves)
			}
		}
	}
	for name, g := range map[string]Graph{
		"nothing":                {},
		"one position":           {Balance: []float64{0}},
		"turning unknown":        {Balance: []float64{0, math.NaN(), 0}, Turning: []int{1}},
		"pointing at nothing":    {Balance: []float64{0, math.NaN(), 0}, At: 1},
		"turning beyond":         {Balance: balance, Turning: []int{7}},
		"pointing beyond":        {Balance: balance, At: -1},
		"a theme that is not":    {Balance: balance, Theme: themes},
		"a language that is not": {Balance: balance, Language: languages, Names: [2]string{"\u2603", ""}},
		"a side that is not":     {Balance: balance, First: 2},
		"without end":            {Balance: make([]float64, maxPlies+2)},
		"a move before all":      {Balance: balance, Number: -1},
		"too many turns":         {Balance: balance, Turning: make([]int, 10)},
	} {
		if _, err := p.Graph(g); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestGraphSides: where Red is better there is Red's color above the middle, where Black is
// better there is Black's below.
func TestGraphSides(t *testing.T) {
	p := New()
	c, err := p.Graph(Graph{Scale: 1, Balance: []float64{0, 0.7, 0.7, 0.7, 0, -0.7, -0.7, -0.7, 0}})
	if err != nil {
		t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(c.PNG))
	if err != nil {
		t.Fatal(err)
	}
	d := diagram{unit: 1, last: 8}
	red := func(ply, b float64) int {
		r, _, bl, _ := im.At(int(d.x(ply)), int(d.y(b))).RGBA()
		return int(r>>8) - int(bl>>8)
	}
	dark := func(ply, b float64) bool {
		_, g, _, _ := im.At(int(d.x(ply)), int(d.y(b))).RGBA()
		return g>>8 < 150
	}
	if red(2, 0.5) < 80 || dark(2, -0.5) {
		t.Error("Red's advantage is not above the middle")
	}
	if !dark(6, -0.5) || red(6, -0.5) > 60 || dark(6, 0.5) {
		t.Error("Black's advantage is not below the middle")
	}
}

// Where a game is decided its side's color is paler, but still there.
func TestGraphDecided(t *testing.T) {
	level := func(b float64) int {
		c, err := New().Graph(Graph{Scale: 1, Balance: []float64{b, b, b, b, b}})
		if err != nil {
			t.Fatal(err)
		}
		im, err := png.Decode(bytes.NewReader(c.PNG))
		if err != nil {
			t.Fatal(err)
		}
		d := diagram{unit: 1, last: 4}
		_, g, _, _ := im.At(int(d.x(1.5)), int(d.y(b/3))).RGBA()
		return int(g >> 8)
	}
	for _, sign := range []float64{1, -1} {
		if open, over := level(0.7*sign), level(0.95*sign); open > over-30 {
			t.Errorf("%+.0f: %d where it is open, %d where it is decided", sign, open, over)
		}
	}
}

func TestTicks(t *testing.T) {
	for moves, want := range map[int]int{1: 1, 8: 1, 9: 2, 16: 2, 20: 5, 44: 5, 60: 10, 150: 20, 350: 50, 1000: 200} {
		if got := tickStep(moves); got != want {
			t.Errorf("%d moves: a number every %d, want %d", moves, got, want)
		}
	}
}

// TestMoveOf: plies are counted as on a score sheet, where Black's first move may be half of
// move 1.
func TestMoveOf(t *testing.T) {
	for _, tt := range []struct {
		ply   int
		first game.Color
		want  int
	}{{1, game.Red, 1}, {2, game.Red, 1}, {3, game.Red, 2}, {1, game.Black, 1}, {2, game.Black, 2},
		{3, game.Black, 2}} {
		if got := moveNumber(tt.ply, tt.first); got != tt.want {
			t.Errorf("ply %d, %v first: move %d, want %d", tt.ply, tt.first, got, tt.want)
		}
	}
}

// TestBadges: turning points' badges stay inside, apart from each other and off the curve
// between its ends.
func TestBadges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &diagram{unit: 1}
		for range rapid.IntRange(12, 200).Draw(t, "positions") {
			d.balance = append(d.balance, rapid.Float64Range(-1, 1).Draw(t, "balance"))
		}
		d.last = len(d.balance) - 1
		var placed [][2]float64
		for range 3 {
			x, y := d.badgePlace(rapid.IntRange(0, d.last).Draw(t, "ply"), placed)
			if x-badgeRadius < 0 || y-badgeRadius < 0 || x+badgeRadius > graphWidth || y+badgeRadius > graphHeight {
				t.Errorf("a badge at %.0f, %.0f leaves the picture", x, y)
			}
			placed = append(placed, [2]float64{x, y})
		}
	})
}

// TestBannerWords: every way a game can end with a result has words in every language, and
// outlines for them.
func TestBannerWords(t *testing.T) {
	for lang := range languages {
		for result := game.RedWins; result <= game.Draw; result++ {
			for _, method := range append(game.Methods(), game.NoMethod) {
				if method == game.Abandoned { // it has no result
					continue
				}
				a, b := bannerWords(game.Outcome{Result: result, Method: method}, "", lang)
				if !CanWrite(a) || method != game.NoMethod && !CanWrite(b) {
					t.Errorf("%v: no words for %v by %v, or no outlines for %q, %q", lang, result, method, a, b)
				}
			}
		}
	}
}

// TestBannerSaysWho: what only the loser does is not said as if the winner had done it.
func TestBannerSaysWho(t *testing.T) {
	for o, want := range map[game.Outcome]string{
		{Result: game.RedWins, Method: game.Resignation}: "ĐEN XIN THUA",
		{Result: game.BlackWins, Method: game.Timeout}:   "ĐỎ HẾT GIỜ",
		{Result: game.RedWins, Method: game.Checkmate}:   "CHIẾU HẾT",
		{Result: game.Draw, Method: game.Agreement}:      "ĐỒNG Ý",
	} {
		if _, got := bannerWords(o, "", Vietnamese); got != want {
			t.Errorf("%v: %q, want %q", o, got, want)
		}
	}
}

// TestBannerNamesTheBlow: a mate with a name is called by it where that can be written and fits; the board keeps its
// width.
func TestBannerNamesTheBlow(t *testing.T) {
	l, s, plain := newLayout(2), New().caches[Wood], "CHECKMATE"
	for finish, want := range map[string]string{
		"": plain, "Iron bolt": "IRON BOLT", "Cannon behind the horse": "CANNON BEHIND THE HORSE", "馬後炮": "馬後炮", "龍": plain,
		strings.Repeat("Smothered palace ", 3): plain,
	} {
		v := View{Position: game.Start(), Style: Style{Scale: 2}, Marks: Marks{Finish: finish,
			Banner: game.Outcome{Result: game.RedWins, Method: game.Checkmate}}}
		p, err := s.layoutBanner(l, &v)
		if err != nil {
			t.Fatal(err)
		}
		named, err := layoutRun(want, 0.275*float64(l.cell), glyph.Bold)
		if err != nil {
			t.Fatal(err)
		}
		if p.method.width != named.width || !p.box().In(image.Rect(0, 0, l.w, l.h).Inset(2*frameBand)) {
			t.Errorf("%q: a word of %.0f pixels, not %.0f, at %v", finish, p.method.width, named.width, p.box())
		}
	}
}

func TestSketchRefuses(t *testing.T) {
	for _, text := range []string{"M 1", "L a b", "X 1 2", "O 1 2"} {
		if _, err := parseSketch(text); err == nil {
			t.Errorf("%q is taken for a drawing", text)
		}
	}
	for r := game.King; r <= game.Pawn; r++ {
		if p, err := pictogram(r); err != nil || len(p) < 5 {
			t.Errorf("%v: %d segments, %v", r, len(p), err)
		}
	}
}

// TestBannerCentered: a banner's words are vertically centered.
func TestBannerCentered(t *testing.T) {
	k := Wood.colorScheme()
	for lang := range languages {
		p := New()
		v := View{Position: game.Start(), Style: Style{Scale: 2, Language: lang},
			Marks: Marks{Banner: game.Outcome{Result: game.RedWins, Method: game.Checkmate}}}
		banner, err := p.caches[Wood].layoutBanner(newLayout(2), &v)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.withBoard(v, func(im *image.Paletted) error {
			// The words are between the banner's lines, in another color.
			box := banner.box()
			top, bottom := box.Max.Y, 0
			for y := box.Min.Y; y < box.Max.Y; y++ {
				for x := box.Min.X; x < box.Max.X; x++ {
					if im.At(x, y) == color.Color(k.bannerText) {
						top, bottom = min(top, y), max(bottom, y)
					}
				}
			}
			if off := float64(top+bottom+1)/2 - banner.y; math.Abs(off) > 1.5 {
				t.Errorf("%v: the words are %.1f pixels below the middle", lang, off)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBannerFits: with the longest words the banner stays on the board, in the middle of the
// river if nothing is in the way.
func TestBannerFits(t *testing.T) {
	l := newLayout(2)
	s := New().caches[Wood]
	for lang := range languages {
		for result := game.RedWins; result <= game.Draw; result++ {
			for _, method := range game.Methods() {
				v := View{Position: game.Start(), Style: Style{Scale: 2, Language: lang},
					Marks: Marks{Banner: game.Outcome{Result: result, Method: method}}}
				p, err := s.layoutBanner(l, &v)
				if err != nil {
					t.Fatal(err)
				}
				x, _ := l.center(4, 4)
				river := l.river()
				if !p.box().In(image.Rect(0, 0, l.w, l.h).Inset(2*frameBand)) || math.Abs(p.x-x) > 1 ||
					p.box().Min.Y < river.Min.Y || p.box().Max.Y > river.Max.Y {
					t.Errorf("%v, %v by %v: at %v, the river is %v", lang, result, method, p.box(), river)
				}
			}
		}
	}
}

// TestBannerFree: the result covers none of the pieces that brought it about, and nothing at
// all if there is room.
func TestBannerFree(t *testing.T) {
	l := newLayout(1)
	s := New().caches[Wood]
	for name, tt := range map[string]struct {
		fen, last string
		below     game.Color
		free      []string // squares that must stay visible
	}{
		"two rooks":         {mated, "a8a9", game.Red, []string{"a9", "b8", "e9", "e5", "e1", "d0", "e0"}},
		"beside a king":     {"3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 30", "e7e8", game.Black, []string{"d9", "e8", "e0"}},
		"mate at the river": {"3aka3/9/9/9/4R4/9/4C4/9/9/4K4 b - - 0 30", "e4e5", game.Red, []string{"e5", "e3", "e9", "d9", "f9"}},
	} {
		v := View{Position: position(t, tt.fen), Below: tt.below, Marks: Marks{
			LastMove: move(t, tt.last), Banner: game.Outcome{Result: game.RedWins, Method: game.Checkmate}}}
		for lang := range languages {
			v.Style = Style{Scale: 1, Language: lang}
			p, err := s.layoutBanner(l, &v)
			if err != nil {
				t.Fatal(err)
			}
			if !p.box().In(image.Rect(0, 0, l.w, l.h).Inset(frameBand)) {
				t.Errorf("%s, %v: the banner leaves the board: %v", name, lang, p.box())
			}
			for _, text := range tt.free {
				sq, _ := game.ParseSquare(text)
				if p.box().Overlaps(l.box(sq, v.Below).Inset(unitCell / 12)) {
					t.Errorf("%s, %v: the banner covers %s", name, lang, text)
				}
			}
		}
	}
}

// TestOutlinesUsed: every embedded outline is used by some picture.
func TestOutlinesUsed(t *testing.T) {
	shown := "楚河漢界" + string(hanDigits[:])
	for _, sides := range hanOfPieces {
		shown += string(sides[0][1:]) + string(sides[1][1:])
	}
	for _, w := range allWords() {
		shown += w[SimplifiedChinese] + w[TraditionalChinese]
	}
	for _, names := range [][]string{openingNames, finishNames} {
		shown += strings.Join(names, "")
	}
	for _, r := range glyph.Runes() {
		if !strings.ContainsRune(shown, r) {
			t.Errorf("%c is embedded and never shown", r)
		}
	}
}

// allWords returns every word of the tables.
func allWords() []words {
	all := []words{wordAccuracy, wordMove, wordMoves, wordRating, wordRecord, wordAsRed, wordAsBlack, wordBest,
		wordStreak, wordFinishes}
	all = append(all, phaseWords[:]...)
	all = append(all, sideWords[:]...)
	for _, c := range character.All() {
		n := c.Traits().Names
		all = append(all, words{n.English, n.Simplified, n.Traditional, n.Vietnamese})
	}
	for _, w := range resultWords {
		all = append(all, w)
	}
	for _, w := range methodWords {
		all = append(all, w)
	}
	return all
}

// openingNames are the Chinese names of package game/record, which this package must not
// import; finishNames those of finishing blows.
var (
	openingNames = []string{
		"顺炮", "順炮", "列炮", "中炮对反宫马", "中炮對反宮馬", "半途顺炮", "半途順炮", "半途列炮", "中炮对屏风马", "中炮對屏風馬",
		"中炮对单提马", "中炮對單提馬", "中炮对三步虎", "中炮對三步虎", "中炮局", "仙人指路对卒底炮", "仙人指路對卒底炮", "对兵局", "對兵局",
		"仙人指路对中炮", "仙人指路對中炮", "仙人指路对飞象", "仙人指路對飛象", "仙人指路对起马", "仙人指路對起馬", "仙人指路", "飞相对中炮", "飛相對中炮",
		"飞相对士角炮", "飛相對士角炮", "飞相对过宫炮", "飛相對過宮炮", "飞相对起马", "飛相對起馬", "飞相对挺卒", "飛相對挺卒", "飞相对飞象", "飛相對飛象",
		"飞相局", "飛相局", "起马局", "起馬局", "士角炮", "过宫炮", "過宮炮", "金钩炮", "金鉤炮", "边马局", "邊馬局", "边兵局（九尾龟）", "邊兵局（九尾龜）",
		"上仕局", "其他开局", "其他開局",
		// full names
		"中炮过河车互进七兵对屏风马平炮兑车", "中炮過河車互進七兵對屏風馬平炮兌車", "中炮急进左马对反宫马", "顺炮直车对缓开车", "順炮直車對緩開車",
		"五七炮互进三兵对屏风马边卒右马外盘河", "五七炮互進三兵對屏風馬邊卒右馬外盤河", "中炮进三兵对左炮封车转列炮", "中炮進三兵對左炮封車轉列炮",
		"中炮过河车七路马对屏风马两头蛇", "中炮過河車七路馬對屏風馬兩頭蛇", "顺炮横车对直车巡河", "順炮橫車對直車巡河", "中炮对后补列炮", "中炮對後補列炮",
	}
	finishNames = []string{
		"白脸将（对面笑）", "王不見王（白臉將）", "双车错", "雙車錯", "重炮", "马后炮", "馬後炮", "闷宫", "悶宮", "闷杀", "悶殺", "铁门栓", "鐵門栓",
		"天地炮", "空头炮", "空頭炮", "夹车炮", "夾車炮", "卧槽马", "臥槽馬", "挂角马", "掛角馬", "八角马", "八角馬", "钓鱼马", "釣魚馬",
		"高钓马（侧面虎）", "高釣馬（側面虎）", "拔簧马", "拔簧馬", "双马饮泉", "雙馬飲泉", "车马冷着", "車馬冷著", "海底捞月", "海底撈月",
		"大刀剜心", "大胆穿心", "大膽穿心", "小刀剜心", "三车闹士", "三車鬧士", "二鬼拍门", "二鬼拍門", "送佛归殿", "送佛歸殿",
		"老兵搜山", "困毙", "困斃（欠行）",
	}
)

// TestNamesWritten: every name of an opening and of a finishing blow can be written in a
// picture.
func TestNamesWritten(t *testing.T) {
	vietnamese := []string{"Pháo đầu đối Bình phong mã", "Tiên nhân chỉ lộ đối Tốt đáy pháo", "Bán đồ nghịch pháo",
		"Bạch Kiểm Tướng (Đối Diện Tiếu)", "Ngọa Tào Mã", "Điếu Ngư Mã", "Nhị Quỷ Phách Môn", "Khốn Tễ"}
	for _, names := range [][]string{openingNames, finishNames, vietnamese} {
		for _, name := range names {
			if !CanWrite(name) {
				t.Errorf("no outlines for %s", name)
			}
		}
	}
	for _, w := range allWords() {
		for lang, text := range w {
			if !CanWrite(text) {
				t.Errorf("%v: no outlines for %q", Language(lang), text)
			}
		}
	}
	for _, none := range []string{"", "  ", "龍", "😀", "a\u202Eb"} {
		if CanWrite(none) {
			t.Errorf("%q is said to be writable", none)
		}
	}
}

// A title that has no room gives way to the short one.
func TestShortTitle(t *testing.T) {
	p := New()
	paint := func(f Frame) []byte {
		t.Helper()
		picture, err := p.Board(View{Position: game.Start(), Style: Style{Scale: 1, Coords: Algebraic}, Frame: f})
		if err != nil {
			t.Fatal(err)
		}
		return picture.PNG
	}
	long := strings.Repeat("Central Cannon, River-Crossing Rook ", 4)
	short, none := paint(Frame{Title: "Central Cannon"}), paint(Frame{})
	if bytes.Equal(short, none) {
		t.Fatal("no title")
	}
	for name, f := range map[string]Frame{"too long": {Title: long, Short: "Central Cannon"}, "no outlines": {Title: "龍", Short: "Central Cannon"},
		"only a short one": {Short: "Central Cannon"}, "both fit": {Title: "Central Cannon", Short: "Cannon"}} {
		if !bytes.Equal(paint(f), short) {
			t.Errorf("%s: another picture", name)
		}
	}
	if !bytes.Equal(paint(Frame{Title: long}), none) {
		t.Error("a title without room is drawn")
	}
}

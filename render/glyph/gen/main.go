// Command gen writes outlines.txt: the characters that pictures need, from a
// TrueType file. Run it by go generate in the folder above.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"yeye/render/glyph"
)

// needed lists every character with its use.
var needed = []struct{ what, chars string }{
	{"pieces, traditional", "俥傌炮仕相帥兵車馬砲士象將卒"},
	{"pieces, simplified", "车马帅将"},
	{"the river", "楚河漢界"},
	{"files", "一二三四五六七八九"},
	{"results", "胜紅红勝黑和棋將死将困斃毙長长捉雙双方重複复限着著官認认輸输議议超時时杀殺打"},
	{"the sides and the characters", "小宝寶孩青大叔公园園爷阿伯爺仙"},
	{"headings of cards", "残殘准確确準率回合等级積分负負执執最佳局连連杀殺法布"},
	{"names of openings, in game/record", "上中人他其列半单反單宫宮对對屏底开開指挺提步虎角起路边邊过過途金鉤钩順顺風风飛飞尾龟龜"},
	{"full names of openings, in game/record", "互两兩两兑兌右外封左巡平急横橫盘盤直緩缓蛇补補转轉进進"},
	{"names of finishing blows", "佛不侧側冷刀剜卧臥后後地天头頭夹夾山归歸心悶闷拍拔挂掛捞撈搜月栓槽殿泉海白空穿笑簧老胆膽脸臉" +
		"欠行王見送釣钓錯错鐵铁門门闹鬧面飲饮高鬼魚鱼"},
}

func main() {
	log.SetFlags(0)
	fontFile := flag.String("font", "", "TrueType file of TW-Kai")
	out := flag.String("o", "outlines.txt", "file to write")
	flag.Parse()
	data, err := os.ReadFile(*fontFile)
	if err != nil {
		log.Fatal(err)
	}
	f, err := sfnt.Parse(data)
	if err != nil {
		log.Fatal(err)
	}
	var chars []rune
	for _, n := range needed {
		chars = append(chars, []rune(n.chars)...)
	}
	slices.Sort(chars)
	chars = slices.Compact(chars)

	var b strings.Builder
	fmt.Fprintf(&b, "# Outlines from TW-Kai (CNS 11643), see NOTICE. A character a line: m x y, l dx dy,\n"+
		"# q dx dy dx dy (both from the point before), z; %d units to the em, y down, baseline at 0.\n",
		glyph.OutlineUnits)
	var buf sfnt.Buffer
	for _, r := range chars {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil || g == 0 {
			log.Fatalf("%c: not in the font (%v)", r, err)
		}
		segs, err := f.LoadGlyph(&buf, g, fixed.Int26_6(f.UnitsPerEm()), nil)
		if err != nil {
			log.Fatalf("%c: %v", r, err)
		}
		fmt.Fprintf(&b, "%c %s\n", r, compact(glyph.FromSFNT(segs, float64(f.UnitsPerEm()))))
	}
	if err := os.WriteFile(*out, []byte(b.String()), 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d characters, %d bytes\n", *out, len(chars), b.Len())
}

// compact writes a path in the form that package glyph reads.
func compact(p glyph.Path) string {
	var b strings.Builder
	var atX, atY int
	num := func(first bool, v int) {
		if !first && v >= 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(v))
	}
	for _, s := range p {
		b.WriteByte(byte(s.Op) + 'a' - 'A')
		n := map[glyph.Op]int{glyph.Move: 1, glyph.Line: 1, glyph.Quad: 2}[s.Op]
		baseX, baseY := atX, atY
		if s.Op == glyph.Move {
			baseX, baseY = 0, 0
		}
		for k := range n {
			x, y := int(math.Round(s.P[k].X*glyph.OutlineUnits)), int(math.Round(s.P[k].Y*glyph.OutlineUnits))
			num(k == 0, x-baseX)
			num(false, y-baseY)
			atX, atY = x, y
		}
	}
	return b.String()
}

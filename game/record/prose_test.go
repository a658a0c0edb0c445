package record

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"yeye/game"
	"yeye/game/notation"
)

// Games as people paste them: lists, columns, names above and remarks after them.
func TestProse(t *testing.T) {
	const four = "position startpos moves h2e2 h9g7 h0g2 i9h9\n"
	for name, text := range map[string]string{
		"commas":               "1、炮二平五，马8进7；2、马二进三，车9平8；",
		"ASCII commas":         "1.炮二平五,马8进7;\n2.马二进三,车9平8;",
		"semicolons":           "1. 炮二平五 马8进7; 2. 马二进三 车9平8",
		"full stops":           "1. 炮二平五 马8进7。2. 马二进三 车9平8。",
		"ringed numbers":       "①炮二平五 马8进7 ②马二进三 车9平8",
		"ringed, glued":        "①炮二平五，马8进7；②马二进三，车9平8。",
		"rounds":               "第1回合 红：炮二平五 黑：马8进7\n第2回合 红：马二进三 黑：车9平8",
		"rounds in words":      "第一回合：炮二平五 马8进7\n第二回合：马二进三 车9平8",
		"sides, a line each":   "红：炮二平五\n黑：马8进7\n红：马二进三\n黑：车9平8",
		"numbered sides":       "红方：许银川\n黑方：胡荣华\n１．炮二平五\n１...黑方：马8进7\n２．马二进三\n２...黑方：车9平8",
		"columns":              "红方 黑方\n1. 炮二平五 马8进7\n2. 马二进三 车9平8",
		"names above":          "2001年全国赛\n许银川 先胜 胡荣华\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n（红方占优）",
		"remarks":              "1. 炮二平五（当头炮） 马8进7 (屏风马) 2. 马二进三 车9平8 （红方占优）",
		"remark of moves":      "1. 炮二平五 (也可 炮八平五) 马8进7 2. 马二进三 车9平8",
		"square brackets":      "1. 炮二平五 [当头炮] 马8进7 【正着】 2. 马二进三 车9平8",
		"said result":          "1. 炮二平五 马8进7 2. 马二进三 车9平8 （红方胜）",
		"moves and a remark":   "1. 炮二平五 马8进7（1... 炮8平5 顺炮） 2. 马二进三 车9平8",
		"digits":               "7747 7062 7967 8070",
		"digits, glued":        "7747706279678070",
		"glued":                "h2e2h9g7h0g2i9h9",
		"glued, numbered":      "1.h2e2h9g7 2.h0g2i9h9",
		"glued in Chinese":     "炮二平五马8进7马二进三车9平8",
		"Vietnamese":           "Pháo 2 bình 5 Mã 8 tiến 7 Mã 2 tiến 3 Xe 9 bình 8",
		"Vietnamese, numbered": "1. Pháo 2 bình 5   Mã 8 tiến 7\n2. Mã 2 tấn 3  Xe 9 bình 8",
		"without tones":        "1. phao 2 binh 5, ma 8 tien 7; 2. ma 2 tien 3, xe 9 binh 8",
		"decomposed":           "Pha\u0301o 2 bi\u0300nh 5 Ma\u0303 8 tie\u0302\u0301n 7 Ma\u0303 2 tie\u0302\u0301n 3 Xe 9 bi\u0300nh 8",
		"short":                "1. P2-5 M8.7 2. M2.3 X9-8",
		"no dot":               "1炮二平五 马8进7 2马二进三 车9平8",
		"dashes":               "==========\n1. h2e2 h9g7\n2. h0g2 i9h9\n==========",
		"dots before Black":    "1. 炮二平五 …… 马8进7 2. 马二进三 …… 车9平8",
		"number, blank, dot":   "1 . 炮二平五 马8进7 2 .马二进三 车9平8",
		"glued with numbers":   "1.炮二平五马8进72.马二进三车9平8",
		"slashes":              "1. 炮二平五 / 马8进7 2. 马二进三 | 车9平8",
		"fenced":               "```text\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n```",
		"marks, glued":         "1. 炮二平五$1 马8进7$2 2. 马二进三! 车9平8",
		"without width":        "1. 炮二平五 \u200b马8进7 \u200b2. 马二进三 车9平8\u200e",
		"page":                 "<html><head><style>p { }</style></head><body><p>1.&nbsp;炮二平五 马8进7<br/>2. 马二进三 车9平8</p></body></html>",
		"lines between":        "1. 炮二平五 马8进7\n以下进入常见变化。\n2. 马二进三 车9平8\n形成中炮对屏风马的阵势，双方各有千秋。",
		"unnumbered":           "ZHAO GuoRong - KE YongQing\nZhongli Cup\nh2e2 h9g7 h0g2 i9h9\n\nLIU - HUANG\nCup\nb2e2 b9c7",
		"unnumbered, Chinese":  "许银川 先胜 胡荣华\n炮二平五 马8进7\n马二进三 车9平8",
		"loose tags":           "[Game Chinese Chess]\n[Red '许银川']\n[Black “胡荣华”]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8",
		"any case":             "[dhtmlxq]\n[DHTMLXQ_MOVELIST]7747706279678070[/dhtmlxq_movelist][/DHTMLXQ]",
		"variables of a page":  "<script>var DhtmlXQ_binit = '';\nvar DhtmlXQ_movelist = '7747706279678070';</script>",
		"entities":             "&#91;DhtmlXQ&#93;&#91;DhtmlXQ_movelist&#93;7747706279678070&#91;/DhtmlXQ_movelist&#93;",
		"square, two lines":    "[Red \"a\"]\n\n1. h2e2 [a remark\nin two lines] h9g7 2. h0g2 [x] i9h9 *",
		"square, long":         "1. 炮二平五 [" + strings.Repeat("当头炮，", 100) + "] 马8进7 2. 马二进三 车9平8",
		"dots after a comment": "1. 炮二平五 {中炮} 1. …… 马8进7 2. 马二进三 ( 2. 马八进七 ) 2. … 车9平8",
	} {
		r, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := WriteUCI(r); got != four {
			t.Errorf("%s: %s", name, got)
		}
		switch name {
		case "names above":
			if d := cmp.Diff(Info{Title: "2001年全国赛", Red: "许银川", Black: "胡荣华"}, r.Info); d != "" ||
				r.Result != game.RedWins || r.Line[3].Comment != "红方占优" {
				t.Errorf("%s: %s, %s, %q", name, d, r.Result, r.Line[3].Comment)
			}
		case "numbered sides":
			if r.Info.Red != "许银川" || r.Info.Black != "胡荣华" {
				t.Errorf("%s: %+v", name, r.Info)
			}
		case "remarks":
			if r.Line[0].Comment != "当头炮" || r.Line[1].Comment != "屏风马" || r.Line[3].Comment != "红方占优" {
				t.Errorf("%s: %+v", name, r.Line)
			}
		case "moves and a remark":
			if v := r.Line[1].Variations; len(v) != 1 || v[0][0].Comment != "顺炮" {
				t.Errorf("%s: %+v", name, r.Line)
			}
		case "lines between":
			if r.Line[1].Comment != "以下进入常见变化。" || r.Line[3].Comment != "形成中炮对屏风马的阵势，双方各有千秋。" {
				t.Errorf("%s: %+v", name, r.Line)
			}
		case "loose tags":
			if r.Info.Red != "许银川" || r.Info.Black != "胡荣华" {
				t.Errorf("%s: %+v", name, r.Info)
			}
		case "said result":
			if r.Result != game.RedWins {
				t.Errorf("%s: %s", name, r.Result)
			}
		}
	}
}

// What chat, tables, lists and readers put around moves and between them is taken off.
func TestProseInEveryDress(t *testing.T) {
	const four = "position startpos moves h2e2 h9g7 h0g2 i9h9\n"
	const moves = "1. 炮二平五 马8进7\n2. 马二进三 车9平8"
	for name, text := range map[string]string{
		"quoted":                 "> 1. 炮二平五 马8进7\n> 2. 马二进三 车9平8",
		"fenced tags":            "```pgn\n[Event \"x\"]\n\n" + moves + " 1-0\n```",
		"fenced below words":     "看看这盘棋：\n```\n" + moves + "\n```",
		"fenced position line":   "```\nposition startpos moves h2e2 h9g7 h0g2 i9h9\n```",
		"mention in front":       "<@123456789012345678> look at this: " + moves,
		"mentions around":        "<@!123456789012345678>\n" + moves + " <:pao:123456789012345678> <t:1700000000:R>",
		"pictures around":        "🔥 " + moves + " 🔥👍",
		"a question in front":    "Can you analyze this game? " + moves,
		"lines in front":         "Hello,\nhere it is: " + moves,
		"a question behind":      moves + " 请问黑方怎么走？",
		"a line behind":          moves + "\nWhat should Black do here",
		"bold":                   "**" + moves + "**",
		"hidden":                 "||" + moves + "||",
		"backticks":              "`" + moves + "`",
		"entities":               "1. 炮二平五&nbsp;马8进7&nbsp;2. 马二进三&nbsp;车9平8",
		"a table":                "| 回合 | 红方 | 黑方 |\n|---|:---:|---|\n| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |",
		"tabs under heads":       "回合\t红方\t黑方\n1\t炮二平五\t马8进7\n2\t马二进三\t车9平8",
		"JSON, a list":           `["h2e2","h9g7", "h0g2","i9h9"]`,
		"JSON, an object":        `{"id": 7, "moves":["h2e2","h9g7","h0g2","i9h9"]}`,
		"JSON with a position":   `{"fen":"` + startRows + ` w","moves":["h2e2","h9g7","h0g2","i9h9"]}`,
		"commands of an engine":  "ucinewgame\nposition startpos moves h2e2 h9g7 h0g2 i9h9\ngo depth 10\ninfo depth 1 pv a0a1\nbestmove a0a1 ponder a9a8",
		"a position and go":      "position fen " + startRows + " w - - 0 1 moves h2e2 h9g7 h0g2 i9h9\ngo movetime 100",
		"numbers in brackets":    "(1) 炮二平五 马8进7 (2) 马二进三 车9平8",
		"in wide ones":           "（1）炮二平五，马8进7。（2）马二进三，车9平8。",
		"in square ones":         "[1] 炮二平五 马8进7 [2] 马二进三 车9平8",
		"numbers and dashes":     "1- 炮二平五 马8进7\n2- 马二进三 车9平8",
		"number signs":           "#1 炮二平五 马8进7\n#2 马二进三 车9平8",
		"words before numbers":   "Move 1: C2=5 H8+7\nMove 2: H2+3 R9=8",
		"in Vietnamese":          "Hiệp 1: P2-5 M8.7\nHiệp 2: M2.3 X9-8",
		"on one line":            "Nước 1. P2-5 M8.7 Nước 2. M2.3 X9-8",
		"sides in brackets":      "(红)炮二平五 (黑)马8进7 （红方）马二进三 （黑方）车9平8",
		"sides without colons":   "红 炮二平五\n黑 马8进7\n红 马二进三\n黑 车9平8",
		"apart":                  "1. 炮 二 平 五   马 8 进 7\n2. 马　二　进　三 车 9 平 8",
		"enumerated":             "炮二平五、马8进7、马二进三、车9平8",
		"slashes":                "炮二平五/马8进7/马二进三/车9平8",
		"arrows":                 "炮二平五→马8进7→马二进三→车9平8",
		"dashes":                 "炮二平五-马8进7——马二进三-车9平8",
		"glued":                  "1.C2=5H8+7 2.H2+3R9=8",
		"a label on the line":    "着法：炮二平五 马8进7 马二进三 车9平8",
		"judged":                 "1. 炮二平五 +0.3 马8进7 ⩲ 2. 马二进三 ± 车9平8 +-",
		"numerals, listed":       "一、炮二平五 马8进7\n二、马二进三 车9平8",
		"numerals in brackets":   "（一）炮二平五 马8进7 （二）马二进三 车9平8",
		"rounds, number behind":  "回合1：炮二平五 马8进7 回合2：马二进三 车9平8",
		"hands":                  "先手 炮二平五 后手 马8进7 先手 马二进三 后手 车9平8",
		"hands in Vietnamese":    "Tiên: Pháo 2 bình 5\nHậu: Mã 8 tấn 7\nTiên: Mã 2 tấn 3\nHậu: Xe 9 bình 8",
		"letters and signs":      "P2=5 M8+7 M2+3 X9=8",
		"signs apart":            "1. C2 = 5 H8 + 7 2. H2 + 3 R9 = 8",
		"remarks on lines":       "# my game\n1. 炮二平五 马8进7\n# nice\n2. 马二进三 车9平8",
		"clock times":            "炮二平五 0:12 马8进7 0:15 马二进三 0:20 车9平8 1:02:03",
		"variations behind":      moves + "\n变着一：\n1... 炮8平5 2. 马二进三 马8进7",
		"wide brackets":          "［Red \"甲\"］\n［Black \"乙\"］\n" + moves,
		"times":                  "[00:01] 炮二平五 [00:05] 马8进7 [00:09] 马二进三 [00:12] 车9平8",
		"event, teams and names": "2023年全国象棋甲级联赛 上海 谢靖 先胜 广东 许银川 " + moves,
	} {
		r, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := WriteUCI(r); got != four {
			t.Errorf("%s: %s", name, got)
		}
	}
	r, err := Read([]byte("1. 炮二平五 炮8平5 2. 炮五进四 将军！ 士4进5"))
	if err != nil || len(r.Line) != 4 {
		t.Errorf("called out: %+v, %v", r, err)
	}
}

// Tables with heads, moves in English words, and logs of messages with names and times are lists of moves.
func TestTablesWordsAndMessages(t *testing.T) {
	const four = "position startpos moves h2e2 h9g7 h0g2 i9h9\n"
	for name, text := range map[string]string{
		"CSV":                 "move,red,black\n1,h2e2,h9g7\n2,h0g2,i9h9\n",
		"CSV of WXF":          "Move,Red,Black\r\n1,C2=5,H8+7\r\n2,H2+3,R9=8\r\n",
		"CSV, quoted":         "\"move\",\"red\",\"black\"\n\"1\",\"h2e2\",\"h9g7\"\n\"2\",\"h0g2\",\"i9h9\"",
		"CSV, a move a row":   "no,side,move\n1,red,h2e2\n2,black,h9g7\n3,red,h0g2\n4,black,i9h9",
		"CSV, plies":          "ply,move,time\n1,h2e2,0:12\n2,h9g7,0:15\n3,h0g2,0:20\n4,i9h9,0:21",
		"CSV, remarks":        "no,red,black,comment\n1,h2e2,h9g7,\"the center, first\"\n2,h0g2,i9h9,",
		"CSV in Chinese":      "回合,红方,黑方\n1,炮二平五,马8进7\n2,马二进三,车9平8",
		"CSV in Vietnamese":   "Hiệp;Đỏ;Đen\n1;Pháo 2 bình 5;Mã 8 tiến 7\n2;Mã 2 tiến 3;Xe 9 bình 8",
		"words":               "1. Cannon 2 to 5, Horse 8 advances 7\n2. Horse 2 advances 3, Chariot 9 to 8",
		"words, a line each":  "Cannon 2 to 5\nHorse 8 advances 7\nKnight 2 forward 3\nRook 9 sideways 8",
		"words with sides":    "Red: cannon 2 to 5\nBlack: horse 8 to 7\nRed: horse 2 to 3\nBlack: rook 9 moves to 8",
		"words and signs":     "1. cannon 2 = 5  knight 8 + 7 2. knight two advances three, rook 9 traverses 8",
		"messages with times": "[12:01] mei: h2e2\n[12:02] tom: h9g7\n[12:03] mei: h0g2\n[12:05] tom: i9h9",
		"messages with names": "mei: C2=5\ntom: H8+7\nmei: H2+3\ntom: R9=8",
		"messages and talk":   "mei: 1. C2=5\ntom: hm\ntom: H8+7\nmei: 2. H2+3 good luck\ntom: thanks\ntom: R9=8",
		"messages as Discord has": `mei — Today at 12:01 PM
h2e2
tom — Today at 12:02 PM
good luck!
h9g7
mei — Today at 12:03 PM
h0g2
tom — Today at 1:02 PM
i9h9`,
		"messages below names": `张三 2026/11/20 12:01:33
炮二平五
李四 2026/11/20 12:02:10
马8进7
张三 2026/11/20 12:02:50
马二进三
李四 2026/11/20 12:03:01
车9平8`,
		"messages of a channel": `2026-11-20 12:01:33 <mei> h2e2
2026-11-20 12:02:10 <tom> h9g7
2026-11-20 12:02:50 <mei> h0g2
2026-11-20 12:02:59 <tom> i9h9`,
		"messages in words": `11/20/26, 12:01 PM - Mei Lin: cannon 2 to 5
11/20/26, 12:02 PM - Tom: horse 8 to 7
11/20/26, 12:03 PM - Mei Lin: horse 2 to 3
11/20/26, 12:04 PM - Tom: rook 9 to 8`,
	} {
		r, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := WriteUCI(r); got != four {
			t.Errorf("%s: %s", name, got)
		}
	}
	// What is like them and is none stays what it is.
	for text, comment := range map[string]string{
		"1. 炮二平五 {a, b} 马8进7":                   "a, b",
		"1. C2=5 {a cannon to the center} H8+7": "a cannon to the center",
		"1. h2e2 {12:01 mei: hello} h9g7":       "12:01 mei: hello",
	} {
		if r, err := Read([]byte(text)); err != nil || len(r.Line) != 2 || r.Line[0].Comment != comment {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

// table draws ranks between the lines of a table.
func table(ranks ...string) string {
	text := "+---+---+---+---+---+---+---+---+---+\n"
	for _, rank := range ranks {
		text += "| " + strings.Join(strings.Split(rank, ""), " | ") + " |\n+---+---+---+---+---+---+---+---+---+\n"
	}
	return text
}

// A board drawn with letters or characters is a position, whoever sits below. What does not tell whose the pieces are
// is none.
func TestDrawnBoards(t *testing.T) {
	const late = "4k4/9/9/2R6/9/9/9/3r5/4A4/5K3"
	for name, c := range map[string]struct{ text, want string }{
		"letters and dots": {`Black to move
....k....
.........
.........
..R......
.........
.........
.........
...r.....
....A....
.....K...`, late + " b"},
		"apart, named ranks": {`9 . . . . k . . . .
8 . . . . . . . . .
7 . . . . . . . . .
6 . . R . . . . . .
5 . . . . . . . . .
4 . . . . . . . . .
3 . . . . . . . . .
2 . . . r . . . . .
1 . . . . A . . . .
0 . . . . . K . . .
  a b c d e f g h i`, late + " w"},
		"seen by Black": {`. . . K . . . . .
. . . . A . . . .
. . . . . r . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . R . .
. . . . . . . . .
. . . . . . . . .
. . . . k . . . .`, late + " w"},
		"a table": {table("    k    ", "         ", "         ", "  R      ", "         ", "         ", "         ",
			"   r     ", "    A    ", "     K   "), late + " w"},
		"characters": {`＋＋＋＋將＋＋＋＋
＋＋＋＋＋＋＋＋＋
＋＋＋＋＋＋＋＋＋
＋＋俥＋＋＋＋＋＋
＋＋＋＋＋＋＋＋＋
楚河　　　漢界
＋＋＋＋＋＋＋＋＋
＋＋＋＋＋＋＋＋＋
＋＋＋車＋＋＋＋＋
＋＋＋＋仕＋＋＋＋
＋＋＋＋＋帥＋＋＋
黑先`, late + " b"},
		"strokes": {`├─┼─┼─┼─將─┼─┼─┼─┤
│ │ │ │＼│／│ │ │ │
├─┼─┼─┼─┼─┼─┼─┼─┤
├─┼─┼─┼─┼─┼─┼─┼─┤
├─┼─俥─┼─┼─┼─┼─┼─┤
├─┴─┴─┴─┴─┴─┴─┴─┤
│  楚河    汉界  │
├─┬─┬─┬─┬─┬─┬─┬─┤
├─┼─┼─┼─┼─┼─┼─┼─┤
├─┼─┼─車─┼─┼─┼─┼─┤
├─┼─┼─┼─仕─┼─┼─┼─┤
└─┴─┴─┴─┴─帥─┴─┴─┘`, late + " w"},
	} {
		r, err := ReadPosition(c.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := r.Start.FEN(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, text := range map[string]string{
		"whose rook":      "....将....\n.........\n.........\n..车......\n.........\n.........\n.........\n.........\n....仕....\n.....帅...",
		"nine ranks":      "....k....\n.........\n.........\n..R......\n.........\n.........\n...r.....\n....A....\n.....K...",
		"a game's remark": "1. h2e2 {a board\n.........\n.........} h9g7",
	} {
		if r, err := Read([]byte(text)); err == nil && len(r.Line) == 0 {
			t.Errorf("%s: %s", name, r.Start.FEN())
		}
	}
}

// Remarks are in brackets of every kind, behind slashes or dashes; a title in brackets at the beginning of a line
// begins a remark.
func TestBrackets(t *testing.T) {
	for _, said := range []string{"{当头炮}", "｛当头炮｝", "【当头炮】", "［当头炮］", "〔当头炮〕", "〖当头炮〗", "〈当头炮〉", "《当头炮》", "「当头炮」",
		"『当头炮』", "“当头炮”", "<当头炮>",
		"/* 当头炮 */", "// 当头炮\n", "-- 当头炮\n", "—— 当头炮\n"} {
		for _, between := range []string{"", " "} {
			if between == "" && strings.ContainsAny(said, "/-—") {
				continue
			}
			r, err := Read([]byte("1. 炮二平五" + between + said + " 马8进7 2. 马二进三 车9平8"))
			if err != nil || len(r.Line) != 4 || r.Line[0].Comment != "当头炮" {
				t.Errorf("%s: %+v, %v", said, r, err)
			}
		}
	}
	r, err := Read([]byte("1. 炮二平五 马8进7\n《橘中秘》记载了此着，后来少见。\n2. 马二进三 车9平8"))
	if err != nil || len(r.Line) != 4 || r.Line[1].Comment != "《橘中秘》记载了此着，后来少见。" {
		t.Errorf("a title: %+v, %v", r, err)
	}
	if r, err := Read([]byte("1. “炮二平五” “马8进7”")); err != nil || len(r.Line) != 2 {
		t.Errorf("moves in quotation marks: %+v, %v", r, err)
	}
}

// A line of moves may begin with Black's, or have no numbers or spaces.
func TestBrokenLines(t *testing.T) {
	const eight = "position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7\n"
	for name, text := range map[string]string{
		"list":              "1、炮二平五，马8进7；2、马二进三，\n车9平8；3、车一平二，卒7进1；4、车二进六，马2进3",
		"list in ASCII":     "1.炮二平五,马8进7;2.马二进三,\n车9平8;3.车一平二,卒7进1;4.车二进六,马2进3",
		"list of lines":     "1、炮二平五，马8进7；2、马二进三，\n车9平8；3、车一平二，卒7进1；\n4、车二进六，马2进3",
		"traditional":       "1、炮二平五，馬8進7；2、馬二進三，\n車9平8；3、車一平二，卒7進1；4、車二進六，馬2進3",
		"wide digits":       "１、炮二平五，马８进７；２、马二进三，\n车９平８；３、车一平二，卒７进１；４、车二进六，马２进３",
		"glued":             "炮二平五马8进7马二进三车9平8\n车一平二卒7进1车二进六马2进3",
		"glued, wide":       "炮二平五馬８進７馬二進三車９平８\n車一平二卒７進１車二進六馬２進３",
		"glued, marked":     "炮二平五马8进7马二进三车9平8\n车一平二卒7进1！车二进六马2进3",
		"commas":            "炮二平五，马8进7，\n马二进三，车9平8，车一平二，卒7进1，车二进六，马2进3",
		"two glued, commas": "炮二平五马8进7，\n马二进三车9平8，车一平二卒7进1，车二进六马2进3",
		"result":            "1、炮二平五，马8进7；2、马二进三，车9平8；3、车一平二，卒7进1；4、车二进六，\n马2进3，红先胜。",
	} {
		r, err := Read([]byte(text))
		if err != nil {
			if name != "glued, marked" { // it need not be read, but nothing may be lost
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if got := WriteUCI(r); got != eight {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, text := range map[string]string{
		"misspelt first":        "1、炮二平五，马8进7；2、马二进三，\n车9平王；3、车一平二，卒7进1；",
		"misspelt later":        "1、炮二平五，马8进7；2、马二进三，\n车9平8；3、车一平二，卒7进王；",
		"misspelt, glued":       "炮二平五马8进7马二进三车9平8\n车一平二卒7进1车二进王马2进3",
		"remark behind Black's": "1、炮二平五，马8进7；2、马二进三，\n车9平8，黑方出车通头，准备过河。",
		"no numbers":            "炮二平五，马8进7，\n马二进三，红方跳出正马，准备出车。",
		"remark, then moves":    "1、炮二平五，马八进七；2、马二进三，\n车九平八，黑方出车通头，准备过河。\n3、炮二平四，卒七进一",
	} {
		if r, err := Read([]byte(text)); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Remarks between full moves often begin with the name of a move.
func TestRemarkBeginsWithMove(t *testing.T) {
	for _, said := range []string{
		"炮二平五是最常见的开局着法，红方控制中路。", "炮二平五，是最常见的开局着法，红方控制中路。", "炮二平五：最常见的开局着法，红方控制中路。",
		"炮二平五，马8进7，是最常见的开局着法。", "炮二平五对马８进７是最常见的开局着法", "砲二平五對馬8進7，是最常見的開局著法。",
		"如改走马二进三，则车9平8，车一平二，卒7进1。", "如马二进三，则车9平8，车一平二，卒7进1。", "“炮二平五”，是最常见的开局着法。",
	} {
		for _, before := range []string{"1. 炮二平五 马8进7", "1. 炮二平五 (1. 炮八平五) 1... 马8进7", "第一回合 红：炮二平五 黑：马8进7",
			"1、炮二平五，…… 马8进7；"} {
			r, err := Read([]byte(before + "\n" + said + "\n2. 马二进三 车9平8"))
			if err != nil || len(r.Line) != 4 || r.Line[1].Comment != said {
				t.Errorf("%s after %s: %+v, %v", said, before, r, err)
			}
		}
	}
	// The next number tells that nothing is missing without the line.
	for text, at := range map[string]int{
		"1. 炮二平五 马8进7\n炮八平五，马2进3，马八进七，车9平8，车一进一，卒7进1。\n2. 马二进三 车9平8": 1,
		"1. 炮二平五 马8进7\n炮八平五，马2进3，马八进七，均属常见\n②马二进三 车9平8":              1,
		"1. 炮二平五\n炮二平五，是最常见的开局着法，红方控制中路。\n1... 马8进7 2. 马二进三 车9平8":    0,
	} {
		if r, err := Read([]byte(text)); err != nil || len(r.Line) != 4 || r.Line[at].Comment == "" {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

// Dots in Red's place before the first move mean that Black moves first.
func TestBlackBegins(t *testing.T) {
	for _, text := range []string{
		"1. …… 马8进7 2. 炮二平五 车9平8", "(黑先) 1. 马8进7 2. 炮二平五 车9平8", "1... h9g7 2. h2e2 i9h9", "1. ... h9g7 2. h2e2 i9h9", "黑：马8进7 红：炮二平五 黑：车9平8",
		"[Event \"x\"]\n1. … h9g7 2. h2e2 i9h9",
	} {
		r, err := Read([]byte(text))
		if err != nil || r.Start.Turn() != game.Black || len(r.Line) != 3 || r.Line[0].Move.String() != "h9g7" {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

// Chinese numerals are Red's and digits Black's: a game that follows this convention
// and then breaks it lacks a move, and is not read as another game.
func TestNumeralsContradictTurn(t *testing.T) {
	for text, want := range map[string]struct {
		err    error
		ply    int
		number int
		turn   game.Color
	}{
		"1. 炮二平五 …… 2. 马二进三 马8进7":   {ErrMissing, 2, 1, game.Black},
		"1. h2e2 …… 2. h0g2 h9g7":   {ErrMissing, 2, 1, game.Black},
		"1. 炮二平五 2. 马二进三 马8进7":      {ErrNumerals, 2, 1, game.Black},
		"1. 炮二平五 马8进7 马２进３":         {ErrNumerals, 3, 2, game.Red},
		"1. 炮二平五 马8进7 2. 马8进7 马二进三": {ErrNumerals, 3, 2, game.Red},
	} {
		var at *MoveError
		r, err := Read([]byte(text))
		if !errors.Is(err, want.err) || !errors.As(err, &at) || at.Ply != want.ply || at.Number != want.number ||
			at.Turn != want.turn {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
	for _, text := range []string{"1. 炮二平五 马八进七 2. 马二进三 车九平八", "1. 炮2平5 马8进7 2. 马2进3 车9平8", // one style for both sides
		"1. 炮二平五 马八进七 (1... 马8进7) 2. 马二进三 车九平八", "1. 炮2平5 马8进7 2. 马2进3 (2. 马八进七) 车9平8", // another one in a variation
		// A stray move, of which the numbers say whose it is.
		"1. 炮二平五 马8进7 2. 马2进3 车9平8", "1. 炮二平五 马八进七 2. 马2进3 车九平八", "1. 炮二平五 马8进7 2. 马二进三 车九平八", "红：炮二平五\n黑：马8进7\n红：马2进3\n黑：车9平8",
	} {
		r, err := Read([]byte(text))
		if err != nil || WriteUCI(r) != "position startpos moves h2e2 h9g7 h0g2 i9h9\n" || r.Cut != 0 {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
	// Variations are judged by the game.
	r, err := Read([]byte("1. 炮二平五 马8进7 2. 马二进三 (2. 马8进7 马二进三) (2. 马2进3 车9平8) 2... 车9平8"))
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Line[2].Variations; r.Cut != 1 || len(v) != 1 || len(v[0]) != 2 {
		t.Errorf("variations: %d cut, %+v", r.Cut, v)
	}
	// 二卒平4 begins with a Chinese number but ends with Black's.
	if _, err := Read([]byte("[FEN \"3k5/9/9/9/2P6/9/2p6/2p6/2p6/2p1K4 w\"]\n1. 兵七进一 二卒平4")); err != nil {
		t.Errorf("a numbered pawn: %v", err)
	}
}

// Letters of Vietnamese pieces that are other pieces of WXF are read as what the rest of the game is.
func TestVietnameseLetters(t *testing.T) {
	const want = "position startpos moves h2e2 h9g7 e3e4\n"
	for _, text := range []string{"1. P2-5 M8.7 2. C5.1", "[Red \"a\"]\n\n1. P2-5 M8.7! 2. C5.1 *", "P2-5 M8.7 C5.1",
		"1. Pháo hai bình năm Mã tám tiến bảy 2. Chốt 5 tiến 1", "1. phao 2 binh 5, ma 8 tan 7; 2. tot nam tien mot"} {
		if r, err := Read([]byte(text)); err != nil || WriteUCI(r) != want {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
	if r, err := Read([]byte("1. C2.5 H8+7 2. C5.1")); err != nil || r.Moves()[2].String() != "e2i2" {
		t.Errorf("WXF: %+v, %v", r, err)
	}
	for _, word := range []string{"lùi", "lui", "thoái", "thối"} { // the horse returns
		text := "1. Mã 2 tiến 3 Sỹ 4 tiến 5 2. Mã 3 " + word + " 2 Sy 5 " + word + " 4"
		if r, err := Read([]byte(text)); err != nil || r.Moves()[2].String() != "g2h0" || len(r.Line) != 4 {
			t.Errorf("%s: %+v, %v", word, r, err)
		}
	}
}

// A position above pasted moves is where they begin.
func TestPositionAbove(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/R3K4 "
	for name, text := range map[string]string{
		"alone": fen + "w - - 4 7\n7. 车九进九", "labelled": "FEN: " + fen + "w\n1. 车九进九",
		"in Chinese": "残局一\n局面：" + fen + "w - - 0 1\n1. 车九进九\n红胜", "and a title": "残局一\n" + fen + "w\n\n1. 车九进九",
		"points": "fen " + fen + "r - - 0 0\n1. a0a9", "with Black to move": fen + "b\nd9d8 a0a9",
	} {
		r, err := Read([]byte(text))
		if err != nil || !strings.HasPrefix(r.Start.FEN(), fen) ||
			r.Line[len(r.Line)-1].Move.String() != "a0a9" || r.Info.Title != "" && r.Info.Title != "残局一" {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if r, err := Read([]byte(fen + "w - - 4 7\n7. 车九进九")); err != nil || r.Start.FEN() != fen+"w - - 4 7" {
		t.Errorf("the counters: %+v, %v", r, err)
	}
	var impossible *game.FENError
	if r, err := Read([]byte("3k5/9/9/9/9/9/9/9/9/3K5 w\n1. 炮二平五 马8进7")); !errors.As(err, &impossible) {
		t.Errorf("an impossible one: %+v, %v", r, err)
	}
}

// Long games have large numbers.
func TestLargeNumbers(t *testing.T) {
	for _, text := range []string{"9999. 炮二平五 马8进7 10000. 马二进三 车9平8", "9999.炮二平五 马8进7\n10000.马二进三 车9平8",
		"124999. h2e2 h9g7 125000. h0g2 125000... i9h9"} {
		if r, err := Read([]byte(text)); err != nil || len(r.Line) != 4 {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
	for _, text := range []string{"1. 砗一进一 馬8進7", "砗一进一马8进7硨一平四\n车9平8", "1. 炰二平五（中炮） 马8进7"} {
		if r, err := Read([]byte(text)); err != nil {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

func TestTags(t *testing.T) {
	for text, want := range map[string]string{
		`[Event "首届"某某杯"赛"]`:                    `首届"某某杯"赛`,
		`[Event "第五届"银荔杯"赛"]` + "\r":            `第五届"银荔杯"赛`,
		`[Event "a \"b\" c"]`:                   `a "b" c`,
		`[Event "x"] y"]`:                       `x"] y`,
		"[Event \"第五届\n银荔杯\"]":                  `第五届银荔杯`,
		"[Event\n\"第五届银荔杯\"]":                   `第五届银荔杯`,
		"[Event \"a\r\nb\r\nc\"]":               `abc`,
		`[Event "ends with \"]`:                 `ends with \`,
		`[Event "one"] [Site "two"]`:            `one`,
		`[Event "one"] 1. h2e2 {a "quoted"] b}`: `one`,
		`[Event ""]`:                            ``,
	} {
		r, err := Read([]byte("[Red \"a\"]\n" + text + "\n[Black \"b\"]\n\n1. h2e2 h9g7"))
		if err != nil || r.Info.Event != want {
			t.Errorf("%s: %+v, %v", text, r, err)
			continue
		}
		if r.Info.Red != "a" || r.Info.Black != "b" && !strings.Contains(text, "1.") {
			t.Errorf("%s: %+v", text, r.Info)
		}
	}
}

func TestSeveralGames(t *testing.T) {
	const block = "[DhtmlXQ]\n[DhtmlXQ_title]%[/DhtmlXQ_title]<br>\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
	for name, c := range map[string]struct {
		text   string
		format Format
		titles []string
	}{
		"PGN":                     {"[Title \"a\"]\n\n1. h2e2 {[Title \"no\"]\n} 1-0\n\n=====\n[Title \"b\"]\n[Red \"x\ny\"]\n1. b2e2 *\n[Title \"c\"]\n1. c3c4", PGN, []string{"a", "b", "c"}},
		"DhtmlXQ":                 {"<html>" + strings.ReplaceAll(block, "%", "a") + "<p>" + strings.ReplaceAll(block, "%", "b"), DhtmlXQ, []string{"a", "b"}},
		"prose":                   {"第一局\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 红胜\n\n第二局\n1. 炮八平五 马2进3\n2. 马八进七\n第三局\n1. 兵七进一 卒7进1", PGN, []string{"第一局", "第二局", "第三局"}},
		"numbers begin again":     {"1. h2e2 h9g7\n2. h0g2 i9h9\n1. b2e2 b9c7", PGN, []string{"", ""}},
		"without numbers":         {"A - B\nCup\nh2e2 h9g7 h0g2\n\nC - D\nb2e2 b9c7\n\nE - F\nc3c4 c6c5", PGN, []string{"A - B", "C - D", "E - F"}},
		"rest of a line":          {"[Title \"a\"]\n\n1. h2e2 ; {\n1... h9g7; {\n\n[Title \"b\"]\n\n1. b2e2 {x} b9c7\n\n[Title \"c\"]\n\n1. c3c4", PGN, []string{"a", "b", "c"}},
		"quoted tags":             {"[Title \"a\"]\n\n1. h2e2; h9g7 {see\n\n[Title \"no\"]\n[Red \"x\"]\n\n1. c3c4; or\n[Title \"no\"]} 2. h0g2 *\n\n[Title \"b\"]\n\n1. b2e2 {x} *", PGN, []string{"a", "b"}},
		"a semicolon in a remark": {"[Title \"a\"]\n\n1. h2e2 [x ; y {] h9g7 {see\n\n[Title \"no\"]\n} 2. h0g2 *\n\n[Title \"b\"]\n\n1. b2e2 *", PGN, []string{"a", "b"}},
		"a remark follows":        {"1. h2e2 h9g7 1-0\nthat was a good game", PGN, []string{""}},
	} {
		f, err := Open([]byte(c.text))
		if err != nil || f.Format != c.format {
			t.Errorf("%s: %+v, %v", name, f, err)
			continue
		}
		var titles []string
		for i := range f.Len() {
			titles = append(titles, f.Heading(i).Info.Title)
			if r, err := f.Game(i); err != nil || len(r.Line) == 0 {
				t.Errorf("%s, game %d: %+v, %v", name, i, r, err)
			}
		}
		if d := cmp.Diff(c.titles, titles); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// A comment that is never closed hides no other game of the file.
func TestUnclosedComment(t *testing.T) {
	for name, texts := range map[string][3]string{
		"the first":     {"1. h2e2 {never closed", "1. b2e2 {x} b9c7", "1. c3c4 *"},
		"in the middle": {"1. h2e2 {x} h9g7", "1. b2e2 {never closed\n\nb9c7", "1. c3c4 {x} *"},
		"no other":      {"1. h2e2 {never closed", "1. b2e2 b9c7", "1. c3c4 *"},
		"two":           {"1. h2e2 {never closed", "1. b2e2 {never closed", "1. c3c4 {[Event \"x\"]\n[Event \"y\"]\n} *"},
	} {
		for _, between := range []string{"\n\n", "\n"} {
			f, err := Open([]byte("[Title \"a\"]\n[Red \"x\"]\n" + between + texts[0] + between + "[Title \"b\"]\n[Red \"x\"]\n" + between + texts[1] + between + "[Title \"c\"]\n" + between + texts[2]))
			if err != nil || f.Len() != 3 {
				t.Errorf("%s: %+v, %v", name, f, err)
				continue
			}
			for i, text := range texts {
				_, err := f.Game(i)
				if never := strings.Contains(text, "never"); never != errors.Is(err, ErrUnclosed) || !never && err != nil {
					t.Errorf("%s, game %d: %v", name, i, err)
				}
			}
		}
	}
}

func TestWesternChess(t *testing.T) {
	for _, text := range []string{
		"1.e4 e5 2.Nf3", "1. e4 e5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1-0", "[Event \"x\"]\n[White \"a\"]\n[ECO \"C20\"]\n\n1. d4 d5 2. c4 dxc4 *",
		"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n1. e4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"e2e4 e7e5", "position startpos moves e2e4 e7e5 g1f3", "1. e2-e4 e7-e5",
	} {
		if r, err := Read([]byte(text)); !errors.Is(err, ErrWesternChess) {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
	for _, text := range []string{"[Variant \"xiangqi\"]\n1. c5 g6", "[Game \"Chinese Chess\"]\n1. e4 e5", "1. h2e2 e5", "1. Che2 Nc7", "e4"} {
		if _, err := Read([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Read([]byte("position startpos moves e2f4 e7e5")); errors.Is(err, ErrWesternChess) {
		t.Error("any two points are taken for western chess")
	}
}

// A file can attach all its variations to the end of its longest line.
func TestManyVariations(t *testing.T) {
	var b strings.Builder
	b.WriteString("[DhtmlXQ_movelist]" + strings.Repeat("7967706267796270", 20000) + "7747[/DhtmlXQ_movelist]")
	for n := 1; n <= 60000; n++ {
		b.WriteString("[DhtmlXQ_move_0_80001_" + strconv.Itoa(n) + "]1747[/DhtmlXQ_move_0_80001_" + strconv.Itoa(n) + "]")
	}
	r, err := Read([]byte(b.String()))
	if err != nil || len(r.Line[80000].Variations) != 60000 {
		t.Errorf("%v", err)
	}
}

func TestOldEngineForm(t *testing.T) {
	var unsupported *Unsupported
	if _, err := Read([]byte("[DhtmlXQ][DhtmlXQ_movelist]P2847R1929[/DhtmlXQ_movelist]")); !errors.As(err, &unsupported) || unsupported.Format != DhtmlXQ {
		t.Errorf("%v", err)
	}
}

// Whatever is written is read back as one game with the same tags.
func TestWrittenIsOneGame(t *testing.T) {
	r := New(game.Start())
	r.Info.Event, r.Info.Title = `a "] [Red "b"] c\`, "x\\"
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "[Event \"no\"]\n1. h2e2"}}
	f, err := Open([]byte(WritePGN(r, notation.Chinese)))
	if err != nil || f.Len() != 1 {
		t.Fatalf("%+v, %v", f, err)
	}
	if d := cmp.Diff(r.Info, f.Heading(0).Info); d != "" {
		t.Error(d)
	}
}

func FuzzPGN(f *testing.F) {
	f.Add("[Event \"首届\"某某杯\"赛\"]\n[Red \"a\nb\"]\n1. 炮二平五 {[%eval 0.3] a} 马8进7 (1... 炮８平５?! 2. ……) $4 2. h0g2 *\n[Event \"c\"]\n1. C2=5")
	f.Add("许银川 先胜 胡荣华\n①炮二平五，马8进7；2、马二进三（占优） 车9平8\n第3回合 红：车一平二 黑：卒7进1 红胜")
	f.Add("Pháo 2 bình 5 Mã 8 tiến 7; h2e2h9g7 1.e4 e5")
	f.Add(page)
	f.Add(page + "\n【变1-0-2】\n 2. 马八进七 车９平８\n" + page)
	f.Fuzz(func(t *testing.T, text string) {
		file, err := openPGNGames(t.Context(), text)
		if err != nil {
			return
		}
		for i := range min(file.Len(), 4) {
			r, err := file.Game(i)
			if err != nil {
				continue
			}
			again, err := readPGN([]byte(WritePGN(r, notation.Coordinates)))
			if err != nil {
				t.Fatalf("%v in\n%s", err, WritePGN(r, notation.Coordinates))
			}
			if d := cmp.Diff(r.Moves(), again.Moves()); d != "" {
				t.Fatal(d)
			}
		}
	})
}

func FuzzDhtmlXQ(f *testing.F) {
	f.Add("[DhtmlXQ_binit]" + dpxqStart + "[/DhtmlXQ_binit][DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]1747[/DhtmlXQ_move_0_1_1][DhtmlXQ_move_1_2_2]7062[/DhtmlXQ_move_1_2_2][DhtmlXQ_comment1_2]a||b[/DhtmlXQ_comment1_2]")
	f.Add("[DhtmlXQ]<br>[DhtmlXQ_blacktime]x[/DhtmlXQ_time][DhtmlXQ_result]红胜[/DhtmlXQ_result][DhtmlXQ_move_0_1_0]7747[/DhtmlXQ_move_0_1_0][/DhtmlXQ]")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := openDhtmlBlocks(text)
		if err != nil {
			return
		}
		for i := range min(file.Len(), 4) {
			r, err := file.Game(i)
			if err != nil {
				continue
			}
			again, err := readDhtmlXQ([]byte(WriteDhtmlXQ(r)))
			if err != nil {
				t.Fatalf("%v in\n%s", err, WriteDhtmlXQ(r))
			}
			if d := cmp.Diff(r.Moves(), again.Moves()); d != "" {
				t.Fatal(d)
			}
		}
	})
}

// A variation of a text ends before its first move that cannot be played, with the
// variations of that move; the game continues.
func TestIllegalVariationOfATextIsCut(t *testing.T) {
	const want = "1. H2-E2 H9-G7 (1... B9-C7 {fine}) (1... H7-E7 2. H0-G2) 2. H0-G2 {end} *"
	for name, c := range map[string]struct {
		text string
		cut  int
	}{
		"PGN": {"1. h2e2 h9g7 (1... b9c7 {fine} 2. a0a9! {lost} (2. h0g2 (2. b0c2) {lost}) 2... a9a8) (1... h7e7 2. h0g2) (1... a0a9 {lost}) 2. h0g2 {end}", 2},
		"DhtmlXQ": {"[DhtmlXQ]\n[DhtmlXQ_movelist]7747706279<br>67[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]102209000908[/DhtmlXQ_move_0_2_1]\n" +
			"[DhtmlXQ_comment1_2]fine[/DhtmlXQ_comment1_2][DhtmlXQ_move_1_4_2]7967[/DhtmlXQ_move_1_4_2][DhtmlXQ_move_0_2_3]724279670[/DhtmlXQ_move_0_2_3]" +
			"[DhtmlXQ_comment3]end[/DhtmlXQ_comment3][/DhtmlXQiFrame]\n[DhtmlXQ_movelist]1022[/DhtmlXQ_movelist]", 2},
	} {
		r, err := Read([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := movetext(r); got != want || r.Cut != c.cut {
			t.Errorf("%s: %d cut: %s", name, r.Cut, got)
		}
	}
	var at *MoveError
	if _, err := Read([]byte("1. h2e2 h9g7 2. a0a9 b9c7")); !errors.As(err, &at) || at.Ply != 3 {
		t.Errorf("the game's own: %v", err)
	}
	if _, err := Read([]byte("1. h2e2 h9g7 (1... b9c7 2. a0a9 (2. h0g2")); !errors.Is(err, ErrUnclosed) {
		t.Errorf("never closed: %v", err)
	}
}

// Files also give the result as letters.
func TestResultLetters(t *testing.T) {
	for text, want := range map[string]game.Result{"W": game.RedWins, " L ": game.BlackWins, "D": game.Draw, "红先胜": game.RedWins, "和局": game.Draw, "未知": game.Ongoing} {
		if got := findResult(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// readPGN reads the first game of a PGN file.
func readPGN(data []byte) (*Record, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	games, err := splitPGN(ctx, norm.NFC.String(text))
	if err != nil {
		return nil, err
	}
	file, _, err := openPGN(ctx, games[0])
	if err != nil {
		return nil, err
	}
	return file.read()
}

// readDhtmlXQ reads the first DhtmlXQ block of a text.
func readDhtmlXQ(data []byte) (*Record, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	f := openDhtmlXQ(dhtmlBlockEnd.Split(dhtmlTags(text), 2)[0])
	if !f.hasGame {
		return nil, ErrNoGame
	}
	return f.record()
}

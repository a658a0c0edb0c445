package record

import (
	"testing"

	"yeye/game"
)

// Names, result and event of a pasted game are told apart, on lines of their own or before the first move.
func TestTitlesOfProse(t *testing.T) {
	const moves = "1.炮二平五 马8进7 2.马二进三 车9平8"
	for text, want := range map[string]struct {
		red, black, event string
		result            game.Result
	}{
		"许银川（红先胜）吕钦 " + moves:                                                {"许银川", "吕钦", "", game.RedWins},
		"许银川 先胜 吕钦 " + moves:                                                 {"许银川", "吕钦", "", game.RedWins},
		"许银川（先负）吕钦 " + moves:                                                 {"许银川", "吕钦", "", game.BlackWins},
		"许银川（红胜）吕钦\n" + moves:                                                {"许银川", "吕钦", "", game.RedWins},
		"许银川 1-0 吕钦\n" + moves:                                               {"许银川", "吕钦", "", game.RedWins},
		"许银川 先和 吕钦（1999年全国个人赛）\n" + moves:                                    {"许银川", "吕钦", "1999年全国个人赛", game.Draw},
		"许银川 先胜 吕钦（第十届五羊杯） " + moves:                                         {"许银川", "吕钦", "第十届五羊杯", game.RedWins},
		"（2001年全国团体赛）许银川 先胜 吕钦\n" + moves:                                    {"许银川", "吕钦", "2001年全国团体赛", game.RedWins},
		"红方：许银川\n黑方：吕钦（1999年全国个人赛）\n结果：红胜\n" + moves:                         {"许银川", "吕钦", "1999年全国个人赛", game.RedWins},
		"红方：广东 许银川 (特级大师)\n黑方：吕钦（广东）\n" + moves:                              {"许银川", "吕钦", "", game.Ongoing},
		"许银川先胜吕钦：" + moves:                                                   {"许银川", "吕钦", "", game.RedWins},
		"许银川 先胜 吕钦" + moves:                                                  {"许银川", "吕钦", "", game.RedWins},
		"许银川（红先胜）吕钦：1.炮二平五马8进72.马二进三车9平8":                                    {"许银川", "吕钦", "", game.RedWins},
		"许银川（红先胜）吕钦①炮二平五 马8进7 ②马二进三 车9平8":                                    {"许银川", "吕钦", "", game.RedWins},
		"许银川（红先胜）吕钦：炮二平五 马8进7 马二进三 车9平8":                                     {"许银川", "吕钦", "", game.RedWins},
		"许银川先负吕钦第1回合 炮二平五 马8进7 第2回合 马二进三 车9平8":                               {"许银川", "吕钦", "", game.BlackWins},
		"红：许银川，黑：吕钦。" + moves:                                                {"许银川", "吕钦", "", game.Ongoing},
		"1999年全国个人赛 许银川先胜吕钦：" + moves:                                        {"许银川", "吕钦", "1999年全国个人赛", game.RedWins},
		"赛事：五羊杯 红方：许银川 黑方：吕钦 结果：红胜\n" + moves:                                {"许银川", "吕钦", "五羊杯", game.RedWins},
		"Đỏ: Lại Lý Huynh Đen: Nguyễn Thành Bảo Kết quả: Đỏ thắng\n" + moves: {"Lại Lý Huynh", "Nguyễn Thành Bảo", "", game.RedWins},
		"White: John\nBlack: Mary\nResult: 1-0\n" + moves:                    {"John", "Mary", "", game.RedWins},
		"Xu Yinchuan vs Lu Qin 1-0\n" + moves:                                {"Xu Yinchuan", "Lu Qin", "", game.RedWins},
		"Xu Yinchuan - Lu Qin, 1/2-1/2: " + moves:                            {"Xu Yinchuan", "Lu Qin", "", game.Draw},
		"许银川（红） 对 吕钦（黑）\n" + moves:                                           {"许银川", "吕钦", "", game.Ongoing},
		"Lại Lý Huynh (đỏ) thắng Nguyễn Thành Bảo (đen)\n" + moves:           {"Lại Lý Huynh", "Nguyễn Thành Bảo", "", game.RedWins},
		"Lại Lý Huynh tiên bại Nguyễn Thành Bảo\n" + moves:                   {"Lại Lý Huynh", "Nguyễn Thành Bảo", "", game.BlackWins},
		"2023年甲级联赛 上海 谢靖 先胜 广东 许银川 " + moves:                                 {"谢靖", "许银川", "2023年甲级联赛", game.RedWins},
		"[赛事 \"五羊杯\"]\n[红方 \"许银川\"]\n[黑方 \"吕钦\"]\n[结果 \"红胜\"]\n\n" + moves:   {"许银川", "吕钦", "五羊杯", game.RedWins},
		"Red - John Smith\n" + moves:                                         {"", "", "", game.Ongoing},
		"吕钦：" + moves:                                                        {"", "", "", game.Ongoing},
		"1999年全国个人赛\n广东 许银川 先胜 广东 吕钦\n" + moves:                              {"许银川", "吕钦", "", game.RedWins},
		"吕钦：1.h2e2 h9g7 2.h0g2 i9h9":                                         {"", "", "", game.Ongoing},
	} {
		r, err := Read([]byte(text))
		if err != nil || len(r.Line) != 4 {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if i := r.Info; i.Red != want.red || i.Black != want.black || i.Event != want.event || r.Result != want.result {
			t.Errorf("%q: %q – %q, %q, %v", text, i.Red, i.Black, i.Event, r.Result)
		}
	}
}

// Rounds are numbered with blanks in the number too.
func TestRoundsWithBlanks(t *testing.T) {
	for _, text := range []string{"第 1 回合　炮二平五　马8进7\n第 2 回合　马二进三　车9平8", "第 1 回合 炮二平五 马8进7 第 2 回合 马二进三 车9平8",
		"第 一 回合：炮二平五 马8进7",
		"第　１　回合　炮二平五　马8进7"} {
		r, err := Read([]byte(text))
		if err != nil || len(r.Line) < 2 || r.Line[1].Move.String() != "h9g7" {
			t.Errorf("%q: %v, %v", text, r, err)
		}
	}
}

// What a record does not keep of a file is counted: variations with a move that cannot be played or is none, arrows,
// and clocks.
func TestLeftOut(t *testing.T) {
	for text, want := range map[string][3]int{
		"1. h2e2 h9g7 2. h0g2":                                                                    {},
		"1. h2e2 (1. h2e9) h9g7 (1... -- 2. h0g2) 2. h0g2":                                        {2, 0, 0},
		"1. h2e2 h9g7 (1... 0000) 2. h0g2 (2. -- b9c7 3. b0c2)":                                   {2, 0, 0},
		"1. h2e2 h9g7 (1... b9c7 -- 3. b2b3) 2. h0g2":                                             {1, 0, 0},
		"1. h2e2 (1. ... b9c7) h9g7 2. h0g2":                                                      {1, 0, 0},
		"1. h2e2 { [%cal Gh2e2,Rb0c2] } h9g7 { [%csl Ga0] here } 2. h0g2 {[%eval 0.3]}":           {0, 2, 0},
		"{[%clk 1:00:00]} 1. h2e2 { [%clk 0:59:00] [%emt 0:01:00] } h9g7 2. h0g2 {[%arrow h0g2]}": {0, 1, 2},
	} {
		r, err := Read([]byte("[Event \"x\"]\n\n" + text + " *"))
		if err != nil || [3]int{r.Cut, r.Arrows, r.Clocks} != want || len(r.Line) != 3 {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

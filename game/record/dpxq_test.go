package record

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/game"
)

// page is a game as the site 东萍 gives it out as text.
const page = `标题: 广东 许银川 先胜 上海 胡荣华
分类: 全国象棋个人锦标赛
赛事: 2002年全国象棋个人锦标赛
轮次: 第05轮
布局: C20 中炮对屏风马
红方: 广东 许银川 (特级大师)
黑方: 上海 胡荣华
结果: 红方胜
日期: 2002.11.03
地点: 江西宜春
组别: 男子组
台次: 第01台
裁判: 
评论: 许银川
作者: 张磊
备注: 第3局
结束方式: 
记时规则: 60分＋30秒
红方用时: 6分
黑方用时: 6分钟
棋局类型: 全局
棋局性质: 慢棋
红方团体: 广东
红方姓名: 许银川
黑方团体: 上海
黑方姓名: 胡荣华
棋谱主人: 东萍公司
棋谱价值: 0
浏览次数: 3086
来源网站: 1791148
 
　　第3局
 
【主变: 红胜】
　　1.　炮二平五　　马８进７　
　　2.　马二进三　　车９平８　
 
棋谱由 http://www.dpxq.com/ 生成`

func TestPageWithHead(t *testing.T) {
	want := Info{Title: "广东 许银川 先胜 上海 胡荣华", Event: "2002年全国象棋个人锦标赛", Site: "江西宜春", Date: "2002.11.03", Round: "第05轮",
		RedTeam: "广东", Red: "许银川", BlackTeam: "上海", Black: "胡荣华", Opening: "C20 中炮对屏风马", Annotator: "许银川", Author: "张磊",
		TimeControl: "60分＋30秒"}
	const first, credit = "1.　炮二平五", " \n棋谱由 http://www.dpxq.com/ 生成"
	for name, text := range map[string]string{
		"as given out":       page,
		"twice":              page + "\n\n" + page,
		"twice, no end":      strings.Replace(page, credit, "", 1) + "\n" + page,
		"glued to its label": strings.Replace(strings.Replace(page, "【主变: 红胜】\n", "", 1), first, "着法：1. 炮二平五", 1),
		"joined by spaces":   strings.ReplaceAll(page, "\n", " "),
		"label above":        strings.Replace(page, "【主变: 红胜】", "【着法】", 1),
		"with a variation":   strings.Replace(page, credit, " \n【变1-0-2】\n　　2.　马八进七　　车９平８\n"+credit, 1),
		"variation, twice":   strings.Replace(page, credit, " \n【变1-0-2】\n　　2.　马八进七　　车９平８\n"+credit, 1) + "\n\n" + page,
	} {
		f, err := Open([]byte(text))
		if n := strings.Count(text, "标题"); err != nil || f.Len() != n {
			t.Errorf("%s: %+v, %v", name, f, err)
			continue
		}
		for i := range f.Len() {
			r, err := f.Game(i)
			if err != nil || len(r.Line) != 4 || r.Result != game.RedWins || r.Line[3].Comment != "" {
				t.Errorf("%s, game %d: %+v, %v", name, i, r, err)
				continue
			}
			if d := cmp.Diff(want, r.Info); d != "" {
				t.Errorf("%s, game %d: %s", name, i, d)
			}
			if varied := i == 0 && strings.Contains(text, "【变"); varied != (r.Cut == 1) {
				t.Errorf("%s, game %d: %d variations are said to be left out", name, i, r.Cut)
			}
		}
	}
	for wrong, ply := range map[string]int{"炮二平王": 1, "车９平王": 4} {
		text := strings.NewReplacer("炮二平五", "炮二平王", "车９平８", "车９平８")
		if ply == 4 {
			text = strings.NewReplacer("车９平８", wrong)
		}
		f, err := Open([]byte(text.Replace(page)))
		if err != nil || f.Heading(0).Info.Red != "许银川" {
			t.Fatalf("%s: %v", wrong, err)
		}
		var at *MoveError
		if _, err := f.Game(0); !errors.As(err, &at) || at.Ply != ply || at.Text != wrong {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Heads are of any form, and name the players, not their teams.
func TestHeads(t *testing.T) {
	const moves = "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8"
	hundred := strings.Repeat("备注: "+strings.Repeat("长", 90)+"\n", maxHeadLines-3)
	for head, want := range map[string]Info{
		"标题: 名局\n红方: 广东 许银川\n黑方: 上海 胡荣华":                   {Title: "名局", RedTeam: "广东", Red: "许银川", BlackTeam: "上海", Black: "胡荣华"},
		"红方：许银川 黑方：胡荣华":                                    {Red: "许银川", Black: "胡荣华"},
		"红方：许银川，黑方：胡荣华，裁判：某某":                              {Red: "许银川", Black: "胡荣华"},
		"紅方：廣東 許銀川 特級大師\n黑方：上海隊 胡榮華（特級大師）":                 {RedTeam: "廣東", Red: "許銀川", BlackTeam: "上海隊", Black: "胡榮華"},
		"广东 许银川 先胜 上海 胡荣华":                                 {RedTeam: "广东", Red: "许银川", BlackTeam: "上海", Black: "胡荣华"},
		"标题: 许银川 先胜 胡荣华":                                   {Title: "许银川 先胜 胡荣华", Red: "许银川", Black: "胡荣华"},
		"赛事: 杯赛\n红方姓名: 许银川\n黑方姓名: 胡荣华\n地点:":                {Event: "杯赛", Red: "许银川", Black: "胡荣华"},
		"Event: Cup\nRed: John Smith\nBlack: Lại Lý Huynh": {Event: "Cup", Red: "John Smith", Black: "Lại Lý Huynh"},
		"Đỏ: Lại Lý Huynh\nĐen: Nguyễn Văn A":              {Red: "Lại Lý Huynh", Black: "Nguyễn Văn A"},
		"标题: " + strings.Repeat("长", 100):                  {Title: strings.Repeat("长", 100)},
		"红方: 许银川\n" + hundred:                              {Red: "许银川"},
		"【主变: 和棋】":                                         {},
	} {
		r, err := Read([]byte(head + moves))
		if err != nil || len(r.Line) != 4 {
			t.Errorf("%.50s: %+v, %v", head, r, err)
			continue
		}
		if d := cmp.Diff(want, r.Info); d != "" {
			t.Errorf("%.50s: %s", head, d)
		}
	}
	// More than a head can have is none.
	for _, head := range []string{hundred + hundred, strings.Repeat("x\n", maxUnlabelledLines+2),
		strings.Repeat("长", 100), "备注: " + strings.Repeat("长", maxRemark)} {
		if r, err := Read([]byte(head + moves)); err == nil {
			t.Errorf("%.50s: %+v", head, r.Info)
		}
	}
}

// A head keeps its names where the ends of its lines were lost, as in an option of a command.
func TestJoinedHead(t *testing.T) {
	for text, want := range map[string]Info{
		"红方：许银川 黑方：吕钦 结果：红胜 1. 炮二平五 马8进7 2. 马二进三 车9平8":        {Red: "许银川", Black: "吕钦"},
		"标题：名局 红方：广东 许银川 黑方：上海 胡荣华 炮二平五 马8进7 马二进三 车9平8":       {Title: "名局", RedTeam: "广东", Red: "许银川", BlackTeam: "上海", Black: "胡荣华"},
		"紅方：許銀川 黑方：呂欽 1. 炮二平五 馬8進7 2. 馬二進三 車9平8 3. 車一平二 卒7進1": {Red: "許銀川", Black: "呂欽"},
	} {
		r, err := Read([]byte(text))
		if err != nil || len(r.Line) < 4 {
			t.Errorf("%s: %+v, %v", text, r, err)
			continue
		}
		if diff := cmp.Diff(want, r.Info); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	long := strings.Repeat("红方：a ", maxPasteBytes/8)
	if n := testing.AllocsPerRun(10, func() { restoreLineBreaks(long) }); n > 0 {
		t.Errorf("%v allocations for a text that is too long", n)
	}
	for _, text := range []string{"红方：许银川 黑方：吕钦", "红方：谁先走？", "红炮二平五 黑马8进7", "1. 炮二平五 马8进7"} {
		if got := restoreLineBreaks(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

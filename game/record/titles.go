package record

import (
	"regexp"
	"strings"

	"yeye/game"
	"yeye/game/notation"
)

// Games in prose have their names above the moves: "红方：许银川", or "许银川 先胜
// 胡荣华".

const maxTitles = 12 // lines above the moves

var (
	titleLines = []struct {
		said  *regexp.Regexp
		field func(*Info) *string
	}{
		{regexp.MustCompile(`(?:^|[\s，,;；])(?:红|紅|先手|(?i:red|đỏ))(?:方|先|棋)?\s*[:：]\s*([^\s，,;；]+)`), func(i *Info) *string { return &i.Red }},
		{regexp.MustCompile(`(?:^|[\s，,;；])(?:黑|后手|後手|(?i:black|đen))(?:方|棋)?\s*[:：]\s*([^\s，,;；]+)`), func(i *Info) *string { return &i.Black }},
		{regexp.MustCompile(`^(?:赛事|賽事|比赛|比賽|(?i:event))\s*[:：]\s*(.+)$`), func(i *Info) *string { return &i.Event }},
		{regexp.MustCompile(`^(?:日期|时间|時間|(?i:date))\s*[:：]\s*(.+)$`), func(i *Info) *string { return &i.Date }},
		{regexp.MustCompile(`^(?:地点|地點|(?i:site))\s*[:：]\s*(.+)$`), func(i *Info) *string { return &i.Site }},
	}
	titleResult = regexp.MustCompile(`^(?:结果|結果|(?i:result))\s*[:：]\s*(\S+)$`)
	// against matches Red, the result, and Black.
	against = regexp.MustCompile(`^(\S{1,40}?)\s*(?:[(（]?先([胜勝负負和])[)）]?|\s([胜勝负負和])\s)\s*(\S{1,40})$`)
	columns = regexp.MustCompile(`^红方?\s+黑方?$|^紅方?\s+黑方?$`)
	// numbered matches the beginning of a line of moves.
	numbered = regexp.MustCompile(`^(?:(?:[0-9]{1,3}|[０-９]{1,3})\s*[.．、)）…:：]|[①-⑳⑴-⒛]|第[0-9一二三四五六七八九十]{1,5}(?:回合|回|着|步))`)
)

// readTitles removes the lines above the first numbered move from a text in
// prose and reads names from them. If there is no such move it removes nothing.
func (f *pgnFile) readTitles(text string) string {
	var titles []string
	rest := text
	for len(titles) <= maxTitles {
		line, after, more := strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		switch {
		case numbered.MatchString(line), unnumbered.MatchString(line), sideMove(line):
			f.titles(titles)
			return rest
		case len(line) > 200 || !more:
			return text
		case line != "":
			titles = append(titles, line)
		}
		rest = after
	}
	return text
}

// sideMove reports whether a line begins with a side and its move rather than
// its name.
func sideMove(line string) bool {
	side := sideWord.FindString(line)
	words := firstFields(line[len(side):], 1)
	return side != "" && len(words) > 0 && notation.IsMoveLike(words[0])
}

func (f *pgnFile) titles(lines []string) {
	info := &f.heading.Info
	for _, line := range lines {
		known := columns.MatchString(line)
		for _, t := range titleLines {
			if m := t.said.FindStringSubmatch(line); m != nil {
				*t.field(info), known = name(m[1]), true
			}
		}
		if m := titleResult.FindStringSubmatch(line); m != nil {
			f.heading.Result, known = dhtmlResult(m[1]), true
		}
		if m := against.FindStringSubmatch(line); m != nil && !known {
			info.Red, info.Black, known = name(m[1]), name(m[4]), true
			switch m[2] + m[3] {
			case "胜", "勝":
				f.heading.Result = game.RedWins
			case "负", "負":
				f.heading.Result = game.BlackWins
			case "和":
				f.heading.Result = game.Draw
			}
		}
		if !known && info.Title == "" && numbered.FindString(line) == "" {
			info.Title = name(line)
		}
	}
}

package record

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game"
	"yeye/game/notation"
)

// Games in prose have a head above their moves: "红方：许银川", or "许银川 先胜 胡荣华".
// The site 东萍 gives out more than thirty lines of that kind, each with its label.

const (
	maxTitles = 12  // lines above the moves without a label
	maxHead   = 100 // lines above the moves
	maxTitle  = 200 // bytes of a line without a label, if there is none with one above it
)

// labels are those whose values are kept.
var labels = func() map[string]func(*Info) *string {
	t := map[string]func(*Info) *string{}
	for names, field := range map[string]func(*Info) *string{
		"标题 標題 title":            func(i *Info) *string { return &i.Title },
		"赛事 賽事 比赛 比賽 event giải": func(i *Info) *string { return &i.Event },
		"轮次 輪次 round vòng":       func(i *Info) *string { return &i.Round },
		"日期 时间 時間 date ngày":     func(i *Info) *string { return &i.Date },
		"地点 地點 site":             func(i *Info) *string { return &i.Site },
		"布局 开局 開局 opening":       func(i *Info) *string { return &i.Opening },
		"红方团体 紅方團體":              func(i *Info) *string { return &i.RedTeam },
		"黑方团体 黑方團體":              func(i *Info) *string { return &i.BlackTeam },
		"红方姓名 紅方姓名":              func(i *Info) *string { return &i.Red },
		"黑方姓名":                   func(i *Info) *string { return &i.Black },
		"红等级分 紅等級分":              func(i *Info) *string { return &i.RedRating },
		"黑等级分 黑等級分":              func(i *Info) *string { return &i.BlackRating },
		"评论 評論":                  func(i *Info) *string { return &i.Annotator },
		"作者":                     func(i *Info) *string { return &i.Author },
		"记时规则 記時規則 计时规则 計時規則":    func(i *Info) *string { return &i.TimeControl },
	} {
		for label := range strings.FieldsSeq(names) {
			t[label] = field
		}
	}
	return t
}()

var (
	labelled = regexp.MustCompile(`^(?:(` + labelName + `)\s*[:：]\s*(.*)|` + sideLabelled + `.*)$`)
	// labelInside matches a label behind others in a line.
	labelInside = regexp.MustCompile(`[\s\p{Zs}]+((?:` + labelName + `)\s*[:：]|` + sideLabelled + `)`)
	// beginsLine matches the words with which a line of a head begins where others are before it.
	beginsLine = regexp.MustCompile(`^(?:\p{Han}{2,6}[:：]|【|` + sideLabelled + `)`)
	// hanTag matches a tag of PGN with a name in Chinese.
	hanTag     = regexp.MustCompile(`^\[(\p{Han}{2,6})\s*[:：]?\s*["“](.*)["”]\]$`)
	resultWord = regexp.MustCompile(`^(?i:结果|結果|result|kết quả)$`)
	// sideLabel matches what is before a player's name; there may be two in a line.
	sideLabel = regexp.MustCompile(`(?:^|[\s，,;；])` + sideLabelled)
	// movesLabel matches what may be before the first move.
	movesLabel = regexp.MustCompile(`^[【\[]?(?:着法|著法|走法|棋谱|棋譜)[】\]]?\s*[:：]?\s*`)
	// rank matches a player's title behind the name.
	rank = regexp.MustCompile(`\s*[(（][^()（）]*[)）]\s*$|\s+\S{0,4}大[师師]$`)
	// against matches Red, the result, and Black, each perhaps behind a team.
	against = regexp.MustCompile(`^(?:(\S{1,40})\s+)?(\S{1,40}?)\s*(?:[(（]?[红紅]?先([胜勝负負和])[)）]?|[(（][红紅]?([胜勝负負和])[棋局]?[)）]|\s([胜勝负負和])\s|` +
		`\s*(1-0|0-1|1/2-1/2|½-½)\s*)\s*(?:(\S{1,40})\s+)?(\S{1,40})$`)
	// occasion matches the event in brackets at the end of a line of names, and at its beginning.
	occasion = regexp.MustCompile(`^[(（【]([^()（）【】]*` + occasionWord +
		`[^()（）【】]*)[)）】]\s*(\S.*)$|^(.*\S)\s*[(（【]([^()（）【】]*` + occasionWord + `[^()（）【】]*)[)）】]$`)
	anOccasion = regexp.MustCompile(occasionWord)
	// fenLine matches a position with what may be before it.
	fenLine = regexp.MustCompile(`^(?:(?:\p{Han}{2,6}|(?i:fen))\s*[:：=]?\s*)?((?:` + fenRow + `/){9}` + fenRow +
		`(?:[^A-Za-z0-9/].*)?)$`)
	// behindNames matches what may stand between names and the first move: a colon, its number, or both.
	behindNames = regexp.MustCompile(`([:：][\s\p{Zs}]*)(?:` + firstNumber + `)?|` + firstNumber)
	columns     = regexp.MustCompile(`^(?i:(?:回合|序号|序號|着数|步数|no\.?|#|move|round|stt|nước)[\s,;]+)?` +
		`(?i:[红紅]方?|red|đỏ)[\s,;]+(?i:黑方?|black|đen)$`)
	// versus matches the names of players between whom there is no result, with one perhaps behind them.
	versus = regexp.MustCompile(`^(?:[^:：]{1,40}[:：]\s*)?(.{1,60}?)\s+(?:(?i:vs?\.?|[对對]|gặp|đấu với)\s+(.{1,60}?)(?:` +
		behindBlack + `)?|[-–—]\s+(.{1,60}?)` + behindBlack + `)$`)
	// beats matches Red, the result in words of Vietnamese, and Black.
	beats = regexp.MustCompile(`^(.{1,60}?)\s+((?i:tiên )?(?i:thắng|bại|thua|hòa|hoà))\s+(.{1,60})$`)
	// numbered matches the beginning of a line of moves.
	bareNumber = regexp.MustCompile(`^[0-9０-９]{1,3}[\s\p{Zs}]+`)
	numbered   = regexp.MustCompile(`^(?:(?:[0-9]{1,3}|[０-９]{1,3})\s*[.．、)）…:：]|[①-⑳⑴-⒛]|第[0-9一二三四五六七八九十]{1,5}(?:回合|回|着|步))`)
)

// occasionWord is in the name of an event, but in no player's team or title.
const occasionWord = `(?:(?:19|20)[0-9]{2}|年|赛|賽|杯|盃|届|屆|第[0-9一二三四五六七八九十]+[轮輪局场場])`

// behindBlack is the result behind the names.
const behindBlack = `[\s,，:：(（]+(1-0|0-1|1/2-1/2|½-½)[)）]?`

// firstOfAll matches it.
var firstOfAll = regexp.MustCompile(`^` + firstNumber)

// firstNumber is the number of the first move.
const firstNumber = `(?:[1１]\s*[.．、)）…:：]|①|⑴|⒈|第[1１一](?:回合|回|着|步))[\s\p{Zs}]*`

const fenRow = `[KABNRCPEHkabnrcpeh1-9]+`

const labelName = `\p{Han}{2,6}|(?i:title|event|round|date|site|opening|result|kết quả|giải|vòng|ngày)`

const sideLabelled = `(?:(?i:红|紅|先手|red|white|đỏ|tiên)|(黑|后手|後手|(?i:black|đen|hậu)))(?:方|先|棋)?\s*[:：]`

// head splits the lines of a head from the line of which begins is true. It is not ok if
// there is no such line, or something else is before it.
func head(text string, begins func(line string) bool) (lines []string, rest string, ok bool) {
	plain, rest := 0, text
	for range maxHead {
		line, after, more := strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		named := labelled.MatchString(line)
		switch {
		case begins(line):
			return lines, rest, true
		case named && len(line) > maxRemark, !named && len(line) > maxTitle && plain == len(lines), !more:
			return nil, text, false
		case line == "":
		case !named:
			plain++
			fallthrough
		default:
			lines = append(lines, line)
		}
		if rest = after; plain > maxTitles {
			break
		}
	}
	return nil, text, false
}

// maxUnfolded is the longest text, in bytes, to which the ends of its lines are given back.
const maxUnfolded = 1 << 16

// belowMoves gives back the ends of the lines before what begins a line below the moves.
var belowMoves = strings.NewReplacer(" 【", "\n【", " 棋谱由", "\n棋谱由")

// unfold gives a text in prose whose lines were joined by spaces, as in an option of a command, the ends of those of
// its head back. Other text it leaves alone.
func unfold(text string) string {
	if len(text) > maxUnfolded || strings.ContainsAny(text, "\n\r") {
		return text
	}
	words := strings.Fields(text)
	if len(words) == 0 || !beginsLine.MatchString(words[0]) {
		return text
	}
	var lines strings.Builder
	for i, word := range words {
		if numbered.MatchString(word) || notation.IsMoveLike(word[len(movesLabel.FindString(word)):]) {
			return lines.String() + "\n" + belowMoves.Replace(strings.Join(words[i:], " "))
		}
		if beginsLine.MatchString(word) {
			lines.WriteByte('\n')
		} else {
			lines.WriteByte(' ')
		}
		lines.WriteString(word)
	}
	return text
}

// readTitles removes the lines above the first numbered move from a text in
// prose and reads names from them. If there is no such move it removes nothing.
func (f *pgnFile) readTitles(text string) string {
	lines, rest, ok := head(text, beginsMoves)
	if !ok {
		return text
	}
	f.titles(lines)
	rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	return rest[len(movesLabel.FindString(rest)):]
}

// beginsMoves reports whether a line is one of moves.
func beginsMoves(line string) bool {
	line = movesLabel.ReplaceAllString(line, "")
	if number := bareNumber.FindString(line); number != "" {
		return startsWithMove(line[len(number):])
	}
	return numbered.MatchString(line) || unnumbered.MatchString(line) || sideMove(line)
}

// sideMove reports whether a line begins with a side and its move rather than
// its name.
func sideMove(line string) bool {
	side := sideWord.FindString(line)
	words := firstFields(line[len(side):], 1)
	return side != "" && len(words) > 0 && notation.IsMoveLike(words[0])
}

// labelsApart puts the labels of a line on lines of their own.
func labelsApart(line string) (parts []string) {
	from := 0
	for _, at := range labelInside.FindAllStringSubmatchIndex(line, maxHead) {
		parts = append(parts, line[from:at[0]])
		from = at[2]
	}
	return append(parts, line[from:])
}

func (f *pgnFile) titles(lines []string) {
	info := &f.heading.Info
	var apart []string
	for _, line := range lines {
		apart = append(apart, labelsApart(hanTag.ReplaceAllString(line, "$1：$2"))...)
	}
	for _, line := range apart {
		if fen := fenLine.FindStringSubmatch(line); fen != nil {
			f.start = fen[1]
			continue
		}
		line = f.occasion(line)
		label := labelled.FindStringSubmatch(line)
		sides := sideLabel.FindAllStringSubmatchIndex(line, 2)
		for i, at := range sides {
			said := line[at[1]:]
			if i+1 < len(sides) {
				said = line[at[1]:sides[i+1][0]]
			}
			if black := at[2] >= 0; black {
				seat(&info.BlackTeam, &info.Black, said)
			} else {
				seat(&info.RedTeam, &info.Red, said)
			}
		}
		switch {
		case len(sides) > 0, columns.MatchString(line):
		case label == nil:
			if !f.against(line) && info.Title == "" && numbered.FindString(line) == "" &&
				!strings.HasPrefix(line, "【") && !wordless(line) {
				info.Title = name(line)
			}
		case resultWord.MatchString(label[1]):
			f.heading.Result = findResult(label[2])
		default:
			if field := labels[strings.ToLower(label[1])]; field != nil && label[2] != "" {
				*field(info) = name(label[2])
			}
		}
	}
	if info.Red == "" && info.Black == "" && !f.against(info.Title) {
		f.versus(info.Title)
	}
}

// versus reads players from a title such as "Xu Yinchuan - Lu Qin 1-0".
func (f *pgnFile) versus(title string) {
	red, black, result := "", "", game.Ongoing
	if m := beats.FindStringSubmatch(title); m != nil {
		red, black = m[1], m[3]
		result, _ = parseResult("tiên " + strings.TrimPrefix(strings.ToLower(m[2]), "tiên "))
	} else if m := versus.FindStringSubmatch(title); m != nil {
		red, black = m[1], m[2]+m[4]
		result, _ = parseResult(m[3] + m[5])
	}
	red, black = rank.ReplaceAllString(red, ""), rank.ReplaceAllString(black, "")
	if red == "" || black == "" || sideAlone.MatchString(red) || sideAlone.MatchString(black) {
		return
	}
	f.heading.Info.Red, f.heading.Info.Black = name(red), name(black)
	if f.heading.Result == game.Ongoing {
		f.heading.Result = result
	}
}

// seat reads a player: 许银川, or 广东 许银川 (特级大师).
func seat(team, player *string, said string) {
	said = strings.TrimSpace(said)
	if i := strings.IndexAny(said, "，,;；"); i >= 0 {
		said = said[:i]
	}
	said = rank.ReplaceAllString(said, "")
	if words := strings.Fields(said); len(words) > 1 &&
		!slices.ContainsFunc(words, func(w string) bool { return !sentence.MatchString(w) }) {
		*team, said = name(strings.Join(words[:len(words)-1], " ")), words[len(words)-1]
	}
	if said != "" {
		*player = name(said)
	}
}

// occasion takes the event in brackets from a line of names.
func (f *pgnFile) occasion(line string) string {
	m := occasion.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	names, event := m[2]+m[3], m[1]+m[4]
	if !against.MatchString(names) && !sideLabel.MatchString(names) {
		return line
	}
	if f.heading.Info.Event == "" {
		f.heading.Info.Event = name(event)
	}
	return names
}

// parted puts the moves that follow the names on one of the first lines of a text on a line of their own. Anything may
// be before the first move if that has its number.
func parted(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	from := 0
	for range maxTitles {
		line, _, more := strings.Cut(text[from:], "\n")
		if strings.TrimSpace(line) != "" {
			if beginsMoves(strings.TrimSpace(line)) {
				return text
			}
			at, told := glued(line)
			if at < 0 {
				at = movesBegin(line[:min(len(line), 2*maxTitle)])
			}
			if at > 0 && at <= maxTitle {
				names := strings.TrimRight(line[:at], " \t　,，;；:：。")
				var f pgnFile
				first, _ := utf8.DecodeRuneInString(names)
				told = told || firstOfAll.MatchString(line[at:]) && !strings.ContainsRune("[(（"+remarkSigns, first)
				if names == "" || !told && !against.MatchString(f.occasion(names)) && !sideLabel.MatchString(names) {
					return text
				}
				return text[:from] + names + "\n" + text[from+at:]
			}
		}
		if from += len(line) + 1; !more {
			break
		}
	}
	return text
}

// glued returns where the first move of a line is, with its number, if names are before it without a blank, -1 if not:
// 吕钦：1.炮二平五. told is set where a colon ends the names and the first move has its number.
func glued(line string) (at int, told bool) {
	line = line[:min(len(line), 2*maxTitle)]
	for _, m := range behindNames.FindAllStringSubmatchIndex(line, -1) {
		rest := line[m[1]:]
		if first, _ := utf8.DecodeRuneInString(line[m[0]:]); m[0] == 0 ||
			unicode.IsDigit(first) && unicode.IsDigit(lastRune(line[:m[0]])) {
			continue
		}
		if i := oneHanMove.FindStringIndex(rest); (i == nil || i[0] > 0) && !isMove(rest[:wordEnd(rest)]) {
			continue
		}
		if oneHanMove.MatchString(line[:m[0]]) {
			break
		}
		if m[2] < 0 {
			return m[0], false
		}
		return m[3], m[3] < m[1] && !sideLabel.MatchString(line[:m[3]])
	}
	return -1, false
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// against reads players and result from a line such as 许银川 先胜 胡荣华.
func (f *pgnFile) against(line string) bool {
	m := against.FindStringSubmatch(line)
	info := &f.heading.Info
	if first, names, ok := strings.Cut(line, " "); m == nil && ok && info.Event == "" && anOccasion.MatchString(first) {
		if m = against.FindStringSubmatch(strings.TrimLeft(names, " ")); m != nil {
			info.Event = name(first)
		}
	}
	if m == nil {
		return false
	}
	info.RedTeam, info.Red, info.BlackTeam, info.Black = name(m[1]), name(m[2]), name(m[7]), name(m[8])
	if anOccasion.MatchString(info.RedTeam) && info.Event == "" {
		info.RedTeam, info.Event = "", info.RedTeam
	}
	if f.heading.Result, _ = parseResult(m[6]); m[6] == "" {
		f.heading.Result = findResult("先" + m[3] + m[4] + m[5])
	}
	return true
}

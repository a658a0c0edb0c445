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

// Games in prose have a head above their moves: "红方：许银川", or "许银川 先胜 胡荣华". The site 东萍 writes more than thirty lines of
// the form "label：value".

const (
	maxUnlabelledLines = 12  // lines above the moves without a label
	maxHeadLines       = 100 // lines above the moves
	maxTitleBytes      = 200 // bytes of an unlabelled line, if no labelled line is above it
)

// infoLabels maps the labels whose values are kept to their fields.
var infoLabels = func() map[string]func(*Info) *string {
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
	// laterLabel matches a label that is not the first of its line.
	laterLabel = regexp.MustCompile(`[\s\p{Zs}]+((?:` + labelName + `)\s*[:：]|` + sideLabelled + `)`)
	// headLineStart matches a word that starts a new line of a head.
	headLineStart = regexp.MustCompile(`^(?:\p{Han}{2,6}[:：]|【|` + sideLabelled + `)`)
	// hanTag matches a tag of PGN with a name in Chinese.
	hanTag     = regexp.MustCompile(`^\[(\p{Han}{2,6})\s*[:：]?\s*["“](.*)["”]\]$`)
	resultWord = regexp.MustCompile(`^(?i:结果|結果|result|kết quả)$`)
	// sideLabel matches the label before a player's name; there may be two in a line.
	sideLabel = regexp.MustCompile(`(?:^|[\s，,;；])` + sideLabelled)
	// movesLabel matches a label before the first move.
	movesLabel = regexp.MustCompile(`^[【\[]?(?:着法|著法|走法|棋谱|棋譜)[】\]]?\s*[:：]?\s*`)
	// playerTitle matches a player's title after the name.
	playerTitle = regexp.MustCompile(`\s*[(（][^()（）]*[)）]\s*$|\s+\S{0,4}大[师師]$`)
	// resultBetweenNames matches Red, the result and Black; a team may precede each name.
	resultBetweenNames = regexp.MustCompile(
		`^(?:(\S{1,40})\s+)?(\S{1,40}?)\s*(?:[(（]?[红紅]?先([胜勝负負和])[)）]?|[(（][红紅]?([胜勝负負和])[棋局]?[)）]|\s([胜勝负負和])\s|` +
			`\s*(1-0|0-1|1/2-1/2|½-½)\s*)\s*(?:(\S{1,40})\s+)?(\S{1,40})$`)
	// eventInBrackets matches the event in brackets at the start or end of a line of names.
	eventInBrackets = regexp.MustCompile(`^[(（【]([^()（）【】]*` + eventPattern +
		`[^()（）【】]*)[)）】]\s*(\S.*)$|^(.*\S)\s*[(（【]([^()（）【】]*` + eventPattern + `[^()（）【】]*)[)）】]$`)
	eventName = regexp.MustCompile(eventPattern)
	// fenLine matches a position with an optional label.
	fenLine = regexp.MustCompile(`^(?:(?:\p{Han}{2,6}|(?i:fen))\s*[:：=]?\s*)?((?:` + fenRow + `/){9}` + fenRow +
		`(?:[^A-Za-z0-9/].*)?)$`)
	// colonOrNumber matches the separator between names and the first move: a colon, the move's number, or both.
	colonOrNumber = regexp.MustCompile(`([:：][\s\p{Zs}]*)(?:` + firstNumber + `)?|` + firstNumber)
	sideColumns   = regexp.MustCompile(`^(?i:(?:回合|序号|序號|着数|步数|no\.?|#|move|round|stt|nước)[\s,;]+)?` +
		`(?i:[红紅]方?|red|đỏ)[\s,;]+(?i:黑方?|black|đen)$`)
	// namesWithoutResult matches two names with no result between them; a result may follow.
	namesWithoutResult = regexp.MustCompile(
		`^(?:[^:：]{1,40}[:：]\s*)?(.{1,60}?)\s+(?:(?i:vs?\.?|[对對]|gặp|đấu với)\s+(.{1,60}?)(?:` +
			resultAfterNames + `)?|[-–—]\s+(.{1,60}?)` + resultAfterNames + `)$`)
	// vietnameseResult matches Red, the result in Vietnamese words, and Black.
	vietnameseResult = regexp.MustCompile(`^(.{1,60}?)\s+((?i:tiên )?(?i:thắng|bại|thua|hòa|hoà))\s+(.{1,60})$`)
	// bareNumber matches the start of a line of moves with a bare number.
	bareNumber = regexp.MustCompile(`^[0-9０-９]{1,3}[\s\p{Zs}]+`)
	numbered   = regexp.MustCompile(
		`^(?:(?:[0-9]{1,3}|[０-９]{1,3})\s*[.．、)）…:：]|[①-⑳⑴-⒛]|第[0-9一二三四五六七八九十]{1,5}(?:回合|回|着|步))`)
)

// eventPattern occurs in names of events, but not in teams or titles of players.
const eventPattern = `(?:(?:19|20)[0-9]{2}|年|赛|賽|杯|盃|届|屆|第[0-9一二三四五六七八九十]+[轮輪局场場])`

// resultAfterNames matches the result after the names.
const resultAfterNames = `[\s,，:：(（]+(1-0|0-1|1/2-1/2|½-½)[)）]?`

// startsWithFirstNumber matches a text that starts with firstNumber.
var startsWithFirstNumber = regexp.MustCompile(`^` + firstNumber)

// firstNumber is the number of the first move.
const firstNumber = `(?:[1１]\s*[.．、)）…:：]|①|⑴|⒈|第[1１一](?:回合|回|着|步))[\s\p{Zs}]*`

const fenRow = `[KABNRCPEHkabnrcpeh1-9]+`

const labelName = `\p{Han}{2,6}|(?i:title|event|round|date|site|opening|result|kết quả|giải|vòng|ngày)`

const sideLabelled = `(?:(?i:红|紅|先手|red|white|đỏ|tiên)|(黑|后手|後手|(?i:black|đen|hậu)))(?:方|先|棋)?\s*[:：]`

// splitHead returns the non-empty lines before the first one for which begins returns true, and the text from that one
// on. ok is false if there is none, or if a line before it is too long or there are too many.
func splitHead(text string, begins func(line string) bool) (lines []string, rest string, ok bool) {
	plain, rest := 0, text
	for range maxHeadLines {
		line, after, more := strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		named := labelled.MatchString(line)
		switch {
		case begins(line):
			return lines, rest, true
		case named && len(line) > maxRemark, !named && len(line) > maxTitleBytes && plain == len(lines), !more:
			return nil, text, false
		case line == "":
		case !named:
			plain++
			fallthrough
		default:
			lines = append(lines, line)
		}
		if rest = after; plain > maxUnlabelledLines {
			break
		}
	}
	return nil, text, false
}

// maxPasteBytes is the longest text that the rewriting steps of this package accept; longer ones are left unchanged.
const maxPasteBytes = 1 << 16

// footerBreaks restores the line breaks below the moves.
var footerBreaks = strings.NewReplacer(" 【", "\n【", " 棋谱由", "\n棋谱由")

// restoreLineBreaks splits the head of a text whose lines were joined by spaces, as in an option of a slash command.
// Other text is returned unchanged.
func restoreLineBreaks(text string) string {
	if len(text) > maxPasteBytes || strings.ContainsAny(text, "\n\r") {
		return text
	}
	words := strings.Fields(text)
	if len(words) == 0 || !headLineStart.MatchString(words[0]) {
		return text
	}
	var lines strings.Builder
	for i, word := range words {
		if numbered.MatchString(word) || notation.IsMoveLike(word[len(movesLabel.FindString(word)):]) {
			return lines.String() + "\n" + footerBreaks.Replace(strings.Join(words[i:], " "))
		}
		if headLineStart.MatchString(word) {
			lines.WriteByte('\n')
		} else {
			lines.WriteByte(' ')
		}
		lines.WriteString(word)
	}
	return text
}

// cutHead removes the lines above the first numbered move from a text in prose and reads names from them. If there is
// no such move it removes nothing.
func (f *parsedGame) cutHead(text string) string {
	lines, rest, ok := splitHead(text, beginsMoves)
	if !ok {
		return text
	}
	f.parseHead(lines)
	rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	return rest[len(movesLabel.FindString(rest)):]
}

// beginsMoves reports whether a line starts with moves.
func beginsMoves(line string) bool {
	line = movesLabel.ReplaceAllString(line, "")
	if number := bareNumber.FindString(line); number != "" {
		return startsWithMove(line[len(number):])
	}
	return numbered.MatchString(line) || unnumbered.MatchString(line) || sideMove(line)
}

// sideMove reports whether a line starts with a side and its move rather than its name.
func sideMove(line string) bool {
	side := sideWord.FindString(line)
	words := firstFields(line[len(side):], 1)
	return side != "" && len(words) > 0 && notation.IsMoveLike(words[0])
}

// labelsApart splits a line before each of its labels.
func labelsApart(line string) (parts []string) {
	from := 0
	for _, at := range laterLabel.FindAllStringSubmatchIndex(line, maxHeadLines) {
		parts = append(parts, line[from:at[0]])
		from = at[2]
	}
	return append(parts, line[from:])
}

func (f *parsedGame) parseHead(lines []string) {
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
		line = f.cutEvent(line)
		label := labelled.FindStringSubmatch(line)
		sides := sideLabel.FindAllStringSubmatchIndex(line, 2)
		for i, at := range sides {
			value := line[at[1]:]
			if i+1 < len(sides) {
				value = line[at[1]:sides[i+1][0]]
			}
			if black := at[2] >= 0; black {
				setPlayer(&info.BlackTeam, &info.Black, value)
			} else {
				setPlayer(&info.RedTeam, &info.Red, value)
			}
		}
		switch {
		case len(sides) > 0, sideColumns.MatchString(line):
		case label == nil:
			if !f.parseNamesAndResult(line) && info.Title == "" && numbered.FindString(line) == "" &&
				!strings.HasPrefix(line, "【") && !noLetters(line) {
				info.Title = cleanName(line)
			}
		case resultWord.MatchString(label[1]):
			f.heading.Result = findResult(label[2])
		default:
			if field := infoLabels[strings.ToLower(label[1])]; field != nil && label[2] != "" {
				*field(info) = cleanName(label[2])
			}
		}
	}
	if info.Red == "" && info.Black == "" && !f.parseNamesAndResult(info.Title) {
		f.parseTitleNames(info.Title)
	}
}

// parseTitleNames reads players from a title such as "Xu Yinchuan - Lu Qin 1-0".
func (f *parsedGame) parseTitleNames(title string) {
	red, black, result := "", "", game.Ongoing
	if m := vietnameseResult.FindStringSubmatch(title); m != nil {
		red, black = m[1], m[3]
		result, _ = parseResult("tiên " + strings.TrimPrefix(strings.ToLower(m[2]), "tiên "))
	} else if m := namesWithoutResult.FindStringSubmatch(title); m != nil {
		red, black = m[1], m[2]+m[4]
		result, _ = parseResult(m[3] + m[5])
	}
	red, black = playerTitle.ReplaceAllString(red, ""), playerTitle.ReplaceAllString(black, "")
	if red == "" || black == "" || sideAlone.MatchString(red) || sideAlone.MatchString(black) {
		return
	}
	f.heading.Info.Red, f.heading.Info.Black = cleanName(red), cleanName(black)
	if f.heading.Result == game.Ongoing {
		f.heading.Result = result
	}
}

// setPlayer parses a name with or without a team and a title: 许银川, or 广东 许银川 (特级大师).
func setPlayer(team, player *string, text string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, "，,;；"); i >= 0 {
		text = text[:i]
	}
	text = playerTitle.ReplaceAllString(text, "")
	if words := strings.Fields(text); len(words) > 1 &&
		!slices.ContainsFunc(words, func(w string) bool { return !sentence.MatchString(w) }) {
		*team, text = cleanName(strings.Join(words[:len(words)-1], " ")), words[len(words)-1]
	}
	if text != "" {
		*player = cleanName(text)
	}
}

// cutEvent removes the event in brackets from a line of names and keeps it in the heading.
func (f *parsedGame) cutEvent(line string) string {
	m := eventInBrackets.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	names, event := m[2]+m[3], m[1]+m[4]
	if !resultBetweenNames.MatchString(names) && !sideLabel.MatchString(names) {
		return line
	}
	if f.heading.Info.Event == "" {
		f.heading.Info.Event = cleanName(event)
	}
	return names
}

// splitNames inserts a line break between the names and the first move if one of the first lines has both. If the first
// move has its number, any text may precede it.
func splitNames(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	from := 0
	for range maxUnlabelledLines {
		line, _, more := strings.Cut(text[from:], "\n")
		if strings.TrimSpace(line) != "" {
			if beginsMoves(strings.TrimSpace(line)) {
				return text
			}
			at, certain := firstMoveAfterNames(line)
			if at < 0 {
				at = firstMoveOffset(line[:min(len(line), 2*maxTitleBytes)])
			}
			if at > 0 && at <= maxTitleBytes {
				names := strings.TrimRight(line[:at], " \t　,，;；:：。")
				var f parsedGame
				first, _ := utf8.DecodeRuneInString(names)
				certain = certain || startsWithFirstNumber.MatchString(line[at:]) &&
					!strings.ContainsRune("[(（"+openingSigns, first)
				if names == "" || !certain && !resultBetweenNames.MatchString(f.cutEvent(names)) &&
					!sideLabel.MatchString(names) {
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

// firstMoveAfterNames returns the byte offset of the first move, including its number, of a line in which it follows
// names without a space: 吕钦：1.炮二平五; -1 if there is none. certain is set if a colon ends the names and the first move
// has its number.
func firstMoveAfterNames(line string) (at int, certain bool) {
	line = line[:min(len(line), 2*maxTitleBytes)]
	for _, m := range colonOrNumber.FindAllStringSubmatchIndex(line, -1) {
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

// parseNamesAndResult reads players and result from a line such as 许银川 先胜 胡荣华.
func (f *parsedGame) parseNamesAndResult(line string) bool {
	m := resultBetweenNames.FindStringSubmatch(line)
	info := &f.heading.Info
	if first, names, ok := strings.Cut(line, " "); m == nil && ok && info.Event == "" && eventName.MatchString(first) {
		if m = resultBetweenNames.FindStringSubmatch(strings.TrimLeft(names, " ")); m != nil {
			info.Event = cleanName(first)
		}
	}
	if m == nil {
		return false
	}
	info.RedTeam, info.Red, info.BlackTeam, info.Black = cleanName(m[1]), cleanName(m[2]), cleanName(m[7]),
		cleanName(m[8])
	if eventName.MatchString(info.RedTeam) && info.Event == "" {
		info.RedTeam, info.Event = "", info.RedTeam
	}
	if f.heading.Result, _ = parseResult(m[6]); m[6] == "" {
		f.heading.Result = findResult("先" + m[3] + m[4] + m[5])
	}
	return true
}

package record

import (
	"context"
	"regexp"
	"strings"

	"yeye/game"
	"yeye/game/notation"
)

// Files of the World Xiangqi Federation's format have lines of names in capitals, and the moves between START{ and
// }END.

var (
	wxfStart = regexp.MustCompile(`(?m)(?:\bSTART|^\s*(?i:start))\s*\{`)
	wxfEnd   = regexp.MustCompile(`(?i)\}\s*END\b`)
	wxfField = regexp.MustCompile(`(?mi)^` + wxfKey)
	// wxfJoined matches a key where lines are joined by blanks, as in an option of a command.
	wxfJoined = regexp.MustCompile(`(?m)(?:^|\s)` + wxfKey)
)

const wxfKey = `(FORMAT|GAME|RED|BLACK|DATE|EVENT|RESULT|FEN|SITE|PLACE|ROUND|OPENING|ECCO|AUTHOR|TIME|REMARK)(?:[\t :]+|\s*$)`

// openWXF lists the games of a file of that format.
func openWXF(ctx context.Context, text string) (*File, error) {
	f := &File{Format: PGN}
	for {
		start := wxfStart.FindStringIndex(text)
		if start == nil {
			return f.orErrNoGame()
		}
		if f.Len() == maxGames {
			return nil, ErrTooBig
		}
		g := &parsedGame{ctx: ctx, family: notation.WXF, tagged: true, xiangqi: true}
		g.wxfHead(text[:start[0]])
		body := text[start[1]:]
		end, next := len(body), len(body)
		if at := wxfEnd.FindStringIndex(body); at != nil {
			end, next = at[0], at[1]
		} else if at := strings.LastIndexByte(body, '}'); at >= 0 && strings.TrimSpace(body[at+1:]) == "" &&
			strings.Count(body, "}") > strings.Count(body, "{") {
			end = at
		}
		g.body, text = strings.TrimSpace(body[:end]), body[next:]
		f.add(g.heading, g.read)
	}
}

// wxfHead reads the lines above the moves.
func (f *parsedGame) wxfHead(text string) {
	pattern := wxfField
	if !strings.Contains(strings.TrimSpace(text), "\n") {
		pattern = wxfJoined
	}
	fields := pattern.FindAllStringSubmatchIndex(text, maxTags)
	for i, at := range fields {
		end := len(text)
		if i+1 < len(fields) {
			end = fields[i+1][0]
		}
		value := text[at[1]:end]
		if line, _, more := strings.Cut(strings.TrimSpace(value), "\n"); more {
			value = line
		}
		value = cleanName(value)
		info := &f.heading.Info
		switch key := strings.ToUpper(text[at[2]:at[3]]); key {
		case "FEN":
			f.start = value
		case "RED":
			wxfPlayer(value, &info.Red, &info.RedTeam)
		case "BLACK":
			wxfPlayer(value, &info.Black, &info.BlackTeam)
		case "RESULT":
			f.heading.Result = wxfResult(value)
		default:
			if field := wxfFields[key]; field != nil {
				*field(info) = value
			}
		}
	}
}

// wxfFields maps the keys that are read to fields.
var wxfFields = map[string]func(*Info) *string{
	"GAME": func(i *Info) *string { return &i.Title }, "DATE": func(i *Info) *string { return &i.Date },
	"EVENT": func(i *Info) *string { return &i.Event },
	"SITE":  func(i *Info) *string { return &i.Site }, "PLACE": func(i *Info) *string { return &i.Site },
	"ROUND":   func(i *Info) *string { return &i.Round },
	"OPENING": func(i *Info) *string { return &i.Opening }, "ECCO": func(i *Info) *string { return &i.ECCO },
	"AUTHOR": func(i *Info) *string { return &i.Author },
}

// wxfPlayer splits "name;team;…".
func wxfPlayer(value string, player, team *string) {
	parts := strings.Split(value, ";")
	*player = cleanName(parts[0])
	if len(parts) > 1 {
		*team = cleanName(parts[1])
	}
}

// wxfResult reads a result in figures or words.
func wxfResult(value string) game.Result {
	if r, ok := parseResult(value); ok {
		return r
	}
	switch lower := strings.ToLower(value); {
	case strings.HasPrefix(lower, "red"):
		return game.RedWins
	case strings.HasPrefix(lower, "black"):
		return game.BlackWins
	case strings.HasPrefix(lower, "draw"):
		return game.Draw
	}
	return findResult(value)
}

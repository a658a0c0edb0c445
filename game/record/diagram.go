package record

import (
	"regexp"
	"strings"

	"yeye/game"
)

// Boards are drawn with letters or characters, a line for each rank: with dots or crosses for the empty points, between
// the lines of a table, with the names of files and ranks around them.

var (
	// rankName matches what may stand before or behind a rank.
	rankName = regexp.MustCompile(`^[\t\p{Zs}]*(?:10|[0-9０-９])[\t\p{Zs}]*[|│:：]?[\t\p{Zs}]+|[\t\p{Zs}]+[|│]?[\t\p{Zs}]*(?:10|[0-9０-９])[\t\p{Zs}]*$`)
	// noRank matches a line of a drawn board without points: the river, the names of the files, and what joins points.
	noRank = regexp.MustCompile(`^[\s\p{Zs}]*(?:[^\n]*[楚漢汉河界][^\n]*|(?:[a-iA-I][\s\p{Zs}]*){9}|(?:[1-9１-９一二三四五六七八九][\s\p{Zs}]*){9}|` +
		`~+|[|│┃/\\／＼╲╱×\s\p{Zs}]*|[+|├┼┤┌┬┐└┴┘][-=+|─━┼├┤┬┴┌┐└┘]{9,})[\s\p{Zs}]*$`)
	// joined matches the strokes between points on a rank.
	joined = regexp.MustCompile(`[─━—]+|--+`)
)

// emptyPoints are signs for a point without a piece.
const emptyPoints = ".·．。+＋-－*＊_＿○〇□┼├┤┬┴┌┐└┘╋╬"

// drawnPieces are the letters and characters of one side alone. Of the others the diagram must tell, see [sides].
var drawnPieces = func() map[rune]rune {
	all := map[rune]rune{}
	for signs, letter := range map[string]rune{"r": 'r', "nh": 'n', "be": 'b', "a": 'a', "k": 'k', "c": 'c', "p": 'p',
		"將将": 'k', "士": 'a', "象": 'b', "卒": 'p', "砲包": 'c', "帥帅": 'K', "仕": 'A', "相": 'B', "兵": 'P', "俥伡": 'R',
		"傌㐷": 'N'} {
		for _, sign := range signs {
			all[sign] = letter
			if sign <= 'z' {
				all[sign-'a'+'A'] = letter - 'a' + 'A'
			}
		}
	}
	return all
}()

// sides are the characters that both sides may have, with those that only the other side has: where a diagram has one
// of these too, the first is of the side whose letter is given.
var sides = []struct {
	shared, other string
	letter        rune
}{{"車车", "俥伡", 'r'}, {"馬马", "傌㐷", 'n'}, {"炮", "砲包", 'C'}}

// drawn writes the first board that is drawn in a text as a placement. Any other text it returns as it is, also where a
// drawing does not tell whose the pieces are.
func drawn(text string) string {
	if len(text) > maxUnfolded {
		return text
	}
	lines := strings.Split(text, "\n")
	for from := range lines {
		if ranks, end := ranksFrom(lines, from); ranks != nil {
			placement, ok := placementOf(ranks)
			if !ok {
				return text
			}
			return strings.Join(lines[:from], "\n") + "\n" + placement + "\n" + strings.Join(lines[end:], "\n")
		}
	}
	return text
}

// ranksFrom returns the ten ranks of a board whose drawing begins with a line, and the line behind it; nil if there is
// none.
func ranksFrom(lines []string, from int) (ranks [][]rune, end int) {
	for end = from; end < len(lines); end++ {
		if rank := rankOf(lines[end]); rank != nil && len(ranks) < game.Ranks {
			ranks = append(ranks, rank)
		} else if !noRank.MatchString(lines[end]) {
			break
		}
	}
	if len(ranks) != game.Ranks {
		return nil, 0
	}
	return ranks, end
}

// rankOf returns the signs of the nine points of a line, nil if it is no rank.
func rankOf(line string) (points []rune) {
	line = rankName.ReplaceAllString(strings.TrimRight(line, "\r"), "")
	cells := strings.FieldsFunc(line, func(r rune) bool { return r == '|' || r == '│' })
	if strings.Count(line, "|")+strings.Count(line, "│") >= game.Files-1 && len(cells) == game.Files {
		for _, cell := range cells {
			if cell = strings.TrimSpace(cell); cell == "" {
				cell = "."
			}
			points = append(points, []rune(cell)...)
		}
	} else {
		points = []rune(strings.Join(strings.Fields(joined.ReplaceAllString(line, " ")), ""))
	}
	if len(points) != game.Files {
		return nil
	}
	for _, r := range points {
		if drawnPieces[r] == 0 && !strings.ContainsRune(emptyPoints, r) && !strings.ContainsRune("車车馬马炮", r) {
			return nil
		}
	}
	return points
}

// placementOf writes ten ranks as a placement, with Red below. It is false if they do not tell whose a piece is.
func placementOf(ranks [][]rune) (string, bool) {
	var all []rune
	for _, rank := range ranks {
		all = append(all, rank...)
	}
	whose := map[rune]rune{}
	for _, s := range sides {
		for _, r := range s.shared {
			if strings.ContainsAny(string(all), s.other) {
				whose[r] = s.letter
			}
		}
	}
	letters := make([]rune, len(all))
	redKing := -1
	for i, r := range all {
		switch letter := max(drawnPieces[r], whose[r]); {
		case letter != 0:
			letters[i] = letter
		case strings.ContainsRune(emptyPoints, r):
			letters[i] = '1'
		default:
			return "", false
		}
		if letters[i] == 'K' {
			redKing = i
		}
	}
	if redKing >= 0 && redKing < len(all)/2 { // seen by Black
		for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
			letters[i], letters[j] = letters[j], letters[i]
		}
	}
	var rows []string
	for i := 0; i < len(letters); i += game.Files {
		row := ones.ReplaceAllStringFunc(string(letters[i:i+game.Files]),
			func(run string) string { return string(rune('0' + len(run))) })
		rows = append(rows, row)
	}
	return strings.Join(rows, "/"), redKing >= 0
}

var ones = regexp.MustCompile(`1+`)

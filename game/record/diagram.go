package record

import (
	"regexp"
	"strings"

	"yeye/game"
)

// This file reads text diagrams: a line for each rank, with letters or Chinese characters for the pieces and dots or
// crosses for empty squares, with or without table lines and the names of files and ranks.

var (
	// rankName matches the number of a rank at the start or end of its line.
	rankName = regexp.MustCompile(
		`^[\t\p{Zs}]*(?:10|[0-9０-９])[\t\p{Zs}]*[|│:：]?[\t\p{Zs}]+|[\t\p{Zs}]+[|│]?[\t\p{Zs}]*(?:10|[0-9０-９])[\t\p{Zs}]*$`)
	// noRank matches a line of a diagram without squares: the river, the names of the files, the lines between ranks.
	noRank = regexp.MustCompile(
		`^[\s\p{Zs}]*(?:[^\n]*[楚漢汉河界][^\n]*|(?:[a-iA-I][\s\p{Zs}]*){9}|(?:[1-9１-９一二三四五六七八九][\s\p{Zs}]*){9}|` +
			`~+|[|│┃/\\／＼╲╱×\s\p{Zs}]*|[+|├┼┤┌┬┐└┴┘][-=+|─━┼├┤┬┴┌┐└┘]{9,})[\s\p{Zs}]*$`)
	// strokes matches the strokes between squares of a rank.
	strokes = regexp.MustCompile(`[─━—]+|--+`)
)

// emptyPoints are signs for an empty square.
const emptyPoints = ".·．。+＋-－*＊_＿○〇□┼├┤┬┴┌┐└┘╋╬"

// drawnPieces are the letters and characters of only one side. For the others see [sharedPieces].
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

// sharedPieces are the characters that both sides may have. If the diagram also has one of the characters in other, a
// shared one means letter, a FEN letter.
var sharedPieces = []struct {
	shared, other string
	letter        rune
}{{"車车", "俥伡", 'r'}, {"馬马", "傌㐷", 'n'}, {"炮", "砲包", 'C'}}

// normalizeDiagram replaces the first diagram of a text by a FEN placement. Any other text is returned unchanged, also
// if the color of a piece is unclear.
func normalizeDiagram(text string) string {
	if len(text) > maxPasteBytes {
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

// ranksFrom returns the ten ranks of a diagram that starts at line from, and the index of the line after it; nil if
// there is none.
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

// rankOf returns the nine signs of a rank, nil if the line is not a rank.
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
		points = []rune(strings.Join(strings.Fields(strokes.ReplaceAllString(line, " ")), ""))
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

// placementOf returns the FEN placement of ten ranks, rotated if Black is at the bottom. ok is false if the color of a
// piece is unclear.
func placementOf(ranks [][]rune) (string, bool) {
	var all []rune
	for _, rank := range ranks {
		all = append(all, rank...)
	}
	whose := map[rune]rune{}
	for _, s := range sharedPieces {
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
	if redKing >= 0 && redKing < len(all)/2 { // seen from Black's side
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

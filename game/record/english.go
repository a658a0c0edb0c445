package record

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// englishPieces and englishActions map the words of English books to those that package notation reads.
var (
	englishPieces = map[string]string{
		"king": "king", "general": "king", "marshal": "king", "advisor": "advisor", "adviser": "advisor",
		"guard":    "advisor",
		"mandarin": "advisor", "elephant": "elephant", "bishop": "elephant", "minister": "elephant", "horse": "horse",
		"knight": "horse", "rook": "rook", "chariot": "rook", "cannon": "cannon", "pawn": "pawn", "soldier": "pawn",
	}
	englishActions = map[string]string{
		"to": "to", "=": "=", "across": "to", "sideways": "to", "traverse": "to", "traverses": "to", "shifts": "to",
		"moves": "to", "goes": "to",
		"+": "+", "forward": "forward", "forwards": "forward", "advance": "forward", "advances": "forward",
		"up": "forward",
		"-":  "-", "back": "back", "backward": "back", "backwards": "back", "retreat": "back", "retreats": "back",
		"withdraws": "back", "down": "back",
	}
	// englishMove matches a piece, which one of several, its file, an action and a number: Cannon 2 to 5, front horse
	// advances 7.
	englishMove = regexp.MustCompile(`(?i)\b(?:(front|rear|back|middle)[\t ]+)?(` + alternatives(englishPieces) +
		`)[\t ]+` +
		`(?:(?:on |from )?(?:file )?(` + englishNumber + `)[\t ]*)?(?:(?:moves|goes)[\t ]+)?(` +
		alternatives(englishActions) +
		`)[\t ]*(?:(?:to|by)[\t ]+)?(?:the )?(?:file )?(` + englishNumber + `)\b`)
)

const englishNumber = `[1-9]|one|two|three|four|five|six|seven|eight|nine`

// alternatives returns a pattern for the keys of a map.
func alternatives(of map[string]string) string {
	var all []string
	for key := range of {
		all = append(all, regexp.QuoteMeta(key))
	}
	// the regular expression must try the longest first
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return strings.Join(all, "|")
}

// joinEnglishMoves writes each move in English words as one word without blanks: cannon2to5.
func joinEnglishMoves(text string) string {
	if len(text) > maxPasteBytes {
		return text
	}
	return englishMove.ReplaceAllStringFunc(text, func(move string) string {
		m := englishMove.FindStringSubmatch(strings.ToLower(move))
		if m[1] == "" && m[3] == "" { // a cannon of two
			return move
		}
		return m[1] + englishPieces[m[2]] + m[3] + englishActions[m[4]] + m[5]
	})
}

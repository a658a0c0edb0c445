package notation

import (
	"regexp"
	"slices"
	"strings"

	"yeye/game"
)

// Players who read "cannon from h2 to e2" on a card, or hear it, also write it that way: the piece's name, squares, and
// the words between them, in each language of the cards.

// spokenPieces maps the names of pieces to roles.
var spokenPieces = func() map[string][]game.Role {
	names := map[string][]game.Role{
		"king": {game.King}, "general": {game.King},
		"advisor": {game.Advisor}, "adviser": {game.Advisor}, "guard": {game.Advisor},
		"elephant": {game.Elephant}, "bishop": {game.Elephant},
		"horse": {game.Horse}, "knight": {game.Horse},
		"rook": {game.Rook}, "chariot": {game.Rook},
		"cannon": {game.Cannon},
		"pawn":   {game.Pawn}, "soldier": {game.Pawn},
	}
	for _, m := range vietnamese.pieces {
		if len(m.spelling) > 2 || len(m.spelling) == 2 && !strings.Contains("tg tt", m.spelling) {
			names[m.spelling] = append(names[m.spelling], m.meaning)
		}
	}
	for han, role := range hanRoles {
		names[string(han)] = []game.Role{role}
	}
	return names
}()

// spokenMove matches a piece, an origin, an action and a target. The piece may be omitted if there is an origin. A
// piece's name ends before a non-letter, which \b can only detect for ASCII. Prepositions are accepted only where they
// mean something: "horse on g2" is not a move, and neither is "to e4".
var spokenMove = func() *regexp.Regexp {
	var latin, han []string
	for name := range spokenPieces {
		if name[0] < 0x80 {
			latin = append(latin, name)
		} else {
			han = append(han, name)
		}
	}
	slices.Sort(latin)
	slices.Sort(han)
	piece := `\b(?:` + strings.Join(latin, "|") + `)\b|[` + strings.Join(han, "") + `]`
	whose := `(?:(?:the|my)\s+)?(` + piece + `)\s*`
	from := `(?:(?:from|tu)\b\s*|[从從]\s*)?` + pointPattern
	standing := `(?:(?:(?:from|tu|at|on|o)\b\s*|[从從]\s*)?` + pointPattern + `)?`
	goes := `(?:` + betweenPoints + `|(?:to|den|toi|sang)\b|走?到)\s*`
	takes := `(?:(?:takes|captures|an)\b|吃)\s*(?:(?:the\s+)?(?:` + piece + `)\s*)?(?:(?:on|at|o)\b\s*)?`
	return regexp.MustCompile(`^(?:` + whose + standing + `|` + from + `)\s*(?:` + goes + `|` + takes + `)` +
		pointPattern + `(?:\s*的\s*(?:` + piece + `))?$`)
}()

// readSpoken parses a whole text in lower case without tones; nil if it is not such a move.
func readSpoken(text string) (found []query) {
	m := spokenMove.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	q := query{family: Coordinates, form: byPoint, from: parsePoint(m[2]+m[4], m[3]+m[5]), to: parsePoint(m[6], m[7])}
	if q.from == q.to || q.mixed() {
		return nil
	}
	if m[1] == "" {
		return []query{q}
	}
	for _, role := range spokenPieces[m[1]] {
		q.role = role
		found = append(found, q)
	}
	return found
}

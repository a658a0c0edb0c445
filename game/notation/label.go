package notation

import (
	"errors"
	"slices"
	"strings"

	"yeye/game"
)

// maxLabelParts is the largest number of parts of a label.
const maxLabelParts = 5

// label returns the queries of each part of a text such as `炮二平五 · C2=5 · h2e2` or `炮二平五 (C2=5,
// h2e2)`, nil if it does not consist of moves.
func (t text) label() [][]query {
	fields := strings.FieldsFunc(t.plain, func(r rune) bool { return strings.ContainsRune("·・•|(),", r) })
	if len(fields) < 2 || len(fields) > maxLabelParts {
		return nil
	}
	parts := make([][]query, 0, len(fields))
	for _, f := range fields {
		f = strings.TrimRight(strings.TrimLeft(f, leading), trailing)
		found := newText(f).queries()
		if len(found) == 0 {
			return nil
		}
		parts = append(parts, found)
	}
	return parts
}

// commonMove returns the move that every part of a label can mean. The parts are of several families, so parts that
// contradict each other under the preference are tried again with [Auto].
func commonMove(p Board, parts [][]query, prefer Family) (game.Move, error) {
	m, err := intersect(p, parts, prefer)
	if _, contradicted := errors.AsType[*Contradiction](err); contradicted {
		return intersect(p, parts, Auto)
	}
	return m, err
}

// intersect returns the only move that every part can mean, with a preferred family.
func intersect(p Board, parts [][]query, prefer Family) (game.Move, error) {
	all := resolveAll(p, parts[0], prefer)
	for _, part := range parts[1:] {
		f := resolveAll(p, part, prefer)
		if len(f.legal) == 0 || len(all.legal) == 0 {
			f.keepError(all.err)
			f.legal = nil
			all = f
			continue
		}
		all.legal = slices.DeleteFunc(all.legal, func(m game.Move) bool { return !slices.Contains(f.legal, m) })
		if len(all.legal) == 0 {
			return game.NoMove, &Contradiction{}
		}
	}
	return all.result()
}

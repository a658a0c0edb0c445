package voice

import (
	"fmt"
	"strconv"
	"strings"

	"yeye/game"
)

// Memory records what was said in a game. It holds moments, not lines, so that readers of other languages get lines
// about the same moments. The zero Memory is that of a new game.
type Memory struct {
	Said         []Said
	Pending      []Kind   // events off the board since the last line
	EarlierLines []string // IDs of lines of earlier games, avoided while there are others
}

// Said is a moment that a character has commented on.
type Said struct {
	Moment
	Ply  int   // of the game
	Turn int64 // of the match
}

// key is the moment's key in catalogs: its kind, then its role if it has one.
func (m Moment) key() string {
	if m.Role == game.NoRole {
		return m.Kind.String()
	}
	return m.Kind.String() + "." + m.Role.String()
}

// String encodes the memory, like "1:2:greeting:0 13:15:takes.rook:0 +hint ~takes/1".
func (m Memory) String() string {
	var words []string
	for _, s := range m.Said {
		words = append(words, fmt.Sprintf("%d:%d:%s:%d", s.Ply, s.Turn, s.key(), s.N))
	}
	for _, k := range m.Pending {
		words = append(words, "+"+k.String())
	}
	for _, id := range m.EarlierLines {
		words = append(words, "~"+id)
	}
	return strings.Join(words, " ")
}

// ParseMemory parses what String writes. It skips unknown words, such as those of a later version.
func ParseMemory(text string) (m Memory) {
	for _, word := range strings.Fields(text) {
		if k, ok := parseKind(strings.TrimPrefix(word, "+")); ok && word[0] == '+' {
			m.Pending = append(m.Pending, k)
			continue
		}
		if id, ok := strings.CutPrefix(word, "~"); ok {
			m.EarlierLines = append(m.EarlierLines, id)
			continue
		}
		parts := strings.Split(word, ":")
		if len(parts) != 4 {
			continue
		}
		kind, role, _ := strings.Cut(parts[2], ".")
		k, known := parseKind(kind)
		r, whose := parseRole(role)
		ply, err1 := strconv.Atoi(parts[0])
		turn, err2 := strconv.ParseInt(parts[1], 10, 64)
		n, err3 := strconv.Atoi(parts[3])
		if known && whose && err1 == nil && err2 == nil && err3 == nil {
			m.Said = append(m.Said, Said{Moment{k, r, n}, ply, turn})
		}
	}
	return m
}

func parseKind(name string) (Kind, bool) {
	for k := range Kind(Kinds) {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

func parseRole(name string) (game.Role, bool) {
	if name == "" {
		return game.NoRole, true
	}
	for r := game.King; r <= game.Pawn; r++ {
		if r.String() == name {
			return r, true
		}
	}
	return game.NoRole, false
}

// Remember returns a copy with k added to Pending: an event off the board that the next line may be about.
func (m Memory) Remember(k Kind) Memory {
	m.Pending = append(m.Pending[:len(m.Pending):len(m.Pending)], k)
	return m
}

// PendingMoments returns Pending as moments.
func (m Memory) PendingMoments() (all []Moment) {
	for _, k := range m.Pending {
		all = append(all, Moment{Kind: k})
	}
	return all
}

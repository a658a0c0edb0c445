package record

import (
	"slices"

	"yeye/game"
)

// Opening is the name of an opening. Group is the letter of its group in the classification ECCO (2004): A is without a
// first central cannon or pawn, B the central cannon against anything but C and D, C against screen horses, D cannon
// against cannon, E pawn first.
type Opening struct {
	Code  string // the group and a number within it, for storage; never reused for another opening
	Group byte
	Name  OpeningName
}

// Uncommon is the code of openings without their own name.
const Uncommon = "A15"

// OpeningName is an opening's name in the four languages of the program.
type OpeningName struct{ English, Simplified, Traditional, Vietnamese string }

// openingPlies is the number of plies considered: by then both sides have usually shown their system.
const openingPlies = 14

// NameOpening returns the opening of a game from its first moves, in any order and on either wing. It returns false for
// games without moves and for other start positions.
func NameOpening(start game.Position, moves []game.Move) (Opening, bool) {
	initial := game.Start()
	if len(moves) == 0 || !start.Same(&initial) {
		return Opening{}, false
	}
	l := openingLines(moves)
	for _, rule := range openings {
		if slices.Contains(rule.first, l.red[0]) && (rule.reply == nil || rule.reply(&l)) {
			return Opening{rule.code, rule.code[0], rule.name}, true
		}
	}
	return Opening{}, false
}

// Openings returns all openings that have a name.
func Openings() []Opening {
	all := make([]Opening, 0, len(openings))
	for _, rule := range openings {
		all = append(all, Opening{rule.code, rule.code[0], rule.name})
	}
	return all
}

// OpeningOf returns the opening of a code.
func OpeningOf(code string) (Opening, bool) {
	for _, rule := range openings {
		if rule.code == code {
			return Opening{rule.code, rule.code[0], rule.name}, true
		}
	}
	return Opening{}, false
}

// sidesMoves holds the first moves of each side. Red's first move is normalized to the right wing (files e to i) by
// mirroring the game, so that each opening is listed once.
type sidesMoves struct{ red, black []string }

func openingLines(moves []game.Move) (l sidesMoves) {
	mirror := moves[0].From().File() < 4
	for i, m := range moves[:min(len(moves), openingPlies)] {
		if mirror {
			m = m.Mirror()
		}
		if i%2 == 0 {
			l.red = append(l.red, m.String())
		} else {
			l.black = append(l.black, m.String())
		}
	}
	return
}

func (l *sidesMoves) blackReplied(moves ...string) bool {
	return len(l.black) > 0 && slices.Contains(moves, l.black[0])
}

// blackPlayed reports whether Black made one of these moves early.
func (l *sidesMoves) blackPlayed(moves ...string) bool {
	return slices.ContainsFunc(moves, func(m string) bool { return slices.Contains(l.black, m) })
}

// The names of Black's replies below are for games with Red's first move on files f to i: Black's "same wing" is then
// files f to i too.

func (l *sidesMoves) sameCannon() bool     { return l.blackReplied("h7e7") }
func (l *sidesMoves) oppositeCannon() bool { return l.blackReplied("b7e7") }

func (l *sidesMoves) delayedSameCannon() bool     { return l.beforeScreenHorses("h7e7") }
func (l *sidesMoves) delayedOppositeCannon() bool { return l.beforeScreenHorses("b7e7") }

// beforeScreenHorses reports whether Black made the cannon's move before both horses were on c7 and g7. After that it
// belongs to the screen horses.
func (l *sidesMoves) beforeScreenHorses(cannon string) bool {
	at := slices.Index(l.black, cannon)
	left, right := slices.Index(l.black, "b9c7"), slices.Index(l.black, "h9g7")
	return at >= 0 && (left < 0 || right < 0 || at < max(left, right))
}

func (l *sidesMoves) sandwichedHorses() bool {
	return l.blackPlayed("h7f7", "b7d7") && l.blackPlayed("h9g7", "b9c7")
}

func (l *sidesMoves) screenHorses() bool { return l.blackPlayed("h9g7") && l.blackPlayed("b9c7") }

func (l *sidesMoves) edgeHorse() bool {
	return l.blackPlayed("h9g7") && l.blackPlayed("b9a7") || l.blackPlayed("b9c7") && l.blackPlayed("h9i7")
}

// tigerCannon reports whether Black developed a horse, moved the cannon to the edge
// and put the rook on its file.
func (l *sidesMoves) tigerCannon() bool {
	return l.blackPlayed("h9g7") && l.blackPlayed("h7i7") && l.blackPlayed("i9h9") ||
		l.blackPlayed("b9c7") && l.blackPlayed("b7a7") && l.blackPlayed("a9b9")
}

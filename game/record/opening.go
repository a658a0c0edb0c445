package record

import (
	"slices"

	"yeye/game"
)

// Opening is the name of an opening. Group is the letter of its group in the
// classification ECCO (2004): A without a first central cannon or pawn, B the
// central cannon against anything but the following, C against screen horses,
// D cannon against cannon, E pawn first.
type Opening struct {
	Code  string // the group and a number within it, for storing; never reused for another opening
	Group byte
	Name  OpeningName
}

// Uncommon is the code of what no other name fits.
const Uncommon = "A15"

// OpeningName is an opening's name in the four languages of the program.
type OpeningName struct{ English, Simplified, Traditional, Vietnamese string }

// developed is the number of half-moves considered: by then both sides have
// shown which system they play.
const developed = 14

// NameOpening names the opening of moves from the start position by the moves
// played, whatever their order or wing. It returns false for games that do not
// begin at the start or have no move.
func NameOpening(start game.Position, moves []game.Move) (Opening, bool) {
	usual := game.Start()
	if len(moves) == 0 || !start.Same(&usual) {
		return Opening{}, false
	}
	l := learn(moves)
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

// lines holds the two sides' first moves. Red's first move is brought to the
// right wing (files e to i) by reflecting the game, so that every opening is
// looked up once.
type lines struct{ red, black []string }

func learn(moves []game.Move) (l lines) {
	mirror := moves[0].From().File() < 4
	for i, m := range moves[:min(len(moves), developed)] {
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

func (l *lines) replied(moves ...string) bool {
	return len(l.black) > 0 && slices.Contains(moves, l.black[0])
}

// played reports whether Black made one of these moves early.
func (l *lines) played(moves ...string) bool {
	return slices.ContainsFunc(moves, func(m string) bool { return slices.Contains(l.black, m) })
}

// The names of Black's replies below are for a game with Red's first move on
// files f to i: Black's "same wing" is then files f to i too.

func (l *lines) sameCannon() bool  { return l.replied("h7e7") }
func (l *lines) otherCannon() bool { return l.replied("b7e7") }

func (l *lines) laterSame() bool  { return l.later("h7e7") }
func (l *lines) laterOther() bool { return l.later("b7e7") }

// later reports whether Black made the cannon's move before both horses were
// on c7 and g7: after that it belongs to the screen horses.
func (l *lines) later(cannon string) bool {
	at := slices.Index(l.black, cannon)
	left, right := slices.Index(l.black, "b9c7"), slices.Index(l.black, "h9g7")
	return at >= 0 && (left < 0 || right < 0 || at < max(left, right))
}

func (l *lines) sandwiched() bool {
	return l.played("h7f7", "b7d7") && l.played("h9g7", "b9c7")
}

func (l *lines) screen() bool { return l.played("h9g7") && l.played("b9c7") }

func (l *lines) edgeHorse() bool {
	return l.played("h9g7") && l.played("b9a7") || l.played("b9c7") && l.played("h9i7")
}

// tiger reports whether Black developed a horse, moved the cannon to the edge
// and put the rook on its file.
func (l *lines) tiger() bool {
	return l.played("h9g7") && l.played("h7i7") && l.played("i9h9") ||
		l.played("b9c7") && l.played("b7a7") && l.played("a9b9")
}

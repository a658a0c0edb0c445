package match

import (
	"strings"

	"yeye/game"
)

// Odds is the handicap that the stronger player gives. The giver of pieces plays Red and moves first; the giver of
// moves plays Black. Left means Red's left.
type Odds uint8

const (
	Even         Odds = iota
	OneMove           // 让先: Red, who moves first, is the weaker player
	TwoMoves          // 让两先: Red makes two moves before Black's first
	OneCannon         // 让炮: Red plays without the left cannon
	LeftHorse         // 让左马
	RightHorse        // 让右马
	TwoHorses         // 让双马
	OneRook           // 让车: without the left rook
	RookAndHorse      // 让车马: without the left rook and the left horse
	NinePieces        // 让九子: without pawns, advisors and elephants
	oldNine           // nine pieces as of versions before 1.1: the king, one rook and the pawns are left
	oddsEnd           // number of odds
)

// oddsNames are stored.
var oddsNames = [oddsEnd]string{"even", "move", "two-moves", "cannon", "horse", "right-horse", "two-horses", "rook",
	"rook-and-horse", "nine-pieces", "nine-men"}

// String returns a short name in lower case.
func (o Odds) String() string { return oddsNames[min(o, oddsEnd-1)] }

// ParseOdds reads what String writes.
func ParseOdds(t string) (Odds, bool) { return parseName[Odds](oddsNames[:], t) }

// AllOdds returns all odds on offer, from none upward.
func AllOdds() []Odds {
	return []Odds{Even, OneMove, TwoMoves, OneCannon, LeftHorse, RightHorse, TwoHorses, OneRook, RookAndHorse,
		NinePieces}
}

// Giver returns the side that gives the odds.
func (o Odds) Giver() game.Color {
	if o == OneMove || o == TwoMoves {
		return game.Black
	}
	return game.Red
}

// red returns Red's three ranks in FEN, from the pawns' to the first.
func (o Odds) red() (pawns, cannons, back string) {
	pawns, cannons, back = "P1P1P1P1P", "1C5C1", "RNBAKABNR"
	switch o {
	case OneCannon:
		cannons = "7C1"
	case LeftHorse:
		back = "R1BAKABNR"
	case RightHorse:
		back = "RNBAKAB1R"
	case TwoHorses:
		back = "R1BAKAB1R"
	case OneRook:
		back = "1NBAKABNR"
	case RookAndHorse:
		back = "2BAKABNR"
	case NinePieces:
		pawns, back = "9", "RN2K2NR"
	case oldNine:
		cannons, back = "9", "4K3R"
	}
	return pawns, cannons, back
}

// Position returns the starting position.
func (o Odds) Position() game.Position {
	pawns, cannons, back := o.red()
	p, err := game.ParseFEN("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/" + pawns + "/" + cannons + "/9/" + back + " w - - 0 1")
	if err != nil {
		panic(err) // a table in this file is wrong
	}
	return p
}

// secondMove makes Red's first move at odds of two moves part of the start, with Red to move again.
func (m *Match) secondMove() error {
	if m.Odds != TwoMoves || m.Game.Ply() != 1 || m.Game.Start() != game.Start() {
		return nil
	}
	p, err := game.ParseFEN(strings.Replace(m.Game.Position().FEN(), " b ", " w ", 1))
	if err != nil {
		return err
	}
	m.Game = game.NewGame(p, m.Game.Rules())
	return nil
}

package session

import (
	"strings"

	"yeye/game"
)

// Odds is what the stronger player gives, by the old ladder. The giver of men
// plays Red and begins; the giver of moves plays Black.
type Odds uint8

const (
	Even     Odds = iota
	TwoMoves      // 让两先: Red makes two moves before Black's first
	OneHorse      // 让马: Red plays without the left horse
	TwoHorses
	OneRook  // 让车: without the left rook
	NineMen  // 让九子: the king, one rook and the pawns are left
	oddsEnds // number of odds
)

var oddsNames = [oddsEnds]string{"even", "two-moves", "horse", "two-horses", "rook", "nine-men"}

// String is a short name in lower case.
func (o Odds) String() string { return oddsNames[min(o, oddsEnds-1)] }

// ParseOdds reads what String writes.
func ParseOdds(t string) (Odds, bool) {
	return named[Odds](oddsNames[:], t)
}

// AllOdds is every kind, from none upward.
func AllOdds() []Odds { return []Odds{Even, TwoMoves, OneHorse, TwoHorses, OneRook, NineMen} }

// Giver is the side that gives.
func (o Odds) Giver() game.Color {
	if o == TwoMoves {
		return game.Black
	}
	return game.Red
}

// Position is the one to begin from.
func (o Odds) Position() game.Position {
	back := map[Odds]string{
		OneHorse: "R1BAKABNR", TwoHorses: "R1BAKAB1R", OneRook: "1NBAKABNR",
	}
	fen := game.StartFEN
	if b, ok := back[o]; ok {
		fen = strings.Replace(fen, "RNBAKABNR", b, 1)
	}
	if o == NineMen {
		fen = strings.Replace(strings.Replace(fen, "1C5C1", "9", 1), "RNBAKABNR", "4K3R", 1)
	}
	p, err := game.ParseFEN(fen)
	if err != nil {
		panic(err) // a table of this file is wrong
	}
	return p
}

// secondMove makes Red's first move at odds of two moves part of the start, with
// Red to move again.
func (s *Session) secondMove() error {
	if s.Odds != TwoMoves || s.Game.Ply() != 1 || s.Game.Start() != game.Start() {
		return nil
	}
	p, err := game.ParseFEN(strings.Replace(s.Game.Position().FEN(), " b ", " w ", 1))
	if err != nil {
		return err
	}
	s.Game = game.NewGame(p, s.Game.Rules())
	return nil
}

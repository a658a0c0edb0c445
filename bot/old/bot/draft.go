package bot

import (
	"encoding/base64"
	"strings"

	"yeye/game"
)

// draft is a board being set up, and what is in the hand that does it. All of it
// is carried by the controls of the message that shows it: nothing is kept, and a
// restart or a second device changes nothing.
type draft struct {
	game.Setup
	brush game.Piece // put by the next choice of a point
	take  bool       // the next choice of a point takes a man away
	file  int        // of the points to choose from, -1 for none chosen
}

const (
	brushes   = "KABNRCPkabnrcp" // in the order of the select
	takeBrush = "x"
)

// String is 63 characters that a custom_id may hold: two points a byte, then the
// side to move, what is in the hand, and the file.
func (d draft) String() string {
	var packed [game.Squares / 2]byte
	for s, m := range d.Board {
		packed[s/2] |= byte(m&15) << (s % 2 * 4)
	}
	hand := string(d.brush.Letter())
	if d.take {
		hand = takeBrush
	}
	file := "."
	if d.file >= 0 {
		file = string(rune('a' + d.file))
	}
	return base64.RawURLEncoding.EncodeToString(packed[:]) + d.Turn.String()[:1] + hand + file
}

// parseDraft reads what String wrote.
func parseDraft(text string) (d draft, ok bool) {
	board, err := base64.RawURLEncoding.DecodeString(text[:max(0, len(text)-3)])
	if err != nil || len(board) != game.Squares/2 {
		return d, false
	}
	for s := range d.Board {
		m := game.Piece(board[s/2] >> (s % 2 * 4) & 15)
		if m.Role() == game.NoRole {
			m = game.NoPiece
		}
		d.Board[s] = m
	}
	tail := text[len(text)-3:]
	if tail[0] == 'b' {
		d.Turn = game.Black
	}
	d.hold(tail[1:2])
	d.file = strings.IndexByte("abcdefghi", tail[2])
	return d, true
}

// hold takes a man, named by its FEN letter, or takeBrush into the hand.
func (d *draft) hold(hand string) {
	d.brush, d.take, d.file = game.NoPiece, hand == takeBrush, -1
	if i := strings.Index(brushes, hand); i >= 0 && len(hand) == 1 {
		d.brush = game.NewPiece(game.Color(i/7), game.Role(1+i%7))
	}
}

// points is where what is in the hand can be used, and those of them that stand to
// choose from: all where they fit into one select, else those of the file.
func (d *draft) points() (all, offered game.Bitboard) {
	for s, m := range d.Board {
		at := game.BB(game.Square(s))
		if d.take && m != game.NoPiece || d.brush != game.NoPiece && m != d.brush {
			all = all.Or(at)
		}
	}
	if d.brush != game.NoPiece {
		all = all.And(game.PointsOf(d.brush))
	}
	if all.Count() <= mostChoices {
		return all, all
	}
	for b := all; b.Any(); {
		if s := b.PopFirst(); s.File() == d.file {
			offered = offered.Or(game.BB(s))
		}
	}
	return all, offered
}

// use puts the man in the hand on a point, or takes the man there away. There is
// one king a side: it moves.
func (d *draft) use(at game.Square) {
	if d.brush.Role() == game.King {
		for s, m := range d.Board {
			if m == d.brush {
				d.Board[s] = game.NoPiece
			}
		}
	}
	if d.take || d.brush != game.NoPiece {
		d.Board[at] = d.brush
	}
}

// count is how many of a man are on the board.
func (d *draft) count(man game.Piece) (n int) {
	for _, m := range d.Board {
		if m == man {
			n++
		}
	}
	return n
}

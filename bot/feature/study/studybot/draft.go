package studybot

import (
	"encoding/base64"
	"strings"

	"yeye/bot/discord"
	"yeye/game"
)

// draft is a board being set up, and the selected tool. The controls of its message carry all of it, so that nothing is
// stored.
type draft struct {
	game.Setup
	piece  game.Piece // placed by the next choice of a point
	remove bool       // the next choice of a point removes a piece
	file   int        // whose points are offered, -1 if none
}

const (
	palette = "KABNRCPkabnrcp" // in the order of the menu
	remove  = "x"
	files   = "abcdefghi"
)

// String encodes the draft in 63 characters, which fit a custom_id: the board as base64 of two points a byte, then one
// letter each for the side to move, the tool and the file.
func (d draft) String() string {
	var packed [game.Squares / 2]byte
	for s, p := range d.Board {
		packed[s/2] |= byte(p&15) << (s % 2 * 4)
	}
	hand := string(d.piece.Letter())
	if d.remove {
		hand = remove
	}
	file := "."
	if d.file >= 0 {
		file = files[d.file : d.file+1]
	}
	return base64.RawURLEncoding.EncodeToString(packed[:]) + d.Turn.String()[:1] + hand + file
}

// parseDraft reads what String writes.
func parseDraft(text string) (d draft, ok bool) {
	board, err := base64.RawURLEncoding.DecodeString(text[:max(0, len(text)-3)])
	if err != nil || len(board) != game.Squares/2 {
		return d, false
	}
	for s := range d.Board {
		p := game.Piece(board[s/2] >> (s % 2 * 4) & 15)
		if p.Role() == game.NoRole {
			p = game.NoPiece
		}
		d.Board[s] = p
	}
	tail := text[len(text)-3:]
	if tail[0] == 'b' {
		d.Turn = game.Black
	}
	d.selectTool(tail[1:2])
	d.file = strings.IndexByte(files, tail[2])
	return d, true
}

// selectTool selects a piece, by its FEN letter, or remove as the tool.
func (d *draft) selectTool(hand string) {
	d.piece, d.remove, d.file = game.NoPiece, hand == remove, -1
	if i := strings.Index(palette, hand); i >= 0 && len(hand) == 1 {
		d.piece = game.NewPiece(game.Color(i/7), game.Role(1+i%7))
	}
}

// points returns the points on which the tool can be used, and those that are offered in the menu: all if they fit into
// one menu, else those of the file.
func (d *draft) points() (all, offered game.Bitboard) {
	for s, p := range d.Board {
		at := game.BB(game.Square(s))
		if d.remove && p != game.NoPiece || d.piece != game.NoPiece && p != d.piece {
			all = all.Or(at)
		}
	}
	if d.piece != game.NoPiece {
		all = all.And(game.PointsOf(d.piece))
	}
	if all.Count() <= discord.MaxOptions {
		return all, all
	}
	for b := all; b.Any(); {
		if s := b.PopFirst(); s.File() == d.file {
			offered = offered.Or(game.BB(s))
		}
	}
	return all, offered
}

// apply puts the selected piece on a point, or removes the piece there. A king is moved instead, because a side has
// only one.
func (d *draft) apply(at game.Square) {
	if d.piece.Role() == game.King {
		for s, p := range d.Board {
			if p == d.piece {
				d.Board[s] = game.NoPiece
			}
		}
	}
	if d.remove || d.piece != game.NoPiece {
		d.Board[at] = d.piece
	}
}

// count returns how many of a piece are on the board.
func (d *draft) count(of game.Piece) (n int) {
	for _, p := range d.Board {
		if p == of {
			n++
		}
	}
	return n
}

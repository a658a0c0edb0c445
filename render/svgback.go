package render

import (
	"fmt"

	"yeye/game"
)

// BackLetter returns the letter of a face-down piece, by the role it moves as; NoRole is for an unknown piece. Open
// pieces have other letters. Upper case is Red's.
func BackLetter(c game.Color, r game.Role) byte {
	l := [...]byte{'X', game.King: 'K', game.Advisor: 'D', game.Elephant: 'E', game.Horse: 'H', game.Rook: 'U',
		game.Cannon: 'V', game.Pawn: 'Q'}[r&7]
	if c == game.Black {
		l += 'a' - 'A'
	}
	return l
}

// BacksSVG returns the face-down pieces of flipped chess, like PiecesSVG: the IDs are p- and their [BackLetter]. Plain
// backs do not show the role that a piece moves as.
func BacksSVG(t Theme, pieces PieceSet, plain bool) ([]byte, error) {
	st, err := Style{Theme: t, Pieces: pieces}.normal()
	if err != nil {
		return nil, err
	}
	k := st.Theme.colorScheme()
	b := &svg{}
	b.add(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>`)
	for c := range game.Color(2) {
		b.disc(2+int(c), k.backDisc(c))
	}
	b.add(`</defs>`)
	for c := range game.Color(2) {
		for role := game.NoRole; role <= game.Pawn; role++ {
			if role == game.King {
				continue
			}
			if err := b.back(st.Pieces, c, role, plain || role == game.NoRole, &k); err != nil {
				return nil, err
			}
		}
	}
	b.add(`</svg>`)
	return []byte(b.String()), nil
}

// backDisc is the disc of a side's backs: the rim of an open piece around lacquer, without the ring.
func (k *colorScheme) backDisc(c game.Color) pieceColors {
	d, q := k.pieces[c], k.backColors(c)
	d.faceHi, d.faceLo, d.ink, d.doubleRing = q.face, q.face, q.face, false
	return d
}

// back adds the symbol of a face-down piece, in the proportions of pictures.
func (b *svg) back(pieces PieceSet, c game.Color, role game.Role, plain bool, k *colorScheme) error {
	q, letter := k.backColors(c), BackLetter(c, role)
	b.add(`<symbol id="p-%c" viewBox="0 0 100 100"><use href="#d%d"/>`, letter, 2+int(c))
	ring := func(r, width float64) {
		b.add(`<circle cx="50" cy="50" r="%s" fill="none" stroke="%s" stroke-width="%s"/>`, number(100*r),
			rrggbb(q.line), number(100*width))
	}
	dot := func(y, r float64) {
		b.add(`<circle cx="50" cy="%s" r="%s" fill="%s"/>`, number(y), number(100*r), rrggbb(q.line))
	}
	ring(backRing, 0.030)
	switch {
	case c == game.Black && plain:
		ring(backRing/2, 0.030)
	case c == game.Black:
		ring(backInner, 0.020)
	case plain:
		dot(50, 0.09)
	default:
		dot(50-100*backRing, 0.052)
	}
	if !plain {
		path, size, bold, err := figure(pieces, game.NewPiece(c, role))
		if err != nil {
			return err
		}
		share := roleFlat
		if pieces.chinese() {
			share = roleHan
			bold *= share
		}
		b.add(`<path fill="%s" stroke="%[1]s" stroke-width="%s" stroke-linejoin="round" d="%s"/>`, rrggbb(q.role),
			fmt.Sprintf("%.2f", 200*bold), outline(path, 50, 50, 100*size*share))
	}
	b.add(`</symbol>`)
	return nil
}

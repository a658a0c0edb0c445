package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"slices"
	"sync"
	"sync/atomic"

	"yeye/game"
)

// Emoji is a piece as a small picture for an application emoji.
type Emoji struct {
	Name   string // like red_king_traditional: Discord allows at most 32 characters
	Piece  game.Piece
	Pieces PieceSet
	PNG    []byte // 128×128, transparent around the disc
	Hash   string // of the PNG, to detect changes
}

// emojiSize is the largest size that Discord stores, in pixels.
const emojiSize = 128

// emojiSet holds the emoji of a style, which are drawn on first use. All styles together take 1.2 MiB.
type emojiSet struct {
	once  sync.Once
	all   []Emoji
	err   error
	bytes atomic.Int64
}

// Emoji returns the fourteen pieces of a style in the wood theme's colors, which contrast with
// Discord's dark and light backgrounds.
func (p *Painter) Emoji(pieces PieceSet) ([]Emoji, error) {
	if pieces >= pieceStyles {
		return nil, fmt.Errorf("render: no style of pieces %v", pieces)
	}
	set := &p.emoji[pieces]
	set.once.Do(func() {
		set.all, set.err = p.drawEmoji(pieces)
		for _, e := range set.all {
			set.bytes.Add(int64(len(e.PNG)))
		}
	})
	return slices.Clone(set.all), set.err
}

func (p *Painter) drawEmoji(pieces PieceSet) ([]Emoji, error) {
	k := p.caches[Wood].colors
	var out []Emoji
	for c := range 2 {
		for r := game.King; r <= game.Pawn; r++ {
			piece := game.NewPiece(game.Color(c), r)
			e := newDrawing(emojiSize, emojiSize/(2*discRadius+0.01), emojiSize/2, emojiSize/2)
			e.drawDisc(k.pieces[c], discRadius, rimWidth)
			if err := e.drawFace(cellState{piece: piece}, Style{Pieces: pieces}, k); err != nil {
				return nil, err
			}
			data, err := encodeRGBA(e.im)
			if err != nil {
				return nil, err
			}
			out = append(out, Emoji{
				Name:  fmt.Sprintf("%v_%v_%v", piece.Color(), r, pieces),
				Piece: piece, Pieces: pieces, PNG: data, Hash: hashOf(data),
			})
		}
	}
	return out, nil
}

func encodeRGBA(im *image.RGBA) ([]byte, error) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, im); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return buf.Bytes(), nil
}

// hashOf returns 16 hexadecimal digits that identify the bytes.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

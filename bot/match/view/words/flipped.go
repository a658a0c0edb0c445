package words

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
)

// FaceDown reports whether the piece on a point of a board lies face down. It moves as the piece that starts there.
func FaceDown(p notation.Board, s game.Square) bool {
	flipped, ok := p.(interface{ Dark(game.Square) bool })
	return ok && flipped.Dark(s)
}

// flipped reports whether a board is of flipped chess.
func flipped(p notation.Board) bool {
	_, is := p.(*jieqi.Position)
	return is
}

// FlippedEnding is Ending for a game of flipped chess, which has its own move limit.
func (w *Words) FlippedEnding(o game.Outcome, names [2]string) string {
	if o.Method == game.MoveLimit {
		return w.Text("end.move-limit.flipped", locale.Args{"Moves": jieqi.MoveLimitPlies / 2})
	}
	return w.Ending(o, names)
}

// stillFaceDown returns a reminder that a piece is face down, for a player who tried an illegal move with it; "" for
// other moves.
func (w *Words) stillFaceDown(e *match.MoveError, illegal *game.IllegalMove) string {
	switch illegal.Reason {
	case game.NotItsMove, game.OutsidePalace, game.AcrossRiver, game.Hobbled, game.Blocked, game.NoScreen,
		game.ManyScreens:
		if FaceDown(e.Position, illegal.Move.From()) {
			return w.Text("flipped.still", locale.Args{"As": w.WithArticle(illegal.Piece)}) + " "
		}
	}
	return ""
}

// OnBoard names the piece on a point as visible: a face-down one by the piece that it moves as.
func (w *Words) OnBoard(p notation.Board, s game.Square) string {
	return w.markFaceDown(p, s, w.Piece(p.At(s)))
}

// turnedDown marks the name of a piece as face down, if it is.
func (w *Words) markFaceDown(p notation.Board, s game.Square, name string) string {
	if FaceDown(p, s) {
		return w.Text("piece.facedown", locale.Args{"Piece": name})
	}
	return name
}

// written writes a move in a notation, in Chinese with the sign of a piece that lies face down.
func (w *Words) written(p notation.Board, m game.Move, f notation.Family) string {
	text := notation.Write(p, m, f)
	if FaceDown(p, m.From()) && (f == notation.Chinese || f == notation.Traditional) {
		return "暗" + text
	}
	return text
}

// An names a piece with the article of the language: a rook, an elephant.
func (w *Words) WithArticle(p game.Piece) string {
	if w.Chinese() {
		return w.Glyph(p)
	}
	return w.Text("piece.a." + p.Role().String())
}

// Ply describes a move of flipped chess and the piece that it revealed, as far as ply contains it. p is the position
// before it; you means that the reader made it, and secret that only they see what they captured face down.
func (w *Words) Ply(p *jieqi.Position, ply jieqi.Ply, you, secret bool) string {
	side, from := p.Turn(), ply.Move.From()
	text, taking := w.Text("card.last", locale.Args{"Side": w.Color(side), "Move": w.Move(p, ply.Move)}),
		"flipped.then.move"
	if ply.Turned != game.NoRole {
		key := "flipped.turns"
		if you {
			key = "flipped.turns.you"
		}
		text, taking = w.Text(key, locale.Args{"Side": w.Color(side), "From": w.Place(side, from),
			"As":   w.WithArticle(p.At(from)),
			"Move": w.Move(p, ply.Move), "Is": w.WithArticle(game.NewPiece(side, ply.Turned))}), "flipped.then"
	}
	if !ply.Dark {
		return text
	}
	key, args := "flipped.takes", locale.Args{}
	if ply.Taken != game.NoRole {
		if key = "flipped.takes.seen"; you && secret {
			key = "flipped.takes.you"
		}
		args["Is"] = w.WithArticle(game.NewPiece(side.Other(), ply.Taken))
	}
	return w.Text(taking, locale.Args{"Move": text, "Takes": w.Text(key, args)})
}

// Brief is Ply in short: the move in the reader's notation, with the piece that was turned over after an equals sign.
func (w *Words) ShortPly(p *jieqi.Position, ply jieqi.Ply) string {
	text := w.Text("card.last", locale.Args{"Side": w.Color(p.Turn()), "Move": w.Move(p, ply.Move)})
	if ply.Turned != game.NoRole {
		text += " = " + w.PieceWritten(game.NewPiece(p.Turn(), ply.Turned))
	}
	return text
}

// Pool lists pieces of a side with their numbers: rook 1, horses 2.
func (w *Words) PieceCounts(c game.Color, pool jieqi.Pool) string {
	var all []string
	for _, r := range [...]game.Role{game.Rook, game.Horse, game.Cannon, game.Advisor, game.Elephant, game.Pawn} {
		if n := int(pool[r]); n > 0 {
			name := w.roles(r, n)
			if w.Chinese() {
				name = w.Glyph(game.NewPiece(c, r))
			}
			all = append(all, w.Text("flipped.count", locale.Args{"Piece": name, "Number": n}))
		}
	}
	if len(all) == 0 {
		return w.Text("flipped.none")
	}
	return strings.Join(all, w.Text("list.comma"))
}

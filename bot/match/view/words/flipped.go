package words

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
)

// FaceDown reports whether the piece on a point is face down, in flipped chess. Such a piece moves as the role whose
// starting point it stands on.
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

// OnBoard names the piece on a point as the public sees it: a face-down one by the role it moves as.
func (w *Words) OnBoard(p notation.Board, s game.Square) string {
	return w.markFaceDown(p, s, w.Piece(p.At(s)))
}

// markFaceDown adds "face down" to the name of the piece on s, if it is.
func (w *Words) markFaceDown(p notation.Board, s game.Square, name string) string {
	if FaceDown(p, s) {
		return w.Text("piece.facedown", locale.Args{"Piece": name})
	}
	return name
}

// written writes a move in a notation. In Chinese a face-down piece gets the prefix 暗.
func (w *Words) written(p notation.Board, m game.Move, f notation.Family) string {
	text := notation.Write(p, m, f)
	if FaceDown(p, m.From()) && (f == notation.Chinese || f == notation.Traditional) {
		return "暗" + text
	}
	return text
}

// WithArticle names a piece with its indefinite article: a rook, an elephant.
func (w *Words) WithArticle(p game.Piece) string {
	if w.Chinese() {
		return w.Glyph(p)
	}
	return w.Text("piece.a." + p.Role().String())
}

// Ply describes a move of flipped chess, the piece it revealed and the face-down piece it captured, as far as ply
// contains them. p is the position before the move. you means that the reader made the move, secret that face-down
// captures are shown to the capturing player only.
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

// ShortPly is the short form of Ply: the move in the reader's notation, then "=" and the revealed piece.
func (w *Words) ShortPly(p *jieqi.Position, ply jieqi.Ply) string {
	text := w.Text("card.last", locale.Args{"Side": w.Color(p.Turn()), "Move": w.Move(p, ply.Move)})
	if ply.Turned != game.NoRole {
		text += " = " + w.PieceWritten(game.NewPiece(p.Turn(), ply.Turned))
	}
	return text
}

// PieceCounts lists a side's pieces with their counts: rook 1, horses 2.
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

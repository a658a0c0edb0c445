package view

import (
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/record"
	"yeye/render"
)

// Frame returns the contents of the frame around a board: the pieces captured between start and now, and the name of
// the opening, "" if the moves match none.
func Frame(start, now game.Position, moves []game.Move, l render.Language) render.Frame {
	return render.Frame{Title: Opening(start, moves, l), Short: ShortOpening(start, moves, l),
		Captured: render.Captured(start, now)}
}

// MarkLast marks the last of the moves played from start, and what it captured.
func MarkLast(marks *render.Marks, start game.Position, moves []game.Move) {
	marks.LastMove, marks.Taken = game.NoMove, game.NoPiece
	for _, m := range moves {
		marks.LastMove, marks.Taken = m, start.At(m.To())
		start.Do(m)
	}
}

// MarkEnd marks how a game ended, with the name of the mating pattern; g is nil for a game of flipped chess, where
// patterns have no names.
func MarkEnd(w *words.Words, marks *render.Marks, g *game.Game, o game.Outcome) {
	marks.Banner, marks.Finish = o, ""
	if g != nil {
		marks.Finish = w.FinishOf(g, o)
	}
}

// Opening returns the most specific name of the opening of a game, "" if its moves match none.
func Opening(start game.Position, moves []game.Move, l render.Language) string {
	if full, ok := record.FullOpeningName(start, moves); ok {
		return inLanguage(full, l)
	}
	return ShortOpening(start, moves, l)
}

// ShortOpening returns the name of the opening's family, "" if the moves match no opening.
func ShortOpening(start game.Position, moves []game.Move, l render.Language) string {
	o, ok := record.NameOpening(start, moves)
	if !ok {
		return ""
	}
	return OpeningName(o, l)
}

// OpeningName returns the name of an opening in a language.
func OpeningName(o record.Opening, l render.Language) string { return inLanguage(o.Name, l) }

func inLanguage(name record.OpeningName, l render.Language) string {
	switch l {
	case render.SimplifiedChinese:
		return name.Simplified
	case render.TraditionalChinese:
		return name.Traditional
	case render.Vietnamese:
		return name.Vietnamese
	}
	return name.English
}

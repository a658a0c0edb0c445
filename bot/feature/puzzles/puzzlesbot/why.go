package puzzlesbot

import (
	"slices"

	collection "yeye/ai/puzzle"
	"yeye/bot/locale"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/finish"
)

// maxIdeas is how many themes of a solution are explained: more would hide what matters.
const maxIdeas = 2

// whyText explains why a puzzle's line works: how it ends, and its themes. It uses only the rules, no engine.
func whyText(w *words.Words, at *progress) string {
	themes := at.Themes()
	said := []string{howItEnds(w, at, themes)}
	if end := at.fullGame().Position(); end.InCheck() && !end.HasLegal() {
		said = append(said, mateReasons(w, end)...)
	}
	least := len(said)
	for _, t := range themes {
		if len(said) >= least+maxIdeas {
			break
		}
		switch {
		case !collection.IsTactical(t), isFinish(t), t == collection.FreePiece,
			t == collection.ParriesMate && slices.Contains(themes, collection.CounterMate),
			t == collection.DiscoveredCheck && slices.Contains(themes, collection.DoubleCheck):
			continue
		}
		said = append(said, w.Text("puzzle.why."+string(t)))
	}
	return w.Sentences(said...)
}

// howItEnds describes the result of the line's last move.
func howItEnds(w *words.Words, at *progress, themes []collection.Theme) string {
	last := at.Line[len(at.Line)-1]
	g := at.fullGame()
	p := g.Position()
	loser := locale.Args{"Side": w.Color(p.Turn())}
	switch {
	case !p.HasLegal() && !p.InCheck():
		return w.Text("puzzle.why.stalemate", loser)
	case !p.HasLegal():
		if blow := finish.OfGame(g); blow != "" {
			return w.Text("puzzle.why.mate.named", locale.Args{"Name": uncapitalized(w.Finish(blow))})
		}
		return w.Text("puzzle.why.mate")
	case slices.Contains(themes, collection.FreePiece):
		return w.Text("puzzle.why.free", locale.Args{"Piece": w.PieceWritten(at.Start.At(last.To()))})
	case at.Kind == collection.Save:
		return w.Text("puzzle.why.saves")
	}
	for _, won := range wins {
		if slices.Contains(themes, won.theme) {
			return w.Text("puzzle.why.wins", locale.Args{"Piece": w.PieceWritten(game.NewPiece(p.Turn(), won.role))})
		}
	}
	return w.Text("puzzle.why.won", loser)
}

// wins are the themes of a piece that is won.
var wins = []struct {
	theme collection.Theme
	role  game.Role
}{{collection.WinsRook, game.Rook}, {collection.WinsCannon, game.Cannon}, {collection.WinsHorse, game.Horse}}

// ideaText returns the name of the puzzle's theme with a sentence that explains it.
func ideaText(w *words.Words, at *progress) string {
	end := at.fullGame().Position()
	theme := func(t collection.Theme, why string) string {
		return w.Text("puzzle.hint.theme", locale.Args{"Theme": w.Text("puzzle.theme." + string(t)), "Why": why})
	}
	switch t := at.idea(); {
	case !isFinish(t) && t != collection.FreePiece:
		return theme(t, w.Text("puzzle.why."+string(t)))
	case t == collection.FreePiece:
		taken := at.Start.At(at.Line[len(at.Line)-1].To())
		return theme(t, w.Text("puzzle.why.free", locale.Args{"Piece": w.PieceWritten(taken)}))
	case at.stalemates():
		return w.Text("puzzle.hint.stalemate", locale.Args{"Side": w.Color(end.Turn())})
	default:
		mates := w.PieceWritten(end.At(end.Checkers().First()))
		return w.Text("puzzle.hint.mate", locale.Args{"Piece": mates,
			"Name": uncapitalized(w.Finish(finish.OfGame(at.fullGame())))})
	}
}

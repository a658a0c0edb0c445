package puzzlesbot

import (
	"slices"
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// mateReasons explains why a position is mate: which few pieces guard the king's flight squares, and which pinned piece
// cannot take the checking one. It returns no sentence for reasons that need more pieces.
func mateReasons(w *words.Words, p *game.Position) (said []string) {
	switch guards, flights := fewestGuards(p); {
	case flights == 0:
		said = append(said, w.Text("puzzle.why.mate.shut"))
	case len(guards) <= maxGuards:
		names := make([]string, len(guards))
		for i, s := range guards {
			names[i] = w.NameAt(p, s)
		}
		said = append(said, w.Text("puzzle.why.mate.guarded",
			locale.Args{"Guards": strings.Join(names, w.Text("list.comma"))}))
	}
	if pinned, by, ok := pinnedTaker(p); ok {
		key := "puzzle.why.mate.pinned"
		if p.At(by).Role() == game.King {
			key += ".faces"
		}
		checker := p.At(p.Checkers().First())
		said = append(said, w.Text(key,
			locale.Args{"Piece": w.NameAt(p, pinned), "Checker": w.PieceWritten(checker), "By": w.NameAt(p, by)}))
	}
	return said
}

// maxGuards is how many guards are named at most: more would explain nothing.
const maxGuards = 3

// fewestGuards returns few pieces that together guard all points to which the king of the side to move could step,
// chosen greedily, and the number of these points. Points with a piece of the king's own side do not count.
func fewestGuards(p *game.Position) (guards []game.Square, flights int) {
	c := p.Turn()
	k := p.King(c)
	covers := map[game.Square]game.Bitboard{}
	to := game.KingMoves(c, k).Minus(p.All(c))
	for b := to; b.Any(); {
		s := b.PopFirst()
		after := p.After(game.NewMove(k, s))
		for by := after.ChecksOn(s, c.Other(), after.Occupied()); by.Any(); {
			g := by.PopFirst()
			covers[g] = covers[g].Or(game.BB(s))
		}
	}
	for open := to; open.Any(); {
		best, most := game.NoSquare, 0
		for g, points := range covers {
			if n := points.And(open).Count(); n > most || n == most && g < best {
				best, most = g, n
			}
		}
		if most == 0 { // no mate
			return nil, to.Count()
		}
		guards, open = append(guards, best), open.Minus(covers[best])
	}
	slices.Sort(guards)
	return guards, to.Count()
}

// pinnedTaker returns a piece that could take the only checking piece if it were not pinned, and the piece that pins
// it.
func pinnedTaker(p *game.Position) (taker, by game.Square, ok bool) {
	c, checkers := p.Turn(), p.Checkers()
	if checkers.MoreThanOne() {
		return 0, 0, false
	}
	at, king := checkers.First(), p.King(c)
	for b := p.Attackers(at, c, p.Occupied()).And(p.All(c)).Minus(game.BB(king)); b.Any(); {
		s := b.PopFirst()
		through := p.ChecksOn(king, c.Other(), p.Occupied().Minus(game.BB(s))).And(p.All(c.Other())).Minus(checkers)
		after := p.After(game.NewMove(s, at))
		if still := after.ChecksOn(king, c.Other(),
			after.Occupied()).And(after.All(c.Other())).And(through); still.Any() {
			return s, still.First(), true
		}
	}
	return 0, 0, false
}

package mine

import (
	"context"
	"math/rand/v2"
	"strings"
	"unicode"

	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// endings are the pieces of generated endgames: the solver's, then the other side's. Both kings are added.
var endings = [][2]string{
	{"RP", "aabb"}, {"R", "aab"}, {"R", "abb"}, {"RN", "raa"}, {"RC", "raa"}, {"RP", "raa"},
	{"NP", "aa"}, {"NP", "bb"}, {"NP", "aab"}, {"NP", "naa"}, {"NN", "aabb"}, {"PP", "aa"}, {"PP", "bb"},
	{"PPP", "aabb"},
	{"CAA", "aa"}, {"CNA", "aabb"}, {"CPA", "abb"}, {"CNP", "caa"}, {"RP", "naab"}, {"RP", "cbb"}, {"RNP", "raabb"},
	{"RCA", "rabb"},
	{"NPA", "pa"}, {"CPAB", "ppa"}, {"RPA", "ncp"}, {"RNA", "rpp"}, {"NPPA", "npa"}, {"CPBA", "npb"}, {"RA", "ppn"},
	{"RCP", "rcab"},
}

// Ending places the pieces of the n-th endgame at random and returns its puzzle, if there is one.
func (m *Miner) Ending(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)|1<<40))
	found := m.begin()
	pieces := endings[n%len(endings)]
	for range 40 {
		p, ok := placeRandomly("K"+pieces[0]+"k"+pieces[1], random)
		if !ok || p.InCheck() || p.CountLegal() < 3 {
			continue
		}
		if inOne, _ := tactics.MateByChecks(&p, 1); inOne > 0 {
			continue // games yield enough of them
		}
		if _, err := m.examine(ctx, game.NewGame(p, game.Asian), 0.5, random, found); err != nil {
			return nil, err
		}
		if len(found.puzzles) > 0 {
			break
		}
	}
	return found.puzzles, nil
}

// placeRandomly puts pieces on random squares; the solver, who is to move, may be either side. It returns false if the
// position is illegal.
func placeRandomly(pieces string, random *rand.Rand) (game.Position, bool) {
	var board [game.Ranks][game.Files]rune
	turned := random.IntN(2) == 0
	for _, r := range pieces {
		red := unicode.IsUpper(r) != turned
		file, rank := randomSquare(unicode.ToLower(r), random)
		if !red {
			rank = game.Ranks - 1 - rank
		}
		if board[rank][file] != 0 {
			return game.Position{}, false
		}
		if board[rank][file] = unicode.ToLower(r); red {
			board[rank][file] = unicode.ToUpper(r)
		}
	}
	var fen strings.Builder
	for rank := game.Ranks - 1; rank >= 0; rank-- {
		for _, r := range board[rank] {
			if r == 0 {
				r = '1'
			}
			fen.WriteRune(r)
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	fen.WriteString(map[bool]string{false: " w", true: " b"}[turned])
	p, err := game.ParseFEN(fen.String())
	return p, err == nil
}

// randomSquare draws a square for a red piece by its letter. Pawns are across the river.
func randomSquare(r rune, random *rand.Rand) (file, rank int) {
	draw := func(points ...[2]int) (int, int) {
		p := points[random.IntN(len(points))]
		return p[0], p[1]
	}
	switch r {
	case 'k':
		return 3 + random.IntN(3), random.IntN(3)
	case 'a':
		return draw([2]int{3, 0}, [2]int{5, 0}, [2]int{4, 1}, [2]int{3, 2}, [2]int{5, 2})
	case 'b':
		return draw([2]int{2, 0}, [2]int{6, 0}, [2]int{0, 2}, [2]int{4, 2}, [2]int{8, 2}, [2]int{2, 4}, [2]int{6, 4})
	case 'p':
		return random.IntN(game.Files), 5 + random.IntN(4)
	default:
		return random.IntN(game.Files), random.IntN(game.Ranks)
	}
}

// Package mine finds puzzles in games of the characters.
//
// It works on its own games, so that nobody's data is in the collection, and by
// seeds and nodes, so that the same seed finds the same puzzles on any machine:
//
//  1. two characters play a game ([Miner.Game]);
//  2. each position is screened with few nodes: is there one move that mates, wins or
//     saves alone? In balanced positions weak characters also try a move, for their
//     mistakes are natural and happen before the middle game is over;
//  3. each candidate is proved with many nodes at every move of the solver, see prove.go.
//
// What may not enter: the stored collection (package puzzle), people, words.
package mine

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"

	"yeye/ai"
	"yeye/ai/character"
	"yeye/ai/puzzle"
	"yeye/game"
)

const (
	screenNodes = 10_000
	skipPlies   = 8   // of the opening, which are not screened
	maxPlies    = 200 // of a game
	maxOfGame   = 4   // puzzles of one game
)

// pairs are the characters that play, in turn; the weaker ones make more mistakes, the
// stronger ones leave more that is hard to see.
var pairs = [][2]character.Level{
	{character.Kid, character.Xiaoqing}, {character.Xiaoqing, character.Xiaoqing}, {character.Uncle, character.Xiaoqing},
	{character.Uncle, character.Uncle}, {character.Xiaoqing, character.Uncle}, {character.Uncle, character.ParkMaster},
	{character.Xiaoqing, character.Xiaoqing}, {character.ParkMaster, character.Uncle}, {character.Xiaoqing, character.Kid},
	{character.Uncle, character.Uncle}, {character.Xiaoqing, character.Xiaoqing}, {character.Uncle, character.Xiaoqing},
}

// tempters are the characters whose moves are tried in balanced positions.
var tempters = []character.Level{character.Newborn, character.Kid, character.Xiaoqing}

// Miner finds puzzles. Make one with [New]; it is for one goroutine.
type Miner struct {
	seed   uint64
	engine *ai.Engine // screens and proves, with the table cleared before each game
	player *ai.Engine
	Fell   map[Reason]int // candidates, by why they are no puzzles
}

// New returns a miner. Miners with the same seed find the same.
func New(seed uint64) *Miner {
	return &Miner{seed: seed, engine: ai.New(ai.Options{HashMB: 16}), player: ai.New(ai.Options{}), Fell: make(map[Reason]int)}
}

// Game plays the n-th game and returns its puzzles.
func (m *Miner) Game(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)))
	moves, err := m.play(ctx, n)
	if err != nil {
		return nil, err
	}
	m.engine.Clear()
	found := collection{taken: make(map[uint64]bool), played: make(map[game.Move]bool)}
	g := game.NewGame(game.Start(), game.Asian)
	before := 0.5 // the solver's winning chance before the last move
	for _, move := range moves {
		if len(found.puzzles) == maxOfGame {
			break
		}
		if g.Ply() >= skipPlies && g.Position().CountLegal() > 1 {
			if before, err = m.screen(ctx, g, before, random, &found); err != nil {
				return nil, err
			}
		}
		if err := g.Play(move); err != nil {
			return nil, err
		}
	}
	return found.puzzles, nil
}

// collection is what one game gave.
type collection struct {
	puzzles []puzzle.Puzzle
	taken   map[uint64]bool    // positions of the puzzles
	played  map[game.Move]bool // moves of their solvers
}

// add adds a puzzle, unless it has a move of another one: then it is likely to be the
// same idea a few plies later.
func (c *collection) add(p puzzle.Puzzle) {
	for i := 0; i < len(p.Line); i += 2 {
		if c.played[p.Line[i]] {
			return
		}
	}
	for i := 0; i < len(p.Line); i += 2 {
		c.played[p.Line[i]] = true
	}
	c.puzzles = append(c.puzzles, p)
	for _, k := range keys(p) {
		c.taken[k] = true
	}
}

// play plays the n-th game.
func (m *Miner) play(ctx context.Context, n int) ([]game.Move, error) {
	m.player.Clear()
	pair := pairs[n%len(pairs)]
	g := game.NewGame(game.Start(), game.Asian)
	for !g.Outcome().Over() && g.Ply() < maxPlies {
		move, err := player(pair[g.Ply()%2]).Choose(ctx, m.player, g, m.gameSeed(n)^uint64(g.Ply()%2))
		if err != nil {
			return nil, err
		}
		if err := g.Play(move); err != nil {
			return nil, err
		}
	}
	return g.Moves(), nil
}

// player returns a character that is stopped by its nodes alone, however slow the machine.
func player(l character.Level) ai.Character {
	c, _ := ai.CharacterAt(l)
	c.MaxTime = time.Hour
	return c
}

// gameSeed returns the seed of a game's characters.
func (m *Miner) gameSeed(n int) uint64 {
	h := fnv.New64a()
	h.Write([]byte(strconv.FormatUint(m.seed, 10) + "/" + strconv.Itoa(n)))
	return h.Sum64()
}

// screen looks at g's position, and in a balanced one at what weak characters would
// leave to the opponent. It returns the winning chance of the opponent, who moves next.
func (m *Miner) screen(ctx context.Context, g *game.Game, before float64, random *rand.Rand, found *collection) (float64, error) {
	lines, err := m.engine.Lines(ctx, g, ai.Limits{Nodes: screenNodes, MultiPV: 2})
	if err != nil {
		return 0, err
	}
	w := chance(lines[0].Score)
	if err := m.candidate(ctx, g, lines, before, random, found); err != nil {
		return 0, err
	}
	if w > 0.35 && w < 0.65 {
		if err := m.tempt(ctx, g, lines[0], random, found); err != nil {
			return 0, err
		}
	}
	return 1 - w, nil
}

// tempt plays what weak characters would and looks at the position after it.
func (m *Miner) tempt(ctx context.Context, g *game.Game, best ai.Info, random *rand.Rand, found *collection) error {
	tried := map[game.Move]bool{best.Move(): true}
	for _, l := range tempters {
		move, err := player(l).Choose(ctx, m.player, g, random.Uint64())
		if err != nil {
			return err
		}
		if tried[move] {
			continue
		}
		tried[move] = true
		after := g.Clone()
		if err := after.Play(move); err != nil {
			return err
		}
		if after.Outcome().Over() || after.Position().CountLegal() < 2 {
			continue
		}
		lines, err := m.engine.Lines(ctx, after, ai.Limits{Nodes: screenNodes, MultiPV: 2})
		if err != nil {
			return err
		}
		if err := m.candidate(ctx, after, lines, 1-chance(best.Score), random, found); err != nil {
			return err
		}
	}
	return nil
}

// candidate proves a position that looks like a puzzle, and adds it.
func (m *Miner) candidate(ctx context.Context, g *game.Game, lines []ai.Info, before float64, random *rand.Rand, found *collection) error {
	kind := looksLike(lines, before)
	if kind == "" || found.taken[g.Position().Key()] || len(found.puzzles) == maxOfGame || !wanted(lines[0].Score, random) {
		return nil
	}
	p, reason, err := m.prove(ctx, g, kind)
	if err != nil {
		return err
	}
	m.Fell[reason]++
	if reason == Accepted {
		found.add(p)
	}
	return nil
}

// looksLike returns the kind of puzzle that two lines promise, "" for none.
func looksLike(lines []ai.Info, before float64) puzzle.Kind {
	switch {
	case alone(lines, puzzle.Mate, 0) == Accepted:
		return puzzle.Mate
	case before <= wonFrom && alone(lines, puzzle.Win, screenSlack) == Accepted:
		return puzzle.Win
	case chance(lines[0].Score) < 0.7 && alone(lines, puzzle.Save, screenSlack) == Accepted:
		return puzzle.Save
	}
	return ""
}

// wanted draws which of the many short mates are proved.
func wanted(s ai.Score, random *rand.Rand) bool {
	mate, ok := s.Mate()
	switch {
	case ok && mate == 1:
		return random.IntN(8) == 0
	case ok && mate == 2:
		return random.IntN(2) == 0
	default:
		return true
	}
}

// Package mine finds puzzles in games of the characters.
//
// Its games are its own, so the collection holds no player's games. Searches are limited by nodes and random numbers
// are seeded, so the same seed finds the same puzzles on any machine:
//
//  1. two characters play a game ([Miner.Game]);
//  2. each position is filtered (filter.go): is there exactly one move that mates, wins or saves the
//     game? In balanced positions weak characters also make a move, because their mistakes are natural
//     and occur before the middle game is over;
//  3. each candidate is proved with many nodes at every move of the solver (prove.go), or exactly by
//     the rules (mate.go).
//
// In openings every move is tried ([Miner.Opening]), because most mistakes there are easy to see.
// Endings with few pieces ([Miner.Ending]), and unprotected pieces ([Miner.FreeCapture]), are placed at random.
//
// Out of scope: the stored collection (package puzzle), people, words.
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
	skipPlies  = 8   // of the opening, which are skipped
	maxPlies   = 200 // of a game
	maxPerGame = 4   // puzzles of one game
)

// pairs are the characters that play each other, in turn. Weaker ones make more mistakes; stronger ones leave more
// positions that are hard to see through.
var pairs = [][2]character.Level{
	{character.Kid, character.Xiaoqing}, {character.Xiaoqing, character.Xiaoqing},
	{character.Uncle, character.Xiaoqing},
	{character.Uncle, character.Uncle}, {character.Xiaoqing, character.Uncle}, {character.Uncle, character.ParkMaster},
	{character.Xiaoqing, character.Xiaoqing}, {character.ParkMaster, character.Uncle},
	{character.Xiaoqing, character.Kid},
	{character.Uncle, character.Uncle}, {character.Xiaoqing, character.Xiaoqing}, {character.Uncle, character.Xiaoqing},
}

// weakPlayers are the characters whose moves are tried in balanced positions.
var weakPlayers = []character.Level{character.Kid, character.Xiaoqing, character.Uncle}

// Miner finds puzzles. [New] makes one. It is for one goroutine.
type Miner struct {
	seed          uint64
	engine        *ai.Engine // filters and proves, with the table cleared before each game
	player        *ai.Engine
	gradingEngine *ai.Engine
	// Decisions counts the candidates of the last game or endgame by kind and decision.
	Decisions map[KindDecision]int
}

// KindDecision is the kind of a candidate and the decision on it.
type KindDecision struct {
	Kind puzzle.Kind
	Decision
}

// New returns a miner. Miners with the same seed find the same puzzles.
func New(seed uint64) *Miner {
	small := ai.Options{HashMB: 1} // it is cleared often
	return &Miner{seed: seed, engine: ai.New(ai.Options{HashMB: 16}), player: ai.New(ai.Options{}),
		gradingEngine: ai.New(small), Decisions: make(map[KindDecision]int)}
}

// Game plays the n-th game and returns its puzzles.
func (m *Miner) Game(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)))
	moves, err := m.play(ctx, n)
	if err != nil {
		return nil, err
	}
	found := m.begin()
	g := game.NewGame(game.Start(), game.Asian)
	before := 0.5 // winning chance of the side to move, before the opponent's last move
	for _, move := range moves {
		if len(found.puzzles) == maxPerGame {
			break
		}
		if g.Ply() >= skipPlies && g.Position().CountLegal() > 1 {
			if before, err = m.filter(ctx, g, before, random, found); err != nil {
				return nil, err
			}
		}
		if err := g.Play(move); err != nil {
			return nil, err
		}
	}
	return found.puzzles, nil
}

// begin clears the table and the counts, so that a game yields the same puzzles in any order of games. It returns an
// empty collector for the game's puzzles.
func (m *Miner) begin() *gameCollector {
	m.engine.Clear()
	clear(m.Decisions)
	return &gameCollector{positions: make(map[uint64]bool), solverMoves: make(map[game.Move]bool)}
}

// gameCollector collects the puzzles of one game.
type gameCollector struct {
	puzzles     []puzzle.Puzzle
	positions   map[uint64]bool    // positions of the puzzles
	solverMoves map[game.Move]bool // moves of their solvers
}

// add adds a puzzle, unless it shares a solver's move with an earlier one: then it is probably the same idea a few
// plies later.
func (c *gameCollector) add(p puzzle.Puzzle) {
	for i := 0; i < len(p.Line); i += 2 {
		if c.solverMoves[p.Line[i]] {
			return
		}
	}
	for i := 0; i < len(p.Line); i += 2 {
		c.solverMoves[p.Line[i]] = true
	}
	c.puzzles = append(c.puzzles, p)
	for _, k := range positionKeys(p) {
		c.positions[k] = true
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

// player returns a character limited only by its nodes, however slow the machine is.
func player(l character.Level) ai.Character {
	c, _ := ai.CharacterAt(l)
	c.MaxTime = time.Hour
	return c
}

// gameSeed returns the seed of the n-th game's characters.
func (m *Miner) gameSeed(n int) uint64 {
	h := fnv.New64a()
	h.Write([]byte(strconv.FormatUint(m.seed, 10) + "/" + strconv.Itoa(n)))
	return h.Sum64()
}

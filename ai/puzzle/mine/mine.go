// Package mine finds puzzles in games of the characters.
//
// It uses its own games, so nobody's data is in the collection. It works by seeds and nodes, so the same
// seed finds the same puzzles on any machine:
//
//  1. two characters play a game ([Miner.Game]);
//  2. each position is filtered (filter.go): is there exactly one move that mates, wins or saves the
//     game? In balanced positions weak characters also make a move, because their mistakes are natural
//     and happen before the middle game is over;
//  3. each candidate is proved with many nodes at every move of the solver (prove.go), or exactly by
//     the rules (mate.go).
//
// In openings every move is tried ([Miner.Opening]), because most mistakes there are easy to see.
// Endings with few pieces ([Miner.Ending]), and unprotected pieces ([Miner.Free]), are placed at random.
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
	skipPlies = 8   // of the opening, which are skipped
	maxPlies  = 200 // of a game
	maxOfGame = 4   // puzzles of one game
)

// pairs are the characters that play, in turn. Weaker ones make more mistakes; stronger ones leave
// more that is hard to see.
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
	seed   uint64
	engine *ai.Engine // filters and proves, with the table cleared before each game
	player *ai.Engine
	grader *ai.Engine
	// Rejected counts the candidates of the last game or ending by kind and reason, accepted ones too.
	Rejected map[Rejection]int
}

// Rejection is a kind of candidate and the reason it was rejected or accepted for.
type Rejection struct {
	Kind puzzle.Kind
	Reason
}

// New returns a miner. Miners with the same seed find the same puzzles.
func New(seed uint64) *Miner {
	small := ai.Options{HashMB: 1} // it is cleared often
	return &Miner{seed: seed, engine: ai.New(ai.Options{HashMB: 16}), player: ai.New(ai.Options{}),
		grader: ai.New(small), Rejected: make(map[Rejection]int)}
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
	before := 0.5 // the solver's winning chance before the opponent's last move
	for _, move := range moves {
		if len(found.puzzles) == maxOfGame {
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

// begin clears what earlier games left, so that a game gives the same puzzles in any order.
func (m *Miner) begin() *gameCollector {
	m.engine.Clear()
	clear(m.Rejected)
	return &gameCollector{taken: make(map[uint64]bool), played: make(map[game.Move]bool)}
}

// gameCollector collects the puzzles of one game.
type gameCollector struct {
	puzzles []puzzle.Puzzle
	taken   map[uint64]bool    // positions of the puzzles
	played  map[game.Move]bool // moves of their solvers
}

// add adds a puzzle, unless it shares a move with an earlier one: then it is probably the same idea
// a few plies later.
func (c *gameCollector) add(p puzzle.Puzzle) {
	for i := 0; i < len(p.Line); i += 2 {
		if c.played[p.Line[i]] {
			return
		}
	}
	for i := 0; i < len(p.Line); i += 2 {
		c.played[p.Line[i]] = true
	}
	c.puzzles = append(c.puzzles, p)
	for _, k := range positionKeys(p) {
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

// player returns a character limited by its nodes alone, however slow the machine is.
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

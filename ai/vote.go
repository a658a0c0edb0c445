package ai

import (
	"sync"

	"yeye/game"
)

// The threads of a search may end with different best moves, and the first thread has not always searched deepest. Each
// thread votes for its move.

// opinion is a thread's best line of its last complete iteration.
type opinion struct {
	score           Score
	depth, selDepth int // plies; depth 0 means no opinion yet
	pv              [maxPly]game.Move
	pvLen           int
}

// voter publishes a thread's opinion to other threads while it continues to search.
type voter struct {
	mu     sync.Mutex
	latest opinion
}

func (v *voter) record(r *rootMove, depth int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.latest.score, v.latest.depth, v.latest.selDepth = r.score, depth, r.selDepth
	v.latest.pvLen = copy(v.latest.pv[:], r.pv[:r.pvLen])
}

func (v *voter) opinion() opinion {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.latest
}

func (v *voter) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.latest.depth = 0
}

// voteBase is the weight of a vote for the worst proposed move, per ply of depth.
const voteBase = 14

// elect returns the index of the winning opinion, 0 if none beats the first. A vote weighs more the deeper its thread
// searched and the more its score exceeds the worst one. If a score is a forced result there is no vote: the best score
// wins.
func elect(of []opinion) int {
	least := infinite
	for i := range of {
		if of[i].depth > 0 {
			least = min(least, of[i].score)
		}
	}
	votes := func(m game.Move) (sum int) {
		for i := range of {
			if of[i].depth > 0 && of[i].pv[0] == m {
				sum += int(of[i].score-least+voteBase) * of[i].depth
			}
		}
		return
	}
	best := 0
	for i := 1; i < len(of); i++ {
		o, b := &of[i], &of[best]
		switch {
		case o.depth == 0:
		case o.score.decided() || b.score.decided():
			if o.score > b.score {
				best = i
			}
		case o.pv[0] == b.pv[0]:
			if o.depth > b.depth {
				best = i
			}
		case votes(o.pv[0]) > votes(b.pv[0]):
			best = i
		}
	}
	return best
}

package load

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/sandbox"
)

// tally counts what happens in all bots.
type tally struct {
	sent, boards, resent, unanswered, outOfOrder, aboveMove, unacked, kills, resets, restarts, cuts, ends atomic.Int64

	mu            sync.Mutex
	startedAt     time.Time
	duration      time.Duration
	countedBoards int64           // boards until the time was over
	acks          []time.Duration // from an event to its acknowledgement or board
	replyTimes    []time.Duration // from a move to the board with its reply, for moves that were sent once
	outages       []*outage       // outages in progress
	// from the kill of a serve process until boards are shown on the first of its shards
	failoverTimes     []time.Duration
	furtherShardTimes []time.Duration // from then until boards are shown on the next one
	launched          time.Time       // when the first process was started
	startupTime       time.Duration   // from then until boards were shown on every shard
	shardsUp          map[shard]bool
	memory            []int64
	goroutines        float64
	longestStop       time.Duration // the longest time to end
	cpuTime           time.Duration // of all processes

	// The sandboxes' counts of the bots' requests, by kind, and how many a limit refused.
	requests         map[string]int
	botTokenRequests int
	limited          int

	// From the final verification of databases and channels.
	games, moves, lostMoves, doubledMoves, extraBoards, missing, faults int
	analyses, analysesFinished, positions, analysesLost                 int

	// Of users who play each other.
	crowd              crowdCounts
	failuresByActivity map[string]int // number of failures by what a crowd was doing
}

// recordFailure counts a failure by what a crowd was doing, nil if it has not started.
func (t *tally) recordFailure(what any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failuresByActivity == nil {
		t.failuresByActivity = map[string]int{}
	}
	if what, ok := what.(string); ok {
		t.failuresByActivity[what]++
	}
}

// logf reports an error in a channel.
func (t *tally) logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "lab: "+format+"\n", args...)
}

// fault reports and counts an error that ended a player or the failure injection.
func (t *tally) fault(format string, args ...any) {
	t.logf(format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.faults++
}

// failures returns the number of failures injected.
func (t *tally) failures() int64 {
	return t.kills.Load() + t.resets.Load() + t.restarts.Load() + t.cuts.Load()
}

// maxKept limits the memory of a long run: beyond it new values replace old ones.
const maxKept = 1 << 20

func keep(list []time.Duration, d time.Duration) []time.Duration {
	if len(list) < maxKept {
		return append(list, d)
	}
	list[int(d)%maxKept] = d
	return list
}

// ack records how long an acknowledgement took, or that there was none.
func (t *tally) ack(d time.Duration, ok bool) {
	if !ok {
		t.unacked.Add(1)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.acks = keep(t.acks, d)
}

// board records a board with an answer; once means that the move was sent only once.
func (t *tally) board(d time.Duration, once bool) {
	t.boards.Add(1)
	if once {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.replyTimes = keep(t.replyTimes, d)
	}
}

// shard is a shard of a bot.
type shard struct{ bot, number int }

// outage starts with the kill of a serve process, and ends when boards have been shown again on each of its shards.
type outage struct {
	bot           int
	start         time.Time
	shards        []int           // those on which no board was shown yet
	recoveryTimes []time.Duration // from start, for each shard on which boards were shown
}

// startOutage starts an outage.
func (t *tally) startOutage(bot int, at time.Time, shards []int) {
	if len(shards) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.outages = append(t.outages, &outage{bot: bot, start: at, shards: shards})
}

// boardShown records that a board was shown on a shard.
func (t *tally) boardShown(on shard, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.shardsUp[on] {
		if t.shardsUp == nil {
			t.shardsUp = map[shard]bool{}
		}
		t.shardsUp[on], t.startupTime = true, at.Sub(t.launched)
	}
	t.outages = slices.DeleteFunc(t.outages, func(o *outage) bool {
		n := slices.Index(o.shards, on.number)
		if o.bot != on.bot || at.Before(o.start) || n < 0 {
			return false
		}
		o.shards = slices.Delete(o.shards, n, n+1)
		o.recoveryTimes = append(o.recoveryTimes, at.Sub(o.start))
		if len(o.shards) > 0 {
			return false
		}
		t.failoverTimes = append(t.failoverTimes, o.recoveryTimes[0])
		for i := 1; i < len(o.recoveryTimes); i++ {
			t.furtherShardTimes = append(t.furtherShardTimes, o.recoveryTimes[i]-o.recoveryTimes[i-1])
		}
		return true
	})
}

// launch records that the first process is being started.
func (t *tally) launch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.launched.IsZero() {
		t.launched = time.Now()
	}
}

// resident records the memory of the largest process.
func (t *tally) resident(bytes int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.memory = append(t.memory, bytes)
}

// ended records how a process ended.
func (t *tally) ended(memory int64, goroutines float64, took, processor time.Duration) {
	t.resident(memory)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.goroutines = max(t.goroutines, goroutines)
	t.longestStop = max(t.longestStop, took)
	t.cpuTime += processor
}

// requested records a bot's requests.
func (t *tally) requested(list []sandbox.Requests) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.requests == nil {
		t.requests = map[string]int{}
	}
	for _, r := range list {
		t.requests[r.Kind] += r.Count
		t.limited += r.Limited
		if r.Token && r.ChannelID != "" { // the others happen at the start
			t.botTokenRequests += r.Count
		}
	}
}

// analysed records a bot's analyses.
func (t *tally) analysed(a *analyses) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.analyses += a.queued
	t.analysesFinished += a.finished
	t.positions += a.positions
	t.analysesLost += a.lost
}

// failuresDuring lists how many failures happened during which activity of a crowd.
func (t *tally) failuresDuring() string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(t.failuresByActivity)) {
		all = append(all, fmt.Sprintf("%s %d", what, t.failuresByActivity[what]))
	}
	return strings.Join(all, ", ")
}

// requestsPerBoard returns the kinds of requests per board, the most frequent first.
func (t *tally) requestsPerBoard() string {
	var kinds []string
	for _, kind := range slices.SortedFunc(maps.Keys(t.requests), func(a, b string) int {
		return cmp.Or(t.requests[b]-t.requests[a], strings.Compare(a, b))
	}) {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind, float64(t.requests[kind])/float64(max(t.countedBoards, 1))))
	}
	return strings.Join(kinds, ", ")
}

func (t *tally) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.startedAt = time.Now()
}

func (t *tally) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.duration, t.countedBoards = time.Since(t.startedAt), t.boards.Load()
}

// line describes the state for the progress bar.
func (t *tally) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Sprintf("%d boards, %.0f/s, %d MB, %d failures", t.boards.Load(),
		float64(t.boards.Load())/time.Since(t.startedAt).Seconds(),
		t.memory[len(t.memory)-1]>>20, t.failures())
}

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
	sent, boards, again, unanswered, disordered, above, unacked, kills, resets, restarts, cuts, ends atomic.Int64

	mu         sync.Mutex
	begun      time.Time
	took       time.Duration
	counted    int64           // boards until the time was over
	acks       []time.Duration // from an event to its acknowledgement or board
	waits      []time.Duration // from an event to the board with its answer, for moves that were sent once
	outages    []*outage       // that are not over
	firsts     []time.Duration // from the kill of a serve process until boards are shown on the first of its shards
	further    []time.Duration // from then until boards are shown on the next one
	launched   time.Time       // when the first process was started
	rise       time.Duration   // from then until boards were shown on every shard
	up         map[shard]bool
	memory     []int64
	goroutines float64
	stopping   time.Duration // the longest time to end
	processor  time.Duration // of all processes together

	// The sandboxes' counts of the bots' requests, by kind, and how many a limit refused.
	requests map[string]int
	tokened  int
	limited  int

	// From the databases and the channels, at the end.
	games, moves, lost, doubled, stray, missing, faults int
	analyses, analysesFinished, positions, analysesLost int

	// Of people who play each other.
	met   met
	while map[string]int // how many failures happened while a crowd did something
}

// during records that a failure happened while a crowd did something; nil for a crowd that has not started.
func (t *tally) during(what any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.while == nil {
		t.while = map[string]int{}
	}
	if what, ok := what.(string); ok {
		t.while[what]++
	}
}

// logf reports an error in a channel.
func (t *tally) logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "lab: "+format+"\n", args...)
}

// fault reports and counts an error that ended a player or the failures.
func (t *tally) fault(format string, args ...any) {
	t.logf(format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.faults++
}

// failures returns how many failures have been caused.
func (t *tally) failures() int64 {
	return t.kills.Load() + t.resets.Load() + t.restarts.Load() + t.cuts.Load()
}

// maxKept limits the memory of a long run: beyond it new values replace others.
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

// board records a board with an answer; once says that the move was sent only once.
func (t *tally) board(d time.Duration, once bool) {
	t.boards.Add(1)
	if once {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.waits = keep(t.waits, d)
	}
}

// shard is a shard of a bot.
type shard struct{ bot, number int }

// outage starts with the kill of a serve process, and ends when boards have been shown again on each of its shards.
type outage struct {
	bot    int
	at     time.Time
	shards []int           // where nothing has been shown yet
	until  []time.Duration // since then, for each shard on which boards were shown
}

// killed starts an outage.
func (t *tally) killed(bot int, at time.Time, shards []int) {
	if len(shards) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.outages = append(t.outages, &outage{bot: bot, at: at, shards: shards})
}

// shown records that a board was shown on a shard.
func (t *tally) shown(on shard, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.up[on] {
		if t.up == nil {
			t.up = map[shard]bool{}
		}
		t.up[on], t.rise = true, at.Sub(t.launched)
	}
	t.outages = slices.DeleteFunc(t.outages, func(o *outage) bool {
		n := slices.Index(o.shards, on.number)
		if o.bot != on.bot || at.Before(o.at) || n < 0 {
			return false
		}
		o.shards = slices.Delete(o.shards, n, n+1)
		o.until = append(o.until, at.Sub(o.at))
		if len(o.shards) > 0 {
			return false
		}
		t.firsts = append(t.firsts, o.until[0])
		for i := 1; i < len(o.until); i++ {
			t.further = append(t.further, o.until[i]-o.until[i-1])
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
	t.stopping = max(t.stopping, took)
	t.processor += processor
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
			t.tokened += r.Count
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

// failuresDuring says how many failures happened while crowds did something.
func (t *tally) failuresDuring() string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(t.while)) {
		all = append(all, fmt.Sprintf("%s %d", what, t.while[what]))
	}
	return strings.Join(all, ", ")
}

// requestsPerBoard returns the kinds of requests per board, the most frequent first.
func (t *tally) requestsPerBoard() string {
	var kinds []string
	for _, kind := range slices.SortedFunc(maps.Keys(t.requests), func(a, b string) int {
		return cmp.Or(t.requests[b]-t.requests[a], strings.Compare(a, b))
	}) {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind, float64(t.requests[kind])/float64(max(t.counted, 1))))
	}
	return strings.Join(kinds, ", ")
}

func (t *tally) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun = time.Now()
}

func (t *tally) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took, t.counted = time.Since(t.begun), t.boards.Load()
}

// line describes the state for the progress bar.
func (t *tally) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Sprintf("%d boards, %.0f/s, %d MB, %d failures", t.boards.Load(),
		float64(t.boards.Load())/time.Since(t.begun).Seconds(),
		t.memory[len(t.memory)-1]>>20, t.failures())
}

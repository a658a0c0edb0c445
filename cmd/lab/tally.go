package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/game"
)

// tally holds the results of a load run.
type tally struct {
	sent, answered, again, unanswered, disordered, unacked, kills, resets, restarts, cuts, ends atomic.Int64

	mu         sync.Mutex
	begun      time.Time
	took       time.Duration
	counted    int64
	acks       []time.Duration
	boards     []time.Duration // of moves that were typed once
	firsts     []time.Duration // from the kill of a process that serves until boards are shown on the first of its shards
	further    []time.Duration // from then until they are shown on the next one
	waiting    []*silence
	launched   time.Time     // when the first process was started
	rise       time.Duration // from then until boards had been shown on every shard
	up         map[place]bool
	memory     []int64
	goroutines float64
	ended      time.Duration
	processor  time.Duration // of the bot, in total

	// The sandbox's counts of the bots' requests, by kind, and how many were refused by a
	// limit.
	requests map[string]int
	tokened  int
	limited  int

	// The final counts from the database and the channels.
	games, moves, lost, doubled, stray, missing, failed int
	analysed, looks, analysesLost                       int // analyses finished, positions analysed in all, and failures of analyses
}

// mostKept limits the memory of a long run: beyond it the newest values replace others.
const mostKept = 1 << 20

func keep(list []time.Duration, d time.Duration) []time.Duration {
	if len(list) < mostKept {
		return append(list, d)
	}
	list[int(d)%mostKept] = d
	return list
}

func (t *tally) ack(d time.Duration, ok bool) {
	if !ok {
		t.unacked.Add(1)
		return
	}
	t.mu.Lock()
	t.acks = keep(t.acks, d)
	t.mu.Unlock()
}

func (t *tally) board(d time.Duration, first bool) {
	t.answered.Add(1)
	if first {
		t.mu.Lock()
		t.boards = keep(t.boards, d)
		t.mu.Unlock()
	}
}

// place is a shard of a bot.
type place struct{ bot, shard int }

// silence begins with the kill of a process that serves, and ends when boards have been
// shown again on each of its shards.
type silence struct {
	bot    int
	at     time.Time
	shards []int           // on which nothing has been shown yet
	until  []time.Duration // since then, for each shard on which boards were shown
}

// killed begins a silence.
func (t *tally) killed(bot int, at time.Time, shards []int) {
	if len(shards) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, &silence{bot: bot, at: at, shards: shards})
}

// shown records that a board was shown on a shard.
func (t *tally) shown(on place, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.up[on] {
		if t.up == nil {
			t.up = map[place]bool{}
		}
		t.up[on], t.rise = true, at.Sub(t.launched)
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(s *silence) bool {
		n := slices.Index(s.shards, on.shard)
		if s.bot != on.bot || at.Before(s.at) || n < 0 {
			return false
		}
		s.shards = slices.Delete(s.shards, n, n+1)
		s.until = append(s.until, at.Sub(s.at))
		if len(s.shards) > 0 {
			return false
		}
		t.firsts = append(t.firsts, s.until[0])
		for i := 1; i < len(s.until); i++ {
			t.further = append(t.further, s.until[i]-s.until[i-1])
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

func (t *tally) resident(bytes int64) {
	t.mu.Lock()
	t.memory = append(t.memory, bytes)
	t.mu.Unlock()
}

// over records how a bot ended.
func (t *tally) over(memory int64, goroutines float64, took, processor time.Duration) {
	t.resident(memory)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.goroutines = max(t.goroutines, goroutines)
	t.ended = max(t.ended, took)
	t.processor += processor
}

// requested records the bot's requests.
func (t *tally) requested(list []sandbox.Requests) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.requests == nil {
		t.requests = map[string]int{}
	}
	for _, r := range list {
		t.requests[r.Kind] += r.Count
		t.limited += r.Limited
		if r.Token && r.ChannelID != "" { // the others belong to the start
			t.tokened += r.Count
		}
	}
}

// each returns the kinds of requests per board, the most frequent first.
func (t *tally) each(boards int64) string {
	var kinds []string
	for _, kind := range slices.SortedFunc(maps.Keys(t.requests), func(a, b string) int {
		return cmp.Or(t.requests[b]-t.requests[a], strings.Compare(a, b))
	}) {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind, float64(t.requests[kind])/float64(boards)))
	}
	return strings.Join(kinds, ", ")
}

func (t *tally) start() {
	t.mu.Lock()
	t.begun = time.Now()
	t.mu.Unlock()
}

func (t *tally) stop() {
	t.mu.Lock()
	t.took, t.counted = time.Since(t.begun), t.answered.Load()
	t.mu.Unlock()
}

func (t *tally) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fmt.Sprintf("%d boards, %.0f/s, %d MB, %d kills, %d resets", t.answered.Load(),
		float64(t.answered.Load())/time.Since(t.begun).Seconds(), t.memory[len(t.memory)-1]>>20, t.kills.Load(), t.resets.Load())
}

// maxGames is the number of games of a channel that are compared.
const maxGames = 100_000

// verify compares the moves seen at the tables with the database, and counts the pictures in
// each channel.
func (t *tally) verify(ctx context.Context, s *stack, tables []*table) error {
	db, err := openSite(ctx, s.db)
	if err != nil {
		return err
	}
	defer db.Close()
	matches := match.NewService(db, match.WithModes(match.Versus, match.Duel))
	cards := display.New(display.Options{DB: db})
	for _, tb := range tables {
		seen := tb.games
		if n := len(seen); n == 0 || !slices.Equal(seen[n-1], tb.moves) {
			seen = append(seen, tb.moves)
		}
		stored, err := matches.ByChannel(ctx, id.Channel(tb.channel), maxGames)
		if err != nil {
			return err
		}
		slices.SortStableFunc(stored, func(x, y match.Match) int { return x.Created.Compare(y.Created) })
		t.games += len(stored)
		boards := map[string]bool{}
		for n, m := range stored {
			moves := namesOf(m.Game.Moves())
			t.moves += len(moves)
			row, _, err := cards.Row(ctx, m.Subject())
			if err != nil {
				return err
			}
			if row.Shown < row.Wanted {
				t.missing++
				fmt.Fprintf(os.Stderr, "lab: channel %s: game %s is shown up to revision %d of %d\n", tb.channel, m.ID, row.Shown, row.Wanted)
			}
			boards[string(row.Message)] = true
			if n >= len(seen) {
				t.doubled++
				fmt.Fprintf(os.Stderr, "lab: channel %s: %d games, but %d were played\n", tb.channel, len(stored), len(seen))
				break
			}
			if !slices.Equal(moves, seen[n]) {
				if len(moves) < len(seen[n]) {
					t.lost += len(seen[n]) - len(moves)
				} else {
					t.doubled += max(1, len(moves)-len(seen[n]))
				}
				fmt.Fprintf(os.Stderr, "lab: channel %s: stored %s\n  seen %s\n", tb.channel, strings.Join(moves, " "), strings.Join(seen[n], " "))
			}
		}
		if len(stored) < len(seen) {
			t.lost++
		}
		if err := t.pictures(ctx, tb, boards); err != nil {
			return err
		}
	}
	return nil
}

// pictures counts messages with a board that belongs to no game.
func (t *tally) pictures(ctx context.Context, tb *table, boards map[string]bool) error {
	var list []seen
	if err := tb.crowd.do(ctx, "GET", "/channels/"+tb.channel+"/messages?limit=100", nil, &list); err != nil {
		return err
	}
	for _, m := range list {
		if m.Author.Bot && len(m.Attachments) > 0 && !boards[m.ID] {
			t.stray++
			fmt.Fprintf(os.Stderr, "lab: channel %s: message %s is a board too many: %.80q\n", tb.channel, m.ID, m.Content)
		}
	}
	return nil
}

func namesOf(moves []game.Move) (names []string) {
	for _, m := range moves {
		names = append(names, m.String())
	}
	return
}

func (t *tally) bad() bool {
	return t.lost+t.doubled+t.stray+t.missing+t.failed+t.analysesLost > 0 || t.unanswered.Load()+t.disordered.Load() > 0
}

// quantile returns the duration below which the share q of the list lies, 0 for an empty
// list. The list is sorted.
func quantile(list []time.Duration, q float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return list[min(int(q*float64(len(list))), len(list)-1)].Round(time.Millisecond)
}

func quantiles(list []time.Duration) string {
	if len(list) == 0 {
		return "–"
	}
	return fmt.Sprintf("p50 %v, p99 %v, most %v", quantile(list, 0.5), quantile(list, 0.99), list[len(list)-1].Round(time.Millisecond))
}

// summary holds the figures for programs: times in milliseconds, memory in MiB.
type summary struct {
	Channels   int     `json:"channels"`
	Bots       int     `json:"bots"`
	Level      int     `json:"level"`
	Think      float64 `json:"think_seconds"`
	Sessions   int     `json:"sessions"`
	Seconds    float64 `json:"seconds"`
	Kills      int64   `json:"kills"`
	Resets     int64   `json:"resets"`
	Restarts   int64   `json:"database_restarts"`
	Cuts       int64   `json:"network_cuts"`
	Ends       int64   `json:"processes_ended_by_themselves"`
	Serves     int     `json:"serves"`
	Shards     int     `json:"shards"`
	Guilds     int     `json:"guilds"`
	Rise       int64   `json:"start_to_boards_on_every_shard_ms"`
	Workers    int     `json:"workers"`
	First50    int64   `json:"first_shard_p50_ms"` // from the kill of a process that serves until boards are shown on the first of its shards
	First      int64   `json:"first_shard_most_ms"`
	Further50  int64   `json:"further_shard_p50_ms"` // from one of them to the next
	Further    int64   `json:"further_shard_most_ms"`
	Boards     int64   `json:"boards"`
	PerSecond  float64 `json:"boards_per_second"`
	Ack50      int64   `json:"ack_p50_ms"`
	Ack99      int64   `json:"ack_p99_ms"`
	Board50    int64   `json:"board_p50_ms"`
	Board99    int64   `json:"board_p99_ms"`
	Unacked    int64   `json:"unacknowledged"`
	Again      int64   `json:"asked_again"`
	Memory     int64   `json:"memory_mb_end"`
	MemoryMost int64   `json:"memory_mb_most"`
	Fifth      int64   `json:"memory_mb_fifth"` // after a fifth of the time
	Goroutines float64 `json:"goroutines"`
	Games      int     `json:"games"`
	Moves      int     `json:"moves"`
	Lost       int     `json:"lost"`
	Doubled    int     `json:"doubled"`
	Stray      int     `json:"boards_too_many"`
	Missing    int     `json:"boards_missing"`
	Tokened    float64 `json:"requests_per_board"` // with the bot's token
	Limited    int     `json:"requests_limited"`
	Disordered int64   `json:"out_of_order"`
	Unanswered int64   `json:"without_answer"`
	Analyses   int     `json:"analyses"`
	Analysed   int     `json:"analyses_finished"`
	Looks      int     `json:"analyses_looks"` // positions analysed
	// AnalysesLost includes those that a kill has thrown back.
	AnalysesLost int `json:"analyses_lost"`
}

// sum returns the summary.
func (t *tally) sum(c *loadCmd) summary {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.Sort(t.acks)
	slices.Sort(t.boards)
	slices.Sort(t.firsts)
	slices.Sort(t.further)
	s := summary{Channels: c.Channels, Bots: c.Bots, Level: c.Level, Think: c.Think, Sessions: c.Sessions, Seconds: t.took.Seconds(),
		Kills: t.kills.Load(), Resets: t.resets.Load(),
		Restarts: t.restarts.Load(), Cuts: t.cuts.Load(), Ends: t.ends.Load(), Serves: c.Serves, Shards: c.Shards, Guilds: c.Guilds, Rise: t.rise.Milliseconds(), Workers: c.Workers,
		First50: quantile(t.firsts, 0.5).Milliseconds(), First: quantile(t.firsts, 1).Milliseconds(),
		Further50: quantile(t.further, 0.5).Milliseconds(), Further: quantile(t.further, 1).Milliseconds(), Boards: t.counted, PerSecond: float64(t.counted) / max(t.took.Seconds(), 1e-3),
		Ack50: quantile(t.acks, 0.5).Milliseconds(), Ack99: quantile(t.acks, 0.99).Milliseconds(),
		Board50: quantile(t.boards, 0.5).Milliseconds(), Board99: quantile(t.boards, 0.99).Milliseconds(),
		Unacked: t.unacked.Load(), Again: t.again.Load(), Goroutines: t.goroutines,
		Games: t.games, Moves: t.moves, Lost: t.lost, Doubled: t.doubled, Stray: t.stray, Missing: t.missing,
		Tokened: float64(t.tokened) / max(float64(t.counted), 1), Limited: t.limited,
		Disordered: t.disordered.Load(), Unanswered: t.unanswered.Load() + int64(t.failed),
		Analyses: c.Analyses * c.Bots, Analysed: t.analysed, Looks: t.looks, AnalysesLost: t.analysesLost}
	for _, m := range t.memory {
		s.Memory, s.MemoryMost = m>>20, max(s.MemoryMost, m>>20)
	}
	if n := len(t.memory); n > 0 {
		s.Fifth = t.memory[n/5] >> 20
	}
	return s
}

func (t *tally) print(w io.Writer, c *loadCmd) {
	s := t.sum(c)
	fmt.Fprintf(w, "channels, bots         %d, %d, level %d, %v", c.Channels, c.Bots, c.Level, t.took.Round(time.Second))
	if c.Think > 0 {
		fmt.Fprintf(w, "; %v of thought a move", time.Duration(c.Think*float64(time.Second)))
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "kills, resets          %d, %d\n", s.Kills, s.Resets)
	if s.Serves+s.Workers > 1 {
		fmt.Fprintf(w, "processes              %d serve %d shards, %d workers; %d ended by themselves; from the start to boards on every shard %v\n",
			s.Serves, s.Shards, s.Workers, s.Ends, t.rise.Round(time.Millisecond))
	}
	if s.Restarts+s.Cuts > 0 {
		fmt.Fprintf(w, "database restarts      %d; cuts of the network to it %d\n", s.Restarts, s.Cuts)
	}
	if len(t.firsts) > 0 {
		fmt.Fprintf(w, "kill to boards         %s on the first of its shards; on each further one %s later (%d kills)\n", quantiles(t.firsts), quantiles(t.further), len(t.firsts))
	}
	fmt.Fprintf(w, "boards answered        %d, %.1f a second\n", s.Boards, s.PerSecond)
	fmt.Fprintf(w, "event to answer        %s (%d not in time, %d moves asked again)\n", quantiles(t.acks), s.Unacked, s.Again)
	fmt.Fprintf(w, "event to board         %s\n", quantiles(t.boards))
	fmt.Fprintf(w, "memory of a bot        %d MB at the end, %d MB at most, %d MB after a fifth; %.0f goroutines\n", s.Memory, s.MemoryMost, s.Fifth, s.Goroutines)
	if s.Kills == 0 && s.Boards > 0 {
		fmt.Fprintf(w, "processor time         %v a board\n", (t.processor / time.Duration(s.Boards)).Round(10*time.Microsecond))
	}
	if s.Boards > 0 {
		fmt.Fprintf(w, "requests a board       %.2f with the token, %d limited; %s\n", s.Tokened, s.Limited, t.each(s.Boards))
	}
	if s.Analyses > 0 {
		fmt.Fprintf(w, "analyses               %d queued, %d finished, %d looks at positions, %d lost or begun again\n", s.Analyses, s.Analysed, s.Looks, s.AnalysesLost)
	}
	fmt.Fprintf(w, "end on SIGTERM         %v\n", t.ended.Round(time.Millisecond))
	fmt.Fprintf(w, "games, moves stored    %d, %d\n", s.Games, s.Moves)
	fmt.Fprintf(w, "lost %d, doubled %d, boards too many %d, boards missing %d, out of order %d, without an answer %d\n",
		s.Lost, s.Doubled, s.Stray, s.Missing, s.Disordered, s.Unanswered)
	json.NewEncoder(w).Encode(s)
}

package load

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Result holds the figures of a run; memory is in MiB.
type Result struct {
	Seconds         float64   `json:"seconds"`
	Boards          int64     `json:"boards"`
	BoardsPerSecond float64   `json:"boards_per_second"`
	EventToAnswer   Quantiles `json:"event_to_answer"` // its acknowledgement, or a board
	EventToBoard    Quantiles `json:"event_to_board"`  // with the character's answer
	NotInTime       int64     `json:"not_acknowledged_in_time"`
	SentAgain       int64     `json:"moves_sent_again"`

	StartToBoards Quantiles `json:"start_to_boards_on_every_shard"`
	KillToBoards  Quantiles `json:"kill_to_boards_on_first_shard"` // of a serve process
	FurtherShards Quantiles `json:"from_one_shard_to_the_next"`
	SigtermToEnd  Quantiles `json:"sigterm_to_end"`

	Kills    int64 `json:"kills"`
	Resets   int64 `json:"resets"`
	Restarts int64 `json:"database_restarts"`
	Cuts     int64 `json:"network_cuts"`
	Ends     int64 `json:"processes_ended_by_themselves"`

	MemoryEnd    int64   `json:"memory_at_end"` // of the largest serve process
	MemoryFifth  int64   `json:"memory_after_a_fifth"`
	MemoryMax    int64   `json:"memory_at_most"`
	Goroutines   float64 `json:"goroutines"`
	Processor    float64 `json:"processor_ms_per_board"` // too low if processes were killed
	Requests     float64 `json:"requests_with_token_per_board"`
	Limited      int     `json:"requests_limited"`
	RequestKinds string  `json:"requests_per_board"`

	Analyses          int `json:"analyses_queued"`
	AnalysesFinished  int `json:"analyses_finished"`
	PositionsAnalysed int `json:"positions_analysed"`

	TournamentBoards int    `json:"tournament_boards_finished"`
	RingGames        int    `json:"ring_games_finished"`
	VotesCounted     int    `json:"votes_counted"`
	FailuresDuring   string `json:"failures_while_people_were"`
	AcceptedLost     int    `json:"accepted_and_lost"`
	SeatedTwice      int    `json:"seated_twice"`
	CalledTwice      int    `json:"called_twice"`
	CountedWrong     int    `json:"counted_not_exactly_once"`

	Games          int   `json:"games_stored"`
	Moves          int   `json:"moves_stored"`
	Lost           int   `json:"moves_lost"`
	Doubled        int   `json:"moves_doubled"`
	BoardsTooMany  int   `json:"boards_too_many"`
	BoardsMissing  int   `json:"boards_missing"`
	OutOfOrder     int64 `json:"boards_out_of_order"`
	AboveMove      int64 `json:"answers_above_their_move"`
	WithoutAnswer  int64 `json:"without_answer"`
	AnalysesLost   int   `json:"analyses_lost_or_begun_again"`
	PlayersStopped int   `json:"stopped_by_an_error"`
}

// OK reports whether every move was stored and answered exactly once, with the answer below the move; no accepted
// request of a crowd was lost; no user was seated or mentioned twice; and every round, turn and vote counted once.
func (r *Result) OK() bool {
	wrongMoves := r.Lost + r.Doubled + r.BoardsTooMany + r.BoardsMissing + r.AnalysesLost + r.PlayersStopped
	wrongCrowds := r.AcceptedLost + r.SeatedTwice + r.CalledTwice + r.CountedWrong
	return int64(wrongMoves+wrongCrowds)+r.OutOfOrder+r.AboveMove+r.WithoutAnswer == 0
}

// Quantiles are quantiles of durations, in milliseconds; N is the number of durations.
type Quantiles struct {
	N   int   `json:"n"`
	P50 int64 `json:"p50_ms"`
	P99 int64 `json:"p99_ms"`
	Max int64 `json:"max_ms"`
}

// String returns "p50 22 ms, p99 172 ms, most 344 ms (5000)", with N in parentheses.
func (t Quantiles) String() string {
	if t.N == 0 {
		return "–"
	}
	return fmt.Sprintf("p50 %d ms, p99 %d ms, most %d ms (%d)", t.P50, t.P99, t.Max, t.N)
}

func quantilesOf(list ...time.Duration) Quantiles {
	if len(list) == 0 {
		return Quantiles{}
	}
	slices.Sort(list)
	at := func(percent int) int64 {
		return list[min(len(list)*percent/100, len(list)-1)].Milliseconds()
	}
	return Quantiles{N: len(list), P50: at(50), P99: at(99), Max: at(100)}
}

// result returns the figures of the run.
func (t *tally) result() *Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	const mib = 1 << 20
	boards := max(float64(t.countedBoards), 1)
	r := &Result{
		Seconds: t.duration.Seconds(), Boards: t.countedBoards,
		BoardsPerSecond: float64(t.countedBoards) / max(t.duration.Seconds(), 1e-3),
		EventToAnswer:   quantilesOf(t.acks...), EventToBoard: quantilesOf(t.replyTimes...),
		NotInTime:     t.unacked.Load(),
		SentAgain:     t.resent.Load(),
		StartToBoards: quantilesOf(t.startupTime), KillToBoards: quantilesOf(t.failoverTimes...),
		FurtherShards: quantilesOf(t.furtherShardTimes...),
		SigtermToEnd:  quantilesOf(t.longestStop),
		Kills:         t.kills.Load(), Resets: t.resets.Load(), Restarts: t.restarts.Load(), Cuts: t.cuts.Load(),
		Ends:       t.ends.Load(),
		Goroutines: t.goroutines, Processor: float64(t.cpuTime.Milliseconds()) / boards,
		Requests: float64(t.botTokenRequests) / boards, Limited: t.limited, RequestKinds: t.requestsPerBoard(),
		Analyses: t.analyses, AnalysesFinished: t.analysesFinished, PositionsAnalysed: t.positions,
		AnalysesLost:     t.analysesLost,
		TournamentBoards: t.crowd.boards, RingGames: t.crowd.ringGames, VotesCounted: t.crowd.votes,
		FailuresDuring: t.failuresDuring(),
		AcceptedLost:   t.crowd.acceptedLost, SeatedTwice: t.crowd.seatedTwice, CalledTwice: t.crowd.calledTwice,
		CountedWrong: t.crowd.inconsistent,
		Games:        t.games, Moves: t.moves, Lost: t.lostMoves, Doubled: t.doubledMoves, BoardsTooMany: t.extraBoards,
		BoardsMissing: t.missing,
		OutOfOrder:    t.outOfOrder.Load(), AboveMove: t.aboveMove.Load(), WithoutAnswer: t.unanswered.Load(),
		PlayersStopped: t.faults,
	}
	if n := len(t.memory); n > 0 {
		r.MemoryEnd, r.MemoryFifth, r.MemoryMax = t.memory[n-1]/mib, t.memory[n/5]/mib, slices.Max(t.memory)/mib
	}
	return r
}

// Print writes one figure per line, under its JSON name.
func (r *Result) Print(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	v := reflect.ValueOf(*r)
	for i := range v.NumField() {
		name := strings.ReplaceAll(v.Type().Field(i).Tag.Get("json"), "_", " ")
		value := v.Field(i).Interface()
		if f, ok := value.(float64); ok {
			value = fmt.Sprintf("%.1f", f)
		}
		fmt.Fprintf(out, "%s\t%v\n", name, value)
	}
	return out.Flush()
}

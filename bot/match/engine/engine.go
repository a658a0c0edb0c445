// Package engine runs the engines: for the turns of characters, as jobs scheduled by the matches, and for the
// analyses that players ask for. One queue shares engine time fairly among players.
//
// Moves go through match.Service, like players' moves, which refuses outdated ones.
//
// Out of scope: rules, Discord, storage, engines themselves.
package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"yeye/ai/character"
	"yeye/ai/explain"
	"yeye/ai/flipped"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/jieqi"
)

// Thinker finds a character's move. value is that of the position for the side to move, in hundredths of a pawn, and
// known is false if the move was not searched for.
type Thinker interface {
	Think(ctx context.Context, g *game.Game, level character.Level,
		seed uint64) (m game.Move, value int, known bool, err error)
}

// Flipper finds a character's move in flipped chess, of a game of which it sees only what the character may know.
type Flipper interface {
	Think(ctx context.Context, v *jieqi.View, level character.Level,
		seed uint64) (m game.Move, value int, known bool, err error)
}

// Analyst finds good moves and their reasons. It may take seconds.
type Analyst interface {
	Suggest(ctx context.Context, g *game.Game) (explain.Hint, error)
}

// Matches is the part of match.Service that the engine needs.
type Matches interface {
	Get(ctx context.Context, m id.Match) (match.Match, error)
	Answer(ctx context.Context, asked *match.Match, move game.Move, value int, known bool) (match.Change, error)
	Postpone(ctx context.Context, m id.Match, turn int64, until time.Time, payload []byte) error
}

// Options of an Engine. Matches and Thinker are needed.
type Options struct {
	Matches Matches
	Thinker Thinker
	Flipper Flipper // of flipped chess; nil is the engine of package flipped
	Analyst Analyst // nil if there is none
	// Searcher finds the best lines of a position for a user who waits for them; nil if there is none.
	Searcher Searcher
	// Reviewer searches the positions of whole games; nil leaves that to Searcher.
	Reviewer Searcher
	// Pause is the least time from a player's move to a character's answer.
	Pause time.Duration
	// Tempo returns how long an answer is delayed after it was found, since people spend more time on some moves than
	// on others; nil means no delay. It blocks no engine.
	Tempo func(Found) time.Duration
	// Threads is how many searches run at the same time; they are shared fairly among the players who started the
	// matches, or who ask. 0 leaves that to Thinker.
	Threads int
	// Hourly is the engine time of one player in an hour; beyond it their characters and hints are slower. 0 is no
	// limit.
	Hourly time.Duration
	// MoveFound is called with the time from when a move was due until it was found, including the wait for an
	// engine; nil is skipped. It must return at once.
	MoveFound func(level character.Level, took time.Duration)
	Now       func() time.Time // the database's clock; default time.Now
}

// Engine computes answers for characters and for the analyst.
type Engine struct {
	Options
	queue   *queue
	started time.Time    // by the database's clock
	flipped flipped.Pool // for questions about games of flipped chess
	moves   atomic.Int64 // of characters, that are being searched or wait for the engine
	// waitingPlayers holds the players who wait for the analyst, one question each, so that one player cannot delay
	// others' games.
	waitingPlayers sync.Map // of id.Player
}

// New makes an Engine.
func New(o Options) *Engine {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Flipper == nil {
		o.Flipper = new(flipped.Pool)
	}
	o.Reviewer = cmp.Or(o.Reviewer, o.Searcher)
	return &Engine{Options: o, queue: newQueue(o.Threads, o.Hourly), started: o.Now()}
}

// Moves counts the characters' moves that this process is searching for, or has claimed and will search for.
func (e *Engine) Moves() int { return int(e.moves.Load()) }

// Handler returns the handler of characters' turns.
func (e *Engine) Handler() scheduler.Handler {
	return scheduler.Handler{Kind: match.ThinkJob, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: e.work,
		Anywhere: true}
}

// Found is a move that a character has found.
type Found struct {
	Match *match.Match // before the answer
	Move  game.Move
	Value int
	Known bool          // whether Value is
	Took  time.Duration // since the character was asked, with the wait for an engine
}

// answer is a move that has been found. It is stored in the job while it is delayed.
type answer struct {
	Move  string `json:"move"`
	Value int    `json:"worth"`
	Known bool   `json:"known"`
}

// work plays the answer of the character to move: that change replaces this job by that of the next act. A job whose
// turn is over counts as done.
func (e *Engine) work(ctx context.Context, j scheduler.Job) error {
	switch err := e.playTurn(ctx, j); {
	case err == nil:
		return scheduler.ErrOvertaken
	case errors.Is(err, match.ErrStale), errors.Is(err, match.ErrNoMatch):
		return nil
	default:
		return err
	}
}

func (e *Engine) playTurn(ctx context.Context, j scheduler.Job) error {
	m, err := e.Matches.Get(ctx, j.Subject.ID)
	if err != nil {
		return err
	}
	if m.Turn != j.Version || m.Next.Kind != match.Think {
		return match.ErrStale
	}
	if found := (answer{}); len(j.Payload) > 0 {
		if err := json.Unmarshal(j.Payload, &found); err != nil {
			return fmt.Errorf("an answer that was held back: %w", err)
		}
		return e.play(ctx, &m, found)
	}
	return e.think(ctx, &m, j.Due)
}

// think finds and plays the character's answer, after the delay of Pause and Tempo. If the player has exceeded the
// hour's engine time, the answer is stored in its job and played later.
func (e *Engine) think(ctx context.Context, m *match.Match, due time.Time) error {
	if due.Before(e.started) { // this process could not have started earlier
		due = e.started
	}
	waited := max(0, e.Now().Sub(due)) // as an unclaimed job, if all engines were busy
	begun := time.Now()
	found, over, err := e.find(ctx, m)
	if err != nil {
		return err
	}
	if e.MoveFound != nil {
		e.MoveFound(m.Seats[m.ToMove()].Level, waited+time.Since(begun))
	}
	delay := e.remainingDelay(m, found, time.Since(begun))
	if penalty := e.penalty(over); penalty > 0 {
		payload, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return e.Matches.Postpone(ctx, m.ID, m.Turn, e.Now().Add(max(penalty, delay)), payload)
	}
	if err := scheduler.SleepOutsidePool(ctx, delay); err != nil {
		return err
	}
	return e.play(ctx, m, found)
}

// remainingDelay returns how long an answer is still to be delayed after a search that took took.
func (e *Engine) remainingDelay(m *match.Match, a answer, took time.Duration) time.Duration {
	wait := e.Pause - took
	if e.Tempo == nil || m.Mode.Unattended { // an exhibition sets its own pace
		return wait
	}
	move, err := game.ParseMove(a.Move)
	if err != nil {
		return wait // play returns this error
	}
	return max(wait, e.Tempo(Found{m, move, a.Value, a.Known, took}))
}

func (e *Engine) play(ctx context.Context, m *match.Match, a answer) error {
	move, err := game.ParseMove(a.Move)
	if err != nil {
		return err
	}
	_, err = e.Matches.Answer(ctx, m, move, a.Value, a.Known)
	return err
}

// find searches for a move when the queue admits the starter. over is by how much they have exceeded their engine time.
func (e *Engine) find(ctx context.Context, m *match.Match) (a answer, over time.Duration, err error) {
	e.moves.Add(1)
	defer e.moves.Add(-1)
	over, err = e.charge(ctx, m.Starter, func() (err error) {
		var move game.Move
		level := m.Seats[m.ToMove()].Level
		if m.Mode.FaceDown() {
			v := m.View(jieqi.PlayerOf(m.ToMove()))
			move, a.Value, a.Known, err = e.Flipper.Think(ctx, &v, level, m.MoveSeed())
		} else {
			// A new seed for each turn, the same one for each try at a turn.
			seed := m.Seed + uint64(m.Turn)*0x9e3779b97f4a7c15
			move, a.Value, a.Known, err = e.Thinker.Think(ctx, m.FullGame(), level, seed)
		}
		a.Move = move.String()
		return err
	})
	return a, over, err
}

// charge runs search when the queue admits the player, and charges the time to them. over is by how much they have
// exceeded the hour's engine time.
func (e *Engine) charge(ctx context.Context, player id.Player, search func() error) (over time.Duration, err error) {
	if err := e.queue.acquire(ctx, player); err != nil {
		return 0, err
	}
	started := time.Now()
	defer func() { over = e.queue.release(player, time.Since(started)) }() // after a panic, too
	return 0, search()
}

// penalty returns how long to delay an answer: the time in which the player's excess decays, at most maxPenalty.
func (e *Engine) penalty(over time.Duration) time.Duration {
	if e.Hourly <= 0 || over <= 0 {
		return 0
	}
	return time.Duration(min(float64(maxPenalty), float64(over)*float64(time.Hour)/float64(e.Hourly)))
}

package arena

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Match holds two players, how they play and when they stop.
type Match struct {
	First, Second Spec
	Rules         Rules
	Pairs         int // at most; 0 means no limit and requires a test
	Concurrency   int // games at the same time, 0 means 1
	Seed          uint64
	// Openings are used in turn. Deterministic players get each opening only once. If there are none, openings are
	// generated.
	Openings  []Opening
	Generator Generator
	Test      SPRT
	Journal   *Journal // nil: games are not saved
	// Conditions describes what else must be the same for a match to resume from its journal, such as limits and seed.
	// "" is not checked.
	Conditions string
	// Each is called after each game, one call at a time.
	Each func(*Played, *Tally)
}

// ErrEndless means that a match has neither a number of pairs nor a test.
var ErrEndless = errors.New("a match needs a number of pairs or a sequential test")

// ErrOtherPlayers and ErrOtherConditions mean that the journal is of another match.
var (
	ErrOtherPlayers    = errors.New("the game file is of other players")
	ErrOtherConditions = errors.New("the games of the file were played under other conditions")
)

// ErrOpeningsUsedUp ends a match of deterministic players that has used each opening once. ErrRepeatedGames means that
// its journal has repeated openings.
var (
	ErrOpeningsUsedUp = errors.New("the openings are used up, and these players always play the same")
	ErrRepeatedGames  = errors.New("the game file has more pairs than there are openings, and these players always " +
		"play the same")
)

// checkJournal returns an error if games in the journal were played by other players or under other
// conditions. A journal that names no conditions is accepted.
func (m *Match) checkJournal(first, second string) error {
	if m.Journal == nil {
		return nil
	}
	for _, p := range m.Journal.Old {
		names := [2]string{p.Red, p.Black}
		if p.Leg == 2 {
			names = [2]string{p.Black, p.Red}
		}
		if names != [2]string{first, second} {
			return fmt.Errorf("%w: %s and %s, not %s and %s", ErrOtherPlayers, names[0], names[1], first, second)
		}
		if p.Conditions != "" && m.Conditions != "" && p.Conditions != m.Conditions {
			return fmt.Errorf("%w: %s; not %s", ErrOtherConditions, p.Conditions, m.Conditions)
		}
	}
	return nil
}

// deterministic reports whether the games of an opening are always the same: both players are this program's engine in
// one thread, without a clock. Other programs may not be deterministic, and characters draw moves by the seed.
func (m *Match) deterministic(players ...Player) bool {
	for _, p := range players {
		if o, ok := p.(*internalEngine); !ok || o.engine.Options().Threads > 1 {
			return false
		}
	}
	b := &m.Rules.Budget
	return b.MoveTime == 0 && b.Time == [2]time.Duration{}
}

// Play plays the match, resuming from the games in the journal. It returns when all pairs are played, the test has
// decided or the context ended; the tally counts the games played in any case. [ErrOpeningsUsedUp] means that it ended
// early because another pair would only repeat games.
func (m *Match) Play(ctx context.Context) (*Tally, error) {
	r := &matchRun{match: m, tally: &Tally{}, played: map[[2]int]*Played{}}
	if m.Pairs <= 0 && m.Test.Elo0 == m.Test.Elo1 {
		return r.tally, ErrEndless
	}
	if m.Journal != nil {
		for _, p := range m.Journal.Old {
			r.played[[2]int{p.Pair, p.Leg}] = p
			r.tally.Add(p)
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for range max(m.Concurrency, 1) {
		group.Go(func() error { return r.work(ctx) })
	}
	err := group.Wait()
	if err == nil && r.outOfOpenings && m.Test.Verdict(r.tally) == 0 {
		err = ErrOpeningsUsedUp
	}
	return r.tally, err
}

// matchRun is a match in progress.
type matchRun struct {
	match *Match

	mu            sync.Mutex
	lastPair      int // last pair started
	maxPairs      int // number of pairs for which there are openings, 0 means any number
	outOfOpenings bool
	tally         *Tally
	played        map[[2]int]*Played
}

// nextPair returns the next pair that is not complete.
func (r *matchRun) nextPair(ctx context.Context) (pair int, opening Opening, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.match
	for {
		if err := context.Cause(ctx); err != nil {
			return 0, opening, err
		}
		if m.Pairs > 0 && r.lastPair >= m.Pairs || m.Test.Verdict(r.tally) != 0 {
			return 0, opening, nil
		}
		if r.maxPairs > 0 && r.lastPair >= r.maxPairs {
			r.outOfOpenings = true
			return 0, opening, nil
		}
		r.lastPair++
		first, second := r.played[[2]int{r.lastPair, 1}], r.played[[2]int{r.lastPair, 2}]
		switch {
		case first != nil && second != nil:
			m.Generator.register(first.Opening)
			continue
		case first != nil:
			opening = first.Opening
			m.Generator.register(opening)
		case second != nil:
			opening = second.Opening
			m.Generator.register(opening)
		case len(m.Openings) > 0:
			opening = m.Openings[(r.lastPair-1)%len(m.Openings)]
		default:
			opening, err = m.Generator.Draw(ctx, m.Seed, r.lastPair)
		}
		return r.lastPair, opening, err
	}
}

// capPairs limits the pairs of deterministic players to the number of openings: repeated games would overstate the
// significance.
func (r *matchRun) capPairs(first, second Player) error {
	n := len(r.match.Openings)
	if n == 0 || !r.match.deterministic(first, second) {
		return nil
	}
	if r.match.Journal != nil {
		for _, p := range r.match.Journal.Old {
			if p.Pair > n {
				return fmt.Errorf("%w: pair %d, %d openings", ErrRepeatedGames, p.Pair, n)
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.maxPairs = n
	return nil
}

func (r *matchRun) work(ctx context.Context) (err error) {
	first, err := r.match.First(ctx)
	if err != nil {
		return err
	}
	defer first.Close()
	second, err := r.match.Second(ctx)
	if err != nil {
		return err
	}
	defer second.Close()
	if err := r.match.checkJournal(first.Name(), second.Name()); err != nil {
		return err
	}
	if err := r.capPairs(first, second); err != nil {
		return err
	}
	for {
		pair, opening, err := r.nextPair(ctx)
		if err != nil || pair == 0 {
			return err
		}
		for leg, sides := range [][2]Player{{first, second}, {second, first}} {
			r.mu.Lock()
			alreadyPlayed := r.played[[2]int{pair, leg + 1}] != nil
			r.mu.Unlock()
			if alreadyPlayed {
				continue
			}
			p, err := r.match.Rules.play(ctx, sides, opening, r.match.Seed+uint64(pair)<<8+uint64(leg)<<4)
			if err != nil {
				return err
			}
			p.Pair, p.Leg, p.Conditions = pair, leg+1, r.match.Conditions
			if err := r.finish(p); err != nil {
				return err
			}
		}
	}
}

func (r *matchRun) finish(p *Played) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tally.Add(p)
	if r.match.Each != nil {
		r.match.Each(p, r.tally)
	}
	if r.match.Journal == nil {
		return nil
	}
	return r.match.Journal.Add(p)
}

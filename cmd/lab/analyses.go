package main

import (
	"context"
	"fmt"
	"os"

	"yeye/bot/store"
)

// analysed is how far one of a bot's analyses is.
type analysed struct {
	game  string
	state int // 2 finished
	done  int // looks at positions
	jobs  int
}

// analyses watches over the analyses of a bot: whatever happens to its processes, each is there, never further back than
// before, and waits for its turn until it is finished.
type analyses struct {
	queued int
	before map[string]analysed
	// What became of them: those finished and the looks at positions of all when they were seen last; those that are gone,
	// or not where they were, or that nobody will go on with.
	finished, looks, lost int
}

// see compares what is stored with what was before.
func (a *analyses) see(ctx context.Context, db *store.DB) error {
	now, err := store.All(ctx, db.Read(), func(r store.Row) (one analysed, err error) {
		err = r.Scan(&one.game, &one.state, &one.done, &one.jobs)
		return one, err
	}, `SELECT game, state, done, (SELECT COUNT(*) FROM jobs WHERE jobs.slot = 'analysis' AND jobs.id = analyses.game) FROM analyses`)
	if err != nil {
		return err
	}
	a.compare(now)
	return nil
}

func (a *analyses) compare(now []analysed) {
	const finished = 2
	wrong := func(format string, args ...any) {
		a.lost++
		fmt.Fprintf(os.Stderr, "lab: "+format+"\n", args...)
	}
	if missing := a.queued - len(now); missing != 0 {
		wrong("%d analyses of %d", len(now), a.queued)
	}
	a.finished, a.looks = 0, 0
	seen := make(map[string]analysed, len(now))
	for _, one := range now {
		was := a.before[one.game]
		if one.done < was.done || one.state < was.state {
			wrong("analysis %s was at %d (%d) and is at %d (%d)", one.game, was.done, was.state, one.done, one.state)
		}
		if one.state != finished && one.jobs == 0 {
			wrong("nobody goes on with analysis %s", one.game)
		}
		if one.state == finished {
			a.finished++
		}
		a.looks += one.done
		seen[one.game] = one
	}
	a.before = seen
}

// seeAnalyses is see for a bot that may be running.
func (r *room) seeAnalyses(ctx context.Context) error {
	if r.analyses.queued == 0 {
		return nil
	}
	db, err := openSite(ctx, r.stack.db)
	if err != nil {
		return err
	}
	defer db.Close()
	return r.analyses.see(ctx, db)
}

package load

import (
	"context"
	"fmt"
	"os"

	"yeye/bot/store"
)

// analysed is the progress of one of a bot's analyses.
type analysed struct {
	game  string
	state int // 2 finished
	done  int // positions analyzed
	jobs  int
}

// analyses watches the analyses of a bot. Whatever happens to its processes, each analysis must
// exist, never lose progress, and have a job until it is finished.
type analyses struct {
	queued int
	before map[string]analysed
	// Results: the number finished, the positions analyzed in all, and the number of failures:
	// analyses that are missing, have lost progress or have no job.
	finished, positions, lost int
}

// see compares the stored analyses with those of the last call.
func (a *analyses) see(ctx context.Context, db *store.DB) error {
	now, err := store.All(ctx, db.Read(), func(r store.Row) (one analysed, err error) {
		err = r.Scan(&one.game, &one.state, &one.done, &one.jobs)
		return one, err
	},
		`SELECT game, state, done, (SELECT COUNT(*) FROM jobs WHERE jobs.slot = 'analysis' AND jobs.id = analyses.game)
			FROM analyses`)
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
	a.finished, a.positions = 0, 0
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
		a.positions += one.done
		seen[one.game] = one
	}
	a.before = seen
}

// seeAnalyses is see for a bot that may be running.
func (b *bot) seeAnalyses(ctx context.Context) error {
	if b.analyses.queued == 0 {
		return nil
	}
	db, err := openDatabase(ctx, b.deployment.db)
	if err != nil {
		return err
	}
	defer db.Close()
	return b.analyses.see(ctx, db)
}

package load

import (
	"context"
	"fmt"
	"os"

	"yeye/bot/store"
)

// analysisRow is the progress of one analysis.
type analysisRow struct {
	game  string
	state int // 2 finished
	done  int // positions analyzed
	jobs  int
}

// analyses checks a bot's analyses: each must exist, never lose progress, and have a job until it is finished.
type analyses struct {
	queued int
	before map[string]analysisRow
	// Results: the number finished, the positions analyzed in total, and the number of failures: analyses that are
	// missing, have lost progress or have no job.
	finished, positions, lost int
}

// poll compares the stored analyses with those of the last call.
func (a *analyses) poll(ctx context.Context, db *store.DB) error {
	now, err := store.All(ctx, db.Read(), func(r store.Row) (one analysisRow, err error) {
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

func (a *analyses) compare(now []analysisRow) {
	const finished = 2
	wrong := func(format string, args ...any) {
		a.lost++
		fmt.Fprintf(os.Stderr, "lab: "+format+"\n", args...)
	}
	if missing := a.queued - len(now); missing != 0 {
		wrong("%d analyses of %d", len(now), a.queued)
	}
	a.finished, a.positions = 0, 0
	seen := make(map[string]analysisRow, len(now))
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

// pollAnalyses is poll for a bot that may be running.
func (b *bot) pollAnalyses(ctx context.Context) error {
	if b.analyses.queued == 0 {
		return nil
	}
	db, err := openDatabase(ctx, b.deployment.db)
	if err != nil {
		return err
	}
	defer db.Close()
	return b.analyses.poll(ctx, db)
}

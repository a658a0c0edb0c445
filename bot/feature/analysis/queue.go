package analysis

import (
	"context"
	"errors"
	"time"

	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/engine"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// maxOpen limits a player's unfinished analyses: one in progress and three in the queue.
const maxOpen = 4

// errMany means that the player has maxOpen unfinished analyses.
var errMany = errors.New("too many analyses are open")

// job is the slot and the kind of analysis jobs.
const job = "analysis"

// kindImported is the kind of the subjects of jobs on imported games.
const kindImported id.Kind = "imported"

// newRow returns the row of a new analysis requested by p.
func newRow(g *archive.Game, p id.Player, at time.Time) row {
	a := row{Game: g.ID, Kind: kindImported, Owner: p, Requester: p, Asked: at}
	m := g.Match()
	if m == nil {
		return a // an imported game is visible to its owner only
	}
	a.Kind, a.Owner = m.Mode.Kind, ""
	if seat := m.Seats[game.Red]; !m.Mode.TwoPlayers {
		if a.Owner = seat.Player; !seat.Human() {
			a.Owner = m.Seats[game.Black].Player
		}
	}
	return a
}

// lock serializes transactions that change a player's queue. Rows read before must be read again.
func lock(ctx context.Context, tx store.Tx, p id.Player) {
	tx.Lock(ctx, "analyses of "+string(p))
}

// enqueue returns the analysis of a game, and puts it in the player's queue if there is none. The first of a queue gets
// a job.
func (f *analyses) enqueue(ctx context.Context, p id.Player, g *archive.Game) (a row, err error) {
	err = f.DB.Tx(ctx, func(tx store.Tx) error {
		lock(ctx, tx, p)
		var there bool
		if a, there, err = load(ctx, tx.Conn, g.ID); err != nil || there && a.State != waiting {
			return err
		}
		if there { // it may be in the queue of another player, who may be canceling it
			lock(ctx, tx, a.Requester)
			if a, there, err = load(ctx, tx.Conn, g.ID); err != nil || there && a.State != waiting {
				return err
			}
		}
		if !there {
			if a, err = f.insertRequest(ctx, tx, p, g); err != nil {
				return err
			}
		}
		if err := startNext(ctx, tx, a.Requester); err != nil {
			return err
		}
		a, _, err = load(ctx, tx.Conn, g.ID)
		return err
	})
	if err == nil {
		f.Waker.Wake()
	}
	return a, err
}

// insertRequest inserts the analysis of a game into the player's queue, unless another player has just done so.
func (f *analyses) insertRequest(ctx context.Context, tx store.Tx, p id.Player, g *archive.Game) (row, error) {
	if !f.Engine.Reviews() {
		return row{}, engine.ErrNoAnalyst
	}
	others, err := openRequests(ctx, tx.Conn, p)
	if err != nil {
		return row{}, err
	}
	if len(others) >= maxOpen {
		return row{}, errMany
	}
	a := newRow(g, p, tx.Now)
	insert(ctx, tx, &a)
	return a, nil
}

// startNext gives the first analysis of a player's queue a job, unless one has a job already. The queue must be locked.
func startNext(ctx context.Context, tx store.Tx, p id.Player) error {
	all, err := openRequests(ctx, tx.Conn, p)
	if err != nil || len(all) == 0 {
		return err
	}
	for i := range all {
		if all[i].State == underway {
			return nil
		}
	}
	setState(ctx, tx, all[0].Game, underway)
	putJob(ctx, tx, &all[0], tx.Now)
	return nil
}

func putJob(ctx context.Context, tx store.Tx, a *row, due time.Time) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: job, Kind: job, Subject: a.subject(), Due: due,
		Pool: scheduler.Slow, Owner: a.Requester})
}

// cancel removes an unfinished analysis, if p requested it, and starts p's next one.
func (f *analyses) cancel(ctx context.Context, p id.Player, game id.Match) error {
	err := f.DB.Tx(ctx, func(tx store.Tx) error {
		lock(ctx, tx, p)
		a, there, err := load(ctx, tx.Conn, game)
		if err != nil || !there || a.State == finished || a.Requester != p {
			return err
		}
		return drop(ctx, tx, &a)
	})
	f.Waker.Wake()
	return err
}

// drop removes an analysis and its job, and starts the requester's next one.
func drop(ctx context.Context, tx store.Tx, a *row) error {
	lock(ctx, tx, a.Requester)
	remove(ctx, tx, a.Game)
	scheduler.Drop(ctx, tx, job, a.subject())
	return startNext(ctx, tx, a.Requester)
}

// Reasons to interrupt the work on an analysis.
var (
	errUnwanted = errors.New("nobody wants the analysis any more")
	errPaused   = errors.New("the player has had the hour's engine time")
)

// dbError is an error of the database, after which the job is retried.
type dbError struct{ error }

func (e dbError) Unwrap() error { return e.error }

// work runs the job of an analysis until it is finished, the program stops, or the player has used up the engine time
// of the hour.
func (f *analyses) work(ctx context.Context, j scheduler.Job) error {
	a, there, err := load(ctx, f.DB.Read(), j.Subject.ID)
	if err != nil || !there || a.State != underway {
		return err
	}
	g, outcome, err := f.played(ctx, &a)
	if errors.Is(err, archive.ErrNoGame) {
		return f.abandon(ctx, &a)
	}
	if err != nil {
		return err
	}
	review, err := f.Engine.Review(a.Requester)
	if err != nil {
		return scheduler.ErrLater // another process has an engine
	}
	w := &worker{f: f, row: &a, review: review, saved: time.Now()}
	found, err := unpack(a.data)
	if err != nil || found.CheckGame(g) != nil {
		found = report.NewAnalysis(g) // not started, or of an earlier version
	}
	analyst := report.Analyst{Engine: review}
	unstopped := context.WithoutCancel(ctx) // saves even while the program stops
	found, err = analyst.Run(ctx, g, outcome, found,
		func(a *report.Analysis, done, total int) error { return w.onPosition(unstopped, a, done, total) })
	return w.end(ctx, found, err)
}

// played returns the game of an analysis and its outcome; [archive.ErrNoGame] if it no longer exists or is not
// finished.
func (f *analyses) played(ctx context.Context, a *row) (*game.Game, game.Outcome, error) {
	if a.Kind == kindImported {
		one, err := f.Games.Imported(ctx, a.Game, a.Owner)
		if err != nil {
			return nil, game.Outcome{}, err
		}
		return one.Game, one.Outcome(), nil
	}
	m, err := f.Matches.Get(ctx, a.Game)
	if errors.Is(err, match.ErrNoMatch) || err == nil && m.Status != match.Ended {
		err = archive.ErrNoGame
	}
	return m.Game, m.Outcome, err
}

// worker is an analysis in progress in this process.
type worker struct {
	f           *analyses
	row         *row
	review      *engine.Review
	done, total int
	saved       time.Time
}

// saveEvery is the interval between saves, and so the most work lost when the program is killed. A save is a disk
// write.
const saveEvery = time.Second

// onPosition is called after each position; an error ends the analysis.
func (w *worker) onPosition(ctx context.Context, a *report.Analysis, done, total int) error {
	w.done, w.total = done, total
	pause := w.review.Pause()
	if pause == 0 && time.Since(w.saved) < saveEvery || done == total {
		return nil
	}
	err := w.save(ctx, a)
	if pause == 0 && errors.Is(err, context.DeadlineExceeded) {
		return nil // the database is slow: retry after the next position
	}
	if err != nil {
		return err
	}
	if pause > 0 {
		err := w.f.DB.WriteTx(ctx, func(tx store.Tx) { putJob(ctx, tx, w.row, tx.Now.Add(pause)) })
		if err != nil {
			return dbError{err}
		}
		return errPaused
	}
	return nil
}

// saveTimeout bounds a save, also while the program is stopping.
const saveTimeout = time.Second

func (w *worker) save(ctx context.Context, a *report.Analysis) error {
	ctx, cancel := context.WithTimeout(ctx, saveTimeout)
	defer cancel()
	places, err := pack(a)
	if err != nil {
		return err
	}
	wanted, err := save(ctx, w.f.DB.Write(), w.row.Game, w.done, w.total, places, underway)
	switch {
	case err != nil:
		return dbError{err}
	case !wanted:
		return errUnwanted
	}
	w.saved = time.Now()
	return nil
}

// end handles the result of the work: it stores a finished analysis, keeps an interrupted one, and removes a failed
// one.
func (w *worker) end(ctx context.Context, a report.Analysis, err error) error {
	var failed dbError
	switch {
	case err == nil:
		return w.finish(ctx, &a)
	case errors.Is(err, errUnwanted), errors.Is(err, errPaused):
		return nil
	case errors.As(err, &failed):
		return err
	case ctx.Err() != nil:
		if saveErr := w.save(context.WithoutCancel(ctx), &a); saveErr != nil && !errors.Is(saveErr, errUnwanted) {
			w.f.Logger.Warn("cannot save the progress of an analysis", "game", w.row.Game, "err", saveErr)
		}
		return err
	}
	w.f.Logger.Error("an analysis failed, removing it", "game", w.row.Game, "err", err)
	return w.f.abandon(ctx, w.row)
}

// finish stores the result, calls Services.Finished, and starts the requester's next analysis.
func (w *worker) finish(ctx context.Context, a *report.Analysis) error {
	places, err := pack(a)
	if err != nil {
		return err
	}
	players, tell, err := w.f.reportNotifier(ctx, w.row, a)
	if err != nil {
		return err
	}
	err = w.f.DB.Tx(ctx, func(tx store.Tx) error {
		player.Lock(ctx, tx, players...)
		lock(ctx, tx, w.row.Requester)
		wanted, err := save(ctx, tx.Conn, w.row.Game, w.total, w.total, places, finished)
		if err == nil && wanted {
			err = tell(ctx, tx)
		}
		if err != nil {
			return err
		}
		return startNext(ctx, tx, w.row.Requester)
	})
	w.f.Waker.Wake()
	return err
}

// reportNotifier returns the function that calls Services.Finished with the report, and the players of the match, who
// must be locked before. For imported games the function does nothing.
func (f *analyses) reportNotifier(ctx context.Context, of *row,
	a *report.Analysis) (players []id.Player, tell func(context.Context, store.Tx) error, err error) {
	nobody := func(context.Context, store.Tx) error { return nil }
	if of.Kind == kindImported {
		return nil, nobody, nil
	}
	m, err := f.Matches.Get(ctx, of.Game)
	if errors.Is(err, match.ErrNoMatch) {
		return nil, nobody, nil
	}
	if err != nil {
		return nil, nil, err
	}
	keep, on, err := f.Finished.On(ctx, m.Guild)
	if err != nil || !on {
		return nil, nobody, err
	}
	found, err := report.Make(m.Game, m.Outcome, a)
	if err != nil {
		return nil, nil, err
	}
	for _, seat := range m.Seats {
		if seat.Human() && !seat.Erased() {
			players = append(players, seat.Player)
		}
	}
	return players, func(ctx context.Context, tx store.Tx) error {
		now, err := f.Matches.StoredIn(ctx, tx, of.Game) // reload: a player may have been erased
		if errors.Is(err, match.ErrNoMatch) {
			return nil
		}
		if err != nil {
			return err
		}
		return keep(ctx, tx, &now, found, of.Requester)
	}, nil
}

// abandon removes an analysis that cannot be finished.
func (f *analyses) abandon(ctx context.Context, a *row) error {
	return f.DB.Tx(ctx, func(tx store.Tx) error { return drop(ctx, tx, a) })
}

// onMatch returns the listener that removes the analysis of a removed match.
func (f *analyses) onMatch() match.Listener {
	return match.Listener{
		InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
			if c.Match.Status != match.Removed {
				return nil
			}
			return forget(ctx, tx, []id.Match{c.Match.ID})
		},
		After: func(_ context.Context, c *match.Change) {
			if c.Match.Status == match.Removed {
				f.Waker.Wake()
			}
		},
	}
}

// forget removes the analyses of deleted games, and starts the requesters' next ones.
func forget(ctx context.Context, tx store.Tx, games []id.Match) error {
	for _, game := range games {
		a, there, err := load(ctx, tx.Conn, game)
		if err == nil && there {
			err = drop(ctx, tx, &a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// owner returns the [player.DataOwner] of analyses.
func (f *analyses) owner() player.DataOwner {
	return player.NewOwner("analyses", forgetPlayer,
		player.List("analyses", requestedBy, func(a *row, p id.Player) exported {
			return exported{a.Game, a.Asked, a.State == finished, a.Requester == p}
		}))
}

// forgetPlayer erases a player from the analyses, and starts the next ones of other players who had requested a game of
// the player.
func forgetPlayer(ctx context.Context, tx store.Tx, p id.Player) error {
	lock(ctx, tx, p)
	all, err := requestedBy(ctx, tx.Conn, p)
	if err != nil {
		return err
	}
	for _, a := range all { // other players may have requested analyses of games owned by p
		if a.Requester != p {
			lock(ctx, tx, a.Requester)
		}
	}
	for _, a := range all {
		if a.State != finished {
			scheduler.Drop(ctx, tx, job, a.subject())
		}
	}
	erase(ctx, tx, p)
	for _, a := range all {
		if a.Requester != p {
			if err := startNext(ctx, tx, a.Requester); err != nil {
				return err
			}
		}
	}
	return nil
}

// exported is an analysis in a player's export.
type exported struct {
	Game     id.Match  `json:"game"`
	Asked    time.Time `json:"asked"`
	Finished bool      `json:"finished"`
	ByYou    bool      `json:"asked_by_you"`
}

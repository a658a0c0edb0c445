package scheduler

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// A row is ready at ready_at: when it is due, or when the lease of its worker ends. claim rises with each claim and
// each job that is put in the slot, and begins at a random number, so that a worker that claimed a job that was dropped
// is not mistaken for the one that claims the next.

// Put writes a job in the transaction that makes it due. It replaces the one in its slot, and ends a claim on that.
func Put(ctx context.Context, tx store.Tx, j Job) {
	ready := store.Millis(j.Due)
	if !j.Due.After(tx.Now) {
		ready = 0 // independent of changes to the clock
	}
	if j.Payload == nil {
		j.Payload = []byte{}
	}
	tx.ExecDeferred(ctx, `
		INSERT INTO jobs (slot, kind, id, job, version, due_at, ready_at, pool, rank, guild, owner, payload, claim, worker)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')
		ON CONFLICT (slot, kind, id) DO UPDATE SET job = excluded.job, version = excluded.version, due_at = excluded.due_at, ready_at = excluded.ready_at,
			pool = excluded.pool, rank = excluded.rank, guild = excluded.guild, owner = excluded.owner, payload = excluded.payload,
			claim = jobs.claim + 1, worker = ''`,
		j.Slot, string(j.Subject.Kind), string(j.Subject.ID), j.Kind, j.Version, store.Millis(j.Due), ready,
		string(j.Pool), j.Rank, string(j.Guild), string(j.Owner), j.Payload, rand.Int64N(1<<50))
}

// Drop removes the job of a slot, if there is one.
func Drop(ctx context.Context, tx store.Tx, slot string, subject id.Subject) {
	tx.ExecDeferred(ctx, `DELETE FROM jobs WHERE slot = ? AND kind = ? AND id = ?`, slot, string(subject.Kind),
		string(subject.ID))
}

// Erase removes a player's id from the jobs done for them, and deletes their engine use, in the transaction that erases
// them.
func Erase(ctx context.Context, tx store.Tx, p id.Player) error {
	tx.ExecDeferred(ctx, `DELETE FROM engine_use WHERE player = ?`, string(p))
	tx.ExecDeferred(ctx, `UPDATE jobs SET owner = '' WHERE owner <> '' AND owner = ?`, string(p))
	return nil
}

// jobFilter selects jobs: those of a pool and of some kinds, and of these the ones that any process does or whose guild
// belongs to a part.
type jobFilter struct {
	pool     Pool
	kinds    []any
	anywhere []any
	part     shards.Part
}

// ready returns the condition for those that are due. Those without a handler in this program are left to newer ones.
func (w *jobFilter) ready() string {
	where := `pool = ? AND ready_at <= ? AND job IN ` + store.Params(len(w.kinds))
	switch own := w.part.Where("guild"); {
	case own == "":
	case len(w.anywhere) == 0:
		where += ` AND ` + own
	default:
		where += ` AND (job IN ` + store.Params(len(w.anywhere)) + ` OR ` + own + `)`
	}
	return where
}

func (w *jobFilter) args(now time.Time) []any {
	all := append([]any{string(w.pool), store.Millis(now)}, w.kinds...)
	if w.part.Where("guild") != "" {
		all = append(all, w.anywhere...)
	}
	return all
}

func (w *jobFilter) anyReady() string {
	return `SELECT COUNT(*) FROM (SELECT 1 FROM jobs WHERE ` + w.ready() + ` LIMIT 1) AS waiting`
}

// ready reports whether a job waits for a worker. It needs no transaction, because almost always none does.
func ready(ctx context.Context, db *store.DB, w jobFilter) (bool, error) {
	n, err := store.Value[int](db.Read().Row(ctx, w.anyReady(), w.args(db.Now())...))
	return n > 0, err
}

// longestDue selects since when the first job of a pool has been due, 0 if there is none. One that was due as soon as
// it was put, or that a worker has released, has no ready_at.
const longestDue = `
	SELECT COALESCE(MIN(since), 0) FROM (
		SELECT MIN(due_at) AS since FROM jobs WHERE pool = ? AND ready_at = 0
		UNION ALL SELECT MIN(ready_at) FROM jobs WHERE pool = ? AND ready_at > 0) AS waiting`

// OldestDue returns how long the job of a pool that waits longest for a worker has been due: one that a worker has
// claimed waits again when its lease is over. It is 0 if none waits.
func OldestDue(ctx context.Context, db *store.DB, pool Pool) (time.Duration, error) {
	at, err := store.Value[int64](db.Read().Row(ctx, longestDue, string(pool), string(pool)))
	if err != nil || at == 0 {
		return 0, err
	}
	return max(0, db.Now().Sub(store.Instant(at))), nil
}

// Waiting returns how many jobs of a pool are due and wait for a worker.
func Waiting(ctx context.Context, db *store.DB, pool Pool) (int, error) {
	return store.Value[int](db.Read().Row(ctx, `SELECT COUNT(*) FROM jobs WHERE pool = ? AND ready_at <= ?`,
		string(pool), store.Millis(db.Now())))
}

const jobColumns = `slot, kind, id, job, version, due_at, pool, rank, guild, owner, payload, claim`

var scanJob = store.Into(func(j *Job) []any {
	return []any{&j.Slot, &j.Subject.Kind, &j.Subject.ID, &j.Kind, &j.Version, store.Time(&j.Due), &j.Pool, &j.Rank,
		&j.Guild, &j.Owner, &j.Payload, &j.claim}
})

// nextRank selects the lowest rank of a pool's jobs above one, or noRank.
const (
	nextRank = `SELECT COALESCE(MIN(rank), ?) FROM jobs WHERE pool = ? AND rank > ?`
	noRank   = math.MaxInt32
)

// maxCandidates bounds how many of the waiting jobs are considered, longest waiting first: after a long absence
// nearly all wait.
const maxCandidates = 2000

// claimable selects the jobs of a pool and rank that are claimed next: each owner's first before any owner's second,
// and first those of owners who have used the engines least lately. If rows are locked one at a time, a row that
// another process has just taken is checked again in its new state, with the conditions outside the inner query: it
// must still be ready.
func (w *jobFilter) claimable(lock string) string {
	return `SELECT ` + jobColumns + ` FROM jobs WHERE ready_at <= ? AND (slot, kind, id) IN (
		SELECT slot, kind, id FROM (
			SELECT slot, kind, id, due_at, ROW_NUMBER() OVER (PARTITION BY owner ORDER BY due_at, kind, id,
			slot) AS nth, ` + recentUse + ` AS had
			FROM (SELECT slot, kind, id, due_at, owner FROM jobs WHERE rank = ? AND ` + w.ready() +
		` ORDER BY ready_at LIMIT ?) AS longest
			LEFT JOIN engine_use ON engine_use.player = longest.owner) AS waiting
		ORDER BY nth, had, due_at, kind, id LIMIT ?) ` + lock
}

// claim gives the worker up to n ready jobs of a pool until the lease ends, lower ranks first.
func claim(ctx context.Context, tx store.Tx, worker string, w jobFilter, n int, lease time.Duration) ([]Job, error) {
	var claimed []Job
	for rank := math.MinInt32; len(claimed) < n; {
		var err error
		if rank, err = store.Value[int](tx.Row(ctx, nextRank, noRank, string(w.pool), rank)); err != nil ||
			rank == noRank {
			return claimed, err
		}
		now := store.Millis(tx.Now)
		args := append(append([]any{now, now, now, now, rank}, w.args(tx.Now)...), maxCandidates, n-len(claimed))
		found, err := store.All(ctx, tx.Conn, scanJob, w.claimable(tx.Dialect().SkipLocked()), args...)
		if err != nil {
			return nil, err
		}
		for _, j := range found {
			n, err := tx.Exec(ctx,
				`UPDATE jobs SET claim = claim + 1, worker = ?, ready_at = ? WHERE slot = ? AND kind = ? AND id = ?
					AND claim = ?`,
				worker, store.Millis(tx.Now.Add(lease)), j.Slot, string(j.Subject.Kind), string(j.Subject.ID), j.claim)
			if err != nil {
				return nil, err
			}
			if n == 1 {
				j.claim++
				claimed = append(claimed, j)
			}
		}
	}
	return claimed, nil
}

// claimIs selects the row of a job while the claim on it is valid.
const claimIs = ` WHERE slot = ? AND kind = ? AND id = ? AND claim = ? AND worker = ?`

func (j *Job) claimArgs(worker string) []any {
	return []any{j.Slot, string(j.Subject.Kind), string(j.Subject.ID), j.claim, worker}
}

// renewal makes a lease end at a time, unless another transaction has locked the row: the other leases must not wait
// for that one.
func renewal(lock string) string {
	return `UPDATE jobs SET ready_at = ? WHERE (slot, kind, id) IN (SELECT slot, kind, id FROM jobs` + claimIs + ` ` +
		lock + `)`
}

// renew makes a lease end at a time, if it can do so at once, and reports false if the claim is over.
func renew(ctx context.Context, tx store.Tx, worker string, j *Job, until time.Time) (bool, error) {
	n, err := tx.Exec(
		ctx,
		renewal(tx.Dialect().SkipLocked()),
		append([]any{store.Millis(until)}, j.claimArgs(worker)...)...)
	if err == nil && n == 0 {
		n, err = store.Value[int64](tx.Row(ctx, `SELECT COUNT(*) FROM jobs`+claimIs, j.claimArgs(worker)...))
	}
	return n > 0, err
}

// release ends a claim, so that another worker can take the job at once.
func release(ctx context.Context, db *store.DB, worker string, j *Job) error {
	return db.Write().Run(ctx, `UPDATE jobs SET ready_at = 0, worker = ''`+claimIs, j.claimArgs(worker)...)
}

// finish deletes a job that is done, unless another has replaced it.
func finish(ctx context.Context, db *store.DB, worker string, j *Job) error {
	return db.Write().Run(ctx, `DELETE FROM jobs`+claimIs, j.claimArgs(worker)...)
}

// postpone makes a job due again at a time and ends the claim.
func postpone(ctx context.Context, db *store.DB, worker string, j *Job, until time.Time) error {
	at := store.Millis(until)
	return db.Write().Run(ctx, `UPDATE jobs SET due_at = ?, ready_at = ?, claim = claim + 1, worker = ''`+claimIs,
		append([]any{at, at}, j.claimArgs(worker)...)...)
}

// ensurePeriodic creates a periodic job if it does not exist, and makes it due no later than at a time.
func ensurePeriodic(ctx context.Context, tx store.Tx, j Job, latest time.Time) {
	tx.ExecDeferred(ctx, `
		INSERT INTO jobs (slot, kind, id, job, version, due_at, ready_at, pool, rank, guild, owner, payload, claim, worker)
		VALUES (?, ?, ?, ?, 0, ?, 0, ?, 0, '', '', ?, ?, '') ON CONFLICT DO NOTHING`,
		j.Slot, string(j.Subject.Kind), string(j.Subject.ID), j.Kind, store.Millis(tx.Now), string(j.Pool), []byte{},
		rand.Int64N(1<<50))
	at := store.Millis(latest)
	tx.ExecDeferred(
		ctx,
		`UPDATE jobs SET due_at = ?, ready_at = ? WHERE slot = ? AND kind = ? AND id = ? AND worker = '' AND due_at > ?`,
		at,
		at,
		j.Slot,
		string(j.Subject.Kind),
		string(j.Subject.ID),
		at,
	)
}

// rewind corrects times that were written while the clock was ahead, after it has been set back by that much. No
// lease then ends later than a full lease from now. Waiting jobs keep their remaining wait. Timed jobs keep their
// time of day, and ensurePeriodic corrects periodic ones.
func rewind(ctx context.Context, tx store.Tx, by, lease time.Duration) {
	now := store.Millis(tx.Now)
	tx.ExecDeferred(ctx, `UPDATE jobs SET ready_at = 0, worker = '' WHERE worker <> '' AND ready_at > ?`,
		store.Millis(tx.Now.Add(lease)))
	if by <= 0 {
		return
	}
	tx.ExecDeferred(ctx,
		`UPDATE jobs SET due_at = due_at - ?, ready_at = ready_at - ? WHERE worker = '' AND pool NOT IN (?, ?)
			AND ready_at > ?`,
		by.Milliseconds(), by.Milliseconds(), string(Timed), string(periodic), now)
}

// recentUse is approximately how much engine time the owner of a job has used by a moment, which is all three of its
// parameters. It decays by twenty minutes an hour here, whatever limit is configured: it only decides the order.
// After the clock was set back nothing has drained.
const recentUse = `CASE WHEN ? <= engine_use.at THEN engine_use.used_ms
	WHEN engine_use.used_ms > (? - engine_use.at) / 3 THEN engine_use.used_ms - (? - engine_use.at) / 3 ELSE 0 END`

// addUse adds to a player's engine time, which decays by hourly an hour, and returns the total. After the clock was
// set back nothing has decayed.
func addUse(ctx context.Context, tx store.Tx, p id.Player, used, hourly time.Duration) (time.Duration, error) {
	ms, err := store.Value[int64](tx.Row(ctx, `
		INSERT INTO engine_use (player, used_ms, at) VALUES (?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET at = excluded.at, used_ms = excluded.used_ms + CASE
			WHEN excluded.at <= engine_use.at THEN engine_use.used_ms
			WHEN engine_use.used_ms > (excluded.at - engine_use.at) * ? / 3600000 THEN engine_use.used_ms - (excluded.at - engine_use.at) * ? / 3600000
			ELSE 0 END
		RETURNING used_ms`,
		string(p), used.Milliseconds(), store.Millis(tx.Now), hourly.Milliseconds(), hourly.Milliseconds()))
	return time.Duration(ms) * time.Millisecond, err
}

// EngineUseOf returns a player's recorded engine time and the time at which it was recorded, for their export. ok is
// false if nothing is recorded.
func EngineUseOf(
	ctx context.Context,
	db *store.DB,
	p id.Player,
) (used time.Duration, at time.Time, ok bool, err error) {
	var ms int64
	ok, err = store.One(db.Read().Row(ctx, `SELECT used_ms, at FROM engine_use WHERE player = ?`, string(p)), &ms,
		store.Time(&at))
	return time.Duration(ms) * time.Millisecond, at, ok, err
}

// deleteDrainedUse deletes the engine time of up to limit players that has decayed to zero, by hourly an hour.
func deleteDrainedUse(ctx context.Context, db *store.DB, hourly time.Duration, limit int) (int64, error) {
	return db.Write().Exec(ctx,
		`DELETE FROM engine_use WHERE player IN (SELECT player FROM engine_use WHERE used_ms <= (? - at) * ? / 3600000
			LIMIT ?)`,
		store.Millis(db.Now()), hourly.Milliseconds(), limit)
}

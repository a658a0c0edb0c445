package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
)

// worker starts a worker for the deployment's bot.
func (w *deployment) worker(args ...string) *process {
	w.Helper()
	p := startProcess(w.T, nil, slices.Concat([]string{"worker", "--db", w.db, "--thinkers", "1", "--pause", "1500ms"}, args)...)
	p.says("starting worker")
	return p
}

// claimed waits until a job is being done, and returns its owner.
func (w *deployment) claimed() (by string) {
	w.Helper()
	db, err := openUnregistered(w.Context(), w.db, nil)
	if err != nil {
		w.Fatal(err)
	}
	defer db.Close()
	w.eventually("a job is taken", func() bool {
		_, err := store.One(db.Read().Row(w.Context(), `SELECT worker FROM jobs WHERE pool = 'engine' AND worker <> ''`), &by)
		return err == nil && by != ""
	})
	return by
}

// A worker that is killed in the middle of a search, without notice, is replaced by
// another within its lease, and the answer comes once. One that is asked to stop
// gives its job back at once.
func TestWorkerKilledWhileThinking(t *testing.T) {
	w := deployOn(t, onServer(t), "--no-think")
	w.mark = w.mei.Mark()
	if _, err := w.mei.Command(bounded(t), w.channel(), "play", person.Opt("opponent", "1"), person.Opt("side", "red")); err != nil {
		t.Fatal(err)
	}
	first := w.worker("--pause", "30s") // so that it certainly still thinks when it is killed
	w.say("h2e2")
	w.claimed()
	second := w.worker("--pause", "6s") // so that it is seen at work
	first.kill()
	killed := time.Now()
	w.wait(person.ShowsMove("h2e2"), answered)
	t.Logf("taken over and answered after %v: the lease of 5 s, a poll each second, the pause, and the machine's delays", time.Since(killed))
	w.one("h2e2")
	m := w.until("answered once", func(m *match.Match) bool { return m.Game.Ply() == 2 })

	turn := m.Turn
	third := w.worker("--pause", "6s")
	w.say("h0g2")
	w.claimed()
	stopped := time.Now()
	if code := second.terminate(); code != 0 {
		t.Errorf("exit code %d\n%s", code, second.log())
	}
	w.wait(person.ShowsMove("h0g2"), answered)
	t.Logf("answered %v after one of two was stopped", time.Since(stopped))
	w.until("answered again", func(m *match.Match) bool { return m.Game.Ply() == 4 && m.Turn == turn+2 })
	noFaults(t, w.bot, third)
}

// Missing and invalid settings of a worker, or of serve without engines, are
// reported.
func TestWorkerUsage(t *testing.T) {
	t.Parallel()
	for says, args := range map[string][]string{
		"needs the bot's PostgreSQL": {"worker", "--db", "yeye.db"}, "--thinkers": {"worker", "--db", "postgres://localhost/x", "--thinkers", "-3"},
		"use --db": {"serve", "--no-think"},
	} {
		if code, _, log := runProgram(t, []string{"DISCORD_TOKEN=x"}, args...); code != 78 || !strings.Contains(log, says) {
			t.Errorf("%v: %d %s", args, code, log)
		}
	}
}

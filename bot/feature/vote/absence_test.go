package vote_test

import (
	"testing"
	"time"

	"yeye/bot/feature/vote"
	"yeye/bot/store/shards"
)

// The time for a vote does not run while the bot is away: it is given back once, what of it lay within the vote.
func TestSkip(t *testing.T) {
	for name, c := range map[string]struct {
		from, to time.Duration // of the absence, after the vote was opened
		later    time.Duration // the vote ends
	}{
		"within the vote":           {time.Minute, 3 * time.Minute, 2 * time.Minute},
		"from before the vote":      {-time.Hour, 3 * time.Minute, 3 * time.Minute},
		"beyond its end":            {time.Minute, time.Hour, 59 * time.Minute},
		"after its end":             {5*time.Minute + time.Second, time.Hour, 0},
		"another part of the guild": {time.Minute, 3 * time.Minute, 0},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, 1)
			p, started := e.processes[0], e.time()
			of := e.start(vote.Rules{Window: 5 * time.Minute}, againstGrandpa).ID
			in := shards.Part{}
			if name == "another part of the guild" {
				in = shards.Part{Of: 2, Shards: []int{1 - shards.Of("500", 2)}}
			}
			if open, err := p.Running(t.Context(), in); err != nil || open == (in.Of > 0) {
				t.Errorf("running: %v %v", open, err)
			}
			e.pass(c.to)
			for range 2 { // a repetition changes nothing
				if err := p.DeductAbsence(t.Context(), in, started.Add(c.from), started.Add(c.to)); err != nil {
					t.Fatal(err)
				}
			}
			v, err := p.Get(t.Context(), of)
			if err != nil || !v.Ends.Equal(started.Add(5*time.Minute+c.later)) {
				t.Errorf("it ends after %v, %v", v.Ends.Sub(started), err)
			}
			e.expectJobs("then", of, "countvotes 1 in "+v.Ends.Add(vote.CountDelay).Sub(e.time()).String())
			if c.later > 0 {
				e.casts(of, "h2e2", "ann")
			}
			if m := e.count(of); c.later > 0 && m.LastMove() != move("h2e2") {
				t.Error(m.LastMove())
			}
			if open, err := p.Running(t.Context(), in); err != nil || open != (c.later == 0 && in.Of == 0) {
				t.Errorf("running, counted: %v %v", open, err)
			}
		})
	}
}

package tournament

import (
	"testing"
	"time"
)

// A Swiss of eight, in which one never comes to the second round and one leaves after the third, is the same whether or not the process
// dies once in any of its steps: before the step's transaction, within it, or after it.
func TestKilledAnywhere(t *testing.T) {
	play := func(t *testing.T, f fault) string {
		e := newEnv(t)
		died := false
		e.fault, e.fails = f, func() { died = true }
		e.create(Plan{System: Swiss, Timing: live, Rounds: 4, Starts: e.DB.Now().Add(time.Minute)}, 8)
		left := false
		e.run(weaker, func(round int) []int {
			if round == 3 && !left {
				left = true
				_, err := e.s.Leave(t.Context(), e.actor("p7"), e.of)
				e.OK(err)
			}
			if round == 2 {
				return []int{e.number("p4")}
			}
			return nil
		})
		if !died && f != (fault{}) {
			t.Error("nothing died")
		}
		return e.told()
	}
	want := play(t, fault{})
	t.Log("\n" + want)
	for _, step := range []string{"open", "pairing", "board", "result", "noshow", "between"} {
		for _, when := range []string{"before", "within", "after"} {
			if step == "noshow" && when == "within" { // most looks write no tournament
				continue
			}
			t.Run(step+" "+when, func(t *testing.T) {
				if got := play(t, fault{step, when}); got != want {
					t.Errorf("got:\n%s\nwant:\n%s", got, want)
				}
			})
		}
	}
}

func (e *env) number(p string) int {
	t := e.get()
	for _, x := range t.Players {
		if string(x.Player) == p {
			return x.Number
		}
	}
	return 0
}

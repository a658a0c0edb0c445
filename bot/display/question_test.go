package display

import (
	"context"
	"errors"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

func ask(player id.Player, on id.Message) interaction.Question {
	yes := discord.Button{CustomID: discord.ControlID{Action: "yes", ID: "a"}.String(), Label: "Yes"}
	return interaction.Question{Guild: "5", Channel: "7", Player: player, ReplyTo: on,
		Message: discord.Message{Content: "meant by " + string(player) + "?", Rows: []discord.Row{{yes}}, Mention: []id.Player{player}}}
}

// questionsDue returns the jobs of questions, and when the first is due.
func (e *env) questionsDue(t *testing.T) (jobs int64, first time.Time) {
	t.Helper()
	var due int64
	if err := e.db.Read().Row(t.Context(), `SELECT COUNT(*), COALESCE(MIN(due_at), 0) FROM jobs WHERE slot = ?`, QuestionJob).Scan(&jobs, &due); err != nil {
		t.Fatal(err)
	}
	return jobs, time.UnixMilli(due)
}

// Each player has one question open in a channel. It pings nobody, stays while moves clear the refusals, and costs one post and one
// delete, which comes when it is answered.
func TestQuestionIsAnswered(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		for _, q := range []interaction.Question{ask("2", "90"), ask("2", "91"), ask("3", "92")} {
			e.Ask(t.Context(), q)
		}
		e.Clear("7")
		e.tasks.Wait()
		if live := e.rest.live(); len(live) != 2 || e.rest.pings != 0 {
			t.Fatalf("asked %q with %d pings", live, e.rest.pings)
		}
		if jobs, first := e.questionsDue(t); jobs != 2 || first.Before(time.Now().Add(50*time.Second)) {
			t.Errorf("%d jobs, the first at %v", jobs, first)
		}
		e.CloseQuestion("7", "100")
		e.tasks.Wait()
		if live := e.rest.live(); len(live) != 1 || live[0] != "meant by 3?" {
			t.Errorf("left: %q", live)
		}
		if jobs, _ := e.questionsDue(t); jobs != 1 {
			t.Errorf("%d jobs are left", jobs)
		}
		e.Ask(t.Context(), ask("2", "93"))
		if live := e.rest.live(); len(live) != 2 {
			t.Errorf("not asked again: %q", live)
		}
	})
}

// A question that nobody answers goes after a minute, also when another process has posted it, or when the answer to the request that
// posted it was lost.
func TestQuestionIsNotAnswered(t *testing.T) {
	for _, c := range []struct {
		name          string
		another, lost bool
	}{{"by the same process", false, false}, {"after a restart", true, false}, {"posted without an answer", false, true}} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				if c.lost {
					e.rest.created = func(id.Message) error { return errOnPurpose }
				}
				e.Ask(t.Context(), ask("3", "92"))
				e.Ask(t.Context(), ask("2", "90"))
				e.rest.created = nil
				if jobs, _ := e.questionsDue(t); jobs != 2 || len(e.rest.live()) != 2 {
					t.Fatalf("%d jobs, %q", jobs, e.rest.live())
				}
				by := e.Display
				if c.another {
					by = e.another(e.db)
				}
				job := scheduler.Job{Subject: questionSubject("7", "90"), Guild: "5"}
				e.rest.undeleted = &discord.APIError{Status: 502}
				if err := by.removeUnanswered(t.Context(), job); !errors.Is(err, scheduler.ErrLater) {
					t.Errorf("Discord is down: %v", err)
				}
				e.rest.undeleted = nil
				for range 2 { // the second time there is nothing left
					if err := by.removeUnanswered(t.Context(), job); err != nil {
						t.Error(err)
					}
				}
				if live := e.rest.live(); len(live) != 1 || live[0] != "meant by 3?" {
					t.Errorf("left: %q", live)
				}
				by.Ask(t.Context(), ask("2", "93"))
				if live := e.rest.live(); len(live) != 2 {
					t.Errorf("not asked again: %q", live)
				}
			})
		})
	}
}

// A question that another process has removed, such as one to which its guild has moved, is forgotten in time: the player is asked again.
func TestQuestionRemovedByAnother(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.Ask(t.Context(), ask("2", "90"))
		if err := e.another(e.db).removeUnanswered(t.Context(), scheduler.Job{Subject: questionSubject("7", "90"), Guild: "5"}); err != nil || len(e.rest.live()) != 0 {
			t.Fatalf("%v, %q", err, e.rest.live())
		}
		time.Sleep(time.Hour)
		if e.Ask(t.Context(), ask("2", "91")); len(e.rest.live()) != 1 {
			t.Error("not asked again")
		}
	})
}

// Where the job cannot be stored nothing is asked, and the next word asks again.
func TestQuestionThatCannotBeStored(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.db.Observe(store.Observer{Statement: failing})
		e.Ask(t.Context(), ask("2", "90"))
		e.db.Observe(store.Observer{})
		if live := e.rest.live(); len(live) != 0 {
			t.Errorf("asked %q", live)
		}
		if e.Ask(t.Context(), ask("2", "91")); len(e.rest.live()) != 1 {
			t.Error("not asked again")
		}
	})
}

// A question of another kind replaces the one that waits, also while that is still being posted: who wrote "undo?" and then "resign" is
// asked whether they resign.
func TestNewerQuestionReplaces(t *testing.T) {
	about := func(on id.Message, what string) interaction.Question {
		q := ask("2", on)
		q.About, q.Message.Content = what, what
		return q
	}
	bubble(t, func(t *testing.T, e *env) {
		wants := func(live string) {
			t.Helper()
			e.tasks.Wait()
			jobs, _ := e.questionsDue(t)
			if all := e.rest.live(); len(all) != 1 || all[0] != live || jobs != 1 {
				t.Errorf("asked %q with %d jobs, want %s", all, jobs, live)
			}
		}
		e.Ask(t.Context(), about("90", "undo"))
		e.Ask(t.Context(), about("91", "resign"))
		wants("resign")
		e.Ask(t.Context(), about("92", "resign"))
		wants("resign")
		e.rest.created = func(id.Message) error {
			e.rest.created = nil
			e.Ask(t.Context(), about("94", "undo"))
			return nil
		}
		e.Ask(t.Context(), about("93", "draw"))
		wants("undo")
	})
}

func failing(context.Context, string) error { return errOnPurpose }

package engine_test

import (
	"context"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/notation"
)

// From a player's move to the character's answer, through the job that the move writes; also if the answer is held
// back.
func TestAnswersThroughTheScheduler(t *testing.T) {
	for name, hourly := range map[string]time.Duration{"at once": 0, "held back": time.Nanosecond} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			now := make(chan time.Time, 1) // the database's time
			now <- start
			clock := func() time.Time { at := <-now; now <- at; return at }
			db, _ := testdb.Open(t, clock)
			answers := make(chan match.Match, 1)
			matches := match.NewService(db, match.WithListeners(match.Listener{After: func(_ context.Context, c *match.Change) {
				if c.By.Source == match.FromEngine {
					answers <- c.Match
				}
			}}))
			seats := [2]match.Seat{{Player: "mei"}, {Level: 1}}
			by := match.Actor{Player: "mei", Source: match.FromText}
			if _, err := matches.Start(t.Context(), by, match.Terms{Mode: match.Versus, Channel: "room", Seats: seats, Position: game.Start()}); err != nil {
				t.Fatal(err)
			}
			held := make(chan bool, 1)
			postponer := postponing{matches, held}
			e := engine.New(engine.Options{Matches: postponer, Thinker: thinker{takes: time.Millisecond}, Hourly: hourly, Now: db.Now})
			s, err := scheduler.New(scheduler.Options{DB: db, Worker: "test", Handlers: []scheduler.Handler{e.Handler()}, Poll: 10 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			stopped := make(chan struct{})
			go func() { s.Run(ctx); close(stopped) }()
			defer func() { cancel(); <-stopped }()
			moved, err := matches.Move(t.Context(), by, "room", notation.Parse("h2e2"), notation.Auto)
			if err != nil {
				t.Fatal(err)
			}
			if hourly > 0 {
				select {
				case <-held:
				case <-answers:
					t.Fatal("not held back")
				}
				<-now
				now <- start.Add(2 * time.Minute)
			}
			m := <-answers
			if m.ID != moved.Match.ID || m.Game.Ply() != 2 || len(m.Scores) != 0 {
				t.Errorf("answered: %d plies, %v", m.Game.Ply(), m.Scores)
			}
			if m, err := matches.Get(t.Context(), m.ID); err != nil || m.Game.Ply() != 2 || m.Next.Kind != match.Adjourn {
				t.Errorf("stored: %d plies, next %v, %v", m.Game.Ply(), m.Next, err)
			}
		})
	}
}

// postponing reports answers that are held back.
type postponing struct {
	*match.Service
	held chan<- bool
}

func (p postponing) Postpone(ctx context.Context, m id.Match, turn int64, until time.Time, payload []byte) error {
	err := p.Service.Postpone(ctx, m, turn, until, payload)
	if err == nil {
		p.held <- true
	}
	return err
}

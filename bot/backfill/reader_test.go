package backfill

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/game"
	"yeye/game/notation"
)

// said is a channel in which these texts were written, all by one player, a second after one another.
type said struct {
	by    id.Player
	from  time.Time
	texts []string
}

func (s said) Recent(context.Context, id.Channel, int, id.Message) (all []discord.Received, err error) {
	for n, text := range s.texts {
		at := id.MessageIDAt(s.from.Add(time.Duration(n+1) * time.Second))
		all = append(all, discord.Received{ID: at, Channel: "7", Guild: "5", Author: discord.User{ID: s.by, Name: "Mei"}, Content: text})
	}
	return all, nil
}

// What was typed while the bot was away is read as at any other time: several moves in a study, and the side before a move.
func TestTypedWhileAway(t *testing.T) {
	for _, c := range []struct {
		name    string
		mode    match.Mode
		texts   []string
		moves   string
		refused bool
	}{
		{"several in a study", study.Mode, []string{"炮二平五 马8进7", "good", "H2+3"}, "[h2e2 h9g7 h0g2]", false},
		{"one of several is wrong", study.Mode, []string{"炮二平五 炮2平1 马二进九"}, "[]", true},
		{"several in a game", match.Duel, []string{"h2e2 h9g7"}, "[]", false},
		{"one's own side", match.Duel, []string{"红炮二平五"}, "[h2e2]", false},
		{"the other's", match.Duel, []string{"黑马8进7"}, "[]", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			started := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
			now := started
			db, _ := testdb.Open(t, func() time.Time { return now })
			matches := match.NewService(db)
			studies := study.New(db, matches)
			by := match.Actor{Player: "2", Guild: "5", Source: match.FromCommand}
			var opened match.Change
			var err error
			if c.mode.OnePlayer {
				opened, err = studies.Open(t.Context(), by, testplay.May(t, new(fairplay.Service), "2", game.NewGame(game.Start(), game.NoRepetition)), "5", "7", "", study.Board{Game: game.NewGame(game.Start(), game.NoRepetition)})
			} else {
				opened, err = matches.Start(t.Context(), by, match.Terms{Mode: c.mode, Guild: "5", Channel: "7", Seats: [2]match.Seat{{Player: "2"}, {Player: "3"}}, Position: game.Start()})
			}
			if err != nil {
				t.Fatal(err)
			}
			now = started.Add(time.Minute)
			var wrong error
			r := &Reader{Matches: matches, REST: said{"2", started, c.texts}, Self: func() id.Player { return "1" }, Now: db.Now, Logger: slog.New(slog.DiscardHandler),
				Queue:    func(_ id.Channel, f func(context.Context)) bool { f(t.Context()); return true },
				Notation: func(*match.Match) notation.Family { return notation.Chinese },
				Refuse: func(_ context.Context, _ *match.Match, _ *discord.Received, err *match.MoveError) {
					wrong = err
				}}
			if err := r.ReadMatch(t.Context(), &opened.Match, started); err != nil {
				t.Fatal(err)
			}
			m, err := matches.Get(t.Context(), opened.Match.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(m.Game.Moves()); got != c.moves || (wrong != nil) != c.refused {
				t.Errorf("played %s, refused with %v", got, wrong)
			}
			if side := (*notation.OtherSide)(nil); c.name == "the other's" && !errors.As(wrong, &side) {
				t.Errorf("refused with %v", wrong)
			}
		})
	}
}

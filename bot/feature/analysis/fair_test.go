package analysis

import (
	"errors"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/fairplay"
	"yeye/game"
)

// While people play, a game keeps its report without what is close to their board; one of which nothing is left is refused.
func TestFair(t *testing.T) {
	db, _ := testdb.Open(t, func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) })
	matches := match.NewService(db)
	f := &analyses{Services: Services{Kit: feature.Kit{Matches: matches}, DB: db, FairPlay: fairplay.New(db, matches, nil)}}
	matches.Listen(f.FairPlay.Listener())
	const opening = "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 h0h6 g6g5 b0c2 a9a8 c3c4 a8f8 h6g6 f8f3 c2d4 h7h3 g6g7 c7e8 g7g6 c9e7"
	actor := func(p id.Player, turn int64) match.Actor {
		return match.Actor{Event: id.Event(strings.Repeat("e", int(turn))), Player: p}
	}
	c, err := matches.Start(t.Context(), actor("mei", 1), match.Terms{Mode: match.Duel, Channel: "c", Position: game.Start(),
		Seats: [2]match.Seat{{Player: "mei", Name: "Mei"}, {Player: "tom", Name: "Tom"}}})
	if err != nil {
		t.Fatal(err)
	}
	m := c.Match
	for _, text := range strings.Fields(opening) {
		move, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = matches.StepConfirmed(t.Context(), actor(m.Seats[m.ToMove()].Player, m.Turn+1), m.ID, m.Turn, move); err != nil {
			t.Fatal(err)
		}
		m = c.Match
	}
	imported := func(from *game.Position, moves string) *archive.Game {
		g := game.NewGame(*from, game.NoRepetition)
		for _, text := range strings.Fields(moves) {
			move, err := game.ParseMove(text)
			if err == nil {
				err = g.PlayOn(move)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return &archive.Game{Game: g, Ended: true}
	}
	start := game.Start()
	withheld := func(g *archive.Game) (n int, err error) {
		may, err := f.permit(t.Context(), &interaction.Request{Player: "linh"}, g)
		if err != nil {
			return 0, err
		}
		all, err := may.Withheld()
		for _, one := range all {
			if one {
				n++
			}
		}
		return n, err
	}
	if n, err := withheld(imported(&start, opening+" d4c6 b7b3")); n != 10 || err != nil { // from the thirteenth ply on
		t.Errorf("the game itself: %d, %v", n, err)
	}
	if n, err := withheld(imported(&start, "h2e2 h9g7 h0g2 b9c7 c3c4 g6g5")); n != 0 || err != nil {
		t.Errorf("another game: %d, %v", n, err)
	}
	fewer := m.Game.Position().Setup()
	fewer.Board[game.SquareAt(0, 3)] = game.NoPiece
	near, err := fewer.Position()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := withheld(imported(&near, "d4c6 b7b3")); !errors.Is(err, errLiveBoards) {
		t.Errorf("two moves from it without a pawn: %v", err)
	}
}

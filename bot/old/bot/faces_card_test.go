package bot

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/board"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
	"yeye/render"
)

// A card that pings has no emoji in its text, because a notification shows their
// names; any other has.
func TestNotificationsWithoutEmoji(t *testing.T) {
	catalog, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	b := &Bot{Options: Options{Catalog: catalog, Now: time.Now}, faces: newFaces(time.Hour)}
	set := faceSet{}
	for _, c := range []game.Color{game.Red, game.Black} {
		for r := game.King; r <= game.Pawn; r++ {
			p := game.NewPiece(c, r)
			set[p] = "<:" + strings.ReplaceAll(p.String(), " ", "_") + ":1>"
		}
	}
	b.faces.show(map[render.Men]faceSet{render.Traditional: set})
	g := game.NewGame(game.Start(), game.Asian)
	m, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for _, c := range []struct {
		name  string
		seats [2]session.Seat
		away  time.Duration // since the one to move did anything
		emoji bool
	}{
		{"between people, one away", [2]session.Seat{{Player: "1"}, {Player: "2"}}, 10 * time.Minute, false},
		{"between people, both there", [2]session.Seat{{Player: "1"}, {Player: "2"}}, time.Minute, true},
		{"against a character", [2]session.Seat{{Level: 1}, {Player: "2"}}, 10 * time.Minute, true},
	} {
		se := session.Session{ID: "abcdefghij", Seats: c.seats, Locale: "en-US", Game: g, Rev: 2, Turn: 2, Touched: now,
			Acted: [2]time.Time{now, now.Add(-c.away)}}
		made := b.card(&se, game.NoSquare, board.Taste{})
		if got := strings.Contains(made.text, "<:red_cannon:1> `h2e2`"); got != c.emoji || (len(made.mention) > 0) == c.emoji {
			t.Errorf("%s: pings %v with %q", c.name, made.mention, made.text)
		}
	}
}

package bot_test

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/bot/internal/bottest"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/game"
)

// A person plays a whole game against the Kid, by typed moves and /move in turn,
// to mate.
func TestWholeGame(t *testing.T) {
	h := bottest.Open(t)
	mei := h.Connect(0)
	card := mei.Command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	if len(card.Attachments) != 1 || card.Attachments[0].Description == "" {
		t.Fatalf("the first card has no described picture: %+v", card)
	}
	data, err := mei.Download(h.Ctx(), card.Attachments[0])
	if err != nil {
		t.Fatal(err)
	}
	if im, err := png.Decode(bytes.NewReader(data)); err != nil || im.Bounds().Dx() < 500 {
		t.Fatalf("the picture: %v", err)
	}

	g := game.NewGame(game.Start(), game.Asian)
	mine := ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})
	for ply := 0; ; ply++ {
		m, _, _, err := mine.Think(h.Ctx(), g, 3, uint64(ply))
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		if ply%2 == 0 {
			mei.Say(m.String())
		} else {
			mei.Command("move", person.Opt("text", m.String()))
		}
		if g.Outcome().Over() {
			break
		}
		// The same card shows the move and then its answer.
		card = mei.Wait(person.ShowsMove(m.String()), answered(m.String()))
		answer, err := game.ParseMove(bottest.LastMove(card))
		if err != nil {
			t.Fatalf("no answer on the card: %s", card.Content)
		}
		if err := g.Play(answer); err != nil {
			t.Fatalf("the Kid's %v: %v\n%s", answer, err, h.Transcript())
		}
		if g.Outcome().Over() {
			break
		}
		if ply > 200 {
			t.Fatal("no end after 200 moves")
		}
	}
	last := mei.Wait(person.Contains("**"), func(m *person.Message) bool {
		_, again := m.Control("Play again")
		return again && bottest.LastMove(m) == g.Moves()[g.Ply()-1].String()
	})
	t.Logf("%v after %d plies: %s", g.Outcome(), g.Ply(), last.Content)
	if w, ok := g.Outcome().Result.Winner(); ok {
		want := "<@" + mei.ID + "> wins"
		if w == game.Black {
			want = "wins"
		}
		if !strings.Contains(last.Content, want) {
			t.Errorf("the last card does not say who won: %s", last.Content)
		}
	}
	// In the end exactly one card has a picture.
	mei.Eventually("one picture stands", func() bool {
		list, err := mei.Messages(h.Ctx(), h.Channel, 100)
		if err != nil {
			t.Fatal(err)
		}
		pictures := 0
		for _, m := range list {
			pictures += len(m.Attachments)
		}
		return pictures == 1
	})
}

// A character whose own searches say that it stands better plays on when it is offered a draw, also late in a game.
func TestDrawIsRefusedByWhoStandsBetter(t *testing.T) {
	h := bottest.Open(t)
	mei := h.Connect(0)
	begin := func() {
		mei.Command("play", person.Opt("opponent", "2"), person.Opt("side", "red"), person.Opt("position", "3akab2/9/4b4/9/p7p/9/9/4B4/4A4/2BAK4 w"))
	}
	ahead := func(s match.Scores) bool {
		return len(s) == 8 && !slices.ContainsFunc(s, func(s match.Score) bool { return s.Value < 100 })
	}
	pawns := func(m match.Match) int { return m.Game.Position().Pieces(game.Black, game.Pawn).Count() }
	begin()
	mine := ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})
	for m := h.Match(); m.Status != match.Open || m.Ply() < 40 || pawns(m) < 2 || !ahead(m.Scores); m = h.Match() {
		if m.Status == match.Open && pawns(m) < 2 { // nobody wins with one pawn, so it would agree
			mei.Press(mei.Command("resign"), "Yes, resign")
			continue
		}
		if m.Status != match.Open { // the character sees more on some days, and mates before then
			begin()
			continue
		}
		best, _, _, err := mine.Think(h.Ctx(), m.Game, 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		mei.Say(best.String())
		mei.Wait(person.ShowsMove(best.String()), func(msg *person.Message) bool {
			_, over := msg.Control("Play again") // the move ended the game
			return over || answered(best.String())(msg)
		})
	}
	bottest.RefusedWith(t, "ahead for eight moves", mei.Command("draw"), "looks at the board and declines")
}

// answered requires a card on which the last move is another than m.
func answered(m string) person.Condition {
	return func(msg *person.Message) bool { last := bottest.LastMove(msg); return last != "" && last != m }
}

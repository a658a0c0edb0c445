package archive_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/desk"
	"yeye/bot/match/archive"
	"yeye/game"
	"yeye/game/record"
)

// The result in a file stands where our board would be drawn by a limit, which its players may not have had. Otherwise the game
// ends as the board says.
func TestResultOfAFile(t *testing.T) {
	const kings, mated = "[FEN \"3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1\"]\n\n1. e0e1 ", "[FEN \"3k5/R8/9/9/9/9/9/9/9/4KR3 w - - 0 1\"]\n\n1. f0f9 "
	shuffle := strings.Repeat("h0g2 h9g7 g2h0 g7h9 ", game.MoveLimitPlies/4)
	d, ctx := desk.Open(t, "play"), t.Context()
	for text, want := range map[string]game.Outcome{
		"h0g2 0-1":          {Result: game.BlackWins},
		shuffle + "1-0":     {Result: game.RedWins},
		shuffle + "1/2-1/2": {Result: game.Draw, Method: game.MoveLimit},
		shuffle + "*":       {Result: game.Draw, Method: game.MoveLimit},
		kings + "0-1":       {Result: game.BlackWins},
		kings + "*":         {Result: game.Draw, Method: game.Material},
		mated + "0-1":       {Result: game.RedWins, Method: game.Checkmate},
	} {
		rec, err := record.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		played, err := rec.Game(game.NoRepetition)
		if err != nil {
			t.Fatal(err)
		}
		r := &interaction.Request{Player: id.Player("201"), Locale: "en-US"}
		kept, err := d.Games.Store(ctx, archive.NewImported(r.Player, rec, played))
		if err != nil {
			t.Fatal(err)
		}
		g, err := d.Games.Find(ctx, r, kept)
		if err != nil || g.Outcome != want {
			t.Errorf("%s: %v, %v", text[max(0, len(text)-30):], g.Outcome, err)
		}
	}
}

// Under the names of players a wrong first move is an error; anywhere else it shows that the text is talk.
func TestWrongFirstMove(t *testing.T) {
	for text, named := range map[string]bool{
		"红方: 广东 许银川\n黑方: 胡荣华\n\n1. 炮二平王 马8进7": true,
		"许银川 先胜 胡荣华\n1. 炮二平王 马8进7":            true,
		"to buy:\n1. milk\n2. eggs":           false,
		"1. milk\n2. eggs":                    false,
	} {
		_, _, err := archive.Read([]byte(text))
		if at := (*record.MoveError)(nil); errors.As(err, &at) != named || !named && !errors.Is(err, record.ErrNoGame) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

package pastgames

import (
	"strings"
	"testing"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// The list and the page of a game of flipped chess say the limit of moves of flipped chess.
func TestFlippedLimit(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("pastgames", catalog))
	if err != nil {
		t.Fatal(err)
	}
	m := &match.Match{Mode: match.DuelOf(variant.Flipped), Outcome: game.Outcome{Result: game.Draw, Method: game.MoveLimit}}
	for _, l := range b.All() {
		w := words.In(l)
		for _, text := range []string{endText(&view.Reader{Words: w}, m), view.Finale(w, m, [2]string{})} {
			if !strings.Contains(text, "40") || strings.Contains(text, "60") || strings.Contains(text, "no value") {
				t.Errorf("%s: %q", l.Tag(), text)
			}
		}
	}
}

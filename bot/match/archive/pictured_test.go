package archive

import (
	"testing"

	"yeye/ai/character"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// A picture names people and characters, and nobody whose name is not known.
func TestPictured(t *testing.T) {
	texts, err := locale.New(words.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	w := words.In(texts.For("en"))
	for _, c := range []struct {
		of   Game
		want [2]string
	}{
		{Game{match: &match.Match{Seats: [2]match.Seat{{Player: "1", Name: "T*m"}, {Level: character.Kid}}}}, [2]string{"T*m", "Kid"}},
		{Game{match: &match.Match{Seats: [2]match.Seat{{Player: "1"}, {Player: "2", Name: "\u2800"}}}}, [2]string{"", "?"}},
		{Game{file: &Imported{Names: [2]string{"许银川", ""}}}, [2]string{"许银川", ""}},
	} {
		if got := [2]string{c.of.PictureName(w, game.Red), c.of.PictureName(w, game.Black)}; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

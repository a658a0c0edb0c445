package bot_test

import (
	"testing"

	"yeye/bot/voice"
	"yeye/game/finish"
)

// A finishing blow has one name in a language, on cards and in what characters and achievements say.
func TestFinishingBlowsHaveOneName(t *testing.T) {
	said, err := voice.Open()
	if err != nil {
		t.Fatal(err)
	}
	texts, err := bundle()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range texts.All() {
		for _, b := range finish.All() {
			if b == finish.Stalemate {
				continue // an ending of its own
			}
			if got, want := l.Text("finish."+string(b)), said.Finish(l.Tag(), string(b)); got != want || want == "" {
				t.Errorf("%s: %s is %q and %q", l.Tag(), b, got, want)
			}
		}
	}
}

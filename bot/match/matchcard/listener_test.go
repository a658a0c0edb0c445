package matchcard_test

import (
	"testing"

	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/variant"
)

// A word that is told, anywhere and perhaps long after the game, changes the card where it is, and pings nobody.
func TestToldWordIsNoNews(t *testing.T) {
	for _, status := range []match.Status{match.Open, match.Ended} {
		c := match.Change{Match: match.Match{Mode: match.DuelOf(variant.Flipped), Channel: "7", Rev: 9, Turn: 4, Status: status},
			Before: match.Before{Status: status, Turn: 4},
			Verb:   match.WordRevealed, By: match.Actor{Player: "tom", Source: match.FromCommand}}
		if w, ok := matchcard.Wanted(&c); !ok || w.Rev != 9 || w.Repost || w.Ping {
			t.Errorf("status %d: %+v, %v", status, w, ok)
		}
	}
}

// A change that the card does not show costs no request.
func TestChangesThatACardDoesNotShow(t *testing.T) {
	for _, verb := range []match.Verb{match.ClockBegan, match.Warned, match.PremoveChanged, match.Blamed, match.PlaceLost} {
		c := match.Change{Match: match.Match{Mode: match.Duel, Channel: "7", Rev: 9, Status: match.Adjourned}, Verb: verb}
		if w, ok := matchcard.Wanted(&c); ok {
			t.Errorf("%s: %+v", verb, w)
		}
	}
}

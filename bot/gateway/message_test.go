package gateway

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAltTextFits(t *testing.T) {
	for _, c := range []struct {
		n, want int
	}{{0, 0}, {1024, 1024}, {1025, 1024}, {5000, 1024}} {
		m := Message{Files: []File{{Name: "b.png", Description: strings.Repeat("馬", c.n)}}}
		if got := utf8.RuneCountInString(m.json().Attachments[0].Description); got != c.want {
			t.Errorf("an alt text of %d characters is sent as %d", c.n, got)
		}
	}
}

package board_test

import (
	"strings"
	"testing"
)

// While both players are on a break the page says so, and no clock runs until it is over.
func TestBreakOnThePage(t *testing.T) {
	b := open(t)
	b.Play("online")
	b.Play(duel)
	mei := b.page("mei")
	if strings.Contains(mei.state.raw, `"rest`) {
		t.Errorf("before the break: %s", mei.state.raw)
	}
	b.Play(`
		mei: [My board]        => private … [Take a break]
		mei: [Take a break]    => private How long a break?
		mei: {How many days} 7 => public … suggests a break of 7 days
		tom: [Accept]          => edit … agreed: a break of 7 days`)
	const rests = `"rests":[{"text":"break until {until}","until":`
	for !strings.Contains(mei.state.raw, rests) || !strings.Contains(mei.state.raw, `"rest":604`) {
		mei.until("state")
	}
}

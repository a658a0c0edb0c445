package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// A game of flipped chess survives being killed before its words and after a move, on either database: the same seal, the same pieces,
// and a record that verifies.
func TestFlippedKilled(t *testing.T) { inTowns(t, nil, flippedKilled) }

func flippedKilled(w *town) {
	t := w.T
	ctx := bounded(t)
	if _, err := w.mei.Command(ctx, w.channel(), "play", person.Opt("game", "flipped"), person.Opt("opponent", "0"), person.Opt("side", "red")); err != nil {
		t.Fatal(err)
	}
	press := func(label string) *person.Message {
		t.Helper()
		m, err := w.mei.Wait(ctx, person.FromBot(), func(m *person.Message) bool { _, ok := m.Control(label); return ok })
		if err == nil {
			m, err = w.mei.Press(ctx, m, label)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", label, err, w.bot.log())
		}
		return m
	}
	asks := w.wait(func(m *person.Message) bool { return strings.Contains(m.Content, "add a word") })
	_, seal, _ := strings.Cut(asks.Content, "Seal `")
	seal, _, _ = strings.Cut(seal, "`")
	w.bot.kill()
	w.serve()
	card := press("Without a word")
	if len(seal) != 64 {
		t.Fatalf("no seal: %s", asks.Content)
	}
	if !strings.Contains(card.Content, seal) {
		t.Errorf("another seal than %s: %s", seal, card.Content)
	}
	w.say("h2e2")
	first := w.wait(bothMoved("`h2e2`"))
	w.bot.kill()
	w.serve()
	w.say("a0a1")
	second := w.wait(bothMoved("`a0a1`"))
	if !strings.Contains(first.Content, seal) || !strings.Contains(second.Content, "`"+seal[:8]+"…`") { // shorter once the game is on
		t.Errorf("another seal than %s:\n%s\n%s", seal, first.Content, second.Content)
	}
	if _, err := w.mei.Command(ctx, w.channel(), "resign"); err != nil {
		t.Fatal(err)
	}
	press("Yes, resign")
	m, err := w.mei.Command(ctx, w.channel(), "export")
	if err != nil || len(m.Attachments) != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	data, err := w.mei.Picture(ctx, m.Attachments[0])
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `[Commitment "`+seal+`"]`) {
		t.Errorf("the record has another seal than %s:\n%s", seal, data)
	}
	p := startProcess(t, nil, "verify", file)
	said, err := p.out.ReadString('\n')
	if err != nil || !strings.HasPrefix(said, "Everything agrees") {
		t.Errorf("%q, %v\n%s", said, err, p.log())
	}
}

// bothMoved is a card that shows a move of Red's and Black's answer. Before the first move the card has an example of a move, which may
// be the same one: it names no side.
func bothMoved(move string) person.Condition {
	return func(m *person.Message) bool {
		return strings.Contains(m.Content, "Red "+move) && strings.Contains(m.Content, "Black ") && strings.Contains(m.Content, "to move** (Red)")
	}
}

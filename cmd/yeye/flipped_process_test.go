package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
	"yeye/internal/slow"
)

// flippedWords are what a game of flipped chess looks for in one language.
type flippedWords struct {
	user               int // of the sandbox's people
	noWord, sure, turn string
	number             func(n int) string // of the move to be made
}

// A game of flipped chess survives being killed before its words and after a move, on either database: the same seal, the same pieces,
// and a record that verifies.
func TestFlippedKilled(t *testing.T) {
	slow.Test(t)
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		flippedKilled(deploy(t), flippedWords{0, "不写", "是的，认输", "**轮到%s走**（红方）", func(n int) string { return fmt.Sprintf("第 %d 回合", n) }})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		flippedKilled(deployOn(t, onServer(t)), flippedWords{2, "Không góp", "Vâng, xin thua", "**Đến lượt %s** (Đỏ)", func(n int) string { return fmt.Sprintf("nước %d ", n) }})
	})
}

var sealed = regexp.MustCompile("`[0-9a-f]{64}`")

func flippedKilled(w *deployment, words flippedWords) {
	t := w.T
	mei, err := person.Connect(bounded(t), w.info.API, w.info.Users[words.user].Token)
	if err != nil {
		t.Fatal(err)
	}
	defer mei.Close()
	w.mei = mei
	if _, err := mei.Command(bounded(t), w.channel(), "play", person.Opt("game", "flipped"), person.Opt("opponent", "0"), person.Opt("side", "red")); err != nil {
		t.Fatal(err)
	}
	press := func(label string) *person.Message {
		t.Helper()
		m, err := w.mei.Wait(bounded(t), person.FromBot(), func(m *person.Message) bool { _, ok := m.Control(label); return ok })
		if err == nil {
			m, err = w.mei.Press(bounded(t), m, label)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", label, err, w.bot.log())
		}
		return m
	}
	asks := w.wait(func(m *person.Message) bool { return sealed.MatchString(m.Content) })
	seal := strings.Trim(sealed.FindString(asks.Content), "`")
	w.bot.kill()
	w.serve()
	card := press(words.noWord)
	if !strings.Contains(card.Content, seal) {
		t.Errorf("another seal than %s: %s", seal, card.Content)
	}
	w.say("h2e2")
	first := w.wait(words.bothMoved(w.info.Users[words.user].ID, 1))
	w.bot.kill()
	w.serve()
	w.say("a0a1")
	second := w.wait(words.bothMoved(w.info.Users[words.user].ID, 2))
	if !strings.Contains(first.Content, seal) || !strings.Contains(second.Content, "`"+seal[:8]+"…`") { // shorter once the game is on
		t.Errorf("another seal than %s:\n%s\n%s", seal, first.Content, second.Content)
	}
	if _, err := w.mei.Command(bounded(t), w.channel(), "resign"); err != nil {
		t.Fatal(err)
	}
	press(words.sure)
	m, err := w.mei.Command(bounded(t), w.channel(), "export")
	if err != nil || len(m.Attachments) != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	data, err := w.mei.Download(bounded(t), m.Attachments[0])
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
	if code, text, log := runProgram(t, nil, "verify", file); code != 0 || !strings.HasPrefix(text, "Everything agrees") {
		t.Errorf("%d %s\n%s", code, text, log)
	}
}

// bothMoved is the card of Red's turn after both sides have made that many moves.
func (l flippedWords) bothMoved(red string, moves int) person.Condition {
	turn, number := fmt.Sprintf(l.turn, "<@"+red+">"), l.number(moves+1)
	return func(m *person.Message) bool {
		return strings.Contains(m.Content, turn) && strings.Contains(m.Content, number)
	}
}

package files

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/game/record"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"h2e2 h9g7", "h2e2 h9g7"},
		{"a ```pgn\n1. C2=5\n``` b", "pgn\n1. C2=5|1. C2=5|a pgn\n1. C2=5\n b"},
		{"unclosed ``` h2e2", "unclosed  h2e2"},
		{"see <9/9/9/9/9/9/9/9/9/9 w - - 0 1 please>", "see <9/9/9/9/9/9/9/9/9/9 w - - 0 1 please>"},
		{"https://a/b/c/d/e/f/g/h/i/j/k", "https://a/b/c/d/e/f/g/h/i/j/k"},
	} {
		var got []string
		for _, b := range candidateTexts(c.text) {
			got = append(got, string(b))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q: %q, want %q", c.text, strings.Join(got, "|"), c.want)
		}
	}
}

// For any message the search for games ends, and every part is either a legal game
// or refused.
func FuzzBlocks(f *testing.F) {
	for _, seed := range []string{"", "```", "``` ```", "1. 炮二平五 马8进7", "`h2e2` ```\nh2e2\n```", "9/9/9/9/9/9/9/9/9/9 w", "//////////", "[Event \"x\"] 1. C2=5",
		"\xff```\xfe", strings.Repeat("```", 100)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range candidateTexts(text) {
			rec, err := record.Read(b)
			if err != nil {
				continue
			}
			p := rec.Start
			for _, m := range rec.Moves() {
				if !p.IsLegal(m) {
					t.Fatalf("%q: %v is not legal", b, m)
				}
				p.Do(m)
			}
		}
	})
}

func TestReadable(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		want       bool
	}{
		{"Game.PGN", "", true}, {"a.txt", "text/plain; charset=utf-8", true}, {"x", "text/plain", true},
		{"board.png", "image/png", false}, {"a.pgn.exe", "application/octet-stream", false},
	} {
		if got := maybeGame(discord.Attachment{Name: c.name, ContentType: c.kind}); got != c.want {
			t.Errorf("%s %s: %v", c.name, c.kind, got)
		}
	}
}

// A code block stays one block, whatever text it contains.
func TestCodeBlock(t *testing.T) {
	got := codeBlock("[Red \"```@everyone\u202e\"]\n\n1. C2=5\n")
	if strings.Count(got, "`") != 6 || strings.Contains(got, "\u202e") || !strings.Contains(got, "\n\n1. C2=5\n") {
		t.Errorf("%q", got)
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
	"yeye/game/jieqi/seal"

	"yeye/game"
)

// A record is verified, one that was changed is not, and what is none is refused.
func TestVerify(t *testing.T) {
	terms := seal.Terms{Match: "m1", Red: "1001", Black: "1002"}
	s := pgn.Seal{Secret: seal.Secret{1, 2, 3}, First: game.Black}
	s.Commitment = seal.Commit(terms, s.Secret)
	s.Words = [2]pgn.Word{{Hash: seal.Word("bamboo"), Text: "bamboo"}, {Hash: seal.Word("")}}
	g := jieqi.NewGame(seal.Deal(seal.Key(terms, s.Secret, s.Words[0].Hash, s.Words[1].Hash)))
	for _, text := range []string{"h2h9", "b7b0", "b2b3"} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r := pgn.FromGame(g, terms, s)
	r.Outcome = game.Outcome{Result: game.RedWins, Method: game.Resignation}
	text := r.String()
	w := g.View(jieqi.Watcher)
	for name, c := range map[string]struct {
		text string
		exit int
		says string
	}{
		"as it was":     {text, exitOK, "The seal is " + s.Commitment.String() + "; first word: \"bamboo\"; second word: none."},
		"a word erased": {strings.Replace(text, "[FirstWord \"bamboo\"]\n", "", 1), exitOK, "Everything agrees"},
		"a word":        {strings.Replace(text, "bamboo", "banyan", 1), exitFailed, `the first word "banyan"`},
		"a move":        {strings.Replace(text, "b2b3", "b2b4", 1), exitFailed, "not as it was written"},
		"still running": {pgn.FromView(&w).String(), exitMisuse, "the seal is not opened"},
		"no record":     {"1. h2e2 *", exitMisuse, "no game of flipped chess"},
	} {
		file := filepath.Join(t.TempDir(), "game.pgn")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errOut bytes.Buffer
		exit := run([]string{"verify", file}, strings.NewReader(""), &out, &errOut)
		if said := out.String() + errOut.String(); exit != c.exit || !strings.Contains(said, c.says) {
			t.Errorf("%s: exit %d, %s", name, exit, said)
		}
		out.Reset()
		if again := run([]string{"verify", "-"}, strings.NewReader(c.text), &out, &errOut); again != exit {
			t.Errorf("%s: exit %d from stdin", name, again)
		}
	}
	var out bytes.Buffer
	if exit := run([]string{"verify", "--moves", "-"}, strings.NewReader(text), &out, &out); exit != exitOK || !strings.Contains(out.String(), "No character played") {
		t.Errorf("with moves: exit %d, %s", exit, out.String())
	}
	r.Terms.Black = "character 0"
	r.Seal.Commitment = seal.Commit(r.Terms, s.Secret)
	out.Reset()
	if exit := run([]string{"verify", "--moves", "-"}, strings.NewReader(r.String()), &out, &out); exit != exitFailed || !strings.Contains(out.String(), "plies [2]") {
		t.Errorf("with a character's move: exit %d, %s", exit, out.String())
	}
	if exit := run([]string{"verify", filepath.Join(t.TempDir(), "nothing")}, nil, &bytes.Buffer{}, &bytes.Buffer{}); exit != exitMisuse {
		t.Errorf("no file: exit %d", exit)
	}
}

package pgn

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// published is the game of the seal's published example, resigned after three moves.
const published = `[Red "Tom \"T\""]
[Black "老船长"]
[Result "1-0"]
[Termination "resignation"]
[Variant "Jieqi"]
[Match "m1"]
[RedID "1001"]
[BlackID "1002"]
[Commitment "a8a94ff6e9e59b9e2536c3ce905b340fa907ecbe8cecab6cd59a458093b0446c"]
[Secret "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]
[FirstWordBy "black"]
[FirstWordHash "98b7bb7c0ecb6a06bba3d8a7fbd6ed1e6fb1cfd4d2ec0a2a1a9a4e6ddd2fd4b6"]
[FirstWord "bamboo"]
[SecondWordHash "0000000000000000000000000000000000000000000000000000000000000000"]
[SecondWord "老船长"]
[Deal "NRPCNAPCPPBRPAB/pbbacrnpapprcnp"]

1. h2h9Pn b7b0aR 2. b2b3P 1-0
`

// example is published with the hashes of its words. It has no checksum.
func example() string {
	text := published
	for word, at := range map[string]string{"bamboo": "FirstWordHash", "老船长": "SecondWordHash"} {
		i := strings.Index(text, "["+at) + len(at) + 3
		text = text[:i] + seal.Word(word).String() + text[i+64:]
	}
	return text
}

func read(t rapid.TB, text string) *Record {
	t.Helper()
	r, err := Read(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return r
}

func TestPublishedExample(t *testing.T) {
	r := read(t, example())
	v, err := r.Verify()
	if err != nil || len(v.Differs) > 0 || v.Turned != 3 || v.Taken != 2 {
		t.Errorf("%v %v", v, err)
	}
	if !strings.HasPrefix(v.String(), "Everything agrees") {
		t.Error(v)
	}
	if got := strings.Replace(r.String(), "[Checksum \""+r.computeChecksum()+"\"]\n", "", 1); got != example() {
		t.Errorf("written as\n%s", got)
	}
}

// A record of another deal that agrees with itself has another seal than the one that was shown, and says so.
func TestVerdictNamesItsSeal(t *testing.T) {
	for old, want := range map[string]string{
		"":                         `6cd59a458093b0446c; first word: "bamboo"; second word: "老船长". Compare`,
		"[FirstWord \"bamboo\"]\n": `first word: unknown, its hash is ` + seal.Word("bamboo").String() + `; second word: "老船长".`,
	} {
		v, err := read(t, strings.Replace(example(), old, "", 1)).Verify()
		if said := v.String(); err != nil || !strings.Contains(said, "The seal is a8a94ff6e9e59b9e") ||
			!strings.Contains(said, want) || strings.Contains(said, "committed to") {
			t.Errorf("%v %v", v, err)
		}
	}
}

// A player may tell a word that looks like a hash.
func TestWordLikeAHash(t *testing.T) {
	const word = "sha256:foo"
	terms := seal.Terms{Match: "m1", Red: "1001", Black: "1002"}
	s := Seal{Secret: seal.Secret{1}, Words: [2]Word{{Hash: seal.Word(word), Text: word}, {Hash: seal.Word("")}}}
	s.Commitment = seal.Commit(terms, s.Secret)
	r := FromGame(jieqi.NewGame(seal.Deal(seal.Key(terms, s.Secret, s.Words[0].Hash, s.Words[1].Hash))), terms, s)
	if v, err := read(t, r.String()).Verify(); err != nil || len(v.Differs) > 0 {
		t.Errorf("%v %v", v, err)
	}
}

// Each change of the example, and what verifying says about it.
func TestDifferences(t *testing.T) {
	sum := sha256.Sum256([]byte("bamboo"))
	for name, c := range map[string]struct{ old, new, says string }{
		"another player":                  {`RedID "1001"`, `RedID "1003"`, "the commitment"},
		"another secret":                  {`"0001`, `"0101`, "the commitment"},
		"another commitment":              {`"a8a9`, `"a8a8`, "the commitment"},
		"another word":                    {`"bamboo"`, `"Bamboo"`, `the first word "Bamboo"`},
		"another hash of a word":          {seal.Word("老船长").String(), seal.Word("x").String(), "the second word"},
		"another deal":                    {"NRPCNAPCPPBRPAB", "RNPCNAPCPPBRPAB", "the deal"},
		"another piece turned over":       {"b2b3P", "b2b3C", "move 2 of red turned over"},
		"another piece taken":             {"Pn", "Pr", "move 1 of red took"},
		"a piece taken that is not named": {"Pn", "Px", "unknown"},
		"a word was erased":               {"[FirstWord \"bamboo\"]\n", "", "Everything agrees"},
		"only its hash was given":         {`"bamboo"`, `"sha256:` + hex.EncodeToString(sum[:]) + `"`, "Everything agrees"},
		"another hash was given":          {`"bamboo"`, `"sha256:` + strings.Repeat("0", 64) + `"`, "the first word"},
	} {
		text := strings.Replace(example(), c.old, c.new, 1)
		if text == example() {
			t.Errorf("%s: nothing is changed", name)
		}
		v, err := read(t, text).Verify()
		if err != nil || !strings.Contains(v.String(), c.says) {
			t.Errorf("%s: %v %v", name, v, err)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ old, new, says string }{
		"another variant":             {"Jieqi", "Xiangqi", "no game of flipped chess"},
		"an illegal move":             {"b2b3P", "b2c4P", "move 2 of red"},
		"a piece that is not told":    {"b2b3P", "b2b3", "does not say which piece"},
		"more than a move tells":      {"b2b3P", "b2b3Pp", "more than the move"},
		"a king face down":            {"b2b3P", "b2b3K", "does not say which piece"},
		"no deal":                     {`[Deal "NRPCNAPCPPBRPAB/pbbacrnpapprcnp"]`, "", "Deal is missing"},
		"a deal without fifteen":      {"NRPCNAPCPPBRPAB/", "PRPCNAPCPPBRPAB/", "Deal"},
		"a short hash":                {`"a8a9`, `"a9`, "Commitment"},
		"a tag twice":                 {"[Match", "[Match \"m2\"]\n[Match", "twice"},
		"two results":                 {"b2b3P 1-0", "b2b3P 0-1", "Result: it is 1-0 above"},
		"something behind the result": {"b2b3P 1-0", "b2b3P 1-0 a0a1", "Result: \"a0a1\" stands behind it"},
		"a side that is none":         {`"black"`, `"blue"`, "FirstWordBy"},
		"a position in the middle":    {`[Match`, "[FEN \"3k5/9/9/9/9/9/9/9/9/X3K4 w\"]\n[Match", "begin with the start"},
		"a zero byte":                 {`"m1"`, "\"m\x001\"", "zero byte"},
	} {
		text := strings.Replace(example(), c.old, c.new, 1)
		if _, err := Read(text); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := read(t, "[Variant \"Jieqi\"]\n\n1. h2h9P *").Verify(); !errors.Is(err, ErrNotOpened) {
		t.Errorf("a game without seal: %v", err)
	}
}

// sealed plays a game with a deal of drawn secret and words.
func sealed(t *rapid.T) (*jieqi.Game, *Record) {
	terms := seal.Terms{Match: rapid.StringMatching(`[a-z0-9]{1,8}`).Draw(t, "match"), Red: "17", Black: "23"}
	s := Seal{First: game.Color(rapid.IntRange(0, 1).Draw(t, "first"))}
	copy(s.Secret[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "secret"))
	s.Commitment = seal.Commit(terms, s.Secret)
	for i := range s.Words {
		s.Words[i].Text = escape(strings.TrimSpace(rapid.StringN(0, 40, -1).Draw(t, "word")))
		if strings.HasPrefix(s.Words[i].Text, given) || strings.ContainsAny(s.Words[i].Text, `\"`) {
			s.Words[i].Text = ""
		}
		s.Words[i].Hash = seal.Word(s.Words[i].Text)
	}
	g := jieqi.NewGame(seal.Deal(seal.Key(terms, s.Secret, s.Words[0].Hash, s.Words[1].Hash)))
	for range rapid.IntRange(1, 90).Draw(t, "plies") {
		moves := g.Position().LegalMoves(nil)
		if g.Outcome().Over() {
			break
		}
		if err := g.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	r := FromGame(g, terms, s)
	if !r.Outcome.Over() {
		r.Outcome = game.Outcome{Result: game.BlackWins, Method: game.Resignation}
	}
	return g, r
}

// given is what a word begins with that is only a hash.
const given = "sha256:"

// A record that is written and read is the same, and agrees. Whatever letter of it is changed, the change is refused,
// found, or means nothing: then the record is written as before.
func TestChangedLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, r := sealed(t)
		text := r.String()
		same := read(t, text)
		if v, err := same.Verify(); err != nil || len(v.Differs) > 0 {
			t.Fatalf("%v %v\n%s", v, err, text)
		}
		if same.String() != text {
			t.Fatalf("read and written again:\n%s\n%s", text, same)
		}
		letters := []rune(text)
		for range 20 {
			i := rapid.IntRange(0, len(letters)-1).Draw(t, "at")
			changed := append([]rune(nil), letters...)
			changed[i] = rapid.SampledFrom([]rune("abcdefghinprxABCNPRX0123456789 \"[]{}.-")).Draw(t, "letter")
			other, err := Read(string(changed))
			if err != nil || changed[i] == letters[i] || other.Seal == nil {
				continue
			}
			v, err := other.Verify()
			for i := range other.Seal.Words { // without its text, a word looks like an erased one
				if w := &other.Seal.Words[i]; w.Text == "" {
					w.Text = r.Seal.Words[i].Text
				}
			}
			if err == nil && len(v.Differs) == 0 && other.String() != text {
				t.Fatalf("not found: %q for %q at %d in\n%s\n%s", changed[i], letters[i], i, text, other)
			}
		}
	})
}

// The record of a running game says what its viewer knows and no more, and can be read.
func TestViewers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _ := sealed(t)
		for _, v := range []jieqi.Viewer{jieqi.RedPlayer, jieqi.BlackPlayer, jieqi.Watcher} {
			w := g.View(v)
			text := FromView(&w).String()
			if strings.Contains(text, "Deal") || strings.Contains(text, "Secret") {
				t.Fatalf("viewer %d: %s", v, text)
			}
			r := read(t, text)
			for i, ply := range r.Plies {
				if ply != w.Moves[i] {
					t.Fatalf("viewer %d, ply %d: %+v, want %+v", v, i+1, ply, w.Moves[i])
				}
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(example())
	f.Add("[Variant \"Jieqi\"]\n\n1. h2h9P {a remark} b7b0ax 2. *")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(text)
		if err != nil {
			return
		}
		again, err := Read(r.String())
		if err != nil || again.String() != r.String() {
			t.Fatalf("%v\n%s\n%s", err, r, again)
		}
		_, _ = r.Verify()
	})
}

// A record counts what is hidden and captured as the game does that it is of.
func TestRecordCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _ := sealed(t)
		for _, viewer := range []jieqi.Viewer{jieqi.RedPlayer, jieqi.BlackPlayer, jieqi.Watcher, jieqi.Everything} {
			w := g.View(viewer)
			r := FromView(&w)
			if got := r.View(); got.Hidden != w.Hidden || got.Captured != w.Captured || got.Unknown != w.Unknown ||
				got.FEN() != w.FEN() {
				t.Fatalf("viewer %d: %s, want %s", viewer, got.FEN(), w.FEN())
			}
			back, err := Read(FromView(&w).String())
			if err != nil || back.Line() != r.Line() {
				t.Fatalf("%v: %s", err, r.Line())
			}
		}
	})
}

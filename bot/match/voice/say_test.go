package voice

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/ai/character"
	"yeye/game"
)

// However much happens, a character speaks at most once in six plies and never
// says the same twice, and what it says belongs to something that happened.
func TestSay(t *testing.T) {
	c := open(t)
	rapid.Check(t, func(t *rapid.T) {
		level := rapid.SampledFrom(character.All()).Draw(t, "level")
		locale := rapid.SampledFrom(Languages()).Draw(t, "locale")
		seed := rapid.Uint64().Draw(t, "seed")
		var memory Memory
		last := -100
		said, told := map[string]bool{}, map[string]map[string]bool{}
		for ply := 0; ply < 200; ply += 2 {
			var moments []Moment
			for range rapid.IntRange(0, 3).Draw(t, "moments") {
				m := Moment{Kind: Kind(rapid.IntRange(0, Kinds-1).Draw(t, "kind")), N: 7}
				switch m.Kind {
				case Takes, Loses, YourBlunder, MyBlunder, Sacrifice:
					m.Role = game.Role(rapid.IntRange(int(game.Advisor), int(game.Pawn)).Draw(t, "role"))
				}
				moments = append(moments, m)
			}
			line, next, ok := c.Say(locale, level, moments, ply, int64(ply+1), seed, memory)
			again, _, same := c.Say(locale, level, moments, ply, int64(ply+1), seed, memory)
			if line != again || ok != same {
				t.Fatal("the same game gets other lines")
			}
			if !ok {
				if !slices.Equal(next.Said, memory.Said) {
					t.Fatal("silence is remembered")
				}
				continue
			}
			key, _, _ := strings.Cut(line.ID, "/")
			kind, role, named := strings.Cut(key, ".")
			if !slices.ContainsFunc(moments, func(m Moment) bool { return m.Kind.String() == kind && (!named || m.Role.String() == role) }) {
				t.Fatalf("%q at %v", line.ID, moments)
			}
			if ply-last < 6 || said[line.ID] || line.Text == "" || strings.Contains(line.Text, "{") {
				t.Fatalf("%+v at ply %d after ply %d", line, ply, last)
			}
			last, said[line.ID], memory = ply, true, next
			if kept := ParseMemory(next.String()); !slices.Equal(kept.Said, next.Said) || len(kept.Pending) > 0 {
				t.Fatalf("%+v is kept as %q", next, next.String())
			}
			other := rapid.SampledFrom(Languages()).Draw(t, "reader")
			if shown, ok := c.Last(other, level, seed, next); ok {
				if told[other] == nil {
					told[other] = map[string]bool{}
				}
				key, _, _ := strings.Cut(shown.ID, "/")
				if told[other][shown.ID] || key != next.Said[len(next.Said)-1].key() && !strings.HasPrefix(next.Said[len(next.Said)-1].key(), key) {
					t.Fatalf("%q in %s for %q", shown.ID, other, line.ID)
				}
				told[other][shown.ID] = true
			}
		}
	})
}

func TestSomebodySaysSomething(t *testing.T) {
	c := open(t)
	for _, locale := range Languages() {
		for _, level := range character.All() {
			line, m, ok := c.Say(locale, level, []Moment{{Kind: Greeting}}, 0, 1, 1, Memory{})
			if !ok || line.Text == "" || len(m.Said) != 1 {
				t.Errorf("%s: level %d does not greet: %+v", locale, level, line)
			}
		}
	}
	line, _, ok := c.Say("en", 5, []Moment{{Kind: Anniversary, N: 12}}, 0, 1, 1, Memory{})
	if !ok || !strings.Contains(line.Text, "12") {
		t.Errorf("the ledger: %+v", line)
	}
}

func TestUnderstand(t *testing.T) {
	for text, want := range map[string]Intent{
		"hi":                      Hello,
		"Hello!":                  Hello,
		"你好":                      Hello,
		"爷爷好":                     Hello,
		"爷爷早上好":                   Hello,
		"哈囉":                      Hello,
		"你好強":                     Praise,
		"你好厉害":                    Praise,
		"爷爷真厉害！":                  Praise,
		"you're great":            Praise,
		"giỏi quá":                Praise,
		"好菜":                      Insult,
		"你是谁？":                    Who,
		"who are you":             Who,
		"ông là ai":               Who,
		"吃饭了吗":                    HowAreYou,
		"吃飽沒":                     HowAreYou,
		"how are you?":            HowAreYou,
		"cháu ăn cơm chưa":        HowAreYou,
		"我赢了！":                    PlayerWon,
		"I lost":                  PlayerLost,
		"你好吗":                     HowAreYou,
		"chào ông":                Hello,
		"Xin chào":                Hello,
		"thx":                     Thanks,
		"Thank you, grandpa":      Thanks,
		"谢谢爷爷":                    Thanks,
		"謝謝":                      Thanks,
		"Cảm ơn ông":              Thanks,
		"how do I play?":          HowTo,
		"怎么玩":                     HowTo,
		"怎麼下":                     HowTo,
		"chơi thế nào":            HowTo,
		"whose turn is it?":       Whose,
		"该谁走了":                    Whose,
		"輪到誰":                     Whose,
		"đến lượt ai":             Whose,
		"bye!":                    Bye,
		"晚安":                      Bye,
		"掰掰":                      Bye,
		"tạm biệt":                Bye,
		"what is the weather":     Unclear,
		"this is highly unlikely": Unclear, // no "hi" within a word
		"party":                   Unclear,
		"":                        Unclear,
		"🀄":                       Unclear,
		"今天天气怎么样":                 Unclear,
		"Who’s turn?":             Whose,  // as phones write the apostrophe
		"ca\u0309m o\u031bn":      Thanks, // as some keyboards write Vietnamese: letters and marks apart
		"lươ\u0323t ai":           Whose,
	} {
		if got := Understand(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for text, want := range map[string]string{"hello": "", "你好": "zh-CN", "谢谢爷爷": "zh-CN", "謝謝": "zh-TW", "輪到誰 OK": "zh-TW", "chào ông": "vi", "CẢM ƠN": "vi", "": "", "🀄": "", "chao": "", "cha\u0300o": "vi"} {
		if got := LanguageOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAnswer(t *testing.T) {
	c := open(t)
	for _, locale := range Languages() {
		for _, level := range character.All() {
			seen := map[string]bool{}
			for _, i := range []Intent{Unclear, Hello, Thanks, Whose, Bye, Praise, Insult, Who} {
				got := c.Answer(locale, level, i, false, 1)
				if got == "" || seen[got] {
					t.Errorf("%s: level %d to %v: %q", locale, level, i, got)
				}
				seen[got] = true
			}
			if got := c.Answer(locale, level, Whose, true, 1); got == "" || seen[got] {
				t.Errorf("%s: level %d whose turn it is: %q", locale, level, got)
			}
		}
	}
	if got := c.Answer("en", 5, HowTo, false, 1); got != "" {
		t.Errorf("how to begin: %q", got)
	}
}

func FuzzUnderstand(f *testing.F) {
	for _, s := range []string{"hi", "谢谢", "\xff", "How to?", strings.Repeat("a ", 5000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if i := Understand(s); int(i) >= len(intentNames) {
			t.Errorf("%q is %d", s, i)
		}
	})
}

func FuzzParseMemory(f *testing.F) {
	for _, s := range []string{"", "1:2:greeting:0 13:15:takes.rook:0 +hint", "x", "1:2:3", "1:2:takes.emperor:0", "+", "1:1:anniversary:12 +unknown", "!0:23:310 !1:4:20", "!7:1:1 !0:-3:5 !x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m := ParseMemory(s)
		if again := ParseMemory(m.String()); !slices.Equal(again.Said, m.Said) || !slices.Equal(again.Pending, m.Pending) {
			t.Errorf("%q is %+v, then %+v", s, m, again)
		}
	})
}

func TestPending(t *testing.T) {
	c := open(t)
	m := Memory{}.Remember(Hint).Remember(LongThink)
	if got := ParseMemory(m.String()).PendingMoments(); !slices.Equal(got, []Moment{{Kind: Hint}, {Kind: LongThink}}) {
		t.Errorf("%v", got)
	}
	if _, next, _ := c.Say("en", 3, nil, 8, 9, 1, m); len(next.Pending) > 0 {
		t.Error("what was not spoken of at once is old news")
	}
}

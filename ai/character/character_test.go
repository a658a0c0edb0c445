package character

import "testing"

func TestTableIsComplete(t *testing.T) {
	keys := map[string]bool{}
	for _, l := range All() {
		c := l.Traits()
		if n := c.Names; c.Key == "" || keys[c.Key] || n.English == "" || n.Simplified == "" || n.Traditional == "" || n.Vietnamese == "" {
			t.Errorf("%d: %+v", l, c)
		}
		keys[c.Key] = true
		for _, text := range []string{c.Key, c.Names.English} {
			if got, ok := Named(text); !ok || got != l {
				t.Errorf("%q names %v, %v", text, got, ok)
			}
		}
		if got, ok := Parse(l.Digit()); !ok || got != l {
			t.Errorf("%q is %v, %v", l.Digit(), got, ok)
		}
	}
	if len(keys) != Count || !Default.Valid() || !Host.Traits().Remembers {
		t.Errorf("%d characters", len(keys))
	}
}

// What sets a strong character apart holds for all stronger ones; only one remembers.
func TestTraitsFollowStrength(t *testing.T) {
	remember := 0
	for _, l := range All() {
		c := l.Traits()
		if c.Remembers {
			remember++
		}
		if l == Newborn {
			continue
		}
		weaker := (l - 1).Traits()
		if weaker.Strong && !c.Strong || weaker.Concedes && !c.Concedes || c.ForBeginners && !weaker.ForBeginners {
			t.Errorf("%v is %+v, the one before it %+v", l, c, weaker)
		}
	}
	if remember != 1 {
		t.Errorf("%d characters remember", remember)
	}
}

func TestNoSuchCharacter(t *testing.T) {
	for _, text := range []string{"", "-1", "7", "x", "1 ", "Kid"} {
		if l, ok := Parse(text); ok {
			t.Errorf("%q is %v", text, l)
		}
	}
	if l, ok := Named("nobody"); ok {
		t.Errorf("nobody is %v", l)
	}
	for _, l := range []Level{-1, 7} {
		if l.Valid() || l.Key() != "" || l.Name("vi") != "" || l.Traits() != (Traits{}) {
			t.Errorf("%v is a character", l)
		}
	}
	if got := Level(9).String(); got != "level 9" {
		t.Error(got)
	}
}

func TestNames(t *testing.T) {
	for language, want := range map[string]string{"en": "Park Master", "zh-CN": "公园大爷", "zh-TW": "公園阿伯", "vi": "Cao thủ công viên", "de": "Park Master"} {
		if got := ParkMaster.Name(language); got != want {
			t.Errorf("%s: %s", language, got)
		}
	}
}

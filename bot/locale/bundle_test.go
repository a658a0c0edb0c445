package locale

import (
	"strings"
	"testing"
	"testing/fstest"
)

// catalog makes a catalog whose texts are the same in all languages except those in others.
func catalog(name, text string, others map[string]string) Catalog {
	files := fstest.MapFS{}
	for _, l := range Languages() {
		data := text
		if other, ok := others[l]; ok {
			data = other
		}
		files[l+".json"] = &fstest.MapFile{Data: []byte(data)}
	}
	return Catalog{Name: name, Files: files}
}

func TestForFindsTheClosest(t *testing.T) {
	b, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		locales []string
		want    string
	}{
		{[]string{"zh-CN"}, "zh-CN"}, {[]string{"zh-TW"}, "zh-TW"}, {[]string{"zh-HK"}, "zh-TW"}, {[]string{"vi"}, "vi"},
		{[]string{"en-GB"}, "en-US"}, {[]string{"de"}, "en-US"}, {[]string{"", "vi"}, "vi"}, {[]string{"de", "vi"}, "vi"},
		{[]string{"nonsense!!"}, "en-US"}, {nil, "en-US"},
	} {
		if got := b.For(c.locales...).Tag(); got != c.want {
			t.Errorf("%v: %s, want %s", c.locales, got, c.want)
		}
	}
}

// Catalogs that do not fit together are refused when they are read, and named.
func TestCatalogsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		what     string
		catalogs []Catalog
		want     []string
	}{
		{"one key twice", []Catalog{catalog("dice", `{"roll":"Roll"}`, nil), catalog("cards", `{"roll":"Deal"}`, nil)}, []string{"dice", "cards", "roll"}},
		{"one key twice in a catalog", []Catalog{catalog("dice", `{"roll":"Roll","roll":"Throw"}`, nil)}, []string{"dice", "en", "roll"}},
		{"a language lacks a key", []Catalog{catalog("dice", `{"roll":"Roll"}`, map[string]string{"vi": `{}`})}, []string{"dice", "roll"}},
		{"a language has more", []Catalog{catalog("dice", `{}`, map[string]string{"zh-TW": `{"roll":"擲"}`})}, []string{"dice", "roll", "zh-TW"}},
		{"no catalog", []Catalog{catalog("dice", `{"roll":`, nil)}, []string{"dice"}},
		{"no files", []Catalog{{Name: "dice", Files: fstest.MapFS{}}}, []string{"dice"}},
	} {
		_, err := New(c.catalogs...)
		if err == nil {
			t.Errorf("%s: accepted", c.what)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v does not name %s", c.what, err, part)
			}
		}
	}
}

// Commands in sentences have their names in the language, and are links once they are registered.
func TestCommandsInSentences(t *testing.T) {
	b, err := New(catalog("dice", `{"command.roll.name":"roll","command.board.name":"board","none":"Roll with `+"`/roll`, see `/board`, not `/stop`"+`."}`,
		map[string]string{"zh-CN": `{"command.roll.name":"掷","command.board.name":"棋盘","none":"用 ` + "`/roll`、`/board`、`/stop`" + `。"}`}))
	if err != nil {
		t.Fatal(err)
	}
	zh := b.For("zh-CN")
	if got, want := zh.Text("none"), "用 `/掷`、`/棋盘`、`/stop`。"; got != want {
		t.Errorf("not registered: %s", got)
	}
	b.SetCommandIDs(map[string]string{"roll": "123"})
	if got, want := zh.Text("none"), "用 </掷:123>、`/棋盘`、`/stop`。"; got != want {
		t.Errorf("registered: %s", got)
	}
	if text, ok := zh.Lookup("nothing"); ok || text != "nothing" {
		t.Errorf("an unknown key is %q, %v", text, ok)
	}
}

package daily

import (
	"slices"
	"testing"
	"time"
)

// TestZones loads every zone that is offered.
func TestZones(t *testing.T) {
	for _, name := range append(slices.Clone(zones), commonZones...) {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
	}
	for _, language := range []string{"en", "zh-CN", "zh-TW", "vi"} {
		if name := UsualZone(language); !slices.Contains(zones, name) {
			t.Errorf("%s: %s", language, name)
		}
	}
	for _, c := range []struct{ typed, first string }{
		{"hanoi", ""}, {"ho chi", "Asia/Ho_Chi_Minh"}, {"Berl", "Europe/Berlin"}, {"york", "America/New_York"}, {"saigon", ""}, {"sao paulo", "America/Sao_Paulo"}, {"", "Asia/Shanghai"},
	} {
		found := FindZones(c.typed, 25)
		if c.first == "" && len(found) > 0 || c.first != "" && (len(found) == 0 || found[0] != c.first) {
			t.Errorf("%q finds %v", c.typed, found)
		}
	}
	if n := len(FindZones("a", 25)); n != 25 {
		t.Errorf("%d found", n)
	}
}

package snowflake

import (
	"encoding/json"
	"testing"
	"time"
)

// The example of Discord's own reference, "Snowflake ID Format".
func TestTime(t *testing.T) {
	const id ID = 175928847299117063
	made := time.Date(2016, 4, 30, 11, 18, 25, 796_000_000, time.UTC)
	if got := id.Time(); !got.Equal(made) {
		t.Errorf("made at %v", got)
	}
	if first := At(made); first > id || first.Time() != id.Time() || (first-1).Time() == id.Time() {
		t.Errorf("the first of that millisecond is %d", first)
	}
}

func TestJSON(t *testing.T) {
	for in, want := range map[string]ID{`"80351110224678912"`: 80351110224678912,
		`80351110224678912`: 80351110224678912, `""`: 0, `null`: 0} {
		id := ID(1)
		if err := json.Unmarshal([]byte(in), &id); err != nil || id != want {
			t.Errorf("%s is read as %d, %v", in, id, err)
		}
	}
	for _, in := range []string{`"abc"`, `-1`, `1.5`, `true`, `"18446744073709551615"`, `{}`} {
		var id ID
		if err := json.Unmarshal([]byte(in), &id); err == nil {
			t.Errorf("%s is read as %d", in, id)
		}
	}
	out, err := json.Marshal(map[ID]ID{1: 80351110224678912})
	if err != nil || string(out) != `{"1":"80351110224678912"}` {
		t.Errorf("%s, %v", out, err)
	}
}

func TestOrNil(t *testing.T) {
	if ID(0).OrNil() != nil || *ID(7).OrNil() != "7" {
		t.Error("zero alone is nil")
	}
}

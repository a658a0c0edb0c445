package connection

import "testing"

// The end of a connection ends the absence from its guilds, unless the shard was gained again meanwhile.
func TestEndsAbsence(t *testing.T) {
	old, next := &connection{}, &connection{}
	for _, c := range []struct {
		name string
		now  map[int]*connection
		want bool
	}{
		{"the connection is still there", map[int]*connection{2: old}, true},
		{"the shard is another process's", map[int]*connection{1: next}, true},
		{"gained again", map[int]*connection{2: next}, false},
	} {
		m, ended := Manager{all: c.now}, false
		m.unless(2, old, func() { ended = true })
		if ended != c.want {
			t.Errorf("%s: ended %v", c.name, ended)
		}
	}
}

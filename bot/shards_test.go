package bot

import "testing"

// The end of a link ends the absence from its guilds, unless the shard was gained again meanwhile.
func TestLinkEndsAbsence(t *testing.T) {
	old, next := &link{}, &link{}
	for _, c := range []struct {
		name string
		now  map[int]*link
		want bool
	}{
		{"the link is still there", map[int]*link{2: old}, true},
		{"the shard is another process's", map[int]*link{1: next}, true},
		{"gained again", map[int]*link{2: next}, false},
	} {
		l, ended := links{all: c.now}, false
		l.unless(2, old, func() { ended = true })
		if ended != c.want {
			t.Errorf("%s: ended %v", c.name, ended)
		}
	}
}

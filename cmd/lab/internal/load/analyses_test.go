package load

import "testing"

// Analyses that are missing, have fallen back, or no longer have a job are found; those that progress and finish
// are not reported.
func TestAnalysesAreWatched(t *testing.T) {
	for _, c := range []struct {
		name string
		now  []analysisRow
		lost int
	}{
		{"as before", []analysisRow{{"a", 1, 10, 1}, {"b", 2, 90, 0}}, 0},
		{"further", []analysisRow{{"a", 1, 11, 1}, {"b", 2, 90, 0}}, 0},
		{"finished, its job not yet removed", []analysisRow{{"a", 2, 90, 1}, {"b", 2, 90, 0}}, 0},
		{"gone", []analysisRow{{"a", 1, 10, 1}}, 1},
		{"one too many", []analysisRow{{"a", 1, 10, 1}, {"b", 2, 90, 0}, {"c", 1, 0, 1}}, 1},
		{"begun again", []analysisRow{{"a", 1, 0, 1}, {"b", 2, 90, 0}}, 1},
		{"finished and begun again", []analysisRow{{"a", 1, 10, 1}, {"b", 1, 90, 1}}, 1},
		{"without a job", []analysisRow{{"a", 1, 10, 0}, {"b", 2, 90, 0}}, 1},
	} {
		a := analyses{queued: 2}
		a.compare([]analysisRow{{"a", 1, 10, 1}, {"b", 2, 90, 0}})
		if a.lost != 0 || a.finished != 1 || a.positions != 100 {
			t.Fatalf("%+v", a)
		}
		if a.compare(c.now); a.lost != c.lost {
			t.Errorf("%s: %d lost, want %d", c.name, a.lost, c.lost)
		}
	}
}

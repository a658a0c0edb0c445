package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is asked again and again is found by an index: no look takes longer the
// more games there are.
func TestPlans(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "yeye.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, q := range map[string]string{
		"owed": owed, "open games": openGames, "claim": claim,
		"by place": `SELECT 1 FROM sessions WHERE place = ? AND status = 0`,
		"latest":   `SELECT 1 FROM sessions ` + latest,
		"match":    `SELECT 1 FROM sessions ` + latestMatch,
		"here":     `SELECT 1 FROM sessions ` + here,
		"asked":    `SELECT 1 FROM sessions WHERE starter = ? AND (status = ? OR created >= ?) ORDER BY created, id`,
		"running":  `SELECT 1 FROM sessions WHERE clock_since > 0 ORDER BY id`,
		"of card":  sessionOf,
		"forget":   `DELETE FROM events WHERE at < ?`,
	} {
		rows, err := s.read.QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+q, slices.Repeat([]any{0}, places(q))...)
		if err != nil {
			t.Fatal(name, err)
		}
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			// Husks and notices are few, and gone when they are worked.
			whole := strings.HasPrefix(detail, "SCAN ") && !strings.Contains(detail, "INDEX sessions_owed") && !strings.Contains(detail, "INDEX sessions_running")
			for _, few := range []string{"SCAN husks USING COVERING INDEX husks_owed", "SCAN n", "SCAN CONSTANT", "SCAN (", "SCAN 1 "} {
				whole = whole && !strings.HasPrefix(detail, few)
			}
			if whole {
				t.Errorf("%s: %s", name, detail)
			}
			t.Log(name, detail)
		}
		rows.Close()
	}
}

// places is how many values a statement wants.
func places(q string) (n int) {
	for ; strings.Contains(q, fmt.Sprint("?", n+1)); n++ {
	}
	if n == 0 {
		n = strings.Count(q, "?")
	}
	return n
}

package transfer

import (
	"testing"

	"pgregory.net/rapid"
)

// Sums do not depend on the order of rows, and distinguish rows that differ in one value, its kind, or where one value
// ends.
func TestSum(t *testing.T) {
	of := func(rows ...[]any) (s Sum) {
		for _, r := range rows {
			s.add(r)
		}
		return s
	}
	different := [][]any{
		{int64(1), "a"}, {int64(1), "b"}, {int64(2), "a"}, {"1", "a"}, {1.0, "a"}, {int64(1), []byte("a")}, {int64(1), nil}, {int64(1), ""},
		{"ab", ""}, {"a", "b"}, {"", "ab"}, {[]byte{}}, {nil},
	}
	seen := map[Sum]int{}
	for i, r := range different {
		if other, twice := seen[of(r)]; twice {
			t.Errorf("%v and %v have the same sum", r, different[other])
		}
		seen[of(r)] = i
	}
	if of([]any{"a\x00b\xff"}) != of([]any{"ab\uFFFD"}) {
		t.Error("text that not every database stores is not compared as it is stored")
	}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.Map(rapid.Int64(), func(n int64) any { return n }), 2, 2), 2, 20).Draw(t, "rows")
		mixed := rapid.Permutation(rows).Draw(t, "in another order")
		if of(rows...) != of(mixed...) {
			t.Error("the order counts")
		}
		if of(rows...) == of(rows[1:]...) {
			t.Error("a row that is missing does not count")
		}
	})
}

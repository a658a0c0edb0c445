package shards

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

// guild returns a guild of shard n of sixteen.
func guild(n int) id.Guild { return id.Guild(fmt.Sprint(uint64(1<<40+n)<<22 | 12345)) }

// A query selects the same guilds as the program, and direct conversations belong to shard 0.
func TestPart(t *testing.T) {
	db, _ := testdb.Open(t, nil)
	all := []id.Guild{""}
	for n := range 40 {
		all = append(all, guild(n))
	}
	rows := make([]string, len(all))
	for i, g := range all {
		rows[i] = fmt.Sprintf("SELECT '%s' AS guild", g)
	}
	from := " FROM (" + strings.Join(rows, " UNION ALL ") + ") AS all_guilds WHERE 1 = 1"
	for _, c := range []struct {
		part Part
		text string
		want int
	}{
		{Part{}, "all", 41}, {Part{1, []int{0}}, "0/1", 41}, {Part{1, nil}, "/1", 0}, {Part{16, nil}, "/16", 0},
		{Part{2, []int{0, 1}}, "0 1/2", 41}, {Part{2, []int{0}}, "0/2", 21}, {Part{2, []int{1}}, "1/2", 20},
		{Part{16, []int{0, 1, 2, 3}}, "0 1 2 3/16", 13}, {Single(15, 16), "15/16", 2}, {Single(0, 0), "all", 41},
	} {
		var want []id.Guild
		for _, g := range all {
			if c.part.Has(g) {
				want = append(want, g)
			}
		}
		got, err := store.All(t.Context(), db.Read(), store.Value[id.Guild], "SELECT guild"+from+c.part.And("guild"))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Sort(got); len(want) != c.want || !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%v has %v, and a query finds %v", c.part, want, got)
		}
		if c.part.String() != c.text {
			t.Errorf("%q: %s", c.text, c.part)
		}
		if p, err := ParsePart(c.text); err != nil || p.Of != c.part.Of || !slices.Equal(p.Shards, c.part.Shards) {
			t.Errorf("%q: %v, %v", c.text, p, err)
		}
	}
	// Discord's own example: (guild_id >> 22) % num_shards.
	if got := Of("197038439483310086", 10); got != 197038439483310086>>22%10 {
		t.Errorf("shard %d", got)
	}
}

func TestParsePart(t *testing.T) {
	for _, text := range []string{"", "0", "2/2", "0/0", "/0", "-1/2", "0,1/2", "0/", "a/b", "0/5000", "0/2/4", "0/99999999", "All"} {
		if p, err := ParsePart(text); err == nil {
			t.Errorf("%q: %+v", text, p)
		}
	}
}

// Two parts meet exactly if a guild belongs to both.
func TestMeets(t *testing.T) {
	parts := []Part{{}, {Of: 2}, {Of: 4, Shards: []int{0, 3}}}
	for _, of := range []int{1, 2, 3, 4, 6} {
		for shard := range of {
			parts = append(parts, Single(shard, of))
		}
	}
	for _, p := range parts {
		for _, q := range parts {
			want := false
			for n := range 12 {
				want = want || p.Has(guild(n)) && q.Has(guild(n))
			}
			if p.Overlaps(q) != want {
				t.Errorf("%v and %v: %v", p, q, p.Overlaps(q))
			}
		}
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]Range{
		"auto": {Auto: true}, "0/1": {Of: 1}, "0-3/16": {0, 3, 16, false}, "15/16": {15, 15, 16, false}, "0-15/16": {0, 15, 16, false},
	} {
		r, err := ParseRange(text)
		if err != nil || r != want || r.String() != text {
			t.Errorf("%q: %+v %v", text, r, err)
		}
	}
	for _, text := range []string{"", "3", "/", "0-3", "3-0/16", "16/16", "0-16/16", "-1/2", "0-1-2/4", "a/b", "0/0", "+1/2", "0/5000", "0/99999999", "Auto"} {
		if r, err := ParseRange(text); err == nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

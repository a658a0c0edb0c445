package place

import (
	"context"
	"errors"
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/store"
)

// A table of what is under way in channels needs exactly one part that answers for it; others need none.
func TestCheck(t *testing.T) {
	tables := []store.Table{
		{Name: "games", Columns: []string{"channel", "id", "status"}}, {Name: "queues", Columns: []string{"channel", "id", "state"}},
		{Name: "past", Columns: []string{"channel", "ended"}}, {Name: "orders", Columns: []string{"id", "status"}},
	}
	for name, c := range map[string]struct {
		parts [][]string
		want  string
	}{
		"all":             {[][]string{{"games"}, {"queues"}}, ""},
		"one for both":    {[][]string{{"games", "queues"}}, ""},
		"nobody":          {[][]string{{"games"}}, "nobody answers for the table queues"},
		"two":             {[][]string{{"games", "queues"}, {"games"}}, "2 parts answer for the table games"},
		"no such table":   {[][]string{{"games", "queues", "game"}}, "the table game, which does not exist"},
		"of what is past": {[][]string{{"games", "queues", "past"}}, ""},
	} {
		var a Handlers
		for _, of := range c.parts {
			a.Add(Handler{Tables: of, OnFact: func(context.Context, Fact) error { return nil }, ChecksAt: "there"})
		}
		err := a.Check(tables)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Who answers for a table answers every fact, or says what asks about it instead.
func TestEveryFactIsAnswered(t *testing.T) {
	heed, ruled := func(context.Context, Fact) error { return nil }, func(context.Context, id.Guild) error { return nil }
	tables := []store.Table{{Name: "games", Columns: []string{"channel", "status"}}}
	for name, c := range map[string]struct {
		answer Handler
		whole  bool
	}{
		"looks again":     {Handler{OnFact: heed, OnRuling: ruled}, true},
		"asks":            {Handler{OnFact: heed, ChecksAt: "there"}, true},
		"both":            {Handler{OnFact: heed, OnRuling: ruled, ChecksAt: "there"}, false},
		"neither":         {Handler{OnFact: heed}, false},
		"nothing of lost": {Handler{OnRuling: ruled}, false},
	} {
		var a Handlers
		c.answer.Tables = []string{"games"}
		a.Add(c.answer)
		if err := a.Check(tables); (err == nil) != c.whole {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every part is told, in its order, also after an error.
func TestTell(t *testing.T) {
	broken := errors.New("broken")
	var told []string
	part := func(name string, err error) Handler {
		return Handler{OnFact: func(_ context.Context, f Fact) error { told = append(told, name+" "+string(f.Channel)); return err }}
	}
	var a Handlers
	a.Add(part("one", broken), Handler{}, part("two", nil), Handler{OnRuling: func(_ context.Context, g id.Guild) error { told = append(told, "ruled "+string(g)); return broken }})
	if err := a.Report(t.Context(), Fact{Status: Deleted, Channel: "5"}); !errors.Is(err, broken) || strings.Join(told, ", ") != "one 5, two 5" {
		t.Errorf("%v, %v", told, err)
	}
	if err := a.ReportRuling(t.Context(), "9"); !errors.Is(err, broken) || told[len(told)-1] != "ruled 9" {
		t.Errorf("%v, %v", told, err)
	}
}

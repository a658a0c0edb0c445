package fault

import (
	"net/http/httptest"
	"testing"
)

func TestOccasions(t *testing.T) {
	for _, c := range []struct {
		name  string
		order Fault
		want  string // what strikes five occasions: x, or . for none
	}{
		{"once", Fault{Count: 1}, "x...."},
		{"three times", Fault{Count: 3}, "xxx.."},
		{"for ever", Fault{Count: -1}, "xxxxx"},
		{"after two", Fault{Count: 1, Skip: 2}, "..x.."},
		{"after one, for ever", Fault{Count: -1, Skip: 1}, ".xxxx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b Queue
			c.order.Kind = "lose"
			b.Add(c.order)
			got := ""
			for range len(c.want) {
				if f := b.ForEvent("MESSAGE_CREATE"); f == nil {
					got += "."
				} else if got += "x"; f.Fired == 0 {
					t.Error("it has happened, but is not counted")
				}
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if left := len(b.List()); left > 0 != (c.order.Count < 0) {
				t.Errorf("%d are still to happen", left)
			}
		})
	}
}

// Each occasion has one fault at most: the first that was ordered.
func TestOneFaultAtATime(t *testing.T) {
	var b Queue
	for _, f := range []Fault{{Kind: "lose", Event: "TYPING_START", Count: 1}, {Kind: "duplicate", Count: 1},
		{Kind: "lose", Count: 1}, {Kind: "slow", Count: 1}} {
		b.Add(f)
	}
	for n, want := range []string{"duplicate", "lose", ""} {
		got := ""
		if f := b.ForEvent("MESSAGE_CREATE"); f != nil {
			got = f.Kind
		}
		if got != want {
			t.Errorf("event %d: %q, want %q", n, got, want)
		}
	}
	list := b.List()
	if len(list) != 2 || list[0].ID != 1 || list[1].ID != 4 {
		t.Errorf("still to happen: %+v", list)
	}
	list[0].Kind = "cut"
	if b.List()[0].Kind != "lose" {
		t.Error("the list is not a copy")
	}
	b.Clear()
	if got := b.List(); got == nil || len(got) != 0 {
		t.Errorf("after all are withdrawn: %#v", got)
	}
}

// What is done at once takes a number, but is not kept.
func TestOrdersThatDoNotWait(t *testing.T) {
	var b Queue
	for n, f := range []Fault{{Kind: "archive", Count: 1}, {Kind: "drop", On: "now", Count: 1},
		{Kind: "drop", On: "resume", Count: 1}} {
		if id := b.Add(f); id != n+1 {
			t.Errorf("order %d has the number %d", n, id)
		}
	}
	if list := b.List(); len(list) != 1 || list[0].ID != 3 {
		t.Errorf("kept: %+v", list)
	}
	if f := b.ForHandshake("identify"); f != nil {
		t.Errorf("at IDENTIFY: %+v", f)
	}
	if f := b.ForHandshake("resume"); f == nil || f.Kind != "drop" {
		t.Errorf("at RESUME: %+v", f)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		method, path string
		want         bool
	}{
		{"", "", true},
		{"POST", "", true},
		{"PATCH", "", false},
		{"", "/channels/1/messages", true},
		{"", "/channels/*/messages", true},
		{"PATCH", "/channels/*/messages", false},
		{"", "/channels/*", false},
		{"", "/channels/*/messages/*", false},
		{"", "/channels/**", true},
		{"", "/channels/*/**", true},
		{"", "/channels/1/messages/**", false},
		{"", "/channels/2/**", false},
		{"", "/webhooks/**", false},
		{"", "/[", false},
	} {
		var b Queue
		b.Add(Fault{Kind: "status", Count: 1, Method: c.method, Path: c.path})
		if got := b.ForRequest(httptest.NewRequest("POST", "/channels/1/messages", nil)) != nil; got != c.want {
			t.Errorf("%s %s: %v", c.method, c.path, got)
		}
	}
}

func TestComplete(t *testing.T) {
	f := Fault{Kind: "drop"}
	if bad := f.Validate(); bad != nil || f.Count != 1 || f.On != "now" || !f.Immediate() {
		t.Errorf("%+v is completed with %v", f, bad)
	}
	if f := (Fault{Kind: "slow"}); f.Validate() != nil || f.On != "" || f.Immediate() {
		t.Errorf("a fault of a request: %+v", f)
	}
	for _, c := range []struct {
		order Fault
		field string
	}{
		{Fault{}, "kind"},
		{Fault{Kind: "earthquake"}, "kind"},
		{Fault{Kind: "close"}, "close_code"},
		{Fault{Kind: "close", CloseCode: 5000}, "close_code"},
		{Fault{Kind: "frame"}, "frame"},
		{Fault{Kind: "reconnect", On: "tuesday"}, "on"},
		{Fault{Kind: "rate_limit", Scope: "everybody"}, "scope"},
	} {
		if bad := c.order.Validate(); len(bad) != 1 || bad[0].Field != c.field {
			t.Errorf("%+v: %v, want something wrong with %s", c.order, bad, c.field)
		}
	}
}

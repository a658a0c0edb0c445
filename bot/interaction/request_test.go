package interaction

import (
	"context"
	"testing"
)

// A response is changed also where work that waits makes more work first.
func TestThen(t *testing.T) {
	a := Await(func(context.Context) (string, error) { return "hi", nil },
		func(_ context.Context, text string) (Response, error) { return Say(text), nil }).Editing()
	if !a.OwnLimit {
		t.Error("the work no longer waits")
	}
	for a.Work != nil {
		var err error
		if a, err = a.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if a.Private != nil || a.Edit == nil || a.Edit.Content != "hi" {
		t.Errorf("%+v", a)
	}
}

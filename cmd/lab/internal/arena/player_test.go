package arena

import (
	"context"
	"testing"

	"yeye/ai/masters"
	"yeye/game"
)

// A character begins from its openings only if its spec says so.
func TestCharactersOpen(t *testing.T) {
	practice := func(text string) (n int) {
		spec, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := spec(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		start := game.Start()
		known := masters.At(&start)
		for seed := range uint64(40) {
			if err := p.NewGame(context.Background(), seed); err != nil {
				t.Fatal(err)
			}
			a, err := p.Move(context.Background(), game.NewGame(start, game.Asian), Budget{})
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := masters.Find(&start, known, a.Move); ok {
				n++
			}
		}
		return n
	}
	if with, without := practice("level=0,book=1"), practice("level=0"); with != without {
		t.Errorf("the Newborn, who has no openings, plays masters' moves %d times with a book and %d without", with, without)
	}
	if with, without := practice("level=1,nodes=20,blind=255,book=1"), practice("level=1,nodes=20,blind=255"); with < without+8 {
		t.Errorf("of 40 first moves of the Kid %d are masters' with a book, %d without", with, without)
	}
}

package ai

import (
	"context"
	"reflect"
	"testing"

	"yeye/game"
)

// With any one feature off, and with all of them, the engine still finds a mate
// in two among 300 000 nodes and plays legal moves.
func TestEverySwitchOffStillPlays(t *testing.T) {
	const mateInTwo = "3k1a3/2N1a4/4b4/4p3p/p5b2/3p5/2PR3RP/9/9/r2AKA3 w - - 0 1"
	kind := reflect.TypeFor[Switches]()
	for i := range kind.NumField() + 1 {
		o := Options{HashMB: 1}
		v := reflect.ValueOf(&o.Off).Elem()
		name := "everything"
		if i < kind.NumField() {
			name = kind.Field(i).Name
			v.Field(i).SetBool(true)
		} else {
			for j := range kind.NumField() {
				v.Field(j).SetBool(true)
			}
		}
		t.Run(name, func(t *testing.T) {
			e := New(o)
			info, err := e.Search(context.Background(), position(t, mateInTwo), Limits{Nodes: 300_000, Mate: 2}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n, ok := info.Score.Mate(); !ok || n != 2 {
				t.Errorf("mate in two found as %s by %v", info.Score, info.PV)
			}
			g := game.NewGame(game.Start(), game.Asian)
			for range 16 {
				info, err := e.Search(context.Background(), g, Limits{Nodes: 400}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Play(info.Move()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

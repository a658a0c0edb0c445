package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"yeye/game"
)

// wander returns n legal plies from the start, the same for the same seed.
func wander(n int, seed uint64) []game.Move {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := game.Start()
	var moves []game.Move
	for range n {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		p.Do(m)
		moves = append(moves, m)
	}
	return moves
}

// TestReplayShowsTheBoards assembles a replay's frames like a viewer and
// expects each to be the board that Board draws for that ply.
func TestReplayShowsTheBoards(t *testing.T) {
	p := New()
	moves := wander(24, 5)
	for _, tt := range []struct {
		name string
		r    Replay
	}{
		{"whole", Replay{}},
		{"turned, part", Replay{Below: game.Black, From: 3, To: 17, Title: "中炮對屏風馬"}},
		{"night, newcomer", Replay{Style: Style{Theme: Night, Pieces: Letter, Newcomer: true}, To: 12}},
		{"banner", Replay{Style: Style{Theme: Contrast, Coords: BothCoords}, From: 20, Banner: game.Outcome{Result: game.Draw, Method: game.Agreement}}},
		{"banner on the river", Replay{Style: Style{Pieces: Classic, Language: Vietnamese}, To: 1, Banner: game.Outcome{Result: game.RedWins, Method: game.Timeout}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.r
			r.Start, r.Moves, r.Style.Scale = game.Start(), moves, 1
			a, err := p.Replay(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			film, err := gif.DecodeAll(bytes.NewReader(a.GIF))
			if err != nil {
				t.Fatal(err)
			}
			if r.To == 0 {
				r.To = len(moves)
			}
			if len(film.Image) != r.To-r.From+1 || a.Frames != len(film.Image) || a.Every != 1 {
				t.Fatalf("%d frames in the file, said %d, every %d", len(film.Image), a.Frames, a.Every)
			}
			if film.Delay[0] != 100 || film.Delay[len(film.Delay)-1] != 400 {
				t.Errorf("delays %v", film.Delay)
			}
			screen := image.NewRGBA(image.Rect(0, 0, a.Width, a.Height))
			v := View{Position: game.Start(), Below: r.Below, Style: r.Style, Frame: Frame{Title: r.Title}}
			frame := 0
			for ply := range r.To + 1 {
				if ply > 0 {
					v.Position.Do(moves[ply-1])
					v.Marks.LastMove = moves[ply-1]
				}
				if ply < r.From {
					continue
				}
				if ply == r.To {
					v.Marks.Banner = r.Banner
				}
				f := film.Image[frame]
				draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
				frame++
				if err := p.withBoard(v, func(want *image.Paletted) error {
					if n := countDifferent(screen, want); n > 0 {
						t.Errorf("ply %d: %d pixels differ from the board", ply, n)
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			if a.Facts.LastMove != moves[r.To-1] || a.Facts.Below != r.Below {
				t.Errorf("facts: %+v", a.Facts)
			}
		})
	}
}

func countDifferent(a *image.RGBA, b *image.Paletted) (n int) {
	for y := range b.Rect.Dy() {
		for x := range b.Rect.Dx() {
			if a.RGBAAt(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

func TestReplayThins(t *testing.T) {
	p := New()
	r := Replay{Start: game.Start(), Moves: wander(60, 2), Style: Style{Scale: 1, Theme: Contrast}, Limit: 120_000,
		Hold: 2 * time.Second}
	a, err := p.Replay(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Thinned() || len(a.GIF) > r.Limit || a.Frames < 5 {
		t.Errorf("every %d plies, %d bytes, %d frames", a.Every, len(a.GIF), a.Frames)
	}
	if a.Facts.LastMove != r.Moves[59] {
		t.Error("the last ply is not the last frame")
	}
	r.Limit = 1000
	if _, err := p.Replay(t.Context(), r); !errors.Is(err, errTooLarge) {
		t.Errorf("a limit of 1000 bytes: %v", err)
	}
}

func TestReplayRefuses(t *testing.T) {
	p := New()
	moves := wander(4, 1)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, try := range map[string]func() error{
		"plies backwards": func() error {
			_, err := p.Replay(t.Context(), Replay{Start: game.Start(), Moves: moves, From: 3, To: 2})
			return err
		},
		"beyond the end": func() error {
			_, err := p.Replay(t.Context(), Replay{Start: game.Start(), Moves: moves, To: 5})
			return err
		},
		"illegal move": func() error {
			_, err := p.Replay(t.Context(), Replay{Start: game.Start(), Moves: []game.Move{game.NewMove(0, 89)},
				Style: Style{Scale: 1}})
			return err
		},
		"context over": func() error {
			_, err := p.Replay(over, Replay{Start: game.Start(), Moves: moves, Style: Style{Scale: 1}})
			return err
		},
	} {
		if try() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

package render

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"testing"

	"yeye/game"
)

// A tale's frames, assembled as a viewer does it, are the boards of its scenes, with arrows on the first of each.
func TestTaleShowsTheBoards(t *testing.T) {
	p, moves := New(), wander(40, 7)
	for _, c := range []struct {
		name string
		tale Tale
	}{
		{"one", Tale{Scenes: []Scene{{From: 3, To: 7, Played: moves[3], Best: moves[9], Title: "3"}}}},
		{"three, and the end", Tale{Below: game.Black, Style: Style{Theme: Night, Pieces: Classic, Coords: BothCoords},
			Scenes: []Scene{{From: 0, To: 2, Played: moves[0], Best: moves[2], Title: "第1回合"},
				{From: 10, To: 14, Played: moves[10], Best: moves[12]}, {From: 37, To: 40, Title: "19"}},
			Banner: game.Outcome{Result: game.RedWins, Method: game.Resignation}}},
		{"side by side", Tale{Scenes: []Scene{{From: 5, To: 5, Played: moves[5], Best: moves[7]}, {From: 6, To: 9, Played: moves[6], Best: moves[8]}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tale := c.tale
			tale.Start, tale.Moves, tale.Style.Scale = game.Start(), moves, 1
			a, err := p.Tale(t.Context(), tale)
			if err != nil {
				t.Fatal(err)
			}
			film, err := gif.DecodeAll(bytes.NewReader(a.GIF))
			if err != nil {
				t.Fatal(err)
			}
			screen, frame := image.NewRGBA(image.Rect(0, 0, a.Width, a.Height)), 0
			for _, s := range tale.Scenes {
				for ply := s.From; ply <= s.To; ply++ {
					v := View{Position: game.Start(), Below: tale.Below, Style: tale.Style,
						Frame: Frame{Title: s.Title}}
					for _, m := range moves[:ply] {
						v.Position.Do(m)
						v.Marks.LastMove = m
					}
					if ply == s.From {
						v.Marks.Played, v.Marks.Best = s.Played, s.Best
					}
					if ply == len(moves) {
						v.Marks.Banner = tale.Banner
					}
					f := film.Image[frame]
					frame++
					draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
					if err := p.withBoard(v, func(want *image.Paletted) error {
						if n := countDifferent(screen, want); n > 0 {
							t.Errorf("ply %d: %d pixels differ from the board", ply, n)
						}
						return nil
					}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if frame != len(film.Image) || a.Frames != frame {
				t.Errorf("%d frames, said %d, want %d", len(film.Image), a.Frames, frame)
			}
		})
	}
}

// A tale of three scenes and the end keeps well within its limit, in every theme.
func TestTaleIsSmall(t *testing.T) {
	p, moves := New(), wander(90, 11)
	for theme := range themes {
		if testing.Short() && theme > 0 {
			break
		}
		tale := Tale{Start: game.Start(), Moves: moves, Style: Style{Theme: theme, Scale: 1},
			Banner: game.Outcome{Result: game.Draw, Method: game.Agreement}}
		for _, at := range []int{20, 40, 60} {
			tale.Scenes = append(tale.Scenes, Scene{From: at, To: at + 4, Played: moves[at], Best: moves[at+2],
				Title: "中炮對屏風馬"})
		}
		tale.Scenes = append(tale.Scenes, Scene{From: len(moves) - 3, To: len(moves)})
		a, err := p.Tale(t.Context(), tale)
		if err != nil || len(a.GIF) > TaleLimit/2 {
			t.Errorf("theme %v: %d bytes, %v", theme, len(a.GIF), err)
		}
	}
}

// Scenes out of order, and outside the game, are refused.
func TestTaleRefused(t *testing.T) {
	p, moves := New(), wander(10, 3)
	for name, scenes := range map[string][]Scene{
		"none": nil, "beyond the end": {{From: 8, To: 11}}, "backwards": {{From: 5, To: 4}}, "twice the same": {{From: 2, To: 4}, {From: 4, To: 6}},
		"an arrow to where it begins": {{From: 2, To: 4, Best: game.NewMove(3, 3)}},
	} {
		if _, err := p.Tale(t.Context(), Tale{Start: game.Start(), Moves: moves, Scenes: scenes}); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
}

//go:build unix

package render

import (
	"math"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"yeye/game"
)

// cpuTime returns the processor time of this process so far, in ms.
func cpuTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// perCPU runs a benchmark and reports, besides the mean elapsed time, which says little
// on a busy machine, the processor time and the fastest run.
func perCPU(b *testing.B, run func()) {
	b.ReportAllocs()
	best := time.Duration(math.MaxInt64)
	start := cpuTime(b)
	for b.Loop() {
		begun := time.Now()
		run()
		best = min(best, time.Since(begun))
	}
	b.ReportMetric((cpuTime(b)-start)/float64(b.N), "cpu-ms/op")
	b.ReportMetric(best.Seconds()*1e3, "best-ms")
}

// BenchmarkBoard draws boards of a game move by move, and boards without kept bands.
func BenchmarkBoard(b *testing.B) {
	for _, kept := range []bool{true, false} {
		b.Run(map[bool]string{true: "next", false: "fresh"}[kept], func(b *testing.B) {
			p := New()
			views := walk(200, 2)
			prepare(b, p, views[0].Style)
			var n, size int
			perCPU(b, func() {
				if !kept || n%len(views) == 0 {
					p.bands.lru.Purge()
					p.bands.bytes = 0
				}
				pic, err := p.Board(views[n%len(views)])
				if err != nil {
					b.Fatal(err)
				}
				n++
				size += len(pic.PNG)
			})
			b.ReportMetric(float64(size)/float64(n), "B")
		})
	}
}

// BenchmarkCells measures the part of a board before compression, and beside it the
// bare copy of the same number of bytes: the former takes about twice as long as the
// latter, however busy the machine is.
func BenchmarkCells(b *testing.B) {
	p := New()
	v := View{Position: position(b, middlegame), Style: Style{Scale: 2}, Marks: Marks{LastMove: move(b, "g6g5")}}
	g, pieces := prepare(b, p, v.Style)
	im := p.pooledBoard(g)
	b.Run("compose", func(b *testing.B) { perCPU(b, func() { g.compose(im, pieces, &v, false) }) })
	b.Run("copy", func(b *testing.B) { perCPU(b, func() { copy(im.Pix, g.board.Pix) }) })
}

// BenchmarkTheme measures the first use of a theme: palette, ground, pieces.
func BenchmarkTheme(b *testing.B) {
	for theme := range themes {
		b.Run(theme.String(), func(b *testing.B) {
			perCPU(b, func() { prepare(b, New(), Style{Theme: theme}) })
		})
	}
}

// BenchmarkGraph draws graphs of which only the colors are kept.
func BenchmarkGraph(b *testing.B) {
	p := New()
	g := Graph{Turning: []int{20, 41, 66}}
	for i := range 91 {
		g.Balance = append(g.Balance, math.Sin(float64(i)/9))
	}
	if _, err := p.Graph(g); err != nil {
		b.Fatal(err)
	}
	size := 0
	perCPU(b, func() {
		p.bands.lru.Purge()
		p.bands.bytes = 0
		c, err := p.Graph(g)
		if err != nil {
			b.Fatal(err)
		}
		size = len(c.PNG)
	})
	b.ReportMetric(float64(size), "B")
}

// BenchmarkTurningPoint draws boards with two arrows.
func BenchmarkTurningPoint(b *testing.B) {
	p := New()
	v := View{Position: position(b, middlegame), Marks: Marks{Played: move(b, "e2e6"), Best: move(b, "b2b9")}}
	prepare(b, p, v.Style)
	perCPU(b, func() {
		p.bands.lru.Purge()
		p.bands.bytes = 0
		if _, err := p.Board(v); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkCards draws cards of which only the theme's cache is kept, and makes that
// cache.
func BenchmarkCards(b *testing.B) {
	p := New()
	share, profile := sampleShare(b), sampleProfile()
	run := func(draw func() (Card, error)) func(*testing.B) {
		return func(b *testing.B) {
			if _, err := draw(); err != nil {
				b.Fatal(err)
			}
			size := 0
			perCPU(b, func() {
				p.bands.lru.Purge()
				p.bands.bytes = 0
				c, err := draw()
				if err != nil {
					b.Fatal(err)
				}
				size = len(c.PNG)
			})
			b.ReportMetric(float64(size), "B")
		}
	}
	b.Run("share", run(func() (Card, error) { return p.Share(share) }))
	b.Run("profile", run(func() (Card, error) { return p.Profile(profile) }))
	b.Run("first", func(b *testing.B) {
		perCPU(b, func() {
			if _, err := New().Profile(profile); err != nil {
				b.Fatal(err)
			}
		})
	})
}

func BenchmarkReplay(b *testing.B) {
	moves := wander(80, 3)
	for _, scale := range []int{1, 2} {
		b.Run(map[int]string{1: "scale1", 2: "scale2"}[scale], func(b *testing.B) {
			p := New()
			var n int
			run := func() {
				a, err := p.Replay(b.Context(), Replay{Start: game.Start(), Moves: moves, Style: Style{Scale: scale}})
				if err != nil {
					b.Fatal(err)
				}
				n = len(a.GIF)
			}
			run()
			perCPU(b, run)
			b.ReportMetric(float64(n), "B")
		})
	}
}

// BenchmarkWorkers draws boards by several goroutines at once, up to one per core. If
// they do not hinder each other, a board's processor time stays the same as with one,
// and on idle cores proportionally more boards are drawn per second.
func BenchmarkWorkers(b *testing.B) {
	p := New()
	views := walk(200, 2)
	prepare(b, p, views[0].Style)
	for workers := 1; workers <= runtime.GOMAXPROCS(0); workers *= 2 {
		b.Run(strconv.Itoa(workers), func(b *testing.B) {
			b.ReportAllocs()
			start := cpuTime(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			var all sync.WaitGroup
			for range workers {
				all.Go(func() {
					for n := left.Add(-1); n >= 0; n = left.Add(-1) {
						if _, err := p.Board(views[int(n)%len(views)]); err != nil {
							b.Error(err)
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric((cpuTime(b)-start)/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "boards/s")
		})
	}
}

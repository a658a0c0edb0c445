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

// cpuTime is the processor time of this process so far, in ms.
func cpuTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// perCPU runs a benchmark and reports, beside the clock's mean, which says little
// on a busy machine, the processor's time and the quickest run.
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

func BenchmarkBoard(b *testing.B) {
	p := New()
	v := View{Position: position(b, middlegame), Marks: Marks{LastMove: move(b, "g6g5")}}
	var n int
	run := func() {
		pic, err := p.Board(v)
		if err != nil {
			b.Fatal(err)
		}
		n = len(pic.PNG)
	}
	run()
	perCPU(b, run)
	b.ReportMetric(float64(n), "B")
}

// BenchmarkCells is the part of a board before compression, and beside it the bare
// copy of as many bytes: the one takes about twice the time of the other, however
// busy the machine is.
func BenchmarkCells(b *testing.B) {
	p := New()
	v := View{Position: position(b, middlegame), Style: Style{Scale: 2}, Marks: Marks{LastMove: move(b, "g6g5")}}
	g, men := prepare(b, p, v.Style)
	im := p.board(g)
	b.Run("compose", func(b *testing.B) { perCPU(b, func() { g.compose(im, men, &v) }) })
	b.Run("copy", func(b *testing.B) { perCPU(b, func() { copy(im.Pix, g.board.Pix) }) })
}

// BenchmarkTheme is the first use of a theme: palette, ground, men.
func BenchmarkTheme(b *testing.B) {
	for theme := range themes {
		b.Run(theme.String(), func(b *testing.B) {
			perCPU(b, func() { prepare(b, New(), Style{Theme: theme}) })
		})
	}
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

// BenchmarkWorkers draws boards by several goroutines at once, up to one a core.
// Where they do not hinder each other the processor's time of a board stays what
// it is with one, and on idle cores as many more boards are drawn a second.
func BenchmarkWorkers(b *testing.B) {
	p := New()
	v := View{Position: position(b, middlegame)}
	prepare(b, p, v.Style)
	for workers := 1; workers <= runtime.GOMAXPROCS(0); workers *= 2 {
		b.Run(strconv.Itoa(workers), func(b *testing.B) {
			b.ReportAllocs()
			start := cpuTime(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			var all sync.WaitGroup
			for range workers {
				all.Go(func() {
					for left.Add(-1) >= 0 {
						if _, err := p.Board(v); err != nil {
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

package daily

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// TestGrade hands each closed number over once, with the first tries that ended and had no help, and again after a failure.
func TestGrade(t *testing.T) {
	now := Number(40).Date().Add(12 * time.Hour)
	s := open(t, &now)
	try := func(p id.Player, marks string, solved bool) {
		t.Helper()
		for i, m := range []byte(marks) {
			last := i == len(marks)-1
			if _, _, err := s.RecordTry(t.Context(),
				Try{Player: p, Number: 40, Mark: Mark(m), Before: i, Solved: solved && last}); err != nil {
				t.Fatal(err)
			}
		}
	}
	try("201", "gg", true)
	try("202", "yg", true)
	try("203", "rgg", true)
	try("204", "r", false)
	try("205", "hgg", true)
	try("206", "g", false)
	try("207", "rhg", true)
	type given struct {
		n   Number
		all []Outcome
	}
	var got []given
	fails := false
	grade := func() error {
		return s.Grade(t.Context(), func(_ context.Context, _ store.Tx, n Number, all []Outcome) error {
			if fails {
				return errors.New("no")
			}
			got = append(got, given{n, all})
			return nil
		})
	}
	if err := grade(); err != nil || len(got) != 1 || len(got[0].all) != 0 {
		t.Fatalf("number 39, which nobody tried: %+v, %v", got, err)
	}
	now, got, fails = Number(40).Closes(), nil, true
	if err := grade(); err == nil {
		t.Fatal("the failure is lost")
	}
	fails = false
	for range 2 {
		if err := grade(); err != nil {
			t.Fatal(err)
		}
	}
	want := []Outcome{{"201", true}, {"202", true}, {"203", false}, {"204", false}, {"207", false}}
	if len(got) != 1 || got[0].n != 40 || !slices.Equal(got[0].all, want) {
		t.Errorf("handed over: %+v, want %+v once", got, want)
	}
}

// TestReserved has the puzzles of the days that are not over, and of the next ones.
func TestReserved(t *testing.T) {
	now := Number(40).Date().Add(11 * time.Hour)
	s := open(t, &now)
	s.puzzles = nil
	if got := s.Reserved(); got["first"] {
		t.Errorf("without puzzles: %v", got)
	}
	for i := range 200 {
		s.puzzles = append(s.puzzles, strconv.Itoa(i+1))
	}
	got := s.Reserved()
	for name, want := range map[string]bool{"38": false, "39": true, "40": true, "98": true, "99": false} {
		if got[name] != want {
			t.Errorf("%s is reserved: %v, want %v", name, got[name], want)
		}
	}
}

// TestGradeAtOnce has several processes do it at the same time: each number is handed over once.
func TestGradeAtOnce(t *testing.T) {
	now := Number(40).Date().Add(12 * time.Hour)
	s := open(t, &now)
	var mu sync.Mutex
	var got []Number
	grade := func() {
		if err := s.Grade(t.Context(), func(_ context.Context, _ store.Tx, n Number, _ []Outcome) error {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, n)
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
	grade() // the first time there is one number
	now = Number(42).Closes()
	var all sync.WaitGroup
	for range 6 {
		all.Go(grade)
	}
	all.Wait()
	if want := []Number{39, 40, 41, 42}; !slices.Equal(got, want) {
		t.Errorf("handed over: %v, want %v", got, want)
	}
}

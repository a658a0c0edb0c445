package emoji

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/game"
	"yeye/render"
)

// painter is shared: its emoji are drawn once.
var painter = render.New()

// account is an application's emoji, kept in memory.
type account struct {
	mu    sync.Mutex
	there []discord.Emoji
	next  int
	takes int // how many more it accepts; -1 for all
	made  int
}

var errFull = errors.New("no more emoji are taken")

func (a *account) Emojis(context.Context, id.App) ([]discord.Emoji, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]discord.Emoji(nil), a.there...), nil
}

func (a *account) CreateEmoji(_ context.Context, _ id.App, name string, png []byte) (discord.Emoji, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.takes == 0 || len(png) == 0 {
		return discord.Emoji{}, errFull
	}
	a.takes--
	a.next++
	a.made++
	e := discord.Emoji{Name: name, ID: strconv.Itoa(a.next)}
	a.there = append(a.there, e)
	return e, nil
}

func (a *account) DeleteEmoji(_ context.Context, _ id.App, emoji string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, e := range a.there {
		if e.ID == emoji {
			a.there = append(a.there[:i], a.there[i+1:]...)
			return nil
		}
	}
	return errFull
}

func (a *account) take(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.takes = n
}

// names returns the existing names, and how many were created.
func (a *account) names() (names map[string]bool, made int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	names = map[string]bool{}
	for _, e := range a.there {
		names[e.Name] = true
	}
	return names, a.made
}

// run runs a set on an account until the test ends, connected.
func run(t *testing.T, a *account, retry time.Duration) *Set {
	s := New(a, painter, retry, always, slog.New(slog.DiscardHandler))
	go s.Run(t.Context())
	s.Connected("1")
	synctest.Wait()
	return s
}

// drawAll prepares the pictures outside the test's simulated time.
func drawAll(t *testing.T) {
	for _, style := range render.PieceSets() {
		if _, err := painter.Emoji(style); err != nil {
			t.Fatal(err)
		}
	}
}

// signed returns how many of the fourteen pieces of a style have an emoji.
func signed(s *Set, style render.PieceSet) (n int) {
	sign := s.PieceTexts(style)
	if sign == nil {
		return 0
	}
	for _, c := range []game.Color{game.Red, game.Black} {
		for r := game.King; r <= game.Pawn; r++ {
			if sign(game.NewPiece(c, r)) != "" {
				n++
			}
		}
	}
	return n
}

// Pieces are uploaded once, found again by the next start, and those of an earlier version are deleted, but nobody
// else's.
func TestUploadedOnce(t *testing.T) {
	drawAll(t)
	synctest.Test(t, func(t *testing.T) {
		a := &account{takes: -1, there: []discord.Emoji{{Name: "red_king_000000", ID: "x"}, {Name: "party_parrot", ID: "y"}}}
		s := run(t, a, time.Minute)
		for _, style := range render.PieceSets() {
			if n := signed(s, style); n != 14 {
				t.Errorf("%v: %d pieces have an emoji", style, n)
			}
		}
		names, made := a.names()
		if names["red_king_000000"] || !names["party_parrot"] || made != len(names)-1 {
			t.Errorf("%d made: %v", made, names)
		}
		for name := range names {
			if name != "party_parrot" && !ownNames.MatchString(name) {
				t.Errorf("%s would not be known as ours", name)
			}
		}
		first := s.PieceTexts(render.Traditional)(game.NewPiece(game.Red, game.King))
		again := run(t, a, time.Minute)
		if _, now := a.names(); now != made {
			t.Errorf("%d made by the second start", now-made)
		}
		if got := again.PieceTexts(render.Traditional)(game.NewPiece(game.Red, game.King)); got != first || got == "" {
			t.Errorf("%q, and %q before", got, first)
		}
	})
}

// A style has all its emoji or none; refused uploads are retried, after pauses that double, and existing emoji are not
// created again.
func TestTriedAgain(t *testing.T) {
	drawAll(t)
	synctest.Test(t, func(t *testing.T) {
		a := &account{takes: 14 + 3}
		s := run(t, a, time.Minute)
		styles := render.PieceSets()
		if first, second := signed(s, styles[0]), signed(s, styles[1]); first != 14 || second != 0 {
			t.Errorf("%d and %d pieces have an emoji", first, second)
		}
		a.take(1)
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		if _, made := a.names(); made != 14+3+1 {
			t.Errorf("%d made after one pause", made)
		}
		a.take(-1)
		time.Sleep(time.Minute) // the second pause is two
		synctest.Wait()
		if n := signed(s, styles[len(styles)-1]); n != 0 {
			t.Errorf("tried again too soon: %d", n)
		}
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		for _, style := range styles {
			if n := signed(s, style); n != 14 {
				t.Errorf("%v: %d pieces have an emoji", style, n)
			}
		}
	})
}

// When a message is refused because an emoji was deleted, words replace all pieces until they have been uploaded again,
// after a pause.
func TestGone(t *testing.T) {
	drawAll(t)
	synctest.Test(t, func(t *testing.T) {
		a := &account{takes: -1}
		s := run(t, a, time.Second)
		_, before := a.names()
		s.SendFailed(&discord.APIError{Status: 400, Code: 50035, Message: "something else"})
		if signed(s, render.Traditional) != 14 {
			t.Error("words for pieces, though their emoji are there")
		}
		if err := a.DeleteEmoji(t.Context(), "1", "1"); err != nil {
			t.Fatal(err)
		}
		s.SendFailed(&discord.APIError{Status: 400, Code: 50035, Message: "components: COMPONENT_INVALID_EMOJI"})
		if n := signed(s, render.Traditional); n != 0 {
			t.Errorf("%d pieces have an emoji that may be gone", n)
		}
		time.Sleep(reuploadPauses*time.Second - time.Millisecond)
		synctest.Wait()
		if _, made := a.names(); made != before {
			t.Error("made again at once: two versions of the bot would fight")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if _, made := a.names(); made != before+1 || signed(s, render.Traditional) != 14 {
			t.Errorf("%d made again, %d pieces have an emoji", made-before, signed(s, render.Traditional))
		}
	})
}

// Without a retry pause there are no emoji at all.
func TestNone(t *testing.T) {
	a := &account{takes: -1}
	s := New(a, painter, 0, always, slog.New(slog.DiscardHandler))
	s.Connected("1")
	s.Run(t.Context())
	if _, made := a.names(); made != 0 || s.PieceTexts(render.Letter) != nil {
		t.Errorf("%d made", made)
	}
}

func always() bool { return true }

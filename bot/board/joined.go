package board

import (
	"cmp"
	"time"
)

// Joined is what a board becomes when a process that was overtaken comes late with its
// own, and the card that must shrink for it, the zero Husk for none. Of two cards in one
// channel the newer lives: so every process decides, and none takes away a card that
// another one is about to note. What the live card shows is known to nobody then, for
// requests that two processes send at the same time arrive in any order.
//
// The version rises only with another message. Else two processes that send the same
// card again and again would keep overtaking each other.
func (b Board) Joined(late Board) (Board, Husk) {
	b.Stale = true
	b.Late++
	b.ShownRev = max(b.ShownRev, late.ShownRev)
	b.Doubt = latest(b.Doubt, late.Doubt)
	switch {
	case late.Message == "" || late.Message == b.Message:
		return b, Husk{}
	case b.Message == "" || late.Channel == b.Channel && Later(late.Message, b.Message):
		old := Husk{Channel: b.Channel, Message: b.Message}
		b.Channel, b.Message = late.Channel, late.Message
		b.Version++
		return b, old
	}
	return b, Husk{Channel: late.Channel, Message: late.Message}
}

// Next is what a board becomes when a process stores its own that has loaded it at this
// version. Whoever came late in between has left its marks.
func (b Board) Next(own Board) Board {
	own.Version = b.Version + 1
	if own.Late != b.Late {
		own.Late, own.Stale, own.Doubt = b.Late, true, latest(b.Doubt, own.Doubt)
	}
	return own
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Later reports whether Discord made message a after b; everything is later than "".
func Later(a, b string) bool { return ByAge(a, b) > 0 }

// ByAge compares two of Discord's ids, the older first.
func ByAge(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

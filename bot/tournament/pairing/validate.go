package pairing

import "fmt"

// Validate returns why a round may not be played: somebody has neither a game nor
// a bye, or two; two meet again; a second bye goes to somebody while another had
// none; somebody gets a third game running with one side or a difference of more
// than two, unless it is the last round and one of the two has more than half of the
// points.
// It does not ask whether that can be helped: see [Weighted].
func Validate(s State, r Round) error {
	all := s.records()
	seen := make(map[int]bool)
	once := func(n int) error {
		if all[n] == nil {
			return fmt.Errorf("pairing: no player %d", n)
		}
		if seen[n] {
			return fmt.Errorf("pairing: player %d twice", n)
		}
		seen[n] = true
		return nil
	}
	for _, g := range r.Games {
		for _, n := range []int{g.Red, g.Black} {
			if err := once(n); err != nil {
				return err
			}
		}
		if all[g.Red].met[g.Black] > 0 {
			return fmt.Errorf("pairing: %d and %d have met", g.Red, g.Black)
		}
		for n, side := range map[int]int{g.Red: +1, g.Black: -1} {
			if wish, strength := all[n].wish(); strength == 3 && side != wish && !s.free(all[g.Red]) && !s.free(all[g.Black]) {
				return fmt.Errorf("pairing: %d gets the side %+d and is due the other", n, side)
			}
		}
	}
	active := s.active()
	if len(r.Byes) > len(active)%2 {
		return fmt.Errorf("pairing: %d byes for %d players", len(r.Byes), len(active))
	}
	for _, b := range r.Byes {
		if err := once(b.Player); err != nil {
			return err
		}
		for _, n := range active {
			if all[n].byes < all[b.Player].byes {
				return fmt.Errorf("pairing: another bye for %d while %d had fewer", b.Player, n)
			}
		}
	}
	for _, n := range active {
		if !seen[n] {
			return fmt.Errorf("pairing: %d is left out", n)
		}
	}
	if len(seen) != len(active) {
		return fmt.Errorf("pairing: %d players in the round, %d are to be paired", len(seen), len(active))
	}
	return nil
}

// free reports whether somebody may get any side: in the last round, with more than
// half of the points that could be had (FIDE's top scorers).
func (s State) free(r *record) bool {
	return s.Round == s.Rounds && r.points > s.Round-1
}

package pairing

import "fmt"

// Validate returns why a round may not be played: somebody has neither a game nor
// a bye, or two; two meet again; a second bye goes to somebody while another had
// none; somebody gets a third game running with one side or a difference of more
// than two, unless it is the last round and one of the two has more than half of the
// points.
// It does not ask whether that can be helped: see [Weighted].
func Validate(s State, r Round) error {
	v := validation{s, s.records(), make(map[int]bool)}
	for _, g := range r.Games {
		if err := v.game(g); err != nil {
			return err
		}
	}
	active := s.active()
	if len(r.Byes) > len(active)%2 {
		return fmt.Errorf("pairing: %d byes for %d players", len(r.Byes), len(active))
	}
	for _, b := range r.Byes {
		if err := v.bye(b, active); err != nil {
			return err
		}
	}
	for _, n := range active {
		if !v.seen[n] {
			return fmt.Errorf("pairing: %d is left out", n)
		}
	}
	if len(v.seen) != len(active) {
		return fmt.Errorf("pairing: %d players in the round, %d are to be paired", len(v.seen), len(active))
	}
	return nil
}

// validation is a round that is looked through.
type validation struct {
	State
	all  map[int]*record
	seen map[int]bool // who has a game or a bye
}

// once notes that somebody has a game or a bye.
func (v validation) once(n int) error {
	if v.all[n] == nil {
		return fmt.Errorf("pairing: no player %d", n)
	}
	if v.seen[n] {
		return fmt.Errorf("pairing: player %d twice", n)
	}
	v.seen[n] = true
	return nil
}

func (v validation) game(g Game) error {
	if err := v.once(g.Red); err != nil {
		return err
	}
	if err := v.once(g.Black); err != nil {
		return err
	}
	red, black := v.all[g.Red], v.all[g.Black]
	if red.met[g.Black] > 0 {
		return fmt.Errorf("pairing: %d and %d have met", g.Red, g.Black)
	}
	if v.free(red) || v.free(black) {
		return nil
	}
	for side, r := range map[int]*record{+1: red, -1: black} {
		if wish, strength := r.wish(); strength == 3 && side != wish {
			return fmt.Errorf("pairing: %d gets the side %+d and is due the other", r.number, side)
		}
	}
	return nil
}

func (v validation) bye(b Bye, active []int) error {
	if err := v.once(b.Player); err != nil {
		return err
	}
	for _, n := range active {
		if v.all[n].byes < v.all[b.Player].byes {
			return fmt.Errorf("pairing: another bye for %d while %d had fewer", b.Player, n)
		}
	}
	return nil
}

// free reports whether somebody may get any side: in the last round, with more than
// half of the points that could be had (FIDE's top scorers).
func (s State) free(r *record) bool {
	return s.Round == s.Rounds && r.points > s.Round-1
}

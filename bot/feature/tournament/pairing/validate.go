package pairing

import "fmt"

// Validate returns why a round is illegal: an active player has neither a game nor a
// bye, or more than one; two players meet again; a player gets a second bye while
// another had none; a player gets the same side for the third time in a row or a
// difference of more than two, unless it is the last round and one of the two has
// more than half of the points.
// It does not know whether a legal round exists: see [Weighted].
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

// validation is the state of checking a round.
type validation struct {
	State
	all  map[int]*record
	seen map[int]bool // who has a game or a bye
}

// assign records that a player has a game or a bye, and returns an error if they have
// one already.
func (v validation) assign(n int) error {
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
	if err := v.assign(g.Red); err != nil {
		return err
	}
	if err := v.assign(g.Black); err != nil {
		return err
	}
	red, black := v.all[g.Red], v.all[g.Black]
	if red.met[g.Black] > 0 {
		return fmt.Errorf("pairing: %d and %d have met", g.Red, g.Black)
	}
	if v.anySide(red) || v.anySide(black) {
		return nil
	}
	for side, r := range map[int]*record{+1: red, -1: black} {
		if wish, strength := r.preference(); strength == 3 && side != wish {
			return fmt.Errorf("pairing: %d gets the side %+d and is due the other", r.number, side)
		}
	}
	return nil
}

func (v validation) bye(b Bye, active []int) error {
	if err := v.assign(b.Player); err != nil {
		return err
	}
	for _, n := range active {
		if v.all[n].byes < v.all[b.Player].byes {
			return fmt.Errorf("pairing: another bye for %d while %d had fewer", b.Player, n)
		}
	}
	return nil
}

// anySide reports whether a player may get any side: in the last round, with more than
// half of the possible points (FIDE's topscorers).
func (s State) anySide(r *record) bool {
	return s.Round == s.Rounds && r.points > s.Round-1
}

package game

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The rule of repetition implemented again, word for word over slowBoard, with
// sets of pairs in maps.

type slowPair struct{ hunter, victim int } // by the number of a piece at the beginning

type slowSet map[int]bool

func (s slowSet) and(o slowSet) slowSet {
	both := slowSet{}
	for v := range s {
		if o[v] {
			both[v] = true
		}
	}
	return both
}

// newAttackers reports whether the king of a side is attacked in b by a piece that
// did not attack it in before.
func newAttackers(b, before *slowBoard, black bool) bool {
	old := before.attackersOfKing(black)
	return slices.ContainsFunc(b.attackersOfKing(black), func(p slowPoint) bool { return !slices.Contains(old, p) })
}

func slowThreatens(b *slowBoard, from, to slowPoint) bool {
	piece, victim := b.get(from)|0x20, b.get(to)|0x20
	black := isBlack(b.get(from))
	if piece == 'k' || piece == 'p' || victim == 'k' {
		return false
	}
	if victim == 'p' && (black && to.rank <= 4 || !black && to.rank >= 5) {
		return false // still at home
	}
	if !b.reaches(from, to) {
		return false
	}
	taken := b.after(slowMove{from, to})
	if newAttackers(&taken, b, black) {
		return false
	}
	switch {
	case (piece == 'n' || piece == 'c') && victim == 'r':
		return true
	case (piece == 'a' || piece == 'b') && (victim == 'r' || victim == 'n' || victim == 'c'):
		return true
	}
	for _, p := range everyPoint {
		if taken.get(p) != '.' && isBlack(taken.get(p)) != black && taken.reaches(p, to) {
			back := taken.after(slowMove{p, to})
			if !newAttackers(&back, b, !black) {
				return false
			}
		}
	}
	if piece == victim && b.reaches(to, from) {
		back := b.after(slowMove{to, from})
		if !newAttackers(&back, b, !black) {
			return false
		}
	}
	return true
}

func slowThreats(b *slowBoard, ids *[10][9]int, black bool) map[slowPair]bool {
	pairs := make(map[slowPair]bool)
	for _, from := range everyPoint {
		if b.get(from) == '.' || isBlack(b.get(from)) != black {
			continue
		}
		for _, to := range everyPoint {
			if b.get(to) != '.' && isBlack(b.get(to)) != black && slowThreatens(b, from, to) {
				pairs[slowPair{ids[from.rank][from.file], ids[to.rank][to.file]}] = true
			}
		}
	}
	return pairs
}

// slowJudge rules on a repetition that begins at b with the given moves.
func slowJudge(b slowBoard, moves []slowMove) Outcome {
	checks := map[bool]bool{false: true, true: true}
	now := b
	for _, m := range moves {
		mover := now.black
		now = now.after(m)
		if len(now.attackersOfKing(now.black)) == 0 {
			checks[mover] = false
		}
	}
	switch {
	case checks[false] && checks[true]:
		return Outcome{Draw, MutualCheck}
	case checks[false]:
		return Outcome{BlackWins, PerpetualCheck}
	case checks[true]:
		return Outcome{RedWins, PerpetualCheck}
	}
	var ids [10][9]int
	all := slowSet{}
	for i, p := range everyPoint {
		ids[p.rank][p.file] = i
		all[i] = true
	}
	chase := map[bool]slowSet{false: all, true: all}
	genuine := map[bool]slowSet{false: all, true: all}
	held := map[bool]slowSet{false: all, true: all}
	now = b
	for _, m := range moves {
		s := now.black
		was := slowThreats(&now, &ids, s)
		next := now.after(m)
		before := ids
		ids[m.to.rank][m.to.file] = ids[m.from.rank][m.from.file]
		ids[m.from.rank][m.from.file] = -1
		victims, true_, rooks := slowSet{}, slowSet{}, slowSet{}
		for pair := range slowThreats(&next, &ids, s) {
			if was[pair] {
				continue
			}
			victims[pair.victim] = true
			where := func(ids *[10][9]int, b *slowBoard, id int) (at slowPoint) {
				for _, p := range everyPoint {
					if b.get(p) != '.' && ids[p.rank][p.file] == id {
						at = p
					}
				}
				return
			}
			if !now.reaches(where(&before, &now, pair.hunter), where(&before, &now, pair.victim)) {
				true_[pair.victim] = true
			}
			at := where(&ids, &next, pair.victim)
			if next.get(at)|0x20 != 'r' {
				continue
			}
			// Without the rook, would a horse check that did not before?
			without := next
			without.at[at.rank][at.file] = '.'
			for _, p := range without.attackersOfKing(!s) {
				if without.get(p)|0x20 == 'n' && !next.reaches(p, next.find("kK"[map[bool]int{true: 1, false: 0}[s]])) {
					rooks[pair.victim] = true
				}
			}
		}
		chase[s], genuine[s], held[s] = chase[s].and(victims), genuine[s].and(true_), held[s].and(rooks)
		now = next
	}
	lose := func(black bool) Outcome {
		if black {
			return Outcome{RedWins, PerpetualChase}
		}
		return Outcome{BlackWins, PerpetualChase}
	}
	red, black := len(chase[false]) > 0, len(chase[true]) > 0
	switch {
	case red && black:
		if a, b := len(held[false]) > 0, len(held[true]) > 0; a != b {
			return lose(b)
		}
		if a, b := len(genuine[false]) > 0, len(genuine[true]) > 0; a != b {
			return lose(b)
		}
		return Outcome{Draw, MutualChase}
	case red || black:
		return lose(black)
	}
	return Outcome{Draw, Repetition}
}

// randomRound finds moves that lead from p back to p: each side wanders a few
// moves and goes back the same or another way. It returns nil if it finds none.
func randomRound(r *rand.Rand, p Position) []Move {
	quiet := func(p *Position) (Move, bool) {
		moves := p.LegalQuiets(nil)
		if len(moves) == 0 {
			return NoMove, false
		}
		by := p.Turn()
		for range 12 { // mostly moves that check, threaten or evade
			m := moves[r.IntN(len(moves))]
			after := p.After(m)
			evades := false
			for was, i := p.threats(by.Other()), 0; i < was.count; i++ {
				evades = evades || was.victims[i].Has(m.From())
			}
			if after.InCheck() || evades || after.threats(by) != p.threats(by) {
				return m, true
			}
		}
		return moves[r.IntN(len(moves))], true
	}
	n := 1 + r.IntN(2)
	q := p
	var out []Move
	var sides [2][]Move
	for i := range 2 * n {
		m, ok := quiet(&q)
		if !ok {
			return nil
		}
		q.Do(m)
		out = append(out, m)
		sides[i%2] = append(sides[i%2], m)
	}
	for i := range 2 * n { // and back, each side by its own way
		s := sides[i%2]
		m := s[len(s)-1-i/2]
		m = NewMove(m.To(), m.From())
		if !q.IsLegal(m) || q.At(m.To()) != NoPiece {
			return nil
		}
		q.Do(m)
		out = append(out, m)
	}
	if !q.Same(&p) {
		return nil
	}
	return out
}

func toSlow(moves []Move) (slow []slowMove) {
	for _, m := range moves {
		slow = append(slow, slowMove{slowPoint{m.From().File(), m.From().Rank()},
			slowPoint{m.To().File(), m.To().Rank()}})
	}
	return
}

// checkRepetition plays random rounds from a random position twice and compares
// the verdicts, which it counts in seen. Most of them are plain draws: of these
// only a part is compared.
func checkRepetition(t testing.TB, r *rand.Rand, seen map[Outcome]int) {
	p := randomPosition(r)
	for range 300 {
		round := randomRound(r, p)
		if round == nil {
			continue
		}
		g := NewGame(p, Asian)
		var warning Outcome // the verdict after the first round
		for i := range 2 * len(round) {
			if i == len(round) {
				warning = g.Warning()
			}
			if err := g.PlayOn(round[i%len(round)]); err != nil {
				t.Fatalf("%s %v: %v", p.FEN(), round, err)
			}
			if g.Outcome().Over() && i < 2*len(round)-1 {
				break // a round within the round
			}
		}
		if g.Ply() != 2*len(round) {
			continue
		}
		if g.Outcome().Method == Repetition && r.IntN(30) > 0 {
			continue
		}
		twice := append(slices.Clone(round), round...)
		want := slowJudge(slowParse(p.FEN()), toSlow(twice))
		if g.Outcome() != want {
			t.Fatalf("%s moves %v: %v, not %v", p.FEN(), twice, g.Outcome(), want)
		}
		if warning != want {
			t.Fatalf("%s moves %v: the warning was %v, the verdict %v", p.FEN(), twice, warning, want)
		}
		seen[want]++
	}
}

func TestRepetitionAgainstSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := 80
	if testing.Short() {
		n = 10
	}
	seen := make(map[Outcome]int)
	for range n {
		checkRepetition(t, r, seen)
	}
	t.Log(seen)
	if !testing.Short() && len(seen) < 5 {
		t.Errorf("only these verdicts came up: %v", seen)
	}
}

// FuzzRepetition compares verdicts on rounds that grow from a seed.
func FuzzRepetition(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		checkRepetition(t, rand.New(rand.NewPCG(seed, 5)), make(map[Outcome]int))
	})
}

// FuzzRules compares the rules on positions that grow from a seed.
func FuzzRules(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		p := randomPosition(rand.New(rand.NewPCG(seed, 6)))
		compareRules(t, &p)
	})
}

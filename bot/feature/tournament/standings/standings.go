// Package standings computes the table of a tournament from its rounds. The table is
// never stored, so a corrected result changes it at once.
//
// Out of scope: people, storage, messages.
package standings

import (
	"cmp"
	"slices"

	"yeye/bot/feature/tournament/pairing"
)

// Row is one player's line of the table.
type Row struct {
	Player    int
	Place     int // shared by rows that no tie-break separates
	Points    int // two for a win, one for a draw
	Opponents int // points of the opponents, see [Table]; 0 in a round robin
	Direct    int // points against the players who are tied so far; 0 if not all of them have met
	Wins      int // over the board, without forfeits
	BlackWins int
	Games     int
	By        TieBreak // what separates this row from the one above it
}

// TieBreak is what separates two rows.
type TieBreak string

const (
	ByPoints    TieBreak = ""
	ByOpponents TieBreak = "opponents"
	ByDirect    TieBreak = "direct"
	ByWins      TieBreak = "wins"
	ByBlackWins TieBreak = "black"
	Shared      TieBreak = "shared" // nothing: the place is shared
)

// Table returns the rows of players 1 to n, the leader first. Equal points are
// separated, in this order, by
//
//   - the points of their opponents (对手分, Buchholz). Rounds that an opponent did not
//     play count as draws there. A round that a player did not play counts as a game
//     against a virtual opponent, who had as many points before it, scored in it what
//     the player did not, and drew from then on (FIDE C.07 before 2023, in short);
//   - points against each other, if all who are still tied have met;
//   - games won over the board, then those won with Black.
//
// Boards without a result are left out for both players. In a round robin (allMeet) the
// first tie-break is left out: there it would only show who had a bye or a forfeit when.
func Table(n int, rounds []pairing.Round, allMeet bool) []Row {
	t := tally(n, rounds)
	rows := make([]Row, n)
	for i := range rows {
		if rows[i] = t.row(i + 1); allMeet {
			rows[i].Opponents = 0
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Opponents, a.Opponents))
	})
	for equal := range groups(rows, func(a, b Row) bool { return a.Points == b.Points && a.Opponents == b.Opponents }) {
		t.direct(equal)
	}
	slices.SortStableFunc(rows, compare)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 {
			if rows[i].By = separates(rows[i-1], rows[i]); rows[i].By == Shared {
				rows[i].Place = rows[i-1].Place
			}
		}
	}
	return rows
}

func compare(a, b Row) int {
	return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Opponents, a.Opponents),
		cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.BlackWins, a.BlackWins))
}

func separates(above, row Row) TieBreak {
	switch {
	case above.Points != row.Points:
		return ByPoints
	case above.Opponents != row.Opponents:
		return ByOpponents
	case above.Direct != row.Direct:
		return ByDirect
	case above.Wins != row.Wins:
		return ByWins
	case above.BlackWins != row.BlackWins:
		return ByBlackWins
	default:
		return Shared
	}
}

// groups yields the runs of equal rows.
func groups(rows []Row, equal func(a, b Row) bool) func(yield func([]Row) bool) {
	return func(yield func([]Row) bool) {
		for start := 0; start < len(rows); {
			end := start + 1
			for end < len(rows) && equal(rows[start], rows[end]) {
				end++
			}
			if !yield(rows[start:end]) {
				return
			}
			start = end
		}
	}
}

// entry is one player's result in one round.
type entry struct {
	opponent int // 0 for a round without a game
	points   int
	black    bool
	pending  bool
}

// crossTable holds all results by player number and round.
type crossTable [][]entry

func tally(n int, rounds []pairing.Round) crossTable {
	t := make(crossTable, n+1)
	for i := range t {
		t[i] = make([]entry, len(rounds))
	}
	for i, round := range rounds {
		for _, g := range round.Games {
			red, black := g.Result.Points()
			t[g.Red][i] = entry{points: red, pending: g.Result == pairing.Pending}
			t[g.Black][i] = entry{points: black, pending: g.Result == pairing.Pending, black: true}
			if g.Result.Played() && g.Result != pairing.Pending {
				t[g.Red][i].opponent, t[g.Black][i].opponent = g.Black, g.Red
			}
		}
		for _, b := range round.Byes {
			t[b.Player][i].points = b.Kind.Points()
		}
	}
	return t
}

// closed reports whether all players have a result in a round.
func (t crossTable) closed(round int) bool {
	return !slices.ContainsFunc(t[1:], func(es []entry) bool { return es[round].pending })
}

func (t crossTable) row(n int) Row {
	r := Row{Player: n}
	for i, e := range t[n] {
		switch {
		case e.pending:
		case e.opponent == 0:
			if t.closed(i) {
				r.Opponents += t.virtual(r.Points, i, e.points)
			}
		default:
			r.Games++
			r.Opponents += t.asOpponent(e.opponent)
			if e.points == 2 {
				r.Wins++
				if e.black {
					r.BlackWins++
				}
			}
		}
		r.Points += e.points
	}
	return r
}

// virtual returns the points of the virtual opponent of an unplayed round; see [Table].
func (t crossTable) virtual(before, round, got int) int {
	points := before + 2 - got
	for later := round + 1; later < len(t[0]); later++ {
		if t.closed(later) {
			points++
		}
	}
	return points
}

// asOpponent returns a player's points, counting their unplayed rounds as draws.
func (t crossTable) asOpponent(n int) int {
	points := 0
	for i, e := range t[n] {
		switch {
		case e.pending:
		case e.opponent != 0:
			points += e.points
		case t.closed(i):
			points++
		}
	}
	return points
}

// direct sets Direct of tied rows, if all of them have met.
func (t crossTable) direct(rows []Row) {
	points := make([]int, len(rows))
	for i, a := range rows {
		met := 0
		for _, e := range t[a.Player] {
			if e.opponent != 0 && slices.ContainsFunc(rows, func(b Row) bool { return b.Player == e.opponent }) {
				met++
				points[i] += e.points
			}
		}
		if met < len(rows)-1 {
			return
		}
	}
	for i := range rows {
		rows[i].Direct = points[i]
	}
}

package tournament

import (
	"cmp"
	"slices"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/feature/tournament/standings"
	"yeye/bot/id"
	"yeye/bot/policy"
)

// Row is one player's line of the table.
type Row struct {
	standings.Row
	*Entrant
	Results     []Cell // by round; in an arena and a simul by game
	performance int    // in an arena the performance, which breaks ties on points
}

// Cell is one player's result in one round.
type Cell struct {
	Opponent int // 0 for none
	Side     int // +1 Red, -1 Black, 0 for none
	Points   int // of this player; in an arena with the bonus of a streak
	Pending  bool
	Kind     Kind
	How      How
}

// Table returns the standings, the leader first; before the start it is empty.
func (t *Tournament) Table() []Row {
	switch {
	case t.State == Open, len(t.Players) == 0, t.Players[0].Number == 0:
		return nil
	case t.ByGames():
		return t.gameTable()
	}
	rows := make([]Row, 0, len(t.Players))
	for _, r := range standings.Table(len(t.Players), t.rounds(t.paired()), t.AllMeet()) {
		rows = append(rows, Row{Row: r, Entrant: t.Entrant(r.Player), Results: t.cells(r.Player)})
	}
	return rows
}

// Prizes returns the rows of the players who can win, with places among themselves: players who left or were removed
// win nothing, except that an arena may be left at any time.
func (t *Tournament) Prizes() (rows []Row) {
	was := 0
	for _, row := range t.Table() {
		if row.Status != In && !row.Gone() && (t.System != Arena || row.Status == Removed) {
			continue
		}
		place := len(rows) + 1
		if row.Place == was {
			place = rows[len(rows)-1].Place
		}
		was, row.Place = row.Place, place
		rows = append(rows, row)
	}
	return rows
}

// cells returns a player's results by round.
func (t *Tournament) cells(number int) []Cell {
	all := make([]Cell, t.paired())
	for _, b := range t.Pairings {
		if b.Round <= len(all) && b.has(number) {
			all[b.Round-1] = b.cell(number)
		}
	}
	return all
}

// cell returns a player's result on a board.
func (b *Board) cell(number int) Cell {
	c := Cell{Kind: b.Kind, How: b.How, Pending: b.Pending()}
	if b.Kind != Game {
		c.Points = pairing.ByeKind(b.Kind).Points()
		return c
	}
	c.Side, c.Opponent = b.against(number)
	if c.Points, _ = b.Result.Points(); c.Side < 0 {
		_, c.Points = b.Result.Points()
	}
	return c
}

// gameTable orders players by points, in an arena with streaks and then by performance.
func (t *Tournament) gameTable() []Row {
	rows := make([]Row, len(t.Players))
	for i := range t.Players {
		rows[i] = t.gameRow(&t.Players[i])
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(b.Points, a.Points),
			cmp.Compare(b.performance, a.performance),
			cmp.Compare(a.Number, b.Number),
		)
	})
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && rows[i].Points == rows[i-1].Points && rows[i].performance == rows[i-1].performance {
			rows[i].Place, rows[i].By = rows[i-1].Place, standings.Shared
		}
	}
	return rows
}

// Rated returns the entrant's rating when they joined; ok is false if they hide their profile.
func (e *Entrant) Rated(seen policy.Shown) (rating int, ok bool) { return e.rating, seen.Of(e.Player) }

// Performance returns the performance rating of a player of an arena; ok is false if they hide their profile, or if it
// would reveal the rating of an opponent who hides theirs.
func (t *Tournament) Performance(r *Row, seen policy.Shown) (points int, ok bool) {
	ok = seen.Of(r.Entrant.Player)
	for _, c := range r.Results {
		opponent := t.Entrant(c.Opponent)
		ok = ok && (opponent == nil || seen.Of(opponent.Player))
	}
	return r.performance, ok
}

// Entrants returns the ids of all players who have not been erased.
func (t *Tournament) Entrants() (all []id.Player) {
	for _, e := range t.Players {
		all = append(all, e.Player)
	}
	return all
}

// SameRow reports whether two rows of tables look alike.
func SameRow(a, b Row) bool {
	return a.Row == b.Row && a.Name == b.Name && a.performance == b.performance
}

// winPoints is the number of rating points that a win adds in a performance rating (FIDE's linear approximation);
// defaultRating is the rating assumed for an opponent without one, the initial rating of every player.
const (
	winPoints     = 400
	defaultRating = 1500
)

func (t *Tournament) gameRow(e *Entrant) Row {
	r := Row{Row: standings.Row{Player: e.Number}, Entrant: e}
	var outcomes []standings.Outcome
	sum := 0
	for _, b := range t.Pairings {
		if !b.has(e.Number) || b.Pending() || b.How == TooLate {
			continue
		}
		c := b.cell(e.Number)
		r.Results = append(r.Results, c)
		outcomes = append(outcomes, standings.Outcome{Points: c.Points, Plies: b.Plies, Ruled: b.How == Corrected})
		if b.Result.Played() {
			r.Games++
			sum += cmp.Or(t.Entrant(c.Opponent).rating, defaultRating) + (c.Points-1)*winPoints
		}
		if c.Points == 2 && b.Result.Played() {
			r.Wins++
		}
	}
	if t.System == Arena {
		for i, points := range standings.Streak(outcomes) {
			r.Results[i].Points = points
		}
		r.performance = sum / max(r.Games, 1)
	}
	for _, c := range r.Results {
		r.Points += c.Points
	}
	return r
}

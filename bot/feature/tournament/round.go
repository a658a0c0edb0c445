package tournament

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
)

// rounds returns the first upTo rounds in the types of package pairing.
func (t *Tournament) rounds(upTo int) []pairing.Round {
	all := make([]pairing.Round, upTo)
	for _, b := range t.Pairings {
		if b.Round > upTo {
			continue
		}
		r := &all[b.Round-1]
		if b.Kind == Game {
			r.Games = append(r.Games, pairing.Game{Red: b.Red, Black: b.Black, Result: b.Result})
		} else {
			r.Byes = append(r.Byes, pairing.Bye{Player: b.Red, Kind: pairing.ByeKind(b.Kind)})
		}
	}
	return all
}

// pairRound computes the rows of the current round. [pairing.ErrNoPairs] means that there are too few players for
// another one.
func (t *Tournament) pairRound() ([]Board, error) {
	if t.System == Swiss {
		return t.swissRound()
	}
	all, err := pairing.RoundRobin(len(t.Players), false)
	if err != nil {
		return nil, err
	}
	if t.System == Simul {
		all = []pairing.Round{pairing.OneAgainstAll(len(t.Players))}
	}
	if t.Active() < 2 {
		return nil, pairing.ErrNoPairs
	}
	var rows []Board
	for i, r := range all {
		if round := i + 1; t.AtOnce() || round == t.Round {
			rows = append(rows, t.robinRows(round, r)...)
		}
	}
	return rows, nil
}

// robinRows returns the rows of a round of a round robin. A player who has withdrawn forfeits.
func (t *Tournament) robinRows(round int, r pairing.Round) (rows []Board) {
	for _, g := range r.Games {
		b := Board{Round: round, Number: len(rows) + 1, Red: g.Red, Black: g.Black, Kind: Game}
		if t.Entrant(g.Red).Status != In || t.Entrant(g.Black).Status != In {
			b.forfeitUnbegun(t, takenOut, time.Time{})
		}
		rows = append(rows, b)
	}
	for _, bye := range r.Byes {
		rows = append(rows, Board{Round: round, Number: len(rows) + 1, Red: bye.Player, Kind: Absent})
	}
	return rows
}

// swissRound pairs the active players who have neither requested a bye nor been paired by hand. A single one gets the
// bye. Fewer than two are [pairing.ErrNoPairs] only if no others have requested a bye or been paired by hand.
func (t *Tournament) swissRound() (rows []Board, err error) {
	s := pairing.State{Round: t.Round, Rounds: t.Rounds, Past: t.rounds(t.Round - 1)}
	byHand, skip := map[int]bool{}, 0
	number := 0
	for _, b := range t.InRound(t.Round) {
		byHand[b.Red], byHand[b.Black] = true, true
		number = max(number, b.Number)
	}
	for _, e := range t.Players {
		plays := e.Status == In && e.Joined <= t.Round && e.Half != t.Round && !byHand[e.Number]
		if e.Status == In && e.Half == t.Round {
			skip++
		}
		s.Players = append(s.Players, pairing.Player{Number: e.Number, Active: plays})
	}
	add := func(b Board) {
		number++
		b.Round, b.Number = t.Round, number
		rows = append(rows, b)
	}
	made, err := pairing.Swiss{}.Pair(s)
	switch left := active(s); {
	case errors.Is(err, pairing.ErrNoPairs) && len(byHand)+skip > 0:
		if len(left) == 1 {
			made.Byes = []pairing.Bye{{Player: left[0], Kind: pairing.Allocated}}
		}
	case err != nil:
		return nil, err
	}
	for _, g := range made.Games {
		add(Board{Red: g.Red, Black: g.Black, Kind: Game})
	}
	for _, b := range made.Byes {
		add(Board{Red: b.Player, Kind: Kind(b.Kind)})
	}
	for _, e := range t.Players {
		if e.Status == In && e.Half == t.Round && !byHand[e.Number] {
			add(Board{Red: e.Number, Kind: Half})
		}
	}
	return rows, nil
}

func active(s pairing.State) (numbers []int) {
	for _, p := range s.Players {
		if p.Active {
			numbers = append(numbers, p.Number)
		}
	}
	return numbers
}

// startRound adds the rows of a round and sets the state to Playing.
func (t *Tournament) startRound(rows []Board, now time.Time) {
	t.Pairings = append(t.Pairings, rows...)
	slices.SortStableFunc(t.Pairings, func(a, b Board) int { return cmp.Or(a.Round-b.Round, a.Number-b.Number) })
	t.State, t.Due = Playing, t.Ends
	if t.AtOnce() {
		t.Round = t.Rounds
	}
	t.limitRests(now)
	t.settle(now)
}

// wave pairs the waiting players of an arena, except those who are busy at a board elsewhere.
func (t *Tournament) wave(now time.Time, busy []id.Player) {
	if t.Due = now.Add(waveEvery); t.Due.After(t.Ends) {
		t.Due = t.Ends
	}
	if t.Paused {
		return
	}
	games := pairing.Wave(t.waiting(now, busy), t.Active() == 2)
	if len(games) > 0 {
		t.Round++
	}
	for i, g := range games {
		t.Pairings = append(t.Pairings, Board{Round: t.Round, Number: i + 1, Red: g.Red, Black: g.Black, Kind: Game})
	}
}

// waiting returns the players who could play now, with what pairing must know of their last games.
func (t *Tournament) waiting(now time.Time, busy []id.Player) (all []pairing.Waiting) {
	places := map[int]int{}
	for _, row := range t.Table() {
		places[row.Number] = row.Place
	}
	for _, e := range t.Players {
		if e.Status != In || t.Current(e.Number) != nil || slices.Contains(busy, e.Player) {
			continue
		}
		w := pairing.Waiting{Number: e.Number, Rank: places[e.Number], Rating: e.rating}
		rested := true
		for _, b := range t.Pairings {
			if !b.has(e.Number) {
				continue
			}
			w.Side, w.Opponent = b.against(e.Number)
			w.Balance += w.Side
			rested = !now.Before(b.Ended.Add(arenaBreak))
		}
		if rested {
			all = append(all, w)
		}
	}
	return all
}

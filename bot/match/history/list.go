package history

import (
	"cmp"
	"context"
	"slices"

	"yeye/bot/id"
	"yeye/game"
)

// Filter selects games of player Of; zero fields match all.
type Filter struct {
	Of      id.Player
	Against *Opponent   // nil for any
	Score   *game.Score // nil for any
	Opening string      // a code, "" for any
}

// Games returns up to limit games of a player after skipping from, latest first, without those that the asker may not
// see.
func (s *Service) Games(ctx context.Context, a Asker, f Filter, limit, from int) ([]Entry, error) {
	where, err := s.where(ctx, a, f)
	if err != nil {
		return nil, err
	}
	all, err := list(ctx, s.db.Read(), where, limit, from)
	return slices.DeleteFunc(all, func(e Entry) bool {
		p := e.viewFacts()
		return !s.maySee(a, &p)
	}), err
}

// Tally counts games by result; Other are those without one.
type Tally struct{ Won, Drawn, Lost, Other int }

// Games returns the total.
func (t Tally) Games() int { return t.Won + t.Drawn + t.Lost + t.Other }

// Tally counts the games that match a filter and that the asker may see.
func (s *Service) Tally(ctx context.Context, a Asker, f Filter) (Tally, error) {
	where, err := s.where(ctx, a, f)
	if err != nil {
		return Tally{}, err
	}
	return tally(ctx, s.db.Read(), where)
}

// Record is a player's tally against an opponent.
type Record struct {
	Opponent
	Tally
}

// mergeNames merges the records of an opponent under several names into one, with the first known name.
func mergeNames(all []Record) (merged []Record) {
	for _, r := range all {
		i := slices.IndexFunc(merged, func(m Record) bool {
			return m.Player == r.Player && m.Human == r.Human && m.Level == r.Level
		})
		if i < 0 {
			merged = append(merged, r)
			continue
		}
		m := &merged[i]
		m.Name = cmp.Or(m.Name, r.Name)
		m.Won, m.Drawn, m.Lost, m.Other = m.Won+r.Won, m.Drawn+r.Drawn, m.Lost+r.Lost, m.Other+r.Other
	}
	return merged
}

// Records returns a player's records against characters, weakest first, and against people, most games first.
func (s *Service) Records(ctx context.Context, a Asker, of id.Player) (characters, people []Record, err error) {
	where, err := s.where(ctx, a, Filter{Of: of})
	if err != nil {
		return nil, nil, err
	}
	all, err := records(ctx, s.db.Read(), where)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range mergeNames(all) {
		if r.Human {
			people = append(people, r)
		} else {
			characters = append(characters, r)
		}
	}
	slices.SortFunc(characters, func(x, y Record) int { return cmp.Compare(x.Level, y.Level) })
	slices.SortFunc(people, func(x, y Record) int {
		return cmp.Or(y.Games()-x.Games(), cmp.Compare(x.Player, y.Player))
	})
	return characters, people, nil
}

// Openings returns the opening codes of a player's games, most frequent first.
func (s *Service) Openings(ctx context.Context, a Asker, of id.Player) ([]string, error) {
	where, err := s.where(ctx, a, Filter{Of: of})
	if err != nil {
		return nil, err
	}
	return openings(ctx, s.db.Read(), where)
}

// Favourites returns the code of the opening that a player has played most often with each color, in games with a
// result; "" for none.
func (s *Service) Favourites(ctx context.Context, p id.Player) (codes [2]string, err error) {
	return favourites(ctx, s.db.Read(), p)
}

// WithPeople returns a player's latest games against people on a server that have a result.
func (s *Service) WithPeople(ctx context.Context, p id.Player, g id.Guild, limit int) ([]id.Match, error) {
	return withPeople(ctx, s.db.Read(), p, g, limit)
}

// Entry returns the entry of one of a game's players; ok is false if there is none.
func (s *Service) Entry(ctx context.Context, of id.Match) (e Entry, ok bool, err error) {
	return one(ctx, s.db.Read(), of)
}

// where returns the SQL condition of a filter, restricted to rows that the asker may see.
func (s *Service) where(ctx context.Context, a Asker, f Filter) (condition, error) {
	where := ofOwner(f.Of)
	if f.Against != nil {
		where = where.and(withOpponent(*f.Against))
	}
	if f.Score != nil {
		where = where.and(withScore(*f.Score))
	}
	if f.Opening != "" {
		where = where.and(withOpening(f.Opening))
	}
	scope, err := s.visibleRows(ctx, a, f.Of)
	return where.and(scope), err
}

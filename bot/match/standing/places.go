package standing

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/policy"
	"yeye/bot/store"
)

// Places on leaderboards are stored, in the transaction in which anything about them changes: to compute at each
// request who is on a server, ranked and visible took longer the more players there were.

// Board is the criterion by which a leaderboard is sorted. The names are stored.
type Board string

// The boards. Those by rating have the names of their pools.
const (
	ByLive   = Board(Live)
	ByDays   = Board(Days)
	ByLadder = Board("ladder")
)

// Boards lists the boards in the order in which they are offered.
var Boards = []Board{ByLive, ByDays, ByLadder}

// newcomers is the list below a board by rating, of those who have a rating in its pool and no place. The names are
// stored.
func (b Board) newcomers() Board { return b + newcomerSuffix }

// newcomerSuffix is what SQL takes off the name of such a list to find its pool.
const newcomerSuffix = "-new"

// Everywhere stands for all servers, where a leaderboard names a server.
const Everywhere = id.Guild("")

// MinOpponents is how many different opponents with a settled rating a player must have had for a place by rating. The
// player's own must be settled too. So one cannot get a place by beating accounts that were opened for it.
const MinOpponents = 5

// Place is a player's place on a leaderboard.
type Place struct {
	Player id.Player
	Name   string
	Number int     // from 1; 0 below the places, for who has a rating and no place
	Value  float64 // a rating or a [Rung]
	Since  time.Time
	Rating Rating // as it is now, on a board by rating
}

// OnPreferences updates a player's places for new settings. It is a [player.Listener].
func (s *Service) OnPreferences(ctx context.Context, tx store.Tx, p id.Player, _ player.Preferences) error {
	player.Lock(ctx, tx, p)
	ratings, err := ratingsOf(ctx, tx.Conn, duo{p})
	if err != nil {
		return err
	}
	return s.place(ctx, tx, duo{p}, ratings)
}

// place updates the places of players, who must be locked: on each server on which they have finished a game, and among
// all players if they want that, by each of their ratings, and by their rung.
func (s *Service) place(ctx context.Context, tx store.Tx, players duo, ratings map[id.Player]map[Pool]Rating) error {
	climbs, err := climbsOf(ctx, tx.Conn, players)
	if err != nil {
		return err
	}
	at := map[id.Player]map[Board]Place{}
	for _, p := range players {
		values, err := placesOf(ctx, tx.Conn, p, ratings[p], climbs[p])
		if err != nil {
			return err
		}
		if len(values) > 0 {
			at[p] = values
		}
	}
	if len(at) == 0 { // there is nothing old to delete: ratings and rungs are never lost
		return nil
	}
	tx.ExecDeferred(ctx, dropPlaces, players.args()...)
	known, err := membershipsOf(ctx, tx.Conn, players)
	if err != nil {
		return err
	}
	shown, err := policy.Show(ctx, tx.Conn, "", players[:]...)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, p := range players {
		if !shown.Of(p) {
			continue
		}
		for i, m := range known[p] {
			if m.guild != Everywhere {
				rows = append(rows, placeRows(m.guild, m.name, p, at[p])...)
			}
			if i == 0 && shown.Everywhere(p) { // under the latest name
				rows = append(rows, placeRows(Everywhere, m.name, p, at[p])...)
			}
		}
	}
	insertPlaces(ctx, tx, rows)
	return nil
}

// placesOf returns a player's value on each list on which it stands.
func placesOf(ctx context.Context, c store.Conn, p id.Player, ratings map[Pool]Rating,
	climbs Climbs) (map[Board]Place, error) {
	all := map[Board]Place{}
	for in, r := range ratings {
		ranked, err := ranks(ctx, c, p, in, r)
		if err != nil {
			return nil, err
		}
		list := Board(in)
		if !ranked {
			list = list.newcomers()
		}
		all[list] = Place{Value: r.Value, Since: r.Last}
	}
	if rung, since := climbs.rung(); rung > 0 {
		all[ByLadder] = Place{Value: float64(rung), Since: since}
	}
	return all, nil
}

// ranks reports whether a rating is enough for a place.
func ranks(ctx context.Context, c store.Conn, p id.Player, in Pool, r Rating) (bool, error) {
	if r.Provisional() || r.Opponents < MinOpponents {
		return false, nil
	}
	n, err := store.Value[int](c.Row(ctx, settledOpponents, string(p), string(in), float64(rating.ProvisionalFrom),
		MinOpponents))
	return n >= MinOpponents, err
}

// Listed returns how many players have a place on a leaderboard, and how many stand below the places.
func (s *Service) Listed(ctx context.Context, g id.Guild, b Board) (places, below int, err error) {
	if places, err = store.Value[int](s.db.Read().Row(ctx, countPlaces, string(b), string(g))); err != nil {
		return 0, 0, err
	}
	below, err = store.Value[int](s.db.Read().Row(ctx, countPlaces, string(b.newcomers()), string(g)))
	return places, below, err
}

// Places returns up to limit of who is on a leaderboard after the first from, the best first: those with a place, then
// the others.
func (s *Service) Places(ctx context.Context, g id.Guild, b Board, limit, from int) ([]Place, error) {
	places, _, err := s.Listed(ctx, g, b)
	if err != nil {
		return nil, err
	}
	var all []Place
	if from < places {
		if all, err = store.All(ctx, s.db.Read(), scanPlace, pageOfPlaces, string(b), string(g), limit,
			from); err != nil {
			return nil, err
		}
	}
	for i := range all {
		all[i].Number = from + i + 1
	}
	if len(all) < limit {
		below, err := store.All(ctx, s.db.Read(), scanPlace, pageOfPlaces, string(b.newcomers()), string(g),
			limit-len(all), max(0, from-places))
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	for i := range all {
		all[i].Rating = all[i].Rating.aged(s.db.Now())
	}
	return all, nil
}

// PlaceOf returns how many places are before a player's, and the value of the player's; ok is false if they have none.
func (s *Service) PlaceOf(ctx context.Context, g id.Guild, b Board,
	p id.Player) (before int, value float64, ok bool, err error) {
	var since time.Time
	if ok, err = store.One(s.db.Read().Row(ctx, ownPlace, string(b), string(g), string(p)), &value,
		store.Time(&since)); err != nil || !ok {
		return 0, 0, false, err
	}
	at := store.Millis(since)
	better, err := store.Value[int](s.db.Read().Row(ctx, betterPlaces, string(b), string(g), value))
	if err != nil {
		return 0, 0, false, err
	}
	equal, err := store.Value[int](s.db.Read().Row(ctx, equalPlaces, string(b), string(g), value, at, at, string(p)))
	return better + equal, value, true, err
}

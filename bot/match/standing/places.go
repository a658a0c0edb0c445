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

// Leaderboards are stored, and updated in the transaction of each change: computing for each request which players are
// on a server, ranked and visible does not scale.

// Board is the sort criterion of a leaderboard. The names are stored.
type Board string

// The boards. Those by rating are named after their pools.
const (
	ByLive   = Board(Live)
	ByDays   = Board(Days)
	ByLadder = Board("ladder")
)

// Boards lists the boards in the order in which they are offered.
var Boards = []Board{ByLive, ByDays, ByLadder}

// newcomers is the list below a rating board, of players with a rating in its pool but no place. The names are stored.
func (b Board) newcomers() Board { return b + newcomerSuffix }

// newcomerSuffix is removed by SQL to get the pool of such a list.
const newcomerSuffix = "-new"

// Everywhere is the guild of the leaderboards of all servers.
const Everywhere = id.Guild("")

// MinOpponents is the number of different opponents with an established rating that a place by rating requires, beside
// an established rating of one's own. It keeps players from ranking by beating new accounts.
const MinOpponents = 5

// Place is a player's place on a leaderboard.
type Place struct {
	Player id.Player
	Name   string
	Number int     // from 1; 0 on the newcomers' list
	Value  float64 // a rating or a [Rung]
	Since  time.Time
	Rating Rating // current, on rating boards
}

// OnPreferences updates a player's places when their preferences change. It is a [player.Listener].
func (s *Service) OnPreferences(ctx context.Context, tx store.Tx, p id.Player, _ player.Preferences) error {
	player.Lock(ctx, tx, p)
	ratings, err := ratingsOf(ctx, tx.Conn, pair{p})
	if err != nil {
		return err
	}
	return s.updatePlaces(ctx, tx, pair{p}, ratings)
}

// updatePlaces rewrites the places of players, whose rows must be locked: by rating and by rung, on each server on
// which they have finished a game, and among all servers if they allow that.
func (s *Service) updatePlaces(ctx context.Context, tx store.Tx, players pair,
	ratings map[id.Player]map[Pool]Rating) error {
	climbs, err := ladderWinsOf(ctx, tx.Conn, players)
	if err != nil {
		return err
	}
	at := map[id.Player]map[Board]Place{}
	for _, p := range players {
		values, err := placeValues(ctx, tx.Conn, p, ratings[p], climbs[p])
		if err != nil {
			return err
		}
		if len(values) > 0 {
			at[p] = values
		}
	}
	if len(at) == 0 { // no old places to delete: ratings and rungs are never lost
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

// placeValues returns the board entries of a player: value and time for each list on which the player is.
func placeValues(ctx context.Context, c store.Conn, p id.Player, ratings map[Pool]Rating,
	climbs LadderWins) (map[Board]Place, error) {
	all := map[Board]Place{}
	for in, r := range ratings {
		ranked, err := isRanked(ctx, c, p, in, r)
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

// isRanked reports whether a rating qualifies for a place.
func isRanked(ctx context.Context, c store.Conn, p id.Player, in Pool, r Rating) (bool, error) {
	if r.Provisional() || r.Opponents < MinOpponents {
		return false, nil
	}
	n, err := store.Value[int](c.Row(ctx, settledOpponents, string(p), string(in), float64(rating.ProvisionalFrom),
		MinOpponents))
	return n >= MinOpponents, err
}

// Listed returns how many players have a place on a leaderboard, and how many are on its newcomers' list.
func (s *Service) Listed(ctx context.Context, g id.Guild, b Board) (places, below int, err error) {
	if places, err = store.Value[int](s.db.Read().Row(ctx, countPlaces, string(b), string(g))); err != nil {
		return 0, 0, err
	}
	below, err = store.Value[int](s.db.Read().Row(ctx, countPlaces, string(b.newcomers()), string(g)))
	return places, below, err
}

// Places returns a page of a leaderboard: up to limit entries after skipping from, best first, the newcomers' list
// after the places.
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
		all[i].Rating = all[i].Rating.at(s.db.Now())
	}
	return all, nil
}

// PlaceOf returns the number of places above a player's, and the player's value; ok is false if they have no place.
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

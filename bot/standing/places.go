package standing

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Places on leaderboards are stored, in the transaction in which anything about them changes: to find out at each look who is on a
// server, who is ranked and who shows it took longer the more players there were.

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

// Everywhere stands for all servers, where a leaderboard names a server.
const Everywhere = id.Guild("")

// MinOpponents is how many different opponents a player must have had for a place by rating.
const MinOpponents = 5

// Place is a player's place on a leaderboard.
type Place struct {
	Player id.Player
	Name   string
	Value  float64 // a rating or a [Rung]
	Since  time.Time
	Rating Rating // as it is now, on a board by rating
}

// Relist updates a player's places for new settings. It is a [player.Listener].
func (s *Service) Relist(ctx context.Context, tx store.Tx, p id.Player, _ player.Preferences) error {
	if err := lock(ctx, tx, duo{p}); err != nil {
		return err
	}
	ratings, err := ratingsOf(ctx, tx.Conn, duo{p})
	if err != nil {
		return err
	}
	return s.place(ctx, tx, duo{p}, ratings)
}

// place updates the places of players, who must be locked: on each server on which they have finished a game, and among all players
// if they want that, by each of their ratings from games against enough opponents, and by their rung.
func (s *Service) place(ctx context.Context, tx store.Tx, players duo, ratings map[id.Player]map[Pool]Rating) error {
	climbs, err := climbsOf(ctx, tx.Conn, players)
	if err != nil {
		return err
	}
	at := map[id.Player]map[Board]Place{}
	for _, p := range players {
		if values := placesOf(ratings[p], climbs[p]); len(values) > 0 {
			at[p] = values
		}
	}
	if len(at) == 0 { // there are no old places to delete: opponents and rungs do not become fewer
		return nil
	}
	if err := tx.Later(ctx, dropPlaces, players.args()...); err != nil {
		return err
	}
	known, err := membershipsOf(ctx, tx.Conn, players)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, p := range players {
		if len(at[p]) == 0 {
			continue
		}
		prefs, err := s.players.PreferencesIn(ctx, tx.Conn, p)
		if err != nil {
			return err
		}
		if !prefs.ShowsProfile() {
			continue
		}
		for i, m := range known[p] {
			if m.guild != Everywhere {
				rows = append(rows, placeRows(m.guild, m.name, p, at[p])...)
			}
			if i == 0 && prefs.ListedEverywhere() { // under the latest name
				rows = append(rows, placeRows(Everywhere, m.name, p, at[p])...)
			}
		}
	}
	return insertPlaces(ctx, tx, rows)
}

// placesOf returns a player's value on each board on which it is enough for a place.
func placesOf(ratings map[Pool]Rating, climbs Climbs) map[Board]Place {
	all := map[Board]Place{}
	for in, r := range ratings {
		if r.Opponents >= MinOpponents {
			all[Board(in)] = Place{Value: r.Value, Since: r.Last}
		}
	}
	if rung, since := climbs.rung(); rung > 0 {
		all[ByLadder] = Place{Value: float64(rung), Since: since}
	}
	return all
}

// Listed returns how many players have a place on a leaderboard.
func (s *Service) Listed(ctx context.Context, g id.Guild, b Board) (int, error) {
	return store.Value[int](s.db.Read().Row(ctx, countPlaces, string(b), string(g)))
}

// Places returns up to limit places of a leaderboard after the first from, the best first.
func (s *Service) Places(ctx context.Context, g id.Guild, b Board, limit, from int) ([]Place, error) {
	all, err := store.All(ctx, s.db.Read(), scanPlace, pageOfPlaces, string(b), string(g), limit, from)
	for i := range all {
		all[i].Rating = all[i].Rating.aged(s.db.Now())
	}
	return all, err
}

// PlaceOf returns how many places are before a player's, and the value of the player's; ok is false if they have none.
func (s *Service) PlaceOf(ctx context.Context, g id.Guild, b Board, p id.Player) (before int, value float64, ok bool, err error) {
	var since time.Time
	if ok, err = store.One(s.db.Read().Row(ctx, ownPlace, string(b), string(g), string(p)), &value, store.Time(&since)); err != nil || !ok {
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

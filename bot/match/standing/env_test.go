package standing

import (
	"testing"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// env holds matches whose results are recorded.
type env struct {
	*testplay.Env
	*Service
}

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{Env: testplay.Open(t)}
	e.Service = newService(e.DB)
	e.players.Listen(e.OnPreferences)
	e.Matches.Listen(e.Listener())
	return e
}

// rating returns a player's rating as it is stored, a newcomer's if there is none.
func (e *env) rating(p id.Player, in Pool) Rating {
	e.T.Helper()
	all, err := ratingsOf(e.T.Context(), e.DB.Read(), pair{p})
	e.OK(err)
	if r, ok := all[p][in]; ok {
		return r
	}
	return Rating{Rating: rating.Newcomer()}
}

// choose stores a player's preferences.
func (e *env) choose(p id.Player, prefs player.Preferences) {
	e.T.Helper()
	e.OK(e.players.SetPreferences(e.T.Context(), p, prefs))
}

// erase removes a player.
func (e *env) erase(p id.Player) {
	e.T.Helper()
	e.Tx(func(tx store.Tx) error { return e.Owner().Erase(e.T.Context(), tx, p) })
}

func newService(db *store.DB) *Service { return New(db, player.New(db), guild.New(db)) }

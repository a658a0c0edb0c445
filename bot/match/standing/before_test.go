package standing

import (
	"fmt"
	"slices"
	"testing"

	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match/history"
	"yeye/bot/store"
	"yeye/game"
)

// The statements by which programs before schema 67 write, read and erase results.
const (
	insertBefore = `INSERT INTO results (game, side, player, opponent, level, odds, unaided, even, score, guild, at, opening, pool, before, after, deviation)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	selectBefore = `SELECT game, side, player, opponent, level, odds, unaided, even, score, guild, opening, pool, after FROM results WHERE player = ? ORDER BY n`
	climbsBefore = `SELECT COUNT(*) FROM results WHERE player = ? AND score = 1 AND unaided = 1 AND level >= 0`
	bestBefore   = `SELECT COALESCE(MAX(o.before), 0.0) FROM results r JOIN results o ON o.game = r.game AND o.side <> r.side
		WHERE r.player = ? AND r.score = 1 AND r.pool <> ''`
	gamesBefore  = `SELECT COUNT(*) FROM results WHERE player = ? AND guild = ? AND level = -1`
	forgetBefore = `UPDATE results SET opponent = '' WHERE opponent <> '' AND opponent = ?`
	deleteBefore = `DELETE FROM results WHERE player = ?`
)

// Programs of the version before work on the same database: they read what this one writes, and this one what they write.
func TestBesideTheVersionBefore(t *testing.T) {
	e := &env{Env: testplay.Open(t)}
	e.Service = newService(e.DB)
	e.Matches.Listen(history.New(e.DB, e.Matches, e.players, nil).Listener())
	theirs := e.Start(testplay.Duel("mei", "tom"), "h2e2", "h9g7")
	e.Leave(theirs, "tom")
	_, err := e.DB.Write().Exec(t.Context(), insertBefore,
		string(theirs.ID), "red", "mei", "tom", -1, "even", 1, 1, 1.0, "server", 5, "h2e2 h9g7", "live", 1500.0, 1600.0, 300.0,
		string(theirs.ID), "black", "tom", "mei", -1, "even", 1, 1, 0.0, "server", 5, "h2e2 h9g7", "live", 1500.0, 1400.0, 300.0)
	e.OK(err)
	e.Matches.Listen(e.Listener())
	ours := e.Start(testplay.Duel("tom", "mei"), "c3c4", "b7e7")
	c, err := e.Matches.OfferDraw(t.Context(), e.By("mei"), ours.Channel)
	e.OK(err)
	_, err = e.Matches.Accord(t.Context(), e.By("tom"), ours.ID, c.Match.Offer, true)
	e.OK(err)
	won := e.Start(testplay.Versus("mei", 3), testplay.Smothered...)

	all, err := resultsOfPlayer(t.Context(), e.DB.Read(), "mei", 10)
	e.OK(err)
	if len(all) != 3 || all[2].Game != theirs.ID || all[2].Side != game.Red || all[2].Score != game.Won || all[2].Opponent != "tom" || !all[2].Human || all[2].After != 1600 ||
		all[1].Game != ours.ID || all[1].Side != game.Black || all[1].Score != game.Drawn || all[0].Game != won.ID || all[0].Score != game.Won || all[0].Level != 3 {
		t.Errorf("%+v", all)
	}
	before := func(p id.Player) []string {
		rows, err := store.All(t.Context(), e.DB.Read(), func(row store.Row) (string, error) {
			var game, side, player, opponent, odds, guild, opening, pool string
			var level, unaided, even int
			var score, after float64
			err := row.Scan(&game, &side, &player, &opponent, &level, &odds, &unaided, &even, &score, &guild, &opening, &pool, &after)
			return fmt.Sprintf("%s %s %s-%s %d %s %d%d %g %s %s %s %d", game, side, player, opponent, level, odds, unaided, even, score, guild, opening, pool, int(after)), err
		}, selectBefore, string(p))
		e.OK(err)
		return rows
	}
	want := []string{
		string(theirs.ID) + " red mei-tom -1 even 11 1 server h2e2 h9g7 live 1600",
		fmt.Sprintf("%s black mei-tom -1 even 11 0.5 server c3c4 b7e7 live %d", ours.ID, int(all[1].After)),
		string(won.ID) + " red mei- 3 even 11 1 server b2c2 f9e8 c2c6 b7c7 c6c9  0",
	}
	if got := before("mei"); !slices.Equal(got, want) {
		t.Errorf("the version before reads %q, want %q", got, want)
	}
	if n := e.Count(climbsBefore, "mei"); n != 1 {
		t.Errorf("it counts %d wins over characters", n)
	}
	if n := e.Count(gamesBefore, "mei", "server"); n != 2 {
		t.Errorf("it finds %d games with people", n)
	}
	if best, err := store.Value[float64](e.DB.Read().Row(t.Context(), bestBefore, "mei")); err != nil || best != 1500 {
		t.Errorf("it finds the best win at %v, %v", best, err)
	}
	for _, statement := range []string{deleteBefore, forgetBefore} {
		_, err := e.DB.Write().Exec(t.Context(), statement, "tom")
		e.OK(err)
	}
	if left := before("tom"); len(left) > 0 {
		t.Errorf("it has erased Tom, and there is %q", left)
	}
	all, err = resultsOfPlayer(t.Context(), e.DB.Read(), "mei", 10)
	e.OK(err)
	if len(all) != 3 || all[1].Opponent != "" || all[2].Opponent != "" || e.Count(`SELECT COUNT(*) FROM scores WHERE player = 'tom'`) != 0 {
		t.Errorf("after the erasure by it: %+v", all)
	}
}

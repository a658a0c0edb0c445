package tournamentbot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/game"
)

// hasty searches few nodes.
type hasty struct{ *ai.Pool }

func (s hasty) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	lim.Nodes = min(lim.Nodes, 1000)
	return s.Pool.Lines(ctx, g, lim)
}

// After the end the most accurate of the games is named, and its end shown beside the table; one of a few moves is none.
func TestBestGame(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: hasty{ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})}}}, "tournament", "play")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageEvents | discord.ManageMessages }
	d.Play(`
		online
		linh: /tournament system=swiss name=Friday rounds=3 clock=5+3 => card tournament
		mei: [Join]       => private
		tom: [Join]       => private
		linh: [Director]  => private
		linh: [Start]     => edit
		due`)
	for round, plies := range []int{2, 30, 2} {
		thread := id.Channel(d.Threads[round].ID)
		for n := range plies {
			m, err := d.Matches.InChannel(t.Context(), thread)
			if err != nil {
				t.Fatal(err)
			}
			who := "mei"
			if m.Seats[m.ToMove()].Player == desk.People["tom"] {
				who = "tom"
			}
			d.Play(fmt.Sprintf("in %s\n%s: %s => card paired", thread, who, quiet(&m, n)))
		}
		d.Play(`
			mei: /resign      => private
			mei: [Yes, resign] => edit
			in channel
			linh: /tournament which=friday => card tournament
			clock 3m
			due`)
	}
	d.Play("linh: /tournament which=friday => card tournament … 🏁 The tournament is over. 🥇 tom … ⭐ Most accurate game: … % and … % · <#" + string(d.Threads[1].ID) + ">")
	files := d.Pictures()
	if len(files) != 2 || files[0].Name != "standings.png" || files[1].Name != "board.png" || !strings.Contains(files[1].Description, "resign") {
		t.Errorf("%d pictures: %.300q", len(files), files)
	}
}

// quiet returns a legal move that neither captures nor gives check; others in other plies, so that no position comes again.
func quiet(m *match.Match, ply int) string {
	p := m.Game.Position()
	var all []game.Move
	for _, one := range p.LegalMoves(nil) {
		if p.At(one.To()) == game.NoPiece && !p.GivesCheck(one) && m.Game.Risk(one).Result == game.Ongoing {
			all = append(all, one)
		}
	}
	return all[ply*7%len(all)].String()
}

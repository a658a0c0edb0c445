package puzzlesbot_test

import (
	"strings"
	"testing"

	"yeye/ai/puzzle"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/feature/puzzles"
	feature "yeye/bot/feature/puzzles/puzzlesbot"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/store"
	"yeye/game"
)

// openAnalysing returns a desk at which games are analyzed, and everybody may delete them.
func openAnalysing(t *testing.T) *desk.Desk {
	t.Helper()
	o := desk.Options{Engine: engine.Options{Analyst: analyst(900), Searcher: desk.Hasty()}}
	d := desk.OpenWith(t, o, "play", "challenges", "replay", "analysis", "puzzle", "guildadmin", "privacy")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	return d
}

// missed is a game in which Mei gives her rook for an elephant instead of mating in two moves, and resigns.
const missed = `
	mei: /play side=black position="3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b - - 0 30" => card versus
	mei: g1g0          => card versus
	character: h0g0
	mei: /resign       => private
	mei: [Yes, resign] => edit
`

// chances counts what is kept of missed wins.
func chances(t *testing.T, d *desk.Desk) int {
	t.Helper()
	return d.Count(`SELECT COUNT(*) FROM puzzle_chances`)
}

// A win that somebody missed comes back as a puzzle once the game is analyzed, counts for no rating, and is solved once.
func TestMissed(t *testing.T) {
	d := openAnalysing(t)
	d.Play(missed + `
		mei: /puzzle mode=missed => private There are no missed wins
		mei: /analyze            => private
		due
		due
		tom: /puzzle mode=missed => private There are no missed wins
		mei: /puzzle mode=missed => private **A win you missed**, in move 30 of your game of <t: … Black to move … [Hint] [Solution]
		mei: {Choose a piece} g1 => edit
		mei: {Where to?} g1g0    => edit ❌ … Try again.
		mei: [Solution]          => edit The solution: … [Next]
		mei: [Next]              => edit **A win you missed**
		mei: /move text=d1e1     => private ✅ … And now?
		mei: {Choose a piece} g1 => edit`)
	if text := d.Do("mei", "{Where to?} g1f1"); !strings.Contains(text, "This time you found it") || strings.Contains(text, "rated") || strings.Contains(text, "rating") {
		t.Errorf("solved: %s", text)
	}
	d.Play(`
		mei: [Next]              => edit **Puzzles.** … How well do you play?
		mei: /puzzle mode=missed => private There are no missed wins`)
	if _, known, err := d.Puzzles.Solver(t.Context(), desk.People["mei"]); err != nil || known {
		t.Errorf("it counted (%v)", err)
	}
}

// Where puzzles are switched off no wins are kept.
func TestMissedWhereSwitchedOff(t *testing.T) {
	d := openAnalysing(t)
	if _, err := d.Guilds.Edit(t.Context(), desk.Guild, guild.Edit{Switched: map[string]bool{"puzzle": false}}); err != nil {
		t.Fatal(err)
	}
	d.Play(missed + "mei: /analyze => private\ndue")
	if n := chances(t, d); n != 0 {
		t.Errorf("%d were kept", n)
	}
}

// What was missed is deleted with its game, and with its player, before it is proved and after.
func TestMissedIsDeleted(t *testing.T) {
	for _, c := range []struct{ name, how string }{
		{"the game", "mei: /moderate act=delete => private … [Delete]\nmei: [Delete] => edit"},
		{"the player", "mei: /privacy act=delete => private … [Delete everything about me]\nmei: [Delete everything about me] => edit"},
	} {
		for _, proved := range []bool{false, true} {
			d := openAnalysing(t)
			d.Play(missed + "mei: /analyze => private\ndue")
			if proved {
				d.Play("due")
			}
			if chances(t, d) != 1 {
				t.Fatalf("%s: nothing was kept", c.name)
			}
			d.Play(c.how)
			if n := chances(t, d); n != 0 {
				t.Errorf("%s is deleted, proved %v: %d are left", c.name, proved, n)
			}
			d.Play("due")
		}
	}
}

// A missed win at whose position people play is not shown, nor can it be solved further.
func TestMissedOnABoardOfPeople(t *testing.T) {
	d := openAnalysing(t)
	p, err := puzzle.Parse("A\trnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\th9g7 h0g2 i9h9\t0\t0")
	if err != nil {
		t.Fatal(err)
	}
	d.Play(missed)
	hers, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	one := puzzles.Chance{Player: desk.People["mei"], Game: hers.ID, Ply: 1, Played: d.DB.Now()}
	if err := d.DB.WriteTx(t.Context(), func(tx store.Tx) { d.Puzzles.AddChance(t.Context(), tx, one) }); err != nil {
		t.Fatal(err)
	}
	if err := d.Puzzles.SaveProof(t.Context(), one, p, true); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: /puzzle mode=missed           => private **A win you missed** … [Hint]
		mei: [Hint]                        => edit … 💡
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]                      => card duel
		mei: h2e2                          => card duel
		mei: /puzzle mode=missed           => private … People are playing this position`)
}

// Nothing is kept of a player who was deleted before the analysis ended.
func TestMissedByNobody(t *testing.T) {
	d := openAnalysing(t)
	found := &report.Report{}
	found.Positions = []report.Position{{Turn: game.Red, Chance: 90}}
	found.Moves = []report.Move{{Loss: 60}}
	keep := feature.NewMissed(feature.Services{Puzzles: d.Puzzles})
	for who, want := range map[id.Player]int{match.ErasedPlayer(game.Red): 0, desk.People["mei"]: 1} {
		m := match.Match{ID: "aaaaaaaaaa", Mode: match.Duel, Touched: d.DB.Now()}
		m.Seats[game.Red].Player, m.Seats[game.Black].Player = who, desk.People["tom"]
		err := d.DB.Tx(t.Context(), func(tx store.Tx) error {
			return keep(t.Context(), tx, &m, found, desk.People["tom"])
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := chances(t, d); n != want {
			t.Errorf("%s: %d are kept, want %d", who, n, want)
		}
		if _, err := d.DB.Write().Exec(t.Context(), `DELETE FROM puzzle_chances`); err != nil {
			t.Fatal(err)
		}
	}
}

package tournament_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

func open(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "tournament", "play", "settings", "guildadmin")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Permissions = discord.ManageEvents | discord.ManageMessages
		}
	}
	d.Play("online")
	return d
}

// Two play a Swiss from the sign-up to the table, with somebody who watches over it.
func TestSwiss(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /tournament                   => private There is no tournament here yet
		mei: /tournament system=swiss name=Friday rounds=3 clock=5+3 => card tournament 🏆 **Friday** · Swiss, 3 rounds · 5 minutes + 3 seconds a move · rated … It starts when the director says so. … Nobody is in yet. … [Join] [Leave] [Rules] [Director]
		mei: [Rules]                       => private **Swiss.** … A win is 2 points … within 3 minutes
		tom: [Director]                    => private This is for the directors
		mei: [Join]                        => private You are in
		mei: [Join]                        => private You are in already
		mei: [Director]                    => private … people can join … [Start] [Call off]
		mei: [Start]                       => private Two players at least
		tom: [Join]                        => private You are in
		linh: [Join]                       => private You are in
		linh: [Leave]                      => private You are no longer in
		tom: /tournament act=show          => card tournament … **2 of 64 are in:** mei, tom
		mei: [Start]                       => edit … being paired
		due`)
	if len(d.Threads) != 1 {
		t.Fatalf("%d threads", len(d.Threads))
	}
	red, black, _ := strings.Cut(strings.TrimPrefix(d.Threads[0].Name, "1.1 "), " – ") // as the lot has it
	d.Play(strings.NewReplacer("RED", red, "BLACK", black, "PLAYER", string(desk.People[red])).Replace(`
		mei: /tournament act=show          => card tournament … Round 1 of 3 is being played. … [My board] [Table] [Director]
		tom: [My board]                    => private … Your board: <#9001> … [Half-point bye] [Withdraw]
		in thread
		mei: /board                        => card paired **<@PLAYER> to move** … rated … [My board] [Offer a draw] [Resign]
		RED: h2e2                          => card paired
		BLACK: h9g7                          => card paired
		RED: /undo                         => private In a tournament moves are not taken back
		BLACK: /resign                       => private
		BLACK: [Yes, resign]                 => edit
		mei: /board                        => not [Play again]
		in channel
		mei: /tournament act=show          => card tournament … Round 1 of 3 is over
		tom: [Table]                       => private … 1 RED … 2 (0) … 2 BLACK
		linh: [Director]                   => private … [Next round] [Pause] [No more rounds] [Void the rest] … {Correct a result: 1.1}
		linh: {Correct a result} 1.1       => edit Round 1, board 1: RED – BLACK, now 2–0
		linh: {The right result} 1/2       => form Correct a result
		linh: (they had agreed on a draw)  => private … Round 1, board 1: 2–0 → 1–1 · they had agreed on a draw
		mei: [Director]                    => private
		mei: {Correct a result} 1.1        => edit
		mei: {The right result} 1-0        => form
		mei: (I had won)                   => private You play in that game
		linh: [Director]                   => private
		linh: [No more rounds]             => edit … over
		mei: /tournament act=show          => card tournament … 🏁 It is over. 🥇 … [Table] [CSV]
		tom: [CSV]                         => private The table … (file tournament-
		linh: /moderate act=record         => private … corrected a result of a tournament`))
}

package pastgames_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// What people ask about finished games, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"nothing yet": `
			mei: /history               => private You haven't finished a game yet
			mei: /history player=@tom   => private <@202> has no finished game you can see here
			mei: /history result=won    => private No game found … [All games]
			mei: [All games]            => edit You haven't finished a game yet
			mei: /history opponent=1    => private You can see no finished game against that opponent
			mei: /history opening=Mine  => private I know no opening by that name`,
		"one game": `
			mei: /play side=red         => card versus
			mei: h2e2                   => card versus
			character: h9g7
			mei: /history               => private You haven't finished a game yet
			mei: /resign                => private … [Yes, resign]
			mei: [Yes, resign]          => edit You resigned
			mei: /history               => private … You have finished one game … 0 won, 0 drawn, 1 lost … lost** to Kid as Red · resignation · 1 move · Central Cannon · [board]( … [By opponent] [Share]
			mei: /history opponent=Kid result=lost opening=B4 => private **One game found.** … Only: against Kid · lost · Central Cannon … lost** to Kid
			mei: [By opponent]          => edit **<@201> against everybody** … Kid: 0 won, 0 drawn, 1 lost … [Back to the list] [Share]
			mei: [Share]                => public **<@201> against everybody** … Kid: 0 won
			mei: /history               => private … one game
			mei: [Share]                => public … <@201>: one finished game. … lost** to Kid
			tom: /history player=@mei   => private … <@201>: one finished game you can see. … lost** to Kid
			tom: [By opponent]          => edit **<@201> against everybody** … Kid: 0 won`,
		"nothing left": `
			mei: /play side=red         => card versus
			mei: h2e2                   => card versus
			character: h9g7
			mei: /resign                => private
			mei: [Yes, resign]          => edit
			mei: /history               => private … one game
			tom: /history player=@mei   => private … [By opponent] [Share]
			tom: [By opponent]          => edit … Kid: 0 won
			linh: /history player=@mei  => private … [By opponent] [Share]
			mei: /privacy act=delete    => private
			mei: [Delete everything about me] => edit Done
			linh: /play side=red        => card versus
			tom: [Share]                => public <@201> has no finished game to show.
			linh: [By opponent]         => edit <@201> has no finished game you can see here. [Back to the list]
			linh: [Back to the list]    => edit <@201> has no finished game you can see here.`,
		"the last card": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]               => card duel
			mei: h2e2                   => card duel
			tom: /resign                => private … [Yes, resign]
			tom: [Yes, resign]          => edit You resigned
			mei: /board                 => card duel … [Play again] [Replay] [Share]
			linh: [Replay]              => private … 0/1
			mei: /board                 => card duel
			linh: [Share]               => public **<@201> wins.** <@202> resigned.`,
	}, "play", "challenges", "pastgames", "replay", "analysis", "privacy")
}

// A list of many games is shown page by page.
func TestPages(t *testing.T) {
	d := desk.Open(t, "play", "pastgames")
	for range 7 {
		d.Play(`
			mei: /play side=red => card versus
			mei: h2e2           => card versus
			character: h9g7
			mei: /resign        => private
			mei: [Yes, resign]  => edit`)
	}
	d.Play(`
		mei: /history => private … 7 games … 6\. … [▶]
		mei: /history => not 7\.
		mei: [▶]      => edit … 7\.
		mei: [◀]      => edit … 1\. … 6\.`)
}

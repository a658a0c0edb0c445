package mygames_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/game"
)

// What people ask about their games, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"an open challenge": `
			mei: /challenge            => card challenge
			mei: /games                => private **Your games, challenges and studies: 1** … ▫️ Your open challenge: anyone may accept · <t: … [challenge](`,
		"games alone": `
			mei: /play side=red        => card versus
			mei: /games                => private **You have one game.** … 🔸 **Your turn** (`,
		"a study": `
			mei: /study                => private
			mei: /games                => private **Your games, challenges and studies: 1** … Your study`,
		"a challenge to somebody": `
			mei: /challenge user=@tom  => card challenge
			mei: /games                => private … ▫️ You challenged tom
			tom: /games                => private … 🔸 **mei challenges you**`,
	}, "play", "challenges", "study", "mygames")
}

// Each line leads to its card, in a direct conversation too, or to the channel while there is none.
func TestLinks(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "mygames")
	shown := func(message string) {
		t.Helper()
		m, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.DB.Write().Exec(t.Context(), `UPDATE cards SET message = ? WHERE id = ?`, message, string(m[0].ID)); err != nil {
			t.Fatal(err)
		}
	}
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]                      => card duel
		clock 1m
		mei: h2e2                          => card duel`)
	shown("811")
	d.Play(`
		clock 1m
		in 701
		mei: /challenge user=@tom => card challenge
		clock 1m
		in dm
		mei: /play side=red       => card versus`)
	shown("812")
	d.Play("mei: /games => private **Your games, challenges and studies: 3**\n")
	lines := strings.Split(d.Said.Content, "\n")
	for i, want := range []string{"/channels/@me/799/812", "/channels/500/700/811", "/channels/500/701"} {
		if len(lines) != 4 || !strings.Contains(lines[i+1], want) {
			t.Fatalf("%s: %q", want, lines)
		}
	}
	for i, want := range [][]string{{"Your turn", "Kid"}, {"to move, you are Red", "<t:"}, {"You challenged"}} {
		for _, part := range want {
			if !strings.Contains(lines[i+1], part) {
				t.Errorf("%s: %s", part, lines[i+1])
			}
		}
	}
	d.Play(`
		in 702
		tom: /games => not @me`)
}

// The time beside a running game is that of its last move. An offer is none.
func TestTimeOfTheLastMove(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "mygames")
	d.Play(`
		mei: /challenge user=@tom side=red clock=none => card challenge
		tom: [Accept]                                 => card duel
		mei: h2e2                                     => card duel
		clock 3h
		mei: /draw                                    => public`)
	m, err := d.Matches.ByPlayer(t.Context(), desk.People["tom"], 1)
	if err != nil || m[0].Touched.Equal(m[0].Played) {
		t.Fatalf("%v %v", m, err)
	}
	d.Play("tom: /games => private … move 1 · " + view.Relative(m[0].Played) + " · [board](")
}

// A game whose channel was deleted has no link, until a player brings it to another channel.
func TestDeletedChannel(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "mygames")
	d.Play(`
		mei: /challenge user=@tom side=red clock=10+0 => card challenge
		tom: [Accept]                      => card duel
		mei: h2e2                          => card duel
		tom: h9g7                          => card duel
		mei: h0g2                          => card duel
		tom: i9h9                          => card duel`)
	if err := d.Matches.OnPlaceFact(t.Context(), place.Fact{Guild: "500", Channel: "700", Status: place.Deleted}); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		in 701
		mei: /games => private … its channel was deleted · ` + "`/games`" + ` in another channel continues it`)
	if strings.Contains(d.Said.Content, "](") {
		t.Errorf("a link: %s", d.Said.Content)
	}
	d.Play("tom: /board => private … the channel that it was in has been deleted … ")
	mine, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 1)
	if err != nil {
		t.Fatal(err)
	}
	// who alone could have deleted it cannot continue it elsewhere
	if _, err := d.Matches.Blame(t.Context(), mine[0].ID, place.Deleted, game.Black); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: /games => private … continues it
		tom: /games => private … its channel was deleted
		tom: /games => not continues it`)
	if _, err := d.Matches.Transfer(t.Context(), match.Actor{Player: desk.People["mei"]}, mine[0].ID, "500", "701"); err != nil {
		t.Fatal(err)
	}
	d.Play("tom: /games => private … Adjourned: against mei … [board](")
	d.Play(`
		in 702
		tom: /board => private`)
	if strings.Contains(d.Said.Content, "deleted") {
		t.Errorf("after the transfer: %s", d.Said.Content)
	}
}

// Nor has a game that was adjourned before its channel was deleted.
func TestDeletedChannelOfAnAdjournedGame(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "mygames")
	d.Play(`
		mei: /challenge user=@tom side=red clock=10+0 => card challenge
		tom: [Accept]                      => card duel
		clock 1h`)
	mine, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 1)
	if err == nil {
		_, err = d.Matches.Adjourn(t.Context(), &mine[0])
	}
	if err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /games => private … Adjourned: against tom … [board](")
	if err := d.Matches.OnPlaceFact(t.Context(), place.Fact{Guild: "500", Channel: "700", Status: place.Deleted}); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		in 701
		mei: /games => private … its channel was deleted · ` + "`/games`" + ` in another channel continues it`)
	if strings.Contains(d.Said.Content, "](") {
		t.Errorf("a link: %s", d.Said.Content)
	}
	d.Play("tom: /board => private … the channel that it was in has been deleted … ")
}

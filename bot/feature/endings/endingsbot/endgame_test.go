package endingsbot_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/endings"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/game"
)

// Somebody chooses an ending, wins it without help, and goes on to the next one.
func TestEnding(t *testing.T) {
	d := desk.Open(t, "endgame", "play", "characters", "profile", "pastgames", "leaderboard")
	d.Play(`
		mei: /endgame                        => private **Endgames** · Pawns … **High pawn against bare king** · win · ★ … {Choose a chapter: pawn horse cannon rook hold classics} {Choose an ending: P1 P2 P3
		mei: {Choose a chapter} rook         => edit **Endgames** · Rooks … **Rook against bare king** · win · ★
		mei: {Choose an ending} R12          => edit **Rook against bare king** · ★ … Win it. Shortest win known: 2 moves. … Your opponent is Immortal. Hints and takebacks are fine, but then it's practice: ○ instead of ✓. [Begin] [All endgames]
		mei: [Begin]                         => card ending … **Rook against bare king** · ★ … Win it.
		mei: [Begin]                         => private … already a game here
		mei: a0a8                            => card ending
		character: e9d9
		mei: f0e0                            => card ending … ✓ Won in 2 moves. … [Play again] … [Next: Rook against horse] [All endgames]
		tom: [All endgames]                  => private **Endgames** · Rooks … - **Rook against bare king** · win · ★ · 1 here has won it
		mei: /endgame                        => private
		mei: {Choose a chapter} rook         => edit **Endgames** · Rooks … - ✓ **Rook against bare king** · win · ★ · 1 here has won it
		clock 1m
		mei: [Next: Rook against horse]      => card ending … **Rook against horse**
		mei: /resign                         => private
		mei: [Yes, resign]                   => edit
		mei: /board                          => card ending … Not won this time. … [Play again] … [Next: Rook against two advisors]
		clock 1m
		mei: [Play again]                    => card ending … **Rook against horse** … Win it.`)
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil || m.Seats[game.Red].Player != desk.People["mei"] || m.Mode.Kind != match.Ending.Kind {
		t.Errorf("again: %+v, %v", m.Seats, err)
	}
	if text := d.Do("mei", "/profile"); strings.Contains(text, "Immortal") {
		t.Errorf("an ending counts as a game against the Immortal: %s", text)
	}
}

// Where endgames are switched off, an ending that is being played is finished, and its last card leads to no other.
func TestSwitchedOff(t *testing.T) {
	d := desk.Open(t, "endgame", "play", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		mei: /endgame                => private
		mei: {Choose a chapter} rook => edit
		mei: {Choose an ending} R12  => edit
		mei: [Begin]                 => card ending
		tom: /server off=endgame     => private … Switched off: **endgames**
		mei: a0a8                    => card ending
		character: e9d9
		mei: f0e0                    => card ending … ✓ Won in 2 moves.
		mei: /board                  => not [Next … [All endgames]
		tom: /server on=endgame      => private
		mei: /board                  => card ending … [Next: Rook against horse] [All endgames]`)
}

// An ending from a direct conversation is new on a server, and refused where endgames are switched off.
func TestSwitchedOffWhereItIsMoved(t *testing.T) {
	d := desk.Open(t, "endgame", "play", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		tom: /server off=endgame     => private … Switched off: **endgames**
		in dm
		mei: /endgame                => private
		mei: {Choose a chapter} rook => edit
		mei: {Choose an ending} R12  => edit
		mei: [Begin]                 => card ending
		in channel
		mei: /board                  => private … You can move one of yours here`)
	mine, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 1)
	if err != nil {
		t.Fatal(err)
	}
	d.Play("mei: {Move a game here} " + string(mine[0].ID) + " => private That is switched off on this server")
}

// When the win is gone, the card says so, and asks for it no more.
func TestWinIsGone(t *testing.T) {
	d := desk.Open(t, "endgame", "play")
	d.Play(`
		mei: /endgame                        => private
		mei: {Choose a chapter} pawn         => edit
		mei: {Choose an ending} P1           => edit
		mei: [Begin]                         => card ending … Win it. Shortest win known: 5 moves.
		mei: g5g6                            => card ending … Win it.
		character: d9d8
		mei: g6g7                            => card ending … Win it.
		character: d8d9
		mei: g7g8                            => card ending … Win it.
		character: d9d8
		mei: g8g9                            => card ending … can't be won any more
		mei: /board                          => not Win it`)
}

// A takeback makes it practice.
func TestPractice(t *testing.T) {
	d := desk.Open(t, "endgame", "play")
	d.Play(`
		mei: /endgame                        => private
		mei: {Choose a chapter} rook         => edit
		mei: {Choose an ending} R12          => edit
		mei: [Begin]                         => card ending
		mei: a0a7                            => card ending
		mei: /undo                           => card ending … You had help, so this is practice now (○).
		mei: a0a8                            => card ending
		character: e9d9
		mei: f0e0                            => card ending … ○ Won in 2 moves. With help, so it's practice.
		mei: /endgame                        => private
		mei: {Choose a chapter} rook         => edit **Endgames** · Rooks … - ○ **Rook against bare king** · win · ★`)
}

// A classic that was held can be tried as Black, whose card says so.
func TestBlack(t *testing.T) {
	d := desk.Open(t, "endgame", "play")
	d.Play(`
		mei: /endgame                        => private
		mei: {Choose a chapter} classics     => edit **Endgames** · Classics … From the street stalls.
		mei: {Choose an ending} stars        => edit **Gathering of the Seven Stars** · ★★★ … Reach a draw. Everything looks won for one side. That is the trap.
		mei: [Begin]                         => card ending`)
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	if one, ok := endings.FromMatch(&m); !ok || one.Name != "stars" {
		t.Fatalf("%+v", one)
	}
	if labels := d.Do("mei", "/board"); strings.Contains(labels, "Try Black") {
		t.Errorf("before it is held: %s", labels)
	}
}

// While the same position is on the board of a game between people, others may still try the ending; the two may not.
func TestFairPlay(t *testing.T) {
	d := desk.Open(t, "endgame", "play", "challenges")
	rook, _ := endings.Find("R12")
	terms := match.Terms{Mode: match.Duel, Guild: desk.Guild, Channel: "701", Position: rook.Start, Locale: "en-US",
		Seats: [2]match.Seat{{Player: desk.People["tom"], Name: "tom"}, {Player: desk.People["linh"], Name: "linh"}}}
	if _, err := d.Matches.Start(t.Context(), match.Actor{Event: "1", Player: desk.People["tom"]}, terms); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"mei", "tom"} {
		d.Play(strings.ReplaceAll(`
			WHO: /endgame                    => private
			WHO: {Choose a chapter} rook     => edit
			WHO: {Choose an ending} R12      => edit … [Begin]`, "WHO", who))
		text := d.Do(who, "[Begin]")
		if began := strings.HasPrefix(text, "card ending"); began != (who == "mei") {
			t.Errorf("%s: %s", who, text)
		}
	}
}

// Every page fits in a message, in every language and with every mark and count, and buttons fit on a card.
func TestPagesFit(t *testing.T) {
	for _, language := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		d := desk.Open(t, "endgame", "play")
		d.Locale = language
		for _, chapter := range endings.Chapters() {
			d.Do("mei", "/endgame")
			if chapter != endings.Chapters()[0] {
				d.Do("mei", "{} "+chapter)
			}
			all := endings.In(chapter)
			if n := len([]rune(d.Said.Content)) + 40*len(all); n > discord.MaxContent {
				t.Errorf("%s, %s: %d characters", language, chapter, n)
			}
			if strings.Contains(d.Said.Content, "endgame.") {
				t.Errorf("%s: %s", language, d.Said.Content)
			}
			for _, one := range all {
				if label := d.Readers.InLocale(language).Text("endgame.name." + one.Name); strings.HasPrefix(label, "endgame.") ||
					len([]rune(label)) > 70 {
					t.Errorf("%s: %s is called %q", language, one.Name, label)
				}
			}
		}
	}
}

// Only where a draw is the goal does one read how to get it.
func TestDrawIsTheGoal(t *testing.T) {
	desk.Open(t, "endgame", "play").Play(`
		mei: /endgame                        => private
		mei: {Choose a chapter} hold         => edit
		mei: {Choose an ending} H1           => edit **Full guard against rook** … Reach a draw. … Your opponent is Immortal. … agrees to a ` + "`/draw`" + ` if the position is even. [Begin]`)
}

package studybot_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/match"
)

// What masters play is shown, played and taken back: on the owner's own board, and beside a card that everybody sees.
func TestMasters(t *testing.T) {
	desk.Run(t, map[string]string{
		"alone": `
			mei: /study                 => private … [More]
			mei: [More]                 => edit … [Masters] [Save]
			mei: [Masters]              => edit **Red to move.** … (27747 games) … h2e2 … 17093 games … {Play a move of theirs: h2e2 g3g4 g0e2 h0g2 h2d2}
			mei: [◀]                    => no such control
			mei: {Play a move} h2e2     => edit … **Black to move.** … **What masters play here** … h9g7
			mei: {Play a move} h9g7     => edit … **Red to move.** … **What masters play here** … h0g2
			mei: [◀]                    => edit … **Black to move.** … **What masters play here** … h9g7
			mei: [Back to the study]    => edit … **Black to move.** … {Choose a piece
			mei: /study                 => not masters`,
		"beside the card": `
			mei: /study public=true     => card study
			mei: [More]                 => card study
			mei: [Masters]              => private **What masters play here** … {Play a move of theirs
			mei: {Play a move} c3c4     => no such control
			mei: {Play a move} g3g4     => edit **What masters play here** … c6c5
			mei: /board                 => card study Red … g3g4
			mei: {Play a move} c6c5     => edit **What masters play here**
			mei: [◀]                    => edit **What masters play here** … c6c5
			mei: h9g7                   => card study … h9g7
			mei: {Play a move} h7g7     => private That's an old board`,
		"a guest's own answer": `
			mei: /study public=true     => card study
			mei: /study invite=@tom     => public
			mei: [More]                 => card study
			linh: [Masters]             => private You're not playing
			tom: [Masters]              => private **What masters play here**
			tom: {Play a move} h2e2     => edit **What masters play here** … h9g7`,
		"where practice ends": `
			mei: /study position="h2e2 h9g7 a0a1 a9a8" => private
			mei: [More]                 => edit
			mei: [Masters]              => edit … Fewer than three masters' games … goes as far as move 1, Black … h9g7 … [◀] [Back to the study]
			mei: [◀]                    => edit … Fewer than three masters' games
			mei: [◀]                    => edit … **What masters play here** … h0g2`,
		"never": `
			mei: /study position="3k5/9/9/9/9/9/9/9/4R4/5K3 w" => private
			mei: [More]                 => edit
			mei: [Masters]              => edit … Fewer than three masters' games`,
	}, "study", "play")
}

// What masters play is withheld as the engine is: nothing of it is said of a position that is, or will soon be, on the board between people.
func TestMastersAskFairPlay(t *testing.T) {
	d := desk.Open(t, "study", "play", "challenges")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		tom: h9g7     => card duel
		mei: h0g2     => card duel
		tom: i9h9     => card duel
		in 701
		linh: /study position="h2e2 h9g7 h0g2 i9h9" => private
		linh: [More]    => edit
		linh: [Masters] => edit … **What masters play here** … i0h0
		in 702
		tom: /study position="h2e2" => private
		tom: [More]     => edit
		tom: [Masters]  => edit … **What masters play here** … h9g7
		tom: {Play a move} h9g7 => edit … h9g7 … {Choose a piece
		tom: [More]     => edit
		tom: [Masters]  => private People are playing this position
		in 703
		mei: /study position="h2e2" public=true => card study
		mei: [More]     => card study
		mei: [Masters]  => private **What masters play here**
		mei: {Play a move} h9g7 => private People are playing this position
		mei: /board     => card study … h9g7`)
}

// How far masters' practice went is not said where it goes through a position of a game between people: who tries moves
// there would learn which of them masters play.
func TestMastersBeforeAskFairPlay(t *testing.T) {
	const line = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8"
	d := desk.Open(t, "study", "play", "challenges")
	d.Play("mei: /challenge user=@tom side=red => card challenge\ntom: [Accept] => card duel")
	for i, move := range strings.Fields(line) {
		d.Play([]string{"mei", "tom"}[i%2] + ": " + move + " => card duel")
	}
	d.Play(`
		in 701
		linh: /study position="` + line + ` b2a2 a6a5 a3a4 a5a4" => private
		linh: [More]    => edit
		linh: [Masters] => not goes as far as
		in 702
		linh: /study position="` + line[:29] + ` a0a1 a9a8 a1a0" => private
		linh: [Replace] => edit
		linh: [More]    => edit
		linh: [Masters] => edit … Fewer than three masters' games … goes as far as move 3, Black
		in channel
		mei: /resign => private
		mei: [Yes, resign] => edit
		in 703
		linh: /study position="` + line + ` b2a2 a6a5 a3a4 a5a4" => private Red
		linh: [More]    => edit
		linh: [Masters] => edit … Fewer than three masters' games … goes as far as move 8, Red … b2a2`)
}

// What it costs is taken before it is said.
func TestMastersCost(t *testing.T) {
	d := desk.Open(t, "study", "play")
	d.Play(`
		mei: /play opponent=1 side=red => card versus
		mei: h2e2       => card versus
		character: h9g7
		in 701
		mei: /study     => private
		mei: [More]     => edit
		mei: [Masters]  => edit`)
	casual := func() bool {
		t.Helper()
		all, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if m.Mode == match.Versus {
				return m.CasualReason != match.Rated
			}
		}
		t.Fatal("the game is gone")
		return false
	}
	if casual() {
		t.Fatal("the start costs something")
	}
	d.Play("mei: {Play a move} h2e2 => edit")
	if casual() {
		t.Fatal("it costs a game that is elsewhere")
	}
	d.Play("mei: {Play a move} h9g7 => edit … **What masters play here**")
	if !casual() {
		t.Error("the game still counts although its player was told what masters play in it")
	}
}

package replay_test

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// A game is stepped through on pages that only their owner turns, and shown as an animation.
func TestHandlers(t *testing.T) {
	d := desk.Open(t, "play", "replay")
	d.Play(`
		mei: /replay        => private No game
		mei: /play side=red => card versus
		mei: h2e2           => card versus
		character: h9g7
		mei: h0g2           => card versus
		character: i9h9
		mei: /resign        => private
		mei: [Yes, resign]  => edit
		mei: /replay        => private … 0/4 … Starting position
		mei: [⏮]            => no such control
		mei: [◀]            => no such control
		mei: [▶]            => edit … 1/4
		mei: [▶]            => edit … 2/4
		mei: [◀]            => edit … 1/4
		mei: [⏭]            => edit … 4/4 … resigned
		mei: [⏮]            => edit … 0/4
		mei: {Jump to a move} 3 => edit … 3/4 … h0g2`)
	if alt := d.Picture().Description; !strings.Contains(alt, "horse h0 to g2") {
		t.Errorf("the picture: %s", alt)
	}
	d.Play("mei: [GIF] => private")
	if g, err := gif.DecodeAll(bytes.NewReader(d.Picture().Data)); err != nil || len(g.Image) < 5 || d.Picture().Description == "" {
		t.Errorf("the animation: %v", err)
	}
	d.Play(`
		mei: /replay public=true => public … 0/4
		tom: [▶]                 => private Somebody else
		linh: /replay public=true => public … 0/4
		linh: [▶]                => edit … 1/4`)
}

// Each place of a replay says what masters play there, to whoever asks, but not of a game that people still play.
func TestMasters(t *testing.T) {
	d := desk.Open(t, "play", "replay", "challenges", "files")
	d.Play(`
		in 701
		mei: /import text="1. h2e2 (1. g3g4 g6g5) h9g7 2. a0a1 a9a8" => private … [Masters]
		mei: [Masters]       => private **What masters play here** (27747 games) … h2e2 … 17093 games
		in 702
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]        => card duel
		mei: h2e2            => card duel
		tom: h9g7            => card duel
		mei: /replay         => not [Masters]
		mei: /resign         => private
		mei: [Yes, resign]   => edit
		mei: /replay public=true => public … 0/2 … [Masters]
		linh: [Masters]      => private **What masters play here**
		mei: [⏭]             => edit … 2/2 … [Masters]
		linh: [Masters]      => private **What masters play here** … h0g2`)
}

// What masters play in a position is not said to those on whose board it is.
func TestMastersAskFairPlay(t *testing.T) {
	d := desk.Open(t, "play", "replay", "challenges", "files")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]        => card duel
		mei: h2e2            => card duel
		tom: h9g7            => card duel
		mei: h0g2            => card duel`)
	for who, says := range map[string]string{"tom": "People are playing this position", "linh": "**What masters play here** … i9h9"} {
		d.Play(`
			in 701
			` + who + `: /import text="1. h2e2 h9g7 2. h0g2" => private
			` + who + `: [⏭]       => edit … 3/3
			` + who + `: [Masters] => private ` + says)
	}
}

// A replay leads to guessing the moves, but not where that is switched off.
func TestGuessing(t *testing.T) {
	d := desk.Open(t, "play", "replay", "guess", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(desk.Lost + `
		mei: /replay           => private … [Guess the moves]
		tom: /server off=guess => private … Switched off: **guessing moves**
		mei: /replay           => private … [GIF] [Study from here]
		mei: /replay           => not [Guess the moves]
		mei: [▶]               => not [Guess the moves]`)
}

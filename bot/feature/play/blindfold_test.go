package play_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/game"
)

// blind lets Mei and Tom play a blindfold game of a few moves.
func blind(t *testing.T, d *desk.Desk) match.Match {
	t.Helper()
	d.Play(`
		mei: /challenge user=@tom side=red game=blindfold rated=yes => private A blindfold game begins from the usual start and is not rated
		mei: /challenge user=@tom side=red game=blindfold odds=knight => private A blindfold game begins
		mei: /challenge user=@tom side=red game=blindfold clock=5+3 => card challenge … challenges you to a game of blindfold xiangqi … blindfold xiangqi · 5 minutes + 3 seconds a move · casual
		mei: [Change]         => private … {Clock: … {Your side: … {Rules:
		tom: [Accept]         => card blindfold-duel … Nobody sees the board until the game is over … Keep the board in your head … casual · blindfold xiangqi … [Offer a draw] [Resign]
		tom: /board           => not [My board]
		tom: /board           => not [Take back]
		mei: b0c2             => card blindfold-duel Red … b0c2
		tom: b9c7             => card blindfold-duel Black … b9c7
		tom: /board           => not b0c2
		mei: c3c4             => card blindfold-duel Red … c3c4 …
		tom: c6c5             => card blindfold-duel`)
	return latest(t, d)
}

func latest(t *testing.T, d *desk.Desk) match.Match {
	t.Helper()
	m, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Two play without seeing the board: what cannot be played is refused without a reason, and the end shows everything.
func TestBlindfold(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "replay", "files", "hint", "study", "analysis")
	m := blind(t, d)
	if files := d.Pictures(); len(files) != 0 {
		t.Errorf("a picture: %q", files[0].Description)
	}
	if m.Game.Ply() != 0 || m.Ply() != 4 || len(m.Moves()) != 0 || m.CasualReason != match.Agreed {
		t.Errorf("whoever looks finds %d moves of %d, %v", m.Game.Ply(), m.Ply(), m.CasualReason)
	}
	const unseen = "That can't be played now, or it could mean more than one move"
	for _, text := range []string{"c2b6", "e5e6", "c4c6"} {
		d.Play("mei: " + text + " => private " + unseen)
	}
	d.Play(`
		mei: /move text=c0     => private ` + unseen + `
		tom: e9e8              => private It's not your turn
		tom: /move text=h9g7   => private
		mei: /undo             => private This game is played blindfold
		mei: /view             => private This game is played blindfold
		mei: /hint             => private Two people are playing here
		mei: /export           => private This game is played blindfold
		mei: /replay           => private This game is played blindfold
		linh: /replay          => private This game is played blindfold
		mei: c4c5              => card blindfold-duel Red … c4c5
		tom: /resign           => private
		tom: [Yes, resign]     => edit
		mei: /board            => card blindfold-duel … wins … [Replay]
		mei: /export           => private … (file`)
	if done := latest(t, d); done.Game.Ply() != 5 || done.Hidden() {
		t.Errorf("at the end there are %d moves", done.Game.Ply())
	}
	d.Play("mei: /board => card blindfold-duel")
	if files := d.Pictures(); len(files) != 1 || !strings.Contains(files[0].Description, "c5") {
		t.Errorf("the end is not shown: %d pictures", len(files))
	}
	d.Play("mei: /rematch => card challenge … blindfold")
}

// answers is an engine that plays one move, where it can be played.
type answers string

func (a answers) Think(_ context.Context, g *game.Game, _ character.Level, _ uint64) (game.Move, int, bool, error) {
	m, err := game.ParseMove(string(a))
	if err == nil && (g.Ply() != 1 || !g.Position().IsLegal(m)) {
		err = errors.New("another game")
	}
	return m, 0, false, err
}

// A character plays blindfold too, and says nothing.
func TestBlindfoldVersus(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Thinker: answers("h9g7")}}, "play", "characters", "hint")
	d.Play(`
		mei: /play opponent=0 side=red game=blindfold position=4k4/9/9/9/9/9/9/9/9/3K4R_w_-_-_0_1 => private A blindfold game begins
		mei: /play opponent=0 side=red game=blindfold => card blindfold … Nobody sees the board … blindfold … [Resign]
		mei: /board => not [I've never played]
		mei: c3c4   => card blindfold Red … c3c4`)
	if files := d.Pictures(); len(files) != 0 {
		t.Errorf("a picture: %q", files[0].Description)
	}
	d.Play(`
		due
		mei: /board => card blindfold Black … h9g7
		mei: /hint  => private This game is played blindfold
		mei: /board => not [Hint]`)
	if m := latest(t, d); m.Ply() != 2 || m.FullGame().Ply() != 2 {
		t.Errorf("the character has not answered: %d plies", m.Ply())
	}
}

// While a game is played blindfold nobody learns more of it than its last move, by any command or control of any feature.
func TestBlindfoldEntryPoints(t *testing.T) {
	secrets := []string{"b0c2", "b9c7", "c3c4"}
	desk.EveryEntryPoint(t, func(d *desk.Desk) match.Match {
		m := blind(t, d)
		pieces, _, _ := strings.Cut(m.FullGame().Position().FEN(), " ")
		secrets = append(secrets, pieces)
		return m
	}, func(who, what, answer string, files []discord.File) {
		for _, f := range files {
			if !strings.HasPrefix(f.ContentType, "image/") {
				answer += "\n" + string(f.Data)
			}
		}
		for _, secret := range secrets {
			if strings.Contains(answer, secret) {
				t.Errorf("%s, %s: told %s in: %s", who, what, secret, answer)
			}
		}
	})
}

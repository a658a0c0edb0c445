package settings_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"yeye/ai/explain"
	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/match/engine"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/render"
)

// What people set, and what follows from it, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"nothing chosen": `
			mei: /settings => private **Your settings.** … h2e2 … {Board: default wood night contrast} … [Board] [Language and moves] [Pings and challenges]`,
		"by options": `
			mei: /settings coordinates=none notation=wxf => private **Your settings.** … Coordinates: **none** … C2=5
			mei: /settings                               => private … Coordinates: **none**
			tom: /settings                               => private **Your settings.** These apply … Choose below, or give options to … {Board
			mei: /settings coordinates=default           => private **Your settings.** … Notation
			tom: /settings challenges=bogus              => private That is out of date
			tom: /settings bogus=on                      => private`,
		"by choosing": `
			mei: /settings                     => private
			mei: {Board} night                 => edit … Board: **night** … {Board: default wood night contrast
			mei: [Language and moves]          => edit … {Language: default en-US zh-CN zh-TW vi} {Notation
			mei: {Language} zh-CN              => edit **你的设置。** … 简体中文
			mei: /settings                     => private **你的设置。** … {棋盘
			mei: /settings language=default    => private **Your settings.** … Board: **night**`,
		"face-down pieces": `
			mei: /settings                => private
			mei: [More]                   => edit … {Face-down pieces: default role plain} {Characters: default on off}
			mei: {Face-down pieces} plain => edit … Face-down pieces: **plain**
			mei: /settings backs=role     => private … Face-down pieces: **show as what they move**`,
		"language and notation of moves": `
			mei: /settings notation=zh => private
			mei: /play side=red        => card versus
			mei: h2e2                  => card versus … 炮二平五
			character: h9g7
			mei: /settings language=vi => private
			mei: /move text=b0d1       => private … cản (què mã)`,
		"language of what is begun": `
			mei: /settings language=vi  => private **Cài đặt của bạn.**
			mei: /play side=red         => card versus **Đến lượt <@201>**
			tom: /board                 => card versus`,
		"blocked": `
			mei: /challenge user=@tom   => card challenge
			tom: [Don't ask again]      => private Declined
			tom: /settings              => private
			tom: [Pings and challenges] => edit … {Take challenges again from … (1): 201}
			tom: {Take challenges again} 201          => edit **Your settings.**
			clock 1h
			mei: /challenge user=@tom   => card challenge`,
	}, "play", "challenges", "settings")
}

// The label of a select's current choice.
func chosen(d *desk.Desk, prompt string) string {
	for _, c := range slices.Concat(d.Said.Rows...) {
		if menu, ok := c.(discord.Select); ok && menu.Placeholder == prompt {
			for _, o := range menu.Options {
				if o.Default {
					return o.Label
				}
			}
		}
	}
	return ""
}

// What nobody has chosen is named as the default, in the language that is chosen.
func TestDefaultsAreNamed(t *testing.T) {
	d := desk.Open(t, "settings")
	d.Play("mei: /settings => private")
	for prompt, want := range map[string]string{"Board": "Board: default (wood)", "Coordinates": "Coordinates: default (a–i, 0–9)", "Pieces": "Pieces: default (characters)"} {
		if got := chosen(d, prompt); got != want {
			t.Errorf("%s: %q", prompt, got)
		}
	}
	d.Play("mei: [Language and moves] => edit … Moves look like this: `h2e2`")
	if got := chosen(d, "Notation"); got != "Notation: default (h2e2)" {
		t.Errorf("the notation is that of the example: %q", got)
	}
	d.Play(`
		mei: /settings language=vi     => private **Cài đặt của bạn.**
		mei: [Nhắc và lời thách]   => edit
		mei: {Nhắc (tag)} off            => edit … **không bao giờ**
		mei: {Nhắc (tag)} default        => edit`)
	if got := chosen(d, "Nhắc (tag)"); got != "Nhắc (tag): mặc định (khi đến lượt bạn hoặc có người hỏi bạn)" {
		t.Errorf("pings: %q", got)
	}
	d.Play("mei: [Ngôn ngữ và nước đi] => edit")
	for _, c := range slices.Concat(d.Said.Rows...) {
		if menu, ok := c.(discord.Select); ok && menu.Placeholder == "Ngôn ngữ" && menu.Options[0].Label != "mặc định (English)" {
			t.Errorf("what the default language would be: %+v", menu.Options)
		}
	}
}

// Settings are chosen below a picture of a board with that look, on several pages.
func TestPreview(t *testing.T) {
	d := desk.Open(t, "settings")
	preview := func(line string, st render.Style) {
		t.Helper()
		d.Play(line)
		if want, err := d.Painter.Preview(st, game.Red); err != nil || !bytes.Equal(d.Picture().Data, want.PNG) {
			t.Errorf("%s: another picture, %v", line, err)
		}
	}
	liked := render.Style{Coords: render.Algebraic}
	preview("mei: /settings => private", liked)
	liked.Pieces = render.Pictogram
	preview("mei: {Pieces} pictogram => edit", liked)
	liked.Theme = render.Night
	preview("mei: {Board} night => edit", liked)
	if got := chosen(d, "Board"); got != "Board: night" {
		t.Errorf("what is chosen: %q", got)
	}
	d.Play("mei: [Language and moves] => edit")
	liked.Coords = render.Digits // the files have the numbers of that notation
	preview("mei: {Notation} wxf => edit … - Notation: **C2=5**", liked)
}

// Every picture for one person follows that person's settings; the board of a reader of 炮二平五 has the files' numbers beside their
// letters, and that of a reader of P2-5 only those, from each side's right. Nobody gets pieces that texts do not write, unless they
// choose them.
func TestPicturesFollowTheSettings(t *testing.T) {
	for language, style := range map[string]render.Style{
		"zh-CN": {Coords: render.BothCoords, Language: render.SimplifiedChinese},
		"vi":    {Coords: render.Digits, Language: render.Vietnamese},
		"en-US": {Coords: render.Algebraic},
	} {
		d := desk.Open(t, "play", "settings")
		d.Play("mei: /settings language=" + language + " => private\nmei: /play side=red => card versus")
		if want, err := d.Painter.Board(render.View{Position: game.Start(), Style: style}); err != nil || !bytes.Equal(d.Picture().Data, want.PNG) {
			t.Errorf("%s: the board is drawn otherwise: %v", language, err)
		}
	}
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Analyst: analyst{}}}, "play", "hint", "study", "replay", "files", "settings")
	like := render.Style{Theme: render.Contrast, Pieces: render.Letter, Coords: render.NoCoords}
	same := func(line string, v render.View) {
		t.Helper()
		d.Play(line)
		v.Style = like
		if want, err := d.Painter.Board(v); err != nil || !bytes.Equal(d.Picture().Data, want.PNG) {
			t.Errorf("%s: not drawn as liked, %v", line, err)
		}
	}
	start := render.View{Position: game.Start()}
	d.Play("mei: /settings theme=contrast pieces=letter coordinates=none => private")
	same("mei: /play side=red => card", start)
	same("mei: /view => private", start)
	hinted := start
	hinted.Marks.Hint = hinted.Position.LegalMoves(nil)[0]
	d.Play("mei: /hint => private")
	same("mei: [Show the hint] => private", hinted)
	same("mei: /replay => private", start)
	d.Play("mei: h2e2 => card\ncharacter: h9g7\nmei: /replay => private\nmei: [GIF] => private")
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	film, err := d.Painter.Replay(t.Context(), render.Replay{Start: game.Start(), Moves: m.Game.Moves(),
		Title: view.Opening(game.Start(), m.Game.Moves(), render.English), Style: render.Style{Theme: like.Theme, Pieces: like.Pieces, Coords: like.Coords, Scale: 1}})
	if err != nil || !bytes.Equal(d.Picture().Data, film.GIF) {
		t.Errorf("the animation is not drawn as liked: %v", err)
	}
	d.Play("in 701")
	same("mei: /study public=true => card", start)
	same(`mei: /import text="position startpos moves h2e2 h9g7" => private`, start)
}

// analyst suggests the first legal move.
type analyst struct{}

func (analyst) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	return explain.Hint{Move: g.Position().LegalMoves(nil)[0], Reasons: []explain.Reason{{}}}, nil
}

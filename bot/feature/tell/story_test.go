package tell

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/ai/character"
	"yeye/ai/report"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/match/voice"
	"yeye/game"
	"yeye/render"
)

// Scenes are in the order of the game, each begins with the position before its move, and the last one shows the end.
func TestScenes(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("tell", catalog))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		g := game.NewGame(game.Start(), game.NoRepetition)
		for range rapid.IntRange(1, 30).Draw(rt, "plies") {
			if g.Play(rapid.SampledFrom(g.Position().LegalMoves(nil)).Draw(rt, "move")) != nil || g.Outcome().Over() {
				break
			}
		}
		found := &report.Report{}
		plies := rapid.SliceOfNDistinct(rapid.IntRange(0, g.Ply()-1), 0, 3, rapid.ID[int]).Draw(rt, "turns")
		slices.Sort(plies)
		for _, ply := range plies {
			found.TurningPoints = append(found.TurningPoints,
				report.TurningPoint{Ply: ply, Played: g.Moves()[ply], Line: report.Line{game.NewMove(0, 1)}})
		}
		s := story{reader: &view.Reader{Words: words.In(b.For("en"))}, game: &archive.Game{Game: g}, report: found}
		scenes := s.scenes()
		at := 0
		for i, scene := range scenes {
			if scene.From < at || scene.To < scene.From || scene.To > g.Ply() {
				rt.Fatalf("%+v of %d plies", scenes, g.Ply())
			}
			if i < len(plies) && (scene.From != plies[i] || scene.Best == game.NoMove || scene.Title == "") {
				rt.Fatalf("%+v, want turns at %v", scenes, plies)
			}
			at = scene.To + 1
		}
		if len(scenes) < len(plies) || at != g.Ply()+1 {
			rt.Fatalf("%+v of %d plies", scenes, g.Ply())
		}
	})
}

// The title of a scene stands on its boards, in every language.
func TestSceneTitleCanBeDrawn(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("tell", catalog))
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"en", "zh-CN", "zh-TW", "vi"} {
		if title := b.For(tag).Text("tell.scene", locale.Args{"Number": 12}); !strings.Contains(title, "12") || !render.CanWrite(title) {
			t.Errorf("%s: a picture cannot show %q", tag, title)
		}
	}
}

// A game in which no character played is told by the host.
func TestTeller(t *testing.T) {
	s := story{game: &archive.Game{Game: game.NewGame(game.Start(), game.Asian)}}
	if level, _, played := s.teller(); level != character.Host || played {
		t.Errorf("%v %v", level, played)
	}
}

// quietly has no more to say of a game.
type quietly struct{ Reports }

func (quietly) Besides(*words.Words, *archive.Game, *report.Report) []string { return nil }

// Blunders names one for each of Red's.
func (quietly) Blunders(_ *words.Words, _ *archive.Game, found *report.Report) []string {
	return slices.Repeat([]string{"a blunder"}, found.Sides[game.Red].Blunders)
}

// Where nothing turned the game, nobody is said to have made no great mistake if somebody made one, and it is named.
func TestQuietGame(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("tell", catalog))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := voice.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []string{"en", "zh-CN", "zh-TW", "vi"} {
		w := words.In(b.For(l))
		for _, blunders := range []int{0, 1} {
			found := &report.Report{}
			found.Sides[game.Red].Blunders = blunders
			s := story{Services: Services{Lines: lines}, reports: quietly{}, reader: &view.Reader{Words: w}, report: found,
				game: &archive.Game{Game: game.NewGame(game.Start(), game.Asian)}}
			if told := slices.Contains(s.lines(), w.Text("tell.noturns")); told != (blunders > 0) {
				t.Errorf("%s, %d blunders: %q", l, blunders, s.lines())
			}
			if named := slices.Contains(s.lines(), "a blunder"); named != (blunders > 0) {
				t.Errorf("%s, %d blunders that the report names: %q", l, blunders, s.lines())
			}
		}
	}
}

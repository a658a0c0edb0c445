package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"yeye/ai/character"
	"yeye/game"
)

func sampleShare(t testing.TB) Share {
	return Share{
		Board: View{Position: position(t, mated), Style: Style{Coords: Algebraic, Pieces: Pictogram},
			Marks: Marks{LastMove: move(t, "a8a9")}},
		Sides: [2]Side{{Name: "Tom", Accuracy: 91.2}, {IsCharacter: true, Character: character.ParkMaster,
			Accuracy: 78}},
		Outcome: game.Outcome{Result: game.RedWins, Method: game.Checkmate},
		Plies:   83, Finish: "Double Rooks", Opening: "Central Cannon", Accuracy: true,
	}
}

func sampleProfile() Profile {
	g := Profile{
		Name: "Thảo", Rating: 1687, Provisional: true, Beaten: [character.Count]int{3, 12, 7, 2}, Won: 41, Drawn: 6,
		Lost: 23, Language: Vietnamese,
		Odds: [character.Count]string{4: "−mã", 5: "−2 mã"}, PlaysLike: Likeness{Known: true, At: 2.8, Low: 2.3,
			High: 3.4},
		Openings: [2]string{"Pháo đầu", "Thuận pháo"}, BestWin: "Mei 1720", Streak: 9,
		Finishes: []Tally{{"Mã Hậu Pháo", 4}, {"Song Xa Thác", 2}, {"Trùng Pháo", 7}, {"Muộn Cung", 1},
			{"Thiết Môn Thuyên", 1}},
	}
	for i := range 60 {
		g.Curve = append(g.Curve, 1500+float64(i)*3+60*math.Sin(float64(i)/5))
	}
	return g
}

func sampleLeaderboard() Leaderboard {
	g := Leaderboard{}
	for i, name := range []string{"Mei", "Thảo Nguyễn Thị Bích Ngọc", "Tom", "a player with a very, very long name",
		"Bo", "王小明", "🐲"} {
		g.Rows = append(g.Rows, Row{Number: i + 1, Name: name, Face: character.Level(max(0, character.Count-1-i)),
			Value: fmt.Sprint(2210 - 90*i), Note: fmt.Sprint(40-3*i, " games"), You: i == 2})
	}
	for i, name := range []string{"Linh", "Kim", "Dan"} {
		g.Rows = append(g.Rows, Row{Name: name, Face: character.Level(3 - i), Value: fmt.Sprintf("%d?", 1737-60*i),
			Note: "2 games"})
	}
	return g
}

// cardGoldens returns cards that together show everything.
func cardGoldens(t testing.TB) map[string]func(*Painter, int) (Card, error) {
	turned := sampleShare(t)
	turned.Board = View{Position: position(t, middlegame), Below: game.Black, Style: Style{Theme: Night,
		Language: SimplifiedChinese, Pieces: Simplified},
		Marks: Marks{Played: move(t, "e2e6"), Best: move(t, "b2b9")}}
	turned.Sides = [2]Side{{Name: "无名氏"}, {IsCharacter: true, Character: character.Grandpa}}
	turned.Outcome, turned.Finish, turned.Opening, turned.Accuracy = game.Outcome{Result: game.BlackWins,
		Method: game.Resignation}, "", "中炮对屏风马", false
	full := sampleProfile()
	chinese := full
	chinese.Theme, chinese.Language, chinese.Pieces, chinese.Name = Night, TraditionalChinese, Classic, "王小明"
	chinese.Odds, chinese.PlaysLike = [character.Count]string{4: "−雙馬", 5: "−車"}, Likeness{}
	chinese.Openings, chinese.BestWin, chinese.Finishes = [2]string{"", "中炮對屏風馬"}, "爺爺",
		[]Tally{{"馬後炮", 2}, {"高釣馬（側面虎）", 1}}
	bare := Profile{Theme: Contrast, Name: "Tom", Beaten: [character.Count]int{1}, Won: 1}
	share := func(g Share) func(*Painter, int) (Card, error) {
		return func(p *Painter, scale int) (Card, error) {
			g.Board.Style.Scale = scale
			return p.Share(g)
		}
	}
	profile := func(g Profile) func(*Painter, int) (Card, error) {
		return func(p *Painter, scale int) (Card, error) {
			g.Scale = scale
			return p.Profile(g)
		}
	}
	leaders := func(g Leaderboard) func(*Painter, int) (Card, error) {
		return func(p *Painter, scale int) (Card, error) {
			g.Scale = scale
			return p.Leaderboard(g)
		}
	}
	swings := []float64{0, 0.1, 0.3, 0.2, -0.6, -0.7, -0.5, 0.4, 0.9, 1, 1}
	gap := append([]float64{}, swings...)
	gap[0], gap[4], gap[5] = math.NaN(), math.NaN(), math.NaN()
	graph := func(g Graph) func(*Painter, int) (Card, error) {
		return func(p *Painter, scale int) (Card, error) {
			g.Scale = scale
			c, err := p.Graph(g)
			return Card{c.PNG, c.Width, c.Height, nil}, err
		}
	}
	unfinished := sampleShare(t)
	unfinished.Board = View{Position: position(t, middlegame), Style: Style{Pieces: Pictogram}}
	unfinished.Outcome, unfinished.Finish, unfinished.Plies = game.Outcome{}, "", 40
	return map[string]func(*Painter, int) (Card, error){
		"share": share(sampleShare(t)), "share-night": share(turned), "share-unfinished": share(unfinished),
		"graph":       graph(Graph{Balance: swings, Turning: []int{4, 7, 9}, At: 2, First: game.Black}),
		"graph-gap":   graph(Graph{Balance: gap, Turning: []int{8}}),
		"graph-late":  graph(Graph{Balance: swings, Number: 32, First: game.Black}),
		"graph-night": graph(Graph{Theme: Night, Pieces: Letter, Balance: swings, Turning: []int{9}}),
		"preview": func(p *Painter, scale int) (Card, error) {
			pic, err := p.Preview(Style{Theme: Night, Pieces: Pictogram, Newcomer: true, Coords: Digits,
				Language: Vietnamese, Scale: scale}, game.Red)
			return Card{pic.PNG, pic.Width, pic.Height, nil}, err
		},
		"leaderboard": leaders(sampleLeaderboard()), "leaderboard-new": leaders(Leaderboard{Theme: Night, Language: SimplifiedChinese,
			Rows: []Row{{Name: "王小明", Face: character.Xiaoqing, Value: "1532?", Note: "3 局", You: true},
				{Name: "无名氏", Value: "1263?", Note: "1 局"}}}),
		"profile": profile(full), "profile-night": profile(chinese), "profile-bare": profile(bare),
	}
}

// TestGoldenCards compares indices with the pictures in testdata, and limits the size of the
// cards at scale 2.
func TestGoldenCards(t *testing.T) {
	p := New()
	for name, draw := range cardGoldens(t) {
		t.Run(name, func(t *testing.T) {
			c, err := draw(p, 1)
			if err != nil {
				t.Fatal(err)
			}
			comparePicture(t, name, decoded(t, c))
			if testing.Short() {
				return
			}
			c, err = draw(p, 2)
			if err != nil {
				t.Fatal(err)
			}
			decoded(t, c)
			if len(c.PNG) > 180_000 {
				t.Errorf("%d bytes", len(c.PNG))
			}
		})
	}
}

func decoded(t testing.TB, c Card) *image.Paletted {
	im, err := png.Decode(bytes.NewReader(c.PNG))
	if err != nil {
		t.Fatal(err)
	}
	if im.Bounds().Dx() != c.Width || im.Bounds().Dy() != c.Height {
		t.Errorf("%v in the file, %d×%d said", im.Bounds(), c.Width, c.Height)
	}
	return im.(*image.Paletted)
}

// TestScratchClean: a card leaves nothing behind where the next one is drawn.
func TestScratchClean(t *testing.T) {
	p := New()
	ink := newScratch()
	p.scratch.New = func() any { return ink } // a surface that the pool drops is replaced by the same one
	for name, draw := range cardGoldens(t) {
		if _, err := draw(p, scales()[len(scales())-1]); err != nil {
			t.Fatal(err)
		}
		for i, v := range ink.im.Pix {
			if v != 0 {
				t.Fatalf("%s: something is left at %d, %d", name, i%ink.im.Stride/4, i/ink.im.Stride)
			}
		}
	}
}

// TestCardNames: a card shows the names that it can write, lists them, and never shows part
// of one that it cannot write.
func TestCardNames(t *testing.T) {
	p := New()
	for name, shown := range map[string]bool{"Tom": true, "Nguyễn Thị Phương Thảo": true, "Ангелина": true, "小青": true,
		"王小明": false, "😀": false, "": false, "Tom\u202E": false, "Tha\u0309o": true} {
		g := sampleShare(t)
		g.Board.Style.Scale = 1
		g.Sides[0].Name = name
		share, err := p.Share(g)
		if err != nil {
			t.Fatal(err)
		}
		profile, err := p.Profile(Profile{Scale: 1, Name: name, Rating: 1500})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Card{share, profile} {
			if got := len(c.Names) == 1 && c.Names[0] == name; got != shown || len(c.Names) > 1 {
				t.Errorf("%q: shows %q", name, c.Names)
			}
		}
		if nobody, _ := p.Profile(Profile{Scale: 1, Rating: 1500}); !shown && !bytes.Equal(nobody.PNG, profile.PNG) {
			t.Errorf("%q: not the card of nobody", name)
		}
	}
}

// TestLadderColours: a beaten character is in color, another one is not.
func TestLadderColours(t *testing.T) {
	p := New()
	c, err := p.Profile(Profile{Scale: 1, Beaten: [character.Count]int{character.Uncle: 1}})
	if err != nil {
		t.Fatal(err)
	}
	im := decoded(t, c)
	step := (profileInner - smallPortrait) / (float64(character.Count) - 1)
	for _, i := range character.All() {
		x, colourful := int(profileEdge+float64(i)*step), 0
		for dy := range smallPortrait {
			for dx := range smallPortrait {
				q := im.At(x+dx, int(profileEdge)+dy).(color.RGBA)
				hi, lo := max(q.R, q.G, q.B), min(q.R, q.G, q.B)
				if hi-lo > 90 {
					colourful++
				}
			}
		}
		if got := colourful > 300; got != (i == character.Uncle) {
			t.Errorf("%v: %d pixels of color", i, colourful)
		}
	}
}

func TestCardsRefuse(t *testing.T) {
	p := New()
	for name, change := range map[string]func(*Share){
		"plies":    func(g *Share) { g.Plies = -1 },
		"nobody":   func(g *Share) { g.Sides[1].Character = 7 },
		"too good": func(g *Share) { g.Sides[0].Accuracy = 101 },
		"no value": func(g *Share) { g.Sides[0].Accuracy = math.NaN() },
		"theme":    func(g *Share) { g.Board.Style.Theme = themes },
		"arrow":    func(g *Share) { g.Board.Marks.Best = game.NewMove(3, 3) },
	} {
		g := sampleShare(t)
		change(&g)
		if _, err := p.Share(g); err == nil {
			t.Errorf("share, %s: no error", name)
		}
	}
	for name, g := range map[string]Profile{
		"theme":   {Theme: themes},
		"won":     {Won: -1},
		"beaten":  {Beaten: [character.Count]int{6: -1}},
		"finish":  {Finishes: []Tally{{"x", -1}}},
		"curve":   {Curve: []float64{1500, math.NaN()}},
		"endless": {Curve: []float64{1500, math.Inf(1)}},
		"like":    {PlaysLike: Likeness{Known: true, At: 2, Low: 2.5, High: 3}},
		"above":   {PlaysLike: Likeness{Known: true, At: 6, Low: 5, High: 6.5}},
		"no like": {PlaysLike: Likeness{Known: true, At: math.NaN(), Low: 1, High: 2}},
	} {
		if _, err := p.Profile(g); err == nil {
			t.Errorf("profile, %s: no error", name)
		}
	}
}

// TestProfileHeight: a card is only as high as its content, and names of any length stay
// inside.
func TestProfileHeight(t *testing.T) {
	p := New()
	last := 0
	for i, g := range []Profile{{}, {Name: "x"}, {Name: "x", PlaysLike: Likeness{Known: true}}, {Name: "x", Won: 1},
		{Name: "x", Won: 1, Streak: 1}, {Name: "x", Won: 1, Streak: 1, Finishes: []Tally{{"Iron Bolt", 1}}}} {
		g.Scale = 1
		c, err := p.Profile(g)
		if err != nil {
			t.Fatal(err)
		}
		if c.Height <= last {
			t.Errorf("card %d is %d high, the one before %d", i, c.Height, last)
		}
		last = c.Height
	}
	long := fmt.Sprintf("%0300d", 0)
	g := sampleProfile()
	g.Scale, g.Name, g.BestWin, g.Openings[0], g.Finishes[0].Name = 1, long, long, long, long
	if c, err := p.Profile(g); err != nil || c.Width != profileWidth {
		t.Errorf("long names: %d wide, %v", c.Width, err)
	}
}

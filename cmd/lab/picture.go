package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"yeye/ai/character"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/record"
	"yeye/render"
)

// pictureCmd renders one picture into a file. The flags select its kind: a portrait, a piece, a graph, a replay (-o
// ends in .gif), else a board.
type pictureCmd struct {
	FEN     string `name:"fen" help:"Position to draw; the start by default." xor:"what"`
	Flipped string `help:"Position of flipped chess to draw, as programs write it." xor:"what"`
	Game    string `help:"Game file of any format; draws its last position, or that after --ply." type:"existingfile" xor:"what"`
	Ply     int    `help:"With --game: show the position after this many plies, counted from the end if negative." default:"-1"`

	Theme    render.Theme    `help:"Theme: wood, night or contrast." default:"wood"`
	Pieces   render.PieceSet `help:"Piece style: traditional, simplified, classic, pictogram or letter." default:"traditional"`
	Coords   render.Coords   `help:"Coordinates: chinese, digits, algebraic, both or none." default:"chinese"`
	Language render.Language `help:"Language of the picture's text: en, zh-CN, zh-TW or vi." default:"en"`
	Newcomer bool            `help:"Show each piece's name and how it moves."`
	Below    string          `help:"Side at the bottom: red or black." enum:"red,black" default:"red"`
	Scale    int             `help:"Scale: 1 (576×646) or 2 (1152×1292)." default:"2"`
	Marks    []string        `help:"Marks: last=h2e2 selected=e3 targets=e4+e5 threatened=a0 hint=h0g2 best=h0g2 played=h0i2 line1=h2e2 line2=b2e2 line3=h0g2 banner=1-0:checkmate"`

	From  int           `help:"Replay: first ply." default:"0"`
	To    int           `help:"Replay: last ply; 0 for the end of the game." default:"0"`
	Delay time.Duration `help:"Replay: time per frame." default:"1s"`
	Hold  time.Duration `help:"Replay: time of the last frame." default:"4s"`

	Balance  []float64 `help:"Draw a graph of these values, one per ply: 1 is Red winning, -1 Black." xor:"what"`
	Turning  []int     `help:"Graph: plies to mark as turning points."`
	Portrait string    `help:"Draw a character: newborn, kid, xiaoqing, uncle, park-master, grandpa or immortal." xor:"what"`
	Size     int       `help:"Portrait: pixels." default:"512"`
	Piece    string    `help:"Draw a piece as an emoji, by its FEN letter." xor:"what"`

	Out string `short:"o" help:"File to write." required:"" type:"path"`
}

func (c *pictureCmd) Run() error {
	data, about, err := c.draw(render.New())
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.Out, data, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %s, %d bytes\n", c.Out, about, len(data))
	return nil
}

func (c *pictureCmd) draw(p *render.Painter) (data []byte, description string, err error) {
	switch {
	case c.Portrait != "":
		who, ok := character.Named(c.Portrait)
		if !ok {
			return nil, "", fmt.Errorf("there is no character %q", c.Portrait)
		}
		pic, err := p.Portrait(who, c.Size)
		return pic.PNG, fmt.Sprintf("portrait of %v", who), err
	case c.Piece != "":
		pieces, err := p.Emoji(c.Pieces)
		if err != nil {
			return nil, "", err
		}
		for _, e := range pieces {
			if c.Piece == string(rune(e.Piece.Letter())) {
				return e.PNG, e.Name, nil
			}
		}
		return nil, "", fmt.Errorf("unknown piece %q: use a letter of K A B N R C P, lower case for Black", c.Piece)
	case len(c.Balance) > 0:
		g, err := p.Graph(render.Graph{Theme: c.Theme, Pieces: c.Pieces, Scale: c.Scale, Balance: c.Balance,
			Turning: c.Turning})
		return g.PNG, fmt.Sprintf("graph of %d plies", g.Plies), err
	}
	return c.drawGame(p)
}

// drawGame draws a board or a replay.
func (c *pictureCmd) drawGame(p *render.Painter) (data []byte, description string, err error) {
	rec := record.New(game.Start())
	switch {
	case c.Game != "":
		text, err := os.ReadFile(c.Game)
		if err != nil {
			return nil, "", err
		}
		if rec, err = record.Read(text); err != nil {
			return nil, "", fmt.Errorf("%s: %w", c.Game, err)
		}
	case c.FEN != "":
		pos, err := readPosition(c.FEN)
		if err != nil {
			return nil, "", err
		}
		rec = record.New(pos)
	}
	v := render.View{Position: rec.Start, Style: render.Style{
		Theme: c.Theme, Pieces: c.Pieces, Coords: c.Coords, Scale: c.Scale, Newcomer: c.Newcomer, Language: c.Language,
	}}
	if c.Below == "black" {
		v.Below = game.Black
	}
	if c.Flipped != "" {
		setup, err := jieqi.ParseFEN(c.Flipped)
		if err != nil {
			return nil, "", err
		}
		v.Flipped = &setup.Position
	}
	moves := rec.Moves()
	if o, ok := record.NameOpening(rec.Start, moves); ok {
		v.Frame.Title = [...]string{o.Name.English, o.Name.Simplified, o.Name.Traditional,
			o.Name.Vietnamese}[c.Language]
	}
	if strings.EqualFold(filepath.Ext(c.Out), ".gif") {
		a, err := p.Replay(context.Background(), render.Replay{
			Start: rec.Start, Moves: moves, From: c.From, To: c.To,
			Below: v.Below, Style: v.Style, Title: v.Frame.Title, Delay: c.Delay, Hold: c.Hold,
			Banner: ending(rec, c.To),
		})
		description = fmt.Sprintf("%d×%d, plies %d to %d in %d frames", a.Width, a.Height, a.From, a.To, a.Frames)
		if a.Thinned() {
			description += fmt.Sprintf(", every %d plies to fit", a.Every)
		}
		return a.GIF, description, err
	}
	ply := c.Ply
	if ply < 0 {
		ply += len(moves) + 1
	}
	if ply < 0 || ply > len(moves) {
		return nil, "", fmt.Errorf("no ply %d in a game of %d", c.Ply, len(moves))
	}
	for _, m := range moves[:ply] {
		v.Position.Do(m)
		v.Marks.LastMove = m
	}
	v.Frame.Captured = render.Captured(rec.Start, v.Position)
	if err := readMarks(&v.Marks, c.Marks); err != nil {
		return nil, "", err
	}
	pic, err := p.Board(v)
	return pic.PNG, fmt.Sprintf("%d×%d", pic.Width, pic.Height), err
}

// ending returns the outcome by the rules of the board if the replay reaches the end of the record.
func ending(rec *record.Record, to int) game.Outcome {
	if to != 0 && to != len(rec.Moves()) {
		return game.Outcome{}
	}
	g, err := rec.Game(game.Asian)
	if err != nil {
		return game.Outcome{}
	}
	return g.Outcome()
}

// readMarks parses marks like last=h2e2. Squares are joined by plus signs.
func readMarks(m *render.Marks, words []string) error {
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		var err error
		switch key {
		case "last":
			m.LastMove, err = game.ParseMove(value)
		case "hint":
			m.Hint, err = game.ParseMove(value)
		case "best":
			m.Best, err = game.ParseMove(value)
		case "played":
			m.Played, err = game.ParseMove(value)
		case "line1", "line2", "line3":
			m.Lines[key[4]-'1'], err = game.ParseMove(value)
		case "selected":
			m.Selected, err = parseSquares(value)
		case "targets":
			m.Targets, err = parseSquares(value)
		case "threatened":
			m.Threatened, err = parseSquares(value)
		case "banner":
			m.Banner, err = parseOutcome(value)
		default:
			err = fmt.Errorf("unknown mark %q", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func parseSquares(text string) (b game.Bitboard, err error) {
	for name := range strings.SplitSeq(text, "+") {
		s, err := game.ParseSquare(name)
		if err != nil {
			return b, err
		}
		b = b.Or(game.BB(s))
	}
	return b, nil
}

// parseOutcome reads 1-0:checkmate; the method may be omitted.
func parseOutcome(text string) (o game.Outcome, err error) {
	result, method, _ := strings.Cut(text, ":")
	var ok bool
	if o.Result, ok = game.ParseResult(result); !ok || o.Result == game.Ongoing {
		return game.Outcome{}, fmt.Errorf("unknown result %s: use 1-0, 0-1 or 1/2-1/2", strconv.Quote(result))
	}
	if o.Method, ok = game.ParseMethod(method); !ok {
		return game.Outcome{}, fmt.Errorf("unknown ending %s", strconv.Quote(method))
	}
	return o, nil
}

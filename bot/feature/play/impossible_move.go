package play

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// shapes are the reasons for which a piece cannot move like that; the others are about the king, or about whose piece
// it is.
var shapes = map[game.Reason]bool{game.NotItsMove: true, game.OutsidePalace: true, game.AcrossRiver: true,
	game.Blocked: true, game.Hobbled: true, game.NoScreen: true, game.ManyScreens: true}

// misshapen returns the position in which a player wrote a move, and the point of the piece that cannot move like that.
func misshapen(err *match.MoveError) (p *game.Position, from game.Square, ok bool) {
	if p, ok = err.Position.(*game.Position); !ok || p == nil { // it is not known, or not xiangqi's
		return nil, from, false
	}
	var illegal *game.IllegalMove
	var target *notation.NoTarget
	switch {
	case errors.As(err.Err, &illegal) && shapes[illegal.Reason]:
		return p, illegal.Move.From(), true
	case errors.As(err.Err, &target):
		return p, target.From, true
	}
	return nil, from, false
}

// shape refuses a newcomer's move of a wrong shape with a small picture of where that piece can go, in a game that is
// not between people.
func (p *play) shape(r *interaction.Request, err error) (interaction.Response, bool) {
	var wrong *match.MoveError
	if !r.Prefs.Beginner() || !errors.As(err, &wrong) {
		return interaction.Response{}, false
	}
	at, from, ok := misshapen(wrong)
	if !ok {
		return interaction.Response{}, false
	}
	reader := p.Readers.For(r)
	text, _ := reader.Refusal(err)
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		said := interaction.SayPostable(text)
		m, err := p.Matches.InChannel(ctx, r.Channel)
		if err != nil || m.Mode.People {
			return said, nil
		}
		v := render.View{Position: *at, Below: view.Below(&m), Style: reader.Style()}
		v.Style.Scale, v.Style.Newcomer = 1, true
		v.Marks.Selected, v.Marks.Targets = game.BB(from), view.Targets(at, from)
		files, err := p.Painter.Picture(reader.Words, v, "")
		if err != nil {
			return interaction.Response{}, err
		}
		said.Private.Message = discord.Message{Content: text, Files: files}
		return said, nil
	}}, true
}

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

// shapeReasons are the reasons of illegal moves that the piece's way of moving forbids; the others are about checks and
// about whose piece it is.
var shapeReasons = map[game.Reason]bool{game.NotItsMove: true, game.OutsidePalace: true, game.AcrossRiver: true,
	game.Blocked: true, game.Hobbled: true, game.NoScreen: true, game.ManyScreens: true}

// wrongShape returns, for an error of such a reason, the position of the move and the piece's square.
func wrongShape(err *match.MoveError) (p *game.Position, from game.Square, ok bool) {
	if p, ok = err.Position.(*game.Position); !ok || p == nil { // it is not known, or not xiangqi's
		return nil, from, false
	}
	var illegal *game.IllegalMove
	var target *notation.NoTarget
	switch {
	case errors.As(err.Err, &illegal) && shapeReasons[illegal.Reason]:
		return p, illegal.Move.From(), true
	case errors.As(err.Err, &target):
		return p, target.From, true
	}
	return nil, from, false
}

// refuseShape answers a newcomer's move that the piece cannot make with a small picture of the piece's targets, unless
// the game is between people.
func (p *play) refuseShape(r *interaction.Request, err error) (interaction.Response, bool) {
	var wrong *match.MoveError
	if !r.Prefs.Beginner() || !errors.As(err, &wrong) {
		return interaction.Response{}, false
	}
	at, from, ok := wrongShape(wrong)
	if !ok {
		return interaction.Response{}, false
	}
	reader := p.Readers.For(r)
	text, _ := reader.Refusal(err)
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		said := interaction.SayPostable(text)
		m, err := p.Matches.InChannel(ctx, r.Channel)
		if err != nil || m.Mode.TwoPlayers {
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

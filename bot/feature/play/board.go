package play

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
)

// board handles /board: it posts the card of the game in progress again, or of the last game or challenge. In a channel
// without any, it offers to transfer one of the player's matches.
func (p *play) board(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	s, err := p.Challenges.Latest(ctx, r.Channel)
	if errors.Is(err, match.ErrNoMatch) {
		if a, ok := p.Start.OfferTransfer(ctx, r); ok {
			return a, nil
		}
	}
	if err != nil {
		return interaction.Response{}, err
	}
	a := interaction.ShowCard(s)
	a.Card.Repost = true
	return a, nil
}

// view handles /view: it opens a private board, turned to the player, in their language and notation, and with controls
// to move when it is their turn.
func (p *play) view(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Challenges.LatestMatch(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, err
	}
	return p.privateBoard(r, &m, game.NoSquare), nil
}

func (p *play) clickView(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	m, err := p.Games.Match(ctx, r, c.ID) // it may have moved to a channel that not everybody sees
	if err != nil {
		return interaction.Response{}, err
	}
	return p.privateBoard(r, &m, game.NoSquare), nil
}

func (p *play) clickRefresh(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(p.clickView(ctx, r, c))
}

// privateBoard answers with the match as one player sees it.
func (p *play) privateBoard(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		if m.Hidden() {
			return interaction.Response{}, match.ErrHidden
		}
		reader := p.Readers.For(r)
		side, seated := m.SeatOf(r.Player)
		if !seated {
			side = view.Below(m)
		}
		below := side
		if r.Prefs.Turning == "red" {
			below = game.Red
		}
		toMove := seated && m.Status == match.Open && side == m.ToMove() && !m.AsksForWord()
		premoving := mayPremove(m, r.Player)
		if !toMove && !premoving {
			chosen = game.NoSquare
		}
		style := reader.Style()
		style.Newcomer = reader.Newcomer(seated && m.Seats[side].Newcomer)
		if seated {
			reader.Alone = r.Player
		}
		v := view.BoardFor(reader.Words, m, reader.Alone, style, below, chosen)
		text := view.Text(reader, m, p.Now())
		if seated {
			text += premoveLine(reader, m, side) + linesText(reader, m, side)
		}
		if premoving {
			v.Marks.Hint = m.Premoves[side].Move
			view.MarkPremoves(&v.Marks, m, chosen)
		}
		controls := viewRows(reader, m, toMove, premoving, chosen, r.Nonce())
		if seated && m.Status == match.Open && m.MayRest(p.Now()) && !m.OnBreak(p.Now()) {
			controls[len(controls)-1] = append(controls[len(controls)-1], breakButton(reader, m))
		}
		if style.Newcomer {
			controls = view.AddArrows(controls, below)
		}
		return p.Painter.Answer(reader.Words, v, "", discord.Message{Content: text, Rows: controls})
	}}
}

func viewRows(r *view.Reader, m *match.Match, toMove, premoving bool, chosen game.Square, nonce string) []discord.Row {
	var rows []discord.Row
	switch {
	case toMove:
		rows = view.MoveRows(r.Words, m, chosen, nonce)
	case premoving && !m.Lines[m.ToMove().Other()].Pending():
		rows = view.PremoveRows(r.Words, m, chosen, nonce)
	}
	if m.Status != match.Open {
		return rows
	}
	buttons := discord.Row{discord.Button{CustomID: view.IDs(m)(actionRefresh, ""), Label: r.Text("control.refresh"),
		Style: discord.Secondary}}
	if premoving && m.Premoves[m.ToMove().Other()].Pending() {
		buttons = append(buttons, dropButton(r, m, onBoard))
	}
	if premoving && m.TakesLines() {
		buttons = append(buttons, lineButtons(r, m, m.ToMove().Other(), onBoard)...)
	}
	return append(rows, append(buttons, view.TellWord(r.Words, m, r.Alone)...))
}

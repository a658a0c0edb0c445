package votebot

import (
	"context"
	"strings"

	"yeye/bot/discord"
	votes "yeye/bot/feature/vote"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

// voter returns the user of a request as a voter.
func voter(r *interaction.Request) votes.Voter {
	v := votes.Voter{Actor: start.Actor(r, match.FromCommand)}
	if r.Interaction != nil {
		v.Since = r.Interaction.Joined
	}
	return v
}

// openBoard answers with the voter's private board.
func (f *feat) openBoard(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	side, err := f.Votes.Join(ctx, voter(r), c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.board(r, &m, side, game.NoSquare), nil
}

// choosePiece shows the moves of the chosen piece.
func (f *feat) choosePiece(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	s, err := game.ParseSquare(r.Selected())
	switch {
	case m.Status == match.Ended:
		return interaction.Response{}, match.ErrEnded
	case err != nil, m.Turn != c.Turn:
		return interaction.Response{}, match.ErrStale
	}
	return f.board(r, &m, m.ToMove(), s).Editing(), nil
}

// chooseMove casts a vote for a move.
func (f *feat) chooseMove(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	move, err := game.ParseMove(r.Selected())
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	return f.cast(ctx, r, c, votes.Choice{Move: move})
}

// wish casts a vote to resign, to offer a draw, or for neither.
func (f *feat) wish(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	w := votes.Wish(c.Arg)
	if w != votes.Resign && w != votes.Draw {
		w = votes.NoWish
	}
	return f.cast(ctx, r, c, votes.Choice{Move: game.NoMove, Wish: &w})
}

func (f *feat) cast(ctx context.Context, r *interaction.Request, c discord.ControlID,
	choice votes.Choice) (interaction.Response, error) {
	if _, err := f.Votes.Cast(ctx, voter(r), c.ID, c.Turn, choice); err != nil {
		return interaction.Response{}, err
	}
	f.Wake()
	m, err := f.Matches.Get(ctx, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.board(r, &m, m.ToMove(), game.NoSquare).Editing(), nil
}

// Ballot returns the handler of /move in the channel of a voted match: it casts a vote for the move and answers with
// the private board. With game.NoMove it shows the moves of the piece on the given point.
func Ballot(s Services) func(context.Context, *interaction.Request, *match.Match, game.Move,
	game.Square) (interaction.Response, error) {
	f := &feat{s}
	return func(ctx context.Context, r *interaction.Request, m *match.Match, move game.Move,
		from game.Square) (interaction.Response, error) {
		if move == game.NoMove {
			side, err := f.Votes.Join(ctx, voter(r), m.ID)
			return f.board(r, m, side, from), err
		}
		if _, err := f.Votes.Cast(ctx, voter(r), m.ID, m.Turn, votes.Choice{Move: move}); err != nil {
			return interaction.Response{}, err
		}
		f.Wake()
		return f.board(r, m, m.ToMove(), game.NoSquare), nil
	}
}

// board answers with the private board of a voter for a side: their vote, and controls to change it while their side is
// to move.
func (f *feat) board(r *interaction.Request, m *match.Match, side game.Color, chosen game.Square) interaction.Response {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		reader := f.Readers.For(r)
		w := reader.Words
		text, rows := []string{w.Text("vote.over")}, []discord.Row(nil)
		marks := game.NoMove
		switch v, err := f.Votes.Get(ctx, m.ID); {
		case err != nil:
			return interaction.Response{}, err
		case m.Status == match.Adjourned:
			return interaction.Response{}, m.NotOpen()
		case m.Status != match.Open:
		case side != m.ToMove() || v.Ends.IsZero() || v.Turn != m.Turn:
			text = []string{w.Text("vote.wait", locale.Args{"Who": view.Who(w, m.Seats[side]),
				"Other": view.Who(w, m.Seats[side.Other()])})}
		default:
			own, err := f.Votes.BallotOf(ctx, m.ID, m.Turn, r.Player)
			if err != nil {
				return interaction.Response{}, err
			}
			may, err := f.Votes.MayResignOrDraw(ctx, m.ID, side, m.Turn)
			if err != nil {
				return interaction.Response{}, err
			}
			marks = own.Move
			text = ownText(reader, m, &v, own)
			rows = controls(reader, m, own, may, chosen, r.Nonce())
		}
		below := side
		if r.Prefs.Turning == "red" {
			below = game.Red
		}
		style := reader.Style()
		style.Newcomer = reader.Newcomer(false)
		v := view.Board(w, m, style, below, chosen)
		v.Marks.Hint = marks
		return f.Painter.Answer(w, v, "", discord.Message{Content: strings.Join(text, "\n"), Rows: rows})
	}}
}

// ownText writes what the voter has voted for, and until when they may change it.
func ownText(r *view.Reader, m *match.Match, v *votes.Vote, own votes.Ballot) []string {
	args := locale.Args{"When": view.Clock(v.Ends)} // a private board is not redrawn when the vote ends
	first := r.Text("vote.own.none", args)
	if own.Move != game.NoMove {
		args["Move"] = r.Move(m.Game.Position(), own.Move)
		first = r.Text("vote.own", args)
	}
	text := []string{first}
	if own.Wish != votes.NoWish {
		text = append(text, r.Text("vote.own."+string(own.Wish)))
	}
	if warning := view.Warning(r.Words, m); warning != "" {
		text = append(text, warning)
	}
	return text
}

// controls returns the menus of moves and, if may is set, the buttons to resign and to offer a draw. A fresh nonce in
// the ids makes Discord reset the menus.
func controls(r *view.Reader, m *match.Match, own votes.Ballot, may bool, chosen game.Square,
	nonce string) []discord.Row {
	at := func(action, arg string) string {
		return discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn, Arg: arg}.String()
	}
	p := m.Game.Position()
	names := map[string]string{view.ActionPiece: actionPiece, view.ActionTarget: actionTarget}
	rows := view.MoveSelects(r.Words, p, view.Movable(p), chosen, r.Text("control.piece"), nonce,
		func(action, nonce string) string { return at(names[action], nonce) })
	if !may {
		return rows
	}
	var buttons discord.Row
	for _, w := range []votes.Wish{votes.Resign, votes.Draw} {
		key, arg, style := "control.vote."+string(w), string(w), discord.Secondary
		if own.Wish == w {
			key, arg, style = key+".not", "", discord.Danger
		}
		buttons = append(buttons, discord.Button{CustomID: at(actionWish, arg), Label: r.Text(key), Style: style})
	}
	return append(rows, buttons)
}

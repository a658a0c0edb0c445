package play

import (
	"context"
	"errors"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

// resign handles /resign: it asks for confirmation.
func (p *play) resign(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	return askResign(r, &m)
}

func (p *play) clickResign(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	return askResign(r, &m)
}

func askResign(r *interaction.Request, m *match.Match) (interaction.Response, error) {
	if _, seated := m.SeatOf(r.Player); !seated || m.IsGuest(r.Player) {
		return interaction.Response{}, m.NotSeated()
	}
	if m.Status != match.Open {
		return interaction.Response{}, m.NotOpen()
	}
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn,
			Arg: string(r.Player)}.Button(r.Text.Text(label), style)
	}
	return interaction.Answer(discord.Message{Content: r.Text.Text("ask.resign"), Rows: []discord.Row{{
		button(actionConfirm, "control.resign.sure", discord.Danger),
		button(actionKeep, "control.keep", discord.Secondary)}}}), nil
}

// clickConfirm resigns, for the user who was asked.
func (p *play) clickConfirm(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, match.ErrNotAsked
	}
	// The button is not on the card: a new card shows the end.
	if _, err := p.Matches.Resign(ctx, start.Actor(r, match.FromCommand), c.ID); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("ask.resign.done")}), nil
}

func (p *play) clickKeep(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, match.ErrNotAsked
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("ask.resign.kept")}), nil
}

// rematch handles /rematch: it starts the last match of this channel again, with the sides swapped. Studies are
// skipped: they have no opponent.
func (p *play) rematch(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.LatestCompetitive(ctx, r.Channel)
	if errors.Is(err, match.ErrNoMatch) {
		if _, lookErr := p.Challenges.LatestMatch(ctx, r.Channel); lookErr != nil {
			err = lookErr // a challenge
		}
	}
	if errors.Is(err, match.ErrNoMatch) {
		err = match.ErrNonePlayed
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if _, seated := m.SeatOf(r.Player); !seated {
		return interaction.Response{}, match.ErrNotSeated
	}
	if m.Status == match.Open {
		return interaction.Response{}, &match.OccupiedError{Subject: m.Subject(), Match: m}
	}
	return p.Start.Rematch(ctx, r, &m)
}

// clickAgain starts a rematch with the sides swapped. If the two are playing again already, the button was pressed
// twice, and no second match starts.
func (p *play) clickAgain(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	if there, err := p.Matches.InChannel(ctx, r.Channel); err == nil && sameSeats(&there, &m) {
		return interaction.Response{}, &match.OccupiedError{Subject: there.Subject(), Match: there}
	}
	return p.Start.Rematch(ctx, r, &m)
}

// sameSeats reports whether both matches have the same two opponents, on whichever side.
func sameSeats(x, y *match.Match) bool {
	same := func(a, b match.Seat) bool { return a.Player == b.Player && (a.Human() || a.Level == b.Level) }
	return same(x.Seats[0], y.Seats[0]) && same(x.Seats[1], y.Seats[1]) ||
		same(x.Seats[0], y.Seats[1]) && same(x.Seats[1], y.Seats[0])
}

// clickPlayKid starts a game against the character that the control names, or else the default one. A game of the
// player's here that is still in its opening is abandoned for it without a result: a player who says that they have
// never played is offered a weaker opponent in the middle of a game. If they have moved already they are asked first;
// the control of that question has the game's id.
func (p *play) clickPlayKid(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if c.Arg == "" {
		return p.Start.Versus(ctx, r)
	}
	if there, err := p.Matches.InChannel(ctx, r.Channel); err == nil {
		side, versus := there.Opponent()
		own := versus && !there.Mode.Arranged && there.Seats[side.Other()].Player == r.Player
		if own && there.InOpening() && there.Seats[side].Level.Digit() != c.Arg {
			if moved := there.Ply() > 1 || there.Ply() == 1 && there.ToMove() == side; moved && c.ID != there.ID {
				return p.askReplace(r, &there, c), nil
			}
			if _, err := p.Matches.Leave(ctx, start.Actor(r, match.FromCommand), there.ID); err != nil {
				return interaction.Response{}, err
			}
		}
	}
	asked := *r
	asked.Options = map[string]string{"opponent": c.Arg}
	return p.Start.Versus(ctx, &asked)
}

// askReplace asks whether to abandon the game here for one against the character that a control names.
func (p *play) askReplace(r *interaction.Request, there *match.Match, c discord.ControlID) interaction.Response {
	reader := p.Readers.For(r)
	level, _ := character.Parse(c.Arg)
	side, _ := there.Opponent()
	sure := view.GameWith(reader, level)
	sure.CustomID = discord.ControlID{Action: view.ActionPlayKid, ID: there.ID, Arg: c.Arg}.String()
	keep := discord.ControlID{Action: actionKeep, ID: there.ID, Turn: there.Turn, Arg: string(r.Player)}
	return interaction.Answer(discord.Message{
		Content: reader.Text("ask.instead",
			locale.Args{"Who": reader.Character(there.Seats[side].Level), "Next": reader.Character(level)}),
		Rows: []discord.Row{{sure, keep.Button(reader.Text("control.keep"), discord.Secondary)}},
	})
}

// moveText writes the move that was just played in the reader's notation, which needs the position before it.
func (p *play) moveText(r *interaction.Request, m *match.Match, move game.Move) string {
	g := m.Game.Clone()
	if !g.Takeback() {
		return move.String()
	}
	return p.Readers.For(r).InText(g.Position(), move)
}

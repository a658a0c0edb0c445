package analysis

import (
	"cmp"
	"context"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// rival is the character against which a position can be tried again, and the side that the player takes.
type rival struct {
	level  character.Level
	side   game.Color
	choice bool // the character is only the nearest in strength, and another may be chosen
}

// rivalAt returns the rival from a ply of a game on: the same character for everybody who looks at a game against one,
// from its player's side; where no character played, the one nearest in strength to the opponent, from the player's own
// side or else the side to move.
func (f *analyses) rivalAt(ctx context.Context, r *interaction.Request, g *archive.Game, ply int) (rival, error) {
	at, _ := g.At(ply)
	to := rival{side: at.Turn(), level: character.Default}
	m, opponent := g.Match(), id.Player("")
	if m != nil {
		switch side, seated := m.SeatOf(r.Player); {
		case seated && !m.Mode.OneOwner:
			to.side = side
		case m.Seats[at.Turn()].Character() && m.Seats[at.Turn().Other()].Human():
			to.side = at.Turn().Other()
		}
		opponent = m.Seats[to.side.Other()].Player
	}
	if level, ok := g.Character(to.side.Other()); ok {
		to.level = level
		return to, nil
	}
	to.choice = true
	if opponent == "" {
		opponent = r.Player // the strength of players in a file is unknown; a character like the player is a fair rival
	}
	level, known, err := f.Standing.Like(ctx, r.Player, r.Guild, opponent)
	if known {
		to.level = level
	}
	return to, err
}

// retry returns the terms of a game from a ply of an analyzed one, without seats; ok is false if it would be over at
// once. Moves without a capture are counted from there: what is left of the game's own limit may be too little to try
// anything. From the usual start it would be a game like any other, which counts: that is not offered here.
func retryTerms(g *archive.Game, ply int) (t match.Terms, ok bool) {
	at, _ := g.At(ply)
	setup := at.Setup()
	from, err := setup.Position()
	if err != nil || from == game.Start() {
		return t, false
	}
	t = match.Terms{Mode: match.Versus, Position: from, Rules: g.Game.Rules(), Casual: true}
	if t.Rules == game.NoRepetition { // a file or study, whose repetitions are not ruled on
		t.Rules = game.Asian
	}
	return t, !game.NewGame(from, t.Rules).Outcome().Over()
}

// retryRows returns a row of controls with the button that begins a game from a ply of the analyzed one, and the select
// of another character; the row alone where no game can begin.
func retryRows(w *words.Words, g *archive.Game, ply int, to rival, row discord.Row) []discord.Row {
	if _, ok := retryTerms(g, ply); !ok {
		return []discord.Row{row}
	}
	return append([]discord.Row{append(row, retryButton(w, g, ply, to))}, rivalsRow(w, g, ply, to)...)
}

// retryButton returns the button that begins a game from a ply of an analyzed one.
func retryButton(w *words.Words, g *archive.Game, ply int, to rival) discord.Component {
	label := w.Text("analysis.control.retry")
	if to.choice {
		label = w.Text("analysis.control.retry.against", locale.Args{"Who": w.Character(to.level)})
	}
	return discord.Button{Label: label, Style: discord.Success,
		CustomID: discord.ControlID{Action: actionRetry, ID: g.ID, Turn: int64(ply), Arg: to.level.Digit(),
			Nonce: "r"}.String()}
}

// rivalsRow returns the select of another character, nil where the character is fixed.
func rivalsRow(w *words.Words, g *archive.Game, ply int, to rival) []discord.Row {
	if !to.choice {
		return nil
	}
	choice := discord.Select{Placeholder: w.Text("analysis.control.rivals"),
		CustomID: discord.ControlID{Action: actionRetry, ID: g.ID, Turn: int64(ply), Nonce: "c"}.String()}
	for _, level := range character.All() {
		choice.Options = append(choice.Options, discord.Option{Label: w.Character(level), Value: level.Digit(),
			Description: w.AboutCharacter(level), Emoji: view.Emoji(w.Face(level))})
	}
	return []discord.Row{{choice}}
}

// clickRetry begins a game against a character from a ply of an analyzed game. It is casual.
func (f *analyses) clickRetry(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	level, ok := character.Parse(cmp.Or(r.Selected(), c.Arg))
	g, _, err := f.finished(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	if !ok || c.Turn < 0 || c.Turn > int64(g.Game.Ply()) {
		return interaction.Response{}, match.ErrStale
	}
	t, ok := retryTerms(&g, int(c.Turn))
	if !ok {
		return interaction.Response{}, match.ErrStale
	}
	to, err := f.rivalAt(ctx, r, &g, int(c.Turn))
	if err != nil {
		return interaction.Response{}, err
	}
	t.Locale = r.Locale
	t.Seats[to.side] = match.Seat{Player: r.Player, Name: r.Name}
	t.Seats[to.side.Other()] = match.Seat{Level: level}
	a, err := f.Start.Match(ctx, r, t, false)
	return a.Then(func(a interaction.Response) interaction.Response { return f.showBeside(r, a) }), err
}

// beside shows the card of a game that has begun in the channel, and leaves the report from which it began unchanged.
func (f *analyses) showBeside(r *interaction.Request, a interaction.Response) interaction.Response {
	if a.Card == nil {
		return a
	}
	f.Cards.Wake(a.Card.Subject)
	return interaction.Say(r.Text.Text("analysis.retry.begun"))
}

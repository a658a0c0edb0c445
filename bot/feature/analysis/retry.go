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

// rival is the character against which a position can be retried.
type rival struct {
	level  character.Level
	player game.Color // the side of the player
	choice bool       // the character is a suggestion, and another may be chosen
}

// rivalAt returns the rival for a retry at a ply. In a game against a character it is that character, and the player
// has the human's side. In other games it is the character closest in strength to the opponent, and the player has the
// requester's side, else the side to move.
func (f *analyses) rivalAt(ctx context.Context, r *interaction.Request, g *archive.Game, ply int) (rival, error) {
	at, _ := g.At(ply)
	to := rival{player: at.Turn(), level: character.Default}
	m, opponent := g.Match(), id.Player("")
	if m != nil {
		switch side, seated := m.SeatOf(r.Player); {
		case seated && !m.Mode.OnePlayer:
			to.player = side
		case m.Seats[at.Turn()].Character() && m.Seats[at.Turn().Other()].Human():
			to.player = at.Turn().Other()
		}
		opponent = m.Seats[to.player.Other()].Player
	}
	if level, ok := g.Character(to.player.Other()); ok {
		to.level = level
		return to, nil
	}
	to.choice = true
	if opponent == "" {
		opponent = r.Player // the strength of players in a file is unknown: use the requester's
	}
	level, known, err := f.Standing.ClosestCharacter(ctx, r.Player, r.Guild, opponent)
	if known {
		to.level = level
	}
	return to, err
}

// retryTerms returns the terms of a game from a ply of an analyzed one, without seats. The count of moves without a
// capture begins anew, since too few may be left before a draw. ok is false if the game would be over at once, and for
// the starting position, from which a game would count for the rating.
func retryTerms(g *archive.Game, ply int) (t match.Terms, ok bool) {
	at, _ := g.At(ply)
	setup := at.Setup()
	from, err := setup.Position()
	if err != nil || from == game.Start() {
		return t, false
	}
	t = match.Terms{Mode: match.Versus, Position: from, Rules: g.Game.Rules(), Casual: true}
	if t.Rules == game.NoRepetition { // a file or study
		t.Rules = game.Asian
	}
	return t, !game.NewGame(from, t.Rules).Outcome().Over()
}

// retryRows appends the button for a retry at a ply to a row of controls, and adds the select of another character.
// Where no retry is possible it returns the row alone.
func retryRows(w *words.Words, g *archive.Game, ply int, to rival, row discord.Row) []discord.Row {
	if _, ok := retryTerms(g, ply); !ok {
		return []discord.Row{row}
	}
	return append([]discord.Row{append(row, retryButton(w, g, ply, to))}, rivalsRow(w, g, ply, to)...)
}

// retryButton returns the button for a retry at a ply.
func retryButton(w *words.Words, g *archive.Game, ply int, to rival) discord.Component {
	label := w.Text("analysis.control.retry")
	if to.choice {
		label = w.Text("analysis.control.retry.against", locale.Args{"Who": w.Character(to.level)})
	}
	return discord.Button{Label: label, Style: discord.Success,
		CustomID: discord.ControlID{Action: actionRetry, ID: g.ID, Turn: int64(ply), Arg: to.level.Digit(),
			Nonce: "r"}.String()} // not the id of the select
}

// rivalsRow returns the select of another character, nil if the character is fixed.
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

// clickRetry starts a casual game against a character from a ply of an analyzed game.
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
	t.Seats[to.player] = match.Seat{Player: r.Player, Name: r.Name}
	t.Seats[to.player.Other()] = match.Seat{Level: level}
	a, err := f.Start.Match(ctx, r, t, false)
	return a.Then(func(a interaction.Response) interaction.Response { return f.showBeside(r, a) }), err
}

// showBeside shows the card of a started game as a new message, so that the report with the button stays.
func (f *analyses) showBeside(r *interaction.Request, a interaction.Response) interaction.Response {
	if a.Card == nil {
		return a
	}
	f.Cards.Wake(a.Card.Subject)
	return interaction.Say(r.Text.Text("analysis.retry.begun"))
}

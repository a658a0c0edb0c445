package play

import (
	"context"
	"strings"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
)

// nextGameButtons returns the buttons that start another game: a rematch, the next character after a win against one,
// and easier games after a loss. With those of [view.Past] they fill one row.
func (p *play) nextGameButtons(ctx context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
	if m.Mode.Arranged {
		return nil, nil
	}
	next, err := p.nextOpponent(ctx, m)
	if err != nil {
		return nil, err
	}
	id := view.IDs(m)
	offers := easierGames(m, next)
	again, easier := discord.Primary, discord.Secondary
	if len(offers) > 0 && offers[0] == (easierGame{level: next}) { // the character that they have to beat next
		again, easier = easier, again
	}
	_, second, err := p.secondDue(ctx, m)
	if err != nil {
		return nil, err
	}
	label := r.Text("control.again")
	if second {
		label = r.Text("control.second")
	}
	row := discord.Row{discord.Button{CustomID: id(actionAgain, ""), Label: label, Style: again}}
	if level, ok := nextCharacter(m, next); ok {
		row = append(row, discord.Button{CustomID: id(actionNext, level.Digit()),
			Label: r.Text("control.next", locale.Args{"Who": r.Character(level)}), Emoji: view.Emoji(r.Face(level)),
			Style: discord.Success})
	}
	for _, g := range offers {
		b := discord.Button{CustomID: id(actionNext, g.String()), Style: discord.Secondary}
		if g.odds != match.Even {
			b.Label = r.Text("control.odds", locale.Args{"Who": r.Character(g.level),
				"Odds": r.Text("odds." + g.odds.String())})
		} else {
			b.Style = easier
			b.Label, b.Emoji = r.Text("control.next", locale.Args{"Who": r.Character(g.level)}),
				view.Emoji(r.Face(g.level))
		}
		row = append(row, b)
	}
	return row, nil
}

// nextOpponent returns the character that the player of a match against a character has to beat next, an invalid level
// if there is none. For a player who hides their profile only the match itself decides.
func (p *play) nextOpponent(ctx context.Context, m *match.Match) (character.Level, error) {
	side, versus := m.Opponent()
	level, who := m.Seats[side].Level, m.Seats[side.Other()]
	if !versus || m.Status != match.Ended || !who.Human() || who.Erased() {
		return level, nil
	}
	if !m.Mode.Counts() {
		return level + 1, nil
	}
	shown, err := p.Matches.Policy().Shown(ctx, "", who.Player)
	switch {
	case err != nil:
		return level, err
	case !shown.Of(who.Player) && m.Unaided():
		return level + 1, nil
	case !shown.Of(who.Player):
		return level, nil
	}
	next, ok, err := p.Standing.Next(ctx, who.Player)
	if !ok {
		next = character.Level(character.Count)
	}
	return next, err
}

// easierGame is a game to offer after a loss.
type easierGame struct {
	level character.Level
	odds  match.Odds
}

// String encodes it as the argument of a control: LEVEL or LEVEL.ODDS.
func (g easierGame) String() string {
	if g.odds == match.Even {
		return g.level.Digit()
	}
	return g.level.Digit() + "." + g.odds.String()
}

// easierGames returns the games to offer after a loss against a character: the next weaker character, or the one that
// the player has to beat next if that is weaker still, and the same character at odds of a rook.
func easierGames(m *match.Match, next character.Level) (all []easierGame) {
	winner, won := m.Outcome.Result.Winner()
	if m.Status != match.Ended || !won || m.Mode.Goal || !m.Seats[winner].Character() ||
		!m.Seats[winner.Other()].Human() {
		return nil
	}
	level := m.Seats[winner].Level
	if easier := min(level-1, next); easier.Valid() {
		all = append(all, easierGame{level: easier})
	}
	if m.Mode.Kind == match.Versus.Kind && m.Odds == match.Even && m.Game.Start() == game.Start() {
		all = append(all, easierGame{level, match.OneRook})
	}
	return all
}

// endRows returns the controls of an ended game's card, in one row or, if there are too many, two.
func endRows(onward, back discord.Row) []discord.Row {
	switch row := append(onward, back...); {
	case len(row) == 0:
		return nil
	case len(row) <= discord.MaxButtons:
		return []discord.Row{row}
	}
	return []discord.Row{onward, back}
}

// nextCharacter returns the level of the character to offer after a win against a character: the one that the player
// has to beat next or, after a game at odds, the same one without odds. ok is false if only a rematch is to be offered.
func nextCharacter(m *match.Match, next character.Level) (level character.Level, ok bool) {
	winner, won := m.Outcome.Result.Winner()
	if m.Status != match.Ended || !won || m.Mode.Goal || !m.Seats[winner].Human() ||
		!m.Seats[winner.Other()].Character() {
		return 0, false
	}
	beaten := m.Seats[winner.Other()].Level
	if m.Odds != match.Even {
		return beaten, beaten <= m.Mode.Strongest()
	}
	return next, next != beaten && next.Valid() && next <= m.Mode.Strongest()
}

// parseEasierGame reads what String writes; ok is false for games that no card offers.
func parseEasierGame(arg string) (g easierGame, ok bool) {
	level, odds, _ := strings.Cut(arg, ".")
	if g.level, ok = character.Parse(level); ok && odds != "" {
		g.odds, ok = match.ParseOdds(odds)
	}
	return g, ok && (g.odds == match.Even || g.odds == match.OneRook)
}

// clickNext starts a game that an ended game's card offers, a harder one after a win, an easier one after a loss,
// whatever the player has reached since. If they are playing it already, the button was pressed twice.
func (p *play) clickNext(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	_, versus := m.Opponent()
	to, ok := parseEasierGame(c.Arg)
	if !ok || !versus || m.Status != match.Ended {
		return interaction.Response{}, match.ErrStale
	}
	if there, err := p.Matches.InChannel(ctx, r.Channel); err == nil {
		other, versus := there.Opponent()
		if versus && there.Seats[other].Level == to.level && there.Seats[other.Other()].Player == r.Player {
			return interaction.Response{}, &match.OccupiedError{Subject: there.Subject(), Match: there}
		}
	}
	asked := *r
	asked.Options = map[string]string{"opponent": to.level.Digit(), "game": m.Mode.Name(), "odds": to.odds.String()}
	return p.Start.Versus(ctx, &asked)
}

package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/notation"
)

// Lines are conditional moves in correspondence games: what a player will answer to moves of the opponent. Like a
// premove between people they are given by /move or on a private board, where the opponent cannot read them, and shown
// to their player only.

// maxLinesText is the maximum length of the text of lines, in characters: three lines of six moves in the longest
// notation.
const maxLinesText = 600

// linesText lists a player's lines, numbered, with the player's own moves in bold, or says that they have ended. It is
// "" for none.
func linesText(w *view.Reader, m *match.Match, side game.Color) string {
	l := &m.Lines[side]
	switch {
	case m.Status != match.Open:
		return ""
	case l.Ended:
		return "\n" + w.Text("lines.ended")
	case !l.Pending():
		return ""
	}
	text := "\n" + w.Text("lines.kept")
	for i, line := range m.RemainingLines(side) {
		text += fmt.Sprintf("\n%d. %s", i+1, strings.Join(view.Line(m, line,
			func(p *game.Position, move game.Move) string {
				if p.Turn() == side {
					return "**" + w.InText(p, move) + "**"
				}
				return w.InText(p, move)
			}), " → "))
	}
	return text
}

// lineButtons returns the buttons that set or change a player's lines, and remove them.
func lineButtons(w *view.Reader, m *match.Match, side game.Color, arg string) discord.Row {
	id, key := view.IDs(m), "control.answers"
	pending := m.Lines[side].Pending()
	if pending {
		key += ".change"
	}
	all := discord.Row{discord.Button{CustomID: id(actionLines, arg), Label: w.Text(key), Style: discord.Secondary}}
	if pending {
		all = append(all, discord.Button{CustomID: id(actionDropLines, arg), Label: w.Text("control.answers.drop"),
			Style: discord.Secondary})
	}
	return all
}

// clickLines opens the modal in which a player writes lines, filled with the current ones.
func (p *play) clickLines(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	side, _ := m.SeatOf(r.Player)
	switch {
	case !m.TakesLines():
		return interaction.Response{}, match.ErrNotByDays
	case m.Status != match.Open:
		return interaction.Response{}, m.NotOpen()
	case side == m.ToMove():
		return p.refuseLines(r, "", match.ErrYourTurn)
	case m.Turn != c.Turn && c.Arg == onBoard:
		return p.refreshedBoard(r, &m, game.NoSquare), nil
	case m.Turn != c.Turn:
		return interaction.Response{}, match.ErrStale
	}
	w := p.Readers.For(r)
	var given []string
	for _, line := range m.RemainingLines(side) {
		given = append(given, strings.Join(view.Line(&m, line,
			func(p *game.Position, move game.Move) string { return w.Short(p, move) }), ", "))
	}
	return interaction.Response{Modal: &discord.Modal{CustomID: view.IDs(&m)(actionGiveLines, c.Arg),
		Title: w.Text("lines.form"), Label: w.Text("lines.form.label"),
		Placeholder: w.Text(
			"lines.form.example",
		), Value: strings.Join(given, "\n"), MaxLength: maxLinesText, Lines: true,
		Optional: true}}, nil
}

// clickGiveLines stores the lines of the submitted modal. An empty one removes them.
func (p *play) clickGiveLines(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	text := strings.Join(r.Interaction.Values, "\n")
	if strings.TrimSpace(text) == "" {
		return p.clickDropLines(ctx, r, c)
	}
	w := p.Readers.For(r)
	given, _ := notation.ParseBranches(text)
	made, err := p.Matches.SetLines(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn, given, w.Notation())
	if err != nil {
		return p.refuseLines(r, text, err)
	}
	if c.Arg == onBoard {
		return p.privateBoard(r, &made.Match, game.NoSquare).Editing(), nil
	}
	return interaction.Change(p.linesMessage(r, w, &made.Match)), nil
}

// clickDropLines removes a player's lines.
func (p *play) clickDropLines(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := p.Matches.DropLines(ctx, start.Actor(r, match.FromCard), c.ID)
	none := errors.Is(err, match.ErrNoLines)
	switch {
	case err != nil && !none:
		return interaction.Response{}, err
	case c.Arg == onBoard:
		return p.privateBoard(r, &made.Match, game.NoSquare).Editing(), nil
	case none:
		return interaction.Change(discord.Message{Content: r.Text.Text("lines.none")}), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("lines.dropped")}), nil
}

// linesMessage returns the message that shows the stored lines, with buttons to change and remove them.
func (p *play) linesMessage(r *interaction.Request, w *view.Reader, m *match.Match) discord.Message {
	side, _ := m.SeatOf(r.Player)
	return discord.Message{Content: strings.TrimPrefix(linesText(w, m, side), "\n"),
		Rows: []discord.Row{lineButtons(w, m, side, "")}}
}

// parseLines reads the text of /move as lines: it has the word "if", or it is several moves in a game that takes lines.
func parseLines(w *view.Reader, m *match.Match, text string) (notation.Branches, bool) {
	given, said := notation.ParseBranches(text)
	if said || !m.TakesLines() || given.Plies() < 2 {
		return given, said
	}
	ahead := m.NullMovePosition() // two notations of one move are a premove
	_, err := notation.Parse(text).Move(&ahead, w.Notation())
	return given, err != nil
}

// setLines stores the lines of /move.
func (p *play) setLines(ctx context.Context, r *interaction.Request, m *match.Match, text string,
	given notation.Branches) (interaction.Response, error) {
	w := p.Readers.For(r)
	made, err := p.Matches.SetLines(ctx, start.Actor(r, match.FromCommand), m.ID, m.Turn, given, w.Notation())
	if err != nil {
		return p.refuseLines(r, text, err)
	}
	return interaction.Answer(p.linesMessage(r, w, &made.Match)), nil
}

// refuseLines says why lines were not stored, and repeats their text, which the closed modal no longer has.
func (p *play) refuseLines(r *interaction.Request, text string, err error) (interaction.Response, error) {
	w := p.Readers.For(r)
	why, known := w.ConditionalRefusal(err)
	if errors.Is(err, match.ErrStale) {
		why, known = w.Refusal(err)
	}
	if !known {
		return interaction.Response{}, err
	}
	if text != "" {
		text = locale.Cut(strings.ReplaceAll(text, "```", "'''"), maxLinesText) // a command takes more than a message
		why += "\n" + w.Text("lines.unchanged") + "\n```\n" + text + "\n```"
	}
	return interaction.Say(why), nil
}

// conditional reports whether a typed text is lines with the word "if".
func conditional(t *interaction.Typed) bool {
	if t.Move.IsTalk() && (!notation.LongConditional(t.Text) || utf8.RuneCountInString(t.Text) > maxLinesText) {
		return false // a text too long for a move is talk, unless it starts like lines
	}
	given, said := notation.ParseBranches(t.Text)
	return said && given.Plies() > 1
}

// typedLines explains /move and the private board to a player who types lines in the channel, where the opponent reads
// them.
func (p *play) typedLines(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, nil // it is conversation
	}
	if _, seated := m.SeatOf(r.Player); !seated || !m.TakesLines() {
		return interaction.Response{}, nil
	}
	w := p.Readers.For(r)
	return interaction.SayPostable(w.Text("lines.typed",
		locale.Args{"Command": w.Text("command.move.name"), "Button": w.Text("control.view")})), nil
}

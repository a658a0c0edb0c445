package characters

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/game"
)

// Actions of other features' controls.
const (
	actionHow  = "how"      // shows what the bot can do; feature help
	actionOpen = "openseat" // makes an open challenge; feature challenges
)

// talk answers messages to the bot that are neither a move nor a command.
type talk struct {
	*characters
	matches *match.Service
	readers *view.Readers
	face    func(character.Level) string
	now     func() time.Time
	limits  answerLimits
}

// wantsText reports whether a text is answered: if it mentions the bot, or is a reply to the bot with a known phrase.
// Other replies to a card are often meant for the opponent.
func wantsText(t *interaction.Typed) bool {
	return t.Mentioned || t.Addressed && voice.Understand(t.Text) != voice.Unclear
}

// answer replies with a character's line, a hint on what to do next, and buttons.
func (t *talk) answer(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if !t.limits.allow(r.Player, r.Channel, t.now()) {
		return interaction.Response{Handled: true}, nil
	}
	var m *match.Match // nil if the channel has no open game
	switch found, err := t.matches.InChannel(ctx, r.Channel); {
	case err == nil:
		m = &found
	case !errors.Is(err, match.ErrNoMatch):
		return interaction.Response{}, err
	}
	intent := voice.Understand(r.Typed.Text)
	if r.Typed.Text == "" {
		intent = voice.Hello // only a mention
	}
	silent, err := t.silent(ctx, r.Prefs, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	if r.Locale == "" && r.Prefs.Language == "" { // guess the language from the text
		r.Locale = voice.LanguageOf(r.Typed.Text)
		r.Text = t.readers.Bundle.For(r.Locale)
	}
	reader := t.readers.For(r)
	text := ""
	if !silent {
		text = t.inCharacter(reader, r, m, intent)
	}
	message := discord.Message{Content: joined(text, t.followUp(reader, m, intent, text != ""))}
	message.Rows = t.controls(r, m != nil, intent)
	if message.Content == "" {
		return interaction.Response{Handled: true}, nil // small talk, while characters are silent
	}
	return interaction.Response{Public: &interaction.Reply{Message: message}}, nil
}

// inCharacter returns the line of the player's opponent in the channel's game, else of [character.Host].
func (t *talk) inCharacter(reader *view.Reader, r *interaction.Request, m *match.Match, intent voice.Intent) string {
	level, mine := character.Host, false
	if side, ok := against(m, r.Player); ok {
		level, mine = m.Seats[side].Level, side == m.AwaitedSide()
	} else if intent == voice.Whose {
		return "" // the host is not in the game
	}
	h := fnv.New64a()
	h.Write([]byte(r.Event))
	line := t.lines.Answer(reader.Tag(), level, intent, mine, h.Sum64())
	if line == "" {
		return ""
	}
	return reader.Text("characters.line", locale.Args{"Who": reader.NameWithFace(level), "Line": line})
}

// against returns the side of the character against which p plays m; ok is false if p does not.
func against(m *match.Match, p id.Player) (game.Color, bool) {
	if m == nil {
		return game.Red, false
	}
	side, ok := characterSide(m)
	return side, ok && m.Seats[side.Other()].Player == p
}

// followUp returns the sentence after the character's line: about the game in progress, or about starting one. said is
// set if there is a line.
func (t *talk) followUp(reader *view.Reader, m *match.Match, intent voice.Intent, said bool) string {
	on := m != nil
	switch {
	case intent.Chat(), intent == voice.Hello && said && on:
		return ""
	case on && m.AsksForWord():
		return view.WordText(reader.Words, m, view.PlainName(reader.Words, m.Seats[m.AwaitedSide()]))
	case intent == voice.Whose && said:
		return ""
	case intent == voice.Whose && on:
		return reader.Text("card.turn", locale.Args{"Who": view.PlainName(reader.Words, m.Seats[m.ToMove()]),
			"Side": reader.Color(m.ToMove())})
	case on:
		return reader.Text("talk.playing", locale.Args{"Example": view.Example(reader.Words, m.Board())})
	case intent == voice.Whose:
		return reader.Text("talk.nogame")
	case intent == voice.HowTo:
		return reader.Text("talk.howto")
	}
	return reader.Text("talk.invite")
}

// controls returns buttons for starting a game and for help. on is set if the channel has an open game.
func (t *talk) controls(r *interaction.Request, on bool, intent voice.Intent) []discord.Row {
	if intent.Chat() || on && slices.Contains([]voice.Intent{voice.Hello, voice.Whose}, intent) {
		return nil
	}
	button := func(action, label string, style discord.Style) discord.Button {
		return discord.ControlID{Action: action}.Button(r.Text.Text(label), style)
	}
	how := button(actionHow, "control.how", discord.Secondary)
	if on {
		return []discord.Row{{how}}
	}
	kid := button(view.ActionPlayKid, "control.playkid", discord.Primary)
	kid.Emoji = view.Emoji(t.face(character.Kid))
	row := discord.Row{kid}
	if r.Guild != "" { // direct messages have no opponents
		row = append(row, button(actionOpen, "control.openseat", discord.Secondary))
	}
	return []discord.Row{append(row, how)}
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

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
	actionHow  = "how"      // what the bot can do, by feature help
	actionOpen = "openseat" // opens a challenge that anybody can accept, by feature challenges
)

// talk answers people who write to the bot and mean neither a move nor a command.
type talk struct {
	*characters
	matches *match.Service
	readers *view.Readers
	face    func(character.Level) string
	now     func() time.Time
	limits  answerLimits
}

// answers reports whether a text is answered: one that mentions the bot, or a reply to it that a character understands.
// Other replies to a card are as often meant for the player.
func wantsText(t *interaction.Typed) bool {
	return t.Mentioned || t.Addressed && voice.Understand(t.Text) != voice.Unclear
}

// answer says something in character, with what could be done now.
func (t *talk) answer(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if !t.limits.allow(r.Player, r.Channel, t.now()) {
		return interaction.Response{Handled: true}, nil
	}
	var m *match.Match // nil if no game is in the channel
	switch found, err := t.matches.InChannel(ctx, r.Channel); {
	case err == nil:
		m = &found
	case !errors.Is(err, match.ErrNoMatch):
		return interaction.Response{}, err
	}
	intent := voice.Understand(r.Typed.Text)
	if r.Typed.Text == "" {
		intent = voice.Hello // called by name
	}
	silent, err := t.silent(ctx, r.Prefs, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	if r.Locale == "" && r.Prefs.Language == "" { // only the way they write shows their language
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
		return interaction.Response{Handled: true}, nil // the answer to thanks, where characters are silent
	}
	return interaction.Response{Public: &interaction.Reply{Message: message}}, nil
}

// inCharacter returns what a character says: the one against whom the player plays here, else [character.Host].
func (t *talk) inCharacter(reader *view.Reader, r *interaction.Request, m *match.Match, intent voice.Intent) string {
	level, mine := character.Host, false
	if side, ok := against(m, r.Player); ok {
		level, mine = m.Seats[side].Level, side == m.AwaitedSide()
	} else if intent == voice.Whose {
		return "" // it is not about the host
	}
	h := fnv.New64a()
	h.Write([]byte(r.Event))
	line := t.lines.Answer(reader.Tag(), level, intent, mine, h.Sum64())
	if line == "" {
		return ""
	}
	return reader.Text("characters.line", locale.Args{"Who": reader.NameWithFace(level), "Line": line})
}

// against returns the side of the character that a player plays against, if they do.
func against(m *match.Match, p id.Player) (game.Color, bool) {
	if m == nil {
		return game.Red, false
	}
	side, ok := characterSide(m)
	return side, ok && m.Seats[side.Other()].Player == p
}

// besides returns the sentence after the character's line: about the game in progress, or how to start one.
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

// controls returns buttons for what the player could do now.
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
	if r.Guild != "" { // in a DM channel there is no one to challenge
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

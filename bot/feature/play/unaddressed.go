package play

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/game/notation"
)

// unaddressed reports whether a text is a command word that is not addressed to the bot.
func unaddressed(t *interaction.Typed) bool {
	return !t.Addressed && commandOf[t.Word] != ""
}

// commandOf maps a command word to the command that does the same.
var commandOf = map[notation.Word]string{notation.Undo: "undo", notation.OfferDraw: "draw", notation.Resign: "resign",
	notation.Hint: "hint"}

// The names of what a player is told once. They are stored.
const (
	toldWords = "words" // how to address command words to the bot
	toldVotes = "votes" // where the votes for moves go
)

// tellOnce answers text that does nothing here with the reason, unless its author was told before: it may be
// conversation.
func (p *play) tellOnce(ctx context.Context, r *interaction.Request, what, key string,
	args ...locale.Args) (interaction.Response, error) {
	if first, err := p.Players.NotifyOnce(ctx, r.Player, what); err != nil || !first {
		return interaction.Response{Handled: true}, err
	}
	return interaction.SayPostable(p.Readers.For(r).Text(key, args...)), nil
}

// overheard asks a player who wrote such a word in the channel of their game whether it was meant: they may have been
// talking to each other, and a resignation that nobody heard costs a game on time. The word that costs nothing is only
// explained, once.
func (p *play) overheard(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if r.Typed.Word == notation.Resign {
		err = p.Matches.NoMatchErrorFor(ctx, r.Channel, r.Player, err)
	}
	switch {
	case errors.Is(err, match.ErrAdjourned), errors.Is(err, match.ErrPausedByModerator):
		return interaction.Response{}, err
	case err != nil:
		return interaction.Response{Handled: true}, nil
	}
	if _, seated := m.SeatOf(r.Player); !seated || m.Status != match.Open {
		return interaction.Response{Handled: true}, nil
	}
	word := commandOf[r.Typed.Word]
	if _, asks := meantText[word]; asks && m.Mode.Competitive {
		return p.askMeant(r, &m, word), nil
	}
	return p.tellOnce(ctx, r, toldWords, "told.words", locale.Args{"Command": r.Text.Text("command." + word + ".name")})
}

// meantText are the words that are asked about, each with the keys of the question and of the button that says yes.
var meantText = map[string]struct{ ask, yes string }{
	"resign": {"ask.resign", "control.resign"},
	"draw":   {"ask.draw", "control.draw"},
	"undo":   {"ask.takeback", "control.undo"},
}

// askMeant asks whether a word was meant. The argument of the controls is the word and the player who is asked.
func (p *play) askMeant(r *interaction.Request, m *match.Match, word string) interaction.Response {
	w := p.Readers.For(r).Words
	key := meantText[word]
	text := w.Text(key.ask)
	if word == "undo" && m.TakebackMakesCasual(r.Player) {
		text = w.Sentences(text, w.Text("ask.undo"))
	}
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn,
			Arg: word + "." + string(r.Player)}.Button(w.Text(label), style)
	}
	a := interaction.Answer(discord.Message{Content: text, Rows: []discord.Row{{
		button(actionMeant, key.yes, discord.Primary), button(actionTalk, "control.talk", discord.Secondary)}}})
	a.Private.QuestionAbout = word + " " + string(m.ID)
	return a
}

// meant returns the word that a player was asked about, [match.ErrNotAsked] if somebody else was.
func meant(r *interaction.Request, c discord.ControlID) (word string, err error) {
	word, asked, _ := strings.Cut(c.Arg, ".")
	if asked != string(r.Player) {
		return "", match.ErrNotAsked
	}
	return word, nil
}

// clickMeant does what the word means. The question goes, whatever comes of it.
func (p *play) clickMeant(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	word, err := meant(r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	a, err := p.mean(ctx, r, c, word)
	a.CloseQuestion = true
	return a, err
}

func (p *play) mean(ctx context.Context, r *interaction.Request, c discord.ControlID,
	word string) (interaction.Response, error) {
	by := start.Actor(r, match.FromCommand) // the button is not on the card
	switch word {
	case "resign":
		made, err := p.Matches.Resign(ctx, by, c.ID)
		return interaction.ShowCard(made.Match.Subject()), err
	case "draw":
		made, err := p.Matches.OfferDrawIn(ctx, by, c.ID)
		return p.offered(r, &made, err)
	}
	m, err := p.seated(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	made, err := p.Matches.TakebackAt(ctx, by, c.ID, m.Turn) // the opponent may have moved since
	return p.offered(r, &made, err)
}

// clickTalk takes the word back: it was conversation.
func (p *play) clickTalk(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if _, err := meant(r, c); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Response{Handled: true, CloseQuestion: true}, nil
}

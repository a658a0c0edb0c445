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

// commandOf maps a command word to the slash command that does the same.
var commandOf = map[notation.Word]string{notation.Undo: "undo", notation.OfferDraw: "draw", notation.Resign: "resign",
	notation.Hint: "hint"}

// The names of notices that a player gets once. They are stored.
const (
	noticeWords = "words" // how to address command words to the bot
	noticeVotes = "votes" // where the votes for moves go
)

// noticeOnce answers a text that does nothing here with a notice, once for each author: later ones may be conversation.
func (p *play) noticeOnce(ctx context.Context, r *interaction.Request, what, key string,
	args ...locale.Args) (interaction.Response, error) {
	if first, err := p.Players.NotifyOnce(ctx, r.Player, what); err != nil || !first {
		return interaction.Response{Handled: true}, err
	}
	return interaction.SayPostable(p.Readers.For(r).Text(key, args...)), nil
}

// unaddressedWord handles a command word without a mention of the bot, by a player in the channel of their game. It
// asks whether the word was meant as a command, because the players may have been talking to each other. Words that
// change nothing, such as "hint", are only explained, once.
func (p *play) unaddressedWord(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if r.Typed.Word == notation.Resign {
		err = p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
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
	return p.noticeOnce(
		ctx,
		r,
		noticeWords,
		"told.words",
		locale.Args{"Command": r.Text.Text("command." + word + ".name")},
	)
}

// meantText has the commands that are asked about, each with the text keys of the question and of its confirm button.
var meantText = map[string]struct{ ask, yes string }{
	"resign": {"ask.resign", "control.resign"},
	"draw":   {"ask.draw", "control.draw"},
	"undo":   {"ask.takeback", "control.undo"},
}

// askMeant asks whether a word was meant as a command. The argument of the controls is WORD.PLAYER.
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

// askedWord returns the word that the user was asked about, or [match.ErrNotAsked] if another player was asked.
func askedWord(r *interaction.Request, c discord.ControlID) (word string, err error) {
	word, asked, _ := strings.Cut(c.Arg, ".")
	if asked != string(r.Player) {
		return "", match.ErrNotAsked
	}
	return word, nil
}

// clickMeant runs the word's command. The question is removed even if that fails.
func (p *play) clickMeant(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	word, err := askedWord(r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	a, err := p.runWord(ctx, r, c, word)
	a.CloseQuestion = true
	return a, err
}

func (p *play) runWord(ctx context.Context, r *interaction.Request, c discord.ControlID,
	word string) (interaction.Response, error) {
	by := start.Actor(r, match.FromCommand) // the button is not on the card
	switch word {
	case "resign":
		made, err := p.Matches.Resign(ctx, by, c.ID)
		return interaction.ShowCard(made.Match.Subject()), err
	case "draw":
		made, err := p.Matches.OfferDrawIn(ctx, by, c.ID)
		return p.offerResponse(r, &made, err)
	}
	m, err := p.loadSeated(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	made, err := p.Matches.TakebackAt(ctx, by, c.ID, m.Turn) // the opponent may have moved since
	return p.offerResponse(r, &made, err)
}

// clickTalk removes the question: the word was conversation.
func (p *play) clickTalk(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if _, err := askedWord(r, c); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Response{Handled: true, CloseQuestion: true}, nil
}

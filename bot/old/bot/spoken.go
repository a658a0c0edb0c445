package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/game/notation"
)

// spoken answers words to the bot that are no move: those that are commands do
// what the command does. Any others are greeted where the bot is named: a reply to a
// card is as often meant for whoever plays.
func (b *Bot) spoken(ctx context.Context, r *request, m *discordgo.Message, text string, named bool) {
	word, _ := notation.Command(text)
	switch word {
	case notation.Undo:
		b.answerSpoken(r, m, b.undo(ctx, r))
	case notation.OfferDraw:
		b.answerSpoken(r, m, b.draw(ctx, r))
	case notation.Hint:
		b.answerSpoken(r, m, b.hint(ctx, r))
	case notation.Resign:
		b.answerSpoken(r, m, b.resign(ctx, r))
	default:
		if !named {
			return
		}
		b.start(func() { b.greet(b.life, r, m.ID) })
	}
}

// answerLife is how long an answer that would have been private stands in the
// channel, if no move takes it away before.
const answerLife = 5 * time.Minute

// answerSpoken gives a reply where there is no interaction to answer: a typed word
// has no private answer, so what would be one is a reply that goes away.
func (b *Bot) answerSpoken(r *request, m *discordgo.Message, a reply) {
	switch {
	case a.card != "":
		b.agenda.Wake()
		b.shower.poke(a.card)
	case a.public:
		b.start(func() { b.postSpoken(r, m, a) })
	case a.later != nil:
		b.start(func() {
			b.typing(r)
			a := b.finish(b.life, r, a.later)
			b.notes.stand(b.life, m.ChannelID, m.ID, "n"+m.ID, gateway.Message{Content: a.text, Files: a.files, Components: a.rows}, answerLife)
		})
	case a.rows != nil: // a question, whose buttons obey only the one who is asked
		b.start(func() {
			b.notes.stand(b.life, m.ChannelID, m.ID, "q"+m.ID, gateway.Message{Content: a.text, Components: a.rows}, answerLife)
		})
	case a.text != "":
		b.start(func() { b.notes.post(b.life, m.ChannelID, m.ID, a.text) })
	}
}

// postSpoken posts a reply that everybody sees, and that may ping.
func (b *Bot) postSpoken(r *request, m *discordgo.Message, a reply) {
	ctx, cancel := context.WithTimeout(b.life, callTimeout)
	defer cancel()
	id, err := b.send.Create(ctx, m.ChannelID, gateway.Message{
		Content: a.text, Files: a.files, Components: a.rows, Mention: a.mention, Reply: m.ID, Nonce: "o" + m.ID})
	if err != nil {
		r.log.Warn("answer not delivered", "err", err)
	}
	b.posted(ctx, a, m.ChannelID, id)
}

// typing shows that the bot is at work; that it cannot is not worth a word.
func (b *Bot) typing(r *request) {
	ctx, cancel := context.WithTimeout(b.life, callTimeout)
	defer cancel()
	if err := b.send.Typing(ctx, string(r.place)); err != nil {
		r.log.Debug("typing not shown", "err", err)
	}
}

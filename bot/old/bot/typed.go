package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/session"
	"yeye/game"
	"yeye/game/notation"
)

// typed takes a message that somebody wrote. Most are conversation and cost
// nothing: only what is shaped like a move, or addresses the bot, goes further.
func (b *Bot) typed(event string, m *discordgo.Message) {
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" {
		return
	}
	text, named := b.addressed(m)
	named = named || m.GuildID == ""
	addressed := named
	self, _ := b.gateway.Self()
	if m.ReferencedMessage != nil && m.ReferencedMessage.Author != nil && m.ReferencedMessage.Author.ID == self {
		addressed = true
	}
	moveLike := notation.IsMoveLike(text)
	if !moveLike && !addressed && !nearMove(text) {
		return
	}
	r := &request{
		by:    session.Origin{Event: event, Player: session.PlayerID(m.Author.ID), Name: m.Author.DisplayName(), Via: session.ByText, Server: m.GuildID, At: madeAt(m.ID)},
		place: session.Place(m.ChannelID),
		may:   -1,
		log:   b.Logger.With("channel", m.ChannelID, "player", m.Author.ID),
	}
	ok := b.guard.allow(b.Limit, m.Author.ID, m.GuildID, time.Now()) && b.inLane(m.ChannelID, func(ctx context.Context) {
		r.locale = b.localeOf(ctx, r)
		b.suit(ctx, r)
		if !moveLike && addressed {
			b.spoken(ctx, r, m, text, named)
			return
		}
		b.typedMove(ctx, r, m, text, addressed)
	})
	if !ok && (moveLike || addressed) {
		b.start(func() { b.busy(r, m) })
	}
}

// busy says that too much was asked, if the person plays here; other people's talk
// may look like moves.
func (b *Bot) busy(r *request, m *discordgo.Message) {
	ctx, cancel := context.WithTimeout(b.life, callTimeout)
	defer cancel()
	se, err := b.Sessions.At(ctx, r.place)
	if err != nil {
		return
	}
	if _, seated := se.SeatOf(r.by.Player); seated {
		b.notes.post(b.life, m.ChannelID, m.ID, b.Catalog.For(b.localeOf(ctx, r)).Say("refuse.busy"))
	}
}

// nearMove is text that would be a move but for a letter of another alphabet
// that looks like the right one, where the reader says which, or a point alone, as
// players of western chess write pawn moves.
func nearMove(text string) bool {
	if len(text) > 4*notation.MaxLength {
		return false
	}
	if _, err := game.ParseSquare(strings.ToLower(text)); err == nil {
		return true
	}
	start := game.Start()
	var lookAlike *notation.LookAlike
	_, err := notation.Read(&start, text, notation.Auto)
	return errors.As(err, &lookAlike)
}

func (b *Bot) typedMove(ctx context.Context, r *request, m *discordgo.Message, text string, addressed bool) {
	se, err := b.Sessions.Move(ctx, r.by, r.place, text, r.say.Notation())
	var wrong *session.MoveError
	var risk *session.RiskError
	switch {
	case err == nil:
		b.agenda.Wake()
		b.shower.poke(se.ID)
		b.notes.played(m.ChannelID)
	case errors.Is(err, session.ErrSeen):
	case errors.As(err, &wrong), errors.As(err, &risk), addressed:
		// Only the player to move gets this far with a wrong move; anybody else is
		// answered only when speaking to the bot.
		b.answerSpoken(r, m, r.refused(err))
	case !errors.Is(err, session.ErrNoSession) && !errors.Is(err, session.ErrNotSeated) && !errors.Is(err, session.ErrNotYourTurn):
		b.answerSpoken(r, m, r.refused(err))
	}
}

// localeOf is the language for somebody whose client does not say: the last one
// seen of them, else that of the game here.
func (b *Bot) localeOf(ctx context.Context, r *request) string {
	l, err := b.Records.Locale(ctx, r.by.Player)
	if err != nil {
		r.log.Warn("locale not found", "err", err)
	}
	if l == "" {
		if se, err := b.Sessions.At(ctx, r.place); err == nil {
			l = se.Locale
		}
	}
	return l
}

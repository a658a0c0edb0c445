package display

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store/shards"
	"yeye/internal/sleep"
)

const (
	// callTimeout bounds one request to Discord.
	callTimeout = interaction.CallTimeout
	// respondTimeout bounds the first response: after that it is too late anyway, and the card must be sent in another
	// way.
	respondTimeout = 6 * time.Second
	// searchAgainAfter is how long after respondTimeout the message of an unconfirmed response is searched again.
	searchAgainAfter = 3 * time.Second
)

// publication is one attempt to show a card: it takes the steps that [decide] returns until none is left.
type publication struct {
	d            *Display
	row          *Row // records where the card is
	card         *Card
	answer       pendingResponse
	facts        facts
	visibleSince time.Time // since when the card is visible, by Discord's clock

	drawn   bool
	message discord.Message
}

// publish shows the card, in the response to an interaction if possible, and returns since when it is visible, by
// Discord's clock. It stores in row where the message is.
func (d *Display) publish(ctx context.Context, row *Row, card *Card,
	answer pendingResponse) (visibleSince time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	p := publication{d: d, row: row, card: card, answer: answer, facts: d.factsOf(row, card, answer)}
	for done := false; !done && err == nil; {
		done, err = p.do(ctx, decide(row, card, p.facts))
	}
	if err == nil && answer.responder != nil { // otherwise notifyUndelivered uses the response
		answer.responder.Dismiss(ctx)
	}
	return p.visibleSince, err
}

// factsOf returns what is known before anything is sent.
func (d *Display) factsOf(row *Row, card *Card, answer pendingResponse) facts {
	f := facts{
		repost:    answer.repost,
		buried:    d.recent.buried(card.Channel, row.Message),
		addressed: d.ReadsContent != nil && row.Guild != "" && !d.ReadsContent(),
		uncertain: row.Tries > 0 || !row.Uncertain.IsZero() || d.isUncertain(row.Subject),
	}
	if r := answer.responder; r != nil {
		f.answer = answeringBy(r.Interaction(), r.Component(), row, card)
	}
	return f
}

// answeringBy returns how the response to an interaction can show a card: one that creates a message does so in the
// command's channel.
func answeringBy(i *discord.Interaction, component bool, row *Row, card *Card) answering {
	switch {
	case component && i.Message != nil && i.Message.ID == row.Message:
		return byUpdate
	case !component && i.Channel == card.Channel:
		return byMessage
	}
	return byNothing
}

// do takes a step, and reports whether the card is shown.
func (p *publication) do(ctx context.Context, a action) (done bool, err error) {
	if a.changesChannel() {
		if err := p.draw(); err != nil {
			return false, err
		}
		if !p.d.owns(p.row.Guild) { // drawing, or an earlier request, may have taken long
			return false, shards.ErrNotOwner
		}
	}
	switch a.step {
	case respond, update:
		return p.respond(ctx, a)
	case edit:
		return p.edit(ctx)
	case post:
		return true, p.post(ctx, a)
	case record:
		return false, p.record(ctx)
	case search:
		return false, p.search(ctx, a.after)
	}
	return true, nil
}

// draw makes the message of the card.
func (p *publication) draw() (err error) {
	if p.drawn {
		return nil
	}
	p.message, p.drawn = p.card.Message, true
	if p.card.Draw == nil {
		return nil
	}
	p.d.drawing <- struct{}{}
	defer func() { <-p.d.drawing }()
	p.message.Files, err = p.card.Draw()
	return err
}

// outgoing returns the message as sent.
func (p *publication) outgoing(ping bool) discord.Message {
	m := p.message
	if !ping {
		m.Mention = nil
	}
	return m
}

// respond answers the interaction with the card, if it has no first response yet.
func (p *publication) respond(ctx context.Context, a action) (done bool, err error) {
	r, creates := p.answer.responder, a.step == respond
	p.facts.answer = byNothing
	if !r.Claim() {
		if !creates && r.Acknowledged() {
			p.d.keepToken(p.row, r)
		}
		return false, nil
	}
	kind := discord.RespondUpdate
	if creates {
		kind = discord.RespondMessage
	}
	soon, cancel := context.WithTimeout(ctx, respondTimeout)
	defer cancel()
	sent, err := r.Respond(soon, kind, p.outgoing(a.ping))
	if err == nil {
		p.visibleSince = r.Now()
		if creates {
			p.row.ShownIn, p.row.Message = p.card.Channel, sent
		}
		p.d.keepToken(p.row, r)
		return true, nil
	}
	p.d.Logger.Info("cannot show card as the interaction's answer, sending it separately", "subject", p.row.Subject,
		"err", err)
	if !creates {
		return false, nil
	}
	p.facts.failed, p.facts.late = true, errors.Is(err, context.DeadlineExceeded)
	if api := discord.AsAPIError(err); errors.Is(err, discord.ErrUncertain) ||
		!(api != nil && api.UnknownInteraction()) {
		p.d.setUncertain(p.row.Subject, true)
		p.facts.uncertain = true
	}
	return false, nil
}

// edit edits the live message.
func (p *publication) edit(ctx context.Context) (done bool, err error) {
	m := p.outgoing(false)
	if !p.card.Watched && p.d.editByToken(ctx, p.row, m) {
		return true, nil
	}
	p.visibleSince, err = p.d.REST.EditAt(ctx, p.row.ShownIn, p.row.Message, m)
	if api := discord.AsAPIError(err); api != nil && api.Archived() && p.d.REST.Unarchive(ctx, p.row.ShownIn) == nil {
		p.visibleSince, err = p.d.REST.EditAt(ctx, p.row.ShownIn, p.row.Message, m)
	}
	if api := discord.AsAPIError(err); api != nil && api.MissingPermission() && p.card.Adjourned && len(m.Files) > 0 {
		m.Files = nil
		p.visibleSince, err = p.d.REST.EditAt(ctx, p.row.ShownIn, p.row.Message, m)
	}
	if api := discord.AsAPIError(err); api != nil && (api.Gone() || api.EditLimitReached() && !p.card.Silent) {
		p.facts.gone = true
		return false, nil
	}
	return true, err
}

// search adopts an unrecorded card, if it finds one.
func (p *publication) search(ctx context.Context, after time.Duration) error {
	if err := sleep.For(ctx, after); after > 0 && err != nil {
		return err
	}
	p.facts.searched++
	found, err := p.d.unrecorded(ctx, p.row, p.card.Channel)
	if err != nil || found.message == "" {
		return err
	}
	rev := found.rev
	if rev == 0 && found.turn == p.card.Turn { // it was posted by an earlier version of the program
		rev = p.card.Rev
	}
	p.row.ShownIn, p.row.Message, p.row.Shown = p.card.Channel, found.message, max(p.row.Shown, rev)
	p.facts = p.facts.afterAdoption()
	return nil
}

// record stores that an unrecorded message may exist, or the one that was found.
func (p *publication) record(ctx context.Context) error {
	p.facts.found = false
	if p.row.Shown >= p.row.Wanted && p.row.Uncertain.IsZero() {
		p.row.Uncertain = p.d.DB.Now().Add(lateTimeout)
	}
	return p.d.store(ctx, p.row)
}

// post sends the card as a new message.
func (p *publication) post(ctx context.Context, a action) error {
	m, row := p.outgoing(a.ping), p.row
	// The nonce is the same for each attempt at this card, so that Discord does not post it twice. It differs for the
	// next card, and after a conflict of two processes, because the outcome of the first attempt is then unknown.
	m.Nonce = fmt.Sprintf("%s-%08x", row.Subject.ID,
		crc32.ChecksumIEEE(fmt.Append(nil, row.Wanted, row.Message, " ", row.Late)))
	sent, err := p.d.REST.Create(ctx, p.card.Channel, m)
	if err != nil {
		return err
	}
	p.d.Logger.Debug("card posted", "subject", row.Subject, "rev", p.card.Rev, "message", sent, "after", row.Message)
	row.ShownIn, row.Message = p.card.Channel, sent
	p.visibleSince = id.CreatedAt(sent)
	return nil
}

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
	// respondTimeout bounds the first response to an interaction. After that Discord refuses it, and the card must be
	// sent differently.
	respondTimeout = 6 * time.Second
	// searchAgainAfter is the delay before the second search for the message of an unconfirmed response.
	searchAgainAfter = 3 * time.Second
)

// publication is one attempt to show a card. It carries out the steps that [decide] returns.
type publication struct {
	d            *Display
	row          *Row // updated with the message of the card
	card         *Card
	answer       pendingResponse
	facts        facts
	visibleSince time.Time // when the card became visible, by Discord's clock

	drawn   bool
	message discord.Message
}

// publish shows the card, in the response to an interaction if possible, and returns when it became visible, by
// Discord's clock. It updates row with the message, without storing it.
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

// factsOf returns the facts before the first step.
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

// answeringBy returns how the response to an interaction can show a card. A response to a command can only create a
// message in the command's channel.
func answeringBy(i *discord.Interaction, component bool, row *Row, card *Card) answering {
	switch {
	case component && i.Message != nil && i.Message.ID == row.Message:
		return byUpdate
	case !component && i.Channel == card.Channel:
		return byMessage
	}
	return byNothing
}

// do carries out a step, and reports whether the card is shown.
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

// draw sets p.message to the card's message with its picture.
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

// outgoing returns the message to send; without ping it mentions nobody.
func (p *publication) outgoing(ping bool) discord.Message {
	m := p.message
	if !ping {
		m.Mention = nil
	}
	return m
}

// respond answers the interaction with the card, unless it has a first response already.
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
	if errors.Is(err, discord.ErrUncertain) || !discord.AsAPIError(err).UnknownInteraction() {
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
	if discord.AsAPIError(err).Archived() && p.d.REST.Unarchive(ctx, p.row.ShownIn) == nil {
		p.visibleSince, err = p.d.REST.EditAt(ctx, p.row.ShownIn, p.row.Message, m)
	}
	if discord.AsAPIError(err).MissingPermission() && p.card.Adjourned && len(m.Files) > 0 {
		m.Files = nil
		p.visibleSince, err = p.d.REST.EditAt(ctx, p.row.ShownIn, p.row.Message, m)
	}
	if api := discord.AsAPIError(err); api.Gone() || api.EditLimitReached() && !p.card.Silent {
		p.facts.gone = true
		return false, nil
	}
	return true, err
}

// search looks for an unrecorded card after a delay, and adopts the one that it finds.
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
	if rev == 0 && found.turn == p.card.Turn { // posted by an earlier version, which wrote no revision
		rev = p.card.Rev
	}
	p.row.ShownIn, p.row.Message, p.row.Shown = p.card.Channel, found.message, max(p.row.Shown, rev)
	p.facts = p.facts.afterAdoption()
	return nil
}

// record stores that an unrecorded message may exist, or the message that was found.
func (p *publication) record(ctx context.Context) error {
	p.facts.found = false
	if p.row.Shown >= p.row.Wanted && p.row.Uncertain.IsZero() {
		p.row.Uncertain = p.d.DB.Now().Add(lateTimeout)
	}
	return p.d.store(ctx, p.row)
}

// post sends the card as a new message.
func (p *publication) post(ctx context.Context, a action) error {
	m, row, card := p.outgoing(a.ping), p.row, p.card
	// The nonce is the same for each attempt at this message, so that Discord does not post it twice, even if another
	// process attempts it with a later revision; deduplicate then edits it. It differs for the next message, and after
	// a conflict between two processes, when a new message is needed.
	asked := row.RepostRev
	if !card.Settled {
		asked = max(asked, row.PingRev)
	}
	m.Nonce = fmt.Sprintf("%s-%08x", row.Subject.ID,
		crc32.ChecksumIEEE(fmt.Append(nil, asked, row.Message, " ", row.Late)))
	sent, err := p.d.REST.Create(ctx, p.card.Channel, m)
	if err != nil {
		return err
	}
	p.d.Logger.Debug("card posted", "subject", row.Subject, "rev", p.card.Rev, "message", sent, "after", row.Message)
	row.ShownIn, row.Message = p.card.Channel, sent
	p.visibleSince = id.CreatedAt(sent)
	return nil
}

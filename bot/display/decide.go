package display

import "time"

// step is the next thing to do for a card.
type step uint8

const (
	nothing step = iota // the card is shown, or must not be
	respond             // answer a command with the card
	update              // answer a click by editing the card
	edit                // edit the live message
	post                // send a new message
	record              // before post: record that a message may exist, or the one that was found
	search              // before post: search for an unrecorded message
)

// changesChannel reports whether a step changes what users see in the channel.
func (s step) changesChannel() bool { return respond <= s && s <= post }

// action is a step with its details.
type action struct {
	step
	ping  bool          // a new message pings the mentioned users
	after time.Duration // when to search
}

// answering is how the answer to an interaction can show a card.
type answering uint8

const (
	byNothing answering = iota // no interaction waits, or it is answered, or its answer cannot show the card
	byMessage                  // to a command: as a new message
	byUpdate                   // to a click on the live message: by editing it
)

// facts is what decide needs besides the row and the content: what is known at first, and what the steps so far have
// learned.
type facts struct {
	answer answering
	repost bool // a user requests a new message
	buried bool // other messages follow the live one
	// the card must be a message that people can reply to: the bot reads only replies to those, not to an
	// interaction's response
	addressed bool
	uncertain bool // a message may exist that is not recorded

	failed   bool // the answer to a command was refused, or Discord did not confirm it
	late     bool // the response may still appear
	gone     bool // the live message no longer exists, or cannot be changed
	searched int  // number of searches
	found    bool // the live message was found and is not recorded
}

// decide returns the next step to show a card. The caller takes the step and calls it again with what that has learned.
//
// A card is posted if its revision wants a new message, if a user asks for one, if people must reply to it, or if other
// messages have buried it, unless it stays in place. Otherwise the live message is edited, or the interaction's
// response shows it. No user is pinged twice for a revision: what a revision later than the card's wants is done when
// that is shown.
func decide(row *Row, card *Card, f facts) action {
	isPending := func(rev int64) bool { return rev > row.Shown && rev <= card.Rev }
	ping := isPending(row.RepostRev) || isPending(row.PingRev)
	if card.Settled && row.Message == "" {
		// a later revision is edited into this message without a ping
		ping = row.RepostRev > row.Shown || row.PingRev > row.Shown
	}
	newMessage := row.Message == "" || row.ShownIn != card.Channel || isPending(row.RepostRev) ||
		card.ReadAloud && isPending(row.PingRev) || f.repost || f.buried && !card.InPlace
	if card.Silent || card.Settled && row.Message != "" {
		newMessage = f.repost
	}
	if card.Silent && !newMessage && (row.Message == "" || f.gone) {
		return action{}
	}
	// The record that a message may exist must survive this process. An outdated row is such a record.
	unrecorded := f.found || row.Shown >= row.Wanted && row.Uncertain.IsZero()
	switch {
	case f.answer == byUpdate && !newMessage && !f.gone:
		return action{step: update}
	case f.answer == byMessage && !f.addressed && unrecorded:
		return action{step: record}
	case f.answer == byMessage && !f.addressed:
		return action{step: respond, ping: ping}
	case !newMessage && !f.gone && !f.failed && f.answer != byMessage:
		return action{step: edit}
	case f.uncertain && f.searched == 0:
		return action{step: search}
	case f.late && f.searched == 1 && !f.found:
		// A late response still creates its message, and a second card would ping people twice.
		return action{step: search, after: searchAgainAfter}
	case unrecorded:
		return action{step: record}
	}
	return action{step: post, ping: ping}
}

// afterAdoption returns the facts after an unrecorded card was found: no new message is needed. The row records the
// revision of the found card, so that a later revision may ask for another message.
func (f facts) afterAdoption() facts {
	return facts{uncertain: f.uncertain, searched: f.searched, found: true}
}

package display

import "time"

// step is the next thing to do for a card.
type step uint8

const (
	nothing step = iota // done: the card is shown, or must not be
	respond             // answer a command with the card
	update              // answer a click by editing the card
	edit                // edit the live message
	post                // send a new message
	record              // before post: store that an unrecorded message may exist, or the message found
	search              // before post: search for an unrecorded message
)

// changesChannel reports whether a step changes what users see in the channel.
func (s step) changesChannel() bool { return respond <= s && s <= post }

// action is a step with its details.
type action struct {
	step
	ping  bool          // a new message pings the mentioned users
	after time.Duration // for search: the delay before it
}

// answering is how an interaction's response can show a card.
type answering uint8

const (
	byNothing answering = iota // not at all, or there is no unanswered interaction
	byMessage                  // response to a command: a new message
	byUpdate                   // response to a click on the live message: edits it
)

// facts is the input of decide beside row and card: what is known initially, and the outcome of the steps so far.
type facts struct {
	answer answering
	repost bool // a user asked for a new message
	buried bool // other messages follow the live one
	// the card must be an ordinary message: the bot receives replies only to those, not to responses
	addressed bool
	uncertain bool // an unrecorded message may exist

	failed   bool // the response to a command was refused or not confirmed
	late     bool // an unconfirmed response may still appear
	gone     bool // the live message no longer exists, or cannot be edited
	searched int  // number of searches made
	found    bool // the live message was found by a search, and is not stored yet
}

// decide returns the next step to show a card. The caller carries it out, updates the facts, and calls decide again
// until the step is nothing.
//
// A card is posted if its revision or a user asks for a new message, if people must be able to reply to it, or if other
// messages have buried it and it is not InPlace. Otherwise the live message is edited, or the interaction's response
// shows it. No user is pinged twice for a revision. Requests of revisions later than the card's are ignored until that
// revision is shown.
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
	// That a message may exist must be stored before it is sent. An outdated row implies it.
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
		// A late response would create its message nevertheless, and a second card would ping people twice.
		return action{step: search, after: searchAgainAfter}
	case unrecorded:
		return action{step: record}
	}
	return action{step: post, ping: ping}
}

// afterAdoption returns the facts after an unrecorded card was found and adopted as the live message. The row has the
// revision of the found card, so that a later revision may still ask for a new message.
func (f facts) afterAdoption() facts {
	return facts{uncertain: f.uncertain, searched: f.searched, found: true}
}

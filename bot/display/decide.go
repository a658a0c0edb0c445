package display

import "time"

// step is what is done next about a card.
type step uint8

const (
	nothing step = iota // it is shown, or is not to be
	respond             // the answer to a command is the card
	update              // the answer to a click changes the card
	edit                // the live message is changed
	post                // another message is sent
	record              // before that: that one may exist, or the one that was found
	search              // before that: for one that exists and is not recorded
)

// sends reports whether a step changes what is seen in the channel.
func (s step) sends() bool { return respond <= s && s <= post }

// action is a step with its details.
type action struct {
	step
	ping  bool          // a message that it makes pings those who are mentioned
	after time.Duration // when to search
}

// answering is how the answer to an interaction can show a card.
type answering uint8

const (
	byNothing answering = iota // nobody waits, or the answer was given, or cannot show it
	byMessage                  // to a command: as a message of its own
	byUpdate                   // to a click on the live message: by changing that
)

// facts is what decides about a card besides its row and content: what is known at first, and what the steps so far have learned.
type facts struct {
	answer    answering
	repost    bool // somebody asks for a new message
	buried    bool // others have come after the live message
	addressed bool // what is typed reaches the bot as a reply to a message of its own, but not to an answer
	uncertain bool // a message may exist that is not recorded

	failed   bool // the answer to a command was refused, or Discord did not confirm it
	late     bool // it may still appear
	gone     bool // the live message no longer exists, or cannot be changed
	searched int  // times
	found    bool // the live message was found and is not recorded
}

// decide returns the next step to show a card. It is called again with what that step has learned.
//
// A card is posted if its revision wants a message of its own, if somebody asks for one, if people must reply to it, or if others have
// buried it, unless it stays in place. Otherwise the live message is edited, or the answer shows it. Nobody is pinged twice for a
// revision: what one later than the card's wants is done when that is shown.
func decide(row *Row, card *Card, f facts) action {
	wants := func(rev int64) bool { return rev > row.Shown && rev <= card.Rev }
	ping := wants(row.Fresh) || wants(row.Pinged)
	if card.Settled && row.Message == "" {
		ping = row.Fresh > row.Shown || row.Pinged > row.Shown // a later revision is edited into this message, and pings nobody
	}
	anew := row.Message == "" || row.In != card.Channel || wants(row.Fresh) || card.Spoken && wants(row.Pinged) || f.repost || f.buried && !card.InPlace
	if card.Silent || card.Settled && row.Message != "" {
		anew = f.repost
	}
	if card.Silent && !anew && (row.Message == "" || f.gone) {
		return action{}
	}
	// A record that a message may exist must survive this process. A row that is behind is such a record.
	unknown := f.found || row.Shown >= row.Wanted && row.Uncertain.IsZero()
	switch {
	case f.answer == byUpdate && !anew && !f.gone:
		return action{step: update}
	case f.answer == byMessage && !f.addressed && unknown:
		return action{step: record}
	case f.answer == byMessage && !f.addressed:
		return action{step: respond, ping: ping}
	case !anew && !f.gone && !f.failed && f.answer != byMessage:
		return action{step: edit}
	case f.uncertain && f.searched == 0:
		return action{step: search}
	case f.late && f.searched == 1 && !f.found:
		// A late answer creates its message all the same, and a card posted beside it would ping people twice.
		return action{step: search, after: lookAgain}
	case unknown:
		return action{step: record}
	}
	return action{step: post, ping: ping}
}

// adopted returns the facts once a card was found that was posted and not recorded: what asked for a new message has it. The row says
// from now on what the found card shows, so that a later revision may want another.
func (f facts) adopted() facts {
	return facts{uncertain: f.uncertain, searched: f.searched, found: true}
}

package interaction

import (
	"context"
	"log/slog"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/player"
)

// Request is who asks for what, where, and in which language: what every handler is given.
type Request struct {
	Event   id.Event // of the interaction or message; the same when it is delivered again
	Player  id.Player
	Name    string
	Guild   id.Guild // "" in a direct conversation
	Channel id.Channel
	At      time.Time // by Discord's time, zero where it does not say

	Interaction *discord.Interaction // nil for typed text
	Typed       *Typed               // nil for an interaction
	Options     map[string]string    // of a slash command, by English name
	Target      string               // of a context menu: a user or message

	Locale string             // of the user: their client's, or the one seen last
	Prefs  player.Preferences // what they have chosen
	Text   *locale.Localizer  // in their language
	Log    *slog.Logger
}

// Typed is text that somebody wrote.
type Typed struct {
	Message   *discord.Received
	Text      string // without the mention of the bot
	Named     bool   // it mentions the bot, or is in a direct conversation
	Addressed bool   // it is named, or replies to the bot
}

// May is what the bot may do in the channel, -1 where nobody said.
func (r *Request) May() int64 {
	if r.Interaction == nil {
		return -1
	}
	return r.Interaction.May
}

// Thread reports whether the channel is known to be a thread.
func (r *Request) Thread() bool { return r.Interaction != nil && r.Interaction.Thread }

// OnPrivate reports whether the control that was used stands on a message that only the user sees.
func (r *Request) OnPrivate() bool {
	return r.Interaction != nil && r.Interaction.On != nil && r.Interaction.On.Private
}

// On is the message that the control stands on, "" for none.
func (r *Request) On() id.Message {
	if r.Interaction == nil || r.Interaction.On == nil {
		return ""
	}
	return r.Interaction.On.ID
}

// User is what Discord said about a user named in a command; ok is false if nothing.
func (r *Request) User(p id.Player) (u discord.User, ok bool) {
	if r.Interaction == nil {
		return u, false
	}
	u, ok = r.Interaction.Users[p]
	return u, ok
}

// Holds reports whether the user has a permission in the guild, as Discord said with the request.
func (r *Request) Holds(permission int64) bool {
	return r.Interaction != nil && r.Guild != "" && r.Interaction.Holds(permission)
}

// Lacking names the permissions that the bot lacks here to show a board, in bold, "" for none.
func (r *Request) Lacking() string {
	return discord.Bold(discord.LacksHere(r.May(), r.Thread()))
}

// Response is what a handler answers: exactly one field, or none where there is nothing to say.
type Response struct {
	Private *Reply        // for the user alone; typed text gets a reply that goes away
	Public  *Reply        // for everybody
	Edit    *Reply        // changes the message that the control stands on
	Card    *Show         // a subject's card
	Form    *discord.Form // asks for a line of text; not from Work, which may come too late for it
	Work    Work          // the answer takes longer than a moment
	Nothing bool          // the request has been dealt with, and nothing is to be said
}

// none reports whether a handler had nothing to do with the request.
func (r *Response) none() bool {
	return r.Private == nil && r.Public == nil && r.Edit == nil && r.Card == nil && r.Form == nil && r.Work == nil && !r.Nothing
}

// Work makes the real response outside the channel's queue, for what takes longer than a moment: drawing, thinking, asking
// Discord.
type Work func(context.Context) (Response, error)

// Reply is a message that answers somebody.
type Reply struct {
	discord.Message
	// Open is set on a private reply that may be read by others where it can no longer be given privately.
	Open bool
	// Announce makes a public reply an announcement, which is edited when what it says is over.
	Announce *Announcement
	// Sent is called once an interaction's private answer or change is shown, with what changes it again, by the interaction's own
	// token. It must not wait.
	Sent func(Edit)
}

// Edit changes an answer that was given. Discord allows it for [EditableFor] after what was asked.
type Edit func(context.Context, discord.Message) error

// EditableFor is how long an answer can surely be changed: Discord gives a quarter of an hour.
const EditableFor = 14 * time.Minute

// Announcement is a message about a subject that is edited when what it says is over: an offer, a warning.
type Announcement struct {
	Subject id.Subject
	About   string    // names it within its kind of subject
	Turn    int64     // of the subject, in which it was posted
	Player  id.Player // who offers, or who is warned
}

// Show is a card to be shown as the answer.
type Show struct {
	Subject id.Subject
	Arg     string // the chosen piece, a page: what only this user's act decides
	Repost  bool   // post it again even if nothing has changed
}

// Say is the private response of a text.
func Say(text string) Response {
	return Response{Private: &Reply{Message: discord.Message{Content: text}}}
}

// SayOpenly is Say for a text that holds nothing private.
func SayOpenly(text string) Response {
	return Response{Private: &Reply{Message: discord.Message{Content: text}, Open: true}}
}

// Answer is the private response of a message.
func Answer(m discord.Message) Response { return Response{Private: &Reply{Message: m}} }

// Change is the response that changes the message that the control stands on.
func Change(m discord.Message) Response { return Response{Edit: &Reply{Message: m}} }

// ShowCard is the response that shows a subject's card.
func ShowCard(s id.Subject) Response { return Response{Card: &Show{Subject: s}} }

// Editing makes a private response change the message that the control stands on instead.
func (r Response) Editing() Response {
	if r.Private != nil {
		r.Edit, r.Private = r.Private, nil
	}
	if work := r.Work; work != nil {
		r.Work = func(ctx context.Context) (Response, error) {
			made, err := work(ctx)
			return made.Editing(), err
		}
	}
	return r
}

// Publicly makes a private response one for everybody.
func (r Response) Publicly() Response {
	if r.Private != nil {
		r.Public, r.Private = r.Private, nil
	}
	if work := r.Work; work != nil {
		r.Work = func(ctx context.Context) (Response, error) {
			made, err := work(ctx)
			return made.Publicly(), err
		}
	}
	return r
}

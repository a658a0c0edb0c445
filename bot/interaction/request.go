package interaction

import (
	"context"
	"hash/crc32"
	"log/slog"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/player"
	"yeye/game/notation"
)

// Request describes who asks for what, where, and in which language. Every handler takes one.
type Request struct {
	Event   id.Event // of the interaction or message; the same if it is delivered twice
	Player  id.Player
	Name    string
	Guild   id.Guild // "" in a direct conversation
	Channel id.Channel
	At      time.Time // by Discord's clock, zero if unknown

	Interaction *discord.Interaction // nil for typed text
	Typed       *Typed               // nil for an interaction
	Options     map[string]string    // of a slash command, by English name
	Target      string               // of a context menu: a user or message

	Locale string             // of the user: their client's, or the last one seen
	Prefs  player.Preferences // the user's
	Text   *locale.Localizer  // in their language
	Log    *slog.Logger

	door door.Door // the door that admitted it
}

// Typed is the text of a message.
type Typed struct {
	Message   *discord.Received
	Text      string // without the mention of the bot
	Mentioned bool   // it mentions the bot, or is in a direct conversation
	Addressed bool   // Mentioned, or a reply to the bot
	Move      notation.Parsed
	Word      notation.Word // NoWord if the text is not a command word
}

// BotPermissions returns the bot's permission bits in the channel, -1 if unknown.
func (r *Request) BotPermissions() int64 {
	if r.Interaction == nil {
		return -1
	}
	return r.Interaction.BotPermissions
}

// Thread reports whether the channel is known to be a thread.
func (r *Request) Thread() bool { return r.Interaction != nil && r.Interaction.Thread }

// NoThreads reports whether the channel is known not to allow threads, like a thread or a voice channel.
func (r *Request) NoThreads() bool { return r.Interaction != nil && r.Interaction.NoThreads }

// OnPrivateMessage reports whether the used control is on a message that only the user sees.
func (r *Request) OnPrivateMessage() bool {
	return r.Interaction != nil && r.Interaction.Message != nil && r.Interaction.Message.Ephemeral
}

// ControlMessage returns the message that the control is on, "" if none.
func (r *Request) ControlMessage() id.Message {
	if r.Interaction == nil || r.Interaction.Message == nil {
		return ""
	}
	return r.Interaction.Message.ID
}

// Selected returns the value selected from a menu, or typed into a form; "" if there is not exactly one.
func (r *Request) Selected() string {
	if r.Interaction == nil || len(r.Interaction.Values) != 1 {
		return ""
	}
	return r.Interaction.Values[0]
}

// User returns a user named in a command, as resolved by Discord; ok is false if Discord sent nothing about them.
func (r *Request) User(p id.Player) (u discord.User, ok bool) {
	if r.Interaction == nil {
		return u, false
	}
	u, ok = r.Interaction.Users[p]
	return u, ok
}

// Attachment returns the file attached to an option of a slash command; ok is false if there is none.
func (r *Request) Attachment(option string) (file discord.Attachment, ok bool) {
	if r.Interaction == nil {
		return file, false
	}
	file, ok = r.Interaction.Attachments[r.Options[option]]
	return file, ok
}

// Nonce returns a short text that differs for each request. With it in their custom ids, the menus of a page that is
// edited again and again are always new: otherwise clients keep showing an earlier choice, and ignore the user making
// it again.
func (r *Request) Nonce() string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(r.Event))), 36)
}

// HasPermission reports whether the user has any of the given permission bits in this channel, as Discord sent with the
// request.
func (r *Request) HasPermission(permission int64) bool {
	return r.Interaction != nil && r.Guild != "" && r.Interaction.HasPermission(permission)
}

// MayPost reports whether the user may write here, as Discord sent with the request.
func (r *Request) MayPost() bool {
	if r.Interaction == nil || r.Guild == "" || r.Interaction.Permissions == 0 {
		return true
	}
	if r.Thread() {
		return r.HasPermission(discord.SendMessagesInThreads)
	}
	return r.HasPermission(discord.SendMessages)
}

// MissingPermissions names the permissions that the bot lacks here to show a board, in bold, "" if none.
func (r *Request) MissingPermissions() string {
	return discord.Bold(discord.MissingHere(r.BotPermissions(), r.Thread()))
}

// MissingThreadPermissions names the permissions that the bot is known to lack here for games in threads, in bold, ""
// if none.
func (r *Request) MissingThreadPermissions() string {
	_, threads := discord.MissingPermissions(r.BotPermissions())
	return discord.Bold(threads)
}

// Response is a handler's answer. At most one of its answers is set, or Public together with Edit; none if there is
// nothing to say. OwnLimit, Handled and CloseQuestion may be set too.
type Response struct {
	Private *Reply         // for the user alone; typed text gets a reply that is deleted after a while
	Public  *Reply         // for everyone; together with Edit it is a new message
	Edit    *Reply         // edits the message that the control is on
	Card    *Show          // a subject's card
	Modal   *discord.Modal // a modal; not from Work, because a modal must be the first response
	Work    Work           // makes the answer outside the queue, if that takes longer than a moment
	// Work waits for something that has its own limit, and does not count towards the router's limit of running Works
	OwnLimit      bool
	Handled       bool // the request has been handled, and no answer is needed
	CloseQuestion bool // deletes the question that the control is on
}

// empty reports whether the handler did not respond.
func (r *Response) empty() bool {
	return r.Private == nil && r.Public == nil && r.Edit == nil && r.Card == nil && r.Modal == nil && r.Work == nil &&
		!r.Handled
}

// Work makes the response outside the channel's queue, when that takes longer than a moment: drawing, thinking, asking
// Discord.
type Work func(context.Context) (Response, error)

// Await returns a response that calls wait, which has its own limit on concurrency, and then responds with the result
// of then.
func Await[T any](wait func(context.Context) (T, error), then func(context.Context, T) (Response, error)) Response {
	return Response{OwnLimit: true, Work: func(ctx context.Context) (Response, error) {
		found, err := wait(ctx)
		if err != nil {
			return Response{}, err
		}
		return Response{Work: func(ctx context.Context) (Response, error) { return then(ctx, found) }}, nil
	}}
}

// Reply is a message that answers a user.
type Reply struct {
	discord.Message
	// Postable allows a private reply to be posted publicly if it is too late to send it privately.
	Postable bool
	// QuestionAbout is set on a question about text that was not addressed to the bot, and identifies it. The
	// question stays for a minute, even if moves are played. Until then the author is not asked the same again;
	// another question replaces it.
	QuestionAbout string
	// Announce makes a public reply an announcement, which is edited when its subject is over.
	Announce *Announcement
	// Sent is called once an interaction's private answer or edit is shown, with the function that edits it again, by
	// the interaction's token. It must not block.
	Sent func(Edit)
}

// Edit edits an answer that was given. Discord allows it for [EditableFor] after the interaction.
type Edit func(context.Context, discord.Message) error

// EditableFor is how long an answer can safely be edited: Discord allows fifteen minutes.
const EditableFor = 14 * time.Minute

// Announcement is a message about a subject that is edited when what it announces is over: an offer, a warning.
type Announcement struct {
	Subject id.Subject
	About   string    // its name among the announcements of this kind of subject
	Turn    int64     // the subject's turn in which it was posted
	Player  id.Player // who offers, or is warned
}

// Show is a card to be shown as the answer.
type Show struct {
	Subject id.Subject
	Arg     string // the part that depends only on this user's action: a selected piece, a page
	Repost  bool   // post it again even if nothing has changed
}

// Say returns the private response of a text.
func Say(text string) Response {
	return Response{Private: &Reply{Message: discord.Message{Content: text}}}
}

// SayPostable is Say for a text that contains nothing private; see [Reply].Postable.
func SayPostable(text string) Response {
	return Response{Private: &Reply{Message: discord.Message{Content: text}, Postable: true}}
}

// Answer returns the private response of a message.
func Answer(m discord.Message) Response { return Response{Private: &Reply{Message: m}} }

// Change returns the response that edits the message that the control is on.
func Change(m discord.Message) Response { return Response{Edit: &Reply{Message: m}} }

// ShowCard returns the response that shows a subject's card.
func ShowCard(s id.Subject) Response { return Response{Card: &Show{Subject: s}} }

// Then applies f to the response, or to the one that its Work returns later.
func (r Response) Then(f func(Response) Response) Response {
	work := r.Work
	if work == nil {
		return f(r)
	}
	r.Work = func(ctx context.Context) (Response, error) {
		response, err := work(ctx)
		return response.Then(f), err
	}
	return r
}

// Editing turns a private response into an edit of the message that the control is on.
func (r Response) Editing() Response {
	return r.Then(func(r Response) Response {
		if r.Private != nil {
			r.Edit, r.Private = r.Private, nil
		}
		return r
	})
}

// Editing is [Response.Editing] of what a handler returns.
func Editing(r Response, err error) (Response, error) { return r.Editing(), err }

// Publicly turns a private response into a public one.
func (r Response) Publicly() Response {
	return r.Then(func(r Response) Response {
		if r.Private != nil {
			r.Public, r.Private = r.Private, nil
		}
		return r
	})
}

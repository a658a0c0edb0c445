package display

import (
	"context"
	"maps"
	"strings"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

const (
	// QuestionJob is the kind and the slot of jobs that remove unanswered questions, and the kind of their subjects.
	QuestionJob = "question"
	// questionTimeout is how long a question stays without an answer.
	questionTimeout = time.Minute
	// questionSearch limits the messages, after the text that a question replies to, that are searched for the
	// question.
	questionSearch = 20
)

// questions holds the unanswered questions. Each has a job, stored before it is posted, so that it is removed even if
// this process ends.
type questions struct {
	mu   sync.Mutex
	open map[channelPlayer]question
}

// channelPlayer is a player in a channel. They have at most one open question there.
type channelPlayer struct {
	channel id.Channel
	player  id.Player
}

type question struct {
	repliesTo id.Message // the text that it replies to
	about     string     // key of what is asked
	message   id.Message // "" until it is posted
	until     time.Time  // after that another process may have removed it
}

// add records a question that is about to be posted, and returns the one that it replaces. ok is false if a question
// about the same is open.
func (q *questions) add(
	to channelPlayer,
	replyTo id.Message,
	about string,
	now time.Time,
) (replaced question, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	maps.DeleteFunc(q.open, func(_ channelPlayer, p question) bool { return now.After(p.until) })
	if replaced = q.open[to]; replaced.repliesTo != "" && replaced.about == about {
		return question{}, false
	}
	if q.open == nil {
		q.open = make(map[channelPlayer]question)
	}
	q.open[to] = question{repliesTo: replyTo, about: about, until: now.Add(2 * questionTimeout)}
	return replaced, true
}

// posted records the message of a question, and reports whether the question is still open: another may have replaced
// it meanwhile.
func (q *questions) posted(to channelPlayer, replyTo, message id.Message) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	p, waits := q.open[to]
	if waits = waits && p.repliesTo == replyTo; waits {
		p.message = message
		q.open[to] = p
	}
	return waits
}

// take removes and returns the question in a channel for which is returns true, the zero question if there is none.
func (q *questions) take(channel id.Channel, is func(question) bool) (found question) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for to, p := range q.open {
		if to.channel == channel && is(p) {
			delete(q.open, to)
			return p
		}
	}
	return found
}

// questionSubject returns the subject of the job of a question that replies to message on.
func questionSubject(channel id.Channel, on id.Message) id.Subject {
	return id.Subject{Kind: QuestionJob, ID: id.Match(string(channel) + "-" + string(on))}
}

// Ask implements [interaction.Presenter].
func (d *Display) Ask(ctx context.Context, q interaction.Question) {
	to := channelPlayer{q.Channel, q.Player}
	replaced, ok := d.questions.add(to, q.ReplyTo, q.About, d.DB.Now())
	if !ok {
		return
	}
	if replaced.message != "" {
		d.removeQuestion(q.Channel, replaced)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	subject := questionSubject(q.Channel, q.ReplyTo)
	err := d.DB.WriteTx(ctx, func(tx store.Tx) {
		scheduler.Put(ctx, tx, scheduler.Job{Slot: QuestionJob, Kind: QuestionJob, Subject: subject,
			Due: tx.Now.Add(questionTimeout), Guild: q.Guild, Pool: scheduler.Timed, Rank: lowRank})
	})
	if err != nil {
		d.questions.take(q.Channel, func(p question) bool { return p.repliesTo == q.ReplyTo })
		d.Logger.Warn("cannot record a question, so it is not asked", "channel", q.Channel, "err", err)
		return
	}
	m := q.Message
	m.ReplyTo, m.Nonce, m.Mention, m.Private = q.ReplyTo, "q"+string(q.ReplyTo), nil, false
	sent, err := d.REST.Create(ctx, q.Channel, m)
	if err != nil { // the job checks whether it was posted nevertheless
		d.Logger.Warn("cannot ask a question", "channel", q.Channel, "err", err)
		return
	}
	if !d.questions.posted(to, q.ReplyTo, sent) {
		d.removeQuestion(q.Channel, question{repliesTo: q.ReplyTo, message: sent})
	}
}

// CloseQuestion implements [interaction.Presenter].
func (d *Display) CloseQuestion(channel id.Channel, message id.Message) {
	p := d.questions.take(channel, func(p question) bool { return p.message == message })
	p.message = message
	d.removeQuestion(channel, p)
}

// removeQuestion deletes the message of a question, and its job.
func (d *Display) removeQuestion(channel id.Channel, p question) {
	d.tasks.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		err := d.REST.Delete(ctx, channel, p.message)
		if err == nil && p.repliesTo != "" {
			err = d.DB.WriteTx(ctx, func(tx store.Tx) {
				scheduler.Drop(ctx, tx, QuestionJob, questionSubject(channel, p.repliesTo))
			})
		}
		if err != nil {
			d.Logger.Debug("cannot remove a question", "channel", channel, "err", err)
		}
	})
}

// removeUnanswered removes a question that was not answered in time. If another process posted it, it is searched among
// the replies to the text.
func (d *Display) removeUnanswered(ctx context.Context, j scheduler.Job) error {
	text, on, _ := strings.Cut(string(j.Subject.ID), "-")
	channel := id.Channel(text)
	if d.Self() == "" {
		return scheduler.ErrLater
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	message := d.questions.take(channel, func(p question) bool { return p.repliesTo == id.Message(on) }).message
	var err error
	if message == "" {
		message, err = d.replyTo(ctx, channel, id.Message(on))
	}
	if err == nil && message != "" {
		err = d.REST.Delete(ctx, channel, message)
	}
	if discord.Refused(err) {
		return nil
	}
	if err != nil {
		return scheduler.ErrLater
	}
	return nil
}

// replyTo returns the bot's reply with controls to a message, "" if there is none.
func (d *Display) replyTo(ctx context.Context, channel id.Channel, on id.Message) (id.Message, error) {
	list, err := d.REST.Recent(ctx, channel, questionSearch, on)
	for _, m := range list {
		if m.RepliesTo == on && m.Author.ID == d.Self() && len(m.CustomIDs) > 0 {
			return m.ID, err
		}
	}
	return "", err
}

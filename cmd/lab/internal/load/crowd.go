package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/sandbox/client"
	"yeye/game"
)

// peoplePerCrowd is the number of people in a crowd: one per language of the sandbox, so that one of them reads
// English.
const peoplePerCrowd = 4

// crowd is a group of users who play each other in one channel and its threads, with what they have seen.
type crowd struct {
	*bot
	activity activity
	channel  string
	people   []*person    // the first reads English and starts the activity
	messages chan message // the bot's messages in the channel and its threads
	rand     *rand.Rand
	boards   []*board
	current  atomic.Value // what the activity is doing, as returned by act, a string

	accepted []acceptedRequest
	exits    []time.Time // when a ring announced that a user is out
}

// activity is what a crowd does: a tournament, a ring or a vote.
type activity interface {
	// onMessage handles a message that is not a board of a game between two users.
	onMessage(ctx context.Context, m message)
	// act advances the activity after a silence, and returns what the users are doing, for the log.
	act(ctx context.Context) (doing string)
	// ended is called when a game is over.
	ended(b *board)
	// verify compares what was seen with what is stored.
	verify(ctx context.Context, s *stored) error
}

// acceptedRequest is a request that the bot has accepted.
type acceptedRequest struct {
	user      *person
	action    string // "join", "resign" or "vote"
	subjectID string // the tournament, ring or match
	turn      int    // the turn of a vote
	at        time.Time
}

// crowds returns how many crowds all bots have.
func (o *Options) crowds() int { return o.Tournaments + o.Rings + o.Votes }

// activities returns the activities of the bot's crowds.
func (b *bot) activities() (all []func(*crowd) activity) {
	for range split(b.Tournaments, b.number, b.Bots) {
		first := len(all)
		all = append(all, func(c *crowd) activity { return &tournaments{crowd: c, next: first} })
	}
	for range split(b.Rings, b.number, b.Bots) {
		all = append(all, func(c *crowd) activity { return &rings{crowd: c} })
	}
	for range split(b.Votes, b.number, b.Bots) {
		all = append(all, func(c *crowd) activity { return &votes{crowd: c} })
	}
	return all
}

// joinCrowd signs in the users of the bot's n-th crowd, in a channel.
func (b *bot) joinCrowd(ctx context.Context, w *boardWatcher, n int, channel string,
	meets func(*crowd) activity) error {
	random := rand.New(rand.NewPCG(b.Seed, uint64(500_000+1000*b.number+n)))
	c := &crowd{bot: b, channel: channel, messages: make(chan message, 4096), rand: random}
	c.activity = meets(c)
	for i := range peoplePerCrowd {
		user := peoplePerCrowd*(n+1) + (i+1)%peoplePerCrowd // the second user in each row of the sandbox reads English
		a, err := signInAs(ctx, b.deployment.info, user, &account{private: make(chan message, 256)})
		if err != nil {
			return err
		}
		c.people = append(c.people, &person{account: a, name: b.deployment.info.Users[user].Name})
	}
	w.follow(channel, c.messages)
	b.crowds = append(b.crowds, c)
	return nil
}

// boardWatcher routes the bot's messages to the crowds by channel, and counts calls.
type boardWatcher struct {
	tally *tally

	mu           sync.Mutex
	messages     map[string]chan message // by channel
	gamesStarted map[string]int          // games, by channel
	seen         map[string]bool         // matches whose board was seen
	calls        map[string]string       // messages by the mentions (calls) they contain
}

func newBoardWatcher(t *tally) *boardWatcher {
	return &boardWatcher{tally: t, messages: map[string]chan message{}, gamesStarted: map[string]int{},
		seen:  map[string]bool{},
		calls: map[string]string{}}
}

func (w *boardWatcher) follow(channel string, news chan message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.messages[channel] = news
}

// handleEvent handles an event of an account that sees all channels.
func (w *boardWatcher) handleEvent(e client.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e.Type {
	case "THREAD_CREATE":
		var t struct {
			ID     string `json:"id"`
			Parent string `json:"parent_id"`
		}
		if json.Unmarshal(e.Data, &t) == nil && w.messages[t.Parent] != nil {
			w.messages[t.ID] = w.messages[t.Parent]
		}
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		m := message{at: time.Now()}
		if json.Unmarshal(e.Data, &m) != nil || !m.Author.Bot || m.private() || w.messages[m.Channel] == nil {
			return
		}
		if of := matchOf(m); len(m.Attachments) > 0 && of != "" && !w.seen[of] {
			w.seen[of] = true
			w.gamesStarted[m.Channel]++
		}
		if e.Type == "MESSAGE_CREATE" && len(m.Mentions) > 0 {
			w.called(&m)
		}
		w.messages[m.Channel] <- m
	}
}

// called counts a new message with a call (a mention of players) that repeats an earlier one; times and turn are part
// of a call. Calls are different if a game started in the channel between them: at a ring, four games may end within
// the second that a call names. A pair that arranges its game may call each other as often as it is ready.
func (w *boardWatcher) called(m *message) {
	if m.control("trready", "") != nil {
		return
	}
	key := fmt.Sprintf("%s %s %d %s", m.Channel, matchOf(*m), w.gamesStarted[m.Channel], m.Content)
	if before := w.calls[key]; before != "" {
		w.tally.reportError(&w.tally.crowd.calledTwice, "channel %s: message %s calls like %s: %q", m.Channel, m.ID,
			before,
			m.Content)
	}
	w.calls[key] = m.ID
}

// person is a member of a crowd.
type person struct {
	*account
	name string
}

// deferredAfter is the time from which an answer without a message may be a deferral of a request that is still being
// handled; see Patience in package interaction.
const deferredAfter = 1500 * time.Millisecond

// sendAndWait sends an interaction and waits for the bot's answer. accepted says whether the bot accepted it, as far as
// that is certain. The answer is empty if it was not private.
func (p *person) sendAndWait(send func() (chan outcome, error)) (answer message, accepted bool) {
	for len(p.private) > 0 {
		<-p.private
	}
	sent := time.Now()
	done, err := send()
	if err != nil {
		return answer, false
	}
	late, deferred := time.After(retryAfter), false
	for {
		select {
		case o := <-done:
			if !o.ok {
				return answer, false
			}
			accepted, done, deferred = true, nil, o.at.Sub(sent) >= deferredAfter
		case answer = <-p.private:
		case <-late:
			return answer, accepted && !answer.loading()
		}
		for accepted && len(p.private) > 0 { // the private answer comes before the success
			answer = <-p.private
		}
		if accepted && !answer.loading() {
			return answer, answer.ID != "" || !deferred
		}
	}
}

func (p *person) command(ctx context.Context, channel, name string, options ...string) (message, bool) {
	return p.sendAndWait(func() (chan outcome, error) { return p.slash(ctx, channel, name, options...) })
}

// press presses a button or chooses from a menu.
func (p *person) press(ctx context.Context, m *message, k *control, values ...string) (message, bool) {
	data := map[string]any{"component_type": k.kind, "custom_id": k.id}
	if len(values) > 0 {
		data["values"] = values
	}
	return p.sendAndWait(func() (chan outcome, error) { return p.interact(ctx, 3, m.Channel, m.ID, data) })
}

// control is a button or a menu of a message.
type control struct {
	id        string
	kind      int
	subjectID string // the ID of its subject
	arg       string
	values    []string
}

// control returns a message's first control for an action and, if given, an argument; nil if there is none.
func (m *message) control(action, arg string) *control {
	for _, row := range m.Components {
		for _, c := range row.Components {
			f := strings.Split(c.CustomID, ":")
			if len(f) != 6 || f[1] != action || arg != "" && f[4] != arg {
				continue
			}
			k := &control{id: c.CustomID, kind: c.Type, subjectID: f[2], arg: f[4]}
			for _, o := range c.Options {
				k.values = append(k.values, o.Value)
			}
			return k
		}
	}
	return nil
}

// called returns the members of a crowd that a message mentions.
func (c *crowd) called(m *message) (all []*person) {
	for _, one := range m.Mentions {
		if p := c.person(one.ID); p != nil {
			all = append(all, p)
		}
	}
	return all
}

func (c *crowd) person(id string) *person {
	i := slices.IndexFunc(c.people, func(p *person) bool { return p.ID == id })
	if i < 0 {
		return nil
	}
	return c.people[i]
}

func (c *crowd) accept(p *person, action, subjectID string, turn int) {
	c.accepted = append(c.accepted, acceptedRequest{p, action, subjectID, turn, time.Now()})
}

// actAfter is how long a crowd waits for messages before it acts.
const actAfter = 1500 * time.Millisecond

// run plays until ctx ends. If no message comes for long although something is in progress, the bot has not answered
// the crowd.
func (c *crowd) run(ctx context.Context) {
	life := context.WithoutCancel(ctx)
	last, begun := time.Now(), false
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case m := <-c.messages:
			last, begun = time.Now(), true
			c.onMessage(life, m)
		case <-time.After(actAfter):
			for _, b := range c.boards {
				c.move(life, b)
			}
			doing := c.activity.act(life)
			if c.playing() > 0 && doing != "voting" {
				doing = "playing"
			}
			c.current.Store(doing)
			if begun && time.Since(last) > boardWithin {
				c.tally.unanswered.Add(1)
				c.tally.logf("channel %s: nothing came for %v while people were %s", c.channel, boardWithin, doing)
				last = time.Now()
			}
		}
	}
}

// onMessage handles a message: the board of a game between two users, or news of the activity.
func (c *crowd) onMessage(ctx context.Context, m message) {
	b, news := c.board(&m)
	switch {
	case b == nil:
		c.activity.onMessage(ctx, m)
	case b.finished && news:
		c.activity.ended(b)
	default:
		c.move(ctx, b)
	}
}

// board is a game as its cards have shown it.
type board struct {
	match, channel string
	game           *game.Game
	moves          []string
	players        []*person
	toMove         string // the user to move, "" once the game is over
	lastText       string // the last move that was typed
	at             time.Time
	length         int // plies after which a player resigns
	finished       bool
	outOfSync      bool // the cards skipped moves
}

// toMove matches the player to move.
var toMove = regexp.MustCompile(`\*\*<@(\d+)> to move`)

// board returns the game of a card, nil if the message is not a card; news means that the card has ended the game.
func (c *crowd) board(m *message) (b *board, news bool) {
	if len(m.Attachments) == 0 || m.control("vtopen", "") != nil {
		return nil, false
	}
	of, turn, shown := matchOf(*m), toMove.FindStringSubmatch(m.Content), movesOf(m.Content)
	i := slices.IndexFunc(c.boards, func(b *board) bool {
		// the end of a game does not name the match
		return b.match == of || !b.finished && turn == nil && b.channel == m.Channel && b.fits(shown)
	})
	switch {
	case i >= 0:
		b = c.boards[i]
	case turn == nil:
		return nil, false
	default:
		b = &board{match: of, channel: m.Channel, game: game.NewGame(game.Start(), game.Asian),
			length: 2 + c.rand.IntN(6)}
		for _, p := range c.people {
			if p.mentionedIn(m.Content) {
				b.players = append(b.players, p)
			}
		}
		c.boards = append(c.boards, b)
	}
	if !b.update(shown) {
		c.tally.logf("channel %s: the card leaves moves out after %v: %.200q", m.Channel, b.moves, m.Content)
	}
	if b.finished {
		return b, false
	}
	b.toMove = ""
	if turn != nil {
		b.toMove = turn[1]
	} else if !strings.Contains(m.Content, "thinking") {
		b.finished = true
	}
	return b, b.finished
}

// overlap returns how many of the last moves on a card are already known.
func (b *board) overlap(shown []string) int {
	known := len(b.moves)
	n := min(len(shown), known)
	for ; n > 0 && !slices.Equal(shown[:n], b.moves[known-n:]); n-- {
	}
	return n
}

// fits reports whether a card can show the game now or a few moves later.
func (b *board) fits(shown []string) bool {
	return len(b.moves) == 0 || b.overlap(shown) > 0 || len(shown) > 0 && shown[0] == b.lastText
}

// update adds the last moves on a card, and returns false if it skips moves. An old card changes nothing.
func (b *board) update(shown []string) bool {
	if b.outOfSync || len(shown) == 0 {
		return !b.outOfSync
	}
	if !b.fits(shown) {
		old := strings.Contains(strings.Join(b.moves, " "), strings.Join(shown, " "))
		b.outOfSync = !old
		return old
	}
	for _, text := range shown[b.overlap(shown):] {
		m, err := game.ParseMove(text)
		if err != nil || b.game.Play(m) != nil {
			b.outOfSync = true
			return false
		}
		b.moves, b.at = append(b.moves, text), time.Time{}
	}
	return true
}

// playing returns the number of running games.
func (c *crowd) playing() (n int) {
	for _, b := range c.boards {
		if !b.finished {
			n++
		}
	}
	return n
}

// isPlaying reports whether a user has a running game.
func (c *crowd) isPlaying(p *person) bool {
	return slices.ContainsFunc(c.boards, func(b *board) bool { return !b.finished && slices.Contains(b.players, p) })
}

// move plays for the player to move, or resigns, unless it tried a moment ago.
func (c *crowd) move(ctx context.Context, b *board) {
	p := c.person(b.toMove)
	if b.finished || p == nil || time.Since(b.at) < retryAfter {
		return
	}
	b.at = time.Now()
	m := game.NoMove
	if len(b.moves) < b.length && !b.outOfSync {
		m = randomMove(c.rand, b.game, b.moves)
	}
	if m == game.NoMove {
		c.resign(ctx, p, b)
		return
	}
	b.lastText = m.String()
	if c.rand.IntN(4) == 0 {
		p.command(ctx, b.channel, "move", "text", b.lastText)
		return
	}
	p.sendMessage(ctx, b.channel, b.lastText)
}

// resign resigns and confirms.
func (c *crowd) resign(ctx context.Context, p *person, b *board) {
	asked, _ := p.command(ctx, b.channel, "resign")
	if sure := asked.control("giveup", ""); sure != nil {
		if answer, taken := p.press(ctx, &asked, sure); taken && answer.control("giveup", "") == nil {
			c.accept(p, "resign", b.match, 0)
		}
	}
}

// crowdCounts counts what users did together, and what went wrong.
type crowdCounts struct {
	boards, ringGames, votes                             int
	acceptedLost, seatedTwice, calledTwice, inconsistent int
}

// reportError reports and counts an error.
func (t *tally) reportError(count *int, format string, args ...any) {
	t.logf(format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	*count++
}

// addCount counts a success.
func (t *tally) addCount(addCount *int, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*addCount += n
}

// mentionedIn reports whether a text mentions a person.
func (p *person) mentionedIn(text string) bool {
	return strings.Contains(text, p.name) || strings.Contains(text, fmt.Sprint("<@", p.ID, ">"))
}

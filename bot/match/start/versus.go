package start

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/game"
)

// ErrOdds means that a side or a position was chosen together with odds, which determine both.
var ErrOdds = errors.New("with odds the sides and the position are settled")

// ErrNoCharacter means that there is no such character.
var ErrNoCharacter = errors.New("there is no such character")

// Versus starts a game against a character, with the options of a command.
func (s *Starter) Versus(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	level := character.Default
	if r.Prefs.Newcomer == player.Marked { // until they switch the marks off
		level = character.Newborn
	}
	if text, ok := r.Options["opponent"]; ok {
		n, ok := character.Parse(text)
		if !ok {
			return interaction.Response{}, ErrNoCharacter
		}
		level = n
	}
	side, t := game.Red, match.Terms{Mode: match.Versus, Locale: r.Locale}
	setOptions(&t, r.Options)
	t.Casual = false // games against characters have no rating
	if err := applyVariant(&t, r.Options); err != nil {
		return interaction.Response{}, err
	}
	var err error
	switch t.Position, err = Position(r.Options["position"]); {
	case err != nil:
		return interaction.Response{}, err
	case level > t.Mode.Strongest():
		return interaction.Response{}, ErrDoesNotPlay
	case r.Options["pair"] == "true":
		return interaction.Response{}, ErrPair
	}
	if text, ok := r.Options["side"]; ok {
		side = s.sideIn(text, &t.Position)
	}
	if odds, known := match.ParseOdds(r.Options["odds"]); known && odds != match.Even {
		if r.Options["position"] != "" || sideChosen(r.Options["side"]) {
			return interaction.Response{}, ErrOdds
		}
		side, t.Position, t.Odds = odds.Giver().Other(), odds.Position(), odds // the character gives the odds
	}
	t.Seats[side] = match.Seat{Player: r.Player, Name: r.Name}
	t.Seats[side.Other()] = match.Seat{Level: level}
	return s.Match(ctx, r, t, false)
}

// Match starts a match against a character, or between characters; with here, an occupied channel is an error. It
// refuses a position that an engine must not analyze.
func (s *Starter) Match(ctx context.Context, r *interaction.Request, t match.Terms,
	here bool) (interaction.Response, error) {
	from, at := fairplay.FromUser, t.Position
	switch {
	case t.Mode.Goal: // its position is built in
		from = fairplay.Bundled
	case t.Odds != match.Even: // the position is common knowledge
		at = game.Start()
	}
	may, err := s.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, game.NewGame(at, game.NoRepetition), from)
	if err != nil {
		return interaction.Response{}, err
	}
	t.Marked = r.Prefs.Newcomer == player.Marked && t.Mode == match.Versus && match.MarksFor(levelOf(t.Seats))
	by := Actor(r, match.FromCommand)
	return s.Launch(ctx, r, Launch{
		Name: view.MatchTitle(s.Readers.For(r).Words, t.Seats),
		Start: func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
			t.Guild, t.Channel = g, c
			if err := may.Pay(ctx); err != nil {
				return id.Subject{}, err
			}
			change, err := s.Matches.Start(ctx, by, t)
			return change.Match.Subject(), err
		},
		Check:  func(ctx context.Context) error { t.Guild = r.Guild; return s.Matches.MayStart(ctx, by, t) },
		NoThread: here,
	})
}

// levelOf returns the level of the character in one of the seats.
func levelOf(seats [2]match.Seat) character.Level {
	if seats[game.Red].Character() {
		return seats[game.Red].Level
	}
	return seats[game.Black].Level
}

// Duel challenges a player, or makes an open challenge if other is "". Challenging the bot itself works like /play.
func (s *Starter) Duel(ctx context.Context, r *interaction.Request, other id.Player,
	side string) (interaction.Response, error) {
	if other != "" && other == s.Self() {
		return s.Versus(ctx, r)
	}
	if r.Guild == "" { // no other player is in a direct conversation
		return interaction.Response{}, ErrDirectMessage
	}
	u, _ := r.User(other)
	if u.Bot {
		return interaction.Response{}, ErrBot
	}
	t := match.Terms{Mode: match.Duel, Locale: r.Locale, Pair: r.Options["pair"] == "true"}
	setOptions(&t, r.Options)
	if err := applyVariant(&t, r.Options); err != nil {
		return interaction.Response{}, err
	}
	var err error
	if t.Position, err = Position(r.Options["position"]); err != nil {
		return interaction.Response{}, err
	}
	if start := game.Start(); t.Position.Same(&start) { // however it counts moves
		t.Position = start
	}
	if t.Pair && !t.FromPosition() {
		return interaction.Response{}, ErrPair
	}
	t.Casual = t.Casual && !t.FromPosition() // it is casual for a reason of its own
	mine := s.sideIn(side, &t.Position)
	if odds, known := match.ParseOdds(r.Options["odds"]); known && odds != match.Even {
		if sideChosen(side) || r.Options["position"] != "" {
			return interaction.Response{}, ErrOdds
		}
		mine, t.Position, t.Odds = odds.Giver(), odds.Position(), odds // the challenger gives the odds
	}
	t.Seats[mine] = match.Seat{Player: r.Player, Name: r.Name}
	t.Seats[mine.Other()] = match.Seat{Open: true}
	if other != "" {
		t.Seats[mine.Other()] = match.Seat{Player: other, Name: u.Name}
	}
	return s.propose(ctx, r, t)
}

var (
	// ErrAlone means that no other player can see a direct conversation with the bot.
	ErrDirectMessage = errors.New("nobody else is here")
	// ErrProgram means that the other user is a bot, which does not play xiangqi.
	ErrBot = errors.New("that is a program")
	// ErrUnreachable means that the other player cannot be expected in this channel.
	ErrUnreachable = errors.New("the other player cannot be expected here")
)

// propose makes a challenge with terms.
func (s *Starter) propose(ctx context.Context, r *interaction.Request, t match.Terms) (interaction.Response, error) {
	if err := s.SetDailyLimit(ctx, &t); err != nil {
		return interaction.Response{}, err
	}
	if _, err := s.permitPosition(ctx, &t); err != nil { // it is asked again, and paid, when the challenge is accepted
		return interaction.Response{}, err
	}
	by := Actor(r, match.FromCommand)
	return s.Launch(ctx, r, Launch{
		Name: view.MatchTitle(s.Readers.For(r).Words, t.Seats),
		Start: func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
			t.Guild, t.Channel = g, c
			change, err := s.Challenges.Propose(ctx, by, t)
			return change.Challenge.Subject(), err
		},
		Check: func(ctx context.Context) error {
			t.Guild, t.Channel = r.Guild, r.Channel
			return s.Challenges.MayPropose(ctx, by, t)
		},
	})
}

// Accept starts the match of a challenge, in a thread if the channel is occupied by now. A match that would be casual
// although the challenge is rated starts only once the player agrees.
func (s *Starter) Accept(ctx context.Context, r *interaction.Request, of id.Match, how challenge.Answer,
	source match.Source) (interaction.Response, challenge.Change, error) {
	by := Actor(r, source)
	asked, err := s.Challenges.Get(ctx, of)
	if err != nil {
		return interaction.Response{}, challenge.Change{}, err
	}
	if asked.MayAccept(r.Player) == nil { // others need not know
		if a, refused, err := s.mayAccept(ctx, r, &asked, how); refused || err != nil {
			return a, challenge.Change{Challenge: asked}, err
		}
	}
	t := asked.Terms()
	t.Seats[asked.Side().Other()] = match.Seat{Player: r.Player, Name: r.Name}
	c := challenge.Change{Challenge: asked}
	if asked.MayAccept(r.Player) == nil {
		pay, err := s.permitPosition(ctx, &t)
		if err == nil {
			err = pay(ctx)
		}
		if err != nil {
			return interaction.Response{}, c, err
		}
	}
	c, err = s.Challenges.Accept(ctx, by, of, how)
	if err == nil {
		return interaction.ShowCard(c.Became), c, nil
	}
	a, ok := s.StartInThread(r, err, Launch{
		Name: view.MatchTitle(s.Readers.For(r).Words, t.Seats),
		Start: func(ctx context.Context, g id.Guild, thread id.Channel) (id.Subject, error) {
			c, err := s.Challenges.AcceptIn(ctx, by, of, how, g, thread)
			return c.Became, err
		},
	})
	if !ok {
		return interaction.Response{}, c, err
	}
	return a, c, nil
}

// mayAccept asks the player before a match that would be casual although the challenge is rated; refused is set if it
// asks.
func (s *Starter) mayAccept(ctx context.Context, r *interaction.Request, asked *challenge.Challenge,
	how challenge.Answer) (a interaction.Response, refused bool, err error) {
	if how.Casual || asked.Casual != match.Rated {
		return a, false, nil
	}
	t := asked.Terms()
	t.Seats[asked.Side().Other()] = match.Seat{Player: r.Player}
	why, err := s.UnratedReason(ctx, s.Readers.For(r), &t)
	if err != nil || why == "" {
		return a, false, err
	}
	a = interaction.Answer(discord.Message{Content: why, Rows: []discord.Row{{
		discord.ControlID{Action: view.ActionAccept, ID: asked.ID, Turn: 1,
			Arg: AcceptArg(asked.Rev, true)}.Button(r.Text.Text("control.casual"), discord.Primary),
	}}})
	return a, true, nil
}

// Settle sets Spent in rated terms under which two players' game would not be rated, so that they know before they
// start. In a game of days that depends on when it ends.
func (s *Starter) SetDailyLimit(ctx context.Context, t *match.Terms) error {
	until, err := s.dailyLimitUntil(ctx, t)
	t.DailyLimitReached = err == nil && !until.IsZero()
	return err
}

// spent returns until when no further live game of the two players is rated, zero if the next one is.
func (s *Starter) dailyLimitUntil(ctx context.Context, t *match.Terms) (until time.Time, err error) {
	red, black := t.Seats[game.Red], t.Seats[game.Black]
	if !t.Mode.People || !t.TimeControl.Live() || !red.Human() || !black.Human() || t.Odds != match.Even {
		return until, nil
	}
	return s.DailyLimitUntil(ctx, red.Player, black.Player)
}

// Uncounted returns the reason why a match on these terms between two players would not be rated although they did not
// choose that, "" if it would be rated.
func (s *Starter) UnratedReason(ctx context.Context, r *view.Reader, t *match.Terms) (string, error) {
	if !t.Mode.Rateable() { // it is not rated at all
		return "", nil
	}
	offered := *t
	offered.Casual, offered.DailyLimitReached = false, false
	if why := offered.CasualReason(); why != match.Rated {
		return r.Text("casual." + why.String()), nil
	}
	until, err := s.dailyLimitUntil(ctx, t)
	if err != nil || until.IsZero() {
		return "", err
	}
	return r.Text("casual.pair", locale.Args{"Until": view.Moment(until)}), nil
}

// AcceptArg is the argument of the control that accepts a challenge: the revision that the player sees, and whether
// they agree that the match is casual.
func AcceptArg(rev int64, casual bool) string {
	arg := strconv.FormatInt(rev, 36)
	if casual {
		arg += ".casual"
	}
	return arg
}

// ParseAccept reads what AcceptArg writes; controls of earlier versions accept any revision.
func ParseAccept(arg string) (how challenge.Answer) {
	rev, casual, _ := strings.Cut(arg, ".")
	how.Rev, _ = strconv.ParseInt(rev, 36, 64)
	how.Casual = casual != ""
	return how
}

// Again starts another game on the same terms, sides swapped: at once against a character, as a challenge between
// people. At odds the giver remains the giver. After the first game of a pair it is the second, which nobody is asked
// about any more.
func (s *Starter) Rematch(ctx context.Context, r *interaction.Request, m *match.Match) (interaction.Response, error) {
	if _, due := m.SecondUntil(s.Now()); due {
		if _, err := s.Matches.OtherOfPair(ctx, m); errors.Is(err, match.ErrNoMatch) {
			return s.startSecond(ctx, r, m)
		} else if err != nil {
			return interaction.Response{}, err
		}
	}
	t := rematchTerms(m)
	t.Position, t.Seats = m.Game.Start(), [2]match.Seat{m.Seats[1], m.Seats[0]}
	switch {
	case m.Odds != match.Even:
		t.Position, t.Seats = m.Odds.Position(), m.Seats
	case m.Mode.Goal:
		t.Seats = m.Seats
	}
	if !m.Mode.People {
		t.Locale = r.Locale
		return s.Match(ctx, r, t, false)
	}
	t.Guild, t.Channel = r.Guild, r.Channel
	if asked, err := s.Challenges.Reciprocal(ctx, Actor(r, match.FromCommand), t); err == nil {
		// both want it, so nothing is asked
		a, _, err := s.Accept(ctx, r, asked.ID, challenge.Answer{}, match.FromCommand)
		return a, err
	}
	return s.propose(ctx, r, t)
}

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

// ErrOdds means that a side or a position was chosen together with odds, which fix both.
var ErrOdds = errors.New("with odds the sides and the position are settled")

// ErrNoCharacter means that there is no such character.
var ErrNoCharacter = errors.New("there is no such character")

// Versus starts a game against a character, with the options of the command.
func (s *Starter) Versus(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	level := character.Default
	if r.Prefs.Newcomer == player.Marked { // a beginner, until they switch the marks off
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

// Match starts a match against a character, or between characters. With here, an occupied channel is an error instead
// of a reason for a thread. It refuses positions that fair play forbids an engine to analyze.
func (s *Starter) Match(ctx context.Context, r *interaction.Request, t match.Terms,
	here bool) (interaction.Response, error) {
	from, at := fairplay.FromUser, t.Position
	switch {
	case t.Mode.Goal: // its position comes with the bot
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
		Check:    func(ctx context.Context) error { t.Guild = r.Guild; return s.Matches.MayStart(ctx, by, t) },
		NoThread: here,
	})
}

// levelOf returns the level of Red if a character plays Red, else that of Black.
func levelOf(seats [2]match.Seat) character.Level {
	if seats[game.Red].Character() {
		return seats[game.Red].Level
	}
	return seats[game.Black].Level
}

// Duel challenges a player, or makes an open challenge if other is "". A challenge to the bot itself is Versus.
func (s *Starter) Duel(ctx context.Context, r *interaction.Request, other id.Player,
	side string) (interaction.Response, error) {
	if other != "" && other == s.Self() {
		return s.Versus(ctx, r)
	}
	if r.Guild == "" { // a direct message reaches no other player
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
	if start := game.Start(); t.Position.Same(&start) { // whatever its move counters
		t.Position = start
	}
	if t.Pair && !t.FromPosition() {
		return interaction.Response{}, ErrPair
	}
	t.Casual = t.Casual && !t.FromPosition() // a given position makes it casual anyway
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
	// ErrDirectMessage means that the request came by direct message, where there is no opponent.
	ErrDirectMessage = errors.New("nobody else is here")
	// ErrBot means that the other user is a bot, which does not play xiangqi.
	ErrBot = errors.New("that is a program")
	// ErrUnreachable means that the match cannot continue here, because the opponent is on another server.
	ErrUnreachable = errors.New("the other player cannot be expected here")
)

// propose makes a challenge with terms.
func (s *Starter) propose(ctx context.Context, r *interaction.Request, t match.Terms) (interaction.Response, error) {
	if err := s.SetDailyLimit(ctx, &t); err != nil {
		return interaction.Response{}, err
	}
	if _, err := s.permitPosition(ctx, &t); err != nil { // checked again, and charged, on acceptance
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

// Accept starts the match of a challenge, in a thread if the channel is occupied by now. If a rated challenge would
// become a casual match, it asks the player to agree first.
func (s *Starter) Accept(ctx context.Context, r *interaction.Request, of id.Match, how challenge.Answer,
	source match.Source) (interaction.Response, challenge.Change, error) {
	by := Actor(r, source)
	asked, err := s.Challenges.Get(ctx, of)
	if err != nil {
		return interaction.Response{}, challenge.Change{}, err
	}
	if asked.MayAccept(r.Player) == nil { // others are refused below
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

// mayAccept returns the question whether the player accepts a casual match, if the match of a rated challenge would be
// casual; refused is set if it asks.
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

// SetDailyLimit sets DailyLimitReached in terms if the players' daily limit of rated games would make the match casual,
// so that they know before they start. It does so for live clocks only; a match with days per move counts on the day it
// ends.
func (s *Starter) SetDailyLimit(ctx context.Context, t *match.Terms) error {
	until, err := s.dailyLimitUntil(ctx, t)
	t.DailyLimitReached = err == nil && !until.IsZero()
	return err
}

// dailyLimitUntil returns until when the daily limit keeps a match on these terms from being rated, zero if it does
// not.
func (s *Starter) dailyLimitUntil(ctx context.Context, t *match.Terms) (until time.Time, err error) {
	red, black := t.Seats[game.Red], t.Seats[game.Black]
	if !t.Mode.TwoPlayers || !t.TimeControl.Live() || !red.Human() || !black.Human() || t.Odds != match.Even {
		return until, nil
	}
	return s.DailyLimitUntil(ctx, red.Player, black.Player)
}

// UnratedReason returns the reason why a match on these terms would be casual without the players having chosen that,
// "" if it would be rated.
func (s *Starter) UnratedReason(ctx context.Context, r *view.Reader, t *match.Terms) (string, error) {
	if !t.Mode.Rateable() { // such matches are never rated
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

// AcceptArg encodes the argument of the control that accepts a challenge: the revision on the card, and whether the
// player agrees to a casual match.
func AcceptArg(rev int64, casual bool) string {
	arg := strconv.FormatInt(rev, 36)
	if casual {
		arg += ".casual"
	}
	return arg
}

// ParseAccept decodes what AcceptArg writes. Controls of earlier versions have no revision, so they accept any.
func ParseAccept(arg string) (how challenge.Answer) {
	rev, casual, _ := strings.Cut(arg, ".")
	how.Rev, _ = strconv.ParseInt(rev, 36, 64)
	how.Casual = casual != ""
	return how
}

// Rematch starts another game on the same terms with sides swapped: at once against a character, as a challenge between
// people. At odds the giver stays the same. After the first game of a pair it starts the second at once.
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
	if !m.Mode.TwoPlayers {
		t.Locale = r.Locale
		return s.Match(ctx, r, t, false)
	}
	t.Guild, t.Channel = r.Guild, r.Channel
	if asked, err := s.Challenges.Reciprocal(ctx, Actor(r, match.FromCommand), t); err == nil {
		// the opponent has already asked for a rematch
		a, _, err := s.Accept(ctx, r, asked.ID, challenge.Answer{}, match.FromCommand)
		return a, err
	}
	return s.propose(ctx, r, t)
}

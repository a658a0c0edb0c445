// Package services builds the services, has the features built from them, and connects both to an App: it can handle
// requests, but is not connected and runs nothing by itself.
//
// Out of scope: what any feature does, connecting, goroutines.
package services

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/discord/audience"
	"yeye/bot/discord/emoji"
	"yeye/bot/display"
	"yeye/bot/feature"
	"yeye/bot/feature/daily"
	"yeye/bot/feature/puzzles"
	"yeye/bot/feature/ring"
	"yeye/bot/feature/study"
	"yeye/bot/feature/study/studycard"
	"yeye/bot/feature/tournament"
	"yeye/bot/feature/vote"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/engine"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/history"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/moderation"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/standing"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/bot/place"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
	"yeye/game"
	"yeye/render"
)

// Options configures services. DB, REST, Connect, Painter and Logger are needed.
type Options struct {
	DB   *store.DB
	REST REST
	// Address is the public base URL of the bot's web pages, without a slash at the end; "" for none.
	Address string
	// Connect returns the connection to Discord. It may use the services of the domain, the tasks and the queue.
	Connect func(*Services) Connection
	Engine  engine.Options            // Matches, Tempo and Now are set here
	Puzzles []puzzle.Puzzle           // nil means the built-in collection
	Book    func(*game.Position) bool // reports whether a position is in the opening book; nil means no book
	Painter *render.Painter
	// EmojiRetry is the pause before the upload of pieces' emoji is retried, doubling up to an hour; zero leaves pieces
	// to words.
	EmojiRetry time.Duration
	Limits     match.Limits
	Rates      interaction.Rates
	// how long an interaction's answer may be prepared before it is deferred; see interaction.Options
	Patience time.Duration
	Timeout  time.Duration // how long a request may wait for the database, default 8 s
	// RemoteDisplay means that other processes show the cards that this one changes.
	RemoteDisplay bool
	Logger        *slog.Logger
	Display       display.Observer
	Acknowledged  func(time.Duration) // from an interaction's arrival to its first response
	Recovered     func(p any)         // called after a panic of background work
	Panicked      func()              // called after a panic in a handler
}

// REST is the part of Discord's REST interface that services and features need.
type REST interface {
	interaction.Sender
	display.REST
	start.REST
	emoji.REST
	CreateEvent(ctx context.Context, g id.Guild, e discord.ScheduledEvent) (event string, err error)
	DeleteEvent(ctx context.Context, g id.Guild, event string) error
	Roles(ctx context.Context, g id.Guild) (discord.Roles, error)
	RolesOf(ctx context.Context, g id.Guild, member id.Player) ([]id.Role, error)
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
	AvatarURL(ctx context.Context, g id.Guild, member id.Player) (address string, err error)
	AddRole(ctx context.Context, g id.Guild, member id.Player, role id.Role, reason string) error
	RemoveRole(ctx context.Context, g id.Guild, member id.Player, role id.Role, reason string) error
	archive.Source
}

// Connection is the connection to Discord, as services and features see it.
type Connection interface {
	display.Fence
	// Self returns the bot's user, "" before the first connection.
	Self() id.Player
	// ReadsContent reports whether the bot receives text that is not addressed to it.
	ReadsContent() bool
	// Slowmode returns how long people must wait between two messages in a channel, 0 if that is not known.
	Slowmode(c id.Channel) time.Duration
	// Overdue reports whether the bot may have been away from a guild without having noticed yet.
	Overdue(g id.Guild) bool
	// IsLeader reports whether this process does what is done once for all guilds.
	IsLeader() bool
}

// ReceivesEvents reports whether the bot receives the events of a guild, or for "" of direct conversations, and has
// received all since its last check.
func (s *Services) ReceivesEvents(g id.Guild) bool {
	return s.Connection.Self() != "" && !s.Connection.Overdue(g) && !s.Matches.IsAway(g)
}

// Services is everything that features are built from: the domain, its views, and background work. Only the list of
// features sees all of it; a feature gets the services that its own Services struct names.
type Services struct {
	feature.Kit
	DB      *store.DB
	Address string // public base URL of the bot's web pages, "" for none

	Players      *player.Service
	Guilds       *guild.Service
	Challenges   *challenge.Service
	FairPlay     *fairplay.Service
	History      *history.Service
	Standing     *standing.Service
	Puzzles      *puzzles.Service
	Rings        *ring.Service
	Tournaments  *tournament.Service
	Daily        *daily.Service
	Studies      *study.Service
	Votes        *vote.Service
	Moderation   *moderation.Moderator
	PersonalData *player.PersonalData // of all stored data of players
	Engine       *engine.Engine
	Analyses     bool // an engine analyzes games
	Voice        *voice.Catalog

	REST       REST
	Connection Connection
	Backfill   *backfill.Reader // of all guilds
	Audience   *audience.Directory
	Places     *place.Handlers // receive facts about channels, threads and servers
	Emoji      *emoji.Set
	Display    *display.Display
	Cards      *matchcard.Base
	StudyCards *studycard.Cards
	Replays    *replaypage.Pages
	Start      *start.Starter

	Tasks      *interaction.Tasks // work that users wait for: the bot waits for it to end when it stops
	Background *interaction.Tasks // other work, which is canceled when the bot stops
	Queue      *interaction.Queue // of requests, by channel
	Waker      *scheduler.Waker

	threads map[id.Kind]display.ThreadName // of features
}

// Features makes the features from services. It calls none of the services: to read what features declare, such as
// commands and texts, it is called with empty services.
type Features func(*Services) []feature.Feature

// build makes the services for the declared features. sources is filled with the features' cards later.
func build(o *Options, declared []feature.Feature, bundle *locale.Bundle,
	sources map[id.Kind]display.Source) (*Services, error) {
	kit := feature.Kit{Painter: view.Painter{Painter: o.Painter}, Readers: new(view.Readers), Logger: o.Logger,
		Now: o.DB.Now}
	s := &Services{Kit: kit, DB: o.DB, Address: o.Address, REST: o.REST, Audience: new(audience.Directory),
		Places: new(place.Handlers)}
	s.Tasks, s.Background = &interaction.Tasks{Recovered: o.Recovered}, &interaction.Tasks{Recovered: o.Recovered}
	s.Queue = interaction.NewQueue(s.Tasks, o.Timeout)
	s.Waker = scheduler.NewWaker(o.DB)
	if err := s.buildDomain(o); err != nil {
		return nil, err
	}
	s.Connection = o.Connect(s)
	s.Backfill = s.Reader(shards.Part{})
	s.Emoji = emoji.New(s.REST, o.Painter, o.EmojiRetry, s.Connection.IsLeader, o.Logger)
	*s.Readers = view.Readers{Bundle: bundle, Players: s.Players, Sign: s.Emoji.PieceTexts, Face: s.Emoji.Face,
		ReadsContent: s.Connection.ReadsContent, Slow: s.Connection.Slowmode, Logger: o.Logger}
	s.buildViews(o, declared, sources)
	s.Start = &start.Starter{Matches: s.Matches, FairPlay: s.FairPlay, Challenges: s.Challenges, Guilds: s.Guilds,
		Players: s.Players, Readers: s.Readers, REST: s.REST, Self: s.Connection.Self, Public: s.Audience.Public,
		Home:            s.Audience.Home,
		DailyLimitUntil: s.Standing.DailyLimitUntil, Announced: s.Display.Announced, Opened: s.Display.ThreadOpened,
		Now:    o.DB.Now,
		Logger: o.Logger}
	wakers := matchcard.Wakers{Display: s.Display, Scheduler: s.Waker}
	if o.RemoteDisplay {
		wakers.Display = RemoteDisplay{o.DB}
	}
	s.Matches.Listen(s.FairPlay.Listener(), matchcard.Listener(wakers), s.History.Listener(), s.Standing.Listener())
	s.Players.Listen(s.Standing.OnPreferences)
	s.Matches.Policy().OnRuling(func(ctx context.Context, g id.Guild) {
		if err := s.Places.ReportRuling(ctx, g); err != nil { // the ruling is checked again before the next game starts
			s.Logger.Error("cannot do all that follows from what a server has ruled", "guild", g, "err", err)
		}
	})
	return s, nil
}

// buildDomain makes the services of the domain, which know neither Discord nor cards.
func (s *Services) buildDomain(o *Options) (err error) {
	if s.Voice, err = voice.Open(); err != nil {
		return err
	}
	s.Players, s.Guilds = player.New(o.DB), guild.New(o.DB)
	s.Matches = match.NewService(o.DB, match.WithLimits(o.Limits), match.WithHomes(s.Audience.Home))
	s.Studies = study.New(o.DB, s.Matches)
	s.Votes = vote.New(o.DB, s.Matches, s.Guilds)
	s.Challenges = challenge.NewService(o.DB, s.Matches, s.Players)
	s.FairPlay = fairplay.New(o.DB, s.Matches, o.Book)
	o.Engine.Matches, o.Engine.Tempo, o.Engine.Now = s.Matches, tempoFunc(o.Engine.Pause), o.DB.Now
	s.Engine = engine.New(o.Engine)
	s.Analyses = s.Engine.Reviews()
	s.Moderation = &moderation.Moderator{Matches: s.Matches, Challenges: s.Challenges, Guilds: s.Guilds}
	s.History = history.New(o.DB, s.Matches, s.Players, s.Audience)
	s.Standing = standing.New(o.DB, s.Players, s.Guilds)
	s.Rings = ring.New(o.DB, s.Matches, s.Guilds)
	s.Tournaments = tournament.New(o.DB, s.Matches, s.Guilds, s.seedingRating)
	days := puzzle.Days()
	if o.Puzzles == nil {
		o.Puzzles = puzzle.All()
	} else {
		days = nil
		for _, p := range o.Puzzles {
			days = append(days, p.ID())
		}
	}
	s.Daily = daily.New(o.DB, days, s.Matches.NewID)
	s.Puzzles = puzzles.New(o.DB, o.Puzzles, s.Daily.Reserved)
	s.Games = archive.New(o.DB, s.Matches, s.Studies, s.History, s.Readers)
	s.PersonalData = player.NewPersonalData(o.DB, s.Players.Owner(), s.Matches.Owner(), s.Challenges.Owner(),
		s.Games.Owner(), s.History.Owner(),
		s.Standing.Owner(), s.Guilds.Owner(), player.NewOwner("cards", display.Erase),
		player.NewOwner("jobs", scheduler.Erase, s.engineTime))
	return nil
}

// seedingRating returns a player's rating for the seeding of a tournament, 0 if they have none.
func (s *Services) seedingRating(ctx context.Context, p id.Player, live bool) (int, error) {
	in := standing.Days
	if live {
		in = standing.Live
	}
	all, err := s.Standing.Ratings(ctx, p)
	return int(all[in].Value), err
}

// buildViews makes the views and the display.
func (s *Services) buildViews(o *Options, declared []feature.Feature, sources map[id.Kind]display.Source) {
	onCard := map[string]bool{}
	for i := range declared {
		for _, one := range declared[i].Components {
			onCard[one.Action] = one.OnCard
		}
	}
	localizer := func(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer {
		return s.Readers.ForPlayer(ctx, p, otherwise.Tag()).Localizer
	}
	s.Display = display.New(display.Options{
		DB: o.DB, REST: s.REST, Bundle: s.Readers.Bundle, Sources: sources,
		OnCard: func(action string) bool { return onCard[action] },
		Self:   s.Connection.Self, ReadsContent: s.Connection.ReadsContent, InUse: s.Challenges.InUse,
		ThreadName: s.threadName, Fence: s.Connection, Patience: o.Patience,
		ForwardToOwner: RemoteDisplay{o.DB}.Wake, Localizer: localizer, Refused: s.Emoji.SendFailed, Logger: o.Logger,
		Observer: o.Display,
	})
	s.threads = map[id.Kind]display.ThreadName{}
	s.Cards = matchcard.New(o.DB, s.Matches, s.Readers)
	s.StudyCards = studycard.New(s.Cards, o.DB, s.Studies, s.Readers, s.Painter,
		studycard.Judge{Engine: s.Engine, FairPlay: s.FairPlay, Matches: s.Matches}, s.Analyses)
	s.Replays = &replaypage.Pages{Readers: s.Readers, Painter: s.Painter, Analyses: s.Analyses}
}

// threadName returns the thread name that the subject's feature gives, else one with the players of its game.
func (s *Services) threadName(ctx context.Context, of id.Subject, language string) (name string, err error) {
	if f := s.threads[of.Kind]; f != nil {
		if name, err = f(ctx, of.ID); err != nil || name != "" {
			return name, err
		}
	}
	switch m, err := s.Matches.Stored(ctx, of.ID); {
	case err == nil && m.Subject() == of && m.Status != match.Removed:
		return view.MatchTitle(s.Readers.InLocale(m.Locale).Words, m.Seats), nil
	case err != nil && !errors.Is(err, match.ErrNoMatch):
		return "", err
	}
	if language != display.NoLocale {
		return s.Readers.InLocale(language).Text("game.xiangqi"), nil
	}
	var all []string
	for _, l := range s.Readers.Bundle.All() {
		if one := l.Text("game.xiangqi"); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return strings.Join(all, " · "), nil
}

// RemoteDisplay wakes the display of another process through the database.
type RemoteDisplay struct{ db *store.DB }

// Changed does nothing: the other process decides itself what to hold back.
func (RemoteDisplay) Changed(id.Subject, display.Wanted) {}

// Wake wakes the other process for a subject's card.
func (r RemoteDisplay) Wake(of id.Subject) {
	r.db.Notify(store.CardsTopic, string(of.Kind)+" "+string(of.ID))
}

// Clear does nothing: the other process deletes its temporary messages later.
func (RemoteDisplay) Clear(id.Channel) {}

// engineTime reads a player's stored engine time for their export.
func (s *Services) engineTime(ctx context.Context, _ store.Conn, p id.Player) (player.Section, error) {
	type use struct {
		Milliseconds int64     `json:"milliseconds"` // at At: it drains with time
		At           time.Time `json:"at"`
	}
	used, at, ok, err := scheduler.EngineUseOf(ctx, s.DB, p)
	if err != nil || !ok {
		return player.Section{}, err
	}
	return player.Section{Key: "engine_time", Value: use{used.Milliseconds(), at.UTC()}}, nil
}

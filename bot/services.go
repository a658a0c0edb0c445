package bot

import (
	"context"
	"log/slog"

	"yeye/bot/audience"
	"yeye/bot/backfill"
	"yeye/bot/challenge"
	"yeye/bot/connection"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/display"
	"yeye/bot/emoji"
	"yeye/bot/engine"
	"yeye/bot/fairplay"
	"yeye/bot/feature"
	"yeye/bot/gamefile"
	"yeye/bot/guild"
	"yeye/bot/history"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/matchcard"
	"yeye/bot/moderation"
	"yeye/bot/player"
	"yeye/bot/replaypage"
	"yeye/bot/standing"
	"yeye/bot/start"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
	"yeye/bot/studycard"
	"yeye/bot/view"
	"yeye/bot/voice"
)

// Services are what features are made of: the domain, what shows it, and background work. Only the list of features sees them all; a
// feature gets those that its own Services name.
type Services struct {
	DB     *store.DB
	Logger *slog.Logger

	Players    *player.Service
	Guilds     *guild.Service
	Matches    *match.Service
	Challenges *challenge.Service
	FairPlay   *fairplay.Service
	History    *history.Service
	Standing   *standing.Service
	Games      *gamefile.Service
	Moderation *moderation.Moderator
	Archive    *player.Archive // of all stored data of players
	Engine     *engine.Engine
	Analyses   bool // an engine analyses games
	Voice      *voice.Catalog

	REST        *rest.Client
	Connections *connection.Manager
	Backfill    *backfill.Reader
	Audience    *audience.Directory
	Emoji       *emoji.Set
	Readers     *view.Readers
	Painter     view.Painter
	Display     *display.Display
	Cards       *matchcard.Base
	Studies     *studycard.Cards
	Replays     *replaypage.Pages
	Start       *start.Starter

	Tasks      *interaction.Tasks // that people wait for: they are given time to end when the bot is to stop
	Background *interaction.Tasks // the others, which are cancelled then
	Queue      *interaction.Queue // of requests, by channel
	Waker      *scheduler.Waker
}

// Features makes features of services. It calls none of them: what features declare, such as their commands and texts, is learned from
// features made of no services.
type Features func(*Services) []feature.Feature

// services makes the services of features that declare what the given ones do.
func services(o *Options, declared []feature.Feature, bundle *locale.Bundle, sources map[id.Kind]display.Source) (*Services, error) {
	s := &Services{DB: o.DB, Logger: o.Logger, Painter: view.Painter{Painter: o.Painter}, Audience: new(audience.Directory)}
	var err error
	if s.Voice, err = voice.Open(); err != nil {
		return nil, err
	}
	if s.REST, err = rest.New(rest.Options{Token: o.Token, API: o.API, PerSecond: o.PerSecond, Logger: o.Logger, Observer: o.Observer.REST}); err != nil {
		return nil, err
	}
	s.Tasks, s.Background = &interaction.Tasks{Recovered: o.recovered}, &interaction.Tasks{Recovered: o.recovered}
	s.Queue = interaction.NewQueue(s.Tasks, o.Within)
	s.Waker = scheduler.NewWaker(o.DB)

	s.Players, s.Guilds = player.New(o.DB), guild.New(o.DB)
	s.Matches = match.NewService(o.DB, match.WithLimits(o.Limits))
	s.Challenges = challenge.NewService(o.DB, s.Matches, s.Players)
	s.FairPlay = fairplay.New(o.DB, s.Matches, o.Book)
	s.Engine = engine.New(engine.Options{Matches: s.Matches, Thinker: o.Thinker, Analyst: o.Analyst, Searcher: o.Searcher, Reviewer: o.Reviewer,
		Pause: o.Pause, Tempo: tempo(o.Pause), Threads: o.Threads, Hourly: o.Hourly, Thought: o.Observer.Thought, Now: o.DB.Now})
	s.Analyses = s.Engine.Reviews()
	s.Moderation = &moderation.Moderator{Matches: s.Matches, Challenges: s.Challenges, Guilds: s.Guilds}

	s.connect(o)
	s.Emoji = emoji.New(s.REST, o.Painter, o.EmojiRetry, s.Connections.Leads, o.Logger)
	s.Readers = &view.Readers{Bundle: bundle, Players: s.Players, Sign: s.Emoji.Sign, Face: s.Emoji.Face, ReadsContent: s.Connections.ReadsContent,
		Slow: s.Connections.Slowmode, Logger: o.Logger}
	s.show(o, declared, sources)
	s.History = history.New(o.DB, s.Matches, s.Players, s.Audience, func(ctx context.Context, of id.Subject) (id.Message, error) {
		row, _, err := s.Display.Row(ctx, of)
		return row.Message, err
	})
	s.Standing = standing.New(o.DB, s.Players, s.Guilds)
	s.Games = gamefile.New(o.DB, s.Matches, s.History)
	s.Studies = studycard.New(s.Cards, o.DB, s.Games, s.Readers, s.Painter, s.Analyses)
	s.Replays = &replaypage.Pages{Readers: s.Readers, Painter: s.Painter, Analyses: s.Analyses}
	s.Start = &start.Starter{Matches: s.Matches, FairPlay: s.FairPlay, Challenges: s.Challenges, Guilds: s.Guilds, Players: s.Players,
		Readers: s.Readers, REST: s.REST, Self: s.Connections.Self, Public: s.Audience.Public, Announced: s.Display.Announced, Now: o.DB.Now, Logger: o.Logger}
	s.Archive = player.NewArchive(o.DB, s.Players.Owner(), s.Matches.Owner(), s.Challenges.Owner(), s.Games.Owner(), s.History.Owner(), s.Standing.Owner(), s.Guilds.Owner(),
		player.Erases("cards", display.Erase), player.Keeps("jobs", o.engineTime, scheduler.Erase))

	wakers := matchcard.Wakers{Display: s.Display, Scheduler: s.Waker}
	if o.Role == Worker {
		wakers.Display = ringer{o.DB}
	}
	s.Matches.Listen(s.FairPlay.Listener(), matchcard.Listener(wakers), s.History.Listener(), s.Standing.Listener())
	s.Players.Listen(s.Standing.Relist)
	return s, nil
}

// connect makes the connections to Discord, and what plays the moves that arrived while there was none.
func (s *Services) connect(o *Options) {
	intents := gateway.Guilds | gateway.GuildMessages | gateway.DirectMessages | gateway.GuildReactions | gateway.DirectReactions
	if o.Content {
		intents |= gateway.MessageContent
	}
	s.Connections = connection.New(connection.Options{DB: o.DB, Process: o.Worker, Shards: o.Shards, REST: s.REST,
		Gateway: gateway.Options{Token: o.Token, REST: s.REST, Intents: intents, Logger: o.Logger, Observer: o.Observer.Gateway},
		Matches: s.Matches, Challenges: s.Challenges, Audience: s.Audience, Reader: s.reader, Logger: o.Logger, Recovered: o.recovered})
	s.Backfill = s.reader(shards.Part{})
}

// show makes what shows subjects.
func (s *Services) show(o *Options, declared []feature.Feature, sources map[id.Kind]display.Source) {
	onCard := map[string]bool{}
	for i := range declared {
		for _, one := range declared[i].Components {
			onCard[one.Action] = one.OnCard
		}
	}
	localizer := func(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer {
		return s.Readers.To(ctx, p, otherwise.Tag()).Localizer
	}
	s.Display = display.New(display.Options{
		DB: o.DB, REST: s.REST, Bundle: s.Readers.Bundle, Sources: sources, OnCard: func(action string) bool { return onCard[action] },
		Self: s.Connections.Self, ReadsContent: s.Connections.ReadsContent, InUse: s.Challenges.InUse, Fence: s.Connections,
		Elsewhere: ringer{o.DB}.Wake, Localizer: localizer, Refused: s.Emoji.Missed, Logger: o.Logger, Observer: o.Observer.Display,
	})
	s.Cards = matchcard.New(o.DB, s.Matches, s.Readers)
}

// ringer stands for the display of the process that shows a subject.
type ringer struct{ db *store.DB }

// Changed does nothing: what is held back there is not known here.
func (ringer) Changed(id.Subject, display.Wanted) {}

// Wake makes that process look at a subject's card.
func (r ringer) Wake(of id.Subject) { r.db.Ring(store.CardsBell, string(of.Kind)+" "+string(of.ID)) }

// Clear does nothing: temporary messages there go later.
func (ringer) Clear(id.Channel) {}

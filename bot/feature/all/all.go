// Package all lists what the program can do, and gives each feature its services: those that many
// use, and those of the domain that it alone uses. A new feature is a folder beside this one and an
// entry here. Commands, and tests of the program as a whole, import it; no feature may, and nothing
// but the list may enter.
package all

import (
	"yeye/bot/feature"
	"yeye/bot/feature/analysis"
	"yeye/bot/feature/board"
	"yeye/bot/feature/characters"
	"yeye/bot/feature/daily/dailybot"
	"yeye/bot/feature/endings"
	"yeye/bot/feature/endings/endingsbot"
	"yeye/bot/feature/exhibition"
	"yeye/bot/feature/files"
	"yeye/bot/feature/flipped"
	"yeye/bot/feature/guess"
	"yeye/bot/feature/guildadmin"
	"yeye/bot/feature/help"
	"yeye/bot/feature/hint"
	"yeye/bot/feature/leaderboard"
	"yeye/bot/feature/lessons"
	"yeye/bot/feature/lessons/lessonsbot"
	"yeye/bot/feature/mygames"
	"yeye/bot/feature/newcomer"
	"yeye/bot/feature/pastgames"
	"yeye/bot/feature/play"
	"yeye/bot/feature/privacy"
	"yeye/bot/feature/profile"
	"yeye/bot/feature/puzzles/puzzlesbot"
	roleranks "yeye/bot/feature/ranks"
	"yeye/bot/feature/ranks/ranksbot"
	"yeye/bot/feature/replay"
	"yeye/bot/feature/review"
	"yeye/bot/feature/ring/ringbot"
	"yeye/bot/feature/settings"
	"yeye/bot/feature/study/studybot"
	"yeye/bot/feature/tell"
	"yeye/bot/feature/tournament/tournamentbot"
	"yeye/bot/feature/vacation"
	"yeye/bot/feature/vote/votebot"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge/challengebot"
	"yeye/bot/services"
)

// Features returns every feature, in the order of /help. Typed text is offered to them in the same
// order.
func Features(s *services.Services) []feature.Feature {
	kit := s.Kit
	puzzles := puzzlesbot.Services{Kit: kit, Puzzles: s.Puzzles, Daily: s.Daily, Engine: s.Engine,
		FairPlay: s.FairPlay}
	missed := feature.NewOptionalAPI(puzzlesbot.Name, s.Guilds, puzzlesbot.NewMissed(puzzles))
	analyses := analysis.Services{Kit: kit, DB: s.DB, Challenges: s.Challenges,
		FairPlay: s.FairPlay, Start: s.Start, Engine: s.Engine, REST: s.REST, Cards: s.Display,
		Waker: s.Waker, Background: s.Background, Standing: s.Standing, Finished: missed}
	votes := votebot.Services{Kit: kit, Base: s.Cards, Votes: s.Votes, Moderation: s.Moderation,
		Guilds: s.Guilds, Start: s.Start, Lines: s.Voice, Wake: s.Waker.Wake, Analyses: s.Analyses}
	learning := lessonsbot.Services{Kit: kit, Lessons: lessons.NewService(s.DB), Open: s.Puzzles,
		FairPlay: s.FairPlay, Newcomers: s.Start, Standing: s.Standing}
	roles := ranksbot.Services{Kit: kit, Ranks: roleranks.New(s.DB, s.Players, s.Standing),
		REST: s.REST, Connection: s.Connection, Wake: s.Waker.Wake}
	list := []feature.Feature{
		play.New(play.Services{Kit: kit, Base: s.Cards, Challenges: s.Challenges, Start: s.Start,
			Studies: s.StudyCards, Players: s.Players, Standing: s.Standing, Display: s.Display,
			REST: s.REST, Tasks: s.Tasks, Queue: s.Queue, Backfill: s.Backfill,
			Ballot: feature.NewOptionalAPI[play.Ballot](votebot.Name, s.Guilds, votebot.Ballot(votes)),
			Home:   s.Audience.Home, Locked: s.Audience.Locked, Analyses: s.Analyses,
			Solving: []feature.OptionalAPI[play.Solver]{feature.NewOptionalAPI[play.Solver](puzzlesbot.Name,
				s.Guilds, puzzlesbot.NewSolver(puzzles)),
				feature.NewOptionalAPI[play.Solver](lessonsbot.Name, s.Guilds,
					lessonsbot.NewSolver(learning))}}),
		board.New(board.Services{Kit: kit, DB: s.DB, Address: s.Address, Guilds: s.Guilds,
			Asker: s.Start, Members: s.REST, Public: s.Audience.Public, Home: s.Audience.Home,
			Tasks: s.Tasks, Wake: s.Waker.Wake,
			Votes: feature.NewOptionalAPI[board.Ballots](votebot.Name, s.Guilds, votes.Votes)}),
		challengebot.New(challengebot.Services{Kit: kit, Challenges: s.Challenges, Start: s.Start,
			Cards: s.Display, Tasks: s.Tasks, FairPlay: s.FairPlay,
			Endings: feature.NewOptionalAPI[challengebot.Endings](endingsbot.Name, s.Guilds,
				endingsbot.Names{})}),
		flipped.New(flipped.Services{Kit: kit, Engine: s.Engine, Dealt: s.FairPlay.PermitFlipped}),
		votebot.New(votes),
		ringbot.New(ringbot.Services{Kit: kit, Rings: s.Rings, Guilds: s.Guilds, Start: s.Start,
			Cards: s.Display, Wake: s.Waker.Wake}),
		hint.New(hint.Services{Kit: kit, FairPlay: s.FairPlay, Engine: s.Engine}),
		mygames.New(mygames.Services{Kit: kit, Challenges: s.Challenges, Start: s.Start,
			Cards: s.Display}),
		vacation.New(vacation.Services{Kit: kit, Cards: s.Display, Wake: s.Waker.Wake}),
		studybot.New(studybot.Services{Kit: kit, Cards: s.StudyCards, Studies: s.Studies,
			FairPlay: s.FairPlay, Start: s.Start, Engine: s.Engine, Shown: s.Display,
			Connection: s.Connection}),
		pastgames.New(pastgames.Services{Kit: kit, History: s.History, Analyses: s.Analyses}),
		replay.New(replay.Services{Kit: kit, Challenges: s.Challenges, Pages: s.Replays,
			FairPlay: s.FairPlay}),
		guess.New(guess.Services{Kit: kit}),
		puzzlesbot.New(puzzles),
		dailybot.New(dailybot.Services{Kit: kit, Daily: s.Daily, Puzzles: s.Puzzles,
			Guilds: s.Guilds, Cards: s.Display, Connection: s.Connection, Away: s.Matches,
			REST: s.REST}),
		lessonsbot.New(learning),
		newcomer.New(newcomer.Services{Kit: kit, FairPlay: s.FairPlay, Players: s.Players,
			Analyses: s.Analyses, Reports: feature.NewOptionalAPI[newcomer.Reports](analysis.Name, s.Guilds,
				analysis.ReportsOf(analyses))}),
		endingsbot.New(endingsbot.Services{Kit: kit, Endings: endings.New(s.DB), Start: s.Start}),
		exhibition.New(exhibition.Services{Kit: kit, Base: s.Cards, Moderation: s.Moderation,
			Start: s.Start, Analyses: s.Analyses}),
		analysis.New(analyses),
		tell.New(tell.Services{Kit: kit, Lines: s.Voice,
			Reports: feature.NewOptionalAPI[tell.Reports](analysis.Name, s.Guilds,
				analysis.ReportsOf(analyses))}),
		files.New(files.Services{Kit: kit, Challenges: s.Challenges, Pages: s.Replays, REST: s.REST,
			Cards: s.Display, Connection: s.Connection,
			Annotators: []feature.OptionalAPI[archive.Annotator]{feature.NewOptionalAPI(analysis.Name, s.Guilds,
				analysis.Annotator(analyses))}}),
		tournamentbot.New(tournamentbot.Services{Kit: kit, Tournaments: s.Tournaments,
			Start: s.Start, Engine: s.Engine, Cards: s.Display, REST: s.REST,
			Connection: s.Connection, DB: s.DB, Waker: s.Waker}),
		profile.New(profile.Services{Kit: kit, Standing: s.Standing, History: s.History,
			Guilds: s.Guilds, Players: s.Players, REST: s.REST,
			Trained: profile.NewTrained(s.Puzzles, s.Daily, learning.Lessons),
			Posted:  s.Display.Announced}),
		leaderboard.New(leaderboard.Services{Kit: kit, Standing: s.Standing}),
		review.New(review.Services{Kit: kit, DB: s.DB, Standing: s.Standing, History: s.History,
			Engine: s.Engine, Wake: s.Waker.Wake, Tasks: s.Background}),
		settings.New(settings.Services{Kit: kit, Players: s.Players}),
		privacy.New(privacy.Services{Kit: kit, PersonalData: s.PersonalData,
			Challenges: s.Challenges, Cards: s.Display}),
		ranksbot.New(roles),
		// answers what no other feature understands
		characters.New(characters.Services{Kit: kit, DB: s.DB, Lines: s.Voice, Guilds: s.Guilds,
			FairPlay: s.FairPlay, Face: s.Emoji.Face}),
	}
	var names, optional []string
	for _, f := range list {
		names = append(names, f.Name)
		if f.Optional {
			optional = append(optional, f.Name)
		}
	}
	return append(list,
		guildadmin.New(guildadmin.Services{Kit: kit, Guilds: s.Guilds, Challenges: s.Challenges,
			Moderation: s.Moderation, Daily: s.Daily, Wake: s.Waker.Wake, Optional: optional,
			Roles: roles.Ranks, REST: s.REST, Connection: s.Connection,
			Ranks: feature.NewOptionalAPI(ranksbot.Name, s.Guilds, ranksbot.Page(roles))}),
		help.New(help.Services{Kit: kit, Connection: s.Connection, Guilds: s.Guilds,
			Features: append(names, "guildadmin", "help")}))
}

// Package all lists what the program can do, and gives each feature its services: those that many use, and those of the domain that
// it alone uses. A new feature is a folder beside this one and an entry here. Commands, and tests of the program as a whole, import
// it; no feature may, and nothing but the list may enter.
package all

import (
	"yeye/bot/feature"
	"yeye/bot/feature/analysis"
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
	"yeye/bot/feature/vote/votebot"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge/challengebot"
	"yeye/bot/services"
)

// Features returns every feature, in the order of /help. Typed text is offered to them in the same order.
func Features(s *services.All) []feature.Feature {
	puzzles := puzzlesbot.Services{Puzzles: s.Puzzles, Daily: s.Daily, Engine: s.Engine, FairPlay: s.FairPlay, Readers: s.Readers, Painter: s.Painter,
		Matches: s.Matches}
	analyses := analysis.Services{DB: s.DB, Games: s.Games, Matches: s.Matches, Challenges: s.Challenges, FairPlay: s.FairPlay, Start: s.Start,
		Readers: s.Readers, Painter: s.Painter, Engine: s.Engine, REST: s.REST, Cards: s.Display, Waker: s.Waker, Background: s.Background,
		Standing: s.Standing, Now: s.DB.Now, Logger: s.Logger, Finished: feature.PartOf(puzzlesbot.Name, s.Guilds, puzzlesbot.NewMissed(puzzles))}
	votes := votebot.Services{Base: s.Cards, Votes: s.Votes, Matches: s.Matches, Moderation: s.Moderation, Guilds: s.Guilds, Start: s.Start, Readers: s.Readers,
		Painter: s.Painter, Lines: s.Voice, Wake: s.Waker.Wake, Analyses: s.Analyses}
	learning := lessonsbot.Services{Lessons: lessons.NewService(s.DB), Open: s.Puzzles, FairPlay: s.FairPlay, Newcomers: s.Start,
		Standing: s.Standing, Readers: s.Readers, Painter: s.Painter}
	roles := ranksbot.Services{Ranks: roleranks.New(s.DB, s.Players, s.Standing), Readers: s.Readers, REST: s.REST, Connection: s.Connection, Wake: s.Waker.Wake,
		Logger: s.Logger}
	list := []feature.Feature{
		play.New(play.Services{Base: s.Cards, Matches: s.Matches, Games: s.Games, Challenges: s.Challenges, Start: s.Start,
			Studies: s.StudyCards, Readers: s.Readers, Painter: s.Painter, Players: s.Players, Standing: s.Standing,
			Display: s.Display, REST: s.REST,
			Tasks: s.Tasks, Queue: s.Queue, Backfill: s.Backfill,
			Ballot: feature.PartOf[play.Ballot](votebot.Name, s.Guilds, votebot.Ballot(votes)), Home: s.Audience.Home, Analyses: s.Analyses,
			Solving: []feature.Part[play.Solver]{feature.PartOf[play.Solver](puzzlesbot.Name, s.Guilds, puzzlesbot.NewSolver(puzzles)),
				feature.PartOf[play.Solver](lessonsbot.Name, s.Guilds, lessonsbot.NewSolver(learning))}, Logger: s.Logger}),
		challengebot.New(challengebot.Services{Challenges: s.Challenges, Matches: s.Matches, Start: s.Start, Readers: s.Readers, Cards: s.Display, Tasks: s.Tasks}),
		flipped.New(flipped.Services{Matches: s.Matches, Games: s.Games, Readers: s.Readers, Engine: s.Engine, Dealt: s.FairPlay.Dealt}),
		votebot.New(votes),
		ringbot.New(ringbot.Services{Rings: s.Rings, Guilds: s.Guilds, Start: s.Start, Readers: s.Readers, Cards: s.Display, Wake: s.Waker.Wake}),
		hint.New(hint.Services{Matches: s.Matches, FairPlay: s.FairPlay, Engine: s.Engine, Readers: s.Readers, Painter: s.Painter}),
		mygames.New(mygames.Services{Matches: s.Matches, Challenges: s.Challenges, Start: s.Start, Readers: s.Readers, Cards: s.Display, Now: s.DB.Now, Logger: s.Logger}),
		studybot.New(studybot.Services{Cards: s.StudyCards, Studies: s.Studies, Matches: s.Matches, FairPlay: s.FairPlay, Games: s.Games,
			Start: s.Start, Readers: s.Readers, Painter: s.Painter, Engine: s.Engine, Shown: s.Display, Connection: s.Connection, Logger: s.Logger}),
		pastgames.New(pastgames.Services{History: s.History, Games: s.Games, Matches: s.Matches, Readers: s.Readers, Analyses: s.Analyses}),
		replay.New(replay.Services{Challenges: s.Challenges, Games: s.Games, Pages: s.Replays, FairPlay: s.FairPlay, Painter: s.Painter,
			Readers: s.Readers}),
		guess.New(guess.Services{Games: s.Games, Readers: s.Readers, Painter: s.Painter}),
		puzzlesbot.New(puzzles),
		dailybot.New(dailybot.Services{Daily: s.Daily, Puzzles: s.Puzzles, Guilds: s.Guilds, Readers: s.Readers, Painter: s.Painter, Cards: s.Display,
			Connection: s.Connection, Matches: s.Matches, REST: s.REST}),
		lessonsbot.New(learning),
		newcomer.New(newcomer.Services{Matches: s.Matches, FairPlay: s.FairPlay, Players: s.Players, Readers: s.Readers, Painter: s.Painter,
			Games: s.Games, Analyses: s.Analyses,
			Reports: feature.PartOf[newcomer.Reports](analysis.Name, s.Guilds, analysis.ReportsOf(analyses))}),
		endingsbot.New(endingsbot.Services{Endings: endings.New(s.DB), Matches: s.Matches, Start: s.Start, Readers: s.Readers, Painter: s.Painter}),
		exhibition.New(exhibition.Services{Base: s.Cards, Matches: s.Matches, Moderation: s.Moderation, Start: s.Start, Painter: s.Painter, Analyses: s.Analyses}),
		analysis.New(analyses),
		tell.New(tell.Services{Games: s.Games, Lines: s.Voice, Readers: s.Readers, Painter: s.Painter,
			Reports: feature.PartOf[tell.Reports](analysis.Name, s.Guilds, analysis.ReportsOf(analyses))}),
		files.New(files.Services{Games: s.Games, Matches: s.Matches, Challenges: s.Challenges, Readers: s.Readers, Pages: s.Replays, REST: s.REST,
			Cards: s.Display, Connection: s.Connection,
			Annotators: []feature.Part[archive.Annotator]{feature.PartOf(analysis.Name, s.Guilds, analysis.Annotator(analyses))}}),
		tournamentbot.New(tournamentbot.Services{Tournaments: s.Tournaments, Matches: s.Matches, Start: s.Start, Readers: s.Readers, Painter: s.Painter, Engine: s.Engine, Cards: s.Display,
			REST: s.REST, Connection: s.Connection, DB: s.DB, Waker: s.Waker, Logger: s.Logger}),
		profile.New(profile.Services{Standing: s.Standing, History: s.History, Matches: s.Matches, Guilds: s.Guilds, Players: s.Players, Painter: s.Painter,
			Readers: s.Readers, REST: s.REST, Trained: profile.NewTrained(s.Puzzles, s.Daily, learning.Lessons),
			Posted: s.Display.Announced}),
		leaderboard.New(leaderboard.Services{Standing: s.Standing, Readers: s.Readers, Painter: s.Painter}),
		review.New(review.Services{DB: s.DB, Matches: s.Matches, Standing: s.Standing, History: s.History, Engine: s.Engine, Wake: s.Waker.Wake, Tasks: s.Background}),
		settings.New(settings.Services{Players: s.Players, Readers: s.Readers, Painter: s.Painter}),
		privacy.New(privacy.Services{PersonalData: s.PersonalData, Matches: s.Matches, Challenges: s.Challenges, Games: s.Games, Cards: s.Display}),
		ranksbot.New(roles),
		characters.New(characters.Services{DB: s.DB, Lines: s.Voice, Matches: s.Matches, Guilds: s.Guilds, FairPlay: s.FairPlay, Readers: s.Readers,
			Face: s.Emoji.Face, Now: s.DB.Now}), // answers what no other feature understands
	}
	var names, optional []string
	for _, f := range list {
		names = append(names, f.Name)
		if f.Optional {
			optional = append(optional, f.Name)
		}
	}
	return append(list,
		guildadmin.New(guildadmin.Services{Guilds: s.Guilds, Matches: s.Matches, Challenges: s.Challenges, Moderation: s.Moderation, Readers: s.Readers,
			Daily: s.Daily, Wake: s.Waker.Wake, Now: s.DB.Now, Optional: optional, Roles: roles.Ranks,
			REST: s.REST, Connection: s.Connection, Logger: s.Logger, Ranks: feature.PartOf(ranksbot.Name, s.Guilds, ranksbot.Page(roles))}),
		help.New(help.Services{Matches: s.Matches, Readers: s.Readers, Painter: s.Painter, Connection: s.Connection, Guilds: s.Guilds,
			Features: append(names, "guildadmin", "help")}))
}

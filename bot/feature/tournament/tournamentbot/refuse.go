package tournamentbot

import (
	"yeye/bot/feature/tournament"
	"yeye/bot/interaction"
)

// refusals are the errors that only this feature explains.
var refusals = interaction.Refusals{
	{Err: tournament.ErrNone, Key: "tournament.refuse.none"}, {Err: tournament.ErrOver, Key: "tournament.refuse.over"},
	{Err: tournament.ErrStarted, Key: "tournament.refuse.started"},
	{Err: tournament.ErrNotStarted, Key: "tournament.refuse.notstarted"},
	{Err: tournament.ErrFull, Key: "tournament.refuse.full"}, {Err: tournament.ErrLate, Key: "tournament.refuse.late"},
	{Err: tournament.ErrRemoved, Key: "tournament.refuse.removed"},
	{Err: tournament.ErrIn, Key: "tournament.refuse.in"},
	{Err: tournament.ErrNotIn, Key: "tournament.refuse.notin"},
	{Err: tournament.ErrTooFew, Key: "tournament.refuse.toofew"},
	{Err: tournament.ErrPlaying, Key: "tournament.refuse.playing"},
	{Err: tournament.ErrHalf, Key: "tournament.refuse.half"},
	{Err: tournament.ErrByHand, Key: "tournament.refuse.byhand"},
	{Err: tournament.ErrSkips, Key: "tournament.refuse.skips"},
	{Err: tournament.ErrNotDirector, Key: "tournament.refuse.director"},
	{Err: tournament.ErrOwnGame, Key: "tournament.refuse.owngame"},
	{Err: tournament.ErrRunning, Key: "tournament.refuse.running"},
	{Err: tournament.ErrStale, Key: "tournament.refuse.stale"},
	{Err: tournament.ErrUnfit, Key: "tournament.refuse.unfit"},
	{Err: tournament.ErrMany, Key: "tournament.refuse.many"},
}

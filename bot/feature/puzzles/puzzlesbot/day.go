package puzzlesbot

import (
	"context"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/daily"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// Daily knows the puzzle of the day; daily.Service implements it.
type Daily interface {
	Now(ctx context.Context, g id.Guild) (daily.Number, error)
	Puzzle(n daily.Number) string
	DateOver(ctx context.Context, g id.Guild, n daily.Number) (bool, error)
	Result(ctx context.Context, p id.Player, n daily.Number) (daily.Result, bool, error)
	RecordTry(ctx context.Context, t daily.Try) (daily.Result, bool, error)
	Everywhere(ctx context.Context, n daily.Number) (daily.Total, error)
	Streak(ctx context.Context, p id.Player) (daily.Streak, error)
}

// solvePost opens the puzzle of the day from its post; the control's Turn is the number.
func (f *feat) solvePost(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.openDaily(ctx, r, daily.Number(c.Turn))
}

// openDaily opens the puzzle of the day with a number. A player who has finished it can try it again, without effect on
// results.
func (f *feat) openDaily(ctx context.Context, r *interaction.Request, n daily.Number) (interaction.Response, error) {
	p, err := f.Puzzles.Get(f.Daily.Puzzle(n))
	if err != nil {
		return interaction.Response{}, err
	}
	at := progress{Puzzle: p, attempt: attempt{chosen: game.NoSquare, mode: mode{day: n}}}
	if err := f.checkFairPlay(ctx, r.Player, at); err != nil {
		return interaction.Response{}, err
	}
	had, _, err := f.Daily.Result(ctx, r.Player, n)
	if err != nil {
		return interaction.Response{}, err
	}
	at.mode.tries = len(had.Marks)
	for _, m := range had.Marks {
		at.failed = at.failed || m == daily.Wrong
		at.helped = at.helped || m == daily.Hint
	}
	said := []string{r.Text.Text("puzzle.day", locale.Args{"Number": int(n)})}
	met, err := f.Puzzles.Tried(ctx, r.Player, at.ID())
	switch {
	case err != nil:
		return interaction.Response{}, err
	case had.Over():
		said = append(said, r.Text.Text("puzzle.day.done"))
	case met && len(had.Marks) == 0:
		said = append(said, r.Text.Text("puzzle.day.met"))
	}
	return f.page(r, at, said), nil
}

// dailyResult is a player's result after a try at the puzzle of the day.
type dailyResult struct {
	daily.Result
	counted bool
}

// recordDaily records a try at the puzzle of the day. For other puzzles it does nothing.
func (f *feat) recordDaily(ctx context.Context, r *interaction.Request, at *progress, mark daily.Mark,
	solved bool) (dailyResult, error) {
	if at.mode.day == 0 {
		return dailyResult{}, nil
	}
	t := daily.Try{Player: r.Player, Guild: r.Guild, Number: at.mode.day, Mark: mark, Before: at.mode.tries,
		Solved: solved, Shown: mark == 0}
	result, counted, err := f.Daily.RecordTry(ctx, t)
	at.mode.tries = len(result.Marks)
	return dailyResult{result, counted}, err
}

// firstTryCounts reports whether a first try counts for the solver's rating: not at a puzzle of the day whose solution
// has been revealed.
func (f *feat) firstTryCounts(ctx context.Context, r *interaction.Request, at progress) (bool, error) {
	if at.mode.day == 0 {
		return true, nil
	}
	had, _, err := f.Daily.Result(ctx, r.Player, at.mode.day)
	if err != nil || had.Shown { // shown, or revealed on a server whose day is over
		return false, err
	}
	settled, err := f.Daily.DateOver(ctx, r.Guild, at.mode.day)
	return !settled, err
}

// dailyLines returns the lines about the puzzle of the day after its end: the totals of all players, and the user's
// streak.
func (f *feat) dailyLines(ctx context.Context, w *words.Words, p id.Player, at progress) ([]string, error) {
	if at.mode.day == 0 {
		return nil, nil
	}
	var said []string
	world, err := f.Daily.Everywhere(ctx, at.mode.day)
	if err != nil {
		return nil, err
	}
	if world.Tried > 1 {
		said = append(said, w.Text("puzzle.day.world", locale.Args{"Percent": 100 * world.AtOnce / world.Tried,
			"Count": world.Tried}))
	}
	streak, err := f.Daily.Streak(ctx, p)
	if err != nil {
		return nil, err
	}
	if streak.Length > 1 {
		said = append(said, w.Text("puzzle.day.streak", locale.Args{"Count": streak.Length, "Best": streak.Best}))
	}
	if len(streak.Used) > 0 {
		said = append(said, w.Text("puzzle.day.frozen", locale.Args{"Which": numberList(w, streak.Used)}))
	}
	if len(streak.Away) > 0 {
		said = append(said, w.Text("puzzle.day.away", locale.Args{"Which": numberList(w, streak.Away)}))
	}
	return said, nil
}

// numberList writes numbers like "#3, #5".
func numberList(w *words.Words, all []daily.Number) string {
	var texts []string
	for _, n := range all {
		texts = append(texts, "#"+strconv.Itoa(int(n)))
	}
	return strings.Join(texts, w.Text("list.comma"))
}

// actionShare is an action of feature daily, which answers with the result to share. Turn is the puzzle's number.
const actionShare = "dlshare"

// shareButton returns that button if the player has a result of the puzzle of the day to share.
func (f *feat) shareButton(ctx context.Context, r *interaction.Request, w *words.Words,
	at progress) ([]discord.Component, error) {
	if at.mode.day == 0 {
		return nil, nil
	}
	if result, _, err := f.Daily.Result(ctx, r.Player, at.mode.day); err != nil || !result.Shareable() {
		return nil, err
	}
	return []discord.Component{discord.ControlID{Action: actionShare,
		Turn: int64(at.mode.day)}.Button(w.Text("puzzle.day.share"), discord.Secondary)}, nil
}

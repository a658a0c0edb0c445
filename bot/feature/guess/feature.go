// Package guess is 打谱 with a score: a player steps through a game that is over, was imported or is in an old manual,
// and guesses its next move. A guess counts if it is the move played, or its mirror image where both mean the same;
// nothing else is judged, and no engine is used.
//
// Out of scope: what a move is worth.
package guess

import (
	"context"
	"embed"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of the controls. A control's Turn is the place whose next move is to be guessed: the ply on the main line,
// else a number of [record.Places]. Its Arg is the encoded score. They never change: messages keep them forever.
const (
	actionStart  = "gbegin" // start a round; the sides are in the argument
	actionPiece  = "gman"
	actionTarget = "gto"
	actionType   = "gtype"
	actionTyped  = "gtyped"
	actionShow   = "gshow" // the move, without a guess
	actionStop   = "gstop"
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
}

type guess struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	g := &guess{s}
	return feature.Feature{
		Name:     "guess",
		Optional: true,
		Catalog:  locale.Embedded("guess", catalog),
		Commands: []interaction.Command{{Name: "guess", Door: door.Anybody.Alone(), Options: options,
			Handle: g.command}},
		Components: []interaction.Component{
			{Action: view.ActionGuess, Door: door.Anybody.Alone(), Handle: interaction.Loading(g.loadGame, g.offer)},
			{Action: actionStart, Door: door.Anybody.Alone(),
				Handle: g.round(func(_ *archive.Line, s *score, _ string) (outcome, error) { return outcome{}, nil })},
			{Action: actionPiece, Door: door.Anybody.Alone(), Handle: g.round(choosePiece)},
			{Action: actionTarget, Door: door.Anybody.Alone(), Handle: g.round(chooseMove)},
			{Action: actionType, Door: door.Anybody.Alone(), Handle: interaction.Loading(g.loadGame, g.showForm)},
			{Action: actionTyped, Door: door.Anybody.Alone(), Handle: g.submitForm},
			{Action: actionShow, Door: door.Anybody.Alone(), Handle: g.round(showMove)},
			{Action: actionStop, Door: door.Anybody.Alone(), Handle: interaction.Loading(g.loadGame, g.stop)},
		},
	}
}

// outcome is what the last action did.
type outcome struct {
	guessed  game.Move // NoMove if none
	shown    bool      // the answer is shown now
	mirrored bool      // the guess is right in the mirror image; the rest of the game is shown mirrored
}

func choosePiece(_ *archive.Line, s *score, value string) (outcome, error) {
	at, err := game.ParseSquare(value)
	if err != nil {
		return outcome{}, interaction.ErrOutdated
	}
	s.chosen = at
	return outcome{}, nil
}

func chooseMove(l *archive.Line, s *score, value string) (outcome, error) {
	m, err := game.ParseMove(value)
	if err != nil || l.AtEnd() {
		return outcome{}, interaction.ErrOutdated
	}
	inMirror := m != l.Moves[l.At] && m == l.Moves[l.At].Mirror() && symmetric(l)
	if inMirror {
		s.mirror = !s.mirror
		*l = mirrored(*l)
	}
	s.asked++
	if m == l.Moves[l.At] {
		s.matched++
	}
	s.chosen = game.NoSquare
	return outcome{m, true, inMirror}, nil
}

func showMove(_ *archive.Line, s *score, _ string) (outcome, error) {
	s.asked++
	s.chosen = game.NoSquare
	return outcome{game.NoMove, true, false}, nil
}

// loadGame returns the game of a control. Games in progress and studies cannot be guessed: the error is then
// match.ErrFairPlay.
func (g *guess) loadGame(ctx context.Context, r *interaction.Request, c discord.ControlID) (archive.Game, error) {
	one, err := g.Games.Find(ctx, r, c.ID)
	if err == nil && (one.Live || one.Study) {
		err = match.ErrFairPlay
	}
	return one, err
}

// offer asks whose moves are to be guessed, starting at the place that a replay shows.
func (g *guess) offer(ctx context.Context, r *interaction.Request, c discord.ControlID,
	one archive.Game) (interaction.Response, error) {
	return interaction.Answer(discord.Message{Content: r.Text.Text("guess.offer"),
		Rows: []discord.Row{g.startButtons(r, &one, int(c.Turn))}}), nil
}

// startButtons returns the buttons that start a round: Red's moves, Black's, or both.
func (g *guess) startButtons(r *interaction.Request, one *archive.Game, place int) discord.Row {
	button := func(sides [2]bool, label string) discord.Component {
		return discord.ControlID{Action: actionStart, ID: one.ID,
			Turn: int64(place), Arg: score{sides: sides, chosen: game.NoSquare}.String()}.Button(label,
			discord.Secondary)
	}
	w := g.Readers.For(r).Words
	return discord.Row{button([2]bool{true, false}, w.Color(game.Red)),
		button([2]bool{false, true}, w.Color(game.Black)), button([2]bool{true, true}, r.Text.Text("guess.both"))}
}

// round returns the handler of a control. act updates the line and the score; its last argument is the selected value.
func (g *guess) round(act func(*archive.Line, *score, string) (outcome, error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		one, err := g.loadGame(ctx, r, c)
		if err != nil {
			return interaction.Response{}, err
		}
		s, ok := parseScore(c.Arg)
		if !ok {
			return interaction.Response{}, interaction.ErrOutdated
		}
		line := s.line(&one, int(c.Turn))
		result, err := act(&line, &s, r.Selected())
		if err != nil {
			return interaction.Response{}, err
		}
		return g.show(r, &one, line, s, result).Editing(), nil
	}
}

// stop ends a round before the end of the game.
func (g *guess) stop(ctx context.Context, r *interaction.Request, c discord.ControlID,
	one archive.Game) (interaction.Response, error) {
	s, ok := parseScore(c.Arg)
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return g.page(r, &one, s.line(&one, int(c.Turn)), s, nil, true).Editing(), nil
}

// Package newcomer helps beginners against characters. In games against the weakest ones their boards mark hanging
// pieces, until they switch that off. After any game against a character they get one piece of advice from its report.
// Between people it does nothing.
//
// Out of scope: engines, analyzing games (feature analysis), and what a game with marks counts for (package match).
package newcomer

import (
	"context"
	"embed"
	"errors"
	"strings"

	"yeye/ai/report"
	"yeye/ai/tactics"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of the controls. They must not be renamed: old messages still carry them.
const (
	actionEnough = "enough" // switch the marks off
	actionTake   = "along"  // show the advice
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	FairPlay *fairplay.Service
	Players  Players
	Reports  feature.OptionalAPI[Reports]
	Analyses bool // an engine analyzes finished games
}

// Reports makes reports on games and puts them into words; analysis.Reports implements it.
type Reports interface {
	Await(ctx context.Context, r *interaction.Request, g *archive.Game, what string, again discord.ControlID,
		show func(context.Context, *interaction.Request, *archive.Game, *report.Report) (interaction.Response, error),
	) (interaction.Response, error)
	Fault(w *words.Words, g *archive.Game, t *report.TurningPoint) string
	Besides(w *words.Words, g *archive.Game, found *report.Report) []string
	Arrows(w *words.Words, before *game.Position, played, better game.Move) string
}

// Players changes players' preferences; player.Service implements it.
type Players interface {
	UpdatePreferences(ctx context.Context, p id.Player, f func(*player.Preferences)) (player.Preferences, error)
}

type newcomer struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	n := &newcomer{s}
	return feature.Feature{
		Name:    "newcomer",
		Catalog: locale.Embedded("newcomer", catalog),
		Components: []interaction.Component{
			{Action: actionEnough, OnCard: true, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(interaction.ByID(n.Matches.Get), n.stopMarks)},
			{Action: actionTake, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(interaction.ByID(n.Matches.Get), n.showAdvice)},
		},
		Marks:   n.marks,
		Remark:  n.remark,
		Buttons: n.buttons,
	}
}

// hanging returns the hanging pieces of the player and of the opponent. They are empty where marks are off or not
// permitted, and while the player is not to move.
func (n *newcomer) hanging(ctx context.Context, r *view.Reader, m *match.Match) (own, theirs game.Bitboard, err error) {
	side, ok := r.Marks(m)
	if !ok || m.Status != match.Open || m.ToMove() != side {
		return own, theirs, nil
	}
	if _, err := n.FairPlay.PermitHelp(ctx, []id.Player{m.Seats[side].Player}, m, fairplay.ShownUnasked); err != nil {
		if errors.Is(err, match.ErrLivePosition) {
			err = nil
		}
		return own, theirs, err
	}
	p := m.Game.Position()
	for _, take := range safeCaptures(p) {
		theirs = theirs.Or(game.BB(take.move.To()))
	}
	return tactics.InDanger(p), theirs, nil
}

func (n *newcomer) marks(ctx context.Context, r *view.Reader, m *match.Match) (game.Bitboard, error) {
	own, theirs, err := n.hanging(ctx, r, m)
	return own.Or(theirs), err
}

// remark names the marked pieces.
func (n *newcomer) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	own, theirs, err := n.hanging(ctx, r, m)
	if err != nil {
		return "", err
	}
	var lines []string
	p := m.Game.Position()
	if names := pieceNames(r.Words, p, own); len(names) > 0 {
		lines = append(lines, r.Text("newcomer.danger", locale.Args{"Count": len(names),
			"Pieces": strings.Join(names, r.Text("newcomer.comma"))}))
	}
	if names := pieceNames(r.Words, p, theirs); len(names) > 0 {
		lines = append(lines, r.Text("newcomer.free", locale.Args{"Pieces": strings.Join(names,
			r.Text("newcomer.comma"))}))
	}
	return strings.Join(lines, "\n"), nil
}

// pieceNames returns the names of pieces with their places.
func pieceNames(w *words.Words, p *game.Position, pieces game.Bitboard) (names []string) {
	for pieces.Any() {
		names = append(names, w.NameAt(p, pieces.PopFirst()))
	}
	return names
}

// buttons returns the button for the advice after a game, or for switching the marks off during one.
func (n *newcomer) buttons(ctx context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
	if hasAdvice(r, m) {
		if _, on, err := n.Reports.On(ctx, m.Guild); err != nil || !on || !n.Analyses {
			return nil, err
		}
		take := discord.Button{CustomID: view.IDs(m)(actionTake, ""), Label: r.Text("newcomer.along"),
			Style: discord.Secondary}
		return discord.Row{take}, nil
	}
	if _, ok := r.Marks(m); !ok || m.Status != match.Open {
		return nil, nil
	}
	return discord.Row{discord.Button{CustomID: view.IDs(m)(actionEnough, ""), Label: r.Text("newcomer.enough"),
		Style: discord.Secondary}}, nil
}

// stopMarks switches the marks off for the player, in this and in later games, which then count.
func (n *newcomer) stopMarks(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	if _, seated := m.SeatOf(r.Player); !seated {
		return interaction.Response{}, match.ErrNotSeated
	}
	var err error
	r.Prefs, err = n.Players.UpdatePreferences(ctx, r.Player,
		func(p *player.Preferences) { p.Newcomer = player.Plain })
	return interaction.ShowCard(m.Subject()), err
}

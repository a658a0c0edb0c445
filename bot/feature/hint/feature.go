// Package hint suggests a move to the player to move, with its reasons. Package fairplay says what that costs them; the
// engine takes the price once it has a move.
package hint

import (
	"context"
	"embed"
	"slices"
	"strings"

	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	FairPlay *fairplay.Service
	Engine   Engine
}

// Engine finds the move to suggest; engine.Engine implements it.
type Engine interface {
	Suggest(ctx context.Context, p fairplay.Permit) (explain.Hint, error)
}

type hint struct{ Services }

// actionSure confirms a hint that costs something. It never changes: messages keep it forever.
const actionSure = "hintsure"

// New returns the feature.
func New(s Services) feature.Feature {
	h := &hint{s}
	return feature.Feature{
		Name:     "hint",
		Catalog:  locale.Embedded("hint", catalog),
		Commands: []interaction.Command{{Name: "hint", Door: door.Participants.Alone(), Handle: h.here}},
		Components: []interaction.Component{
			{Action: view.ActionHint, Door: door.Participants.Alone(), Handle: h.click},
			{Action: actionSure, Door: door.Participants.Alone(), Handle: h.sure},
		},
		Text: []interaction.TextHandler{
			{Door: door.Participants.Alone(), Wants: interaction.AddressedWord(notation.Hint),
				Handle: h.here},
		},
	}
}

// here suggests a move to the player to move in this channel, privately.
func (h *hint) here(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := h.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, h.Matches.NoMatchError(ctx, r.Channel, err)
	}
	p, err := h.FairPlay.PermitHelp(ctx, []id.Player{r.Player}, &m, fairplay.FromUser)
	if err != nil {
		return interaction.Response{}, err
	}
	return h.ask(ctx, r, m, p)
}

func (h *hint) click(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, p, err := h.at(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	return h.ask(ctx, r, m, p)
}

// at returns the match of a control of this turn, and the permission to help the player with it.
func (h *hint) at(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (m match.Match, p fairplay.Permit, err error) {
	if m, err = h.Matches.Get(ctx, c.ID); err != nil {
		return m, p, err
	}
	if _, seated := m.SeatOf(r.Player); !seated {
		return m, p, match.ErrNotSeated
	}
	if m.Turn != c.Turn {
		return m, p, match.ErrStale
	}
	p, err = h.FairPlay.PermitHelp(ctx, []id.Player{r.Player}, &m, fairplay.FromUser)
	return m, p, err
}

// ask asks first if a hint costs something: a match that counts would become casual.
func (h *hint) ask(ctx context.Context, r *interaction.Request, m match.Match,
	p fairplay.Permit) (interaction.Response, error) {
	counting, err := p.MatchesMadeCasual(ctx)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case len(counting) == 0:
		return h.suggest(r, m, p), nil
	}
	key := "hint.ask"
	if !slices.Contains(counting, m.ID) {
		key = "hint.ask.other" // in a study
	}
	a := interaction.SayPostable(r.Text.Text(key)) // public, but the button works only for this user
	a.Private.Rows = []discord.Row{{discord.Button{CustomID: discord.ControlID{Action: actionSure, ID: m.ID,
		Turn: m.Turn, Arg: string(r.Player)}.String(),
		Label: r.Text.Text("control.hint.sure"), Style: discord.Primary}}}
	return a, nil
}

// sure gives the hint after the user has confirmed.
func (h *hint) sure(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, match.ErrNotAsked
	}
	m, p, err := h.at(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	return h.suggest(r, m, p), nil
}

// suggest runs the engine and answers with the board, an arrow on it, and the reasons.
func (h *hint) suggest(r *interaction.Request, m match.Match, may fairplay.Permit) interaction.Response {
	search := func(ctx context.Context) (explain.Hint, error) { return h.Engine.Suggest(ctx, may) }
	return interaction.Await(search, func(ctx context.Context, found explain.Hint) (interaction.Response, error) {
		if m.Mode.Competitive { // what is taken along from the game must not blame it
			if err := h.Matches.Hinted(ctx, &m, found.Move); err != nil {
				return interaction.Response{}, err
			}
		}
		p := m.Game.Position()
		reader := h.Readers.For(r)
		w := reader.Words
		side, _ := m.SeatOf(r.Player)
		v := render.View{Position: *p, Below: side, Style: reader.Style()}
		v.Style.Newcomer = reader.Newcomer(m.Seats[side].Newcomer)
		if m.Mode.OneOwner {
			v.Below = game.Red
		}
		v.Marks.LastMove, v.Marks.Hint = m.LastMove(), found.Move
		said := text(w, p, found)
		now, err := h.Matches.Get(ctx, m.ID)
		switch {
		case err != nil:
			return interaction.Response{}, err
		case now.Turn != m.Turn || now.Status != m.Status: // a newer board stands above it
			said = w.Text("hint.late") + "\n" + said
		}
		if v.Style.Newcomer {
			pieces, danger := dangerText(w, p)
			v.Marks.Threatened = pieces
			if _, told := reader.Marks(&m); danger != "" && !told { // else the card says it
				said += "\n" + danger
			}
		}
		files, err := h.Painter.Picture(w, v, w.Text("hint.alt",
			locale.Args{"Piece": w.PieceWritten(p.At(found.Move.From())),
				"From": found.Move.From().String(), "To": found.Move.To().String()}))
		if err != nil {
			return interaction.Response{}, err
		}
		return interaction.Answer(discord.Message{Content: said, Files: files}), nil
	})
}

// text describes the move, its reasons, and the expected continuation.
func text(w *words.Words, p *game.Position, h explain.Hint) string {
	said := w.Text("hint.text", locale.Args{"Move": w.Move(p, h.Move), "Reasons": w.Reasons(p, h.Reasons)})
	limit := minLine
	for _, why := range h.Reasons {
		if why.Kind == explain.Wins {
			limit = max(limit, 2*why.N-1) // up to the move that wins it
		}
	}
	if len(h.Line) > 1 {
		said += "\n-# " + w.Text("hint.line", locale.Args{"Line": strings.Join(w.Line(*p, h.Line, limit), " ")})
	}
	return said
}

// minLine is the minimum number of plies shown of a line, if it has so many.
const minLine = 6

// dangerText names the pieces that a newcomer could lose, which the board marks; "" where there are none.
func dangerText(w *words.Words, p *game.Position) (pieces game.Bitboard, text string) {
	pieces = tactics.InDanger(p)
	var names []string
	for b := pieces; b.Any(); {
		s := b.PopFirst()
		names = append(names, w.NameAt(p, s))
	}
	if len(names) == 0 {
		return pieces, ""
	}
	return pieces, w.Text("newcomer.danger", locale.Args{"Count": len(names),
		"Pieces": strings.Join(names, w.Text("newcomer.comma"))})
}

// Package hint suggests a move to the player to move, with its reasons. Package fairplay says what a hint costs them (a
// match that counts for a rating or as an unaided win becomes casual); the engine applies that once it has a move.
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

// actionConfirm confirms a hint that costs something. It never changes: messages keep it forever.
const actionConfirm = "hintsure"

// New returns the feature.
func New(s Services) feature.Feature {
	h := &hint{s}
	return feature.Feature{
		Name:     "hint",
		Catalog:  locale.Embedded("hint", catalog),
		Commands: []interaction.Command{{Name: "hint", Door: door.Participants.Alone(), Handle: h.command}},
		Components: []interaction.Component{
			{Action: view.ActionHint, Door: door.Participants.Alone(), Handle: h.click},
			{Action: actionConfirm, Door: door.Participants.Alone(), Handle: h.confirm},
		},
		Text: []interaction.TextHandler{
			{Door: door.Participants.Alone(), Wants: interaction.AddressedWord(notation.Hint),
				Handle: h.command},
		},
	}
}

// command handles /hint and the typed word: it suggests a move to the player to move in this channel, privately.
func (h *hint) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := h.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, h.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	p, err := h.FairPlay.PermitHelp(ctx, []id.Player{r.Player}, &m, fairplay.FromUser)
	if err != nil {
		return interaction.Response{}, err
	}
	return h.ask(ctx, r, m, p)
}

func (h *hint) click(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, p, err := h.load(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	return h.ask(ctx, r, m, p)
}

// load returns the match of a control and the permission to help the player with it. It fails with match.ErrStale if a
// move was played since the control was made.
func (h *hint) load(ctx context.Context, r *interaction.Request,
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

// ask asks for confirmation if a match that counts would become casual by the hint; otherwise it suggests a move.
func (h *hint) ask(ctx context.Context, r *interaction.Request, m match.Match,
	p fairplay.Permit) (interaction.Response, error) {
	madeCasual, err := p.MatchesMadeCasual(ctx)
	switch {
	case err != nil:
		return interaction.Response{}, err
	case len(madeCasual) == 0:
		return h.suggest(r, m, p), nil
	}
	key := "hint.ask"
	if !slices.Contains(madeCasual, m.ID) {
		key = "hint.ask.other" // in a study
	}
	a := interaction.SayPostable(r.Text.Text(key)) // it may become public, but the button works only for this user
	a.Private.Rows = []discord.Row{{discord.Button{CustomID: discord.ControlID{Action: actionConfirm, ID: m.ID,
		Turn: m.Turn, Arg: string(r.Player)}.String(),
		Label: r.Text.Text("control.hint.sure"), Style: discord.Primary}}}
	return a, nil
}

// confirm suggests a move after the user has confirmed the cost.
func (h *hint) confirm(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, match.ErrNotAsked
	}
	m, p, err := h.load(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	return h.suggest(r, m, p), nil
}

// suggest runs the engine and answers with the board, an arrow on it, and the reasons.
func (h *hint) suggest(r *interaction.Request, m match.Match, permit fairplay.Permit) interaction.Response {
	search := func(ctx context.Context) (explain.Hint, error) { return h.Engine.Suggest(ctx, permit) }
	return interaction.Await(search, func(ctx context.Context, found explain.Hint) (interaction.Response, error) {
		if m.Mode.Competitive { // the game's report must not count the suggested move as a fault
			if err := h.Matches.RecordHint(ctx, &m, found.Move); err != nil {
				return interaction.Response{}, err
			}
		}
		p := m.Game.Position()
		reader := h.Readers.For(r)
		w := reader.Words
		side, _ := m.SeatOf(r.Player)
		v := render.View{Position: *p, Below: side, Style: reader.Style()}
		v.Style.Newcomer = reader.Newcomer(m.Seats[side].Newcomer)
		if m.Mode.OnePlayer {
			v.Below = game.Red
		}
		v.Marks.LastMove, v.Marks.Hint = m.LastMove(), found.Move
		content := hintText(w, p, found)
		current, err := h.Matches.Get(ctx, m.ID)
		switch {
		case err != nil:
			return interaction.Response{}, err
		case current.Turn != m.Turn || current.Status != m.Status: // a newer board is shown above this answer
			content = w.Text("hint.late") + "\n" + content
		}
		if v.Style.Newcomer {
			pieces, danger := dangerText(w, p)
			v.Marks.Threatened = pieces
			if _, marked := reader.Marks(&m); danger != "" && !marked { // otherwise the card says so
				content += "\n" + danger
			}
		}
		files, err := h.Painter.Picture(w, v, w.Text("hint.alt",
			locale.Args{"Piece": w.PieceWritten(p.At(found.Move.From())),
				"From": found.Move.From().String(), "To": found.Move.To().String()}))
		if err != nil {
			return interaction.Response{}, err
		}
		return interaction.Answer(discord.Message{Content: content, Files: files}), nil
	})
}

// hintText describes the move, its reasons, and the expected continuation.
func hintText(w *words.Words, p *game.Position, h explain.Hint) string {
	content := w.Text("hint.text", locale.Args{"Move": w.Move(p, h.Move), "Reasons": w.Reasons(p, h.Reasons)})
	limit := usualLine
	for _, why := range h.Reasons {
		if why.Kind == explain.Wins {
			limit = max(limit, 2*why.N-1) // up to the move that wins it
		}
	}
	if len(h.Line) > 1 {
		content += "\n-# " + w.Text("hint.line", locale.Args{"Line": strings.Join(w.Line(*p, h.Line, limit), " ")})
	}
	return content
}

// usualLine is how many plies of the expected line are shown at most, unless winning material takes more.
const usualLine = 6

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

package challengebot

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

// Actions of the page that asks whom to challenge from a board. Their id and turn are those of [view.ActionDuelHere],
// and their argument is what was chosen so far.
const (
	actionHereSide = "dhside"
	actionHerePair = "dhpair" // one game, or two
	actionHereUser = "dhuser" // challenge the user selected
	actionHereAll  = "dhall"  // challenge everybody
)

// here is a board to challenge somebody from, and what was chosen so far.
type here struct {
	discord.ControlID
	at   game.Position
	side string // red, black or random
	pair bool
}

// arg writes what was chosen: [view.DuelStudy] or "", the side, and the number of games.
func (h *here) arg() string {
	from, _, _ := strings.Cut(h.Arg, ".")
	games := "1"
	if h.pair {
		games = "2"
	}
	return strings.Join([]string{from, h.side, games}, ".")
}

var hereSides = []string{"random", "red", "black"}

// on reads a control of the page, and the position on the board that it was made for: of a replay's place, or of a
// study that has not moved on.
func (f *challenges) on(ctx context.Context, r *interaction.Request, c discord.ControlID) (h here, err error) {
	h = here{ControlID: c, side: hereSides[0]}
	from, chosen, _ := strings.Cut(c.Arg, ".")
	side, games, _ := strings.Cut(chosen, ".")
	for _, one := range hereSides {
		if side == one {
			h.side = one
		}
	}
	h.pair = games == "2"
	g, err := f.Games.Find(ctx, r, c.ID)
	if err != nil {
		return h, err
	}
	m := g.Match()
	switch {
	case g.Live:
		return h, match.ErrFairPlay
	case !g.Variant().Positions(), from == view.DuelStudy && !g.Study, from != view.DuelStudy && from != "":
		return h, interaction.ErrOutdated
	case from == view.DuelStudy && m.Status != match.Open:
		return h, m.NotOpen()
	case from == view.DuelStudy && m.Turn != c.Turn:
		return h, m.Stale()
	case from == view.DuelStudy:
		h.at = *m.Game.Position()
	default:
		line := g.Line(int(c.Turn))
		h.at, _ = line.Position(line.At)
	}
	if err := start.Playable(&h.at); err != nil {
		return h, err
	}
	_, err = f.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, game.NewGame(h.at, game.NoRepetition),
		fairplay.Played)
	return h, err
}

// here asks the player whom to challenge from a board.
func (f *challenges) here(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Response{}, start.ErrAlone
	}
	h, err := f.on(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.herePage(r, &h), nil
}

func (f *challenges) hereSide(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.hereChanged(ctx, r, c, func(h *here) { h.side = r.Selected() })
}

func (f *challenges) herePair(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.hereChanged(ctx, r, c, func(h *here) { h.pair = !h.pair })
}

func (f *challenges) hereChanged(ctx context.Context, r *interaction.Request, c discord.ControlID,
	change func(*here)) (interaction.Response, error) {
	h, err := f.on(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	change(&h)
	return f.herePage(r, &h).Editing(), nil
}

// hereUser challenges the user selected.
func (f *challenges) hereUser(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if r.Selected() == "" {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return f.duelHere(ctx, r, c, id.Player(r.Selected()))
}

func (f *challenges) hereAll(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.duelHere(ctx, r, c, "")
}

// duelHere challenges as the command does with what was chosen.
func (f *challenges) duelHere(ctx context.Context, r *interaction.Request, c discord.ControlID,
	other id.Player) (interaction.Response, error) {
	h, err := f.on(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	asked := *r
	asked.Options = map[string]string{"position": h.at.FEN(), "side": h.side}
	if h.pair {
		asked.Options["pair"] = "true"
	}
	return f.Start.Duel(ctx, &asked, other, h.side)
}

// herePage is the page that asks.
func (f *challenges) herePage(r *interaction.Request, h *here) interaction.Response {
	reader := f.Readers.For(r)
	usual := game.Start()
	posed := !h.at.Same(&usual)
	h.pair = h.pair && posed
	id := func(action string) string {
		return discord.ControlID{Action: action, ID: h.ID, Turn: h.Turn, Arg: h.arg(), Nonce: r.Nonce()}.String()
	}
	side := discord.Select{CustomID: id(actionHereSide), Placeholder: reader.Text("challenge.term.side")}
	for _, one := range hereSides {
		label := reader.Text("side.random")
		if one != "random" {
			label = reader.Text("color." + one)
		}
		label = reader.Text("named", locale.Args{"Name": side.Placeholder, "Value": label})
		side.Options = append(side.Options, discord.Option{Value: one, Default: one == h.side, Label: label})
	}
	buttons := discord.Row{discord.Button{CustomID: id(actionHereAll), Label: reader.Text("control.here.all"),
		Style: discord.Secondary}}
	said := []string{reader.Text("challenge.here", locale.Args{"Side": reader.Color(h.at.Turn())})}
	if posed {
		label := "control.here.pair"
		if h.pair {
			label = "control.here.single"
			said = append(said, reader.Text("pair.yes"))
		}
		buttons = append(discord.Row{discord.Button{CustomID: id(actionHerePair), Label: reader.Text(label),
			Style: discord.Secondary}}, buttons...)
		said = append(said, "-# "+reader.Text("challenge.position.casual"))
	}
	return interaction.Answer(discord.Message{Content: strings.Join(said, "\n"), Rows: []discord.Row{{side},
		{discord.Select{CustomID: id(actionHereUser), Users: true, Placeholder: reader.Text("challenge.here.user")}},
		buttons}})
}

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

// Actions of the page for a challenge from a board. Their id and turn are those of [view.ActionDuelHere], their
// argument holds the choices made so far, see [boardChallenge.arg].
const (
	actionHereSide = "dhside"
	actionHerePair = "dhpair" // toggle between one game and a pair
	actionHereUser = "dhuser" // challenge the selected user
	actionHereAll  = "dhall"  // make an open challenge
)

// boardChallenge is a challenge from a board in preparation: the position, and the choices made so far.
type boardChallenge struct {
	discord.ControlID
	at   game.Position
	side string // red, black or random
	pair bool
}

// arg encodes the origin ([view.DuelStudy] or ""), the side and the number of games, joined by dots.
func (h *boardChallenge) arg() string {
	from, _, _ := strings.Cut(h.Arg, ".")
	games := "1"
	if h.pair {
		games = "2"
	}
	return strings.Join([]string{from, h.side, games}, ".")
}

var boardSides = []string{"random", "red", "black"}

// loadBoard decodes a control of the page and loads its position: that of a replay's place, or the study's board, whose
// turn must not have changed. It checks that fair play permits people to play from it.
func (f *challenges) loadBoard(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (h boardChallenge, err error) {
	h = boardChallenge{ControlID: c, side: boardSides[0]}
	from, chosen, _ := strings.Cut(c.Arg, ".")
	side, games, _ := strings.Cut(chosen, ".")
	for _, one := range boardSides {
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

// askFromBoard shows the page for a challenge from a board.
func (f *challenges) askFromBoard(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Response{}, start.ErrDirectMessage
	}
	h, err := f.loadBoard(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.boardPage(r, &h), nil
}

func (f *challenges) chooseSide(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.changeBoard(ctx, r, c, func(h *boardChallenge) { h.side = r.Selected() })
}

func (f *challenges) togglePair(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.changeBoard(ctx, r, c, func(h *boardChallenge) { h.pair = !h.pair })
}

func (f *challenges) changeBoard(ctx context.Context, r *interaction.Request, c discord.ControlID,
	change func(*boardChallenge)) (interaction.Response, error) {
	h, err := f.loadBoard(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	change(&h)
	return f.boardPage(r, &h).Editing(), nil
}

// challengeUser challenges the selected user.
func (f *challenges) challengeUser(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if r.Selected() == "" {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return f.challengeFrom(ctx, r, c, id.Player(r.Selected()))
}

func (f *challenges) challengeAnyone(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.challengeFrom(ctx, r, c, "")
}

// challengeFrom makes the challenge like /challenge, with the choices of the page.
func (f *challenges) challengeFrom(ctx context.Context, r *interaction.Request, c discord.ControlID,
	other id.Player) (interaction.Response, error) {
	h, err := f.loadBoard(ctx, r, c)
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

// boardPage returns the page: selects for side and opponent, and buttons for a pair and an open challenge.
func (f *challenges) boardPage(r *interaction.Request, h *boardChallenge) interaction.Response {
	reader := f.Readers.For(r)
	initial := game.Start()
	fromPosition := !h.at.Same(&initial)
	h.pair = h.pair && fromPosition
	id := func(action string) string {
		return discord.ControlID{Action: action, ID: h.ID, Turn: h.Turn, Arg: h.arg(), Nonce: r.Nonce()}.String()
	}
	side := discord.Select{CustomID: id(actionHereSide), Placeholder: reader.Text("challenge.term.side")}
	for _, one := range boardSides {
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
	if fromPosition {
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

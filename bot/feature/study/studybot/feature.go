// Package studybot is the Discord side of studies: the commands and controls with which a study's owner moves both
// sides, takes back, sets up positions, has the engine move or evaluate, and invites guests.
package studybot

import (
	"context"
	"embed"
	"errors"
	"strings"

	"yeye/ai/explain"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/study"
	"yeye/bot/feature/study/studycard"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of a study's controls, besides those of package view. They never change: messages keep them forever.
const (
	actionSetPiece = "sman"  // the piece to put
	actionSetFile  = "sfile" // the file to put it on
	actionSetPoint = "sput"  // the point to put it on
	actionSetTurn  = "sturn" // the other side is to move
	actionSetClear = "sclear"
	actionSetStart = "sall" // the starting position
	actionSetDone  = "sdone"
	actionSetSure  = "ssure" // as sdone, after the owner has confirmed
	actionReplace  = "sover" // open a position of a game, after the owner has confirmed
	actionDrop     = "sdrop" // delete part of the book, after the owner has confirmed
	actionSaid     = "ssaid" // the submitted modal with a comment
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Cards      *studycard.Cards
	Studies    *study.Service
	FairPlay   *fairplay.Service
	Start      *start.Starter
	Engine     Engine
	Shown      Shown
	Connection Connection
}

// Engine finds moves; engine.Engine implements it.
type Engine interface {
	Suggest(ctx context.Context, p fairplay.Permit) (explain.Hint, error)
}

// Shown updates cards that are shown; display.Display implements it.
type Shown interface {
	Wake(s id.Subject)
}

// Connection knows the bot's user; connection.Manager implements it.
type Connection interface {
	Self() id.Player
}

type studies struct {
	Services
	calls recentPings
}

// New returns the feature.
func New(services Services) feature.Feature {
	s := &studies{Services: services}
	return feature.Feature{
		Name:    "study",
		Catalog: locale.Embedded("study", catalog),
		Cards:   map[id.Kind]display.Source{study.Mode.Kind: s.Cards},
		Commands: []interaction.Command{{Name: "study", Door: door.Starters.Alone(),
			Doors: map[string]door.Door{"invite": door.Post}, Options: options, Handle: s.open}},
		Components: []interaction.Component{
			{Action: view.ActionStudyHere, Door: door.Starters.Alone(), Handle: s.openHere},
			{Action: studycard.ActionEngine, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(s.loadAtTurn, s.engineMoves)},
			{Action: studycard.ActionLines, OnCard: true, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(s.loadAtTurn, s.showLines)},
			{Action: studycard.ActionMasters, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(s.loadAtTurn, s.masters)},
			{Action: studycard.ActionMore, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(s.loadAtTurn, s.more)},
			{Action: studycard.ActionBook, OnCard: true, Door: door.Participants.Alone(), Handle: s.playOrEdit},
			{Action: actionDrop, Door: door.Participants.Alone(), Handle: s.drop},
			{Action: studycard.ActionNote, OnCard: true, Door: door.Participants.Alone(), Handle: s.askNote},
			{Action: actionSaid, Door: door.Participants.Alone(), Handle: s.submitNote},
			{Action: studycard.ActionReset, OnCard: true, Door: door.Participants.Alone(), Handle: s.reset},
			{Action: studycard.ActionDismiss, OnCard: true, Door: door.Participants.Alone(), Handle: s.dismiss},
			{Action: studycard.ActionClose, Door: door.Participants.Alone(), Handle: s.close},
			{Action: studycard.ActionSetUp, Door: door.Participants.Alone(), Handle: s.setUp},
			{Action: actionSetPiece, Door: door.Participants.Alone(),
				Handle: s.draftHandler(func(d *draft, v string) { d.selectTool(v) })},
			{Action: actionSetFile, Door: door.Participants.Alone(),
				Handle: s.draftHandler(func(d *draft, v string) { d.file = strings.Index(files, v) })},
			{Action: actionSetPoint, Door: door.Participants.Alone(), Handle: s.draftHandler(putPoint)},
			{Action: actionSetTurn, Door: door.Participants.Alone(),
				Handle: s.draftHandler(func(d *draft, _ string) { d.Turn = d.Turn.Other() })},
			{Action: actionSetClear, Door: door.Participants.Alone(),
				Handle: s.draftHandler(func(d *draft, _ string) { d.Board = [game.Squares]game.Piece{} })},
			{Action: actionSetStart, Door: door.Participants.Alone(), Handle: s.draftHandler(setStart)},
			{Action: actionSetDone, Door: door.Participants.Alone(), Handle: s.setDone},
			{Action: actionSetSure, Door: door.Participants.Alone(), Handle: s.setSure},
			{Action: actionReplace, Door: door.Starters.Alone(), Handle: s.replace},
			{Action: studycard.ActionPost, Door: door.Starters.Alone(), Handle: s.post},
		},
		Personal: player.NewOwner("lines of studies", studycard.Erase),
		OnMatch:  match.Listener{InTx: onMatch, After: s.payForEvaluation},
		Refuse:   refusals.Answer,
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Typed("study", "position", archive.MaxPasted),
		t.Option("study", "public", discord.BooleanOption),
		t.Option("study", "invite", discord.UserOption)}
}

// open opens a study at the starting position, or at the position or game in a text.
func (s *studies) open(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if guest := id.Player(r.Options["invite"]); guest != "" {
		return s.invite(ctx, r, guest)
	}
	o := openOptions{public: r.Options["public"] == "true"}
	text := strings.TrimSpace(r.Options["position"])
	if text == "" {
		o.Game = game.NewGame(game.Start(), game.NoRepetition)
		return s.openStudy(ctx, r, o)
	}
	rec, g, err := archive.Read([]byte(text))
	if err != nil {
		return interaction.Response{}, err
	}
	o.Game, o.given = g, true
	if o.Book, err = study.Pack(rec); err != nil {
		return interaction.Response{}, err
	}
	o.again = s.importPasted(r, rec, &o)
	a, err := s.openStudy(ctx, r, o)
	return archive.NoteOmissions(r, rec, a), err
}

// openHere opens a study at the position that a replay shows, with all annotations of the game's file.
func (s *studies) openHere(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if c.Arg != "" && c.Arg != string(r.Player) {
		return interaction.Say(r.Text.Text("replay.notyours")), nil
	}
	return s.openPlace(ctx, r, c, false, false)
}

// openPlace opens a study at the position of a game that a control names; sure means that the book of an open study may
// be replaced.
func (s *studies) openPlace(ctx context.Context, r *interaction.Request, c discord.ControlID,
	public, sure bool) (interaction.Response, error) {
	one, err := s.Games.Find(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	if one.Live {
		return interaction.Response{}, match.ErrFairPlay
	}
	b, cut, err := one.Board(int(c.Turn))
	if err != nil {
		return interaction.Response{}, err
	}
	note := ""
	if cut {
		note = r.Text.Text("study.cut", locale.Args{"Count": study.MaxBookMoves})
	}
	again := discord.ControlID{Action: actionReplace, ID: c.ID, Turn: c.Turn, Arg: publicArgOf(public)}
	a, err := s.openStudy(ctx, r, openOptions{Board: b, given: true, public: public, sure: sure,
		again: func(context.Context) (discord.ControlID, error) { return again, nil }})
	if a.Card != nil { // the study has a card in the channel; the replay stays unchanged
		s.Shown.Wake(a.Card.Subject)
		return interaction.Say(strings.TrimSpace(r.Text.Text("study.opened") + " " + note)), err
	}
	if note == "" || a.Work == nil { // a question gets no note; the board after it does
		return a, err
	}
	return a.Then(func(made interaction.Response) interaction.Response {
		if made.Private != nil {
			made.Private.Content += "\n-# " + note
		}
		return made
	}), err
}

// openStudy opens a study: private to its owner, unless it is to be public or the request is in a DM; then in this
// channel, or in a thread if a game is played here. If the player has an open study, it is used, and set up with the
// new game if one is given; the owner is asked first if a large book would be lost. A position of the player's own live
// game against a person is refused.
func (s *studies) openStudy(ctx context.Context, r *interaction.Request, o openOptions) (interaction.Response, error) {
	var err error
	if o.may, err = s.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, o.Game, fairplay.FromUser); err != nil {
		return interaction.Response{}, err
	}
	if !o.public && r.Guild != "" {
		return s.openPrivate(ctx, r, &o)
	}
	by := start.Actor(r, match.FromCommand)
	seat := match.Seat{Player: r.Player, Name: r.Name}
	opened := func(ctx context.Context, guild id.Guild, channel id.Channel) (id.Subject, error) {
		c, err := s.Studies.Open(ctx, by, o.may, guild, channel, r.Locale, o.Board)
		return c.Match.Subject(), err
	}
	return s.Start.Launch(ctx, r, start.Launch{
		Name:  view.MatchTitle(s.Readers.For(r).Words, [2]match.Seat{seat, seat}),
		Start: opened,
		Check: func(ctx context.Context) error {
			return s.Matches.MayStart(ctx, by, match.Terms{Mode: study.Mode, Guild: r.Guild})
		},
		OnOccupied: func(ctx context.Context, there *match.OccupiedError) (a interaction.Response, ok bool, err error) {
			m := there.Match
			if !study.Owns(r.Player, &m) {
				return a, false, nil
			}
			if a, ok, err = s.askOpening(ctx, r, &m, &o); ok || err != nil {
				return a, ok, err
			}
			if o.given {
				c, err := s.Studies.SetUp(ctx, by, o.may, m.ID, o.Board)
				if err != nil {
					return a, false, err
				}
				m = c.Match
			}
			a = interaction.ShowCard(m.Subject())
			a.Card.Repost = true
			return a, true, nil
		},
	})
}

// loadAtTurn returns the open study of a control, if the player may move on it. It fails with match.ErrStale if the
// study has moved on since.
func (s *studies) loadAtTurn(ctx context.Context, r *interaction.Request, c discord.ControlID) (match.Match, error) {
	m, err := s.loadOwn(ctx, r, c)
	if err == nil && m.Turn != c.Turn {
		err = m.Stale()
	}
	return m, err
}

func (s *studies) loadOwn(ctx context.Context, r *interaction.Request, c discord.ControlID) (match.Match, error) {
	m, err := s.Matches.Get(ctx, c.ID)
	if err != nil {
		return m, err
	}
	switch _, seated := m.SeatOf(r.Player); {
	case !seated || !m.Mode.OnePlayer:
		return m, match.ErrNotSeated
	case m.Status != match.Open:
		return m, m.NotOpen()
	}
	return m, nil
}

// engineMoves plays the engine's move for the side to move.
func (s *studies) engineMoves(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	may, err := s.Cards.Permit(ctx, r.Player, &m, fairplay.FromUser)
	if err != nil {
		return interaction.Response{}, err
	}
	search := func(ctx context.Context) (explain.Hint, error) { return s.Engine.Suggest(ctx, may) }
	return interaction.Await(search, func(ctx context.Context, h explain.Hint) (interaction.Response, error) {
		made, err := s.Matches.Step(ctx, start.Actor(r, match.FromCard), m.ID, m.Turn, h.Move)
		return s.Cards.After(r, &made, err)
	}), nil
}

func (s *studies) reset(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := s.Studies.Reset(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn)
	return s.Cards.After(r, &made, err)
}

func (s *studies) close(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := s.Studies.Close(ctx, start.Actor(r, match.FromCard), c.ID)
	return s.Cards.After(r, &made, err)
}

// showLines switches the engine's evaluation of a study's positions on or off.
func (s *studies) showLines(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	on, err := s.Cards.Evaluated(ctx, &m)
	if err == nil && on {
		if err := s.Cards.StopEvaluating(ctx, &m); err != nil {
			return interaction.Response{}, err
		}
		return s.Cards.Show(r, &m, game.NoSquare), nil
	}
	if err == nil { // a refusal should not take long
		_, err = s.Cards.Permit(ctx, r.Player, &m, fairplay.FromUser)
	}
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Response{OwnLimit: true, Work: func(ctx context.Context) (interaction.Response, error) {
		if err := s.Cards.Evaluate(ctx, r.Player, &m); err != nil {
			return interaction.Response{}, err
		}
		now, err := s.Matches.Get(ctx, m.ID)
		if err != nil {
			return interaction.Response{}, err
		}
		return s.Cards.Show(r, &now, game.NoSquare), nil
	}}, nil
}

// more shows the second row of buttons.
func (s *studies) more(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	return s.Cards.More(r, &m), nil
}

// payForEvaluation makes casual the games of the moving player that are at the study's position, if the study is
// evaluated: the card shows that player the engine's lines. Other members' games are not changed, because they could
// have been invited just for that.
func (s *studies) payForEvaluation(ctx context.Context, c *match.Change) {
	m := &c.Match
	if !m.Mode.OnePlayer || m.Status != match.Open || !c.PositionChanged() || c.By.Player == "" {
		return
	}
	on, err := s.Cards.Evaluated(ctx, m)
	if err == nil && on {
		var may fairplay.Permit
		if may, err = s.Cards.Permit(ctx, c.By.Player, m, fairplay.FromUser); err == nil {
			err = may.Pay(ctx)
			// the card shows no evaluation
		} else if errors.Is(err, match.ErrLivePosition) || errors.Is(err, match.ErrEnded) {
			err = nil
		}
	}
	if err != nil {
		s.Logger.Error("cannot record that the engine has helped", "err", err)
	}
}

// onMatch updates a study's book with its moves, and ends its evaluation when it is closed.
func onMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	if err := study.OnMatch(ctx, tx, c); err != nil {
		return err
	}
	studycard.OnMatch(ctx, tx, c)
	return nil
}

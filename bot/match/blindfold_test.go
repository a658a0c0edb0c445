package match_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/game"
	"yeye/game/notation"
)

// While a blindfold match runs whoever looks finds its start, also after a restart and in exports; the rules know the board. With the end
// the game is there, for those who are told of it too.
func TestBlindfold(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	var told []int
	e.Listen(match.Listener{After: func(_ context.Context, c *match.Change) { told = append(told, c.Match.Game.Ply()) }})
	terms := match.Terms{Mode: match.DuelOf(variant.Blindfold), Channel: room, Position: game.Start(), Locale: "en-US"}
	terms.Seats = [2]match.Seat{{Player: "mei", Name: "Mei"}, {Player: "tom", Name: "Tom"}}
	m, err := of(e.Service.Start(ctx, e.from("mei", match.FromCommand), terms))
	isErr(t, err, nil)
	if _, _, ok := m.Announced(); ok || m.CasualReason != match.Agreed || m.ToMove() != game.Red {
		t.Errorf("%+v", m)
	}
	play := func(p string, text string) error {
		_, err := e.Move(ctx, e.from(id.Player(p), match.FromText), room, notation.Parse(text), notation.Auto)
		return err
	}
	isErr(t, play("mei", "h2e2"), nil)
	isErr(t, play("mei", "e2e6"), match.ErrNotYourTurn)
	for _, text := range []string{"h2h4", "e2e6", "h9h7", "c5"} {
		var why *match.MoveError
		if err := play("tom", text); !errors.Is(err, match.ErrUnseen) || errors.As(err, &why) {
			t.Errorf("%s: %v", text, err)
		}
	}
	isErr(t, play("tom", "h9g7"), nil)
	isErr(t, play("mei", "e2e6"), nil)
	_, err = e.Takeback(ctx, e.from("mei", match.FromCommand), room)
	isErr(t, err, match.ErrHidden)
	_, err = e.SetPremoveText(ctx, e.from("mei", match.FromCommand), room, notation.Parse("e6e9"), notation.Auto)
	isErr(t, err, match.ErrNotYourTurn)
	e.Service = match.NewService(e.db, match.WithListeners(match.Listener{After: func(_ context.Context, c *match.Change) { told = append(told, c.Match.Game.Ply()) }}))
	m, err = e.Get(ctx, m.ID)
	isErr(t, err, nil)
	p, last, ok := m.Announced()
	if m.Game.Ply() != 0 || len(m.Moves()) != 0 || m.Ply() != 3 || m.ToMove() != game.Black || !ok || last.String() != "e2e6" ||
		p.At(last.To()) == game.NoPiece || m.FullGame().Ply() != 3 {
		t.Errorf("%d plies to be seen of %d, announced %v", m.Game.Ply(), m.Ply(), last)
	}
	sections, err := e.Owner().Export(ctx, e.db.Read(), "mei")
	isErr(t, err, nil)
	if data, err := json.Marshal(sections); err != nil || strings.Contains(string(data), "h2e2") {
		t.Errorf("%s, %v", data, err)
	}
	_, err = e.Resign(ctx, e.from("tom", match.FromCommand), m.ID)
	isErr(t, err, nil)
	if m, err = e.Get(ctx, m.ID); err != nil || m.Hidden() || m.Game.Ply() != 3 || m.Outcome.Result != game.RedWins {
		t.Errorf("%d plies, %v", m.Game.Ply(), err)
	}
	if got := told[len(told)-1]; got != 3 || told[len(told)-2] != 0 {
		t.Errorf("listeners were told of %v plies", told)
	}
}

// Help with a position that stands on the hidden board makes a win against a character one with help.
func TestBlindfoldHelp(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m, err := of(e.Service.Start(ctx, e.from("mei", match.FromCommand),
		match.Terms{Mode: match.VersusOf(variant.Blindfold), Channel: room, Position: game.Start(), Locale: "en-US", Seats: meiAgainstKid}))
	isErr(t, err, nil)
	_, err = e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto)
	isErr(t, err, nil)
	m, err = e.Get(ctx, m.ID)
	isErr(t, err, nil)
	if !m.Unaided() {
		t.Error("helped before there was help")
	}
	isErr(t, e.MakeCasualByHelp(ctx, "mei", m.FullGame().Position(), match.AfterStudy), nil)
	if m, err = e.Get(ctx, m.ID); err != nil || m.Unaided() || m.CasualReason != match.AfterStudy {
		t.Errorf("%v, %v", m.CasualReason, err)
	}
}

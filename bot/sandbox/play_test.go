package sandbox_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"

	"yeye/internal/wait"
)

// The story of an evening: every kind of interaction, with unmodified discordgo on one side and people's requests on
// the other.
func TestEvening(t *testing.T) {
	te := start(t, sandbox.Options{AnswerWithin: time.Minute}).withBot()
	mei, tom := te.connect(0), te.connect(1)
	room := te.info.Channels[0].ID

	card := must(mei.Command(te.ctx, room, "play", person.Opt("opponent", "kid")))(t)
	if card.Content != "The board" || len(card.Attachments) != 1 || card.Attachments[0].Width != 34 || card.Type != 20 {
		t.Fatalf("card: %+v", card)
	}
	first := card.Attachments[0]
	if got := must(mei.Download(te.ctx, first))(t); len(got) == 0 || string(got[1:4]) != "PNG" {
		t.Fatalf("picture: %q", got)
	}

	t.Run("select updates the card and replaces its picture", func(t *testing.T) {
		got := must(mei.Select(te.ctx, card, "Choose a piece", "Horse h0"))(t)
		if got.ID != card.ID || got.Content != "Chosen h0" || len(got.Attachments) != 1 ||
			got.Attachments[0].ID == first.ID {
			t.Fatalf("after select: %+v", got)
		}
		var refused *person.HTTPError
		if _, err := mei.Download(te.ctx, first); !errors.As(err, &refused) || refused.Status != 404 {
			t.Fatalf("the replaced picture is still there: %v", err)
		}
	})
	t.Run("button deferred, then edited", func(t *testing.T) {
		if err := tom.Sync(te.ctx); err != nil {
			t.Fatal(err)
		}
		must(tom.Press(te.ctx, tom.Message(card.ID), "Undo"))(t)
		must(tom.Wait(te.ctx, person.Is(card.ID), person.Contains("Taken back")))(t)
	})
	t.Run("disabled button is refused", func(t *testing.T) {
		if _, err := mei.Press(te.ctx, card, "Off"); err == nil {
			t.Fatal("pressed")
		}
	})
	t.Run("typed move reaches the bot", func(t *testing.T) {
		must(mei.Say(te.ctx, room, "h2e2"))(t)
		te.eventually(func() bool { return len(te.heard) == 1 && te.heard[0] == "h2e2" })
	})
	t.Run("what stood before an act does not follow it", func(t *testing.T) {
		over, cancel := context.WithCancel(te.ctx)
		cancel() // a message that does not exist yet is not waited for
		must(tom.Say(te.ctx, room, "before"))(t)
		must(mei.Say(te.ctx, room, "an act"))(t)
		if m, err := mei.WaitSince(over, mei.LastAct()); err == nil {
			t.Errorf("%q follows", m.Content)
		}
		must(tom.Say(te.ctx, room, "after"))(t)
		if err := mei.Sync(te.ctx); err != nil {
			t.Fatal(err)
		}
		if m, err := mei.WaitSince(over, mei.LastAct()); err != nil || m.Content != "after" {
			t.Errorf("what follows: %+v %v", m, err)
		}
	})
	t.Run("autocomplete and move", func(t *testing.T) {
		choices := must(mei.Autocomplete(te.ctx, room, "move", "text", "h"))(t)
		if len(choices) != 2 || choices[0].Value != "h2e2" {
			t.Fatalf("choices: %+v", choices)
		}
		if all := must(mei.Autocomplete(te.ctx, room, "move", "text", ""))(t); len(all) != 3 {
			t.Fatalf("choices for nothing: %+v", all)
		}
		if m := must(mei.Command(te.ctx, room, "move", person.Opt("text", "h2e2")))(t); m.Content != "Moved h2e2" {
			t.Fatalf("%+v", m)
		}
	})
	t.Run("deferred, edited, private follow-up", func(t *testing.T) {
		must(mei.Command(te.ctx, room, "slow"))(t)
		must(mei.Wait(te.ctx, person.FromBot(), person.Contains("Here at last")))(t)
		must(mei.Wait(te.ctx, person.IsEphemeral(), person.Contains("And another")))(t)
		for _, m := range must(tom.Messages(te.ctx, room, 50))(t) {
			if m.Content == "And another" {
				t.Fatal("a private message is in the channel")
			}
		}
	})
	t.Run("private message and its buttons", func(t *testing.T) {
		m := must(mei.Command(te.ctx, room, "secret"))(t)
		if !m.Ephemeral() || tom.Message(m.ID) != nil {
			t.Fatalf("not private: %+v", m)
		}
		must(mei.Press(te.ctx, m, "Undo"))(t)
		must(mei.Wait(te.ctx, person.Is(m.ID), person.Contains("Taken back")))(t)
		if _, err := tom.Press(te.ctx, m, "Undo"); err == nil {
			t.Fatal("a stranger pressed a private button")
		}
	})
	t.Run("modal from a command and from a button", func(t *testing.T) {
		mark := mei.Mark()
		must(mei.Command(te.ctx, room, "form"))(t)
		modal := must(mei.Modal(te.ctx, mark))(t)
		if _, err := mei.SubmitModal(te.ctx, modal, nil); err == nil {
			t.Fatal("an empty form was taken")
		}
		if m := must(mei.SubmitModal(te.ctx, modal,
			map[string]string{"what": "tea"}))(t); m.Content != "You wrote tea" {
			t.Fatalf("%+v", m)
		}
		mark = mei.Mark()
		must(mei.Press(te.ctx, mei.Message(card.ID), "Form"))(t)
		modal = must(mei.Modal(te.ctx, mark))(t)
		must(mei.SubmitModal(te.ctx, modal, map[string]string{"what": "rice"}))(t)
	})
	t.Run("context menus and a file", func(t *testing.T) {
		if m := must(mei.OnUser(te.ctx, room, "Challenge", te.info.Users[1].ID))(t); m.Content != "Challenged tom" {
			t.Fatalf("%+v", m)
		}
		said := must(tom.Say(te.ctx, room, "炮二平五"))(t)
		if m := must(mei.OnMessage(te.ctx, said, "Read as xiangqi"))(t); m.Content != "Read: 炮二平五" {
			t.Fatalf("%+v", m)
		}
		if m := must(mei.Command(te.ctx, room, "read", person.File("file", "game.pgn",
			[]byte("1. C2.5"))))(t); m.Content != "Read game.pgn" {
			t.Fatalf("%+v", m)
		}
	})
	t.Run("direct conversation", func(t *testing.T) {
		dm := must(mei.DM(te.ctx, te.info.ApplicationID))(t)
		must(mei.Say(te.ctx, dm, "hello in private"))(t)
		te.eventually(func() bool { return len(te.heard) > 0 && te.heard[len(te.heard)-1] == "hello in private" })
		m := must(mei.Command(te.ctx, dm, "move", person.Opt("text", "h2e2")))(t)
		if m.GuildID != "" || m.ChannelID != dm {
			t.Fatalf("%+v", m)
		}
		if _, err := tom.Messages(te.ctx, dm, 5); err == nil {
			t.Fatal("a stranger reads the conversation")
		}
	})
	t.Run("no answer", func(t *testing.T) {
		te := start(t, sandbox.Options{}).withBot()
		mei, room := te.connect(0), te.info.Channels[0].ID
		started := time.Now()
		if _, err := mei.Command(te.ctx, room, "never"); !errors.Is(err, person.ErrFailed) ||
			time.Since(started) < 2900*time.Millisecond {
			t.Fatalf("%v after %v", err, time.Since(started))
		}
		i := te.lastInteraction()
		err := te.bot.InteractionRespond(i, &discordgo.InteractionResponse{Type: 4,
			Data: &discordgo.InteractionResponseData{Content: "late"}})
		wantCode(t, err, 10062)
	})
	t.Run("refused answers", func(t *testing.T) {
		te := start(t, sandbox.Options{AnswerWithin: wait.Bound}).withBot()
		mei, room := te.connect(0), te.info.Channels[0].ID
		for _, code := range []string{"10062", "40060"} {
			te.order(`{"kind":"status","path":"/interactions/**","code":` + code + `,"count":-1}`)
			started := time.Now()
			if _, err := mei.Command(te.ctx, room, "play"); !errors.Is(err, person.ErrFailed) ||
				time.Since(started) >= wait.Bound {
				t.Errorf("%s: %v after %v", code, err, time.Since(started))
			}
		}
	})
}

func (te *testEnv) eventually(ok func() bool) {
	te.Helper()
	wait.Until(te, "it comes to be", func() bool {
		te.mu.Lock()
		defer te.mu.Unlock()
		return ok()
	})
}

func (te *testEnv) lastInteraction() *discordgo.Interaction {
	te.mu.Lock()
	defer te.mu.Unlock()
	return te.inter[len(te.inter)-1]
}

// wantCode checks that discordgo got Discord's refusal of the given code.
func wantCode(t *testing.T, err error, code int) {
	t.Helper()
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) || rest.Message == nil || rest.Message.Code != code {
		t.Fatalf("want code %d, got %v", code, err)
	}
	if strings.TrimSpace(rest.Message.Message) == "" {
		t.Fatal("the refusal says nothing")
	}
}

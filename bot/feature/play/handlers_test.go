package play_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/internal/desk"
	"yeye/bot/store"
	"yeye/game"
	"yeye/render"
)

// What people ask in a game, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"no game": `
			mei: /move text=h2e2 => private No game is being played here
			mei: /undo           => private No game is being played here
			mei: /draw           => private No game is being played here
			mei: /resign         => private No game is being played here
			mei: /board          => private No game is being played here
			mei: /view           => private No game is being played here
			mei: /rematch        => private No game has been played here yet
			mei: h2e2            => nothing
			mei: good morning    => unheard`,
		"moves by command": `
			mei: /play side=red     => card versus … to move … {Choose a piece … [Resign]
			mei: /move text=i0i4    => private The rook on i0 is blocked by the pawn on i3.
			mei: /move text=zzz     => private I cannot read … zzz
			mei: /move text=h0      => private Where should the horse on h0 go? … h0g2
			mei: /move text=炮二平五 => card versus Red … h2e2 … Kid is thinking … [Take back] … [Resign]
			tom: /move text=h9g7    => private You are not playing in this game
			character: h9g7
			mei: /move text=h0g2    => card versus … h0g2 … Kid is thinking
			mei: /board             => card versus … h0g2`,
		"moves by choosing": `
			mei: /play side=red       => card versus
			tom: {Choose a piece} h2  => private You are not playing in this game
			mei: {Choose a piece} h2  => card versus … {Choose another piece: … {Where to? (炮 cannon h2): … h2e2
			mei: {Where to} h2e2      => card versus Red … h2e2 … thinking
			mei: {Where to} h2e2      => no such control`,
		"moves that are typed": `
			mei: /play side=red => card versus
			tom: h2e2           => nothing
			mei: what about b0d1? => unheard
			mei: i0i4           => private The rook on i0 is blocked
			mei: h2e2           => card versus Red … h2e2`,
		"taken back": `
			mei: /play side=red => card versus
			mei: /undo          => private You have not made a move yet
			mei: h2e2           => card versus
			tom: /undo          => private You are not playing
			mei: /undo          => card versus … to move … A move was taken back
			mei: h2e2           => card versus
			mei: [Take back]    => card versus … to move`,
		"channel taken": `
			mei: /play side=red => card versus
			tom: /play          => private A game is already being played here
			mei: /play          => private A game is already being played here`,
		"resigning": `
			mei: /play side=red     => card versus
			tom: /resign            => private You are not playing
			tom: [Resign]           => private You are not playing
			mei: /resign            => private Resign this game? … [Yes, resign] [No, play on]
			mei: [No, play on]      => edit … goes on
			mei: [Resign]           => private Resign this game? … [Yes, resign]
			mei: [Yes, resign]      => edit You resigned
			mei: /resign            => private No game is being played here
			mei: /board             => card versus … Kid wins … resigned … [Play again]
			tom: [Play again]       => private You are not playing
			mei: [Play again]       => card versus … Kid is thinking … Kid (Red)`,
		"somebody else's question": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]           => card duel
			mei: h2e2               => card duel
			tom: h9g7               => card duel
			linh: [Resign]          => private You are not playing
			mei: [Offer a draw]     => public <@202>, <@201> offers a draw. [Accept] [Decline]
			linh: [Accept]          => private You are not playing
			mei: [Accept]           => private … for … to answer
			tom: [Decline]          => edit <@202> declined
			tom: /draw              => public <@201>, <@202> offers a draw
			mei: [Accept]           => edit
			mei: /board             => card duel … Draw … by agreement … [Play again]
			mei: /rematch           => card challenge … <@202>, <@201>`,
		"takeback between people": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept] => card duel
			mei: h2e2     => card duel
			mei: /undo    => card duel **<@201> to move**
			mei: h2e2     => card duel
			tom: h9g7     => card duel
			mei: /undo    => public <@202>, <@201> … [Accept] [Decline]
			tom: [Accept] => edit
			mei: /board   => card duel **<@201> to move**`,
		"one's own board": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]            => card duel
			linh: [My board]         => private **<@201> to move** … [Refresh]
			mei: [My board]          => private … <@201> to move … {Choose a piece … [Refresh]
			mei: {Choose a piece} h2 => edit … {Where to
			mei: {Where to} h2e2     => edit Red … h2e2
			mei: /board              => card duel Red … h2e2 … <@202> to move`,
		"rematch": `
			mei: /play side=red => card versus
			mei: /rematch       => private A game is already being played here
			mei: h2e2           => card versus
			mei: [Resign]       => private
			mei: [Yes, resign]  => edit
			tom: /rematch       => private You are not playing
			mei: /rematch       => card versus … Kid (Red)`,
	}, "play", "challenges")
}

// A card that pings has no emoji in its text, because a notification shows their names; other cards have.
func TestNotificationsWithoutEmoji(t *testing.T) {
	for name, lines := range map[string]string{
		"between people, both there": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept] => card duel
			mei: h2e2     => card duel Red <:red_cannon:1> … h2e2 … <@202> to move`,
		"between people, one away": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept] => card duel
			clock 10m
			mei: h2e2     => card duel Red … h2e2 … <@202> to move … (pings 202)`,
		"against a character": `
			mei: /play side=red => card versus
			clock 10m
			mei: h2e2     => card versus Red <:red_cannon:1> … h2e2`,
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges")
			d.Readers.Sign = func(render.PieceSet) func(game.Piece) string {
				return func(p game.Piece) string { return "<:" + strings.ReplaceAll(p.String(), " ", "_") + ":1>" }
			}
			d.Play(lines)
			if card := d.Do("mei", "/board"); strings.Contains(card, "(pings") == strings.Contains(card, "<:") {
				t.Errorf("a card that pings and has emoji, or neither: %s", card)
			}
		})
	}
	d := desk.Open(t, "play", "challenges")
	d.Readers.Sign = func(render.PieceSet) func(game.Piece) string { return func(game.Piece) string { return "<:piece:1>" } }
	d.Change = func(i *discord.Interaction) { i.Guild = "" }
	d.Play("mei: /play side=red => card versus")
	if card := d.Do("mei", "/move text=h2e2"); strings.Contains(card, "<:") { // every message of a direct conversation notifies
		t.Errorf("in a direct conversation: %s", card)
	}
}

// A user who is barred, or asks where the bot may not show a board, cannot begin anything; handlers need not check that themselves.
func TestGates(t *testing.T) {
	gated := []string{"/play", "/challenge user=@tom", "/study"}
	t.Run("barred", func(t *testing.T) {
		d := desk.Open(t, "play", "challenges", "study", "settings")
		if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, By: desk.People["linh"], Act: "bar", Player: desk.People["mei"]}, "mei"); err != nil {
			t.Fatal(err)
		}
		for _, one := range append(gated, "/rematch") {
			d.Play("mei: " + one + " => private A moderator has barred you")
		}
		d.Play("tom: /challenge => card challenge\nmei: [Accept] => private A moderator has barred you")
	})
	t.Run("lacking", func(t *testing.T) {
		d := desk.Open(t, "play", "challenges", "study", "settings")
		d.Change = func(i *discord.Interaction) {
			i.May = discord.ViewChannel | discord.SendMessages | discord.ReadMessageHistory
		}
		for _, one := range gated {
			d.Play("mei: " + one + " => private … Attach Files")
		}
		d.Play("mei: /settings => private **Your settings.**")
	})
	t.Run("a direct conversation", func(t *testing.T) {
		d := desk.Open(t, "play", "challenges", "study", "settings")
		d.Change = func(i *discord.Interaction) { i.Guild = "" }
		d.Play("mei: /challenge => private Nobody else can see this")
	})
}

// Every database statement of a handler may fail: the network may be cut at any moment. The user gets an answer all the same.
func TestDatabaseFails(t *testing.T) {
	down := errors.New("the network is cut")
	for _, act := range []string{
		"/move text=h2e2", "/undo", "/draw", "/resign", "/board", "/view", "/rematch", "/play", "/challenge user=@tom", "h2e2",
		"{Choose a piece} h2", "[Resign]",
	} {
		t.Run(act, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges")
			d.Play("mei: /play side=red => card versus")
			left := math.MaxInt
			d.DB.Observe(store.Observer{Statement: func(context.Context, string) error {
				if !d.Answering {
					return nil
				}
				if left--; left <= 0 {
					return down
				}
				return nil
			}})
			for n := 1; n == 1 || left <= 0; n++ { // the nth statement fails, and all after it
				left = math.MaxInt
				d.Do("mei", "/board") // its controls are used
				left = n
				if d.Do("mei", act); n > 200 {
					t.Fatal("no end of statements")
				}
			}
		})
	}
}

// The message of a draw offer that is accepted after the fall of the flag says that it has lapsed.
func TestDrawAcceptedTooLate(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(`
		mei: /challenge user=@tom side=red clock=1d => card challenge
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		mei: /draw    => public <@202>, <@201> offers a draw`)
	m, err := d.Matches.InChannel(t.Context(), "700")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Matches.Shown(t.Context(), m.ID, m.Turn, d.DB.Now()); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		clock 25h
		tom: [Accept] => edit <@201>'s draw offer has lapsed.
		mei: /board   => card duel … <@201> wins.** <@202> ran out of time`)
}

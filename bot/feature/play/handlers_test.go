package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/render"
)

// What people ask in a game, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"no game": `
			mei: /move text=h2e2 => private There's no game here
			mei: /undo           => private There's no game here
			mei: /draw           => private There's no game here
			mei: /resign         => private There's no game here
			mei: /board          => private There's no game here
			mei: /view           => private There's no game here
			mei: /rematch        => private No game has been played here yet
			mei: h2e2            => nothing
			mei: good morning    => unheard`,
		"moves by command": `
			mei: /play side=red     => card versus … to move … {Choose a piece … [Resign]
			mei: /move text=i0i4    => private The rook on i0 is blocked by the pawn on i3.
			mei: /move text=zzz     => private I can't read … zzz
			mei: /move text=h0      => private Where should the horse on h0 go? … h0g2 … {Where to
			mei: /move text=炮二平五 => card versus Red … h2e2 … Kid is thinking … [Take back] … [Resign]
			tom: /move text=h9g7    => private You're not playing in this game
			character: h9g7
			mei: /move text=h0g2    => card versus … h0g2 … Kid is thinking
			mei: /board             => card versus … h0g2`,
		"moves by choosing": `
			mei: /play side=red       => card versus
			tom: {Choose a piece} h2  => private You're not playing in this game
			mei: {Choose a piece} h2  => card versus … {Choose another piece: … {Where to? (炮 cannon h2): h2c2 h2d2 h2e2 h2f2 h2g2 h2h1 h2h3 h2h4 h2h5 h2h6 h2h9 h2i2}
			mei: {Where to} h2e2      => card versus Red … h2e2 … thinking
			mei: {Where to} h2e2      => no such control`,
		"moves that are typed": `
			mei: /play side=red => card versus
			tom: h2e2           => nothing
			mei: what about b0d1? => unheard
			mei: i0i4           => private The rook on i0 is blocked
			mei: h2e2           => card versus Red … h2e2`,
		"the side before a move": `
			mei: /play side=red  => card versus
			mei: 黑马8进7        => private You wrote Black, but it's Red's move.
			mei: Red: C2=5       => card versus Red … h2e2
			character: h9g7
			mei: 红方：马二进三  => card versus … h0g2`,
		"not for the other": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]       => card duel
			tom: Red: C2=5      => private It's **mei**'s turn
			tom: 黑马8进7       => private It's **mei**'s turn
			mei: đen M8.7       => private You wrote Black, but it's Red's move.
			mei: Đỏ: P2-5       => card duel Red … h2e2
			mei: /board         => card duel … <@202> to move`,
		"the central cannon by its name": `
			mei: /play side=red  => card versus
			tom: 当头炮          => nothing
			mei: 中炮不错        => unheard
			mei: 当头炮          => private … could be … h2e2
			mei: h2e2            => card versus Red … h2e2
			mei: 中炮            => nothing
			character: h9g7
			mei: 中炮            => nothing`,
		"several moves are for studies": `
			mei: /play side=red  => card versus
			mei: h2e2 h9g7       => nothing
			tom: 炮二平五 马8进7  => nothing
			mei: e4              => private I can't read … e4
			mei: /board          => card versus … to move`,
		"one piece, another, and the first again": `
			mei: /play side=red             => card versus
			mei: {Choose a piece} h2        => card versus … {Where to? (炮 cannon h2)
			mei: {Choose another piece} b0  => card versus … {Where to? (馬 horse b0)
			mei: {Choose another piece} h2  => card versus … {Where to? (炮 cannon h2)
			mei: {Where to?} h2e2           => card versus Red … h2e2`,
		"taken back": `
			mei: /play side=red => card versus
			mei: /undo          => private You haven't moved yet
			mei: h2e2           => card versus
			tom: /undo          => private You're not playing
			mei: /undo          => card versus … to move … You took a move back
			mei: h2e2           => card versus
			mei: [Take back]    => card versus … to move`,
		"channel taken": `
			mei: /play side=red => card versus
			tom: /play          => private There's already a game here
			mei: /play          => private There's already a game here`,
		"resigning": `
			mei: /play side=red     => card versus
			tom: /resign            => private You're not playing
			tom: [Resign]           => private You're not playing
			mei: /resign            => private Resign this game? … [Yes, resign] [No, play on]
			mei: [No, play on]      => edit … goes on
			mei: [Resign]           => private Resign this game? … [Yes, resign]
			mei: [Yes, resign]      => edit You resigned
			mei: /resign            => private There's no game here
			mei: /board             => card versus … Kid wins … resigned. … (Red) – Kid (Black) [Play again]
			tom: [Play again]       => private You're not playing
			mei: [Play again]       => card versus … Kid is thinking … Kid (Red)`,
		"somebody else's question": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]           => card duel
			mei: h2e2               => card duel
			tom: h9g7               => card duel
			linh: [Resign]          => private You're not playing
			mei: [Offer a draw]     => public <@202>, <@201> offers a draw. [Accept] [Decline]
			linh: [Accept]          => private You're not playing
			mei: [Accept]           => private Only the player who was asked
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
			mei: [My board]          => private … Type your move, like … or choose a piece below.
			tom: [My board]          => not Type your move
			mei: {Choose a piece} h2 => edit … {Where to
			mei: {Where to} h2e2     => edit Red … h2e2
			mei: /board              => card duel Red … h2e2 … <@202> to move`,
		"a board of one's own that the game has left behind": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]            => card duel
			mei: [My board]          => private … {Choose a piece
			mei: h2e2                => card duel
			tom: h9g7                => card duel
			mei: {Choose a piece} h0 => edit … h9g7 … {Where to
			mei: h0g2                => card duel
			tom: i9h9                => card duel
			mei: {Where to} h0i2     => edit … i9h9 … {Choose a piece
			mei: {Choose a piece} i0 => edit … {Where to
			mei: {Where to} i0h0     => edit Black … i0h0 … <@202> to move`,
		"rematch": `
			mei: /play side=red => card versus
			mei: /rematch       => private There's already a game here
			mei: h2e2           => card versus
			mei: [Resign]       => private
			mei: [Yes, resign]  => edit
			tom: /rematch       => private You're not playing
			mei: /rematch       => card versus … Kid (Red)`,
		"moves that cannot be made": `
			mei: /play side=red      => card versus
			mei: /move text=b0d1     => private … blocks the horse
			mei: /move text=h2h9x    => private
			mei: /move text=h7e7     => private … Black's, and it is Red's turn
			mei: /move text=h3e3     => private … write … h2e2
			mei: /move text=a0a0     => private I can't read
			mei: /move text=炮九平五 => private … has no cannon on file 9
			mei: /move text=C2=2     => private`,
		"positions that are none": `
			mei: /play position="9/9/9/9/9/9/9/9/9/K7k w"     => private … that position
			mei: /play position="3kk4/9/9/9/9/9/9/9/9/4K4 w" => private … two kings`,
		"what is offered": `
			mei: /play side=red         => card versus
			mei? /move text=炮二平五    => h2e2:
			mei? /move text=C2=5        => h2e2:
			mei? /move text=zzzz        => not h2e2
			tom? /move text=h2          => not h2`,
		"in a direct conversation": `
			in dm
			mei: /play side=red => card versus
			mei: h2e2           => card versus … h2e2
			character: h9g7
			mei: undo           => card versus … to move … You took a move back
			mei: /challenge     => private Nobody else can see this
			mei: /challenge user=@tom  => private Nobody else can see this
			mei: /challenge user=@yeye => private There's already a game here`,
		"by a word to the bot": `
			mei: /play side=red    => card versus
			mei: resign            => private Resign this game? [Resign] [No, just talking]
			mei: @yeye resign      => private Resign this game? … [Yes, resign]
			tom: [Yes, resign]     => private Only the player who was asked
			mei: [Yes, resign]     => edit You resigned`,
		"words between people": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]          => card duel
			mei: /board            => not [Hint]
			mei: @yeye draw        => public <@202>, <@201> offers a draw. [Accept] [Decline] (pings 202)
			tom: [Accept]          => edit
			mei: /board            => card duel … by agreement`,
		"not yet accepted": `
			mei: /challenge user=@tom side=red => card challenge
			mei: /move text=h2e2   => private`,
		"after the end": `
			mei: /play side=red    => card versus
			mei: /resign           => private
			mei: [Yes, resign]     => edit
			mei: /move text=h2e2   => private There's no game here`,
		"a move that loses by perpetual check": `
			mei: /play side=red position="4k4/9/9/9/9/9/9/4B4/9/R2K5 w" => card versus
			mei: a0a9       => card versus
			character: e9e8
			mei: a9a8       => card versus
			character: e8e9
			mei: a8a9       => card versus
			character: e9e8
			mei: a9a8       => card versus
			character: e8e9
			mei: /board     => card versus … keeps checking and must play something else
			mei: a8a9       => private … perpetual check, and you'd lose … [Play it anyway]
			mei: [Play it anyway] => card versus … a8a9 … **Perpetual check.**`,
		"two moves ahead": `
			mei: /play odds=two-moves => card versus
			mei: h2e2              => card versus … <@201> to move
			mei: h0g2              => card versus … Kid is thinking`,
		"odds": `
			mei: /play odds=rook side=red => private At odds the side is fixed
			mei: /play odds=horse  => card versus … Kid gives the left horse, plays Red and begins`,
		"adjourned by time": `
			online
			mei: /play side=red    => card versus
			clock 25h
			due
			mei: /board            => card versus … This game is adjourned … [Go on]
			mei: [Go on]           => not adjourned`,
	}, "play", "challenges")
}

// Odds show on the board.
func TestBoardAtOdds(t *testing.T) {
	d := desk.Open(t, "play")
	d.Play("mei: /play odds=horse => card versus")
	if alt := d.Picture().Description; strings.Contains(alt, "horses b0") || !strings.Contains(alt, "horse h0") {
		t.Errorf("a horse ahead: %s", alt)
	}
}

// Each player's own board shows their side below, unless they choose otherwise, and is for moving only when it is their turn.
func TestOwnBoard(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept] => card duel`)
	for _, c := range []struct{ who, act, want string }{
		{"mei", "/view", "Red at the bottom"}, {"tom", "/view", "Black at the bottom"}, {"tom", "/settings turning=red", ""}, {"tom", "/view", "Red at the bottom"},
	} {
		text := d.Do(c.who, c.act)
		if c.want != "" && !strings.Contains(d.Picture().Description, c.want) {
			t.Errorf("%s's board: %s", c.who, d.Picture().Description)
		}
		if c.act == "/view" && strings.Contains(text, "{Choose a piece to move:") != (c.who == "mei") {
			t.Errorf("%s may move: %s", c.who, text)
		}
	}
	d.Play(`
		mei: h2e2      => card duel
		tom: [Refresh] => edit … {Choose a piece to move: a9`)
}

// A player at the limit of open games is told privately what to do.
func TestTooManyGames(t *testing.T) {
	desk.OpenWith(t, desk.Options{Limits: match.Limits{Player: 1}}, "play").Play(`
		mei: /play side=red => card versus
		in 701
		mei: /play          => private … as many games open as allowed … /games
		in channel
		mei: /resign        => private
		mei: [Yes, resign]  => edit
		in 701
		mei: /play          => card versus`)
}

// What the pieces and moves are called where they are chosen from.
func TestWhatIsOffered(t *testing.T) {
	d := desk.Open(t, "play")
	d.Play("mei: /play side=red => card versus")
	if all := strings.Split(strings.TrimSpace(d.Offered("mei", "/move text=")), "\n"); len(all) != 16 || !strings.HasPrefix(all[0], "a0: ") ||
		!strings.Contains(all[0], "rook a0") || !strings.Contains(all[0], "2 moves") {
		t.Errorf("pieces: %q", all)
	}
	all := strings.Split(strings.TrimSpace(d.Offered("mei", "/move text=h2")), "\n")
	if len(all) != 12 || strings.Count(strings.Join(all, "\n"), "h2") < 12 {
		t.Errorf("moves of the cannon: %q", all)
	}
	// A client that sends the name instead of the value is understood.
	_, label, _ := strings.Cut(strings.TrimSpace(d.Offered("mei", "/move text=h2e2")), ": ")
	d.Play(`mei: /move text="` + label + `" => card versus Red … h2e2`)
}

// The reason why a text is not a position is given in the person's language.
func TestFaultsInWords(t *testing.T) {
	d := desk.Open(t, "play")
	d.Locale = "vi"
	d.Play(`
		mei: /play position="3k5/9/9/9/9/9/9/9/9/9 w"         => private … Đỏ không có tướng
		mei: /play position="3k5/9/9/9/9/9/9/RRR6/9/4K4 w"    => private … 3 quân xe
		mei: /play position="3k5/9/9/9/9/9/9/3Q5/9/4K4 w"     => private … Q … không phải quân cờ
		mei: /play position="4k4/9/9/9/9/9/9/9/9/4K4 w - - 0" => private … hai tướng đối mặt`)
}

// From the hundredth half-move without a capture on, cards say when the game will be a draw.
func TestMoveLimitIsAnnounced(t *testing.T) {
	for _, c := range []struct {
		locale string
		after  int
		want   string
	}{
		{"en-US", 97, ""}, {"en-US", 98, "20 more moves without a capture"}, {"en-US", 117, "One more move"},
		{"zh-CN", 98, "再走 20 着"}, {"zh-TW", 98, "再走 20 著"}, {"vi", 98, "Thêm 20 nước nữa"},
	} {
		d := desk.Open(t, "play")
		d.Locale = c.locale
		d.Play(fmt.Sprintf(`
			mei: /play side=red position="3k5/9/9/9/9/9/4R4/9/9/4K4 w - - %d 60" => card versus
			mei: e3e4 => card versus
			character: d9d8`, c.after))
		if got := d.Do("mei", "/board"); !strings.Contains(got, c.want) || strings.Contains(got, "⚠") != (c.want != "") {
			t.Errorf("%s after %d: %s", c.locale, c.after+2, got)
		}
	}
}

// Four digits and pinyin are moves for readers of Chinese alone, and only if they are legal: otherwise they are talk.
func TestTentativeMoves(t *testing.T) {
	for _, c := range []struct{ locale, text, played string }{
		{"zh-CN", "7747", "炮二平五"}, {"zh-CN", "p2p5", "炮二平五"}, {"zh-CN", "M2+3", "马二进三"}, {"vi", "P25", "P2-5"}, {"vi", "M2+3", "M2.3"}, {"en-US", "7747", ""},
	} {
		d := desk.Open(t, "play")
		d.Locale = c.locale
		d.Do("mei", "/play side=red")
		if got := d.Do("mei", "2026"); got != "nothing" && got != "unheard" { // a year
			t.Errorf("%s: talk is answered: %s", c.locale, got)
		}
		got := d.Do("mei", c.text)
		if played := strings.HasPrefix(got, "card versus"); played != (c.played != "") || !strings.Contains(got, c.played) || !played && got != "nothing" {
			t.Errorf("%s: %s: %s", c.locale, c.text, got)
		}
	}
}

// A person whose client speaks a language gets the cards, the refusals and the pictures' descriptions in it, and writes moves as they do.
func TestLanguages(t *testing.T) {
	for locale, c := range map[string]struct{ move, written, card, refusal, alt string }{
		"zh-CN": {"炮二平五", "炮二平五", "轮到", "蹩住了马腿", "轮到红方走"},
		"zh-TW": {"砲二平五", "炮二平五", "輪到", "拐住了馬腳", "輪到紅方走"},
		"vi":    {"P2-5", "P2-5", "Đến lượt", "cản (què mã)", "Đến lượt Đỏ"},
	} {
		d := desk.Open(t, "play")
		d.Locale = locale
		d.Play("mei: /play side=red => card versus … " + c.card)
		if alt := d.Picture().Description; !strings.Contains(alt, c.alt) {
			t.Errorf("%s: %s", locale, alt)
		}
		d.Play("mei: /move text=b0d1 => private … " + c.refusal + "\nmei: " + c.move + " => card versus … " + c.written)
	}
}

// In Chinese a piece is named by the character on it, once, and not by the name of its kind, which differs between the sides; and by
// its file, as its owner counts.
func TestPiecesInChinese(t *testing.T) {
	d := desk.Open(t, "play")
	d.Locale = "zh-CN"
	d.Play("mei: /play side=red => card versus")
	var labels []string
	for _, c := range slices.Concat(d.Said.Rows...) {
		if s, ok := c.(discord.Select); ok && s.Placeholder == "选择要走的棋子" {
			for _, o := range s.Options {
				labels = append(labels, o.Label)
			}
		}
	}
	if got := strings.Join(labels, " "); !strings.HasPrefix(got, "九路车 九路兵 八路马 八路炮 七路相 ") {
		t.Errorf("the pieces: %s", got)
	}
	if alt := d.Picture().Description; !strings.Contains(alt, "相 c0 g0") || !strings.Contains(alt, "象 c9 g9") || !strings.Contains(alt, "卒 a6") {
		t.Errorf("%s", alt)
	}
	d.Play("mei: /move text=a0a9 => private … 九路车被自己的兵挡住了")
}

// A player who has never played says so on the card: the pieces become pictures with names and how they move, a few sentences
// say what matters, the rules are one tap away, and the question is not repeated.
func TestNewcomer(t *testing.T) {
	d := desk.Open(t, "play", "help")
	d.Play(`
		mei: /play side=red       => card versus … [I've never played]
		tom: [I've never played]  => private You're not playing
		mei: [I've never played]  => private … A good first move … choose **cannon h2** … h2e2 … [Rules]`)
	if n := strings.Count(d.Said.Content, "\n"); n != 3 {
		t.Errorf("%d lines more: %s", n, d.Said.Content)
	}
	d.Play(`
		mei: [Rules]              => private … Xiangqi on one page
		mei: /board               => card versus … [Rules]`)
	look := render.View{Position: game.Start(), Style: render.Style{Pieces: render.Pictogram, Coords: render.Algebraic, Newcomer: true}}
	want, err := d.Painter.Board(look)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(d.Picture().Data, want.PNG) {
		t.Error("the card has another picture")
	}
	d.Play(`
		mei: /board               => not [I've never played]
		mei: /resign              => private
		mei: [Yes, resign]        => edit
		mei: /board               => card versus … [Play again]
		mei: [Play again]         => not [I've never played]
		in 701
		mei: /play                => not [I've never played]
		in 702
		tom: /play opponent=5     => not [I've never played]`)
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
	t.Run("barred, with a rematch that waits", func(t *testing.T) {
		d := desk.Open(t, "play", "challenges")
		d.Play(`
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]      => card duel
			mei: h2e2          => card duel
			tom: h9g7          => card duel
			tom: [Resign]      => private
			tom: [Yes, resign] => edit
			mei: /rematch      => card challenge`)
		if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, By: desk.People["linh"], Act: "bar", Player: desk.People["tom"]}, "tom"); err != nil {
			t.Fatal(err)
		}
		d.Play("tom: /rematch => private A moderator has barred you")
		d.Play("tom: @yeye rematch => private Please use `/rematch` for that")
	})
	t.Run("a role, which a message does not show", func(t *testing.T) {
		d := desk.Open(t, "play")
		d.Play(`
			mei: /play side=red => card versus
			mei: /resign        => private
			mei: [Yes, resign]  => edit`)
		holders := guild.RoleHolders
		if _, err := d.Guilds.Edit(t.Context(), desk.Guild, guild.Edit{Role: "77", Starters: &holders}); err != nil {
			t.Fatal(err)
		}
		d.Play("mei: @yeye rematch => private Please use `/rematch` for that")
		d.Play("mei: /rematch => private On this server only <@&77> can start games")
		d.Change = func(i *discord.Interaction) { i.Roles = []id.Role{"77"} }
		d.Play("mei: /rematch => card versus")
	})
	t.Run("lacking", func(t *testing.T) {
		d := desk.Open(t, "play", "challenges", "study", "settings")
		d.Change = func(i *discord.Interaction) {
			i.BotPermissions = discord.ViewChannel | discord.SendMessages | discord.ReadMessageHistory
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

// A private board no longer shows a game that has moved to another channel, except to its players.
func TestViewOfATransferredGame(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(`
		mei: /play side=red => card versus
		linh: /view         => private … [Refresh]
		mei: /view          => private … [Refresh]
		in 701
		mei: /board         => private … move one of yours`)
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	d.Play("mei: {Move a game here} " + string(m.ID) + ` => edit
		in channel
		linh: [Refresh]     => private There's no game here
		in 701
		linh: /view         => private … [Refresh]
		mei: /view          => private … [Refresh]
		in channel
		mei: [Refresh]      => edit`)
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

// The message of a draw offer that is accepted after the fall of the flag says that it is no longer open.
func TestDrawAcceptedTooLate(t *testing.T) {
	d := desk.Open(t, "play", "challenges")
	d.Play(`
		mei: /challenge user=@tom side=red clock=1d => card challenge
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		mei: /draw    => public <@202>, <@201> offers a draw`)
	d.Play(`
		clock 25h
		tom: [Accept] => edit <@201>'s draw offer is no longer open.
		mei: /board   => card duel … <@201> wins.** <@202> ran out of time`)
}

// A game by rules that are not the usual ones names them as long as it lasts.
func TestRulesAreNamedThroughout(t *testing.T) {
	desk.Open(t, "play", "challenges").Play(`
		mei: /challenge user=@tom side=red rules=chinese rated=no clock=3d => card challenge
		tom: [Accept] => card duel … Chinese rules: attacking on every move loses
		mei: h2e2     => card duel
		tom: h9g7     => card duel
		mei: h0g2     => card duel
		tom: i9h9     => card duel
		mei: i0h0     => card duel … Chinese rules`)
}

// A position for a game is read in any dress, its moves are played, and what is wrong with it is said.
func TestPlayPosition(t *testing.T) {
	const rows = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for _, text := range []string{"FEN: " + rows + " w - - 0 1; moves h2e2 h9g7 h0g2", "https://x.example/?fen=" + rows + "_b_-_-_0_1"} {
		d := desk.Open(t, "play")
		if got := d.Do("mei", `/play opponent=0 side=black position="`+text+`"`); !strings.HasPrefix(got, "card versus") || !strings.Contains(got, "<@201> to move") {
			t.Errorf("%q: %s", text, got)
		}
	}
	desk.Open(t, "play").Play(`
		mei: /play opponent=0 position="What of 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1 then?" => private … kings
		mei: /play opponent=0 position="https://x.example/?fen=3k5/9/9/9/9/4B4/9/9/9/4K4_w" => private … elephant`)
}

package files_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
)

// Games of flipped chess of other programs and people are read, stepped through, shown as an animation and exported; a position too.
func TestImportFlipped(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped", "replay", "files")
	d.Files["cup.pgn"] = []byte("[Event \"**Cup** @everyone\"]\n[Variant \"Jieqi\"]\n[White \"Mei\"]\n[Result \"1-0\"]\n\n1. h2h9Nx a9a8R 2. a0a1C 1-0\n")
	d.Play(`
		mei: /import file=<cup.pgn => private … Mei – Black · 0/3 … \*\*Cup\*\* … Starting position … [GIF] … [Export] (file board.png: Flipped chess board
		mei: [▶]      => edit … 1/3 … Red moves the face-down piece on h2 as a cannon … It is a horse.** It takes a face-down piece
		mei: [⏭]      => edit … 3/3 … Result: 1-0
		mei: {Jump to a move} 2 => edit … 2/3 … It is a rook
		mei: [GIF]    => private … (file replay.gif: Flipped chess board
		mei: [Export] => not XQF`)
	if r, err := pgn.Read(string(d.Said.Files[0].Data)); err != nil || len(r.Plies) != 3 || r.Players[0] != "Mei" {
		t.Errorf("exported again: %v %v", r, err)
	}
	d.Change = func(i *discord.Interaction) {
		i.Options = map[string]string{"text": "1. 暗炮二平五(翻马) 暗马8进7(翻卒)"}
	}
	if got := d.Do("mei", "/import"); !strings.Contains(got, "0/2") || strings.Contains(got, "Cup") {
		t.Errorf("Chinese: %s", got)
	}
	d.Change = nil
	d.Play(`
		mei: <Read as xiangqi> who is better? 3k5/9/9/9/9/9/9/9/9/X3K4 b R1 - 3 7 => private A position: Black to move. [Export] (file board.png: Flipped chess board
		mei: <Read as xiangqi> position startpos moves h2e2n h9g7P => private … 0/2`)
}

// Files are read in the encodings of Chinese programs.
func TestFlippedEncodings(t *testing.T) {
	const text = "[Variant \"揭棋\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n[Result \"1-0\"]\n\n1. 炮二平五=马 马8进7=卒 2. 暗车九进一(翻炮) 1-0\n"
	for name, e := range map[string]encoding.Encoding{
		"UTF-8": encoding.Nop, "GBK": simplifiedchinese.GBK, "UTF-16": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16 without a byte order mark": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	} {
		d := desk.Open(t, "files", "replay")
		data, err := e.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		d.Files["game.pgn"] = data
		if got := d.Do("mei", "/import file=<game.pgn"); !strings.Contains(got, "许银川 (Red) – 胡荣华 (Black) · 0/3") {
			t.Errorf("%s: %s", name, got)
			continue
		}
		d.Do("mei", "[Export]")
		r, err := pgn.Read(string(d.Said.Files[0].Data))
		if err != nil || len(r.Plies) != 3 || pgn.Move(r.Plies[0], game.Red) != "h2e2N" || r.Players != [2]string{"许银川", "胡荣华"} {
			t.Errorf("%s, exported again: %v %v", name, r, err)
		}
	}
}

// What cannot be read is said with its place.
func TestFlippedRefused(t *testing.T) {
	d := desk.Open(t, "files", "replay")
	for text, want := range map[string]string{
		"[Variant \"Jieqi\"]\n\n1. h2e2 h9g7p":                          "Move 1 (ply 1) cannot be played. The record doesn't say which piece was turned over",
		"h2e2N h9g7p a0a5C":                                             "Move 2 (ply 3) cannot be played",
		"h2e2N h9g7N g7f5x":                                             "Move 2 (ply 3) cannot be played",
		"h2e2R h9g7N b0c2R b9c7N a0a1R":                                 "That can't have been turned over",
		"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXX1XXXX w": "set up that position",
		"{\"metadata\": {\"initialFen\": 3}}":                           "moves",
	} {
		d.Change = func(i *discord.Interaction) { i.Options = map[string]string{"text": text} }
		if got := d.Do("mei", "/import"); !strings.HasPrefix(got, "private ") || !strings.Contains(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// The record of a game that was played here keeps its seal when another player imports it.
func TestSealedImport(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped", "replay", "files")
	d.Play(`
		mei: /play game=flipped side=red opponent=0 => card flipped
		mei: [Without a word] => card flipped
		mei: b2e2             => card flipped
		mei: /resign          => private
		mei: [Yes, resign]    => edit
		mei: /export          => private`)
	text := string(d.Said.Files[0].Data)
	d.Files["game.pgn"] = []byte(text)
	d.Play(`
		tom: /import file=<game.pgn => private … 0/1
		tom: [Export]               => private`)
	again := func(how string) {
		t.Helper()
		if got := string(d.Said.Files[0].Data); got != text {
			t.Errorf("exported again %s:\n%s\nwant\n%s", how, got, text)
		}
	}
	again("")
	d.Change = func(i *discord.Interaction) {
		i.Options = map[string]string{"text": strings.ReplaceAll(text, "\n", " ")}
	}
	d.Do("tom", "/import")
	d.Change = nil
	d.Play("tom: [Export] => private")
	again("from one line")
	d.Files["more.pgn"] = []byte(text + "gg\n")
	d.Play("tom: /import file=<more.pgn => private … Result")
	r, err := pgn.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := r.Verify(); err != nil || len(v.Differs) > 0 {
		t.Errorf("%v %v", v, err)
	}
}

// A running game is written for programs as each viewer may know it, and not in formats that have no face-down pieces.
func TestFlippedForPrograms(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped", "files", "replay")
	d.Play(`
		mei: /challenge user=@tom side=red game=flipped => card challenge
		tom: [Accept]         => card flipped-duel
		tom: [Without a word] => card flipped-duel
		mei: h2h9             => card flipped-duel
		mei: /export format=xqf => private Flipped chess isn't written in that format`)
	m, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	knows := m.ViewOf(desk.People["mei"]).Moves[0]
	turned, taken := string(rune(game.NewPiece(game.Red, knows.Turned).Letter())), string(rune(game.NewPiece(game.Black, knows.Taken).Letter()))
	for who, letter := range map[string]string{"mei": taken, "tom": "x", "linh": "x"} {
		if got, want := d.Do(who, "/export format=uci"), "position startpos moves h2h9"+turned+letter; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", who, got, want)
		}
		d.Do(who, "/export format=fen")
		fen := string(d.Said.Files[0].Data)
		fields := strings.Fields(fen)
		s, err := jieqi.ParseFEN(fen)
		if err != nil || len(fields) != 6 || s.Position != *m.Board().(*jieqi.Position) {
			t.Fatalf("%s: %q, %v", who, fen, err)
		}
		if known := map[bool]string{true: taken + "1", false: "-"}[who == "mei"]; fields[3] != known || s.Hidden[game.Black].Count() != 15-len(known)+1 {
			t.Errorf("%s: %q, want %s", who, fen, known)
		}
	}
	for _, line := range []string{"position startpos moves h2h9" + turned + taken, "position startpos moves h2h9" + turned + "x"} { // as it was written
		d.Change = func(i *discord.Interaction) { i.Options = map[string]string{"text": line} }
		if got := d.Do("mei", "/import"); !strings.Contains(got, "0/1") {
			t.Errorf("%s: %s", line, got)
		}
	}
}

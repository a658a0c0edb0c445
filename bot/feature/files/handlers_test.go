package files_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/game"
	"yeye/game/record"
)

// A file that is too large is what the answer is about, whatever is written beside it.
func TestReadingALargeFile(t *testing.T) {
	for _, beside := range []string{"", "look at this!", "https://example.org/game"} {
		d := desk.Open(t, "files")
		d.Change = func(i *discord.Interaction) {
			i.CommandKind, i.Command, i.Target = discord.MessageCommand, "Read as xiangqi", "900"
			i.Messages = map[id.Message]*discord.Received{"900": {ID: "900", Content: beside,
				Attachments: []discord.Attachment{{Name: "all.pgn", Size: 99 << 20}}}}
		}
		if got := d.Do("mei", "/read-message"); !strings.Contains(got, "too much to read") {
			t.Errorf("%q beside a large file: %s", beside, got)
		}
	}
	d := desk.Open(t, "files")
	d.Change = func(i *discord.Interaction) {
		i.CommandKind, i.Command, i.Target = discord.MessageCommand, "Read as xiangqi", "900"
		i.Messages = map[id.Message]*discord.Received{"900": {ID: "900", Content: "h2e2 h9g7",
			Attachments: []discord.Attachment{{Name: "all.pgn", Size: 99 << 20}}}}
	}
	if got := d.Do("mei", "/read-message"); !strings.Contains(got, "0/2") {
		t.Errorf("a game beside a large file: %s", got)
	}
}

// The files of one message are read up to the size that one file may have.
func TestReadingManyFiles(t *testing.T) {
	for size, want := range map[int64]string{3 << 20: "0/2", 5 << 20: "too much to read"} {
		d := desk.Open(t, "files", "replay")
		d.Files["talk"], d.Files["game"] = []byte("see you tomorrow"), []byte("h2e2 h9g7")
		d.Change = func(i *discord.Interaction) {
			i.CommandKind, i.Command, i.Target = discord.MessageCommand, "Read as xiangqi", "900"
			i.Messages = map[id.Message]*discord.Received{"900": {ID: "900",
				Attachments: []discord.Attachment{{Name: "talk.txt", URL: "talk", Size: size}, {Name: "game.txt", URL: "game", Size: size}}}}
		}
		if got := d.Do("mei", "/read-message"); !strings.Contains(got, want) {
			t.Errorf("%d bytes each: %s", size, got)
		}
	}
}

// played returns a desk at which Mei has played two moves against a character and resigned.
func played(t *testing.T) *desk.Desk {
	d := desk.Open(t, "play", "replay", "files", "study")
	d.Play(`
		mei: /play side=red => card versus
		mei: h2e2           => card versus
		character: h9g7
		mei: h0g2           => card versus
		character: i9h9
		mei: /resign        => private
		mei: [Yes, resign]  => edit`)
	return d
}

// Every format exports the game, and can be imported again.
func TestExportAndImport(t *testing.T) {
	d := played(t)
	for _, c := range []struct{ options, want string }{
		{"", "H2-E2"}, {" format=pgn moves=wxf", "C2=5"}, {" format=pgn moves=chinese", "炮二平五"}, {" format=pgn moves=iccs", "[Result \"0-1\"]"},
		{" format=xqf", "XQ"}, {" format=dhtmlxq", "[DhtmlXQ_movelist]7747"}, {" format=uci", "position startpos moves h2e2 h9g7 h0g2 i9h9"},
		{" format=fen", "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w"},
	} {
		got := d.Do("mei", "/export"+c.options)
		text := string(d.Picture().Data)
		if !strings.HasPrefix(got, "private ") || !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", c.options, text)
		}
		if shown := d.Said.Content; !strings.Contains(c.options, "xqf") && (!strings.HasPrefix(shown, "```\n") || !strings.HasSuffix(shown, "```")) {
			t.Errorf("%s is not in the message too: %s", c.options, shown)
		}
		fen := strings.Contains(c.options, "fen")
		rec, err := record.Read([]byte(text))
		if err != nil || !fen && len(rec.Line) != 4 {
			t.Errorf("%s cannot be read again: %v", c.options, err)
			continue
		}
		d.Files["game.txt"] = []byte(text)
		if got = d.Do("mei", "/import file=<game.txt"); !strings.HasPrefix(got, "private ") || !fen && !strings.Contains(got, "0/4") {
			t.Errorf("%s imported: %s", c.options, got)
		}
		d.Picture()
	}
}

func TestImportPasted(t *testing.T) {
	d := desk.Open(t, "play", "replay", "files")
	d.Files["cup.pgn"] = []byte(`[Event "**Cup** @everyone"] [Red "胡荣华"] [Black "<@1> ` + "```" + `"] [Result "1-0"] 1. 炮二平五 马8进7 2. 马二进三 1-0`)
	d.Play("mei: /import file=<cup.pgn => private … 胡荣华 (Red)")
	for _, raw := range []string{"<@1>", "```", "**Cup**"} {
		if strings.Contains(d.Said.Content, raw) {
			t.Errorf("%s is shown as it is: %s", raw, d.Said.Content)
		}
	}
	d.Play(`
		mei: [⏭]      => edit … 3/3 … h0g2 … 1-0
		mei: [◀]      => edit … 2/3
		mei: [Export] => private`)
	if text := string(d.Picture().Data); !strings.Contains(text, "胡荣华") || strings.Count(d.Said.Content, "```") != 2 {
		t.Errorf("exported again: %s", d.Said.Content)
	}
}

// What cannot be read is said, with the place; a link is never opened: the response says what to copy from there.
func TestWhatCannotBeImported(t *testing.T) {
	d := desk.Open(t, "files")
	for text, want := range map[string]string{
		"1. 炮二平五 马8进7 2. 马二进四": "Move 2 (ply 3)",
		"h2e2 h9g7 h0h5": "cannot be played",
		"position fen 4k4/9/9/9/9/9/9/2p6/4R4/3K5 b - - 7 31 moves e1e2":                                  "Move 31 (ply 1) cannot be played. The rook on e1 is Red's, and it is Black's turn.",
		"[Event \"x\"] 1. C2=5 {never closed":                                                             "not closed",
		"[DhtmlXQ][DhtmlXQ_movelist]77475[/DhtmlXQ_movelist][/DhtmlXQ]":                                   "breaks off at ply 2",
		"[DhtmlXQ][DhtmlXQ_movelist]774[/DhtmlXQ_movelist][/DhtmlXQ]":                                     "breaks off at ply 1",
		"[DhtmlXQ][DhtmlXQ_binit]0010[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]": "damaged",
		"what a nice day":                        "can't find a xiangqi game",
		"position fen 9/9/9/9/9/9/9/9/9/9 w":     "set up that position",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R w": "western chess",
		"":                                       "Paste a game",
		"http://www.dpxq.com/hldcg/search/view.asp?id=1": "Copy the game on 东萍象棋网 as DhtmlXQ",
		"https://www.xiangqi.com/game/1":                 "Copy the moves on xiangqi.com",
		"https://lichess.org/abcdefgh":                   "Lichess is for western chess",
		"https://example.org/game":                       "I can't find a xiangqi game",
	} {
		d.Change = func(i *discord.Interaction) { i.Options = map[string]string{"text": text} }
		if got := d.Do("mei", "/import"); !strings.HasPrefix(got, "private ") || !strings.Contains(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
	d.Change = nil
	d.Files["big.pgn"] = make([]byte, 9<<20)
	d.Play("mei: /import file=<big.pgn => private … too much to read")
}

// Whoever imports a file reads how many of its variations were cut short.
func TestImportCutShort(t *testing.T) {
	desk.Open(t, "files", "replay").Play("mei: <Read as xiangqi> 1. h2e2 h9g7 (1... b9c7 2. a0a9) 2. h0g2 => private … 0/3 … One variation of the file could not be read to its end.")
}

// So they do of arrows and clocks, and a refusal speaks of the players of the file, not of its reader.
func TestImportTellsWhatItLeavesOut(t *testing.T) {
	desk.Open(t, "files", "replay", "study").Play(`
		mei: <Read as xiangqi> 1. h2e2 {[%cal Gh2e2]} h9g7 {[%clk 0:10:00]} 2. h0g2 => private … 0/3 … Arrows and marked points of the file are left out. … The times of the file's clocks are left out.
		mei: <Read as xiangqi> 1. h2e2 (1. -- h9g7) h9g7 => private … 0/2 … One variation of the file could not be read to its end.
		mei: <Read as xiangqi> 1. a0b0 h9g7 => private … Red's own horse is on …
		mei: <Read as xiangqi> 许银川 先胜 吕钦（1999年全国个人赛）\n1. 炮二平五 马8进7 => private … 许银川 … 吕钦 … 0/2 … 1999年全国个人赛 · Result: 1-0
		mei: <Read as xiangqi> 1. h2e2 h9g7 2. h0g2 => not left out
		mei: <Read as xiangqi> nothing here => private … DhtmlXQ, WXF, FEN`)
}

// What a file of several games leaves out of the chosen one is said like that of a single game.
func TestLibraryTellsWhatItLeavesOut(t *testing.T) {
	const plain, arrows = "[Red \"a\"]\n\n1. h2e2 h9g7 *\n\n", "[Red \"b\"]\n\n1. h2e2 {[%cal Gh2e2]} h9g7 {[%clk 0:10:00]} (1... b9c7 2. a0a9) *\n\n"
	d := desk.Open(t, "files", "replay")
	d.Files["two.pgn"] = []byte(plain + arrows)
	d.Play(`
		mei: /import file=<two.pgn => private
		mei: {Choose a game} 1     => private … 0/2 … One variation of the file could not be read to its end. … Arrows and marked points … clocks are left out.`)
}

// A message is read as a game wherever in it that stands.
func TestReadAsXiangqi(t *testing.T) {
	desk.Open(t, "files", "replay").Play(`
		mei: <Read as xiangqi> look at this:\n` + "```pgn" + `\n1. C2=5 h8+7 2. H2+3\n` + "```" + `\nnice? => private … 0/3
		mei: <Read as xiangqi> 红先胜？ 3aka3/4nR3/b1n6/p1N5p/2b2R3/6P2/Pr2P3P/9/4A4/4KAB2 w - - 0 1 想想 => private … A position: Red to move.
		mei: <Read as xiangqi> 1. 炮二平五 马8进7 => private … 0/2
		mei: <Read as xiangqi> h2e2 h9g7 h0g2 => private … 0/3
		mei: <Read as xiangqi> see you tomorrow => private … can't find a xiangqi game
		mei: <Read as xiangqi> ` + "```\\n```" + ` => private … can't find a xiangqi game
		mei: <Read as xiangqi> 1. C2=5 H8+7 2. R9+9 => private … (ply 3)`)
}

// A game that can be read is not hidden by one before it that cannot: the list says what is wrong with that one.
func TestImportedBehindAnUnreadableGame(t *testing.T) {
	const second = "\n\n[Red \"胡荣华\"]\n\n1. c3c4 *\n"
	d := desk.Open(t, "files", "replay")
	d.Files["two.pgn"] = []byte("[Red \"许银川\"]\n\n1. h2e2 h2h9 *" + second)
	d.Play("mei: /import file=<two.pgn => private … {Choose a game: 0 1}")
	for _, c := range slices.Concat(d.Said.Rows...) {
		menu, ok := c.(discord.Select)
		if !ok || menu.Placeholder != "Choose a game" {
			continue
		}
		if first := menu.Options[0]; !strings.Contains(first.Label, "许银川") || !strings.HasPrefix(first.Description, "Move 1 (ply 2) cannot be played.") {
			t.Errorf("the first: %+v", first)
		}
		if other := menu.Options[1]; !strings.Contains(other.Label, "胡荣华") || other.Description != "" {
			t.Errorf("the second: %+v", other)
		}
	}
	d.Files["talk.pgn"] = []byte("My game of yesterday:" + second)
	d.Play(`
		mei: {Choose a game} 1         => 胡荣华 … 0/1
		mei: /import file=<talk.pgn    => private … 0/1`)
}

// A library is searched by a form, and the same message lists the results.
func TestSearchOfALibrary(t *testing.T) {
	var games strings.Builder
	for i := range 60 {
		fmt.Fprintf(&games, "[Event \"Cup %d\"]\n[Red \"胡荣华\"]\n[Black \"杨官璘\"]\n\n1. h2e2 h9g7 *\n\n", 1950+i)
	}
	d := desk.Open(t, "files", "replay")
	d.Files["games.pgn"] = []byte(games.String())
	d.Play(`
		mei: /import file=<games.pgn => private … [Find games]
		mei: [Find games]     => form Find games
		mei: (杨官璘 1977)    => edit … “杨官璘 1977”: 1 game … [Find games]
		mei: [Find games]     => form Find games
		mei: (nobody)         => edit … No game here has “nobody” … [All games]
		mei: [All games]      => edit … Page 1 of 3
		tom: /import find=x   => private … You have no file of games here`)
}

// The book of a study is exported as a file and imported again unchanged, whichever place is on the board.
func TestStudyOfABook(t *testing.T) {
	const book = "[Event \"Cup\"]\n[Red \"a\"]\n\n{all} 1. h2e2 {centre} h9g7 (1... h7e7 {same} 2. h0g2 {solid} (2. e2e6 {greedy} d9e8)) 2. h0g2 1-0"
	d := desk.Open(t, "play", "files", "replay", "study")
	d.Files["book.pgn"] = []byte(book)
	d.Play(`
		mei: /import file=<book.pgn => private … [Study from here]
		mei: [Study from here]      => private
		mei: [▶]                    => edit … h2e2 … centre
		mei: {Next move: 2 choices} h7e7 => edit … h7e7 … same
		mei: [More]                 => edit
		mei: [Share]                => edit`)
	want, err := record.Read([]byte(book))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"pgn", "xqf", "dhtmlxq"} {
		d.Do("mei", "/export format="+format)
		got, err := record.Read(d.Picture().Data)
		if err != nil {
			t.Fatal(format, err)
		}
		if diff := cmp.Diff(want.Line, got.Line); diff != "" || got.Comment != "all" || got.Info.Event != "Cup" || got.Info.Red != "a" || got.Result != game.RedWins {
			t.Errorf("%s: %+v %s", format, got.Info, diff)
		}
	}
	d.Do("mei", "/export format=uci")
	if text := string(d.Picture().Data); text != "position startpos moves h2e2 h7e7\n" {
		t.Errorf("what is on the board: %s", text)
	}
}

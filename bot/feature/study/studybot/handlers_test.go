package studybot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
)

// What the owner of a study can do, and how others are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"both sides": `
			mei: /study              => private **Red to move.** … {Choose a piece … [◀] [▶] [Play engine move] [More]
			mei: {Choose a piece} h2 => edit … {Where to? (炮 cannon h2)
			mei: {Where to} h2e2     => edit Red … h2e2 … **Black to move.**
			mei: {Choose a piece} h9 => edit … {Where to
			mei: {Where to} h9g7     => edit Red … h2e2 … Black … h9g7 … **Red to move.**
			mei: [◀]         => edit Red … h2e2 … **Black to move.**
			mei: [Play engine move] => private I can't give hints here
			mei: [More] => edit
			mei: [Reset]             => edit **Red to move.**
			mei: [More] => edit
			mei: [Close]             => edit`,
		"given": `
			mei: /study position="3k5/9/9/9/9/9/9/9/9/4K4 w" => private **Draw.** Neither side has enough pieces left
			mei: /study position="h2e2 h9g7" => private Red … h2e2 … Black … h9g7 … **Red to move.**
			mei: /study position=nonsense    => private I can't find a xiangqi game or position there
			mei: /study                      => private Red … h2e2`,
		"set up": `
			mei: /study               => private
			mei: [More] => edit
			mei: [Set up]             => private **Set up the board.** … This is a legal position … {Choose a piece to place … [Done] [Red to move] [Clear] [Starting position]
			mei: [Clear]              => edit **Set up the board.** … king
			mei: [Starting position]  => edit … This is a legal position
			mei: [Red to move]        => edit … [Black to move]
			mei: [Done]               => edit`,
		"each their own": `
			mei: /study => private … Study of <@201>
			tom: /study => private … Study of <@202>
			tom: /undo  => private There's no game here
			mei: h2e2   => nothing`,
		"shown to all": `
			mei: /study      => private … [More]
			mei: [More] => edit
			mei: [Share]     => edit It goes on in <#700>
			mei: /board      => card study **Red to move.** … Study of <@201>
			mei: h2e2        => card study Red … h2e2
			mei: [More] => card study
			tom: [Reset]     => private You're not playing
			tom: [Close]     => private You're not playing
			tom: [Set up]    => private You're not playing
			tom: h9g7        => nothing
			mei: [Close]     => card study … **The study is closed.**`,
		"both sides in one text": `
			mei: /study public=true     => card study **Red to move.**
			mei: 炮二平五 马8进7        => card study Red … h2e2 … Black … h9g7 … **Red to move.**
			mei: 1. h0g2, i9h9 2. i0h0  => card study … i0h0 … **Black to move.**
			mei: b9c7 h2e2              => private There is no piece on h2.
			mei: /board                 => card study … i0h0 … **Black to move.**
			mei: 红马2进3               => private You wrote Red, but it's Black's move.
			mei: 黑马2进3 红兵三进一    => card study … g3g4 … **Black to move.**
			mei: [◀]            => card study … b9c7 … **Red to move.**
			tom: g3g4 g6g5              => nothing`,
		"comments": `
			mei: /study position="h2e2 (b2e2) h9g7" => private … [More]
			mei: [More] => edit
			mei: [Write a comment] => form Write a comment ()
			mei: (the usual answer)  => edit … Black … h9g7 … > the usual answer … [More]
			mei: [◀]       => edit … {Next move: h9g7 cut note}
			mei: {Next move} note => form Write a comment ()
			mei: (centre cannon)   => edit … > centre cannon
			mei: [More] => edit
			mei: [Reset]           => edit … {Next move: 2 choices: h2e2 b2e2 cut note}
			mei: {Next move: 2 choices} b2e2 => edit … A variation from move 1
			mei: {This variation} note => form Write a comment ()
			mei: (the other one)   => edit … A variation … > the other one
			mei: [More] => edit
			mei: [Save]            => private … 1. H2-E2 {centre cannon} (1. B2-E2 {the other one}) … H9-G7 {the usual answer} … [XQF] [DhtmlXQ]
			mei: [DhtmlXQ]         => edit … [DhtmlXQ_comment1]centre cannon[/DhtmlXQ_comment1] … [DhtmlXQ_comment1_1]the other one[/DhtmlXQ_comment1_1] … [PGN] [XQF]
			mei: [XQF]             => edit The game is in the file. [PGN] [DhtmlXQ]
			mei: /study            => private … > the other one
			mei: {This variation} note => form Change the comment (the other one)
			mei: ()                => edit … **Black to move.** … {This variation: promote drop note}`,
		"variations that begin alike": `
			mei: /study position="1. h2e2 (1. b2e2 {a} h9g7) (1. b2e2 {b} b9c7) *" => private … h2e2
			mei: [◀] => edit … {Next move: 2 choices: h2e2 b2e2 cut note}`,
		"replaced after a question": `
			mei: /study position="1. h2e2 {centre} h9g7" => private … h9g7
			mei: /study position=h2h4 => private **Replace your study?** It has 2 moves, with comments … [Replace] [Save]
			mei: [Save]               => private … {centre}
			mei: /study               => private … h9g7
			mei: /study position=h2h4 => private **Replace your study?**
			mei: [Replace]            => edit Red … h2h4
			mei: /study position=b2e2 => private Red … b2e2`,
		"a comment without a move, replaced after a question": `
			mei: /study               => private
			mei: [More] => edit
			mei: [Write a comment]    => form
			mei: (the oldest opening) => edit … > the oldest opening
			mei: /study position=h2h4 => private **Replace your study?** Its comments can't be brought back. Save it first if you want them. [Replace] [Save]
			mei: [Replace]            => edit Red … h2h4`,
		"many moves without a comment, replaced after a question": `
			mei: /study position="h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b2b6 a9a8 b0a2" => private
			mei: /study position="h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b2b6 a9a8 b0a2 a8d8" => private Red
			mei: /study position=h2h4 => private **Replace your study?** It has 10 moves that can't be brought back. Save it first if you want it. [Replace] [Save]
			mei: [Replace]            => edit Red … h2h4`,
		"shown to all, replaced after a question": `
			mei: /study position="1. h2e2 {centre} h9g7" public=true => card study … h9g7
			mei: /study position=h2h4 public=true => private **Replace your study?**
			mei: [Replace]            => edit The study is open.
			mei: /board               => card study Red … h2h4`,
		"set up after a question": `
			mei: /study position="1. h2e2 {centre} *" => private
			mei: [More] => edit
			mei: [Set up]             => private **Set up the board.**
			mei: [Starting position]  => edit
			mei: [Done]               => private **Replace your study?** It has 1 move, … [Replace] [Save]
			mei: [Replace]            => edit **Red to move.** … [◀] [▶]`,
		"another place of the same book": `
			mei: /import text="1. h2e2 {centre} h9g7" => private … [Study from here]
			mei: [Study from here]    => private
			mei: /import text="1. h2e2 {centre} h9g7" => private … [Study from here]
			mei: [Study from here]    => private … Study of <@201>
			mei: /import text="1. b2e2" => private … [Study from here]
			mei: [Study from here]    => private **Replace your study?**
			mei: [Replace]            => edit … Study of <@201>`,
		"guests write no comments and set nothing up": `
			mei: /study public=true => card study
			mei: h2e2               => card study
			mei: /study invite=@tom => public
			mei: /study invite=@tom => private They're a guest at your study already
			mei: [More] => card study
			tom: [Write a comment]  => private You're not playing
			tom: [Set up]           => private You're not playing
			mei: [Write a comment]  => form
			tom: h9g7               => card study
			mei: (too late)         => private That's an old board … too late`,
		"not of one's own game": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept] => card duel
			mei: h2e2     => card duel
			mei: /study position="h2e2"  => private
			linh: /study position="h2e2" => private Red … h2e2`,
		"in public, up to mate": `
			mei: /study public=true position="4k4/R8/9/9/9/9/9/9/2R6/3K5 w - - 0 1" => card study … Study of <@201>
			mei: c1c9           => card study … Checkmate … [◀]
			mei: [Play engine move] => no such control
			mei: [◀]    => card study … **Red to move.**
			mei: [More] => card study
			mei: [Save]         => private … [XQF]
			mei: /replay        => private Study · <@201> · 0/1
			mei: [Close]        => card study … **The study is closed.**
			mei: /play          => card versus`,
		"from a replay": `
			mei: /play side=red => card versus
			mei: h2e2           => card versus
			character: h9g7
			mei: /resign        => private
			mei: [Yes, resign]  => edit
			mei: /replay        => private … [Study from here]
			mei: {Jump to a move} 2 => edit
			mei: [Study from here] => private … Black … h9g7 … Study of <@201>
			mei: [More] => edit
			mei: [Close]        => edit
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]       => card duel
			mei: /replay        => not [Study from here]
			mei: h2e2           => card duel
			mei: /study position="position startpos moves b2e2" => private … People are playing this position`,
		"a position that is being played, set up by hand": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]       => card duel
			mei: h2e2           => card duel
			in 701
			mei: /study public=true => card study
			mei: [More] => card study
			tom: [Set up]       => private You're not playing
			mei: [Set up]       => private
			mei: {Choose a piece to place} x => edit
			mei: {On which file? (Remove a piece)} h => edit
			mei: {On which point? (Remove a piece)} h2 => edit
			mei: {Choose a piece to place} C => edit
			mei: {On which file? (cannon)} e => edit
			mei: {On which point? (cannon)} e2 => edit
			mei: [Red to move]  => edit
			mei: [Done]         => private … People are playing this position`,
	}, "play", "challenges", "study", "replay", "files")
}

// A comment that comes too late is given back whole: in the answer, or in a file if it is long.
func TestLateComment(t *testing.T) {
	for _, text := range []string{"a cannon in the middle", strings.Repeat("炮", 4000)} {
		d := desk.Open(t, "play", "study")
		d.Play(`
			mei: /study public=true => card study
			mei: [More]             => card study
			mei: [Write a comment]  => form
			mei: h2e2               => card study`)
		d.Do("mei", "("+text+")")
		given := d.Said.Content
		for _, f := range d.Said.Files {
			given += string(f.Data)
		}
		n := utf8.RuneCountInString(d.Said.Content)
		if !strings.Contains(given, "the game has moved on") || !strings.Contains(given, text) || n > discord.MaxContent {
			t.Errorf("%d characters: %.300s", n, given)
		}
	}
}

// A rook ending is set up piece by piece, with selects and buttons only, and played on.
func TestSetUp(t *testing.T) {
	d := desk.Open(t, "play", "study", "files")
	d.Play(`
		mei: /study public=true => card study
		mei: [More] => card study
		mei: [Set up]           => private … This is a legal position
		mei: [Clear]            => edit … Red has no king
		mei: [Done]             => no such control`)
	for _, put := range []struct{ piece, file, point string }{
		{"K", "", "e0"}, {"k", "", "e9"}, {"k", "", "d9"}, {"R", "a", "a7"}, {"r", "i", "i3"}, {"P", "i", "i3"}, {"x", "", "i3"}, {"p", "c", "c3"},
	} {
		d.Play("mei: {Choose a piece to place} " + put.piece + " => edit")
		if put.file != "" {
			d.Play("mei: {On which file?} " + put.file + " => edit")
		}
		d.Play("mei: {On which point?} " + put.point + " => edit")
		if faces := strings.Contains(d.Said.Content, "face each other"); faces != (put.point == "e9") {
			t.Errorf("%+v: %s", put, d.Said.Content)
		}
	}
	d.Play(`
		mei: /board       => card study
		mei: [Red to move] => edit … This is a legal position … [Done] [Black to move]
		mei: [Done]       => edit … now shows this position
		mei: /board       => card study **Black to move.**`)
	if alt := d.Picture().Description; !strings.Contains(alt, "Red: king e0, rook a7. Black: king d9, pawn c3.") {
		t.Errorf("set up: %s", alt)
	}
	d.Play(`
		mei: c3d3         => card study
		mei: [More] => card study
		mei: [Save]       => private … 3k5/9/R8/9/9/9/2p6/9/9/4K4 b`)
}

// A study of a position that is on the board of a game against a character makes that game casual, by any way to the study, or another
// character's answer; another position's does not.
func TestStudyOfALivePositionMakesItCasual(t *testing.T) {
	for way, lines := range map[string]string{
		"from the replay":   "mei: /replay => private\nmei: [⏭] => edit\nmei: [Study from here] => private",
		"as a position":     `mei: /study position="FEN" => private`,
		"in the open study": "in elsewhere\nmei: /study public=true => card study\nmei: /study position=\"FEN\" public=true => card study",
		"as a game from it": "in elsewhere\nmei: /play position=\"FEN\" => card versus",
		"set up piece by piece": "mei: /study => private\nmei: [More] => edit\nmei: [Set up] => private\nmei: {Choose a piece to place} C => edit\n" +
			"mei: {On which file?} e => edit\nmei: {On which point?} e2 => edit\nmei: {Choose a piece to place} x => edit\n" +
			"mei: {On which file?} h => edit\nmei: {On which point?} h2 => edit\nmei: [Red to move] => edit\nmei: [Done] => edit",
	} {
		d := desk.Open(t, "play", "challenges", "study", "replay")
		d.Play("mei: /play side=red => card versus\nmei: h2e2 => card versus")
		if way != "set up piece by piece" {
			d.Play("character: h9g7")
		}
		m, err := d.Matches.InChannel(t.Context(), desk.Channel)
		if err != nil {
			t.Fatal(err)
		}
		casual := func(want match.CasualReason) {
			t.Helper()
			if now, err := d.Matches.Get(t.Context(), m.ID); err != nil || now.CasualReason != want {
				t.Errorf("%s: %v, %v", way, now.CasualReason, err)
			}
		}
		if way == "from the replay" {
			d.Play("mei: /replay => private\nmei: [Study from here] => private")
			casual(match.Rated)
		}
		d.Play(strings.ReplaceAll(lines, "FEN", m.Game.Position().FEN()))
		casual(match.AfterStudy)
		d.In("channel")
		d.Play("mei: /board => card versus … The position is being studied")
	}
}

// A guest who is dismissed and invited again is not called again for a while.
func TestGuestIsCalledOnce(t *testing.T) {
	desk.Open(t, "study").Play(`
		mei: /study public=true    => card study
		mei: /study invite=@tom    => public <@202>, … invites you … (pings 202)
		mei: /study public=true    => card study
		mei: [More]                => card study
		mei: [Only me]              => card study
		mei: /study invite=@tom    => not (pings
		mei: /study invite=@linh   => public <@203>, … invites you … (pings 203)
		mei: /study public=true    => card study
		mei: [More]                => card study
		mei: [Only me]              => card study
		mei: /study invite=@tom    => not (pings
		clock 11m
		mei: /study public=true    => card study
		mei: [More]                => card study
		mei: [Only me]              => card study
		mei: /study invite=@tom    => public <@202>, … invites you … (pings 202)`)
}

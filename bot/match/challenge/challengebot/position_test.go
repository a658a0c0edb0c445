package challengebot_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/store"
	"yeye/game"
)

// A challenge may begin from a position: a FEN in any dress, or an ending by its name.
func TestPosition(t *testing.T) {
	desk.Run(t, map[string]string{
		"a FEN": `
			mei: /challenge user=@tom side=red position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b" => card challenge <@202>, <@201> challenges you … You'd play Black. … From a given position; Black moves first. … no clock · casual … Casual: games from a position aren't rated … [Accept]
			tom: [Accept]      => card duel **<@202> to move** … <@201> (Red) – <@202> (Black) … casual
			tom: e8f7          => card duel
			mei: a0a9          => card duel`,
		"in a sentence": `
			mei: /challenge user=@tom position="What of 3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 (b)?" => card challenge … Black moves first`,
		"with moves": `
			mei: /challenge user=@tom position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b moves e8f7" => card challenge … Red moves first`,
		"whoever moves first": `
			mei: /challenge user=@tom side=mover position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b" => card challenge … You'd play Red. … Black moves first`,
		"an ending": `
			mei? /challenge position="rook against two e" => Rook against two elephants
			mei? /challenge position="no such" =>
			mei: /challenge user=@tom side=black position="R2" => card challenge … You'd play Red. … The ending **Rook against two elephants**; Red moves first
			tom: [Accept]      => card duel **<@202> to move**`,
		"an ending that was typed": `
			mei: /challenge user=@tom position="rook against TWO elephants" => card challenge … The ending **Rook against two elephants**`,
		"everybody": `
			mei: /challenge side=red position=R2 => card challenge <@201> wants a game of xiangqi. Whoever accepts first plays Black. … The ending
			linh: [Accept]     => card duel **<@201> to move** … <@203> (Black)`,
		"a position is read back": `
			mei? /challenge position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b" => From a given position; Black moves first.`,
		"the usual start is none": `
			mei: /challenge user=@tom clock=5+3 position="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 5 9" => card challenge … rated
			tom: [Accept]      => card duel … rated`,
		"refused": `
			mei: /challenge user=@tom position="4k4/9/9/9/9/9/9/9/9/4K4 w" => private I can't set up that position
			mei: /challenge user=@tom position="no position"           => private I can't set up that position
			mei: /challenge user=@tom position="3ak4/9/9/9/6P2/9/9/9/9/3K5 w 3ak4/9/9/9/6P2/9/9/9/9/3K5 b" => private There are 2 positions
			mei: /play position="3ak4/9/9/9/6P2/9/9/9/9/3K5 w 3ak4/9/9/9/6P2/9/9/9/9/3K5 b" => private There are 2 positions
			mei: /study position="3ak4/9/9/9/6P2/9/9/9/9/3K5 w 3ak4/9/9/9/6P2/9/9/9/9/3K5 b" => private There are 2 positions
			mei: /challenge user=@tom position="3ak4/9/9/9/9/9/9/9/9/3K5 w" => private … drawn already: neither side
			mei: /challenge user=@tom position="R2k5/1R7/9/9/9/9/9/9/9/4K4 b" => private … checkmate already
			mei: /challenge user=@tom position="3k5/4R4/9/9/9/9/9/9/9/4K4 b" => private … no legal move
			mei: /challenge user=@tom position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b - - 120 90" => private By its move counter
			mei: /play position="3k5/4R4/9/9/9/9/9/9/9/4K4 b" => private … no legal move
			mei: /challenge user=@tom odds=horse position="R2"         => private At odds
			mei: /challenge user=@tom game=blindfold position="R2"     => private A blindfold game begins
			mei: /challenge user=@tom game=flipped position="R2"       => private Flipped chess has
			mei: /challenge user=@tom pair=true                      => private A pair is two games
			mei: /challenge user=@tom pair=true odds=horse           => private A pair is two games
			mei: /challenge user=@tom pair=true game=blindfold       => private A pair is two games
			mei: /challenge user=@tom pair=true game=flipped         => private A pair is two games
			mei: /challenge user=@yeye pair=true position="R2"         => private A pair is two games
			mei: /challenge user=@tom => card challenge … You'd play`,
		"terms": `
			mei: /challenge user=@tom side=red rated=yes position="R2" => card challenge … casual
			mei: [Change]                  => private … casual … aren't rated … {Clock: … {Your side: red black} {Games: no yes} {Rules:
			mei: {Games} yes               => edit two games, colors change · no clock · casual
			tom: /board                    => card challenge … The ending … two games, colors change
			mei: {Clock} 3d                => edit two games, colors change · 3 days a move
			mei: {Your side} black         => edit
			tom: /board                    => card challenge … You'd play Red.
			tom: [Accept]                  => card duel **<@202> to move** … Game 1 of 2`,
		"no rating or odds among the terms": `
			mei: /challenge user=@tom position="R2" => card challenge
			mei: [Change]                  => not Odds`,
		"rematch": `
			mei: /challenge user=@tom side=red position="R2" => card challenge
			tom: [Accept]      => card duel
			tom: /resign       => private
			tom: [Yes, resign] => edit
			mei: /board        => card duel … [Play again]
			clock 1m
			mei: [Play again]  => card challenge … You'd play Red. … The ending **Rook against two elephants**
			tom: /rematch      => card duel **<@202> to move** … <@202> (Red)`,
	}, "play", "challenges", "endgame", "study")
}

// Two games from a position: the second begins by one press, and in the end the card has the result of both.
func TestPair(t *testing.T) {
	const first = `
		mei: /challenge user=@tom side=red pair=true position="R2" => card challenge … two games, colors change · no clock · casual
		tom: [Accept]      => card duel **<@201> to move** … Game 1 of 2
		tom: /resign       => private
		tom: [Yes, resign] => edit
		tom: /board        => card duel … **<@201> wins.** … **Second game** starts the other game of the pair … [Second game]
		clock 1m
`
	desk.Run(t, map[string]string{
		"played": first + `
			linh: [Second game] => private You're not playing
			tom: [Second game]  => card duel **<@202> to move** … <@202> (Red) – <@201> (Black) … Game 2 of 2
			tom: a0a1           => card duel
			mei: /draw          => public
			tom: [Accept]        => edit
			tom: /board         => card duel … **Draw** … **Both games:** <@202> ½ – 1½ <@201> … [Play again]
			clock 1m
			tom: [Play again]   => card challenge … two games, colors change`,
		"by the command": first + `
			mei: /rematch       => card duel **<@202> to move** … Game 2 of 2`,
		"too late": first + `
			clock 25h
			mei: /board         => not [Second game]
			mei: /rematch       => card challenge … two games`,
		"elsewhere": first + `
			mei: /play          => card versus
			linh: /board        => card versus`,
	}, "play", "challenges", "endgame", "study")
}

// From a replay and from a study one challenges somebody, with the sides chosen.
func TestChallengeFromHere(t *testing.T) {
	desk.Run(t, map[string]string{
		"a replay": `
			mei: /play side=red   => card versus
			mei: h2e2             => card versus
			character: h9g7
			mei: /resign          => private
			mei: [Yes, resign]    => edit
			mei: /replay          => private … [Challenge from here]
			mei: {Jump to a move} 1 => edit … [Challenge from here]
			mei: [Challenge from here] => private **Challenge somebody from this position.** Black moves first. … aren't rated … {Your side: random red black} {Choose your opponent: @} [Two games] [Anyone may accept]
			mei: {Your side} black => edit
			mei: [Two games]       => edit … two games, colors change … [Just one game]
			mei: {Choose your opponent} @tom => card challenge <@202> … You'd play Red. … Black moves first. … two games, colors change
			tom: [Accept]          => card duel **<@201> to move** … Game 1 of 2`,
		"oneself, and a program": `
			mei: /play side=red   => card versus
			mei: h2e2             => card versus
			character: h9g7
			mei: /resign          => private
			mei: [Yes, resign]    => edit
			mei: /replay          => private
			mei: {Jump to a move} 2 => edit
			mei: [Challenge from here] => private
			mei: {Choose your opponent} @mei => private You can't challenge yourself
			mei: [Anyone may accept] => card challenge <@201> wants a game
			mei: [Anyone may accept] => card challenge
			mei: [Anyone may accept] => private Two of your challenges`,
		"a study": `
			mei: /study position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b" => private
			mei: [More]           => edit … [Challenge from here]
			mei: [Challenge from here] => private … Black moves first.
			mei: {Choose your opponent} @tom => card challenge … Black moves first.`,
		"not in a direct conversation": `
			in dm
			mei: /play side=red   => card versus
			mei: /resign          => private
			mei: [Yes, resign]    => edit
			mei: /replay          => private … [Masters]
			mei: {Jump to a move} 1 => not [Challenge from here]
			mei: /study position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b" => card study
			mei: [More]           => not [Challenge from here]`,
	}, "play", "challenges", "endgame", "study", "replay", "pastgames")
}

// While a game that counts is played, nobody challenges from its board; nobody accepts what came onto a board since; and the price is
// paid like for a study.
func TestFromABoard(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame", "study", "replay")
	d.Play(`
		in 701
		mei: /challenge user=@tom side=red clock=10+5 => card challenge … rated
		tom: [Accept] => card duel`)
	moves := strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7 h0h9 g7h9 b0c2 g6g5 a3a4 a6a5")
	for i, m := range moves {
		d.Do([]string{"mei", "tom"}[i%2], m)
	}
	m, err := d.Matches.InChannel(t.Context(), "701")
	if err != nil || m.Ply() != len(moves) {
		t.Fatal(m.Ply(), err)
	}
	fen := m.Game.Position().FEN()
	other := fen[:strings.Index(fen, " ")]
	d.Play(`
		in 702
		linh: /challenge position="` + fen + `" => private People are playing this position
		linh: /challenge position="` + other + ` w" => private People are playing this position
		in 701
		linh: /replay => not [Challenge from here]`)
}

// What was an ordinary position when it was proposed may be on the board of a game that counts when it is accepted.
func TestFromABoardSince(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame")
	at := game.Start()
	moves := strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7 h0h9 g7h9 b0c2 g6g5 a3a4 a6a5")
	for _, text := range moves {
		m, err := game.ParseMove(text)
		if err != nil || !at.IsLegal(m) {
			t.Fatal(text, err)
		}
		at.Do(m)
	}
	d.Play(`
		in 702
		linh: /challenge side=red position="` + at.FEN() + `" => card challenge
		in 701
		mei: /challenge user=@tom side=red clock=10+5 => card challenge … rated
		tom: [Accept] => card duel`)
	for i, m := range moves {
		d.Do([]string{"mei", "tom"}[i%2], m)
	}
	d.Play(`
		in 702
		linh: /board  => card challenge
		tom: [Accept] => private People are playing this position
		in 701
		mei: /resign       => private
		mei: [Yes, resign] => edit
		in 702
		linh: /board  => card challenge
		tom: [Accept] => card duel`)
}

// The card shows the position, also to who reads it aloud, and no picture once nobody can accept any more. The game's files begin from it.
func TestPositionIsShown(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame", "files", "replay")
	for _, language := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		d.Locale = language
		d.Play(`mei: /challenge user=@tom side=red position=R2 => card challenge`)
		files := d.Pictures()
		if len(files) != 1 || len(files[0].Data) == 0 || files[0].Description == "" || strings.Contains(files[0].Description, "{{") {
			t.Errorf("%s: %d pictures", language, len(files))
		}
		if text := d.Said.Content; strings.Contains(text, "challenge.") || strings.Contains(text, "endgame.") ||
			strings.Contains(text, "{{") {
			t.Errorf("%s: %s", language, text)
		}
		d.Do("mei", "["+d.Readers.InLocale(language).Text("control.withdraw")+"]")
		if files := d.Pictures(); len(files) != 0 {
			t.Errorf("%s: withdrawn, with %d pictures", language, len(files))
		}
		d.Play("clock 1h")
	}
	d.Locale = "en-US"
	d.Play(`
		mei: /challenge user=@tom side=red position=R2 => card challenge
		tom: [Accept] => card duel
		mei: a0a1     => card duel`)
	for format, want := range map[string]string{"pgn": "[FEN \"2b1k1b2/9/9/9/9/9/9/9/9/R4K3 w", "dhtmlxq": "[DhtmlXQ_binit]", "uci": "position fen 2b1k1b2/9/9/9/9/9/9/9/9/R4K3 w"} {
		said := d.Do("mei", "/export format="+format)
		if file := d.Said.Files; len(file) != 1 || !strings.Contains(string(file[0].Data), want) {
			t.Errorf("%s: %s", format, said)
		}
	}
}

// A button that was kept begins no third game, whoever presses it and wherever the pair is; it then asks for another pair, as Play again
// does.
func TestSecondIsPressedAgain(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame")
	d.Play(`
		mei: /challenge user=@tom side=red position=R2 pair=true => card challenge
		tom: [Accept]      => card duel
		tom: /resign       => private
		tom: [Yes, resign] => edit
		tom: /board        => card duel … [Second game]`)
	d.Keep("mei")
	d.Keep("tom")
	d.Play(`
		clock 1m
		mei: [Second game] => card duel … Game 2 of 2
		tom: [Second game] => private … already a game here
		mei: /resign       => private
		mei: [Yes, resign] => edit
		clock 1m
		tom: /board        => card duel … **Both games:** <@202> 1 – 1 <@201>`)
	d.Keep("tom")
	if n := games(t, d); n != 2 {
		t.Errorf("%d games", n)
	}
	d.Play(`
		tom: [Play again]  => card challenge … two games, colors change
		mei: [Accept]      => card duel … Game 1 of 2`)
	if n := games(t, d); n != 3 {
		t.Errorf("%d games", n)
	}
}

func games(t *testing.T, d *desk.Desk) int {
	t.Helper()
	n, err := store.Value[int](d.DB.Read().Row(t.Context(), `SELECT COUNT(*) FROM matches`))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

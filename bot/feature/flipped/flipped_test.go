package flipped_test

import (
	"context"
	"regexp"
	"testing"

	"yeye/ai/character"
	"yeye/bot/internal/desk"
	"yeye/bot/internal/testdb"
	"yeye/bot/match/engine"
	"yeye/game"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// Games of flipped chess from the words to the opened deal.
func TestGames(t *testing.T) {
	for name, lines := range map[string]string{
		"against a character": `
			mei: /play game=flipped side=red => card flipped … <@201>, make your move, or add a word to the shuffle first … Seal ` + "`" + ` … flipped chess … [Add a word] [Without a word] [Resign]
			tom: [Add a word]          => private Only the player who was asked can answer
			mei: [Add a word]          => private Before you decide: I've drawn a secret … [Write a word] [Without a word]
			mei: [Write a word]        => form A word for the shuffle
			mei: ( **bamboo** )        => edit Your word is in the shuffle: \*\*bamboo\*\*
			mei: /board                => card flipped **<@201> to move** … Shuffled by Yeye with \*\*bamboo\*\* … Seal … Type a move such as … [My board] [Rules] [Resign]
			mei: /hint                 => private
			mei: /undo                 => private You haven't moved yet
			mei: 炮二平五              => card flipped Red moves the face-down piece on h2 as a cannon: ` + "`h2e2`" + ` … **It is
			mei: /undo                 => private That can't be taken back
			character: h9g7
			mei: /board                => card flipped Black moves the face-down piece on h9 as a horse: … **It is … Red ` + "`h2e2`" + `
			mei: [My board]            => private Black moves … Not seen yet, Red: … Not seen yet, Black:
			mei: a0c2                  => private Still face down, it moves as a rook
			mei: /resign               => private
			mei: [Yes, resign]         => edit
			mei: /board                => card flipped … Seal opened: secret … deal … [Play again] [Challenge Newborn] [Replay] [The deal]
			mei: [The deal]            => private **The deal** … **Red** a0 … **Black** a9 … Red's word: \*\*bamboo\*\*
			mei: /replay               => private … 0/2 … Starting position … [Export] [The deal] (file board.png
			mei: [▶]                   => edit … 1/2 … Red moves the face-down piece on h2 as a cannon
			mei: [GIF]                 => private … (file replay.gif: Flipped chess board, Red below … turned over
			mei: /history              => private … flipped chess
			mei: /export               => private
			mei: /board                => card flipped
			mei: [Play again]          => card flipped … add a word`,
		"between people": `
			mei: /challenge user=@tom side=red game=flipped-open clock=3d => card challenge … flipped chess, captures open · 3 days a move · casual
			tom: [Accept]              => card flipped-duel … <@202>, add a word … Perpetual check loses … [Add a word] [Without a word]
			mei: /move text=b2e2       => private The pieces aren't shuffled yet
			mei: /rules                => private **Flipped chess (jieqi) on one page** … Perpetual check loses
			mei: [Without a word]      => private Only the player who was asked can answer
			tom: [Without a word]      => card flipped-duel … <@201>, make your move, or add a word to the shuffle first … [Add a word] [Without a word]
			tom: h9g7                  => private The pieces aren't shuffled yet
			mei? /move text=           => face-down
			mei: 暗炮二进七            => card flipped-duel Red moves the face-down piece on h2 … **It is … It takes a face-down piece: ** … Shuffled by Yeye alone … [My board] [Rules] [Offer a draw] [Resign]
			mei: [My board]            => private You move the face-down piece on h2 … It takes a face-down piece: **
			mei: [My board]            => not Only you see
			mei: /undo                 => private There are no takebacks in flipped chess between people
			mei: a3a4                  => private It's not your turn
			tom: X9.1                  => card flipped-duel Black moves the face-down piece on
			tom: [Offer a draw]        => public <@201>, <@202> offers a draw
			mei: [Accept]              => edit
			mei: /board                => card flipped-duel … Seal opened`,
		"terms that do not go together": `
			mei: /play game=flipped odds=horse => private Flipped chess has its own start and rules
			mei: /play game=flipped opponent=6 => private
			mei: /challenge game=flipped rated=yes => private Flipped chess has its own start`,
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges", "flipped", "hint", "replay", "pastgames", "files", "help")
			d.Play(lines)
		})
	}
}

// never thinks about xiangqi.
type never struct{ t *testing.T }

func (n never) Think(context.Context, *game.Game, character.Level, uint64) (game.Move, int, bool, error) {
	n.t.Error("a game of flipped chess was given to the engine for xiangqi")
	return game.NoMove, 0, false, nil
}

// The whole seal is on the card while it is asked for words and when the game begins; later a few digits are enough.
func TestSealIsShortenedLater(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped")
	d.Play(`
		mei: /challenge user=@tom game=flipped side=red clock=3d => card challenge
		tom: [Accept]          => card flipped-duel
		tom: [Without a word]  => card flipped-duel`)
	seal := regexp.MustCompile("Seal `([0-9a-f]+)(…?)`")
	for n, line := range []string{"mei: a3a4", "tom: i6i5", "mei: c3c4", "tom: g6g5"} {
		found := seal.FindStringSubmatch(d.Do("mei", "/board"))
		if len(found) != 3 || len(found[1]) != 64 {
			t.Errorf("after %d plies: %q", n, found)
		}
		d.Play(line + " => card flipped-duel")
	}
	if found := seal.FindStringSubmatch(d.Do("mei", "/board")); len(found) != 3 || len(found[1]) != 8 || found[2] == "" {
		t.Errorf("after the opening: %q", found)
	}
}

// Who asks for an analysis of flipped chess reads where its own report is, not that nobody has moved.
func TestAnalyze(t *testing.T) {
	desk.Open(t, "play", "challenges", "flipped", "analysis", "pastgames").Play(`
		mei: /challenge user=@tom game=flipped side=red clock=3d => card challenge
		tom: [Accept]          => card flipped-duel
		tom: [Without a word]  => card flipped-duel
		mei: a3a4              => card flipped-duel
		mei: /analyze          => private … finished
		mei: /resign           => private
		mei: [Yes, resign]     => edit
		mei: /analyze          => private I don't analyze flipped chess. Press *The deal*`)
}

// Characters answer by what they may know, and what was luck is said when the game is over. Mei's move is legal whatever was turned over: it
// parries the check of a cannon on the middle file.
func TestCharacters(t *testing.T) {
	for _, opponent := range []string{"0", "1", "4"} {
		d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Thinker: never{t}}}, "play", "challenges", "flipped", "characters")
		d.Play(`
			mei: /play game=flipped side=black opponent=` + opponent + ` => card flipped … add a word
			due
			mei: /board           => card flipped … add a word
			mei: [Without a word] => card flipped … is thinking
			due
			mei: /board           => card flipped Red … **<@201> to move**
			mei: b7e7             => card flipped Black
			due
			mei: /board           => card flipped Red … move 2
			mei: /resign          => private
			mei: [Yes, resign]    => edit
			mei: /board           => card flipped … [The deal]
			mei: [The deal]       => private … [Luck and choice]
			mei: [Luck and choice] => private … Red**: luck … Black**: luck … percent of a win`)
	}
}

package flipped_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/game/jieqi/pgn"
)

// However a game ends, its seal is opened on the card, and the record that anybody can export verifies.
func TestEveryEnd(t *testing.T) {
	const people = `
		mei: /challenge user=@tom side=red game=flipped => card challenge
		tom: [Accept] => card flipped-duel`
	const dealt = people + `
		tom: [Add a word]     => private Before you decide
		tom: [Write a word]   => form
		tom: (bamboo)         => edit
		mei: [Without a word] => card flipped-duel
		mei: b2e2             => card flipped-duel
		tom: h9g7             => card flipped-duel`
	for name, c := range map[string]struct {
		lines string
		words bool // the record still has Tom's word
	}{
		"resigned": {dealt + `
			mei: [Resign]      => private
			mei: [Yes, resign] => edit`, true},
		"drawn by agreement": {dealt + `
			mei: [Offer a draw] => public
			tom: [Accept]       => edit`, true},
		"on time": {`
			mei: /challenge user=@tom side=red game=flipped clock=1d => card challenge
			tom: [Accept]         => card flipped-duel
			tom: [Without a word] => card flipped-duel
			mei: b2e2             => card flipped-duel
			mei: /draw            => public
			clock 25h
			tom: [Accept]         => edit <@201>'s draw offer is no longer open`, false},
		"ended by a moderator": {dealt + `
			linh: /moderate act=delete => private End this game of flipped chess first
			linh: /moderate act=end    => private The game has ended`, true},
		"before any word": {people + `
			mei: [Resign]      => private
			mei: [Yes, resign] => edit`, false},
		"before the second word": {people + `
			tom: [Add a word]   => private
			tom: [Write a word] => form
			tom: (bamboo)       => edit
			mei: /resign        => private
			mei: [Yes, resign]  => edit`, true},
		"by a word's hash": {people + `
			tom: [Add a word]   => private
			tom: [Write a word] => form
			tom: (sha256:add1743eae5bbd8ea17b3d3b3531d0f3de072d10599edc0d8e107af90e52245a) => edit The hash is in the shuffle
			mei: [Without a word] => card flipped-duel
			mei: [My board]     => not [Tell my word]
			tom: [My board]     => private … [Tell my word]
			tom: [Tell my word] => form Your word
			tom: (bambus)       => private That word does not have the hash you gave
			tom: /resign        => private
			tom: [Yes, resign]  => edit
			mei: /board         => card flipped-duel … Seal opened
			tom: [The deal]     => private … Black gave the hash of a word and has not told it … [Tell my word]
			tom: [Tell my word] => form Your word
			tom: ( bamboo )     => private Your word has that hash: bamboo
			mei: /board         => card flipped-duel … Shuffled by Yeye with bamboo
			tom: [The deal]     => private … Black's word: bamboo`, true},
		"against a character": {`
			mei: /play game=flipped side=red opponent=0 => card flipped
			mei: [Without a word] => card flipped
			mei: b2e2             => card flipped
			mei: /resign          => private
			mei: [Yes, resign]    => edit`, false},
		"and a player is erased": {dealt + `
			tom: [Resign]      => private
			tom: [Yes, resign] => edit
			tom: /privacy act=delete => private
			tom: [Delete everything about me] => edit`, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges", "flipped", "files", "guildadmin", "privacy")
			d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
			d.Play(c.lines)
			d.Play("linh: /board => card flipped … Seal opened: secret")
			d.Do("linh", "/export")
			text := string(d.Said.Files[0].Data)
			r, err := pgn.Read(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if v, err := r.Verify(); err != nil || len(v.Differs) > 0 {
				t.Errorf("%v %v\n%s", v, err, text)
			}
			if has := r.Seal.Words[0].Text == "bamboo"; has != c.words {
				t.Errorf("the word is there: %v\n%s", has, text)
			}
		})
	}
}

// Whoever is erased while games run is given those against characters with their seals opened; those against people are open to the others.
func TestErasedWhileRunning(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped", "files", "privacy")
	d.Play(`
		tom: /play game=flipped side=red opponent=0 => card flipped
		tom: [Without a word] => card flipped
		tom: b2e2             => card flipped
		in 702
		mei: /challenge user=@tom side=red game=flipped => card challenge
		tom: [Accept]         => card flipped-duel
		tom: [Add a word]     => private
		tom: [Write a word]   => form
		tom: (bamboo)         => edit
		mei: [Without a word] => card flipped-duel
		tom: /privacy act=delete => private
		tom: [Delete everything about me] => edit Done … the file, with its seal opened`)
	verified := func() string {
		t.Helper()
		if len(d.Said.Files) != 1 {
			t.Fatalf("%d files", len(d.Said.Files))
		}
		text := string(d.Said.Files[0].Data)
		r, err := pgn.Read(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if v, err := r.Verify(); err != nil || len(v.Differs) > 0 {
			t.Errorf("%v %v\n%s", v, err, text)
		}
		return text
	}
	if text := verified(); !strings.Contains(text, "b2e2") {
		t.Errorf("another game: %s", text)
	}
	d.Play("mei: /export => private")
	if text := verified(); strings.Contains(text, "bamboo") || strings.Contains(text, `"tom"`) {
		t.Errorf("the erased player is in it: %s", text)
	}
}

// A word told long after the game changes its card where it is, whatever has been played and said in the channel since.
func TestToldLater(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped")
	d.Play(`
		mei: /challenge user=@tom side=red game=flipped => card challenge
		tom: [Accept]       => card flipped-duel
		tom: [Add a word]   => private
		tom: [Write a word] => form
		tom: (sha256:add1743eae5bbd8ea17b3d3b3531d0f3de072d10599edc0d8e107af90e52245a) => edit The hash is in the shuffle
		mei: [Without a word] => card flipped-duel
		tom: /resign        => private
		tom: [Yes, resign]  => edit
		mei: /board         => card flipped-duel
		tom: [The deal]     => private … [Tell my word]`)
	m := running(t, d)
	d.Play(`
		clock 720h
		linh: /play opponent=1 => card versus
		linh: /resign          => private
		linh: [Yes, resign]    => edit
		clock 1h
		tom: [Tell my word]    => form
		tom: (bamboo)          => private Your word has that hash
		linh: /board           => card versus`)
	var wanted, fresh int64
	if err := d.DB.Read().Row(t.Context(), `SELECT wanted, fresh FROM cards WHERE id = ?`, string(m.ID)).Scan(&wanted, &fresh); err != nil {
		t.Fatal(err)
	}
	card, err := d.Sources[m.Subject().Kind].Card(t.Context(), m.ID, 0, "")
	if err != nil || wanted != m.Rev+1 || fresh > m.Rev || !card.InPlace || !strings.Contains(card.Message.Content, "with bamboo") {
		t.Errorf("wanted %d, anew %d after %d, %+v, %v", wanted, fresh, m.Rev, card, err)
	}
}

// Readers who count files find the points of the deal by the piece that begins there, not by letters.
func TestDealInChinese(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "flipped", "settings")
	d.Play(`
		mei: /settings notation=zh => private
		mei: /play game=flipped side=red => card flipped
		mei: [Without a word] => card flipped
		mei: b2e2             => card flipped
		mei: /resign          => private
		mei: [Yes, resign]    => edit
		mei: /board           => card flipped
		mei: [The deal]       => private **The deal** … 车九 … 马八 … 兵一`)
}

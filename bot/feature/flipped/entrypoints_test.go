package flipped_test

import (
	"regexp"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/jieqi/seal"
)

// While a game runs, nobody gets at what is hidden through any command or control of any feature: neither the secret and the deal, nor, but
// for its captor, a piece captured face down.
func TestEveryEntryPoint(t *testing.T) {
	var secrets []string
	var taken *regexp.Regexp
	desk.EveryEntryPoint(t, func(d *desk.Desk) match.Match {
		d.Play(`
			mei: /challenge user=@tom side=red game=flipped => card challenge
			tom: [Accept]         => card flipped-duel
			tom: [Without a word] => card flipped-duel
			mei: h2h9             => card flipped-duel`)
		m := running(t, d)
		seen := m.ViewOf(desk.People["mei"]).Moves[0]
		taken = regexp.MustCompile(`h2h9[A-Z]` + string(rune(game.NewPiece(game.Black, seen.Taken).Letter())))
		secrets = append(sealed(t, d), "Only you see what")
		return m
	}, func(who, what, answer string, files []discord.File) {
		for _, f := range files {
			answer += "\n" + plainText(t, f.Data)
		}
		for _, secret := range secrets {
			if strings.Contains(answer, secret) && !(who == "mei" && secret == "Only you see what") {
				t.Errorf("%s, %s: told %s in: %s", who, what, secret, answer)
			}
		}
		if who != "mei" && taken.MatchString(answer) {
			t.Errorf("%s, %s: told what was taken in: %s", who, what, answer)
		}
	})
}

// running returns the match of the channel.
func running(t *testing.T, d *desk.Desk) match.Match {
	t.Helper()
	m, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sealed returns what must not be told of the only game: its secret, and each side's pieces as they were dealt.
func sealed(t *testing.T, d *desk.Desk) []string {
	t.Helper()
	var terms seal.Terms
	var text string
	err := d.DB.Read().Row(t.Context(), `SELECT game, red_id, black_id, secret FROM flipped`).Scan(&terms.Match, &terms.Red, &terms.Black, &text)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := seal.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	none := seal.Word("")
	red, black, _ := strings.Cut(seal.Deal(seal.Key(terms, secret, none, none)).String(), "/")
	return []string{text, red, black}
}

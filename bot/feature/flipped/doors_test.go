package flipped_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/all"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/services"
	"yeye/game"
	"yeye/game/jieqi/seal"
)

// ending are the actions with which a player ends their own game.
var ending = []string{"giveup", "again", "nextup", "draw"}

// While a game runs, nobody gets at what is hidden through any command or control of any feature: neither the secret and the deal, nor, but
// for its captor, a piece captured face down. The controls are tried as if they were on a message about this game, also those that are shown
// for other games only.
func TestEveryDoor(t *testing.T) {
	var names, actions []string
	for _, f := range all.Features(new(services.All)) {
		names = append(names, f.Name)
		for _, c := range f.Components {
			if !slices.Contains(ending, c.Action) {
				actions = append(actions, c.Action)
			}
		}
	}
	d := desk.Open(t, names...)
	d.Play(`
		mei: /challenge user=@tom side=red game=flipped => card challenge
		tom: [Accept]         => card flipped-duel
		tom: [Without a word] => card flipped-duel
		mei: [Without a word] => card flipped-duel
		mei: h2h9             => card flipped-duel`)
	m := running(t, d)
	taken := m.ViewOf(desk.People["mei"]).Moves[0]
	told := regexp.MustCompile(`h2h9[A-Z]` + string(rune(game.NewPiece(game.Black, taken.Taken).Letter())))
	secrets := append(sealed(t, d), "Only you see what")
	tried := 0
	hear := func(who string, change func(*discord.Interaction), what string) {
		d.Change = change
		text := d.Do(who, what)
		for _, f := range d.Said.Files {
			text += "\n" + f.Description + "\n" + plainText(t, f.Data)
		}
		if now := running(t, d); now.Status != match.Open {
			t.Fatalf("%s has ended the game with %s", who, what)
		}
		tried++
		for _, secret := range secrets {
			if strings.Contains(text, secret) && !(who == "mei" && secret == "Only you see what") {
				t.Errorf("%s, %s: told %s in: %s", who, what, secret, text)
			}
		}
		if who != "mei" && told.MatchString(text) {
			t.Errorf("%s, %s: told what was taken in: %s", who, what, text)
		}
	}
	for _, who := range []string{"linh", "tom", "mei"} {
		for _, c := range d.Commands {
			if (c.Kind == 0 || c.Kind == discord.SlashCommand) && c.Name != "draw" { // which both would offer
				hear(who, nil, "/"+c.Name)
			}
		}
		for _, action := range actions {
			for _, arg := range []string{"", "pgn", "1"} {
				hear(who, func(i *discord.Interaction) {
					i.Kind, i.CommandKind, i.Command = discord.UsesComponent, 0, ""
					i.CustomID = discord.ControlID{Action: action, ID: m.ID, Turn: m.Turn, Arg: arg}.String()
					i.Values, i.On = []string{"1"}, &discord.Received{ID: "800", Private: true}
				}, "/help")
			}
		}
	}
	t.Logf("%d requests", tried)
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

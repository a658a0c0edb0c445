package challengebot_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/store"
)

// press presses a control with any custom id, whether anything shows it or not.
func press(d *desk.Desk, who, custom string, values ...string) string {
	change := d.Change
	defer func() { d.Change = change }()
	d.Change = func(i *discord.Interaction) {
		i.Kind, i.CommandKind, i.Command, i.CustomID, i.Values = discord.ComponentInteraction, 0, "", custom, values
		i.Message = &discord.Received{ID: "800", Ephemeral: true}
	}
	return d.Do(who, "/board")
}

// Forged and old controls of the page that asks whom to challenge lead to a refusal or to the page, never to a fault or a challenge that
// the page does not offer.
func TestForgedControls(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame", "study", "replay", "flipped")
	d.Play(`
		in 701
		mei: /challenge user=@tom side=red clock=10+5 => card challenge
		tom: [Accept] => card duel
		mei: h2e2 => card duel
		in 702
		linh: /play side=red game=flipped => card flipped
		in 703
		linh: /play side=red => card versus
		linh: h2e2 => card versus
		in channel
		mei: /study position="3ak4/4a4/9/9/9/9/9/9/4A4/R3K4 b" => private`)
	duel, _ := d.Matches.InChannel(t.Context(), "701")
	dark, _ := d.Matches.InChannel(t.Context(), "702")
	theirs, _ := d.Matches.InChannel(t.Context(), "703")
	own, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 9)
	if err != nil {
		t.Fatal(err)
	}
	var study match.Match
	for _, m := range own {
		if m.Mode.OnePlayer {
			study = m
		}
	}
	control := func(action string, of *match.Match, turn int64, arg string) string {
		return discord.ControlID{Action: action, ID: of.ID, Turn: turn, Arg: arg}.String()
	}
	refused := func(who, custom, want string, values ...string) {
		t.Helper()
		if said := press(d, who, custom, values...); !strings.Contains(said, want) || strings.HasPrefix(said, "card") {
			t.Errorf("%s presses %s: %s", who, custom, said)
		}
	}
	for _, action := range []string{view.ActionDuelHere, "dhside", "dhpair", "dhuser", "dhall"} {
		for name, c := range map[string]struct {
			of   *match.Match
			turn int64
			arg  string
			want string
		}{
			"a running game between people":       {&duel, 1, "", "no engine until the game is over"},
			"one as a study":                      {&duel, 1, "s", "private"},
			"flipped chess":                       {&dark, 0, "", "private"},
			"a game as a study":                   {&theirs, theirs.Turn, "s", "private"},
			"a study at another turn":             {&study, study.Turn + 1, "s", "the study has moved on"},
			"nothing":                             {&match.Match{ID: "nothing"}, 1, "s", "private"},
			"no kind of board":                    {&study, study.Turn, "x.red.2", "private"},
			"a place that is not in the game":     {&duel, -5, "", "private"},
			"a place far behind the game's end":   {&duel, 1 << 40, "", "private"},
			"a study with much in its argument":   {&study, study.Turn + 7, "s.red.2.3.4", "private"},
			"a study of somebody else, another's": {&study, study.Turn, "s", ""},
		} {
			who := "mei"
			if strings.HasSuffix(name, "another's") {
				who, c.want = "linh", "private" // nobody finds the private study of somebody else
			}
			t.Run(action+" of "+name, func(t *testing.T) {
				refused(who, control(action, c.of, c.turn, c.arg), c.want, string(desk.People["tom"]))
			})
		}
	}
	// values that no menu has
	refused("mei", control("dhside", &study, study.Turn, "s.random.1"), "Challenge somebody", "purple")
	refused("mei", control("dhuser", &study, study.Turn, "s.random.1"), "private")
	// terms that the card's menus do not have
	d.Play(`
		in 704
		linh: /challenge user=@tom side=red position=R2 => card challenge`)
	asked, err := d.Challenges.InChannel(t.Context(), "704")
	if err != nil || len(asked) != 1 {
		t.Fatal(asked, err)
	}
	for _, one := range [][2]string{{"odds", "horse"}, {"rated", "yes"}, {"captures", "flipped-open"}, {"pair", "maybe"}, {"position", "x"}, {"", ""}} {
		said := press(d, "linh", discord.ControlID{Action: "term", ID: asked[0].ID, Turn: 1, Arg: one[0]}.String(), one[1])
		now, err := d.Challenges.Get(t.Context(), asked[0].ID)
		if err != nil || now.Position != asked[0].Position || now.Odds != match.Even || now.Casual != match.FromPosition || now.Pair {
			t.Errorf("%v: %s, %+v", one, said, now)
		}
	}
	if said := press(d, "tom", discord.ControlID{Action: "term", ID: asked[0].ID, Turn: 1, Arg: "pair"}.String(), "yes"); !strings.Contains(
		said,
		"Only the player",
	) {
		t.Errorf("by the one who is asked: %s", said)
	}
}

// Facts between the press of a button and what it does: a bar, a switch, a block, another game.
func TestPairInBetween(t *testing.T) {
	const first = `
		mei: /challenge user=@tom side=red position=R2 pair=true clock=5+3 => card challenge
		tom: [Accept]      => card duel
		tom: /resign       => private
		tom: [Yes, resign] => edit
		tom: /board        => card duel … [Second game]
		clock 1m
		due`
	bar := func(t *testing.T, d *desk.Desk, who string) {
		t.Helper()
		if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, Channel: desk.Channel, By: desk.People["linh"], Act: "bar", Player: desk.People[who]}, who); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		between func(*testing.T, *desk.Desk)
		then    string
	}{
		"who presses is barred": {func(t *testing.T, d *desk.Desk) { bar(t, d, "tom") }, `tom: [Second game] => private … barred`},
		"the other is barred":   {func(t *testing.T, d *desk.Desk) { bar(t, d, "mei") }, `tom: [Second game] => private`},
		"the other plays on a live clock": {func(t *testing.T, d *desk.Desk) {
			d.Play(`
				in 705
				mei: /challenge user=@linh side=red clock=5+3 => card challenge
				linh: [Accept] => card duel
				in channel
				tom: /board => card duel … [Second game]`)
		}, `tom: [Second game] => private`},
		"the endings are switched off": {func(_ *testing.T, d *desk.Desk) {
			change := d.Change
			d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
			d.Play(`linh: /server off=endgame => private`)
			d.Change = change
			d.Play(`tom: /board => card duel … [Second game]`)
		}, `tom: [Second game] => card duel … Game 2 of 2`},
		"the bot may not write": {func(_ *testing.T, d *desk.Desk) {
			d.Change = func(i *discord.Interaction) { i.BotPermissions = discord.ViewChannel }
		}, `tom: [Second game] => private … permission`},
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.Open(t, "play", "challenges", "endgame", "settings", "guildadmin")
			d.Play(first)
			n := games(t, d)
			c.between(t, d)
			if strings.Contains(name, "live clock") {
				n++
			}
			d.Play(c.then)
			began := strings.Contains(c.then, "card duel")
			if now := games(t, d); began != (now == n+1) {
				t.Errorf("%d games, were %d", now, n)
			}
		})
	}
}

// A server without endgames gives no names of endings away, and takes none; what has begun from one goes on.
func TestEndingsSwitchedOff(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame", "guildadmin")
	d.Play(`mei: /challenge user=@tom side=red position=R2 => card challenge … The ending`)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		linh: /server off=endgame => private
		mei? /challenge position=rook =>
		mei: /challenge user=@linh position=R2 => private I can't set up that position
		tom: /board   => card challenge … From a given position; Red moves first.
		tom: [Accept] => card duel`)
}

// Who was erased leaves nothing of a pair behind that names them or begins a game.
func TestPairErased(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "endgame", "privacy")
	d.Play(`
		mei: /challenge user=@tom side=red position=R2 pair=true => card challenge
		tom: [Accept]      => card duel
		tom: /resign       => private
		tom: [Yes, resign] => edit
		tom: /board        => card duel … [Second game]`)
	d.Keep("tom")
	m, err := d.Matches.Latest(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.PersonalData.Erase(t.Context(), desk.People["mei"]); err != nil {
		t.Fatal(err)
	}
	if said := d.Do("tom", "[Second game]"); strings.HasPrefix(said, "card duel") {
		t.Errorf("begun with somebody who was erased: %s", said)
	}
	_, err = d.Matches.StartSecond(t.Context(), match.Actor{Event: "x", Player: desk.People["tom"]}, m.ID, desk.Guild, "709")
	if !errors.Is(err, match.ErrNoSecond) && !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("%v", err)
	}
}

// Who cannot have the second game because of the opponent is told so, not what was decided about them.
func TestSecondWithoutTheOpponent(t *testing.T) {
	const first = `
		mei: /challenge user=@tom side=red clock=5+3 position=R2 pair=true => card challenge
		tom: [Accept]      => card duel
		tom: /resign       => private
		tom: [Yes, resign] => edit
	`
	open := func() *desk.Desk {
		d := desk.Open(t, "play", "challenges", "endgame", "guildadmin")
		d.Change = func(i *discord.Interaction) {
			if i.User.Name == "linh" {
				i.Permissions = -1
			}
		}
		d.Play(first)
		return d
	}
	open().Play(`
		linh: /moderate act=bar user=@tom => private
		mei: /board        => card duel … [Second game]
		mei: [Second game] => private No second game follows this one any more
		tom: [Second game] => private A moderator has barred you`)
	open().Play(`
		in 701
		linh: /challenge user=@tom side=red clock=5+3 => card challenge
		tom: [Accept]      => card duel
		in channel
		mei: /board        => card duel … [Second game]
		mei: [Second game] => private Your opponent is at a board with a live clock
		tom: [Second game] => private You're already in a game on a live clock`)
	d := open()
	if err := d.DB.Tx(t.Context(), func(tx store.Tx) error {
		return d.Players.Block(t.Context(), tx, desk.People["mei"], desk.People["tom"], "tom")
	}); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		tom: /board        => card duel … [Second game]
		tom: [Second game] => private No second game follows this one any more`)
}

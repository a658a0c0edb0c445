package play_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/game"
)

// begun are the first moves of a game between Mei and Tom.
const begun = `
	mei: h2e2     => card duel
	tom: h9g7     => card duel`

// locks begins a game on a clock between Mei, who is to move, and Tom, whose thread below channel 799 is then locked.
// Those who are named may lock threads there.
func locks(t *testing.T, clock string, moderators ...string) *desk.Desk {
	t.Helper()
	return locksAfter(t, clock, begun, moderators...)
}

// locksAfter is locks after other moves.
func locksAfter(t *testing.T, clock, moves string, moderators ...string) *desk.Desk {
	t.Helper()
	d := timed(t, clock, moves, moderators...)
	lock(t, d)
	d.Play("due")
	return d
}

// timed begins such a game.
func timed(t *testing.T, clock, moves string, moderators ...string) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "play", "challenges", "guildadmin")
	d.Play(`
		online
		mei: /challenge user=@tom side=red clock=` + clock + ` => card challenge
		tom: [Accept] => card duel` + moves)
	d.May, d.Holds = map[id.Channel]int64{"799": discord.ViewChannel, "701": discord.ViewChannel}, map[id.Player]int64{}
	for _, who := range moderators {
		d.Holds[desk.People[who]] = discord.ManageThreads
	}
	return d
}

// lock reports that the thread of such a game is locked.
func lock(t *testing.T, d *desk.Desk) {
	t.Helper()
	locked := place.Fact{Status: place.Locked, Guild: desk.Guild, Channel: desk.Channel, Home: "799"}
	if err := d.Places.Report(t.Context(), locked); err != nil {
		t.Fatal(err)
	}
}

// onlyGame returns the only game of a person.
func onlyGame(t *testing.T, d *desk.Desk, who string) id.Match {
	t.Helper()
	m, err := d.Matches.ByPlayer(t.Context(), desk.People[who], 1)
	if err != nil || len(m) != 1 {
		t.Fatal(m, err)
	}
	return m[0].ID
}

// The players of a game in a thread that is locked are told, each what it means for them.
func TestLockedThreadIsTold(t *testing.T) {
	const adjourned, could, couldNot = "is adjourned: a moderator has locked the thread", "You could have brought this about", "could have brought this about, and you could not"
	for name, c := range map[string]struct {
		clock      string
		moderators []string
		mei, tom   string // of the two sentences, "" for neither
	}{
		"nobody could": {"5+3", nil, "", ""}, "both could": {"5+3", []string{"mei", "tom"}, "", ""},
		"Tom could": {"5+3", []string{"tom"}, couldNot, could}, "Mei could": {"5+3", []string{"mei"}, could, couldNot},
		"by days": {"1d", []string{"tom"}, couldNot, could}, "without a clock": {"none", []string{"tom"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := locks(t, c.clock, c.moderators...)
			for who, want := range map[string]string{"mei": c.mei, "tom": c.tom} {
				told := d.PostedIn("dm " + id.Channel(desk.People[who]))
				if len(told) != 1 || !strings.Contains(told[0], adjourned) || !strings.Contains(told[0], "no clock runs") {
					t.Fatalf("%s is told %q", who, told)
				}
				if got := strings.Contains(told[0], "have brought this about"); got != (want != "") || !strings.Contains(told[0], want) {
					t.Errorf("%s is told %q, want %q", who, told[0], want)
				}
				if in := strings.Contains(told[0], " 24 hours to come"); in != (want != "" && c.clock == "5+3") {
					t.Errorf("%s is told %q", who, told[0])
				}
				if strings.Contains(told[0], "To go on elsewhere") != (want != could) {
					t.Errorf("%s is told %q", who, told[0])
				}
			}
			d.Play("due")
			if n := len(d.PostedIn("dm 201")); n != 1 {
				t.Errorf("told %d times", n)
			}
		})
	}
}

// The players of a game that a moderator has paused learn that its channel was deleted, and with it the pause: they
// go on elsewhere.
func TestPausedGameWithoutChannel(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "guildadmin")
	d.Play(`
		online
		mei: /challenge user=@tom side=red clock=none => card challenge
		tom: [Accept]                                 => card duel
		mei: h2e2                                     => card duel`)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	d.Play("linh: /moderate act=pause => private The game is paused")
	d.Change = nil
	lost := place.Fact{Status: place.Deleted, Guild: desk.Guild, Channel: desk.Channel}
	for range 2 {
		if err := d.Places.Report(t.Context(), lost); err != nil {
			t.Fatal(err)
		}
		d.Play("due")
		for _, who := range []string{"mei", "tom"} {
			told := d.PostedIn("dm " + id.Channel(desk.People[who]))
			if len(told) != 1 || !strings.Contains(told[0], "deleted") || !strings.Contains(told[0], "To go on elsewhere") {
				t.Errorf("%s is told %q", who, told)
			}
		}
	}
	m := onlyGame(t, d, "mei")
	d.Play(`
		in 701
		mei: /board => private … You can move one of yours here
		mei: {Move a game here} ` + string(m) + ` => edit It goes on in <#701>`)
}

// Elsewhere a move is answered by what became of the game, and how it goes on there. Its card names the time by which the player must come
// who alone could have locked the thread.
func TestMoveElsewhere(t *testing.T) {
	d := locks(t, "5+3", "tom")
	m := onlyGame(t, d, "mei")
	d.Play(`
		in 701
		mei: /move text=h0g2                    => private Your game with tom in <#700> is adjourned: a moderator has locked the thread … You can move one of yours here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now
		linh: /board                            => card duel <@202>, <@201> wants to go on … <@202> loses <t: … unless they press **Go on** … [Go on]
		tom: [Go on]                            => card duel … <@201> to move
		linh: /board                            => not loses`)
	d = locks(t, "5+3")
	m = onlyGame(t, d, "mei")
	d.Play(`
		in 701
		mei: /move text=h0g2                    => private … is adjourned: a moderator has locked the thread … You can move one of yours here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now
		linh: /board                            => not loses`)
	d = locks(t, "5+3")
	if err := d.Places.Report(t.Context(), place.Fact{Status: place.Unlocked, Guild: desk.Guild, Channel: desk.Channel}); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		in 701
		mei: /move text=h0g2 => private … You can move one of yours here
		mei: /move text=h0g2 => not locked`)
}

// Who alone could have locked the thread is not offered to bring the game elsewhere, where they could do the same, but comes where the
// other has brought it.
func TestWhoLockedTheThreadBringsNothing(t *testing.T) {
	d := locks(t, "5+3", "tom")
	m := onlyGame(t, d, "mei")
	d.Play(`
		in 701
		tom: /board => private There's no game here
		tom: /board => not {Move a game here
		mei: /board => private … You can move one of yours here … {Move a game here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now
		in 702
		tom: /board => not {Move a game here
		in 701
		tom: [Go on] => card duel … <@201> to move`)
}

// Who does not come in time loses.
func TestWhoLockedTheThreadMustCome(t *testing.T) {
	d := locks(t, "5+3", "tom")
	m := onlyGame(t, d, "mei")
	d.Play(`
		in 701
		mei: /board => private … You can move one of yours here
		mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now
		clock 24h
		due`)
	now, err := d.Matches.Get(t.Context(), m)
	if winner, won := now.Outcome.Result.Winner(); err != nil || !won || now.Seats[winner].Player != desk.People["mei"] || now.Status != match.Ended {
		t.Errorf("%v %+v, %v", now.Status, now.Outcome, err)
	}
}

// Where the bot still cannot show a board nobody goes on: the clock would run where nothing is to be seen.
func TestGoOnWhereItIsShut(t *testing.T) {
	d := adjourned(t, "1d")
	may := discord.Permissions()
	d.Change = func(i *discord.Interaction) { i.BotPermissions = may &^ discord.AttachFiles }
	d.Play("mei: [Go on] => private … Attach Files")
	d.Change = func(i *discord.Interaction) { i.BotPermissions = may }
	d.Play("mei: [Go on] => card duel … <@201> to move")
}

// The player to blame has to come where everybody sees the channel, or Discord says that they do. A thread counts as its
// channel does.
func TestWhereTheBlamedPlayerSees(t *testing.T) {
	for name, c := range map[string]struct {
		channel  discord.GuildChannel
		everyone int64
		may      map[id.Channel]int64
		comes    bool
	}{
		"a thread": {discord.GuildChannel{Parent: "799"}, 0, map[id.Channel]int64{"799": discord.ViewChannel}, true},
		"a private thread": {discord.GuildChannel{Parent: "799", Private: true}, 0,
			map[id.Channel]int64{"799": discord.ViewChannel}, false},
		"public": {discord.GuildChannel{}, discord.ViewChannel, nil, true},
		"hidden": {discord.GuildChannel{}, 0, map[id.Channel]int64{"701": discord.SendMessages}, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := locks(t, "5+3", "tom")
			c.channel.ID = "701"
			d.Audience.Guild(discord.GuildAvailable{ID: desk.Guild, EveryonePermissions: c.everyone,
				Channels: []discord.GuildChannel{c.channel}})
			d.May = c.may
			m := onlyGame(t, d, "mei")
			d.Play(`
				in 701
				mei: /board => private … You can move one of yours here
				mei: {Move a game here} ` + string(m) + ` => edit The game is in <#701> now`)
			now, err := d.Matches.Get(t.Context(), m)
			if err != nil || now.Displacement.Until.IsZero() == c.comes {
				t.Errorf("%+v, %v", now.Displacement, err)
			}
		})
	}
}

// A study is not said to be a game with its owner.
func TestDisplacedStudy(t *testing.T) {
	d := desk.Open(t, "play", "study")
	d.Play("mei: /study public=true => card study")
	lost := place.Fact{Status: place.Deleted, Guild: desk.Guild, Channel: desk.Channel}
	if err := d.Places.Report(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		in 701
		mei: /board => private There's no game here. You can move one of yours here`)
}

// Who asks to continue a game before its players are notified knows what happened, and the card calls the other, who is
// to blame all the same. While a moderator pauses it nobody is sent elsewhere, where they would be refused.
func TestNotifiedLate(t *testing.T) {
	for name, c := range map[string]struct {
		before    func(d *desk.Desk)
		told      int
		elsewhere bool
	}{
		"nothing happened": {func(*desk.Desk) {}, 1, true},
		"asked":            {func(d *desk.Desk) { d.Play("mei: [Go on] => card duel … wants to go on") }, 0, false},
		"paused":           {pause, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := timed(t, "5+3", begun, "tom")
			lock(t, d)
			c.before(d)
			d.Play("due")
			told := d.PostedIn("dm " + id.Channel(desk.People["mei"]))
			if len(told) != c.told || strings.Contains(strings.Join(told, ""), "To go on elsewhere") != c.elsewhere {
				t.Errorf("told %q", told)
			}
			m, err := d.Matches.Get(t.Context(), onlyGame(t, d, "mei"))
			if err != nil || !m.Displacement.Blamed || m.Displacement.Side != game.Black || !m.Displacement.Until.IsZero() {
				t.Errorf("%+v, %v", m.Displacement, err)
			}
		})
	}
}

// Nobody loses on time in a thread that was locked while the bot was away, even if it was not archived.
func TestFlagInALockedThread(t *testing.T) {
	for _, locked := range []bool{false, true} {
		d := timed(t, "5+3", begun)
		here := onlyGame(t, d, "mei")
		d.Audience.Guild(discord.GuildAvailable{ID: desk.Guild, Channels: []discord.GuildChannel{{ID: desk.Channel, Parent: "799", Locked: locked}}})
		d.Play(`
			clock 10m
			due`)
		m, err := d.Matches.Get(t.Context(), here)
		if err != nil || m.LostPlace() != locked || (m.Status == match.Ended) == locked {
			t.Errorf("locked %v: %v, %+v, %v", locked, m.Status, m.Displacement, err)
		}
	}
}

// Where a refused request is the first to show that a thread was deleted, the permissions of its channel still decide
// who could have done that.
func TestWhoDeletedTheThreadMustCome(t *testing.T) {
	d := timed(t, "5+3", begun, "tom")
	d.Audience.Guild(discord.GuildAvailable{ID: desk.Guild, Channels: []discord.GuildChannel{{ID: "799"}, {ID: desk.Channel, Parent: "799"}}})
	here := onlyGame(t, d, "mei")
	deleted := place.Fact{Status: place.Deleted, Guild: desk.Guild, Channel: desk.Channel}
	if err := d.Cards.Lost(t.Context(), here, deleted); err != nil {
		t.Fatal(err)
	}
	d.Audience.Deleted(discord.ChannelDeleted{ID: desk.Channel, Guild: desk.Guild, Parent: "799"})
	d.Play("due")
	m, err := d.Matches.Get(t.Context(), here)
	if err != nil || !m.ChannelDeleted() || !m.Displacement.Blamed || m.Displacement.Side != game.Black {
		t.Errorf("%+v, %v", m.Displacement, err)
	}
}

// In a thread that is locked no game goes on: players who are no moderators cannot move there.
func TestGoOnInALockedThread(t *testing.T) {
	d := locks(t, "5+3", "tom")
	thread := func(locked bool) {
		d.Audience.Guild(discord.GuildAvailable{ID: desk.Guild, Channels: []discord.GuildChannel{{ID: desk.Channel, Parent: "799", Locked: locked}}})
	}
	thread(true)
	d.Play(`
		mei: [Go on] => private Your game with tom in <#700> is adjourned: a moderator has locked the thread … To go on elsewhere, use`)
	d.Play("tom: [Go on] => private Your game with mei in <#700> is adjourned: a moderator has locked the thread. Once it is unlocked")
	if strings.Contains(d.Said.Content, "elsewhere") {
		t.Errorf("%s", d.Said.Content)
	}
	d.Play("linh: [Go on] => private You're not playing in this game")
	thread(false)
	d.Play("mei: [Go on] => card duel … wants to go on")
}

package guildadmin_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/player"
)

// open makes a desk at which everybody runs the server.
func open(t *testing.T) *desk.Desk {
	d := desk.Open(t, "play", "challenges", "pastgames", "profile", "review", "privacy", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild | discord.ManageMessages }
	return d
}

// /server names a role and channels only while they decide anything.
func TestWhatIsInForce(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server role=77       => private … a role, and server managers · <@&77>
		mei: /server channel=701   => private … only in certain channels · <#701> … · <@&77>`)
	got := d.Do("mei", "/server start=managers games=threads")
	if !strings.Contains(got, "server managers only**") || !strings.Contains(got, "each in its own thread**") {
		t.Errorf("what is not in force is named: %s", got)
	}
	d.Play(`mei: /server start=role games=channels => private … · <#701> … · <@&77>`)
}

// /server changes nothing if any of its settings is refused, so that it can be given again in full: naming a channel again removes it.
func TestRefusedInFull(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server channel=701 hour=9                    => private Name a channel with
		mei: /server channel=701 daily=700 zone=Foo        => private There's no such time zone
		mei: /server start=role daily=700 zone=UTC         => private … role
		mei: /server                                       => private … in any channel** … Puzzle of the day: **not posted
		mei: /server channel=701 daily=700 hour=9 zone=UTC => private … only in certain channels · <#701>** … <#700>, every day at 09:00 (UTC)
		mei: /server channel=702 zone=Foo                  => private There's no such time zone
		mei: /server                                       => private … only in certain channels · <#701>** … <#700>, every day at 09:00 (UTC)`)
}

// The puzzle of the day gets no channel in which the bot cannot post it, and then nothing else of the command is done either.
func TestDailyWherePostsCannotBe(t *testing.T) {
	d := open(t)
	d.May = map[id.Channel]int64{"701": discord.ViewChannel, "702": discord.Permissions()}
	change := d.Change
	d.Play(`
		online
		mei: /server daily=701 voices=off => private … post a puzzle in <#701>: there I need the permission **Send Messages**
		mei: /server                      => private … Puzzle of the day: **not posted**
		mei: /server                      => not play in silence
		mei: /server daily=702            => private … Puzzle of the day: **<#702>`)
	d.Do("mei", "[No puzzle of the day]")
	d.Change = func(i *discord.Interaction) { change(i); i.BotPermissions = discord.ViewChannel }
	d.Play(`
		mei: /server daily=700        => private … in <#700>: there I need the permission **Send Messages**
		mei: /server                  => private … Puzzle of the day: **not posted** … [Puzzle of the day here]
		mei: [Puzzle of the day here] => private … in <#700>: there I need the permission **Send Messages**
		mei: /server                  => private … Puzzle of the day: **not posted**`)
}

// A setting and its value are joined as each language does.
func TestSettingsInChinese(t *testing.T) {
	d := open(t)
	d.Locale = "zh-CN"
	d.Play("mei: /server => private **这个服务器** … - 下棋地点：**任何频道**")
}

// The posts are in the language of whoever named their channel, not of whoever changed the hour.
func TestLanguageOfPosts(t *testing.T) {
	d := open(t)
	locale := func(want string) {
		t.Helper()
		if s, err := d.Daily.Server(t.Context(), desk.Guild); err != nil || s.Locale != want {
			t.Errorf("in %q, want %q (%v)", s.Locale, want, err)
		}
	}
	d.Locale = "vi"
	d.Do("mei", "/server daily=700")
	locale("vi")
	d.Locale = "en-US"
	d.Play(`tom: /server hour=14 zone=UTC => <#700>, every day at 14:00 (UTC)`)
	locale("vi")
	d.Play(`tom: /server daily=700 => <#700>`)
	locale("en-US")
}

// A button that is pressed twice does what it says, and does not undo it.
func TestPressedTwice(t *testing.T) {
	for _, c := range []struct{ on, off, shows string }{
		{"[Games in this channel too]", "[No games in this channel]", "only in certain channels · <#701> <#700>"},
		{"[Puzzle of the day here]", "[No puzzle of the day]", "Puzzle of the day: **<#700>"},
	} {
		d := open(t)
		d.Play("mei: /server channel=701 => private … " + c.on)
		d.Overlook("tom", "mei")
		d.Play("mei: " + c.on + " => edit … " + c.shows + " … " + c.off)
		d.Play("tom: " + c.on + " => edit … " + c.shows + " … " + c.off)
		d.Overlook("tom", "mei")
		d.Play("mei: " + c.off + " => edit … " + c.on)
		d.Play("tom: " + c.off + " => edit … " + c.on)
	}
}

// The record says what was done, and where or to whom. A challenge is no game.
func TestRecord(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red        => card versus
		tom: /moderate act=pause   => private The game is paused
		tom: /moderate act=resume  => private The pause is lifted
		tom: /moderate act=end     => private The game has ended
		tom: /moderate act=delete  => private … [Delete]
		tom: [Delete]              => edit The game has been deleted
		mei: /challenge            => card challenge
		tom: /moderate act=end     => private The challenge is canceled.
		tom: /moderate act=delete  => private Delete this challenge? That can't be undone. [Delete]
		tom: [Delete]              => edit The challenge has been deleted.
		tom: /moderate act=bar user=@linh  => private linh can no longer
		tom: /moderate act=lift user=@linh => private linh may play`)
	record := d.Do("tom", "/moderate act=record")
	for _, done := range []string{"paused a game <#700>", "let a game go on <#700>", "ended a game <#700>", "deleted a game <#700>",
		"canceled a challenge <#700>", "deleted a challenge <#700>", "barred <@203>", "lifted the bar of <@203>"} {
		if !strings.Contains(record, "<@202>: "+done) {
			t.Errorf("the record lacks %q:\n%s", done, record)
		}
	}
}

// The record fits a message, however many are barred and whatever the reasons.
func TestLongRecord(t *testing.T) {
	d := open(t)
	const channel, moderator = "1234567890123456789", "1134567890123456789"
	for n := range 25 {
		who := id.Player(fmt.Sprint(1334567890123456700 + n))
		_, err := d.Guilds.BarUntil(t.Context(), guild.Entry{Guild: desk.Guild, Channel: channel, By: moderator, Act: "bar", Player: who},
			guild.Bar{Named: player.Named{Player: who}, Until: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Reason: strings.Repeat("\\_", 60)})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := d.Do("tom", "/moderate act=record"); !strings.Contains(got, "Barred:") || !strings.HasSuffix(got, "\n…") {
		t.Error(got)
	}
}

// Before a game is deleted the moderator is told what stays: of one that is over, what it counted for.
func TestDeletingAGameThatIsOver(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red       => card versus
		mei: h2e2                 => card versus
		character: h9g7
		tom: /moderate act=delete => private Delete the game mei – Kid … ending it keeps it
		mei: /resign              => private … [Yes, resign]
		mei: [Yes, resign]        => edit You resigned
		tom: /moderate act=delete => private Delete the game mei – Kid … what it counted for … stays. [Delete]
		tom: [Delete]             => edit The game has been deleted
		mei: /history             => private You haven't finished a game yet
		mei: /profile             => private … 0 won, 0 drawn, 1 lost
		mei: /challenge user=@tom side=red => card challenge
		tom: [Decline]            => card challenge
		tom: /moderate act=delete => private Delete this challenge? That can't be undone. [Delete]
		tom: [Delete]             => edit The challenge has been deleted.`)
}

// Who has been barred is no longer named once they are erased, and no channel takes their place.
func TestRecordOfTheErased(t *testing.T) {
	d := open(t)
	d.Play(`
		tom: /moderate act=bar user=@linh  => private linh can no longer
		tom: /moderate act=lift user=@linh => private linh may play
		linh: /privacy act=delete          => private … [Delete everything about me]
		linh: [Delete everything about me] => edit Done
		tom: /moderate act=record          => private … <@202>: lifted the bar of somebody who left … <@202>: barred somebody who left`)
}

// A game that a moderator paused stays within reach, however many games rest in its channel.
func TestResumingInACrowdedChannel(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red        => card versus
		tom: /moderate act=pause   => private The game is paused`)
	for i := range discord.MaxOptions + 1 {
		d.Play([]string{"mei", "tom", "linh"}[i%3] + ": /play side=red => card versus\nclock 25h")
		m, err := d.Matches.InChannel(t.Context(), desk.Channel)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Matches.Adjourn(t.Context(), &m); err != nil {
			t.Fatal(err)
		}
	}
	d.Play(`tom: /moderate act=resume  => private The pause is lifted`)
	got := d.Do("tom", "/moderate act=delete")
	_, listed, _ := strings.Cut(got, "{Choose a game:")
	if n := len(strings.Fields(listed)); n != discord.MaxOptions {
		t.Errorf("%d games are offered: %s", n, got)
	}
}

// What moderators do, and what the others are told.
func TestModeration(t *testing.T) {
	d := open(t)
	d.Play(`
		tom: /moderate act=end      => private There's no game here
		mei: /challenge user=@linh side=red => card challenge
		linh: [Accept]              => card duel
		tom: /moderate act=resume   => private No game is paused
		tom: /moderate act=pause    => private The game is paused
		mei: /move text=h2e2        => private … only a moderator can resume it
		mei: /board                 => card duel … A moderator has paused this game
		mei: /board                 => not [
		tom: /moderate act=resume   => private The pause is lifted
		mei: h2e2                   => card duel
		tom: /moderate act=end      => private The game has ended
		mei: /board                 => card duel … A moderator ended this game
		tom: /moderate act=delete   => private … can't be undone … [Delete]
		tom: [Delete]               => edit … deleted
		mei: /board                 => private There's no game here
		tom: /moderate act=bar      => private Say whom
		tom: /moderate act=bar user=@linh => private … can no longer start or join
		tom: /moderate act=bar user=@linh => private … already
		tom: /moderate act=lift user=@linh => private linh may play
		tom: /moderate act=bar user=@linh duration=7d reason="called @everyone names" => private linh can no longer … that ends <t:
		tom: /moderate act=record   => private … Barred: … - <@203> · ends <t: … (called
		linh: /play                 => private … barred you … The bar ends <t: … Reason: called
		linh: /challenge            => private … barred you
		mei: /challenge user=@linh  => private … isn't taking challenges
		mei: /challenge             => card challenge
		linh: [Accept]              => private … barred you
		linh: [I've never played]   => private … barred you
		tom: /moderate act=end      => private … canceled
		mei: /board                 => private There's no game
		tom: /moderate act=lift user=@linh => private … again
		tom: /moderate act=lift user=@linh => private … not barred
		linh: /play                 => card versus`)
}

// Nobody bars the opponent of their own game, or themselves during one: it would then not be rated.
func TestBarOfAnOpponent(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "guildadmin")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "tom" {
			i.Permissions |= discord.ModerateMembers
		}
	}
	d.Play(`
		mei: /challenge user=@tom clock=10+5          => card challenge
		tom: [Accept]                                 => card duel
		tom: /moderate act=bar user=@mei              => private You're playing this game yourself
		tom: /moderate act=bar user=@tom duration=1d  => private You're playing this game yourself
		tom: /moderate act=bar user=@linh             => private linh can no longer
		mei: /resign                                  => private
		mei: [Yes, resign]                            => edit
		tom: /moderate act=bar user=@mei              => private mei can no longer`)
}

// A channel may let anybody manage its messages: they decide about its games, and about nobody's place on the server. Nobody lifts their
// own bar.
func TestPowersOverMembers(t *testing.T) {
	d := desk.Open(t, "play", "review", "guildadmin")
	d.Change = func(i *discord.Interaction) {
		i.Permissions = map[string]int64{"mei": discord.ManageMessages, "tom": discord.ModerateMembers, "linh": discord.ManageGuild}[i.User.Name]
	}
	d.Play(`
		mei: /play side=red                  => card versus
		tom: /moderate act=end               => private Only people who manage messages
		mei: /moderate act=pause             => private The game is paused
		mei: /moderate act=bar user=@linh    => private Only people who moderate members
		mei: /moderate act=lift user=@linh   => private Only people who moderate members
		mei: /moderate act=record            => private Only people who moderate members
		mei: /moderate act=review user=@linh => private Only people who moderate members
		tom: /moderate act=review user=@linh => private … [Review]`)
	d.Overlook("mei", "tom")
	d.Play(`
		mei: [Review]                        => private Only people who moderate members
		tom: /moderate act=bar user=@tom     => private tom can no longer
		tom: /moderate act=lift user=@tom    => private Nobody lifts their own bar
		linh: /moderate act=lift user=@tom   => private tom may play
		linh: /moderate act=record           => private … barred <@202>`)
}

// A moderator who was asked whether to delete a game can do so only while the game is where they moderate.
func TestDeletedWhereItIs(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red         => card versus
		tom: /moderate act=delete   => private … [Delete]
		in 701
		mei: /board                 => private … move one of yours`)
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	d.Play("mei: {Move a game here} " + string(m.ID) + ` => edit
		in channel
		tom: [Delete]               => private … moved on`)
	if _, err := d.Matches.InChannel(t.Context(), "701"); err != nil {
		t.Errorf("the game is gone: %v", err)
	}
}

// What is switched off is refused on that server, its controls too, and nowhere else.
func TestSwitchedOff(t *testing.T) {
	d := desk.Open(t, "puzzle", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		mei: /puzzle               => private **Puzzles.** … [I play now and then]
		mei: /server               => private … Switched off: **nothing**
		mei: /server off=puzzle    => private … Switched off: **puzzles**
		mei: /puzzle               => private That is switched off on this server
		tom: /puzzle               => private That is switched off on this server
		in dm
		mei: /puzzle               => private **Puzzles.** … [I play now and then]
		in channel
		mei: [I play now and then] => private That is switched off on this server
		mei: /server on=puzzle     => private … Switched off: **nothing**
		mei: /puzzle               => private **Puzzles.**`)
}

// A moderator who plays a game with somebody cannot end, pause or delete it, whatever they are losing; one who does not, can.
func TestModeratorsOwnGame(t *testing.T) {
	d := open(t)
	d.Play(`
		tom: /challenge user=@linh side=red clock=5+3 => card challenge
		linh: [Accept]               => card duel
		tom: h2e2                    => card duel
		linh: h9g7                   => card duel
		tom: /moderate act=end       => private You're playing this game yourself
		tom: /moderate act=pause     => private You're playing this game yourself
		tom: /moderate act=delete    => private … [Delete]
		tom: [Delete]                => private You're playing this game yourself
		tom: /resign                 => private … [Yes, resign]
		tom: [Yes, resign]           => edit You resigned
		tom: /profile                => private … 0 won, 0 drawn, 1 lost
		tom: /play side=red          => card versus
		tom: /moderate act=end       => private The game has ended`)
}

package challengebot_test

import (
	"slices"
	"testing"

	"yeye/bot/display"
	"yeye/bot/guild"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// A challenge is not accepted from a player who has been barred since. The refusal does not say so: that is between them and the
// moderators.
func TestChallengerBarredSince(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings")
	d.Play(`mei: /challenge user=@tom side=red => card challenge`)
	if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, Channel: desk.Channel, By: desk.People["linh"], Act: "bar", Player: desk.People["mei"]}, "mei"); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		tom: [Accept]             => private This challenge can no longer be accepted
		tom: [I've never played]  => private This challenge can no longer be accepted
		linh: [Accept]            => private Only the player who was asked can answer
		tom: [Decline]            => card challenge <@202> declined`)
}

// Whether the player who was asked is barred shows to nobody else.
func TestAskedBarredSince(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings")
	d.Play(`mei: /challenge user=@tom side=red => card challenge`)
	if _, err := d.Guilds.Bar(t.Context(), guild.Entry{Guild: desk.Guild, Channel: desk.Channel, By: desk.People["linh"], Act: "bar", Player: desk.People["tom"]}, "tom"); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: [Accept]  => private Only the player who was asked can answer
		linh: [Accept] => private Only the player who was asked can answer
		tom: [Accept]  => private … barred`)
}

// With a challenge goes what is recorded of its cards, and not before: that of the match that it became stays.
func TestTidiedWithItsCards(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "settings")
	d.Play(`
		mei: /challenge user=@tom => card challenge
		tom: [Decline]            => card challenge <@202> declined
		clock 1h
		mei: /challenge user=@tom => card challenge
		tom: [Accept]             => card duel`)
	tidied := func(want ...string) {
		t.Helper()
		if more, err := d.Challenges.Tidy(t.Context(), 10, display.Forget); err != nil || more {
			t.Fatal(more, err)
		}
		kinds, err := store.All(t.Context(), d.DB.Read(), store.Value[string], `SELECT kind FROM cards ORDER BY kind`)
		if err != nil || !slices.Equal(kinds, want) {
			t.Errorf("cards of %v, want %v (%v)", kinds, want, err)
		}
	}
	tidied("challenge", "duel")
	d.Play("clock 200h")
	tidied("duel")
}

// What people ask each other, and how they are answered, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"accepted": `
			mei: /challenge user=@tom side=red clock=5+3 => card challenge <@202>, <@201> challenges you … You'd play Black … 5 minutes + 3 seconds a move · rated … [Accept] … [Decline] … [Withdraw]
			linh: [Accept]  => private Only the player who was asked can answer
			mei: [Accept]   => private Only the player who was asked can answer
			tom: [Accept]   => card duel **<@201> to move** … <@201> (Red) – <@202> (Black) … rated`,
		"declined": `
			mei: /challenge user=@tom => card challenge
			linh: [Decline] => private Only the player who was asked can answer
			tom: [Decline]  => card challenge <@202> declined <@201>'s challenge
			mei: /challenge user=@tom => private You asked them a moment ago
			clock 1h
			mei: /challenge user=@tom => card challenge`,
		"withdrawn": `
			mei: /challenge user=@tom => card challenge
			tom: [Withdraw] => private Only the player who was asked can answer
			mei: [Withdraw] => card challenge <@201> withdrew
			mei: /board     => private There's no game here`,
		"withdrawn by declining": `
			mei: /challenge user=@tom => card challenge
			mei: [Decline]  => card challenge <@201> withdrew`,
		"everybody": `
			mei: /challenge => card challenge <@201> wants a game of xiangqi … [Accept] … [Withdraw]
			mei: [Accept]   => private Only the player who was asked can answer
			tom: [Accept]   => card duel … <@202>
			linh: /challenge user=@mei => private … already a game here`,
		"flipped": `
			mei: /challenge game=flipped => card challenge <@201> wants a game of flipped chess … [Accept]`,
		"flipped, with other terms": `
			mei: /challenge user=@tom game=flipped => card challenge … flipped chess · no clock
			mei: [Change]                  => private … {Clock: … {Your side: red black} {Captures: flipped flipped-open}
			mei: {Captures} flipped-open   => edit … flipped chess, captures open
			mei: {Clock} 3d                => edit … flipped chess, captures open · 3 days a move
			tom: /board                    => card challenge … flipped chess, captures open · 3 days a move
			tom: [Accept]                  => card flipped-duel … flipped chess, captures open`,
		"captures of xiangqi are no term": `
			mei: /challenge user=@tom => card challenge
			mei: [Change]             => not Captures`,
		"never played": `
			mei: /challenge user=@tom side=red => card challenge … [I've never played]
			linh: [I've never played] => private Only the player who was asked can answer
			tom: [I've never played]  => private Welcome! … [Rules]
			mei: /board => card duel **<@201> to move**`,
		"never played, with a clock": `
			mei: /challenge user=@tom side=red clock=10+5 => card challenge … [I've never played]
			linh: [I've never played] => private Only the player who was asked can answer
			tom: [I've never played]  => private Welcome! … it hasn't begun … **Newborn** … [Challenge Newborn] [Lessons] [Rules]
			tom: /board               => card challenge … [Accept] [Decline]
			tom: [Challenge Newborn]  => card versus … Newborn`,
		"never played, a seat for anybody": `
			mei: /challenge clock=1d => card challenge … [I've never played]
			tom: [I've never played] => private Welcome! … it hasn't begun
			mei: /board              => card challenge … [Accept]`,
		"who has said so is not asked again": `
			tom: /settings newcomer=off => private
			mei: /challenge user=@tom   => card challenge … [Accept] [Decline]`,
		"asked no more": `
			mei: /challenge user=@tom => card challenge … [Don't ask again]
			mei: [Don't ask again]    => private Only the player who was asked can answer
			tom: [Don't ask again]    => private Declined. mei can no longer challenge you
			mei: /challenge user=@tom => private That player isn't taking challenges
			linh: /challenge user=@tom => card challenge <@202>, <@203>`,
		"from no one": `
			tom: /settings challenges=nobody => private … Challenges: **from no one**
			mei: /challenge user=@tom        => private That player isn't taking challenges
			mei: /challenge                  => card challenge
			tom: [Accept]                    => card duel`,
		"again, each asking": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]      => card duel
			mei: [Resign]      => private
			mei: [Yes, resign] => edit
			mei: /rematch      => card challenge <@202>, <@201> challenges you … You'd play Red
			tom: /rematch      => card duel **<@202> to move**`,
		"too many": `
			mei: /challenge user=@mei  => private You can't challenge yourself
			mei: /challenge            => card challenge
			mei: /challenge user=@tom  => card challenge
			mei: /challenge user=@linh => private Two of your challenges are still waiting`,
		"odds": `
			mei: /challenge user=@tom odds=horse side=red => private At odds the side is fixed
			mei: /challenge user=@tom odds=horse => card challenge … You'd play Black … gives the left horse
			tom: [Accept] => card duel **<@201> to move**`,
		"expired": `
			mei: /challenge  => card challenge … Whoever accepts first
			clock 61m
			due
			tom: [Accept]    => no such control
			mei: /challenge user=@mei => private You can't challenge yourself`,
		"an open seat": `
			mei: /challenge side=black => card challenge … [Accept]
			linh: [Withdraw]           => private
			linh: [I've never played]  => private Welcome!`,
		"limits": `
			mei: /challenge user=@tom  => card challenge … (pings 202)
			mei: /challenge user=@tom  => private … ask again <t:
			mei: /challenge user=@linh => card challenge … (pings 203)
			mei: /challenge            => private … still waiting`,
		"a rematch calls nobody": `
			mei: /challenge user=@tom side=red => card challenge
			tom: [Accept]      => card duel
			mei: [Resign]      => private
			mei: [Yes, resign] => edit
			mei: /board        => card duel … [Play again]
			mei: [Play again]  => card challenge … challenges you
			mei: /board        => not pings`,
		"don't ask again": `
			mei: /challenge user=@tom  => card challenge
			linh: [Don't ask again]    => private Only the player
			tom: [Don't ask again]     => private … undo it in
			clock 1h
			mei: /challenge user=@tom  => private … isn't taking challenges
			mei: /challenge            => not [Don't ask again]
			mei: [Withdraw]            => card challenge
			tom: /settings             => private
			tom: [Pings and challenges] => edit
			tom: {Take challenges again from} 201 => not Take challenges again
			mei: /challenge user=@tom  => card challenge`,
		"by a user's context menu": `
			mei: <Challenge to xiangqi> @tom => card challenge <@202>, <@201> challenges you`,
		"without pings": `
			tom: /settings pings=off   => private
			mei: /challenge user=@tom side=red => not pings
			tom: [Accept]              => card duel
			clock 3m
			mei: h2e2                  => card duel … tom to move
			mei: /board                => not <@202>
			mei: /draw                 => public
			clock 3m
			tom: h9g7                  => card duel … (pings 201)`,
		"rated or casual": `
			mei: /challenge user=@tom side=red rated=no => card challenge … no clock · casual
			tom: [Accept]              => card duel … · casual
			mei: /board                => not Casual
			mei: /resign               => private
			mei: [Yes, resign]         => edit
			mei: /challenge side=red   => card challenge … no clock · casual
			tom: [Accept]              => card duel … games without a clock aren't rated … · casual
			mei: /resign               => private
			mei: [Yes, resign]         => edit
			mei: /challenge side=red clock=1d => card challenge … 1 day a move · rated
			tom: [Accept]              => card duel … · rated
			mei: h2h9                  => card duel … · rated
			mei: /undo                 => private … makes this game unrated … [Ask anyway]
			mei: [Ask anyway]    => public … makes this game unrated … [Accept]
			tom: [Accept]              => edit
			mei: /board                => card duel … a move was taken back … · casual
			mei: h2e2                  => not taken back
			mei: /board                => card duel … · casual`,
	}, "play", "challenges", "settings")
}

// The invitation states all terms, in the language of the player who is asked.
func TestInvitationInTheLanguageOfTheAsked(t *testing.T) {
	for language, want := range map[string]string{
		"en-US": "You'd play Black … 15 minutes + 10 seconds a move · casual · perpetual check loses, other repetitions draw … gives the left horse",
		"zh-CN": "你执黑 … 15 分钟，每步加 10 秒 · 友谊局 · 长将判负，其他重复判和 … 让左马",
		"zh-TW": "你執黑 … 15 分鐘，每步加 10 秒 · 友誼局 · 長將判負，其他重複判和 … 讓左馬",
		"vi":    "Bạn cầm Đen … 15 phút + 10 giây mỗi nước · giao hữu · trường chiếu bị xử thua, lặp lại khác thì hòa … chấp mã trái",
	} {
		d := desk.Open(t, "play", "challenges", "settings")
		d.Play("tom: /settings language=" + language + " => private\n" +
			"mei: /challenge user=@tom odds=horse clock=15+10 rules=nochase rated=yes => card challenge … " + want + " … (pings 202)")
		all, err := d.Challenges.InChannel(t.Context(), desk.Channel)
		if err != nil || len(all) != 1 {
			t.Fatalf("%d challenges wait: %v", len(all), err)
		}
		if c := all[0]; c.Rules != game.NoChase || c.Casual != match.AtOdds || c.Timing.String() != "15+10" {
			t.Errorf("%v, %v, %v", c.Rules, c.Casual, c.Timing)
		}
	}
}

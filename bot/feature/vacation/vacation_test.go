package vacation_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// begun returns a desk with a game by days between Mei, who is to move, and Tom.
func begun(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "play", "challenges", "vacation", "mygames", "guildadmin", "privacy")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Permissions = discord.ManageGuild
		}
	}
	d.Play(`
		online
		mei: /challenge user=@tom side=red clock=3d => card challenge
		tom: [Accept] => card duel
		mei: h2e2     => card duel
		clock 1h
		tom: h9g7     => card duel … (pings 201)`)
	return d
}

// A vacation is asked for by a command, stands on the cards and in the list of games, calls nobody, and ends by a button.
func TestVacation(t *testing.T) {
	begun(t).Play(`
		mei: /vacation        => private You're not on vacation. … You have 30 days of vacation left in 2026.
		mei: /vacation days=5 => private 🏖️ You're on vacation until <t:… Your clock stands still in 1 game, … A move in one of your games by days ends it early. You have 25 days of vacation left in 2026. … [End vacation]
		due
		tom: /board           => card duel … <@201> to move … <@201> is on vacation until <t:… [Offer a draw] [Resign] … [End vacation]
		tom: /board           => not time runs out
		tom: /board           => not pings
		mei: /games           => private … Your turn … <@201> is on vacation until
		tom: [End vacation]   => private You're not on vacation.
		tom: /draw            => not pings
		tom: /draw            => private You've already offered that
		clock 100h
		due
		tom: /board           => card duel … <@201> is on vacation until
		mei: /vacation        => private 🏖️ You're on vacation until <t:… You have 25 days of vacation left
		mei: [End vacation]   => private Welcome back!
		due
		tom: /board           => card duel … <@201> to move … time runs out … (pings 201)
		tom: /board           => not vacation
		mei: /vacation        => private You're not on vacation. … You have 25 days of vacation left
		mei: [End vacation]   => private You're not on vacation.
		mei: /vacation days=3 => private
		due
		clock 1h
		mei: h0g2             => card duel … <@202> to move … (pings 202)
		mei: /vacation        => private You're not on vacation. … You have 24 days of vacation left
		mei: /vacation days=30 => private Only 24 days of vacation are left in 2026.`)
}

// Who is late moves first.
func TestNoVacationInTimeTrouble(t *testing.T) {
	begun(t).Play(`
		mei: /board           => card duel
		clock 60h
		mei: /vacation days=7 => private Less than a quarter of your time for a move is left in [this game](https://discord.com/channels/
		tom: /vacation days=7 => private 🏖️ You're on vacation
		due
		tom: /board           => card duel … time runs out … <@202> is on vacation … (pings 201)
		mei: h0g2             => card duel … <@202> to move … <@202> is on vacation
		tom: /board           => not pings
		mei: /vacation days=7 => private 🏖️ You're on vacation
		due
		tom: /board           => card duel … <@201> is on vacation … <@202> is on vacation`)
}

// When it is over on its day, the card calls who is to move.
func TestVacationIsOver(t *testing.T) {
	d := begun(t)
	d.Play("mei: /board => card duel\nmei: /vacation days=2 => private\ndue\nclock 47h\ndue")
	before := len(d.Sent())
	d.Play("clock 2h\ndue\ntom: /board => card duel … time runs out … (pings 201)")
	if all := d.Sent(); len(all) > before && strings.Contains(all[before].Content, "vacation") {
		t.Error(all[before].Content)
	}
}

// A server that has switched vacations off has none in its games.
func TestVacationSwitchedOff(t *testing.T) {
	begun(t).Play(`
		linh: /server off=vacation => private
		mei: /vacation days=5 => private … switched off on this server
		in dm
		mei: /vacation days=5 => private 🏖️ You're on vacation until <t:… No clock of yours stands still right now
		due
		in channel
		tom: /board           => card duel … time runs out … (pings 201)`)
}

// A manager who plays by days cannot take the other's vacation away.
func TestManagerKeepsVacations(t *testing.T) {
	d := begun(t)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		mei: /server off=vacation  => private That would end a game of your own, or change how it is played
		mei: /server off=vote      => private … Switched off
		tom: /vacation days=5      => private 🏖️ You're on vacation … in 1 game
		linh: /server off=vacation => private … Switched off
		linh: /server on=vacation  => private
		mei: /resign               => private
		mei: [Yes, resign]         => edit
		mei: /server off=vacation  => private … Switched off`)
}

// A break is offered from one's own board, begins when the other agrees, and ends when both want to go on.
func TestBreak(t *testing.T) {
	begun(t).Play(`
		mei: [My board]             => private … [Take a break]
		mei: [Take a break]         => private How long a break? … {How many days?
		mei: {How many days} 7      => public <@202>, <@201> suggests a break of 7 days … [Accept] [Decline] (pings 202)
		mei: {How many days} 5      => private You've already offered that
		linh: [Accept]              => private You're not playing
		tom: [Accept]               => edit <@202> agreed: a break of 7 days
		linh: /board                => card duel … <@201> to move … break until <t:… [Go on]
		linh: /board                => not pings
		mei: /games                 => private … break until
		mei: [My board]             => not [Take a break]
		clock 100h
		due
		linh: [Go on]               => private You're not playing
		tom: [Go on]                => card duel … break until <t:… <@202> wants to go on … [Go on]
		tom: [Go on]                => private You've said so already
		mei: [Go on]                => card duel … time runs out … (pings 201)
		mei: [My board]             => private … [Take a break]
		mei: [Take a break]         => private
		mei: {How many days} 14     => private That offer has already been answered
		mei: h0g2                   => card duel
		tom: [My board]             => private
		tom: [Take a break]         => private
		tom: {How many days} 1      => public <@201>, <@202> suggests a break of 1 day:
		mei: [Decline]              => edit <@201> would rather play on
		tom: i9h9                   => card duel
		tom: [My board]             => private
		tom: [Take a break]         => private
		tom: {How many days} 2      => public
		mei: i0h0                   => card duel
		tom: /board                 => card duel … time runs out`)
}

// A live game, and one against a character, knows no break.
func TestNoBreak(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "vacation")
	d.Play(`
		mei: /challenge user=@tom side=red clock=5+3 => card challenge
		tom: [Accept]   => card duel
		mei: [My board] => not [Take a break]`)
}

// What is stored of a vacation is exported, and erased.
func TestVacationIsPersonal(t *testing.T) {
	d := begun(t)
	d.Play("mei: /vacation days=5 => private")
	all, _, err := d.PersonalData.Export(t.Context(), desk.People["mei"])
	if err != nil || !strings.Contains(string(all), `"vacations": [
  {
   "begun": "20`) {
		t.Errorf("%s %v", all, err)
	}
	d.Play(`
		mei: /resign                      => private
		mei: [Yes, resign]                => edit
		mei: /privacy act=delete          => private
		mei: [Delete everything about me] => edit`)
	if n := d.Count("SELECT COUNT(*) FROM vacations"); n != 0 {
		t.Errorf("%d vacations are left", n)
	}
	if n := d.Count("SELECT COUNT(*) FROM jobs WHERE id = ?", string(desk.People["mei"])); n != 0 {
		t.Errorf("%d jobs are left", n)
	}
}

// A blindfold game by days shows vacations and breaks like any, and nothing of its board; a break is asked for on its card, since nobody has
// a board of their own.
func TestBlindfoldRests(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "vacation", "mygames")
	d.Play(`
		online
		mei: /challenge user=@tom side=red game=blindfold clock=3d => card challenge
		tom: [Accept]         => card blindfold-duel … time runs out
		mei: /vacation days=5 => private 🏖️ You're on vacation until <t:… in 1 game
		due
		tom: /board           => card blindfold-duel … <@201> to move … <@201> is on vacation until <t:… [End vacation]
		tom: /board           => not time runs out
		mei: /games           => private … <@201> is on vacation until
		tom: /board           => card blindfold-duel … [Take a break] [Resign]
		tom: [Take a break]   => private How long a break?
		tom: {How many days} 7 => public <@201>, <@202> suggests a break of 7 days
		mei: [Accept]         => edit … a break of 7 days
		tom: /board           => card blindfold-duel … break until <t:… <@201> is on vacation … [Go on] … [End vacation]
		mei: [Go on]          => card blindfold-duel … <@201> wants to go on
		tom: [Go on]          => card blindfold-duel … <@201> is on vacation
		mei: h2e2             => card blindfold-duel Red … h2e2 … <@202> to move … time runs out
		mei: /vacation        => private You're not on vacation`)
}

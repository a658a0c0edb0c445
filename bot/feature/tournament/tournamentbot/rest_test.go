package tournamentbot_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// The card says whether and until when vacations and breaks stop clocks; a director changes it before the start, and it is on the record.
func TestVacations(t *testing.T) {
	d := desk.Open(t, "tournament", "play", "challenges", "vacation", "guildadmin")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Permissions = discord.ManageGuild | discord.ManageEvents | discord.ManageMessages | discord.ModerateMembers
		}
	}
	d.Play(`
		online
		mei: /tournament system=swiss clock=5+3 vacations=yes => private Vacations and breaks stop clocks only in games by days
		mei: /tournament system=arranged clock=5+3            => card tournament … [Rules]
		mei: [Rules]       => private … A vacation neither stops a live clock nor moves the last day.
		mei: /tournament system=swiss clock=3d rounds=3 name=Post => card tournament … Vacations and breaks don't stop clocks here.
		mei: [Join]        => private
		tom: [Join]        => private
		tom: [Rules]       => not vacation
		mei: [Director]    => private … [Start] [Allow vacations] [Call off]
		mei: [Allow vacations] => edit … [Start] [No vacations] [Call off]
		mei: /tournament which=post => card tournament … 🏖️ Vacations and breaks stop clocks here, in the first 14 days of each round.
		tom: [Rules]       => private … you aren't a no-show … You're paired on vacation too. 14 days after a round began
		linh: /server off=vacation => private
		mei: /tournament which=post => card tournament … 🏖️ Breaks that both players want stop clocks here
		linh: /server on=vacation => private
		mei: [Director]    => private
		mei: [Start]       => edit … being paired
		due
		mei: /tournament which=post => card tournament … Round 1 of 3 … 🏖️ Vacations and breaks stop clocks in this round until <t:
		linh: /moderate act=record => private … changed whether players of a tournament may rest`)
	red, black, _ := strings.Cut(strings.TrimPrefix(d.Threads[0].Name, "1.1 "), " – ")
	d.Play(strings.NewReplacer("RED", red, "BLACK", black).Replace(`
		in thread
		mei: /board        => card paired … [My board]
		RED: /vacation days=21  => private 🏖️ You're on vacation until <t:… Your clock stands still in 1 game, … In a tournament's round it stands still until <t:
		due
		mei: /board        => card paired … is on vacation until <t:
		RED: h2e2          => card paired … <@`) + string(desk.People[black]) + `> to move
		` + black + `: [My board] => private … [Take a break]
		clock 25h
		` + black + `: [Take a break] => private … {How many days?
		` + black + `: {How many days} 10 => public
		` + red + `: [Accept]       => edit … a break of 10 days`)
}

package tournamentbot_test

import (
	"fmt"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
)

// The name of a tournament is escaped once where text is formatted, and nowhere else; one without a name is called after its creator,
// until that one is erased.
func TestNames(t *testing.T) {
	d := open(t)
	change := d.Change
	d.Change = func(i *discord.Interaction) {
		change(i)
		if i.User.Name == "mei" {
			i.User.Name = "an_na"
		}
	}
	d.Play(`
		tom: /tournament system=swiss name=Cup#1_a => card tournament 🏆 **Cup\#1\_a** · Swiss
		linh: /tournament which=cup#1              => card tournament 🏆 **Cup\#1\_a**
		mei: /tournament system=simul              => card tournament 🏆 **an\_na's simul**
		linh: /tournament which=an_na              => card tournament 🏆 **an\_na's simul**
		linh: /tournament                          => private … [**an\_na's simul**]
		linh: /tournament                          => private … [**Cup\#1\_a**]`)
	if offered := d.Offered("linh", "/tournament which=cup#"); !strings.Contains(offered, ": Cup#1_a\n") {
		t.Errorf("offered: %s", offered)
	}
	d.Locale = "zh-CN"
	if offered := d.Offered("linh", "/tournament which=an_na"); !strings.Contains(offered, ": an_na 的车轮战\n") {
		t.Errorf("offered: %s", offered)
	}
	d.Locale = "en-US"
	if err := d.PersonalData.Erase(t.Context(), desk.People["mei"]); err != nil {
		t.Fatal(err)
	}
	d.Play(`linh: /tournament => not an\_na`)
	d.Play(`linh: /tournament => private … [**Xiangqi simul**]`)
}

// Names are listed as each language lists.
func TestNamesInChinese(t *testing.T) {
	d := open(t)
	d.Locale = "zh-CN"
	d.Play(`
		tom: /tournament system=swiss name=cup => card tournament
		mei: [报名]                            => private
		linh: [报名]                           => private
		linh: /tournament which=cup            => card tournament … **已报名 2/64：**mei、linh`)
}

// The card has room for the longest names of as many players as it lists: it names fewer, and counts the others.
func TestLongNames(t *testing.T) {
	d := open(t)
	d.Play("linh: /tournament system=swiss name=" + strings.Repeat("*", 60) + " => card tournament")
	change := d.Change
	for n := range 31 {
		d.Change = func(i *discord.Interaction) {
			i.User = discord.User{ID: id.Player(fmt.Sprint(310 + n)), Name: strings.Repeat("_", 32)}
		}
		d.Play("mei: [Join] => private")
	}
	d.Change = change
	d.Play(`linh: /tournament which=* => card tournament … **Joined (31 of 64):** \_ … and 12 more`)
}

// A director can correct every board: 25 are offered at a time, the latest rounds first, and the others a button away.
func TestEveryBoardCanBeCorrected(t *testing.T) {
	d := open(t)
	d.Play("linh: /tournament system=robin clock=1d => card tournament")
	change := d.Change
	for n := range 9 {
		d.Change = func(i *discord.Interaction) {
			i.User = discord.User{ID: id.Player(fmt.Sprint(310 + n)), Name: fmt.Sprint("p_", n)}
		}
		d.Play("mei: [Join] => private")
	}
	d.Change = change
	d.Play(`
		linh: [Director] => private
		linh: [Start]    => edit
		due
		linh: /tournament which=linh => card tournament
		linh: [Director]             => private`)
	offered := map[string]string{}
	for page := 1; ; page++ {
		more := false
		for _, row := range d.Said.Rows {
			for _, c := range row {
				switch c := c.(type) {
				case discord.Select:
					for _, o := range c.Options {
						offered[o.Value] = o.Label
					}
				case discord.Button:
					more = more || c.Label == "Earlier boards"
				}
			}
		}
		if !more || page > 5 {
			break
		}
		d.Play("linh: [Earlier boards] => edit")
	}
	if len(offered) != 36 {
		t.Errorf("%d boards are offered", len(offered))
	}
	d.Play(`
		linh: [Later boards]             => edit … [Earlier boards]
		linh: [Earlier boards]           => edit … [Later boards]
		linh: {Correct a result} 1.1     => edit Round 1, board 1: p\_`)
	if label := offered["1.1"]; !strings.Contains(label, "p_") || strings.Contains(label, `\`) {
		t.Errorf("a choice is called %s", label)
	}
}

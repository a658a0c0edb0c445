package votebot_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	votes "yeye/bot/feature/vote"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/game"
)

var features = []string{"play", "vote", "guildadmin", "characters", "hint", "settings"}

// answers is a thinker with these moves.
type answers []string

func (a *answers) Think(_ context.Context, g *game.Game, _ character.Level, _ uint64) (m game.Move, value int, known bool, err error) {
	m, err = game.ParseMove((*a)[0])
	*a = (*a)[1:]
	return m, 0, false, err
}

func open(t *testing.T, moves ...string) *desk.Desk {
	t.Helper()
	a := answers(moves)
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Thinker: &a, Threads: 1}}, features...)
	d.Play("online")
	return d
}

// Three people vote, change their minds, and Grandpa answers.
func TestVote(t *testing.T) {
	open(t, "h9g7", "b9c7").Play(`
		mei: /vote time=2                => card vote … **The server to move** (Red) … Grandpa (Black) … Nobody has voted yet … [Vote] … [Stop]
		tom: [Vote]                      => private … Which move do you want? … ends at <t: … :t> … {Choose a piece
		tom: {Choose a piece} h2         => edit … Which move … {Where to
		tom: {Where to} h2e2             => edit **Your vote: … h2e2
		linh: /move text=h2e2            => private … **Your vote: … h2e2
		linh: h0g2                       => private Moves written here are talk … Press **Vote** under the board, or use ` + "`/move`" + `
		linh: h0g2                       => nothing
		tom: I like h2e2                 => unheard
		linh: /move text=h0              => private … {Where to
		linh: {Where to} h0g2            => edit **Your vote: … h0g2
		mei: /move text=h2e2             => private … h2e2
		mei: /move text=h2h3x            => private
		mei: /board                      => card vote … **3 people have voted.**
		mei: /hint                       => private … There are no hints
		mei: /resign                     => private … votes on each move
		mei: /undo                       => private … votes on each move
		mei: /draw                       => private … votes on each move
		clock 121s
		due
		mei: /board                      => card vote … **3 people have voted.**
		clock 2s
		due
		mei: /board                      => card vote … Red … h2e2 … Black … h9g7 … 2 votes of 3; then … h0g2 … (1). … Grandpa` + `: “ … Nobody has voted yet
		tom: [Vote]                      => private … Which move … [Vote to resign] … [Vote for a draw]
		tom: [Vote to resign]            => edit … You also vote to resign … [Don't resign]
		tom: [Don't resign]             => not You also vote
		tom: [Vote to resign]            => edit … You also vote to resign
		linh: [Vote]                     => private
		linh: [Vote to resign]           => edit
		clock 125s
		due
		mei: /board                      => card vote … resign … 🙏 Thanks to … <@202> … <@203> … [Replay]`)
}

// Where votes are switched off while one is open the game ends when its time is up: nobody can vote any more, so
// the card must not say that nobody did.
func TestSwitchedOff(t *testing.T) {
	d := open(t, "h9g7")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild | discord.ManageMessages }
	d.Play(`
		mei: /vote time=2       => card vote
		mei: /move text=h2e2    => private … Your vote
		clock 123s
		due
		mei: /server off=vote   => private … Switched off: **votes on moves**
		mei: /board             => card vote … Nobody has voted yet
		clock 123s
		due
		mei: /board             => card vote … The game ended without a result.`)
}

// A vote that a moderator pauses while there is more time does not say that nobody voted.
func TestPausedWithMoreTime(t *testing.T) {
	d := open(t)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	d.Play(`
		mei: /vote time=2        => card vote
		clock 123s
		due
		mei: /board              => card vote … The vote stays open once more
		tom: [Vote]              => private … {Choose a piece
		mei: /moderate act=pause => private The game is paused
		tom: {Choose a piece} h2 => private A moderator has paused this game
		tom: /move text=h2e2     => private A moderator has paused this game
		mei: /board              => not nobody voted`)
}

// Newcomers to the server and barred members do not vote, hidden profiles are not named, and a server can switch votes off.
func TestWhoVotes(t *testing.T) {
	d := open(t, "h9g7")
	d.Change = func(i *discord.Interaction) {
		switch i.User.Name {
		case "linh":
			i.Joined = i.At().Add(-23 * time.Hour)
		case "mei":
			i.Permissions = discord.ManageGuild | discord.ManageMessages
		}
	}
	d.Play(`
		mei: /vote time=2                => card vote
		linh: [Vote]                     => private … on this server for a day
		linh: /move text=h2e2            => private … on this server for a day
		tom: /settings profile=nobody    => private
		tom: /move text=h2e2             => private … Your vote
		mei: /move text=h2e2             => private … Your vote
		tom: [Stop]                      => private Only the player who was asked`)
	d.Play(`
		clock 123s
		due
		mei: /board                      => card vote … 2 votes of 2
		clock 123s
		due
		mei: /board                      => card vote … The vote stays open once more … Nobody has voted
		clock 123s
		due
		mei: /board                      => card vote … adjourned … Even with more time, nobody voted … [Go on]
		tom: [Go on]                     => card vote … **The server to move**
		mei: /moderate act=bar user=@tom => private
		tom: [Vote]                      => private … barred
		tom: /move text=h0g2             => private … barred
		mei: /moderate act=end           =>
		mei: /board                      => card vote … A moderator ended … 🙏 Thanks to <@201> and 1 other.
		mei: /vote time=2                => card vote
		mei: /server off=vote            => private … Switched off: **votes on moves**
		mei: /vote                       => private … switched off
		mei: /move text=h2e2             => private … switched off
		mei: /move text=h0               => private … switched off
		mei: /board                      => card vote … Nobody has voted
		mei: /moderate act=end           =>
		mei: /server on=vote             => private … Switched off: **nothing**
		mei: /vote time=60 early=yes     => private … up to 15 minutes
		mei: /vote                       => card vote
		in dm
		mei: /vote                       => private`)
}

// The last card names twenty-five who do not hide their profile, those who voted most often first, and counts the others.
func TestThanks(t *testing.T) {
	d := open(t, "h9g7")
	d.Play(`
		tom: /settings profile=nobody => private
		mei: /vote time=2             => card vote`)
	for range 2 {
		m, err := d.Matches.InChannel(t.Context(), desk.Channel)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 30 {
			who := id.Player(strconv.Itoa(300 + n))
			if n == 0 {
				who = desk.People["tom"]
			}
			v := votes.Voter{Actor: match.Actor{Event: id.Event(fmt.Sprint(m.Turn, who)), Player: who}, Since: d.DB.Now().Add(-48 * time.Hour)}
			moved, _ := game.ParseMove([]string{"h2e2", "h0g2"}[m.Game.Ply()/2])
			if m.Game.Ply() == 0 && n == 1 { // votes once only
				continue
			}
			if _, err := d.Votes.Cast(t.Context(), v, m.ID, m.Turn, votes.Choice{Move: moved}); err != nil {
				t.Fatal(err)
			}
		}
		if m.Game.Ply() == 0 {
			d.Play("clock 123s\ndue")
		}
	}
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageMessages }
	d.Play(`
		mei: /moderate act=end =>
		mei: /board            => card vote … 🙏 Thanks to <@302>, <@303> … <@326> and 5 others.`)
	if n := strings.Count(d.Said.Content, "<@"); n != 25 || strings.Contains(d.Said.Content, "<@202>") || strings.Contains(d.Said.Content, "<@301>") {
		t.Errorf("%d are named: %s", n, d.Said.Content)
	}
}

// Two teams take turns; each member belongs to one.
func TestTeams(t *testing.T) {
	open(t).Play(`
		mei: /vote time=2 opponent=teams => card vote … **The Red team to move**
		mei: [Vote]                      => private … Which move
		tom: [Vote]                      => private … Your team: The Black team
		tom: /move text=h2e2             => private … The other team votes now
		mei: /move text=h2e2             => private … Your vote
		clock 123s
		due
		mei: [Vote]                      => private … Your team: The Red team. To move: The Black team`)
}

// keys finds texts that are missing.
var keys = regexp.MustCompile(`vote\.[a-z]`)

// Each language has what the card and the private board say.
func TestLanguages(t *testing.T) {
	for _, l := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		d := open(t, "h9g7")
		d.Locale = l
		vote := map[string]string{"en-US": "Vote", "zh-CN": "投票", "zh-TW": "投票", "vi": "Bỏ phiếu"}[l]
		d.Play("mei: /vote time=15 => card vote")
		text := d.Said.Content
		d.Play("tom: [" + vote + "] => private")
		text += "\n--\n" + d.Said.Content
		d.Play("tom: /move text=h2e2 => private\nmei: /move text=h2e2 => private\nlinh: /move text=h0g2 => private")
		text += "\n--\n" + d.Said.Content
		d.Play("clock 903s\ndue\nmei: /board => card vote")
		text += "\n--\n" + d.Said.Content
		if strings.Contains(text, "{{") || keys.MatchString(text) || strings.Contains(text, "<no value>") {
			t.Errorf("%s:\n%s", l, text)
		}
		t.Logf("%s:\n%s", l, text)
	}
}

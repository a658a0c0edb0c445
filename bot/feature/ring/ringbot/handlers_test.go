package ringbot_test

import (
	"regexp"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/store"
)

func open(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "ring", "play", "guildadmin", "settings", "privacy")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Permissions = discord.ManageGuild | discord.ManageMessages
		}
	}
	d.Play("online")
	return d
}

// One person plays at once; two more play one another, the winner stays, and who does not come is passed over.
func TestRing(t *testing.T) {
	open(t).Play(`
		in dm
		mei: /ring                      => private
		in channel
		mei: /ring clock=10+5           => card ring ⚔️ **Ring: the winner stays** · 10 minutes + 5 seconds … casual … Uncle keeps the ring. … Next: **mei** … The keeper gives the ring up, even after a win, as soon as two people are waiting … [Join the queue] [Leave]
		mei: [Join the queue]           => private You're already in
		due
		mei: /board                     => card keeper … Uncle … keeps the ring … [Resign] … [Join the queue]
		mei: /undo                      => private There are no takebacks in rings and tournaments
		tom: [Join the queue]           => private You're in the queue, number 1
		tom: [Join the queue]           => private You're already in
		linh: /ring                     => card ring … **mei** is playing for it right now. … Then: tom, linh … [Join the queue] [Leave]
		mei: [Leave]                    => private The game is still being played
		mei: /resign                    => private
		mei: [Yes, resign]              => edit
		mei: /board                     => not [Play again]
		mei: /ring                      => card ring … **tom** holds the ring. … 📣 <@203>, <@202>: your game is next. … Then: mei … [I'm here] [Join the queue] [Leave] (pings 203) (pings 202)
		mei: [I'm here]                 => private You haven't been called
		linh: [I'm here]                => card ring … 📣 <@202>: your game … (pings 202)
		tom: [I'm here]                 => card ring … Next: **linh**
		due
		mei: /board                     => card paired **<@203> to move** (Red) … **tom** holds the ring. … Then: mei … [Join the queue]
		linh: h2e2                      => card paired
		tom: h9g7                       => card paired
		linh: /resign                   => private
		linh: [Yes, resign]             => edit
		linh: /ring                     => card ring … **tom** holds the ring: 1 defense. … 📣 <@201>: … Then: linh … 🏆 Longest run on this server: tom, against 1 opponent. … (pings 201)
		clock 61s
		due
		linh: /ring                     => card ring … mei wasn't there and goes to the end of the queue. … 📣 <@203>: … Then: mei
		tom: /settings profile=nobody   => private
		linh: /ring                     => card ring … 🏆 Longest run on this server: against 1 opponent.
		tom: /settings profile=server   => private
		mei: /settings pings=off        => private
		linh: [Leave]                   => card ring … 📣 mei: your game is next.
		tom: [Leave]                    => card ring … Uncle keeps the ring … 📣 mei: …
		mei: [Leave]                    => card ring … Nobody is waiting … [Close the ring]
		tom: [Close the ring]           => private Only whoever opened this ring
		linh: [Close the ring]          => card ring … This ring is closed
		linh: /server off=ring          => private … Switched off: **rings**
		mei: /ring                      => private … switched off`)
}

// Nobody is passed over for not coming while the bot did not hear them, even where it does not know of that yet, and who is called then has
// another chance.
func TestNobodyIsPassedOverUnheard(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /ring                      => card ring
		due
		tom: /ring                      => card ring
		linh: /ring                     => card ring … Then: tom, linh
		mei: /resign                    => private
		mei: [Yes, resign]              => edit
		mei: /ring                      => card ring … 📣 <@203>, <@202>: your game is next
		clock 61s`)
	d.Deaf = true
	d.Play(`
		due
		clock 30s
		mei: /ring                      => card ring … 📣 <@203>, <@202>: your game is next`)
	d.Deaf = false
	d.Play(`
		due
		tom: [I'm here]                 => card ring … 📣 <@203>: your game is next`)
}

// Where games get threads of their own, a server has one ring: whoever asks for another joins its queue.
func TestOneRingOfThreads(t *testing.T) {
	d := open(t)
	d.Play(`
		linh: /server games=threads => private
		mei: /ring                  => private … Your game is in <#
		mei: /ring                  => private You're already in
		tom: /ring clock=10+5       => private There's a ring in <# … number 1. I'll ping you there
		in 701
		linh: /ring                 => private There's a ring in <# … number 2
		in thread
		linh: /ring                 => card ring … Next`)
	if len(d.Threads) != 1 {
		t.Errorf("%d threads", len(d.Threads))
	}
}

// A server switches rings off: the game that is being played is finished, and then the ring closes; one where nobody plays closes when
// something is due.
func TestSwitchedOff(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /ring             => card ring
		due
		tom: [Join the queue]  => card ring
		mei: /board            => card keeper … [Join the queue]`)
	d.Keep("tom")
	d.Play(`
		linh: /server off=ring => private … Switched off: **rings**
		mei: /board            => not [Join the queue]
		tom: [Join the queue]  => private … switched off
		due
		mei: h2e2              => card keeper
		mei: /resign           => private
		mei: [Yes, resign]     => edit
		due
		linh: /server on=ring  => private
		tom: /ring             => card ring … Next: **tom**
		linh: /server off=ring => private
		due
		linh: /server on=ring  => private
		tom: /ring             => card ring … Next: **tom**`)
}

// A rematch of a game at a ring is a game of its own.
func TestRematch(t *testing.T) {
	open(t).Play(`
		mei: /ring             => card ring
		due
		mei: h2e2              => card keeper
		mei: /resign           => private
		mei: [Yes, resign]     => edit
		mei: /rematch          => card versus`)
}

// keys finds texts that are missing.
var keys = regexp.MustCompile(`ring\.[a-z]`)

// Each language has what the card says.
func TestLanguages(t *testing.T) {
	for l, words := range map[string][3]string{"en-US": {"Join the queue", "I'm here", "Leave"}, "zh-CN": {"排队打擂", "我在", "退出"}, "zh-TW": {"排隊打擂", "我在", "退出"}, "vi": {"Xếp hàng", "Tôi đây", "Rời"}} {
		d := open(t)
		d.Locale = l
		text := ""
		play := func(lines string) {
			d.Play(lines)
			text += "\n--\n" + d.Said.Content
		}
		play("mei: /ring => card ring")
		play("due\ntom: /board => card keeper")
		play("tom: [" + words[0] + "] => private")
		play("linh: /ring => card ring")
		d.Play("linh: /moderate act=end =>")
		play("mei: /ring => card ring")
		if strings.Contains(text, "{{") || keys.MatchString(text) || strings.Contains(text, "<no value>") {
			t.Errorf("%s:\n%s", l, text)
		}
		t.Logf("%s:\n%s", l, text)
	}
}

// Those who are called are called in their own languages, whatever the language of whoever opened the ring, and find the button by the
// name that their call gives it.
func TestCalledInOnesLanguage(t *testing.T) {
	d := open(t)
	speak := func(l, lines string) {
		t.Helper()
		d.Locale = l
		d.Play(lines)
	}
	speak("en-US", "mei: /ring => card ring")
	speak("vi", "tom: [Join the queue] => card ring")
	speak("zh-CN", "linh: [Join the queue] => card ring")
	speak("en-US", `
		due
		mei: /resign        => private
		mei: [Yes, resign]  => edit
		mei: /ring          => card ring … **tom** holds the ring … 📣 <@203>：轮到你了。请按**我在** … 📣 <@202>: đến lượt bạn. Bấm **Tôi đây** … Then: mei … [我在 / Tôi đây] [Join the queue]
		linh: [我在 / Tôi đây] => card ring … 📣 <@202>: đến lượt bạn … [Tôi đây] [Join the queue]`)
}

// Whoever leaves once the holder is called for them waits before they join again: each time the holder is called.
func TestHolderIsCalledOnce(t *testing.T) {
	open(t).Play(`
		mei: /ring             => card ring
		due
		tom: /ring             => card ring … Then: tom
		linh: /ring            => card ring … Then: tom, linh
		mei: /resign           => private
		mei: [Yes, resign]     => edit
		tom: [I'm here]        => card ring … **tom** holds the ring
		linh: [I'm here]       => card ring
		due
		linh: h2e2             => card paired
		tom: h9g7              => card paired
		linh: /resign          => private
		linh: [Yes, resign]    => edit
		mei: /ring             => card ring … 📣 <@202>: your game is next … (pings 202)
		mei: [Leave]           => card ring … Nobody is waiting
		mei: [Join the queue]  => private You left just as … You can join again <t:
		mei: /ring             => private You left just as
		linh: [Join the queue] => card ring … 📣 <@202>: your game is next … (pings 202)
		mei: [Join the queue]  => private You left just as
		tom: [I'm here]        => card ring … Next: **linh**
		clock 5m
		mei: [Join the queue]  => card ring … Then: mei
		mei: [Leave]           => card ring
		mei: [Join the queue]  => card ring … Then: mei`)
}

// While another game is played in its channel, a ring tries again and again to begin its own. Its card says that it waits, and is not
// edited for each attempt: that would be thousands of requests a day.
func TestCardRestsWhileHindered(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /ring             => card ring … Next: **mei** … as soon as this channel is free`)
	other := testplay.Duel("x", "y")
	other.Guild, other.Channel = desk.Guild, desk.Channel
	if _, err := d.Matches.Start(t.Context(), match.Actor{Player: "x", Source: match.FromCommand}, other); err != nil {
		t.Fatal(err)
	}
	wanted := func() int64 {
		t.Helper()
		n, err := store.Value[int64](d.DB.Read().Row(t.Context(), `SELECT wanted FROM cards WHERE kind = 'ring'`))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	d.Play("due")
	before := wanted()
	for range 3 {
		d.Play("clock 21s\ndue")
	}
	if after := wanted(); after != before {
		t.Errorf("the card is edited though it says the same: revision %d after %d", after, before)
	}
	d.Play(`
		tom: [Join the queue]  => card ring … Then: tom`)
}

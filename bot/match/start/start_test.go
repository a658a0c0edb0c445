package start_test

import (
	"context"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/game"
)

var features = []string{"play", "challenges", "exhibition", "study", "mygames", "guildadmin", "characters"}

const manages = discord.ManageGuild | discord.ManageMessages

// open returns a desk at which Linh manages the server, and Tom has the role 401.
func open(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, features...)
	d.Change = func(i *discord.Interaction) {
		switch i.User.Name {
		case "linh":
			i.Permissions = manages
		case "tom":
			i.Roles = []id.Role{"401"}
		}
	}
	d.Play("online")
	return d
}

// Where games begin, and who may begin them.
func TestWhere(t *testing.T) {
	for name, lines := range map[string]string{
		"in an occupied channel": `
			mei: /play side=red       => card versus
			tom: /play opponent=2     => private … yours is in <#9001>
			in thread
			tom: /board               => card versus … Xiaoqing (Black)
			mei: /play                => private There's already a game here
			in channel
			tom: /study public=true   => private … <#9002>
			in thread
			tom: /board               => card study **Red to move.** … Study of <@202>
			in channel
			tom: /challenge           => private … <#9003>
			in thread
			mei: /board               => card challenge`,
		"each in a thread": `
			linh: /server games=threads     => private
			tom: /play                      => private Your game is in <#9001>
			tom: /challenge                 => private Your game is in <#9002>
			tom: /study public=true         => private Your game is in <#9003>
			tom: /exhibition red=0 black=0  => private Your game is in <#9004>
			in thread
			tom: /exhibition red=0 black=0  => private … already a game here
			mei: /play                      => private … already a game here`,
		"in certain channels": `
			linh: /server games=channels    => private Name a channel
			linh: /server channel=701       => private … <#701>
			tom: /play                      => private Games are played in <#701>
			tom: /challenge                 => private Games are played in <#701>
			tom: /study public=true         => private Games are played in <#701>
			tom: /exhibition red=0 black=0  => private Games are played in <#701>
			tom: @yeye                      => public … Fancy a game … [Play the Kid] … [Challenge everybody]
			tom: [Play the Kid]             => private Games are played in <#701>
			tom: [Challenge everybody]      => private Games are played in <#701>
			in 701
			tom: /play side=red             => card versus
			tom: /play side=red             => private … <#9001>
			in thread
			tom: /resign                    => private
			tom: [Yes, resign]              => edit
			tom: /board                     => card versus … [Play again]
			tom: [Play again]               => card versus
			in channel
			linh: /server channel=701       => private … in any channel
			tom: /play                      => card versus`,
		"by a role": `
			linh: /server role=500          => private
			mei: /play                      => card versus
			mei: /resign                    => private
			mei: [Yes, resign]              => edit
			linh: /server start=role        => private
			linh: /server role=401          => private
			mei: /play                      => private … <@&401> can start games
			mei: /challenge                 => private … <@&401> can start games
			tom: /challenge side=red        => card challenge
			mei: [Accept]                   => card duel`,
		"by managers": `
			linh: /server start=managers    => private
			tom: /study public=true         => private … only managers
			linh: /play                     => card versus
			in dm
			tom: /play                      => card versus`,
		"by nobody named": `
			linh: /server start=role        => private Name a role`,
		"without leave to begin another": `
			tom: /challenge                 => card challenge
			in 701
			tom: /challenge                 => card challenge
			in channel
			linh: /play                     => card versus
			tom: /challenge user=@linh      => private … still waiting
			linh: /server games=threads     => private
			tom: /challenge user=@linh      => private … still waiting`,
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			d.Play(lines)
			if name == "without leave to begin another" && len(d.Threads) > 0 {
				t.Errorf("%d threads were opened", len(d.Threads))
			}
		})
	}
}

// The thread of an open challenge is named after the one who accepts it; a thread that somebody else opened keeps its name.
func TestThreadIsNamedAfterThePlayers(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play                   => card versus
		tom: /challenge side=red     => private
		in thread
		linh: /board                 => card challenge … Whoever accepts first`)
	if got := d.Threads[0].Name; got != "tom – open challenge" {
		t.Errorf("before: %q", got)
	}
	d.Play("mei: [Accept] => card duel")
	d.Tasks.Wait()
	if got := d.Threads[0].Name; got != "tom – mei" {
		t.Errorf("after: %q", got)
	}
	d.Play(`
		mei: /resign              => private
		mei: [Yes, resign]        => edit
		tom: /challenge side=red  => card challenge`)
	d.Threads[0].Name, d.Threads[0].Owner = "tea", "203"
	d.Play("mei: [Accept] => card duel")
	d.Tasks.Wait()
	if got := d.Threads[0].Name; got != "tea" {
		t.Errorf("somebody else's thread: %q", got)
	}
}

// voice is REST where channels have no threads.
type voice struct{ start.REST }

func (voice) Channel(_ context.Context, c id.Channel) (discord.Channel, error) {
	return discord.Channel{ID: c, Guild: desk.Guild}, nil
}

// Where there can be no threads a game begins in the channel itself, also if each is to have one.
func TestWhereNoThreadsAre(t *testing.T) {
	d := open(t)
	change := d.Change
	d.Change = func(i *discord.Interaction) { change(i); i.NoThreads = true }
	d.Start.REST = voice{d.Start.REST}
	d.Play(`
		linh: /server games=threads => private
		tom: /play side=red         => card versus
		mei: /play side=red         => private There's already a game here
		mei: /play side=red         => not thread`)
	if len(d.Threads) != 0 {
		t.Errorf("%d threads", len(d.Threads))
	}
}

// Beside a game another is offered in a thread, unless the bot lacks the permission to open one.
func TestOccupied(t *testing.T) {
	const most = discord.ViewChannel | discord.SendMessages | discord.AttachFiles | discord.ReadMessageHistory
	d := open(t)
	d.Change = func(i *discord.Interaction) { i.BotPermissions = most | discord.SendMessagesInThreads }
	d.Play(`
		tom: /play side=red => card versus
		mei: /play          => private There's already a game here … can't open a thread … **Create Public Threads**
		mei: /play          => not **Send Messages in Threads**`)
	d.Change = nil
	d.Start.REST = faulty{REST: d.Start.REST, open: func(context.Context, id.Channel, string) (id.Channel, error) { return "", discord.ErrUncertain }}
	d.Play("mei: /play => private There's already a game here … You can also play in a thread")
}

// faulty is REST where opening a thread happens otherwise.
type faulty struct {
	start.REST
	open func(context.Context, id.Channel, string) (id.Channel, error)
	all  []discord.Thread
}

func (f faulty) StartThread(ctx context.Context, c id.Channel, name string) (id.Channel, error) {
	return f.open(ctx, c, name)
}
func (f faulty) Threads(context.Context, id.Guild) ([]discord.Thread, error) { return f.all, nil }

// A thread whose game cannot begin after all is archived: here the player began another one meanwhile.
func TestThreadOfAGameThatDidNotBegin(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Limits: match.Limits{Player: 1}}, features...)
	d.Change = func(i *discord.Interaction) { i.Permissions = manages }
	d.Play("online\nlinh: /server games=threads => private")
	rest := d.Start.REST
	d.Start.REST = faulty{REST: rest, open: func(ctx context.Context, c id.Channel, name string) (id.Channel, error) {
		t, err := rest.StartThread(ctx, c, name)
		if err == nil {
			_, err = d.Matches.Start(ctx, match.Actor{Player: desk.People["tom"]}, terms())
		}
		return t, err
	}}
	d.Play("tom: /play => private … as many")
	if len(d.Threads) != 1 || !d.Threads[0].Archived {
		t.Errorf("the thread stays: %+v", d.Threads)
	}
}

// terms are those of another game of Tom's.
func terms() match.Terms {
	return match.Terms{Mode: match.Versus, Channel: "798", Position: game.Start(), Seats: [2]match.Seat{{Player: desk.People["tom"]}, {Level: 1}}}
}

// A thread that Discord opened although it answered with a fault is found, and the game begins there; if none is found the player is
// told what hinders them.
func TestThreadOpenedDespiteAFault(t *testing.T) {
	for name, found := range map[string]bool{"opened": true, "not opened": false} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			d.Play("mei: /play => card versus")
			lost := faulty{REST: d.Start.REST, open: func(context.Context, id.Channel, string) (id.Channel, error) { return "", discord.ErrUncertain }}
			now := id.Channel(id.MessageIDAt(d.DB.Now().Add(1e9)))
			if found {
				lost.all = []discord.Thread{
					{ID: now, Parent: desk.Channel, Name: "tom – Xiaoqing", Owner: desk.Self},
					{ID: now + "0", Parent: "701", Name: "tom – Xiaoqing", Owner: desk.Self},
					{ID: now + "0", Parent: desk.Channel, Name: "tom – Xiaoqing", Owner: "203"},
					{ID: now + "0", Parent: desk.Channel, Name: "tom – Xiaoqing", Owner: desk.Self, Messages: 1},
				}
			}
			d.Start.REST = lost
			want := "There's already a game here"
			if found {
				want = "… yours is in <#" + string(now) + ">"
			}
			d.Play("tom: /play opponent=2 => private " + want)
		})
	}
}

// A game is brought to another channel: neither a stranger nor somebody in a direct conversation can do so, and the other player is
// asked if both are playing.
func TestTransfer(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]   => card duel
		mei: h2e2       => card duel
		tom: h9g7       => card duel
		in dm
		mei: /board     => not bring one
		in 701
		linh: /board    => private There's no game here
		mei: /board     => private … move one of yours … {Move a game here`)
	m, err := d.Matches.ByPlayer(t.Context(), desk.People["mei"], 1)
	if err != nil || len(m) != 1 {
		t.Fatal(m, err)
	}
	bring := "mei: {Move a game here} " + string(m[0].ID)
	d.Play(bring + ` => edit I've asked your opponent in <#700>
		posted          => … wants to move the game to <#701> … [Accept] [Decline] (pings 202)
		in channel
		linh: [Decline] => private
		tom: [Decline]  => edit
		mei: h0g2       => card duel
		tom: i9h9       => card duel
		in 701
		mei: /board     => private … move one of yours
		` + bring + ` => edit I've asked your opponent
		posted          => … wants to move the game
		in channel
		tom: [Accept]   => edit
		in 701
		tom: /board     => card duel … <@201> to move
		linh: /server channel=702 => private
		in channel
		mei: /games     => private … {Move a game here
		` + bring + ` => private Games are played in`)
}

// In a thread, sending needs another permission.
func TestPermissionInAThread(t *testing.T) {
	const most = discord.ViewChannel | discord.AttachFiles | discord.ReadMessageHistory
	for may, want := range map[int64]string{most | discord.SendMessages: "private … **Send Messages in Threads**", most | discord.SendMessagesInThreads: "card versus"} {
		d := open(t)
		d.Change = func(i *discord.Interaction) { i.Thread, i.BotPermissions = true, may }
		d.Play("mei: /play => " + want)
	}
}

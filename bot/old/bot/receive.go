package bot

import (
	"context"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/bot/session"
)

// receive takes an event from the gateway and returns at once: the work is done
// in the lane of its channel.
func (b *Bot) receive(ev gateway.Event) {
	switch d := ev.Data.(type) {
	case *discordgo.InteractionCreate:
		b.interaction(ev, d.Interaction)
	case *discordgo.MessageCreate:
		b.traffic.saw(d.ChannelID, d.ID)
		b.typed(ev.ID, d.Message)
	case *discordgo.ChannelDelete:
		b.start(func() { b.placeGone(b.life, session.Place(d.ID), d.GuildID) })
	case *discordgo.ThreadDelete:
		b.start(func() { b.placeGone(b.life, session.Place(d.ID), d.GuildID) })
	case *discordgo.GuildCreate:
		b.news.Load().tell(d.Guild)
		if len(d.Threads) > 0 {
			b.start(func() { b.closeHollow(b.life, d.Threads) })
		}
	case *discordgo.Ready:
		b.news.Store(newNews(d.Guilds))
		b.start(func() { b.arrived(b.open) })
	}
}

// start runs f beside the lanes, for what waits for the network. Run waits for it
// before it returns.
func (b *Bot) start(f func()) {
	b.tasks.Go(func() {
		defer b.recovered()
		f()
	})
}

// recovered is deferred where something may break that must not stop the bot.
func (b *Bot) recovered() {
	if p := recover(); p != nil {
		b.Logger.Error("panic", "panic", p, "stack", string(debug.Stack()))
	}
}

// inLane runs f in a lane.
func (b *Bot) inLane(key string, f func(context.Context)) bool {
	return b.lanes.do(key, func() {
		defer b.recovered()
		ctx, cancel := context.WithTimeout(b.life, handleWithin)
		defer cancel()
		f(ctx)
	})
}

// handleWithin is how long a command may wait for the database: one that is
// locked or gone must not keep people without an answer.
const handleWithin = 8 * time.Second

func (b *Bot) interaction(ev gateway.Event, i *discordgo.Interaction) {
	user := i.User
	if i.Member != nil {
		user = i.Member.User
	}
	if user == nil {
		return
	}
	r := &request{
		by:     session.Origin{Event: ev.ID, Player: session.PlayerID(user.ID), Name: user.DisplayName(), Server: i.GuildID, At: madeAt(i.ID)},
		place:  session.Place(i.ChannelID),
		locale: string(i.Locale),
		say:    b.Catalog.For(string(i.Locale)),
		may:    i.AppPermissions,
		thread: ev.Thread,
		origin: i,
		log:    b.Logger.With("channel", i.ChannelID, "player", user.ID),
	}
	c := b.newCallback(i)
	completing := i.Type == discordgo.InteractionApplicationCommandAutocomplete
	ok := (completing || b.guard.allow(b.Limit, user.ID, i.GuildID, time.Now())) && b.inLane(i.ChannelID, func(ctx context.Context) {
		if completing {
			b.suit(ctx, r)
			b.complete(ctx, c, r)
			return
		}
		a := b.finish(ctx, r, func(ctx context.Context) reply {
			if err := b.Records.SeeLocale(ctx, r.by.Player, r.locale); err != nil {
				r.log.Warn("locale not noted", "err", err)
			}
			b.suit(ctx, r)
			return b.handle(ctx, c.i, r)
		})
		b.start(func() { b.give(b.life, c, r, a) })
	})
	switch {
	case ok:
	case completing:
		b.start(func() { c.choices(b.life, nil) })
	default:
		b.start(func() { b.give(b.life, c, r, says(r.say.Say("refuse.busy"))) })
	}
}

// handle finds the handler and returns its reply.
func (b *Bot) handle(ctx context.Context, i *discordgo.Interaction, r *request) reply {
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		r.by.Via = session.ByCommand
		data := i.ApplicationCommandData()
		r.options = optionsOf(data.Options)
		r.target, r.resolved = data.TargetID, data.Resolved
		if c, ok := commandNamed(b.Catalog, data.CommandType, data.Name); ok {
			r.log = r.log.With("command", data.Name)
			return c.run(b, ctx, r)
		}
	case discordgo.InteractionMessageComponent:
		r.by.Via = session.ByControl
		data := i.MessageComponentData()
		if ctl, ok := parseControl(data.CustomID); ok {
			if h, ok := controls[ctl.verb]; ok {
				r.log = r.log.With("control", ctl.verb, "session", ctl.session)
				return h(b, ctx, r, ctl, data.Values)
			}
		}
	}
	return says(r.say.Say("refuse.control"))
}

// optionsOf is the options of a command as text by name.
func optionsOf(list []*discordgo.ApplicationCommandInteractionDataOption) map[string]string {
	options := map[string]string{}
	for _, o := range list {
		switch v := o.Value.(type) {
		case string:
			options[o.Name] = v
		case float64:
			options[o.Name] = strconv.FormatInt(int64(v), 10)
		case bool:
			options[o.Name] = strconv.FormatBool(v)
		}
	}
	return options
}

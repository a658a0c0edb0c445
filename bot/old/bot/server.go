package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// mostListed is how many channels a server can name: the refusal that lists them
// must stay a short message.
const mostListed = 20

var serverCommand = command{
	name:  "server",
	needs: discordgo.PermissionManageGuild,
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		games := option(cat, "server", "games", discordgo.ApplicationCommandOptionString)
		for w := session.Here; w <= session.Listed; w++ {
			games.Choices = append(games.Choices, choice(cat, "server.games.", w.String()))
		}
		channel := option(cat, "server", "channel", discordgo.ApplicationCommandOptionChannel)
		channel.ChannelTypes = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
		starters := option(cat, "server", "start", discordgo.ApplicationCommandOptionString)
		for s := session.Everybody; s <= session.Managers; s++ {
			starters.Choices = append(starters.Choices, choice(cat, "server.start.", s.String()))
		}
		return []*discordgo.ApplicationCommandOption{games, channel, starters, option(cat, "server", "role", discordgo.ApplicationCommandOptionRole)}
	},
	run: (*Bot).serverSettings,
}

// serverSettings changes what is given and shows all, to those who manage the
// server. Naming a channel puts it on the list, or takes it off; naming a role lets
// its holders start games.
func (b *Bot) serverSettings(ctx context.Context, r *request) reply {
	if !r.holds(discordgo.PermissionManageGuild) {
		return says(r.say.Say("refuse.manager"))
	}
	h, err := b.Records.House(ctx, r.server())
	if err != nil {
		return r.refused(err)
	}
	if refusal := settle(&h, r.options); refusal != "" {
		return says(r.say.Say(refusal, locale.Args{"Count": mostListed}))
	}
	if len(r.options) > 0 {
		if err := b.Records.SetHouse(ctx, r.server(), h); err != nil {
			return r.refused(err)
		}
	}
	games := r.say.Say("server.games." + h.Games.String())
	if len(h.Places) > 0 {
		games += " · " + locale.Channels(h.Places)
	}
	starters := r.say.Say("server.start." + h.Starters.String())
	if h.Role != "" {
		starters += " · <@&" + h.Role + ">"
	}
	return says(strings.Join([]string{r.say.Say("server.head"),
		"- " + r.say.Say("server.games") + ": **" + games + "**",
		"- " + r.say.Say("server.start") + ": **" + starters + "**"}, "\n"))
}

// settle applies options to a house and says, as a key, what does not go together.
func settle(h *session.House, options map[string]string) (refusal string) {
	if p := session.Place(options["channel"]); p != "" {
		if i := slices.Index(h.Places, p); i >= 0 {
			h.Places = slices.Delete(slices.Clone(h.Places), i, i+1)
		} else if len(h.Places) >= mostListed {
			return "refuse.manychannels"
		} else {
			h.Places = append(slices.Clone(h.Places), p)
			h.Games = session.Listed
		}
	}
	if w, ok := session.ParseWhere(options["games"]); ok {
		h.Games = w
	}
	if h.Games == session.Listed && len(h.Places) == 0 {
		if options["channel"] == "" {
			return "refuse.nochannel"
		}
		h.Games = session.Here // the last one was taken off
	}
	if role := options["role"]; role != "" {
		h.Role, h.Starters = role, session.RoleHolders
	}
	if s, ok := session.ParseStarters(options["start"]); ok {
		h.Starters = s
	}
	if h.Starters == session.RoleHolders && h.Role == "" {
		return "refuse.norole"
	}
	return ""
}

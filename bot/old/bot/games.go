package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// verbGames turns to another page of one's games; its turn is the page.
const verbGames = "games"

var gamesCommand = command{name: "games", run: func(b *Bot, ctx context.Context, r *request) reply {
	return b.games(ctx, r, 0, reply{})
}}

func (b *Bot) clickGames(ctx context.Context, r *request, c control, _ []string) reply {
	return b.games(ctx, r, int(c.turn), reply{replace: true})
}

// gamesOnPage keeps a page under Discord's 2000 characters with the longest names.
const gamesOnPage = 8

// games lists a person's games everywhere, those that wait for them first.
func (b *Bot) games(ctx context.Context, r *request, page int, as reply) reply {
	list, err := b.Records.Sitting(ctx, r.by.Player, mostSitting)
	if err != nil {
		return r.refused(err)
	}
	if len(list) == 0 {
		as.text = r.say.Say("games.none")
		return as
	}
	slices.SortStableFunc(list, func(x, y session.Session) int {
		return urgency(&x, r.by.Player) - urgency(&y, r.by.Player)
	})
	pages := (len(list) + gamesOnPage - 1) / gamesOnPage
	page = max(0, min(page, pages-1))
	shown := list[page*gamesOnPage : min(len(list), (page+1)*gamesOnPage)]
	_, err = b.Sessions.At(ctx, r.place)
	free := errors.Is(err, session.ErrNoSession)
	as.later = func(ctx context.Context) reply {
		as := as
		as.later = nil
		lines := []string{r.say.Say("games.head", locale.Args{"Count": len(list)})}
		for i := range shown {
			lines = append(lines, b.gameLine(ctx, r, &shown[i]))
		}
		as.text = strings.Join(lines, "\n")
		if pages > 1 {
			turn := func(sign string, to int, salt string) discordgo.MessageComponent {
				return discordgo.Button{Label: sign, Style: discordgo.SecondaryButton, Disabled: to < 0 || to >= pages,
					CustomID: control{verbGames, "", int64(max(0, to)), "", salt + strconv.Itoa(page)}.String()}
			}
			as.rows = []discordgo.MessageComponent{row(turn("◀", page-1, "b"),
				discordgo.Button{Label: strconv.Itoa(page+1) + "/" + strconv.Itoa(pages), Style: discordgo.SecondaryButton, Disabled: true,
					CustomID: control{verbGames, "", int64(page), "", "h" + strconv.Itoa(page)}.String()},
				turn("▶", page+1, "f"))}
		}
		if free {
			if portable := b.portable(ctx, r, shown); len(portable) > 0 {
				as.rows = append(as.rows, b.bringRow(r, portable))
			}
		}
		return as
	}
	return as
}

// urgency orders games: one's own turn, a challenge, the other's turn, a study,
// one set aside.
func urgency(se *session.Session, p session.PlayerID) int {
	side, _ := se.SeatOf(p)
	switch {
	case se.Status == session.Resting:
		return 4
	case se.Study():
		return 3
	case se.Status == session.Proposed && se.Starter != p:
		return 1
	case se.Status == session.Open && side == se.ToMove():
		return 0
	}
	return 2
}

// gameLine is one game: whose turn since when, against whom, and where.
func (b *Bot) gameLine(ctx context.Context, r *request, se *session.Session) string {
	side, _ := se.SeatOf(r.by.Player)
	other := se.Seats[side.Other()]
	name := r.say.Character(other.Level)
	switch {
	case other.Human():
		if name = locale.Plain(other.Name, 32); name == "" {
			name = who(r.say, other)
		}
	case other.Level == session.Vacant:
		name = r.say.Say("seat.vacant")
	}
	key := "games.theirs"
	switch {
	case se.Status == session.Proposed && se.Starter == r.by.Player:
		key = "games.asked"
	case se.Status == session.Proposed:
		key = "games.challenged"
	case se.Status == session.Resting:
		key = "games.resting"
	case se.Study():
		key = "games.study"
	case side == se.ToMove():
		key = "games.yours"
	}
	line := r.say.Say(key, locale.Args{
		"Other": name, "Side": r.say.Color(side), "Number": se.Game.Position().MoveNumber(),
		"Since": "<t:" + strconv.FormatInt(se.Touched.Unix(), 10) + ":R>", "Link": b.linkTo(ctx, r, se),
		"Turn": r.say.Color(game.Color(se.ToMove())),
	})
	if fall, ok := se.FlagAt(b.Now()); ok {
		line += " · " + r.say.Say("clock.flag", locale.Args{"When": relative(fall)})
	}
	return line
}

// linkTo is the address of a session's card, or of its channel while there is
// none.
func (b *Bot) linkTo(ctx context.Context, r *request, se *session.Session) string {
	guild := b.guildOf(ctx, r, se.Place)
	if guild == "" {
		guild = "@me"
	}
	link := "https://discord.com/channels/" + guild + "/" + string(se.Place)
	if shown, err := b.Boards.Board(ctx, se.ID); err == nil && shown.Message != "" {
		link += "/" + shown.Message
	}
	return link
}

// guildOf is the server that a place is in: noted earlier, known from what asks,
// or else asked of Discord, once.
func (b *Bot) guildOf(ctx context.Context, r *request, place session.Place) string {
	guild, known, err := b.Records.Guild(ctx, place)
	if err != nil {
		r.log.Warn("server of a place not found", "err", err)
		return ""
	}
	if known {
		return guild
	}
	if place == r.place && r.origin != nil {
		guild = r.origin.GuildID
	} else {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		c, err := b.send.Channel(ctx, string(place))
		if err != nil {
			r.log.Info("server of a place not known", "place", place, "err", err)
			return ""
		}
		guild = c.GuildID
	}
	if err := b.Records.SetGuild(ctx, place, guild); err != nil {
		r.log.Warn("server of a place not noted", "err", err)
	}
	return guild
}

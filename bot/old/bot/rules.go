package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/game"
	"yeye/render"
)

var rulesCommand = command{name: "rules", run: (*Bot).rules}

// rules is the rules on a page, with the start as a newcomer sees it and, where no
// game is on, a way to begin one.
func (b *Bot) rules(ctx context.Context, r *request) reply {
	_, err := b.Sessions.At(ctx, r.place)
	free := err != nil
	return reply{later: func(context.Context) reply {
		v := render.View{Position: game.Start(), Below: game.Red, Style: styleFor(r.say, r.taste)}
		v.Style.Newcomer = true
		pic, err := b.picture(r.say, v, "")
		if err != nil {
			return r.refused(err)
		}
		a := reply{text: r.say.Say("rules.page", locale.Args{"Moves": game.MoveLimitPlies / 2}), files: pic}
		if free {
			a.rows = []discordgo.MessageComponent{row(discordgo.Button{
				CustomID: control{verb: verbPlayKid}.String(), Label: r.say.Say("control.playkid"), Style: discordgo.PrimaryButton})}
		}
		return a
	}}
}

package bot

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// Only a card is taken for one: offers and replays carry the session's id too.
func TestCardOf(t *testing.T) {
	with := func(verbs ...string) *discordgo.Message {
		r := &discordgo.ActionsRow{}
		for _, v := range verbs {
			r.Components = append(r.Components, &discordgo.Button{CustomID: control{verb: v, session: "aaaaaaaaaa"}.String()})
		}
		return &discordgo.Message{Components: []discordgo.MessageComponent{r}}
	}
	for _, c := range []struct {
		m    *discordgo.Message
		card bool
	}{
		{with(verbView, verbDraw, verbResign), true}, {with(verbUndo, verbResign), true}, {with(verbAgain), true},
		{with(verbAccept, verbNovice, verbDecline), true}, {with(verbStop), true}, {with(verbResume), true},
		{with(verbYes, verbNo), false}, {with(verbGiveUp, verbKeep), false}, {with(verbStep, verbJump, verbFilm, verbStudyHere), false},
		{with(verbPlayKid, verbOpenSeat, verbHow), false}, {with(), false},
	} {
		if ctl, ok := cardOf(c.m); ok != c.card || ok && ctl.session != "aaaaaaaaaa" {
			t.Errorf("%+v: %v %v", c.m.Components, ctl, ok)
		}
	}
}

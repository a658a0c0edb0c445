package files

import (
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/game/jieqi"
)

// exportedFlipped is exported for flipped chess, as a player may know the game.
func exportedFlipped(r *view.Reader, p id.Player, g *archive.Game, v *jieqi.View, format string) interaction.Response {
	switch format {
	case "fen":
		return textFile(r, g, ".fen", v.FEN()+"\n")
	case "uci":
		return textFile(r, g, ".txt", g.FlippedRecord(p).Line()+"\n")
	case "xqf", "dhtmlxq":
		return interaction.Say(r.Text("export.flipped"))
	}
	return interaction.Answer(discord.Message{Content: r.Text("export.text"), Files: g.FlippedFile(p)})
}

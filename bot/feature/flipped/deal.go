package flipped

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
	"yeye/game/notation"
)

// loadDeal returns a finished match of a control, with its published opening; [match.ErrNotDealt] if it has none.
func (f *flipped) loadDeal(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (m match.Match, o match.Opening, err error) {
	if m, err = f.Games.Match(ctx, r, c.ID); err != nil {
		return m, o, err
	}
	o, open := m.Opening()
	if !open || !o.Dealt {
		return m, o, match.ErrNotDealt
	}
	return m, o, nil
}

// deal shows where which piece lay in a finished game, and the data that verifies the deal.
func (f *flipped) deal(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, o, err := f.loadDeal(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := f.Readers.For(r)
	lines := []string{reader.Text("flipped.dealt")}
	for _, side := range [2]game.Color{game.Red, game.Black} {
		lines = append(lines, "**"+reader.Color(side)+"** "+dealText(reader, &o.Deal, side))
	}
	lines = append(lines, "-# "+reader.Text("flipped.follows",
		locale.Args{"Seal": o.Commitment.String(), "Secret": o.Secret.String(), "Match": o.Match,
			"Red": o.Red, "Black": o.Black}))
	for i := range o.Asked {
		lines = append(lines, "-# "+wordLine(reader, &o, i))
	}
	lines = append(lines, reader.Text("flipped.verify"))
	message := discord.Message{Content: strings.Join(lines, "\n"), Files: archive.FlippedFiles(&m, r.Player)}
	if len(o.Plies) > 0 {
		message.Rows = []discord.Row{{discord.Button{CustomID: view.IDs(&m)(actionLuck, ""),
			Label: reader.Text("control.luck"), Style: discord.Secondary}}}
	}
	if tell := view.TellWord(reader.Words, &m, r.Player); tell != nil {
		message.Rows = append(message.Rows, tell)
	}
	return interaction.Answer(message), nil
}

// dealText lists a side's dealt pieces by starting point.
func dealText(r *view.Reader, d *jieqi.Deal, side game.Color) string {
	var all []string
	for i, s := range jieqi.Points(side) {
		at := s.String()
		if r.Counting() != words.ByLetters { // 马八: the starting point of a horse on file 8
			start, between := jieqi.Start(), " "
			if r.ChineseNotation() {
				between = ""
			}
			at = r.PieceWritten(start.At(s)) + between + r.File(side, notation.FileNumber(side, s))
		}
		all = append(all, at+" "+r.Piece(game.NewPiece(side, d[side][i])))
	}
	return strings.Join(all, " · ")
}

// wordLine describes the i-th word with its hash, which remains if the word is erased.
func wordLine(r *view.Reader, o *match.Opening, i int) string {
	args := locale.Args{"Side": r.Color(o.Sides[i]), "Hash": o.Words[i].String(),
		"Word": locale.Plain(o.Texts[i], match.MaxWord)}
	switch {
	case o.Words[i] == seal.Word(""):
		return r.Text("flipped.word.none", args)
	case o.Texts[i] == "":
		return r.Text("flipped.word.erased", args)
	case seal.IsHash(o.Texts[i]):
		return r.Text("flipped.word.untold", args)
	}
	return r.Text("flipped.word", args)
}

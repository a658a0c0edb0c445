package view

import (
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// GameName returns the name of a variant; "" for usual xiangqi.
func GameName(w *words.Words, v variant.Variant) string {
	if v == variant.Xiangqi {
		return ""
	}
	return w.Text(v.FullTitle())
}

// flippedLastMoves describes the last two moves of a game of flipped chess, the last one first, with the revealed
// pieces that the reader may know.
func flippedLastMoves(r *Reader, m *match.Match) string {
	v := m.ViewOf(r.Alone)
	side, seated := m.SeatOf(r.Alone)
	secret := m.Live() && !m.Mode.OpenCaptures()
	at := jieqi.Start()
	var lines []string
	for i, ply := range v.Moves {
		if p := at; i >= len(v.Moves)-2 {
			you := seated && p.Turn() == side
			switch {
			case r.Aloud():
				lines = append(lines, r.Words.Ply(&p, ply, you, secret))
			case i < len(v.Moves)-1:
				lines = append(lines, r.Words.ShortPly(&p, ply))
			default:
				lines = append([]string{r.Words.Ply(&p, ply, you, secret)}, lines...)
			}
		}
		at.Do(ply.Move, ply.Turned)
	}
	if r.Aloud() || len(lines) < 2 {
		return strings.Join(lines, "\n")
	}
	return lines[0] + "\n-# " + lines[1]
}

// flippedLines returns the additional lines of a card of flipped chess: the commitment, the words used to shuffle, and
// for a player the unseen pieces.
func flippedLines(r *Reader, m *match.Match) (lines []string) {
	if !m.Mode.FaceDown() {
		return nil
	}
	w := r.Words
	if r.Alone != "" && m.Status == match.Open && !m.AsksForWord() {
		lines = append(lines, Unseen(r, m)...)
	}
	if m.Status == match.Open && m.Ply() < OpeningPlies {
		lines = append(lines, "-# "+w.Text("flipped.repetition"))
	}
	if !m.AsksForWord() && (m.Ply() < OpeningPlies || m.Status == match.Ended) {
		lines = append(lines, "-# "+shuffleText(w, m))
	}
	o, open := m.Opening()
	switch {
	case !open:
		seal := m.Commitment().String()
		// earlier cards and each player's question show the full hash
		if !m.AsksForWord() && m.Ply() >= OpeningPlies {
			seal = seal[:8] + "…"
		}
		lines = append(lines, "-# "+w.Text("flipped.seal", locale.Args{"Seal": seal}))
	case !o.Dealt:
		lines = append(lines, "-# "+w.Text("flipped.opened.undealt", locale.Args{"Secret": o.Secret.String()}))
	default: // the button shows all digits
		lines = append(lines, "-# "+w.Text("flipped.opened", locale.Args{"Secret": o.Secret.String()[:8] + "…",
			"Button": w.Text("control.deal")}))
	}
	return lines
}

// Unseen lists, as the reader knows them, the pieces of both sides that are still unseen, and the face-down pieces that
// the reader captured.
func Unseen(r *Reader, m *match.Match) (lines []string) {
	v := m.ViewOf(r.Alone)
	mine, seated := m.SeatOf(r.Alone)
	for _, c := range [2]game.Color{mine, mine.Other()} {
		lines = append(lines, r.Text("flipped.unseen", locale.Args{"Side": r.Color(c),
			"Pieces": r.PieceCounts(c, v.Hidden[c])}))
	}
	var took jieqi.Pool
	by := game.Red
	for _, ply := range v.Moves {
		if ply.Dark && by == mine {
			took[ply.Taken]++
		}
		by = by.Other()
	}
	if seated && took.Count() > 0 {
		lines = append(lines, r.Text("flipped.took", locale.Args{"Pieces": r.PieceCounts(mine.Other(), took)}))
	}
	return lines
}

// shuffleText says which words were used to shuffle.
func shuffleText(w *words.Words, m *match.Match) string {
	var words []string
	for _, word := range m.Words() {
		if seal.IsHash(word) {
			words = append(words, w.Text("flipped.shuffled.untold"))
			continue
		}
		words = append(words, locale.Plain(word, match.MaxWord))
	}
	if len(words) == 0 {
		return w.Text("flipped.shuffled")
	}
	return w.Text("flipped.shuffled.with", locale.Args{"Words": strings.Join(words, w.Text("list.and"))})
}

// Actions of the controls of flipped chess. They must not be renamed: old messages still carry them.
const (
	ActionWord         = "word"     // show the commitment, and ask for a word
	ActionNoWord       = "noword"   // let the pieces be dealt without a word
	ActionDeal         = "deal"     // show the deal, after the game
	ActionTellWord     = "tellword" // open the form for revealing the word of a given hash
	ActionFlippedRules = "jrules"
)

// WordText returns the text that asks the player called name for a word.
func WordText(w *words.Words, m *match.Match, name string) string {
	key := "flipped.ask"
	if m.MayDeclineByMoving() {
		key = "flipped.ask.move"
	}
	return w.Text(key, locale.Args{"Who": name})
}

// WordRow returns the buttons of a card that asks for a word, nil if it does not.
func WordRow(w *words.Words, m *match.Match) discord.Row {
	if !m.AsksForWord() {
		return nil
	}
	id := IDs(m)
	return discord.Row{
		discord.Button{CustomID: id(ActionWord, ""), Label: w.Text("control.word"), Style: discord.Secondary},
		discord.Button{CustomID: id(ActionNoWord, ""), Label: w.Text("control.noword"), Style: discord.Primary},
	}
}

// TellWord returns the button for revealing a word whose hash the player gave, nil if there is none.
func TellWord(w *words.Words, m *match.Match, p id.Player) discord.Row {
	if !m.CanRevealWord(p) {
		return nil
	}
	return discord.Row{discord.Button{CustomID: IDs(m)(ActionTellWord, ""), Label: w.Text("control.tellword"),
		Style: discord.Secondary}}
}

// FlippedRules returns the button for the rules of flipped chess.
func FlippedRules(w *words.Words) discord.Button {
	return discord.ControlID{Action: ActionFlippedRules}.Button(w.Text("control.rules"), discord.Secondary)
}

// FlippedPast returns the buttons of a finished match of flipped chess; none if the pieces were never dealt.
func FlippedPast(w *words.Words, m *match.Match) discord.Row {
	if o, open := m.Opening(); m.Status != match.Ended || !open || !o.Dealt {
		return nil
	}
	return discord.Row{discord.Button{CustomID: IDs(m)(ActionDeal, ""), Label: w.Text("control.deal"),
		Style: discord.Secondary}}
}

// FlippedReplay returns the button that replays a finished match of flipped chess; none if there was no move.
func FlippedReplay(w *words.Words, m *match.Match) discord.Row {
	if !m.Mode.FaceDown() || m.Status != match.Ended || m.Ply() == 0 {
		return nil
	}
	return discord.Row{discord.Button{CustomID: IDs(m)(ActionReplay, ""), Label: w.Text("control.replay"),
		Style: discord.Secondary}}
}

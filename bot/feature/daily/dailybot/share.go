package dailybot

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"yeye/bot/discord"
	"yeye/bot/feature/daily"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
)

var squares = map[daily.Mark]string{daily.Right: "🟩", daily.Good: "🟨", daily.Wrong: "🟥", daily.Hint: "⬜"}

// maxSquares limits the squares in a line; an ellipsis stands for the rest.
const maxSquares = 12

// share answers with a line that shows the user's marks without spoiling the puzzle: privately, or publicly for
// actionPost.
func (f *feat) share(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	n := daily.Number(c.Turn)
	result, _, err := f.Daily.Result(ctx, r.Player, n)
	if err != nil {
		return interaction.Response{}, err
	}
	if !result.Shareable() {
		return interaction.Say(r.Text.Text("daily.share.none")), nil
	}
	streak, err := f.Daily.Streak(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	z, err := f.Puzzles.Get(f.Daily.Puzzle(n))
	if err != nil {
		return interaction.Response{}, err
	}
	line := shareLine(result, z.Moves(), streak)
	m := discord.Message{Content: r.Text.Text("daily.share") + "\n```\n" + line + "\n```"}
	if c.Action == actionPost { // the edit removes the button
		a := interaction.Change(m)
		if !f.shared.first(r.Player, r.ControlMessage()) { // a second click before the edit
			return a, nil
		}
		a.Public = &interaction.Reply{Message: discord.Message{Content: locale.PlainName(r.Name) + " · " + line}}
		return a, nil
	}
	reminds, err := f.Daily.WantsReminders(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	row := discord.Row{remindButton(r.Text, reminds)}
	if r.Guild != "" {
		post := discord.ControlID{Action: actionPost, Turn: c.Turn}.Button(r.Text.Text("daily.share.post"),
			discord.Secondary)
		row = append(discord.Row{post}, row...)
	}
	m.Rows = []discord.Row{row}
	return interaction.Answer(m), nil
}

// oncePerMessage recognizes repeated clicks of a player on a message. It remembers the last message of each player, in
// memory.
type oncePerMessage struct {
	mu   sync.Mutex
	last map[id.Player]id.Message
}

// maxRemembered limits the remembered players.
const maxRemembered = 1000

func (o *oncePerMessage) first(p id.Player, on id.Message) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last[p] == on {
		return false
	}
	if o.last == nil || len(o.last) == maxRemembered {
		o.last = map[id.Player]id.Message{}
	}
	o.last[p] = on
	return true
}

// shareLine returns the line to share, like "Yeye #123 🟥🟩🟩 3/2 · 🔥12": number, a square per try, tries/moves, and the
// streak.
func shareLine(r daily.Result, moves int, s daily.Streak) string {
	var line strings.Builder
	line.WriteString("Yeye #" + strconv.Itoa(int(r.Number)) + " ")
	for i, m := range r.Marks {
		if i == maxSquares {
			line.WriteString("…")
			break
		}
		line.WriteString(squares[m])
	}
	tries := "–"
	if r.Solved {
		tries = strconv.Itoa(len(r.Marks))
	}
	line.WriteString(" " + tries + "/" + strconv.Itoa(moves))
	if s.Length > 1 {
		line.WriteString(" · 🔥" + strconv.Itoa(s.Length))
	}
	return line.String()
}

package tournamentbot

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/feature/tournament"
	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match/arrange"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

// A round is announced by a message that names its pairs, calls the players once, and shows each result as it comes in.
// A large round has several messages, because of Discord's limit of 2000 characters.

// roundKind is the kind of the messages of rounds. Their ids are TOURNAMENT-ROUND-PART.
const roundKind id.Kind = "round"

// perPart is how many rows one message has.
const perPart = 12

func roundSubject(of id.Match, round, part int) id.Subject {
	return id.Subject{Kind: roundKind, ID: id.Match(fmt.Sprintf("%s-%d-%d", of, round, part))}
}

// parts yields the rows of each message of a round.
func parts(t *tournament.Tournament, round int) iter.Seq2[int, []*tournament.Board] {
	rows := t.InRound(round)
	return func(yield func(int, []*tournament.Board) bool) {
		for part := 0; part*perPart < len(rows); part++ {
			if !yield(part, rows[part*perPart:min((part+1)*perPart, len(rows))]) {
				return
			}
		}
	}
}

type roundCard struct {
	*feat
	display.Simple
}

// Card implements [display.Source].
func (f roundCard) Card(ctx context.Context, of id.Match, _ int64, _ string) (display.Card, error) {
	whole, round, part, ok := tournament.ParseBoardID(of)
	if !ok {
		return display.Card{}, display.ErrGone
	}
	t, err := f.load(ctx, whole)
	if err != nil {
		return display.Card{}, err
	}
	var rows []*tournament.Board
	for i, some := range parts(&t, round) {
		if i == part {
			rows = some
		}
	}
	if len(rows) == 0 {
		return display.Card{}, display.ErrGone
	}
	r := f.Readers.InLocale(t.Locale)
	c := display.Card{Guild: t.Guild, Channel: t.Channel, Rev: t.Rev, Turn: int64(round), Touched: t.Touched,
		Text: r.Localizer, Settled: true, Over: false}
	c.Message.Content, c.Message.Mention = f.roundText(ctx, r, &t, round, part, rows)
	here := discord.ControlID{Action: actionHere, ID: of, Turn: int64(round), Nonce: strconv.FormatInt(t.Rev, 36)}
	c.Message.Rows = []discord.Row{{here.Button(r.Text("control.tournament.mine"), discord.Secondary)}}
	return c, nil
}

// roundText writes the message of a part of a round, and returns whom it calls.
func (f *feat) roundText(ctx context.Context, r *view.Reader, t *tournament.Tournament, round, part int,
	rows []*tournament.Board) (string, []id.Player) {
	key := "tournament.round"
	switch {
	case t.ByGames():
		key = "tournament.wave"
	case part > 0:
		key = "tournament.round.more"
	}
	lines := []string{r.Text(key, locale.Args{"Number": round, "Rounds": t.Rounds,
		"Name": locale.Plain(title(r.Localizer, t), maxName)})}
	calls := &caller{f: f, ctx: ctx, r: r}
	var latest time.Time
	waits := false
	for _, b := range rows {
		// if all rounds start at once, only the first calls
		lines = append(lines, calls.row(t, b, !t.AtOnce() || round == 1))
		if b.Pending() {
			waits = true
			if b.Begun.After(latest) {
				latest = b.Begun
			}
		}
	}
	if waits && t.Live() && !latest.IsZero() {
		lines = append(lines, r.Text("tournament.round.first",
			locale.Args{"When": view.Relative(latest.Add(arrange.AbsentAfter))}))
	}
	return joinLines(lines), calls.mention
}

// link matches a Markdown link.
var link = regexp.MustCompile(`\[(.*?)\]\(https:[^)]*\)`)

// joinLines joins the lines of a message. If the result is too long, it replaces links by their texts.
func joinLines(lines []string) string {
	text := strings.Join(lines, "\n")
	if len([]rune(text)) > discord.MaxContent {
		text = link.ReplaceAllString(text, "$1")
	}
	return locale.Cut(text, discord.MaxContent)
}

// caller names players, with a mention if they want pings, and collects the mentioned ones.
type caller struct {
	f       *feat
	ctx     context.Context
	r       *view.Reader
	mention []id.Player
}

func (c *caller) name(e *tournament.Entrant, call bool) string {
	if e == nil || e.Gone() || !call || !c.f.Readers.Prefs(c.ctx, e.Player).WantsPings() {
		return plainName(c.r, e)
	}
	c.mention = append(c.mention, e.Player)
	return "<@" + string(e.Player) + ">"
}

// row writes a board: the pair with its thread, or with its result. Players who still play are mentioned if call is
// set.
func (c *caller) row(t *tournament.Tournament, b *tournament.Board, call bool) string {
	red, black := t.Entrant(b.Red), t.Entrant(b.Black)
	number := "`" + strconv.Itoa(b.Number) + "` "
	if b.Kind != tournament.Game {
		text := number + c.r.Text("tournament.row."+string(b.Kind),
			locale.Args{"Who": c.name(red, call && b.Kind == tournament.Bye)})
		if other := t.Seats(b)[game.Black]; b.Match != "" && other.Character() {
			text += " · " + c.r.Text("tournament.row.filled",
				locale.Args{"Who": c.r.NameWithFace(other.Level), "Thread": "<#" + string(b.Channel) + ">"})
		}
		return text
	}
	pending := b.Pending()
	text := number + c.name(red, pending && call) + " – " + c.name(black, pending && call)
	if pending {
		if b.Channel != "" {
			text += " · <#" + string(b.Channel) + ">"
		}
		return text
	}
	text = number + plainName(c.r, red) + " **" + score(b.Result) + "** " + plainName(c.r, black)
	switch b.How {
	case tournament.Played, "":
		moves := c.r.Text("tournament.moves", locale.Args{"Count": (b.Plies + 1) / 2})
		if b.Channel != "" { // a link, because a mention of the thread would repeat the players' names
			moves = "[" + moves + "](" + start.Link(t.Guild, b.Channel, "") + ")"
		}
		text += " · " + moves
	default:
		text += " · " + c.r.Text("tournament.how."+string(b.How))
	}
	return text
}

// score writes a result as points, Red's first.
func score(result pairing.Result) string {
	red, black := result.Points()
	return strconv.Itoa(red) + "–" + strconv.Itoa(black)
}

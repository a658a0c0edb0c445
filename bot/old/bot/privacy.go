package bot

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// verbForget has the bot forget a person, who was asked.
const verbForget = "forget"

// Archive is what a person can ask about themselves.
type Archive interface {
	About(ctx context.Context, p session.PlayerID) (board.About, error)
	// ForgetPlayer does nothing while the person has a live session.
	ForgetPlayer(ctx context.Context, p session.PlayerID) (live bool, err error)
}

var privacyCommand = command{
	name: "privacy",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		act := option(cat, "privacy", "act", discordgo.ApplicationCommandOptionString)
		act.Required = true
		act.Choices = []*discordgo.ApplicationCommandOptionChoice{choice(cat, "privacy.", "export"), choice(cat, "privacy.", "delete")}
		return []*discordgo.ApplicationCommandOption{act}
	},
	run: (*Bot).privacy,
}

// privacy gives a person what is stored of them, or asks whether to delete it.
func (b *Bot) privacy(_ context.Context, r *request) reply {
	return reply{later: func(ctx context.Context) reply {
		about, err := b.Records.About(ctx, r.by.Player)
		if err != nil {
			return r.refused(err)
		}
		if r.options["act"] == "delete" {
			return b.askForget(r, &about)
		}
		language, err := b.Records.Locale(ctx, r.by.Player)
		if err != nil {
			return r.refused(err)
		}
		file, err := exportOf(r.by.Player, language, r.taste, &about, b.Now())
		if err != nil {
			return r.refused(err)
		}
		return reply{text: r.say.Say("privacy.exported", locale.Args{"Count": len(about.Sessions)}), files: []gateway.File{file}}
	}}
}

// dossier is the export: everything stored of one person, other people only by the
// names they had at the table.
type dossier struct {
	Player    session.PlayerID  `json:"player"`
	At        time.Time         `json:"exported"`
	Language  string            `json:"client_language,omitempty"`
	Settings  map[string]string `json:"settings"`
	Games     []playedGame      `json:"games"`
	Imported  []importedGame    `json:"imported_games"`
	Blocked   []blockedPlayer   `json:"takes_no_challenges_from"`
	BlockedBy int               `json:"players_who_take_no_challenges_from_you"`
	Barred    []string          `json:"barred_from_servers"`
	Acts      []moderatorAct    `json:"moderation"`
}

type playedGame struct {
	ID      session.ID    `json:"id"`
	Channel session.Place `json:"channel"`
	Status  string        `json:"status"`
	Red     string        `json:"red"`
	Black   string        `json:"black"`
	You     []string      `json:"you,omitempty"` // red, black
	Started bool          `json:"started_by_you"`
	Odds    string        `json:"odds"`
	Clock   string        `json:"clock"`
	Rated   string        `json:"rated"`
	FEN     string        `json:"start"`
	Moves   []string      `json:"moves"`
	Result  string        `json:"result"`
	Method  string        `json:"method,omitempty"`
	Created time.Time     `json:"created"`
	Touched time.Time     `json:"touched"`
}

type importedGame struct {
	ID     session.ID `json:"id"`
	Red    string     `json:"red"`
	Black  string     `json:"black"`
	Title  string     `json:"title"`
	Result string     `json:"result"`
	FEN    string     `json:"start"`
	Moves  []string   `json:"moves"`
	At     time.Time  `json:"at"`
}

type blockedPlayer struct {
	Player session.PlayerID `json:"player"`
	Name   string           `json:"name"`
}

type moderatorAct struct {
	Server  string        `json:"server"`
	Channel session.Place `json:"channel"`
	Kind    string        `json:"act"`
	ByYou   bool          `json:"by_you"`
	About   bool          `json:"about_you"`
	At      time.Time     `json:"at"`
}

var statusNames = map[session.Status]string{session.Open: "open", session.Ended: "ended", session.Proposed: "proposed",
	session.Closed: "closed", session.Resting: "set aside"}

func exportOf(p session.PlayerID, language string, taste board.Taste, a *board.About, now time.Time) (gateway.File, error) {
	d := dossier{Player: p, At: now, Language: language, Settings: map[string]string{}, BlockedBy: a.BlockedBy, Barred: a.Barred,
		Games: []playedGame{}, Imported: []importedGame{}, Blocked: []blockedPlayer{}, Acts: []moderatorAct{}}
	for _, s := range settings {
		if v := *s.of(&taste); v != "" {
			d.Settings[s.name] = v
		}
	}
	for i := range a.Sessions {
		d.Games = append(d.Games, playedOf(p, &a.Sessions[i]))
	}
	for i := range a.Kept {
		k := &a.Kept[i]
		start := k.Game.Start()
		d.Imported = append(d.Imported, importedGame{k.ID, k.Names[game.Red], k.Names[game.Black], k.Title, k.Result.String(),
			start.FEN(), movesOf(k.Game), k.At})
	}
	for _, s := range a.Blocked {
		d.Blocked = append(d.Blocked, blockedPlayer{s.Player, s.Name})
	}
	for _, act := range a.Acts {
		d.Acts = append(d.Acts, moderatorAct{act.Server, act.Place, act.Kind, act.By == p, act.Player == p, act.At})
	}
	data, err := json.MarshalIndent(d, "", " ")
	return packed(data), err
}

func playedOf(p session.PlayerID, se *session.Session) playedGame {
	start := se.Game.Start()
	g := playedGame{ID: se.ID, Channel: se.Place, Status: statusNames[se.Status], Started: se.Starter == p, Odds: se.Odds.String(),
		Clock: se.Clock.Timing.String(), Rated: se.Casual.String(), FEN: start.FEN(), Moves: movesOf(se.Game),
		Result: se.Outcome.Result.String(), Method: se.Outcome.Method.String(), Created: se.Created, Touched: se.Touched}
	names := [2]string{}
	for c, seat := range se.Seats {
		switch {
		case seat.Character():
			names[c] = "character " + string(rune('0'+seat.Level))
		case seat.Human():
			names[c] = seat.Name
		}
		if seat.Player == p {
			g.You = append(g.You, game.Color(c).String())
		}
	}
	g.Red, g.Black = names[game.Red], names[game.Black]
	return g
}

func movesOf(g *game.Game) []string {
	moves := []string{}
	for _, m := range g.Moves() {
		moves = append(moves, m.String())
	}
	return moves
}

// mostPlain is how long an export may be before it is packed: Discord takes 10 MB.
const mostPlain = 2 << 20

func packed(data []byte) gateway.File {
	if len(data) <= mostPlain {
		return gateway.File{Name: "yeye.json", ContentType: "application/json", Data: data}
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	z.Write(data) // a buffer takes everything
	z.Close()
	return gateway.File{Name: "yeye.json.gz", ContentType: "application/gzip", Data: buf.Bytes()}
}

// askForget says what would be deleted and what becomes of what is not the
// person's alone, and asks.
func (b *Bot) askForget(r *request, a *board.About) reply {
	var live, shared, own int
	for i := range a.Sessions {
		se := &a.Sessions[i]
		_, seated := se.SeatOf(r.by.Player)
		switch _, character := se.Opponent(); {
		case !seated:
		case se.Live():
			live++
		case se.Status == session.Ended && !character && !se.Study():
			shared++
		default:
			own++
		}
	}
	return reply{
		text: r.say.Say("privacy.ask", locale.Args{"Live": live, "Shared": shared, "Own": own, "Imported": len(a.Kept)}),
		rows: []discordgo.MessageComponent{row(discordgo.Button{CustomID: control{verb: verbForget, arg: string(r.by.Player)}.String(),
			Label: r.say.Say("control.forget"), Style: discordgo.DangerButton})},
	}
}

// mostLeft is how often it is looked whether the person sits somewhere again.
const mostLeft = 3

// clickForget ends what the person plays and forgets them.
func (b *Bot) clickForget(_ context.Context, r *request, c control, _ []string) reply {
	if string(r.by.Player) != c.arg {
		return r.refused(session.ErrNotSeated)
	}
	return reply{later: func(ctx context.Context) reply {
		var touched []session.Session
		live, err := true, error(nil)
		for try := 0; try < mostLeft && live && err == nil; try++ {
			var about board.About
			if about, err = b.Records.About(ctx, r.by.Player); err != nil {
				break
			}
			touched = about.Sessions
			if err = b.leaveAll(ctx, r, about.Sessions); err == nil {
				live, err = b.Records.ForgetPlayer(ctx, r.by.Player)
			}
		}
		if err != nil {
			return r.refused(err)
		}
		if live {
			return says(r.say.Say("privacy.live"))
		}
		for i := range touched {
			b.shower.poke(touched[i].ID)
		}
		r.log.Info("a player was forgotten", "sessions", len(touched))
		return reply{replace: true, text: r.say.Say("privacy.deleted")}
	}}
}

// leaveAll ends the person's part in everything that is live.
func (b *Bot) leaveAll(ctx context.Context, r *request, all []session.Session) error {
	for i := range all {
		if !all[i].Live() {
			continue
		}
		_, err := b.Sessions.Leave(ctx, r.by, all[i].ID)
		var gone bool
		for _, over := range []error{session.ErrEnded, session.ErrNoSession, session.ErrNotSeated} {
			gone = gone || errors.Is(err, over)
		}
		if err != nil && !gone {
			return err
		}
	}
	return nil
}

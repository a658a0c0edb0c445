// Package privacy gives players the data that is stored about them, and erases it.
package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/player"
)

//go:embed catalog/*.json
var catalog embed.FS

// actionErase erases a player's data once they have confirmed. It never changes: messages keep it forever.
const actionErase = "forget"

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	PersonalData *player.PersonalData // with the data owners of all packages
	Challenges   *challenge.Service
	Cards        Cards
}

// Cards updates outdated cards; display.Display implements it.
type Cards interface {
	Sweep(ctx context.Context)
}

type privacy struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	p := &privacy{s}
	return feature.Feature{
		Name:    "privacy",
		Catalog: locale.Embedded("privacy", catalog),
		Commands: []interaction.Command{{Name: "privacy", Door: door.Anybody.Alone(), Options: options,
			Handle: p.privacy}},
		Components: []interaction.Component{{Action: actionErase, Door: door.Anybody.Alone(), Handle: p.erase}},
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	act := t.Pick("privacy", "act", t.Choices("privacy.", "export", "delete")...)
	act.Required = true
	return []discord.CommandOption{act}
}

// privacy handles /privacy: it sends the player's data as a file, or asks whether to erase it.
func (p *privacy) privacy(_ context.Context, r *interaction.Request) (interaction.Response, error) {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		matches, err := p.Matches.About(ctx, r.Player)
		if err != nil {
			return interaction.Response{}, err
		}
		if r.Options["act"] == "delete" {
			return p.askErase(ctx, r, matches)
		}
		data, left, err := p.PersonalData.Export(ctx, r.Player)
		if err != nil {
			return interaction.Response{}, err
		}
		text := r.Text.Text("privacy.exported", locale.Args{"Count": len(matches)})
		if left > 0 {
			text += "\n" + r.Text.Text("privacy.left", locale.Args{"Count": left})
		}
		return interaction.Answer(discord.Message{Content: text, Files: []discord.File{exportFile(data)}}), nil
	}}, nil
}

// maxPlain is the size in bytes above which an export is compressed: Discord accepts 10 MB.
const maxPlain = 2 << 20

func exportFile(data []byte) discord.File {
	if len(data) <= maxPlain {
		return discord.File{Name: "yeye.json", ContentType: "application/json", Data: data}
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	z.Write(data) // writing to a buffer cannot fail
	z.Close()
	return discord.File{Name: "yeye.json.gz", ContentType: "application/gzip", Data: buf.Bytes()}
}

// askErase says what would be erased and what happens to data that is shared with others, and asks for confirmation.
func (p *privacy) askErase(ctx context.Context, r *interaction.Request,
	matches []match.Match) (interaction.Response, error) {
	var live, shared, own int
	for i := range matches {
		m := &matches[i]
		switch _, seated := m.SeatOf(r.Player); {
		// an exhibition has no players, only a starter
		case m.Mode.Unattended && m.Status == match.Open && m.Starter == r.Player:
			live++
		case !seated || m.IsGuest(r.Player):
		case m.Live():
			live++
		case m.Status == match.Ended && m.Mode.TwoPlayers:
			shared++
		default:
			own++
		}
	}
	challenges, err := p.Challenges.ByPlayer(ctx, r.Player, maxListed)
	if err != nil {
		return interaction.Response{}, err
	}
	imported, err := p.Games.Count(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Answer(discord.Message{
		Content: r.Text.Text("privacy.ask", locale.Args{"Live": live + len(challenges), "Shared": shared, "Own": own,
			"Imported": imported}),
		Rows: []discord.Row{{discord.ControlID{Action: actionErase,
			Arg: string(r.Player)}.Button(r.Text.Text("control.forget"), discord.Danger)}},
	}), nil
}

const (
	// maxListed limits how many challenges of one player are loaded.
	maxListed = 200
	// maxTries is how often erasing is tried if the player has joined another game meanwhile.
	maxTries = 3
)

// erase ends the player's games and erases their data.
func (p *privacy) erase(_ context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, match.ErrNotSeated
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		err := player.ErrBusy
		var records []discord.File
		for try := 0; try < maxTries && errors.Is(err, player.ErrBusy); try++ {
			var more []discord.File
			if more, err = p.leaveAll(ctx, r); err == nil {
				err = p.PersonalData.Erase(ctx, r.Player)
			}
			records = append(records, more...)
		}
		switch {
		case errors.Is(err, player.ErrBusy):
			return interaction.Say(r.Text.Text("privacy.live")), nil
		case err != nil:
			return interaction.Response{}, err
		}
		p.Cards.Sweep(ctx) // removes names from cards
		message := discord.Message{Content: r.Text.Text("privacy.deleted")}
		if n := len(records); n > 0 {
			message.Content += "\n" + r.Text.Text("privacy.opened", locale.Args{"Count": n})
			message.Files = attachments(records)
		}
		return interaction.Change(message), nil
	}}, nil
}

// attachments returns records as the files of a message; those beyond its limit are appended to the last file.
func attachments(records []discord.File) []discord.File {
	if len(records) <= discord.MaxFiles {
		return records
	}
	last := &records[discord.MaxFiles-1]
	for _, more := range records[discord.MaxFiles:] {
		last.Data = slices.Concat(last.Data, []byte("\n"), more.Data)
	}
	return records[:discord.MaxFiles]
}

// leaveAll ends the player's live matches and withdraws from their challenges. It returns the records of games of
// flipped chess against characters, whose shuffles are revealed when the games end: the player is the only one to get
// them.
func (p *privacy) leaveAll(ctx context.Context, r *interaction.Request) (records []discord.File, err error) {
	by := start.Actor(r, match.FromCommand)
	by.Event = "" // one event ends many games
	matches, err := p.Matches.About(ctx, r.Player)
	if err != nil {
		return nil, err
	}
	for i := range matches {
		if !matches[i].Live() {
			continue
		}
		left, err := p.Matches.Leave(ctx, by, matches[i].ID)
		if err != nil && !errors.Is(err, match.ErrEnded) && !errors.Is(err, match.ErrNoMatch) &&
			!errors.Is(err, match.ErrNotSeated) {
			return records, err
		}
		if m := left.Match; err == nil && m.Mode.FaceDown() && !m.Mode.TwoPlayers {
			records = append(records, archive.FlippedFiles(&m, r.Player)...)
		}
	}
	challenges, err := p.Challenges.ByPlayer(ctx, r.Player, maxListed)
	if err != nil {
		return records, err
	}
	for i := range challenges {
		_, err := p.Challenges.Leave(ctx, by, challenges[i].ID)
		if err != nil && !errors.Is(err, challenge.ErrClosed) && !errors.Is(err, challenge.ErrNoChallenge) &&
			!errors.Is(err, challenge.ErrNotAsked) {
			return records, err
		}
	}
	return records, nil
}

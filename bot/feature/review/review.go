// Package review compares a player's agreement with the engine on a server with what is usual for their rating, for
// moderators who suspect engine help. A job analyzes games against people, and the requesting moderator can watch its
// progress.
//
// Out of scope: how agreement with the engine is measured and compared (ai/agreement).
package review

import (
	"context"
	"embed"
	"errors"
	"time"

	"yeye/ai/agreement"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/history"
	"yeye/bot/match/standing"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	DB       *store.DB
	Standing *standing.Service
	History  *history.Service
	Engine   *engine.Engine
	Wake     func()             // the scheduler
	Tasks    *interaction.Tasks // run the updates of messages
}

type reviews struct {
	Services
	followers interaction.Updaters
}

// New returns the feature.
func New(s Services) feature.Feature {
	f := &reviews{Services: s}
	return feature.Feature{
		Name:       "review",
		Catalog:    locale.Embedded("review", catalog),
		Components: []interaction.Component{{Action: action, Door: door.MemberModerators.Alone(), Handle: f.click}},
		Jobs:       []scheduler.Handler{{Kind: job, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.work}},
		Periodic:   []scheduler.Periodic{{Name: "tidy reviews", Every: time.Hour, Work: f.tidy}},
		Personal:   f.owner(),
	}
}

const (
	// action starts a review, or shows its progress; its argument is the player. The button is in the answer of
	// /moderate. It never changes: messages keep it forever.
	action = "review"
	// job is the slot and the kind of the jobs of reviews, and the kind of their subjects.
	job = "review"

	// minGames and maxGames limit the number of games of a review. Games of fewer than minPlies plies are left out.
	minGames, maxGames = 5, 10
	minPlies           = 30
	// amongLatest is how many of the player's latest games are searched for such games.
	amongLatest = 60
	// keptFor is how long a finished review is shown again instead of a new one being started.
	keptFor = time.Hour
)

// review is a finished or running review of a player on a server.
type review struct {
	guild       id.Guild
	player      id.Player
	requester   id.Player // the moderator who requested it
	open        bool
	done, total int // positions analyzed, and in all
	// when it was requested or, once finished, finished; it also identifies the review: a job whose review has another
	// time was replaced
	asked time.Time
	games []reviewed
}

// reviewed is a game of a review.
type reviewed struct {
	Game  id.Match         `json:"game"`
	Done  bool             `json:"done"`
	Shown agreement.Sample `json:"shown"`
}

// subject returns the subject of a review's job; its id is GUILD.PLAYER.
func (v *review) subject() id.Subject {
	return id.Subject{Kind: job, ID: id.Match(string(v.guild) + "." + string(v.player))}
}

// shown returns the sum of the samples of all analyzed games, and how many games that is.
func (v *review) shown() (all agreement.Sample, games int) {
	var each []agreement.Sample
	for _, g := range v.games {
		if g.Done && g.Shown.Moves > 0 {
			each = append(each, g.Shown)
		}
	}
	return agreement.Sum(each), len(each)
}

var (
	errBusy     = errors.New("another review that the moderator requested is in progress")
	errFewGames = errors.New("too few games for a review")
)

// click shows the review of a player on this server to a moderator, and starts one if there is none.
func (f *reviews) click(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	v := review{guild: r.Guild, player: id.Player(c.Arg), requester: r.Player}
	known, err := f.findOrStart(ctx, &v, r.Channel)
	switch {
	case errors.Is(err, errBusy):
		return interaction.Say(r.Text.Text("review.busy")), nil
	case errors.Is(err, errFewGames):
		said := r.Text.Text("review.few", locale.Args{"Who": f.nameIn(ctx, &v), "Count": known, "Needed": minGames,
			"Moves": minPlies / 2})
		short, err := f.shortWins(ctx, r.Text, v.player)
		if short != "" {
			said += "\n" + short
		}
		return interaction.Change(discord.Message{Content: said}), err
	case err != nil:
		return interaction.Response{}, err
	}
	return f.show(ctx, r, &v)
}

// findOrStart loads the review of a player on a server into v, or starts one, which is recorded like other actions of
// moderators. known is the number of its games. The errors are errBusy, errFewGames and engine.ErrNoAnalyst.
func (f *reviews) findOrStart(ctx context.Context, v *review, from id.Channel) (known int, err error) {
	there, found, err := load(ctx, f.DB.Read(), v.guild, v.player)
	if err != nil {
		return 0, err
	}
	if found && (there.open || f.DB.Now().Sub(there.asked) < keptFor) {
		*v = there
		return len(v.games), nil
	}
	if !f.Engine.Reviews() {
		return 0, engine.ErrNoAnalyst
	}
	if v.games, v.total, err = f.gamesFor(ctx, v); err != nil {
		return 0, err
	}
	if len(v.games) < minGames {
		return len(v.games), errFewGames
	}
	err = f.DB.Tx(ctx, func(tx store.Tx) error {
		player.Lock(ctx, tx, v.requester)
		open, err := openBy(ctx, tx.Conn, v.requester)
		if err != nil {
			return err
		}
		if open > 0 {
			return errBusy
		}
		v.open, v.done, v.asked = true, 0, tx.Now
		if err := save(ctx, tx, v); err != nil {
			return err
		}
		guild.Record(ctx, tx, guild.Entry{Guild: v.guild, Channel: from, By: v.requester, Act: "review",
			Player: v.player})
		scheduleJob(ctx, tx, v, tx.Now)
		return nil
	})
	if err == nil {
		f.Wake()
	}
	return len(v.games), err
}

func scheduleJob(ctx context.Context, tx store.Tx, v *review, due time.Time) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: job, Kind: job, Subject: v.subject(), Due: due,
		Pool: scheduler.Slow, Guild: v.guild, Owner: v.requester})
}

// gamesFor returns the latest games of a player against people on a server that are long enough, and their total number
// of positions.
func (f *reviews) gamesFor(ctx context.Context, v *review) (games []reviewed, positions int, err error) {
	ids, err := f.History.WithPeople(ctx, v.player, v.guild, amongLatest)
	if err != nil {
		return nil, 0, err
	}
	for _, game := range ids {
		m, err := f.Matches.Get(ctx, game)
		if errors.Is(err, match.ErrNoMatch) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		if m.Game.Ply() < minPlies {
			continue
		}
		games = append(games, reviewed{Game: game})
		if positions += agreement.Positions(m.Game); len(games) == maxGames {
			break
		}
	}
	return games, positions, nil
}

// savedEvery is the interval at which the progress of a review is stored.
const savedEvery = time.Second

var errUnwanted = errors.New("the review was deleted or replaced")

// work continues a review until it is finished, the program stops, or the moderator has used up their share of the
// engine.
func (f *reviews) work(ctx context.Context, j scheduler.Job) error {
	v, found, err := loadByJob(ctx, f.DB.Read(), j.Subject)
	if err != nil || !found || !v.open {
		return err
	}
	search, err := f.Engine.Review(v.requester)
	if err != nil {
		return scheduler.ErrLater // another process has an engine
	}
	before := 0
	for i := range v.games {
		positions, err := f.reviewGame(ctx, &v, i, before, search)
		switch {
		case errors.Is(err, errUnwanted):
			return nil
		case err != nil:
			return err
		}
		before += positions
		if pause := search.Pause(); pause > 0 && i+1 < len(v.games) {
			return f.DB.WriteTx(ctx, func(tx store.Tx) { scheduleJob(ctx, tx, &v, tx.Now.Add(pause)) })
		}
	}
	return finish(ctx, f.DB.Write(), &v, f.DB.Now())
}

// reviewGame analyzes one game, unless it is done already, and stores the result. before is the number of positions of
// the games before it; positions is its own. The error is errUnwanted if the review was deleted or replaced.
func (f *reviews) reviewGame(ctx context.Context, v *review, i, before int,
	search *engine.Review) (positions int, err error) {
	one := &v.games[i]
	m, err := f.Matches.Get(ctx, one.Game)
	if errors.Is(err, match.ErrNoMatch) { // deleted meanwhile
		one.Done = true
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	positions = agreement.Positions(m.Game)
	side, seated := m.SeatOf(v.player)
	if one.Done || !seated {
		return positions, nil
	}
	watched, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	saved := time.Now()
	sides, err := agreement.Measure(watched, search, m.Game, func(done, _ int) {
		if v.done = before + done; time.Since(saved) < savedEvery {
			return
		}
		saved = time.Now()
		if wanted, err := advance(ctx, f.DB.Write(), v); err == nil && !wanted {
			stop(errUnwanted)
		}
	})
	if err != nil {
		return 0, err
	}
	one.Done, one.Shown = true, sides[side]
	v.done = before + positions
	wanted, err := advance(ctx, f.DB.Write(), v)
	if err == nil && !wanted {
		err = errUnwanted
	}
	return positions, err
}

package ringbot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/feature/ring"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
)

// Card implements [display.Source].
func (f *feat) Card(ctx context.Context, of id.Match, _ int64, _ string) (display.Card, error) {
	t, err := f.Rings.Get(ctx, of)
	if errors.Is(err, ring.ErrNone) {
		return display.Card{}, display.ErrGone
	}
	if err != nil {
		return display.Card{}, err
	}
	r := f.Readers.InLocale(t.Locale)
	record, err := f.Rings.Record(ctx, t.Guild)
	if err != nil {
		return display.Card{}, err
	}
	c := display.Card{Guild: t.Guild, Channel: t.Channel, Rev: t.Rev, Created: t.Created, Touched: t.Touched,
		Actor: t.By, Text: r.Localizer, InPlace: true, Over: t.State == ring.Closed}
	lines := []string{r.Text("ring.head", locale.Args{"Clock": view.TimeControlText(r.Words, t.TimeControl)})}
	if t.News != "" {
		lines = append(lines, r.Text("ring.news."+string(t.News),
			locale.Args{"Who": locale.PlainName(t.About.Name), "Count": ring.MaxDefences}))
	}
	calls := f.calls(ctx, &t)
	for _, one := range calls {
		c.Message.Mention = append(c.Message.Mention, one.mention...)
	}
	lines = append(lines, state(r, &t, calls)...)
	if record.Length > 0 {
		key := "ring.record.hidden"
		by, shown := record.By()
		if shown {
			key = "ring.record"
		}
		lines = append(lines, r.Text(key, locale.Args{"Who": locale.PlainName(by.Name), "Count": record.Length}))
	}
	if t.State != ring.Closed {
		lines = append(lines, "-# "+r.Text("ring.rules", locale.Args{"Count": ring.MaxDefences}))
		if t.KeeperHolds() {
			lines = append(lines, "-# "+r.Text("ring.rules.keeper"))
		}
	}
	c.Message.Content, c.Message.Rows = strings.Join(lines, "\n"), rows(r, &t, calls)
	return c, nil
}

// holder writes who holds the ring.
func holder(r *view.Reader, t *ring.Ring) string {
	switch {
	case t.KeeperHolds() && t.State != ring.Idle: // there is a challenger
		return r.Text("ring.kept.fought", locale.Args{"Who": r.NameWithFace(t.Keeper)})
	case t.KeeperHolds():
		return r.Text("ring.kept", locale.Args{"Who": r.NameWithFace(t.Keeper)})
	case t.Defences == 0:
		return r.Text("ring.held.new", locale.Args{"Who": locale.PlainName(t.Holder.Name)})
	}
	return r.Text("ring.held", locale.Args{"Who": locale.PlainName(t.Holder.Name), "Count": t.Defences})
}

// call is the call to the called players of one language.
type call struct {
	r       *view.Reader
	names   []string
	mention []id.Player
}

// calls returns the calls of a ring, one for each language of the called players. Players are mentioned unless they
// want no pings.
func (f *feat) calls(ctx context.Context, t *ring.Ring) (all []*call) {
	for _, p := range t.Called() {
		r := f.Readers.ForPlayer(ctx, p.Player, t.Locale)
		i := slices.IndexFunc(all, func(c *call) bool { return c.r.Tag() == r.Tag() })
		if i < 0 {
			i, all = len(all), append(all, &call{r: f.Readers.InLocale(r.Tag())})
		}
		name := locale.PlainName(p.Name)
		if r.Prefs.WantsPings() {
			name, all[i].mention = "<@"+string(p.Player)+">", append(all[i].mention, p.Player)
		}
		all[i].names = append(all[i].names, name)
	}
	return all
}

// state writes who holds the ring, who plays or is called, and who waits, a line each.
func state(r *view.Reader, t *ring.Ring, calls []*call) []string {
	lines := []string{holder(r, t)}
	args := func(r *view.Reader, names ...string) locale.Args {
		return locale.Args{"When": view.Relative(t.Due), "Who": strings.Join(names, r.Text("ring.list"))}
	}
	switch t.State {
	case ring.Closed:
		return []string{r.Text("ring.closed")}
	case ring.Idle:
		return append(lines, r.Text("ring.idle"))
	case ring.Calling:
		for _, one := range calls {
			lines = append(lines, one.r.Text("ring.calling", args(one.r, one.names...)))
		}
	default:
		lines = append(lines, r.Text("ring."+string(t.State), args(r, locale.PlainName(t.Queue[0].Name))))
	}
	return append(lines, waiting(r, t)...)
}

// waiting lists the names of the waiting players.
func waiting(r *view.Reader, t *ring.Ring) []string {
	var names []string
	for _, p := range t.Waiting() {
		names = append(names, locale.PlainName(p.Name))
	}
	if len(names) == 0 {
		return nil
	}
	return []string{r.Text("ring.then", locale.Args{"Who": strings.Join(names, r.Text("ring.list"))})}
}

// rows returns the controls of a ring's card. They carry the ring's revision: from it the display knows what an
// existing card shows. The button to sit down has the label that the calls name.
func rows(r *view.Reader, t *ring.Ring, calls []*call) []discord.Row {
	control := func(action, label string, style discord.Style) discord.Component {
		return discord.ControlID{Action: action, ID: t.ID, Nonce: strconv.FormatInt(t.Rev, 36)}.Button(label, style)
	}
	button := func(action, key string, style discord.Style) discord.Component {
		return control(action, r.Text(key), style)
	}
	if t.State == ring.Closed {
		return nil
	}
	var row discord.Row
	if len(calls) > 0 {
		var labels []string
		for _, one := range calls {
			labels = append(labels, one.r.Text("control.ring.sit"))
		}
		row = append(row, control(actionSit, strings.Join(labels, " / "), discord.Success))
	}
	row = append(row, button(actionJoin, "control.ring.join", discord.Primary),
		button(actionLeave, "control.ring.leave", discord.Secondary))
	if t.State == ring.Idle {
		row = append(row, button(actionClose, "control.ring.close", discord.Secondary))
	}
	return []discord.Row{row}
}

// ringOf returns the ring of an open game, nil if no ring arranged it.
func (f *feat) ringOf(ctx context.Context, m *match.Match) (*ring.Ring, error) {
	if _, ours := m.ArrangedBy(ring.CardKind); !ours || m.Status != match.Open {
		return nil, nil
	}
	t, err := f.Rings.Of(ctx, m.ID)
	if errors.Is(err, ring.ErrNone) {
		return nil, nil
	}
	return &t, err
}

// remark writes on the card of a ring's game who holds the ring.
func (f *feat) remark(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	t, err := f.ringOf(ctx, m)
	if err != nil || t == nil {
		return "", err
	}
	return strings.Join(append([]string{holder(r, t)}, waiting(r, t)...), "\n"), nil
}

// buttons returns the button on the card of a ring's game with which people join the queue.
func (f *feat) buttons(ctx context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
	t, err := f.ringOf(ctx, m)
	if err != nil || t == nil {
		return nil, err
	}
	return discord.Row{discord.ControlID{Action: actionQueue, ID: t.ID}.Button(r.Text("control.ring.join"),
		discord.Secondary)}, nil
}

// Lost implements [display.Source].
func (f *feat) Lost(ctx context.Context, of id.Match, at place.Fact) error {
	return f.Rings.Lost(ctx, of, at.Channel)
}

package match

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/place"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Displacement says why a match is adjourned that lost its place: its channel, or the bot's access to it. If exactly
// one of the two players could have caused that, it must not save them from a lost game: once the other asks to
// continue, they must come in time or lose. Otherwise the match stays adjourned until both resume it.
type Displacement struct {
	Place place.Status // "" if the match was not adjourned because of its place
	// Latest is what has happened to the place since the match was adjourned, for whatever reason: "" for nothing. If
	// Place is "" it is at most [place.Deleted].
	Latest place.Status
	Blamed bool       // exactly one player could have caused it
	Side   game.Color // of that player
	Until  time.Time  // they lose if they have not come by then; zero until the other asks to continue
	Since  time.Time  // when their time began; zero if Until is
}

// None reports whether the match is not adjourned because of its place.
func (t Displacement) None() bool { return t.Place == "" }

// Status is what has last happened to the place, perhaps [place.Available] again.
func (t Displacement) Status() place.Status { return cmp.Or(t.Latest, t.Place) }

// update records a fact about the place, and reports whether it is news. A deleted channel never returns. Of a match
// that was not adjourned because of its place nothing else is recorded. That the bot has joined or left the server says
// nothing about a channel, unless the match was adjourned because the bot left: then requests for the channel are
// refused until it is back.
func (t *Displacement) update(f place.Fact) bool {
	now := f.Status
	switch was := t.Status(); {
	case t.None() && now != place.Deleted, now == was, was == place.Deleted, now == place.LeftServer,
		was == place.LeftServer && now.Lost() && now != place.Deleted,
		was != place.LeftServer && f.Channel == "",
		was != place.Locked && now == place.Unlocked:
		return false
	case now == place.Unlocked:
		now = place.Available
	}
	t.Latest = now
	return true
}

// LostPlace reports whether the match is adjourned in a place where it cannot go on, or not yet.
func (m *Match) LostPlace() bool {
	return m.Status == Adjourned && m.Displacement.Status() != "" && m.Displacement.Status().Lost()
}

// ChannelDeleted reports whether the match is adjourned in a channel that does not exist any more.
func (m *Match) ChannelDeleted() bool {
	return m.Status == Adjourned && m.Displacement.Status() == place.Deleted
}

// String returns what is stored: "", "locked", "locked,back", "locked red" or "locked,back red 1795176376000
// 1795089976000".
func (t Displacement) String() string {
	text := string(t.Place)
	if t.Latest != "" {
		text += "," + string(t.Latest)
	}
	if t.Blamed {
		text += " " + t.Side.String()
	}
	for _, at := range []time.Time{t.Until, t.Since} {
		if !at.IsZero() {
			text += " " + strconv.FormatInt(store.Millis(at), 10)
		}
	}
	return text
}

// parseDisplacement reads what String returns.
func parseDisplacement(text string) (t Displacement, ok bool) {
	f := strings.Fields(text)
	if len(f) == 0 {
		return t, true
	}
	lost, latest, _ := strings.Cut(f[0], ",")
	t.Place, t.Latest = place.Status(lost), place.Status(latest)
	if len(f) > 1 {
		t.Blamed, t.Side = true, game.Red
		if f[1] == game.Black.String() {
			t.Side = game.Black
		}
	}
	for i, at := range []*time.Time{&t.Until, &t.Since} {
		if len(f) > 2+i {
			ms, err := strconv.ParseInt(f[2+i], 10, 64)
			if err != nil {
				return t, false
			}
			*at = time.UnixMilli(ms)
		}
	}
	if t.Since.IsZero() { // stored by an older version
		t.Since = t.Until
	}
	return t, true
}

// DisplacedJob is the kind and the slot of the job that notifies the players of a match that its place was lost. Its
// version is the match's revision, its payload the Home of the [place.Fact].
const DisplacedJob = "taken"

// How long the blamed player has to come; less in a tournament, where others wait for the result.
const (
	comesWithin         = 24 * time.Hour
	comesWithinArranged = 15 * time.Minute
)

// ComesWithin is how long the blamed player has after the other asks to continue.
func (m *Match) ComesWithin() time.Duration {
	if m.Mode.Arranged {
		return comesWithinArranged
	}
	return comesWithin
}

// Displace adjourns a match whose place was lost; an exhibition, in which no user has a seat, ends. A displaced match
// in which one player waits for the other is adjourned anew, because they cannot come there any more, or if a moderator
// has paused it, once the pause ends. Of any other displaced match the fact is recorded.
//
// If the channel was deleted, that is recorded of any adjourned match; a moderator's pause ends, because no moderator
// of that channel is left to end it, and a team match, which cannot be transferred, ends. Displace returns [ErrStale]
// if there is nothing to do, or the match has moved to another channel.
func (s *Service) Displace(ctx context.Context, match id.Match, f place.Fact) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), Paused, func(c *Change) error {
		m := &c.Match
		deleted := f.Status == place.Deleted
		stuck := deleted && (m.Paused() || m.Status == Adjourned && m.Voted())
		switch {
		case !f.Concerns(m.Guild, m.Channel):
			return ErrStale
		case m.Status == Open, stuck, m.waitsDisplaced() && !m.Paused():
		case m.Status == Adjourned && m.Displacement.update(f):
			c.Verb = PlaceLost
			return nil
		default:
			return ErrStale
		}
		if deleted {
			m.Ruling, m.RuledBy = NoRuling, ""
		}
		if m.Mode.Unattended || deleted && m.Voted() {
			c.Abandon()
			return nil
		}
		s.displace(c, f)
		return nil
	})
}

// displace adjourns a match because of its place, and has its players notified.
func (s *Service) displace(c *Change, f place.Fact) {
	m := &c.Match
	m.adjourn()
	m.Displacement = Displacement{Place: f.Status}
	if m.Mode.OnePlayer || !m.Seats[game.Red].Human() && !m.Seats[game.Black].Human() {
		return
	}
	if f.Home == "" { // perhaps it is not known any more once they are notified
		f.Home, _ = s.home(m.Guild, m.Channel)
	}
	c.extraWrite = func(ctx context.Context, tx store.Tx, c *Change) error {
		scheduler.Put(
			ctx,
			tx,
			scheduler.Job{Slot: DisplacedJob, Kind: DisplacedJob, Subject: c.Match.Subject(),
				Version: c.Match.Rev, Due: tx.Now,
				Guild: c.Match.Guild, Pool: scheduler.Timed, Rank: 1, Payload: []byte(f.Home)},
		)
		return nil
	}
}

// Blame records that only this side could have caused the loss of a match's place. Without a clock the side need not
// come. If the other has asked to continue already, it must only once they ask elsewhere. It returns [ErrStale] if the
// match was resumed.
func (s *Service) Blame(ctx context.Context, match id.Match, status place.Status, side game.Color) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), Blamed, func(c *Change) error {
		m := &c.Match
		if m.Status != Adjourned || m.Displacement.Place != status || m.Displacement.Blamed || m.Clock.None() ||
			!m.Mode.TwoPlayers {
			return ErrStale
		}
		m.Displacement.Blamed, m.Displacement.Side = true, side
		return nil
	})
}

// setForfeitDue updates the blamed player's deadline when a side asks to continue an adjourned match. visible is
// whether the other can see that. If the other side is blamed, its deadline starts, unless it may be unable to see the
// match now; if the side itself is, it has come and has none.
func (m *Match) setForfeitDue(side game.Color, visible bool, now time.Time) {
	switch t := &m.Displacement; {
	case !t.Blamed:
	case t.Side == side || !visible:
		t.Until, t.Since = time.Time{}, time.Time{}
	default:
		if restEnd, resting := m.RestUntil(t.Side, now); resting {
			now = restEnd
		}
		t.Until, t.Since = now.Add(m.ComesWithin()), now
	}
}

// anotherChance is the player's new deadline if they could not come when the old one passed: the bot was away, or they
// sit at another live board.
const anotherChance = 15 * time.Minute

// Forfeit ends a match, as the caller read it, because the blamed player has not come to its new place. They
// lose, unless the other has no piece left that could win. While the bot is away it returns [ErrNotDue]. Other live
// boards postpone the deadline at most until twice the player's time has passed.
func (s *Service) Forfeit(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Forfeit, Finished, func(c *Change) error {
		m := &c.Match
		now := s.db.Now()
		_, err := s.playersFree(ctx, m, m.Seats[m.Displacement.Side].Player)
		var seat *policy.SeatError
		elsewhere := errors.As(err, &seat)
		latest := m.Displacement.Since.Add(2 * m.ComesWithin())
		switch {
		case s.IsAway(m.Guild):
			return ErrNotDue
		case err != nil && !elsewhere:
			return err
		case elsewhere && now.Before(latest), scheduler.Late(m.Displacement.Until, now):
			c.Verb, m.Displacement.Until = AbsenceDeducted, now.Add(anotherChance)
			return nil
		}
		o := game.Outcome{Result: game.WinFor(m.Displacement.Side.Other()), Method: game.Timeout}
		if !m.variantBoard().CanWin(m.Displacement.Side.Other()) {
			o.Result = game.Draw
		}
		c.end(o)
		return nil
	})
}

// OnPlaceFact responds to facts about places, for [place.Handlers]. It displaces the matches there. If the bot left
// the server, paused matches stay paused, because their channels still exist. If the place works again, it has the
// cards of adjourned matches posted again.
func (s *Service) OnPlaceFact(ctx context.Context, f place.Fact) (err error) {
	collect := func(actErr error) {
		if actErr != nil && !errors.Is(actErr, ErrStale) && !errors.Is(actErr, ErrNoMatch) {
			err = errors.Join(err, actErr)
		}
	}
	displaced, actErr := s.displacedIn(ctx, f.Guild)
	collect(actErr)
	for i := range displaced {
		m, t := &displaced[i], displaced[i].Displacement
		switch {
		case !f.Concerns(m.Guild, m.Channel), !m.waitsDisplaced() && !t.update(f):
		case f.Status.Lost():
			_, actErr := s.Displace(ctx, m.ID, f)
			collect(actErr)
		default:
			collect(s.restorePlace(ctx, m.ID, f))
		}
	}
	switch {
	case !f.Status.Lost():
		return err
	case f.Status == place.LeftServer:
		all, actErr := s.InGuild(ctx, f.Guild)
		collect(actErr)
		for _, o := range all {
			_, actErr := s.Displace(ctx, o.Subject.ID, f)
			collect(actErr)
		}
		return err
	}
	open, actErr := s.InChannel(ctx, f.Channel)
	if collect(actErr); actErr == nil {
		_, actErr := s.Displace(ctx, open.ID, f)
		collect(actErr)
	}
	if f.Status != place.Deleted {
		return err
	}
	adjourned, actErr := s.adjournedIn(ctx, f.Channel)
	collect(actErr)
	for i := range adjourned {
		_, actErr := s.Displace(ctx, adjourned[i].ID, f)
		collect(actErr)
	}
	return err
}

// restorePlace records that the place of a displaced match works again.
func (s *Service) restorePlace(ctx context.Context, match id.Match, f place.Fact) error {
	_, err := s.do(ctx, Actor{Source: FromClock}, s.byID(match), PlaceRestored, func(c *Change) error {
		if m := &c.Match; !f.Concerns(m.Guild, m.Channel) || !m.Displacement.update(f) {
			return ErrStale
		}
		return nil
	})
	return err
}

// waitsDisplaced reports whether a displaced match waits for one player because the other has asked to continue.
func (m *Match) waitsDisplaced() bool {
	_, _, asked := m.Asked()
	return asked && !m.Displacement.None()
}

// LostPlaces returns the channels of a guild in which a match is adjourned until they work again.
func (s *Service) LostPlaces(ctx context.Context, g id.Guild) (places []id.Channel, err error) {
	displaced, err := s.displacedIn(ctx, g)
	for i := range displaced {
		if m := &displaced[i]; m.LostPlace() && !m.ChannelDeleted() {
			places = append(places, m.Channel)
		}
	}
	return places, err
}

// Places returns the channels of a guild in which a match is open, or is adjourned because the channel was lost. It
// returns some more than once.
func (s *Service) Places(ctx context.Context, g id.Guild) (places []id.Channel, err error) {
	open, err := s.InGuild(ctx, g)
	if err != nil {
		return nil, err
	}
	for _, o := range open {
		places = append(places, o.Channel)
	}
	displaced, err := s.displacedIn(ctx, g)
	for i := range displaced {
		places = append(places, displaced[i].Channel)
	}
	return places, err
}

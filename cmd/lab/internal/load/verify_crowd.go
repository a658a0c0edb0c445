package load

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"yeye/bot/feature/ring"
	"yeye/bot/feature/tournament"
	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/feature/vote"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// stored gives access to a bot's database.
type stored struct {
	db          *store.DB
	matches     *match.Service
	rings       *ring.Service
	tournaments *tournament.Service
}

// verifyCrowds compares what the users of the bot's crowds saw with what is stored.
func (b *bot) verifyCrowds(ctx context.Context) error {
	if len(b.crowds) == 0 {
		return nil
	}
	db, err := openDatabase(ctx, b.deployment.db)
	if err != nil {
		return err
	}
	defer db.Close()
	s := &stored{db: db, matches: match.NewService(db)}
	guilds := guild.New(db)
	vote.New(db, s.matches, guilds) // registers a mode
	s.rings, s.tournaments = ring.New(db, s.matches, guilds), tournament.New(db, s.matches, guilds, nil)
	if err := b.tally.countOutdatedCards(ctx, db); err != nil {
		return err
	}
	for _, c := range b.crowds {
		for _, check := range []func(context.Context, *stored) error{c.verifyBoards, c.verifyOneSeatAtATime,
			c.verifyAccepted,
			c.activity.verify} {
			if err := check(ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// countOutdatedCards counts outdated cards.
func (t *tally) countOutdatedCards(ctx context.Context, db *store.DB) error {
	return store.Each(ctx, db.Read(), func(r store.Row) error {
		var kind, cardID string
		if err := r.Scan(&kind, &cardID); err != nil {
			return err
		}
		t.reportError(&t.missing, "the card of %s %s is behind", kind, cardID)
		return nil
	},
		`SELECT kind, id FROM cards WHERE shown < wanted AND kind IN ('ring', 'tournament', 'round', 'paired', 'keeper',
			'vote')`)
}

// verifyBoards compares the moves of each game with those that its cards have shown. An announced move may have been
// played since.
func (c *crowd) verifyBoards(ctx context.Context, s *stored) error {
	for _, b := range c.boards {
		m, err := s.matches.Stored(ctx, id.Match(b.match))
		if errors.Is(err, match.ErrNoMatch) {
			c.tally.reportError(&c.tally.crowd.acceptedLost, "channel %s: the game %s is gone", b.channel, b.match)
			continue
		}
		if err != nil {
			return err
		}
		moves := strings.Fields(game.MovesText(m.Game.Moves()))
		more := len(moves) - len(b.moves)
		switch {
		case b.outOfSync:
		case more < 0 || !slices.Equal(moves[:len(b.moves)], b.moves):
			c.tally.reportError(&c.tally.crowd.acceptedLost, "channel %s: game %s is stored as %v and was shown as %v",
				b.channel,
				b.match, moves, b.moves)
		case b.finished && more > 0, more > 2:
			c.tally.reportError(&c.tally.crowd.inconsistent, "channel %s: game %s is stored as %v, but %v were shown",
				b.channel,
				b.match, moves, b.moves)
		}
		if b.finished && m.Status == match.Open {
			c.tally.reportError(&c.tally.crowd.acceptedLost, "channel %s: game %s is over according to its card",
				b.channel, b.match)
		}
	}
	return nil
}

// verifyOneSeatAtATime checks that no user played two arranged games with clocks at the same time.
func (c *crowd) verifyOneSeatAtATime(ctx context.Context, s *stored) error {
	for _, p := range c.people {
		all, err := s.matchesOf(ctx, p)
		if err != nil {
			return err
		}
		var last *match.Match
		for i := range all {
			m := &all[i]
			if !m.Clock.Live() || !m.Mode.Arranged {
				continue
			}
			if last != nil && (last.Status == match.Open || m.Created.Before(last.Touched)) {
				c.tally.reportError(&c.tally.crowd.seatedTwice, "channel %s: %s sat down at %s while at %s", c.channel,
					p.name,
					m.ID,
					last.ID)
			}
			last = m
		}
	}
	return nil
}

// matchesOf returns the matches of a user, oldest first.
func (s *stored) matchesOf(ctx context.Context, p *person) (all []match.Match, err error) {
	ids, err := store.All(ctx, s.db.Read(), store.Value[id.Match],
		`SELECT id FROM matches WHERE red_player = ? OR black_player = ? ORDER BY created`, p.ID, p.ID)
	for _, matchID := range ids {
		m, failed := s.matches.Stored(ctx, matchID)
		err = cmp.Or(err, failed)
		all = append(all, m)
	}
	return all, err
}

// verifyAccepted checks that every accepted request has had its effect.
func (c *crowd) verifyAccepted(ctx context.Context, s *stored) error {
	for _, a := range c.accepted {
		applied, err := a.applied(ctx, s, c)
		if err != nil {
			return err
		}
		if !applied {
			c.tally.reportError(&c.tally.crowd.acceptedLost,
				"channel %s: %s of %s in %s (%d) at %s was accepted and is lost",
				c.channel, a.action, a.user.name, a.subjectID, a.turn, a.at.Format(time.TimeOnly))
		}
	}
	return nil
}

func (a *acceptedRequest) applied(ctx context.Context, s *stored, c *crowd) (bool, error) {
	subject, player := id.Match(a.subjectID), id.Player(a.user.ID)
	switch a.action {
	case "resign":
		m, err := s.matches.Stored(ctx, subject)
		return m.Status == match.Ended, err
	case "vote":
		row := s.db.Read().Row(ctx, `SELECT 1 FROM ballots WHERE match = ? AND turn = ? AND player = ?`, a.subjectID,
			a.turn+1,
			a.user.ID)
		return store.One(row, new(int))
	}
	if _, isTournament := c.activity.(*tournaments); isTournament {
		t, err := s.tournaments.Get(ctx, subject)
		return err == nil && t.Of(player) != nil, err
	}
	r, err := s.rings.Get(ctx, subject)
	if err != nil {
		return false, err
	}
	isUser := func(p ring.Person) bool { return p.Player == player }
	hasLeft := slices.ContainsFunc(c.exits, func(exit time.Time) bool { return exit.After(a.at) })
	if isUser(r.Holder) || slices.ContainsFunc(r.Queue, isUser) || hasLeft {
		return true, nil
	}
	all, err := s.matchesOf(ctx, a.user)
	return slices.ContainsFunc(all, func(m match.Match) bool { return m.Created.After(a.at.Add(-retryAfter)) }), err
}

// verify checks every tournament of the channel.
func (t *tournaments) verify(ctx context.Context, s *stored) error {
	all, err := store.All(ctx, s.db.Read(), store.Value[id.Match], `SELECT id FROM tournaments WHERE channel = ?`,
		t.channel)
	if err != nil {
		return err
	}
	boards := map[id.Match]int{}
	for _, tournamentID := range all {
		one, err := s.tournaments.Get(ctx, tournamentID)
		if err == nil {
			err = t.verifyOne(ctx, s, &one, boards)
		}
		if err != nil {
			return err
		}
	}
	for _, p := range t.people {
		played, err := s.matchesOf(ctx, p)
		if err != nil {
			return err
		}
		for _, m := range played {
			if m.Mode == match.Paired && boards[m.ID] != 1 {
				t.tally.reportError(&t.tally.crowd.seatedTwice, "channel %s: game %s has the seats of %d boards",
					t.channel, m.ID,
					boards[m.ID])
			}
		}
	}
	return nil
}

// verifyOne checks that in a tournament every round was paired once, every board has the result of
// its game, and every absence counts once.
func (t *tournaments) verifyOne(ctx context.Context, s *stored, one *tournament.Tournament,
	boards map[id.Match]int) error {
	wrong := func(format string, args ...any) {
		t.tally.reportError(&t.tally.crowd.inconsistent, "channel %s: %s %q: "+format,
			append([]any{t.channel, one.System, one.Name}, args...)...)
	}
	inRound, met, absences := map[[2]int]bool{}, map[[2]int]bool{}, map[int]int{}
	for i := range one.Pairings {
		b := &one.Pairings[i]
		pair := [2]int{min(b.Red, b.Black), max(b.Red, b.Black)}
		for _, number := range pair {
			if seat := [2]int{b.Round, number}; number != 0 && inRound[seat] && !one.AtOnce() {
				wrong("player %d is paired twice in round %d", number, b.Round)
			} else {
				inRound[seat] = true
			}
		}
		if b.Kind != tournament.Game {
			continue
		}
		if one.System != tournament.Arena && met[pair] {
			wrong("players %v meet twice", pair)
		}
		met[pair] = true
		if b.Match == "" {
			continue
		}
		boards[b.Match]++
		m, err := s.matches.Stored(ctx, b.Match)
		if err != nil {
			return err
		}
		if seats := one.Seats(b); seats[0].Player != m.Seats[0].Player || seats[1].Player != m.Seats[1].Player {
			wrong("board %d.%d has other players than its game", b.Round, b.Number)
		}
		if m.Status == match.Open != b.Pending() || !b.Pending() && !agrees(b, &m) {
			wrong("board %d.%d has the result %q (%s), its game %v by %v", b.Round, b.Number, b.Result, b.How,
				m.Outcome.Result,
				m.Outcome.Method)
		} else if !b.Pending() {
			t.tally.addCount(&t.tally.crowd.boards, 1)
		}
		if b.How == tournament.NoShow {
			for side, number := range [2]int{b.Red, b.Black} {
				if b.Result == pairing.BothForfeit ||
					b.Result == [2]pairing.Result{pairing.RedForfeits, pairing.BlackForfeit}[side] {
					absences[number]++
				}
			}
		}
	}
	for _, e := range one.Players {
		if e.NoShows != absences[e.Number] {
			wrong("player %d was absent %d times and has %d", e.Number, absences[e.Number], e.NoShows)
		}
	}
	return nil
}

// agrees reports whether a board with a result has the result of its game.
func agrees(b *tournament.Board, m *match.Match) bool {
	if b.How != tournament.Played && b.How != tournament.TooLate {
		return true
	}
	winner, won := m.Outcome.Result.Winner()
	want := pairing.Draw
	switch {
	case won && winner == game.Red:
		want = pairing.RedWins
	case won:
		want = pairing.BlackWins
	}
	return b.Plies == m.Game.Ply() && (b.Result == want || b.How == tournament.TooLate)
}

// verify recomputes the holder and the number of defenses from the results of the ring's games, and compares them.
func (r *rings) verify(ctx context.Context, s *stored) error {
	if r.ringID == "" {
		return nil
	}
	stored, err := s.rings.Get(ctx, id.Match(r.ringID))
	if err != nil {
		return err
	}
	games, err := s.matches.ByChannel(ctx, id.Channel(r.channel), maxGames)
	if err != nil {
		return err
	}
	slices.SortStableFunc(games, func(x, y match.Match) int { return x.Created.Compare(y.Created) })
	holder, defences, certain := id.Player(""), 0, true
	for i := range games {
		m := &games[i]
		winner, won := m.Outcome.Result.Winner()
		if m.Status != match.Ended || !won {
			certain = certain && m.Status != match.Ended // an absent player may be out
			continue
		}
		r.tally.addCount(&r.tally.crowd.ringGames, 1)
		side, holderPlayed := m.SeatOf(holder)
		if m.Mode == match.Keeper {
			side, holderPlayed = m.Opponent()
			holder = ""
		}
		if !holderPlayed { // the previous holder made room: the first challenger of the next one has Red
			side, holder, defences, certain = game.Black, m.Seats[game.Black].Player, 0, true
		}
		if winner == side {
			defences++
		} else {
			holder, defences, certain = m.Seats[winner].Player, 0, true
		}
		if defences >= ring.MaxDefences {
			certain = false // whether a user waited decides whether they make room
		}
		if slices.ContainsFunc(r.exits, func(out time.Time) bool { return out.After(m.Touched.Add(-time.Second)) }) {
			certain = false
		}
	}
	if certain && !consistent(&stored, holder, defences) {
		r.tally.reportError(&r.tally.crowd.inconsistent,
			"channel %s: %q holds the ring after %d defenses, by its games %q after %d",
			r.channel,
			stored.Holder.Player, stored.Defences, holder, defences)
	}
	return nil
}

// consistent reports whether the stored ring is possible after games whose last winner is holder ("" for the keeper)
// with that number of defenses. The keeper leaves as soon as two users wait, even after the last game; and the holder
// may be out if fewer than two wait.
func consistent(now *ring.Ring, holder id.Player, defences int) bool {
	switch {
	case now.Holder.Player == holder:
		return now.Defences == defences
	case holder == "":
		return now.Defences == 0
	}
	return now.Holder.Player == "" && len(now.Queue) < 2
}

// verify checks that the votes of each turn made one ply.
func (v *votes) verify(ctx context.Context, s *stored) error {
	for _, b := range v.boards {
		m, err := s.matches.Stored(ctx, id.Match(b.match))
		if err != nil {
			return err
		}
		row := s.db.Read().Row(ctx, `SELECT COUNT(DISTINCT turn) FROM ballots WHERE match = ? AND turn <= ?`, b.match,
			m.Game.Ply())
		voted, err := store.Value[int](row)
		if err != nil {
			return err
		}
		if voted != m.Game.Ply() || m.Turn != int64(m.Game.Ply()+1) && m.Status == match.Open {
			v.tally.reportError(&v.tally.crowd.inconsistent,
				"channel %s: game %s has %d plies by the votes of %d turns", v.channel,
				b.match, m.Game.Ply(),
				voted)
		}
	}
	return nil
}

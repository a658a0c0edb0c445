package ranks

import (
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Work is the roles to give to one member of a server, and to take from them.
type Work struct {
	Guild  id.Guild
	Player id.Player
	Give   []RoleGrant
	Take   []id.Role

	rev int64
}

// RoleGrant is a role to give, with the reason for the server's audit log. New means that the bot has not given it
// before: if the member has it already, it was given by another, and the bot must never take it.
type RoleGrant struct {
	Role   id.Role
	Reason string
	New    bool
}

// None reports whether there is nothing to do.
func (w *Work) None() bool { return len(w.Give)+len(w.Take) == 0 }

// Next returns the work for the member of a server who has been due longest; ok is false if no member is due.
func (s *Service) Next(ctx context.Context, g id.Guild) (w Work, ok bool, err error) {
	w.Guild = g
	if ok, err = nextDue(ctx, s.db.Read(), s.db.Now(), &w); err != nil || !ok {
		return w, false, err
	}
	wanted, err := s.wanted(ctx, g, w.Player)
	if err != nil {
		return w, false, err
	}
	held, err := rolesGiven(ctx, s.db.Read(), g, w.Player)
	if err != nil {
		return w, false, err
	}
	for _, one := range wanted {
		sure, given := held[one.Role]
		if one.New = !given; !sure {
			w.Give = append(w.Give, one)
		}
	}
	for role := range held {
		if !slices.ContainsFunc(wanted, func(one RoleGrant) bool { return one.Role == role }) {
			w.Take = append(w.Take, role)
		}
	}
	slices.Sort(w.Take)
	return w, true, nil
}

// wanted returns the roles that a member of a server should hold: that of the highest band reached by rating, and that
// of the strongest character beaten. A member who has not finished a game there, or hides their profile, gets none.
func (s *Service) wanted(ctx context.Context, g id.Guild, p id.Player) (all []RoleGrant, err error) {
	ranks, err := s.Ranks(ctx, g)
	if err != nil || len(ranks) == 0 {
		return nil, err
	}
	if seen, _, err := s.standing.Visible(ctx, g, p); err != nil || !seen {
		return nil, err
	}
	reached, err := s.standing.Reached(ctx, p)
	if err != nil {
		return nil, err
	}
	var rating, beaten RoleGrant
	for _, b := range Bands() { // the highest comes last
		role, given := ranks[b]
		switch {
		case !given:
		case b.Rating > 0 && reached.Settled && reached.Rating >= float64(b.Rating):
			rating = RoleGrant{Role: role, Reason: b.reason()}
		case b.Rating == 0 && reached.Beat && reached.Top >= b.Level:
			beaten = RoleGrant{Role: role, Reason: b.reason()}
		}
	}
	if rating.Role != "" {
		all = append(all, rating)
	}
	if beaten.Role != "" && beaten.Role != rating.Role {
		all = append(all, beaten)
	}
	return all, nil
}

// Begin records, before the requests to Discord, the roles about to be given, and that the member may no longer have
// those about to be taken.
func (s *Service) Begin(ctx context.Context, w *Work) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) {
		for _, role := range w.Take {
			markRoleUncertain(ctx, tx, w.Guild, w.Player, role)
		}
		s.saveHolders(ctx, tx, w, false)
	})
}

func (s *Service) saveHolders(ctx context.Context, tx store.Tx, w *Work, sure bool) {
	for _, one := range w.Give {
		saveHolder(ctx, tx, w.Guild, w.Player, one.Role, sure)
	}
}

// Done records that work has been carried out. If the member's entry changed meanwhile, their roles count as uncertain,
// and they are due again.
func (s *Service) Done(ctx context.Context, w *Work) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		done, err := dropDue(ctx, tx, w)
		if err != nil {
			return err
		}
		if !done {
			for _, role := range w.Take {
				saveHolder(ctx, tx, w.Guild, w.Player, role, false)
			}
			return markDue(ctx, tx, ofMember, string(w.Guild), string(w.Player))
		}
		for _, role := range w.Take {
			dropHolder(ctx, tx, w.Guild, w.Player, role)
		}
		if err := scrubErased(ctx, tx, w); err != nil {
			return err
		}
		s.saveHolders(ctx, tx, w, true)
		return nil
	})
}

// Left records that a player has left the server: there is nothing to give or take.
func (s *Service) Left(ctx context.Context, w *Work) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		deleteMember(ctx, tx, w.Guild, w.Player)
		return scrubErased(ctx, tx, w)
	})
}

// Continue schedules a server's job again, after the pause or later, if members are still due. If none are, it forgets
// the server's trouble: the member concerned has left or was erased, or no longer gets the role.
func (s *Service) Continue(ctx context.Context, g id.Guild, pause time.Duration) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		first, some, err := firstDue(ctx, tx.Conn, g)
		switch {
		case err != nil:
			return err
		case !some:
			dropTrouble(ctx, tx, g)
			return nil
		}
		if soonest := tx.Now.Add(pause); first.Before(soonest) {
			first = soonest
		}
		scheduleJob(ctx, tx, g, first)
		return nil
	})
}

// Trouble is the reason why a server's roles cannot be changed.
type Trouble struct {
	What    string  // a reason, as named by package ranksbot
	Role    id.Role // "" for all
	RetryAt time.Time
}

// A change that fails is tried again every retryAfter. For players who were erased or have left, retries stop after
// giveUpAfter and their rows are deleted.
const (
	retryAfter  = time.Hour
	giveUpAfter = 30 * 24 * time.Hour
)

// RecordTrouble records why work cannot be carried out. The work is tried again after retryAfter, and so is all other
// work of the server if role is "".
func (s *Service) RecordTrouble(ctx context.Context, w *Work, what string, role id.Role) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) {
		t := Trouble{what, role, tx.Now.Add(retryAfter)}
		saveTrouble(ctx, tx, w.Guild, t)
		postpone(ctx, tx, w, t)
		giveUp(ctx, tx, w.Guild, tx.Now.Add(-giveUpAfter))
	})
}

// Trouble returns what keeps a server's roles from being given or taken; ok is false if nothing does.
func (s *Service) Trouble(ctx context.Context, g id.Guild) (t Trouble, ok bool, err error) {
	return troubleOf(ctx, s.db.Read(), g)
}

// ClearTrouble deletes a server's trouble, because a role could be changed.
func (s *Service) ClearTrouble(ctx context.Context, g id.Guild) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) { dropTrouble(ctx, tx, g) })
}

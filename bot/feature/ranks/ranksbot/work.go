package ranksbot

import (
	"context"
	"slices"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/ranks"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store/scheduler"
)

const (
	// perRun is how many requests about members' roles a server's job makes before it pauses; Discord allows ten in ten
	// seconds.
	perRun = 5
	pause  = 5 * time.Second
	// maxChecked is how many members a run checks before other servers' jobs get their turn.
	maxChecked = 500
)

// run is one run of a server's job: it carries out the work that is due.
type run struct {
	*feat
	guild    id.Guild
	fetched  *server // loaded when it is needed
	requests int
	trouble  ranks.Trouble
	troubled bool // this run has recorded a trouble
}

// work is the job of a server. If another job of the same server still runs in this process, it returns
// [scheduler.ErrLater].
func (f *feat) work(ctx context.Context, j scheduler.Job) error {
	g := id.Guild(j.Subject.ID)
	if _, busy := f.busy.LoadOrStore(g, true); busy {
		return scheduler.ErrLater
	}
	defer f.busy.Delete(g)
	r := &run{feat: f, guild: g}
	var err error
	if r.trouble, r.troubled, err = f.Ranks.Trouble(ctx, g); err != nil {
		return err
	}
	for range maxChecked {
		w, some, err := f.Ranks.Next(ctx, g)
		switch {
		case err != nil:
			return err
		case !some || r.requests >= perRun && !w.None():
			return f.Ranks.Continue(ctx, g, pause)
		}
		if err := r.carryOut(ctx, &w); err != nil {
			return err
		}
	}
	return f.Ranks.Continue(ctx, g, 0)
}

// carryOut gives and takes the roles of one member.
func (r *run) carryOut(ctx context.Context, w *ranks.Work) error {
	if done, err := r.skipForeign(ctx, w); done || err != nil {
		return err
	}
	if len(w.Give) > 0 {
		if ok, err := r.mayStillGive(ctx, w); err != nil || !ok {
			return err
		}
		if err := r.Ranks.Begin(ctx, w); err != nil {
			return err
		}
	}
	for _, role := range w.Take { // take first, so that the member never has two roles of one scale
		err := r.request(ctx, func(ctx context.Context) error {
			return r.REST.RemoveRole(ctx, r.guild, w.Player, role, "rank")
		})
		if discord.AsAPIError(err).UnknownRole() {
			continue
		}
		if done, err := r.outcome(ctx, w, role, err); done || err != nil {
			return err
		}
	}
	for _, one := range w.Give {
		err := r.request(ctx, func(ctx context.Context) error {
			return r.REST.AddRole(ctx, r.guild, w.Player, one.Role, one.Reason)
		})
		if done, err := r.outcome(ctx, w, one.Role, err); done || err != nil {
			return err
		}
	}
	return r.Ranks.Done(ctx, w)
}

// skipForeign removes from w.Give the roles that the member already has, given by another: otherwise the bot would
// later take what it did not give. done is as in outcome.
func (r *run) skipForeign(ctx context.Context, w *ranks.Work) (done bool, err error) {
	if !slices.ContainsFunc(w.Give, func(one ranks.RoleGrant) bool { return one.New }) {
		return false, nil
	}
	var has []id.Role
	err = r.request(ctx, func(ctx context.Context) (err error) {
		has, err = r.REST.RolesOf(ctx, r.guild, w.Player)
		return err
	})
	if err != nil {
		return r.outcome(ctx, w, "", err)
	}
	w.Give = slices.DeleteFunc(
		w.Give,
		func(one ranks.RoleGrant) bool { return one.New && slices.Contains(has, one.Role) },
	)
	return false, nil
}

// request makes a request about a member's roles, and counts it.
func (r *run) request(ctx context.Context, f func(context.Context) error) error {
	r.requests++
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	return f(ctx)
}

// serverState returns the server's roles, fetched from Discord once in a run.
func (r *run) serverState(ctx context.Context) (*server, error) {
	if r.fetched == nil {
		srv, err := r.server(ctx, r.guild)
		if err != nil {
			return nil, err
		}
		r.fetched = &srv
	}
	return r.fetched, nil
}

// outcome handles the response to a request about a member's role; done reports that the member's work is over, in
// whatever way.
func (r *run) outcome(ctx context.Context, w *ranks.Work, role id.Role, err error) (done bool, _ error) {
	api := discord.AsAPIError(err)
	switch {
	case err == nil:
		if r.troubled && (r.trouble.Role == "" || r.trouble.Role == role) {
			r.troubled = false
			return false, r.Ranks.ClearTrouble(ctx, r.guild)
		}
		return false, nil
	case api == nil || api.Temporary():
		return true, scheduler.ErrLater
	case api.UnknownMember():
		return true, r.Ranks.Left(ctx, w)
	case api.UnknownRole():
		return true, r.Ranks.RecordTrouble(ctx, w, roleGone, role)
	}
	r.Logger.Info("cannot change a member's roles", "guild", r.guild, "err", err)
	if srv, err := r.serverState(ctx); err == nil && srv.canManage && srv.refusal(role) == roleAboveBot {
		return true, r.Ranks.RecordTrouble(ctx, w, roleAboveBot, role) // other roles are not concerned
	}
	return true, r.Ranks.RecordTrouble(ctx, w, cannotManage, "")
}

// mayStillGive reports whether the roles of w.Give may still be given: one may have got permissions since it was
// chosen.
func (r *run) mayStillGive(ctx context.Context, w *ranks.Work) (bool, error) {
	srv, err := r.serverState(ctx)
	if err != nil {
		if !discord.Refused(err) {
			return false, scheduler.ErrLater
		}
		return false, r.Ranks.RecordTrouble(ctx, w, cannotManage, "")
	}
	for _, one := range w.Give {
		if why := srv.refusal(one.Role); why != "" {
			return false, r.Ranks.RecordTrouble(ctx, w, why, one.Role)
		}
	}
	return true, nil
}

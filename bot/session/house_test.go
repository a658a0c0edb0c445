package session_test

import (
	"errors"
	"testing"

	"yeye/bot/session"
)

func TestWhoMayStart(t *testing.T) {
	everybody, role, managers := session.House{}, session.House{Starters: session.RoleHolders, Role: "7"}, session.House{Starters: session.Managers}
	stranger, member, manager := session.Guest{}, session.Guest{Roles: []string{"3", "7"}}, session.Guest{Manager: true}
	barred := session.Guest{Barred: true, Manager: true, Roles: []string{"7"}}
	for _, c := range []struct {
		house session.House
		guest session.Guest
		want  string // "", "barred", "starters"
	}{
		{everybody, stranger, ""}, {everybody, barred, "barred"},
		{role, stranger, "starters"}, {role, member, ""}, {role, manager, ""}, {role, barred, "barred"}, {role, session.Guest{Roles: []string{"3"}}, "starters"},
		{managers, stranger, "starters"}, {managers, member, "starters"}, {managers, manager, ""}, {managers, barred, "barred"},
	} {
		err := c.house.MayStart(c.guest)
		var starters *session.StartersError
		got := ""
		switch {
		case errors.Is(err, session.ErrBarred):
			got = "barred"
		case errors.As(err, &starters):
			got = "starters"
		case err != nil:
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v in %+v: %q, want %q", c.guest, c.house, got, c.want)
		}
		if err := c.guest.MayJoin(); (err != nil) != c.guest.Barred {
			t.Errorf("%+v joins: %v", c.guest, err)
		}
	}
}

func TestWhereGamesGo(t *testing.T) {
	listed := session.House{Games: session.Listed, Places: []session.Place{"a", "b"}}
	for _, c := range []struct {
		house         session.House
		place, parent session.Place
		want          bool
	}{
		{session.House{}, "x", "", true}, {session.House{Games: session.Threads}, "x", "", true},
		{listed, "a", "", true}, {listed, "x", "", false}, {listed, "x", "b", true}, {listed, "x", "y", false},
		{session.House{Games: session.Listed}, "a", "", false},
	} {
		err := c.house.Takes(c.place, c.parent)
		var places *session.PlacesError
		if (err == nil) != c.want || err != nil && !errors.As(err, &places) {
			t.Errorf("%q under %q in %+v: %v", c.place, c.parent, c.house, err)
		}
	}
}

func TestHouseWords(t *testing.T) {
	for w := session.Here; w <= session.Listed; w++ {
		if got, ok := session.ParseWhere(w.String()); !ok || got != w {
			t.Errorf("%v reads as %v", w, got)
		}
	}
	for s := session.Everybody; s <= session.Managers; s++ {
		if got, ok := session.ParseStarters(s.String()); !ok || got != s {
			t.Errorf("%v reads as %v", s, got)
		}
	}
	if _, ok := session.ParseWhere("elsewhere"); ok {
		t.Error("elsewhere is read")
	}
}

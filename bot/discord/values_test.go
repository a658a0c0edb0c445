package discord

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestPermissions(t *testing.T) {
	boards := ViewChannel | SendMessages | AttachFiles | ReadMessageHistory
	threads := CreatePublicThreads | SendMessagesInThreads
	if Permissions() != boards|threads {
		t.Errorf("the invitation asks for %b", Permissions())
	}
	for _, c := range []struct {
		may             int64
		boards, threads []string
		here, inThread  []string
	}{
		{boards | threads, nil, nil, nil, nil},
		{boards, nil, []string{"Create Public Threads", "Send Messages in Threads"}, nil, []string{"Send Messages in Threads"}},
		{boards&^SendMessages | threads, []string{"Send Messages"}, nil, []string{"Send Messages"}, nil},
		{ViewChannel | threads, []string{"Send Messages", "Attach Files", "Read Message History"}, nil,
			[]string{"Send Messages", "Attach Files", "Read Message History"}, []string{"Attach Files", "Read Message History"}},
		{-1, nil, nil, nil, nil},
	} {
		b, th := MissingPermissions(c.may)
		if !slices.Equal(b, c.boards) || !slices.Equal(th, c.threads) {
			t.Errorf("%b lacks %q and %q, want %q and %q", c.may, b, th, c.boards, c.threads)
		}
		if got := MissingHere(c.may, false); !slices.Equal(got, c.here) {
			t.Errorf("%b lacks %q here, want %q", c.may, got, c.here)
		}
		if got := MissingHere(c.may, true); !slices.Equal(got, c.inThread) {
			t.Errorf("%b lacks %q in a thread, want %q", c.may, got, c.inThread)
		}
	}
	if got := ThreadPermissions(); got != "**Create Public Threads**, **Send Messages in Threads**" {
		t.Error(got)
	}
	if Bold(nil) != "" {
		t.Errorf("no names are %q", Bold(nil))
	}
}

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		i    *Interaction
		want bool
	}{
		{nil, false}, {&Interaction{}, false}, {&Interaction{Permissions: ManageMessages}, false},
		{&Interaction{Permissions: ManageGuild}, true}, {&Interaction{Permissions: Administrator}, true},
	} {
		if got := c.i.HasPermission(ManageGuild); got != c.want {
			t.Errorf("%+v holds: %v", c.i, got)
		}
	}
	at := (&Interaction{ID: "175928847299117063"}).At()
	if want := time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC); !at.Equal(want) { // the example in Discord's documentation
		t.Errorf("an interaction happened at %v, want %v", at, want)
	}
}

func TestRefusals(t *testing.T) {
	type is struct{ gone, noChannel, noAccess, dead, answered, archived, forbidden, unauthorized, temporary, outOfReach bool }
	for _, c := range []struct {
		err  APIError
		want is
	}{
		{APIError{Status: 404, Code: 10003}, is{gone: true, noChannel: true, outOfReach: true}},
		{APIError{Status: 404, Code: 10008}, is{gone: true, outOfReach: true}},
		{APIError{Status: 404, Code: 10015}, is{gone: true, outOfReach: true}},
		{APIError{Status: 404, Code: 10062}, is{gone: true, dead: true, outOfReach: true}},
		{APIError{Status: 404}, is{gone: true, outOfReach: true}},
		{APIError{Status: 400, Code: 40060}, is{answered: true}},
		{APIError{Status: 400, Code: 50083}, is{gone: true, archived: true, outOfReach: true}},
		{APIError{Status: 403, Code: 50083}, is{gone: true, archived: true, outOfReach: true}},
		{APIError{Status: 403, Code: 50001}, is{noAccess: true, forbidden: true, outOfReach: true}},
		{APIError{Status: 403, Code: 50013}, is{forbidden: true, outOfReach: true}},
		{APIError{Status: 401}, is{unauthorized: true}},
		{APIError{Status: 400, Code: 40001}, is{unauthorized: true}},
		{APIError{Status: 429}, is{temporary: true}},
		{APIError{Status: 502}, is{temporary: true}},
		{APIError{Status: 400, Code: 50035}, is{}},
	} {
		e := &c.err
		wrapped := fmt.Errorf("card: %w", error(e))
		got := is{e.Gone(), e.UnknownChannel(), e.MissingAccess(), e.UnknownInteraction(), e.AlreadyAcknowledged(), e.Archived(), e.Forbidden(), e.Unauthorized(), e.Temporary(), OutOfReach(wrapped)}
		if got != c.want {
			t.Errorf("%v: %+v, want %+v", e, got, c.want)
		}
		if AsAPIError(wrapped) != e {
			t.Errorf("%v is not found in %v", e, wrapped)
		}
	}
	if OutOfReach(errors.New("lost")) || AsAPIError(nil) != nil {
		t.Error("an error that is no refusal counts as one")
	}
	if !MissingEmoji(&APIError{Status: 400, Message: `Invalid Form Body {"emoji":{"_errors":[{"code":"BUTTON_COMPONENT_INVALID_EMOJI"}]}}`}) || MissingEmoji(&APIError{Status: 400, Message: "Invalid Form Body"}) {
		t.Error("a missing emoji is confused with another mistake")
	}
}

func TestEmojiText(t *testing.T) {
	for e, want := range map[Emoji]string{{}: "", {Name: "♟"}: "♟", {ID: "5", Name: "yeye_rk"}: "<:yeye_rk:5>"} {
		if got := e.Text(); got != want {
			t.Errorf("%+v is %q in a text", e, got)
		}
	}
}

package all_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature/all"
	"yeye/bot/feature/tournament"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/policy"
	"yeye/bot/services"
)

// powers are the doors of those who decide about games of others.
var powers = []door.Who{door.Directors, door.Moderators, door.MemberModerators, door.Managers}

// scenes are how mei comes to a game that is not finished, where she directs, moderates and manages the server as well.
func scenes() map[string]string {
	const duel = "mei: /challenge user=@tom side=red clock=5+3 => card challenge\ntom: [Accept] => card duel\n"
	all := map[string]string{
		"a rated game":         duel + "mei: h2e2 => card duel",
		"a paused game":        duel + "linh: /moderate act=pause => private The game is paused",
		"a vote of two teams":  "mei: /vote opponent=teams time=5 => card vote\nmei: /move text=h2e2 => private … Your vote\ntom: [Vote] => private",
		"a vote nobody voted":  "mei: /vote time=5 => card vote\nmei: [Stop] => card vote",
		"a ring's keeper":      "mei: /ring => card ring\ndue\nmei: /board => card keeper",
		"a ring between games": "mei: /ring => card ring\nmei: [Leave] => card ring\nmei: [Close the ring] => card ring",
	}
	cup := func(system tournament.System, joining ...string) string {
		lines := "mei: /tournament system=" + string(system) + " name=Cup clock=5+3 rounds=3 => card tournament"
		for _, who := range joining {
			lines += "\n" + who + ": [Join] => private"
		}
		return lines + "\nmei: /director => private\n"
	}
	const start = "mei: [Start] => edit\ndue\nin channel\n"
	const late = "mei: /tournament which=cup => card tournament\nlinh: [Join] => private"
	for _, s := range tournament.Systems {
		switch s {
		case tournament.Arranged, tournament.Simul:
			all["tournament: "+string(s)] = cup(s, "mei", "tom", "linh") + start
		case tournament.Robin:
			all["tournament: "+string(s)] = cup(s, "mei", "tom") + start
		default: // the lot decides nothing between two, and the third comes late
			all["tournament: "+string(s)] = cup(s, "mei", "tom") + start + late
		}
	}
	all["tournament: to come"] = cup(tournament.Swiss, "mei", "tom", "linh")
	all["tournament: by days, to come"] = strings.Replace(cup(tournament.Swiss, "mei", "tom"), "clock=5+3", "clock=3d", 1)
	all["tournament: called off"] = cup(tournament.Swiss, "mei", "tom") + "mei: [Call off] => edit"
	all["tournament: between rounds"] = all["tournament: swiss"] + "\nin thread\nmei: /resign => private\nmei: [Yes, resign] => edit"
	return all
}

// own are a player's games that are not finished, as others must leave them.
type own struct {
	matches map[id.Match]string
	boards  map[string]string
}

// ownOf returns the unfinished games of mei, and those of before as they are now.
func ownOf(t *testing.T, d *desk.Desk, before *own) own {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	now, mei := own{map[id.Match]string{}, map[string]string{}}, desk.People["mei"]
	seen := map[id.Match]bool{}
	playing, err := d.Matches.ByPlayer(t.Context(), mei, 50)
	ok(err)
	if m, err := d.Matches.InChannel(t.Context(), desk.Channel); err == nil && m.Voted() && m.Contested() {
		playing = append(playing, m)
	}
	for _, m := range playing {
		seen[m.ID] = m.Contested() || m.Mode.Arranged
	}
	cups, err := d.Tournaments.OfPlayer(t.Context(), mei)
	ok(err)
	for _, c := range cups {
		seen[c.ID] = false
	}
	if before != nil {
		seen = map[id.Match]bool{}
		for m := range before.matches {
			seen[m] = true
		}
		for b := range before.boards {
			of, _, _ := strings.Cut(b, " ")
			seen[id.Match(of)] = false
		}
	}
	for of, contested := range seen {
		if contested {
			m, err := d.Matches.Get(t.Context(), of)
			if errors.Is(err, match.ErrNoMatch) {
				continue
			}
			ok(err)
			text := fmt.Sprint(m.Status, m.Ruling, m.CasualReason, m.Outcome)
			for _, s := range m.Seats {
				if s.Human() {
					barred := errors.Is(d.Guilds.MayPlay(t.Context(), desk.Guild, s.Player), guild.ErrBarred)
					text += fmt.Sprint(" ", barred && m.CasualReason == match.Rated)
				}
			}
			now.matches[of] = text
			continue
		}
		c, err := d.Tournaments.Get(t.Context(), of)
		if errors.Is(err, tournament.ErrNone) {
			continue
		}
		ok(err)
		for _, b := range c.Pairings {
			if e := c.Of(mei); e != nil && b.Kind == tournament.Game && (b.Red == e.Number || b.Black == e.Number) {
				key := fmt.Sprint(c.ID, " ", b.Round, ".", b.Number)
				now.boards[key] = fmt.Sprint(b.Red, b.Black, b.Result, b.How, b.Pending() && c.State.Over())
			}
		}
	}
	return now
}

// lost returns what of a player's games is not as it was.
func (o *own) lost(now own) (what []string) {
	for m, was := range o.matches {
		if now.matches[m] != was {
			what = append(what, fmt.Sprintf("match: %s, now %s", was, now.matches[m]))
		}
	}
	for b, was := range o.boards {
		if now.boards[b] != was {
			what = append(what, fmt.Sprintf("board: %s, now %s", was, now.boards[b]))
		}
	}
	return what
}

// uses returns every use of the commands behind the doors of those with powers: each choice of each option, about each user.
func uses(t *testing.T, powerful map[string]bool) (lines []string) {
	t.Helper()
	commands, err := services.Commands(all.Features)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		if !powerful[c.Name.Default] {
			continue
		}
		users := []string{""}
		for _, o := range c.Options {
			if o.Type == discord.UserOption {
				var more []string
				for _, before := range users {
					for _, who := range []string{"mei", "tom", "linh"} {
						more = append(more, before+" "+o.Name.Default+"=@"+who)
					}
				}
				users = append(users, more...)
			}
		}
		for _, o := range c.Options {
			for _, choice := range o.Choices {
				for _, user := range users {
					lines = append(lines, "/"+c.Name.Default+" "+o.Name.Default+"="+choice.Value+user)
				}
			}
		}
		lines = append(lines, "/"+c.Name.Default) // its page, whose buttons end things
	}
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(strings.Fields(a)[0], strings.Fields(b)[0]) })
	return lines
}

// pressed is a control that somebody with powers finds, and what is chosen in it.
type pressed struct {
	custom string
	values []string
	path   string
}

// pressable returns what can be pressed on a message behind the doors of those with powers, each button and each choice of a menu.
func pressable(m discord.Message, powerful map[string]bool, path string) (all []pressed) {
	add := func(custom, label string, values []string) {
		if c, ok := discord.ParseControlID(custom); ok && powerful["."+c.Action] {
			all = append(all, pressed{custom, values, path + " → " + label})
		}
	}
	for _, c := range slices.Concat(m.Rows...) {
		switch c := c.(type) {
		case discord.Button:
			if !c.Disabled {
				add(c.CustomID, "["+c.Label+"]", nil)
			}
		case discord.Select:
			if c.MaxValues > 1 {
				add(c.CustomID, "{"+c.Placeholder+"} nothing", []string{})
				break
			}
			for _, o := range c.Options {
				add(c.CustomID, "{"+c.Placeholder+"} "+o.Label, []string{o.Value})
			}
		}
	}
	return all
}

// Nobody who directs, moderates or manages changes a game of their own that is not finished, whatever they use: it is refused in words,
// and nothing has changed. The commands and controls are those behind the doors of such people, the acts those that the policy knows; what
// came of each stands in testdata/gains.txt: an act that is granted has left the player's games as they were.
func TestNobodyGains(t *testing.T) {
	powerful, names := map[string]bool{}, []string{}
	for _, f := range all.Features(new(services.Services)) {
		names = append(names, f.Name)
		for _, c := range f.Commands {
			powerful[c.Name] = slices.Contains(powers, c.Door.Who)
			for _, d := range c.Doors {
				powerful[c.Name] = powerful[c.Name] || slices.Contains(powers, d.Who)
			}
		}
		for _, c := range f.Components {
			powerful["."+c.Action] = slices.Contains(powers, c.Door.Who)
		}
	}
	commands := uses(t, powerful)
	asked, found := map[string]bool{}, map[string]bool{}
	var acts []string
	for _, scene := range slices.Sorted(maps.Keys(scenes())) {
		d := desk.OpenWith(t, desk.Options{}, names...)
		acts = d.Matches.Policy().Acts()
		var refused bool
		d.Matches.Policy().OnDecision(func(decision policy.Decision, err error) {
			asked[decision.Act] = true
			if decision.By != desk.People["mei"] {
				return
			}
			refused = errors.Is(err, policy.ErrOwnGame)
			found[fmt.Sprintf("%s: %s: %s", scene, decision.Act, map[bool]string{true: "refused", false: "granted"}[refused])] = true
		})
		change := func(i *discord.Interaction) {
			if i.User.Name != "tom" {
				i.Permissions = -1
			}
		}
		d.Change = change
		d.Play("online\n" + scenes()[scene])
		d.In("channel")
		before := ownOf(t, d, nil)
		tried := 0
		try := func(path, what string, alter func(*discord.Interaction)) discord.Message {
			tried++
			refused = false
			d.Change = func(i *discord.Interaction) {
				change(i)
				if alter != nil {
					alter(i)
				}
			}
			text := d.Do("mei", what)
			d.Change = change
			if lost := before.lost(ownOf(t, d, &before)); len(lost) > 0 {
				t.Fatalf("%s: %s: %s\n%s", scene, path, text, strings.Join(lost, "\n"))
			}
			if refused && !strings.HasPrefix(text, "private ") {
				t.Errorf("%s: %s is refused without a word: %s", scene, path, text)
			}
			if strings.HasPrefix(text, "form ") {
				text = d.Do("mei", "(because)")
				if lost := before.lost(ownOf(t, d, &before)); len(lost) > 0 {
					t.Fatalf("%s: %s, filled in: %s\n%s", scene, path, text, strings.Join(lost, "\n"))
				}
			}
			return d.Said
		}
		queue, done := []pressed{}, map[string]bool{}
		follow := func(m discord.Message, path string) {
			for _, p := range pressable(m, powerful, path) {
				c, _ := discord.ParseControlID(p.custom)
				if key := fmt.Sprint(c.Action, c.Turn, c.Arg, p.values); !done[key] {
					done[key] = true
					queue = append(queue, p)
				}
			}
		}
		for _, line := range commands {
			follow(try(line, line, nil), line)
			for len(queue) > 0 {
				p := queue[0]
				queue = queue[1:]
				follow(try(p.path, "/help", func(i *discord.Interaction) {
					i.Kind, i.CommandKind, i.Command = discord.ComponentInteraction, 0, ""
					i.CustomID, i.Values, i.Message = p.custom, p.values, &discord.Received{ID: "800", Ephemeral: true}
				}), p.path)
			}
		}
		t.Logf("%s: %d uses, %d games of her own", scene, tried, len(before.matches)+len(before.boards))
	}
	for _, act := range acts {
		if !asked[act] {
			t.Errorf("%s asks nobody in any scene", act)
		}
	}
	got := strings.Join(slices.Sorted(maps.Keys(found)), "\n") + "\n"
	const golden = "testdata/gains.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != got {
		t.Errorf("%v; decisions are now:\n%s", err, got)
	}
}

package all_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/ai"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match/engine"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

var update = flag.Bool("update", false, "write golden files")

// leaver is who is erased, with an id and a name that nothing else contains by chance.
const leaver, leaverID = "zhihua", "770017700177001"

// never ends the line of a table in which the play did not have the leaver named: it has no people, or what leads there is rare.
const never = ": nobody was named there"

// deeds lead where no command leads by itself: games that are won, rounds that are played, what others decide about the player. What they
// reach is in the golden file, so none can go astray unseen.
const deeds = `
	in 801
	zhihua: /play side=red opponent=1
	zhihua: [Open board]
	zhihua: b2c2
	character: f9e8
	zhihua: c2c6
	character: b7c7
	zhihua: c6c9
	in 802
	zhihua: /challenge user=@tom side=red clock=10+5
	tom: [Accept]
	zhihua: h2e2
	tom: h9g7
	zhihua: /resign
	zhihua: [Yes, resign]
	in 803
	zhihua: /challenge user=@tom game=flipped side=red clock=3d
	tom: [Accept]
	tom: [Add a word]
	tom: [Write a word]
	tom: (bamboo)
	zhihua: [Add a word]
	zhihua: [Write a word]
	zhihua: (zhihua)
	in 804
	zhihua: /ring clock=10+5
	due
	tom: [Join the queue]
	linh: /ring
	zhihua: /resign
	zhihua: [Yes, resign]
	zhihua: /ring
	linh: [I'm here]
	tom: [I'm here]
	due
	linh: /resign
	linh: [Yes, resign]
	zhihua: [I'm here]
	tom: [I'm here]
	due
	tom: /resign
	tom: [Yes, resign]
	linh: /ring
	zhihua: [I'm here]
	linh: [I'm here]
	due
	linh: /resign
	linh: [Yes, resign]
	in 809
	zhihua: /challenge user=@tom side=red clock=3d
	tom: [Accept]
	zhihua: h2e2
	tom: h9g7
	zhihua: /vacation days=2
	in 810
	zhihua: /play side=red opponent=5
	zhihua: h2e2
	character: h9g7
	zhihua: /undo
	zhihua: /puzzle mode=day
	zhihua: [Solution]
	in 805
	zhihua: /tournament system=robin clock=10+5 name=Friday
	zhihua: [Join]
	tom: [Join]
	zhihua: [Director]
	zhihua: [Start]
	due
	in thread
	tom: /resign
	tom: [Yes, resign]
	in 805
	zhihua: /director
	zhihua: {Correct a result} 1.1
	zhihua: {The right result} 1/2
	zhihua: (a slip)
	zhihua: /tournament system=robin clock=1d name=Monday
	zhihua: [Join]
	tom: [Join]
	zhihua: [Director]
	zhihua: [Start]
	due
	in 806
	zhihua: /endgame
	zhihua: {Choose a chapter} rook
	zhihua: {Choose an ending} R12
	zhihua: [Begin]
	zhihua: a0a8
	character: e9d9
	zhihua: f0e0
	in 807
	zhihua: /learn
	zhihua: [I play western chess]
	zhihua: [They lose]
	zhihua: [Next]
	zhihua: /puzzle mode=run
	zhihua: {Choose a piece} f2
	zhihua: {Where to?} f2f8
	zhihua: [Report a mistake]
	zhihua: [Next]
	zhihua: {Choose a piece} f2
	zhihua: {Where to?} f2f8
	in 808
	linh: /server games=threads
	zhihua: /play side=red
	zhihua: /challenge side=red
	zhihua: /study public=true
	tom: /challenge user=@zhihua
	linh: /server games=here
	linh: /server daily=700 hour=9 zone=Asia/Ho_Chi_Minh
	linh: /server ranks=change
	linh: {Choose a rank} c1
	linh: {Role for} 71
	linh: /moderate act=bar user=@zhihua
	linh: /moderate act=lift user=@zhihua
	linh: /moderate act=review user=@zhihua
	clock 15h
	due
	clock 1h
	due`

// everything opens a desk with all features, at which the leaver has used all of them.
func everything(t *testing.T) *desk.Desk {
	t.Helper()
	desk.People[leaver] = leaverID
	t.Cleanup(func() { delete(desk.People, leaver) })
	searcher := hasty{ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})}
	d := desk.OpenWith(t, desk.Options{Address: "https://play.example.org", Engine: engine.Options{Analyst: advise{}, Searcher: searcher}}, desk.EveryFeature()...)
	d.Roles.All = append(d.Roles.All, discord.Role{ID: "71", Name: "Student", Position: 1},
		discord.Role{ID: "73", Name: "Chief", Permissions: discord.ManageGuild, Position: 4})
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "linh" {
			i.Permissions = discord.ManageGuild | discord.ManageMessages | discord.ManageRoles | discord.SendMessages
			i.Roles = []id.Role{"73"}
		}
	}
	for _, of := range [][2]string{{"tom", leaver}, {leaver, "linh"}} {
		err := d.DB.Tx(t.Context(), func(tx store.Tx) error {
			return d.Players.Block(t.Context(), tx, desk.People[of[1]], desk.People[of[0]], of[0])
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	d.Play("online" + deeds)
	d.Crawl(leaver, "tom", "privacy")
	d.Play("zhihua: /settings language=en-US\nzhihua: /settings profile=server\ndue")
	spent := map[id.Player]time.Duration{leaverID: time.Minute}
	if _, err := (scheduler.EngineUse{DB: d.DB, Hourly: time.Minute}).Add(t.Context(), spent); err != nil {
		t.Fatal(err)
	}
	bar := guild.Bar{Named: player.Named{Player: leaverID, Name: leaver}, Reason: "noise"}
	act := guild.Entry{Guild: desk.Guild, By: desk.People["linh"], Act: "bar", Player: leaverID}
	if _, err := d.Guilds.BarUntil(t.Context(), act, bar); err != nil {
		t.Fatal(err)
	}
	return d
}

// names reports whether a text names the leaver.
func names(text string) bool {
	return strings.Contains(text, leaver) || strings.Contains(text, leaverID)
}

// stored returns the rows of all tables in which the leaver is named, by table: each with its columns.
func stored(t *testing.T, d *desk.Desk) map[string][]map[string]string {
	t.Helper()
	tables, err := d.DB.Read().Dialect().Tables(t.Context(), d.DB.Read())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]map[string]string{}
	for _, table := range tables {
		all[table.Name] = nil
		var columns []string
		for _, c := range table.Columns {
			columns = append(columns, `COALESCE(CAST("`+c+`" AS TEXT), '')`)
		}
		rows, err := store.All(t.Context(), d.DB.Read(), func(r store.Row) (map[string]string, error) {
			values := make([]string, len(columns))
			into := make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			err := r.Scan(into...)
			row := map[string]string{}
			for i, c := range table.Columns {
				row[c] = values[i]
			}
			return row, err
		}, `SELECT `+strings.Join(columns, ", ")+` FROM "`+table.Name+`"`)
		if err != nil {
			t.Fatal(table.Name, err)
		}
		for _, row := range rows {
			for _, value := range row {
				if names(value) {
					all[table.Name] = append(all[table.Name], row)
					break
				}
			}
		}
	}
	return all
}

// whose returns why a row may keep an id: another person decided it, and it is theirs; "" if nothing says so.
func whose(row map[string]string) string {
	for column, value := range row {
		for who, p := range desk.People {
			if who != leaver && value == string(p) {
				return column
			}
		}
	}
	return ""
}

// shown returns the texts of all cards that are recorded, by subject, with the revision that is wanted of each.
func shown(t *testing.T, d *desk.Desk) (texts map[id.Subject]string, wanted map[id.Subject]int64) {
	t.Helper()
	texts, wanted = map[id.Subject]string{}, map[id.Subject]int64{}
	err := store.Each(t.Context(), d.DB.Read(), func(r store.Row) error {
		var s id.Subject
		var rev int64
		err := r.Scan(&s.Kind, &s.ID, &rev)
		wanted[s] = rev
		return err
	}, `SELECT kind, id, wanted FROM cards`)
	if err != nil {
		t.Fatal(err)
	}
	for s, rev := range wanted {
		card, err := d.Sources[s.Kind].Card(t.Context(), s.ID, rev, "")
		if err != nil && !errors.Is(err, display.ErrGone) && !errors.Is(err, display.ErrDeleted) {
			t.Fatal(s, err)
		}
		texts[s] = fmt.Sprint(card.Message.Content, card.Message.Rows, card.Message.Embeds, card.Message.Mention)
	}
	return texts, wanted
}

// Whoever has used every feature and has their data deleted is named nowhere: in no column of any table, in the name of no thread and no
// line of Discord's about one, and on no card, each of which is shown anew. What keeps an id is another's decision: that nobody gets around
// by leaving. All that is left, and what the play did not reach, is in testdata/nobodyisleft.golden.
func TestNobodyIsLeft(t *testing.T) {
	d := everything(t)
	before := stored(t, d)
	was, rev := shown(t, d)
	if len(d.Threads) == 0 || len(d.Lines) < len(d.Threads) {
		t.Errorf("%d threads and %d lines about them", len(d.Threads), len(d.Lines))
	}
	d.Play("in dm\nzhihua: /privacy act=delete => private\nzhihua: [Delete everything about me] => edit Done\nin channel\ndue\nclock 1h\ndue")
	var lines []string
	for table, rows := range stored(t, d) {
		if before[table] == nil {
			lines = append(lines, table+never)
		}
		for _, row := range rows {
			for column, value := range row {
				switch by := whose(row); {
				case !names(value):
				case by == "" || strings.Contains(value, leaver):
					t.Errorf("%s.%s: %q, in %v", table, column, value, row)
				default:
					lines = append(lines, fmt.Sprintf("%s.%s: kept, decided by %s", table, column, by))
				}
			}
		}
	}
	is, now := shown(t, d)
	for s, text := range is {
		if names(text) {
			t.Errorf("the card of %s: %s", s, text)
		}
	}
	for s, text := range was {
		if next, recorded := now[s]; names(text) && recorded && next <= rev[s] {
			t.Errorf("the card of %s is not shown anew: %s", s, text)
		}
	}
	for _, thread := range d.Threads {
		if names(thread.Name) {
			t.Errorf("a thread is called %q", thread.Name)
		}
	}
	for _, line := range d.Lines {
		if names(line.Content) {
			t.Errorf("a line about a thread: %q", line.Content)
		}
	}
	compare(t, lines)
}

// compare compares what was found with the golden file. Not every play reaches a table that is reached by luck, so a play may reach more.
func compare(t *testing.T, lines []string) {
	t.Helper()
	const golden = "testdata/nobodyisleft.golden"
	data, err := os.ReadFile(golden)
	known := strings.Split(strings.TrimSpace(string(data)), "\n")
	for _, line := range lines {
		if !*update && !slices.Contains(known, line) {
			t.Errorf("not in %s (%v): %s", golden, err, line)
		}
	}
	for _, line := range known {
		if strings.HasSuffix(line, never) {
			lines = append(lines, line)
		} else if !*update && !slices.Contains(lines, line) {
			t.Errorf("in %s, but not so: %s", golden, line)
		}
	}
	if *update {
		slices.Sort(lines)
		if err := os.WriteFile(golden, []byte(strings.Join(slices.Compact(lines), "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

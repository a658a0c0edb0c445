package daily

import (
	"testing"
	"time"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// on returns the number of a date.
func on(t *testing.T, date string) Number {
	t.Helper()
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	return Today(d, time.UTC)
}

// TestDue has dates on which clocks change, zones with odd offsets, and a date that a zone left out.
func TestDue(t *testing.T) {
	for _, c := range []struct {
		name, zone, date string
		hour             int
		want             string // UTC, "" for never
	}{
		{"seven hours east", "Asia/Ho_Chi_Minh", "2026-12-01", 8, "2026-12-01T01:00:00Z"},
		{"5:45", "Asia/Kathmandu", "2026-12-01", 8, "2026-12-01T02:15:00Z"},
		{"the first zone", "Pacific/Kiritimati", "2026-12-01", 0, "2026-11-30T10:00:00Z"},
		{"nearly the last zone", "Pacific/Pago_Pago", "2026-12-01", 23, "2026-12-02T10:00:00Z"},
		{"2:30 is left out, 2 is", "Europe/Berlin", "2027-03-28", 2, "2027-03-28T01:00:00Z"},
		{"the hour after it", "Europe/Berlin", "2027-03-28", 3, "2027-03-28T01:00:00Z"},
		{"an hour twice: the first", "Europe/Berlin", "2027-10-31", 2, "2027-10-31T00:00:00Z"},
		{"no summer time any more", "America/Sao_Paulo", "2026-12-01", 0, "2026-12-01T03:00:00Z"},
		{"midnight was left out", "America/Sao_Paulo", "2018-11-04", 0, "2018-11-04T03:00:00Z"},
		{"an hour back in Ramadan", "Africa/Casablanca", "2026-03-01", 8, "2026-03-01T08:00:00Z"},
		{"and without", "Africa/Casablanca", "2026-12-01", 8, "2026-12-01T07:00:00Z"},
		{"half an hour of summer time", "Australia/Lord_Howe", "2026-10-04", 2, "2026-10-03T15:30:00Z"},
		{"half an hour twice", "Australia/Lord_Howe", "2026-04-05", 2, "2026-04-04T15:30:00Z"},
		{"a date that was left out", "Pacific/Apia", "2011-12-30", 8, ""},
		{"the one after it", "Pacific/Apia", "2011-12-31", 8, "2011-12-30T18:00:00Z"},
	} {
		got, ok := on(t, c.date).Due(c.hour, zone(t, c.zone))
		if ok != (c.want != "") || ok && got.Format(time.RFC3339) != c.want {
			t.Errorf("%s: %s %d h in %s: %s, %v, want %s", c.name, c.date, c.hour, c.zone, got.Format(time.RFC3339), ok, c.want)
		}
	}
}

var someZones = []string{"UTC", "Asia/Shanghai", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "America/Sao_Paulo",
	"Africa/Casablanca", "Australia/Lord_Howe", "America/New_York", "Asia/Tehran", "Pacific/Chatham", "America/St_Johns"}

// TestYear looks at the clock once an hour for a year, in every zone and for some hours of the day: each date has one instant, in
// order, and the clocks show that date then.
func TestYear(t *testing.T) {
	begin := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range someZones {
		z := zone(t, name)
		for _, hour := range []int{0, 2, 3, 8, 23} {
			posts := map[Number]int{}
			last := time.Time{}
			n := Today(begin, z)
			from := n
			for now := begin; now.Before(begin.AddDate(1, 0, 0)); now = now.Add(time.Hour) {
				for {
					due, ok := n.Due(hour, z)
					if !ok {
						t.Fatalf("%s: no %d o'clock on %v", name, hour, n.Date())
					}
					if due.After(now) {
						break
					}
					if !due.After(last) || Today(due, z) != n || due.In(z).Hour() < hour {
						t.Fatalf("%s, %d h: %v is due at %v after %v", name, hour, n.Date(), due.In(z), last.In(z))
					}
					if !n.Open(due) {
						t.Fatalf("%s: %d is not open when it is due", name, n)
					}
					posts[n]++
					last = due
					n++
				}
			}
			for i := from; i < n; i++ {
				if posts[i] != 1 {
					t.Errorf("%s, %d h: %d posts on %v", name, hour, posts[i], i.Date())
				}
			}
			if len(posts) < 364 {
				t.Errorf("%s, %d h: %d posts in a year", name, hour, len(posts))
			}
		}
	}
}

// TestOpen checks that a number is open while its date is today somewhere, and no longer.
func TestOpen(t *testing.T) {
	n := on(t, "2026-12-01")
	for _, c := range []struct {
		at   string
		open bool
	}{
		{"2026-11-30T09:59:59Z", false}, {"2026-11-30T10:00:00Z", true}, {"2026-12-02T11:59:59Z", true}, {"2026-12-02T12:00:00Z", false},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if n.Open(at) != c.open {
			t.Errorf("%s: open %v", c.at, !c.open)
		}
		if closed := LastClosed(at) >= n; closed != (c.at == "2026-12-02T12:00:00Z") {
			t.Errorf("%s: closed %v", c.at, closed)
		}
	}
}

// TestPassed checks what is still posted after an outage.
func TestPassed(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	at := func(hour, minute int) time.Time { return time.Date(2026, 12, 1, hour, minute, 0, 0, berlin) }
	for _, c := range []struct {
		name     string
		now, due time.Time
		want     bool
	}{
		{"on time", at(8, 0), at(8, 0), false},
		{"two hours late", at(10, 0), at(8, 0), false},
		{"four hours late", at(12, 0), at(8, 0), true},
		{"wanted in the night", at(23, 30), at(23, 25), false},
		{"late in the evening", at(22, 50), at(21, 0), false},
		{"late into the night", at(23, 10), at(21, 0), true},
		{"late before the morning", at(6, 30), at(5, 0), true},
		{"late, and it is morning", at(7, 30), at(5, 0), false},
		{"a day late", at(8, 0).AddDate(0, 0, 1), at(8, 0), true},
	} {
		if got := TooLate(c.now, c.due, berlin); got != c.want {
			t.Errorf("%s: passed %v", c.name, got)
		}
	}
}

package daily

import (
	"hash/fnv"
	"time"

	"yeye/bot/id"
)

// Number is the number of a puzzle of the day, from 1, one for each calendar date. It is open while its date is today
// anywhere on earth.
type Number int

// firstDate is the date of number 1, as midnight UTC.
var firstDate = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// The largest and the smallest offset from UTC: where a date starts first and ends last.
const (
	easternmost = 14 * time.Hour
	westernmost = -12 * time.Hour
)

// Date returns midnight of a number's date, in UTC.
func (n Number) Date() time.Time { return firstDate.AddDate(0, 0, int(n)-1) }

// Opens returns when the number's date starts in the first time zone.
func (n Number) Opens() time.Time { return n.Date().Add(-easternmost) }

// Closes returns when the number's date ends in the last time zone.
func (n Number) Closes() time.Time { return (n + 1).Date().Add(-westernmost) }

// Open reports whether the number's date is today in any time zone.
func (n Number) Open(now time.Time) bool {
	return !now.Before(n.Opens()) && now.Before(n.Closes())
}

// Today returns the number of the current date in a zone.
func Today(now time.Time, zone *time.Location) Number {
	y, m, d := now.In(zone).Date()
	return Number(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Sub(firstDate)/(24*time.Hour)) + 1
}

// LastClosed returns the greatest number whose date is over everywhere.
func LastClosed(now time.Time) Number { return Today(now.Add(westernmost), time.UTC) - 1 }

// Due returns the first instant at which the local time of a zone is the number's date and at least hour. ok is false
// if there is none, since a zone that moves across the date line skips a date.
func (n Number) Due(hour int, zone *time.Location) (time.Time, bool) {
	want := n.Date().Add(time.Duration(hour) * time.Hour) // local time, as if it were UTC
	for t := want.Add(-easternmost - time.Hour); ; {      // before it in every zone
		_, offset := t.In(zone).Zone()
		at := want.Add(-time.Duration(offset) * time.Second)
		if at.Before(t) {
			at = t
		}
		_, end := t.In(zone).ZoneBounds()
		if end.IsZero() || at.Before(end) {
			return at.UTC(), Today(at, zone) == n
		}
		t = end
	}
}

// Limits for late posts after an outage: maxLate by day, lateAtNight during the hours night to morning.
const (
	maxLate        = 3 * time.Hour
	lateAtNight    = 15 * time.Minute
	night, morning = 23, 7
)

// TooLate reports whether it is too late for a post that was due.
func TooLate(now, due time.Time, zone *time.Location) bool {
	hour := now.In(zone).Hour()
	return now.Sub(due) > maxLate || now.Sub(due) > lateAtNight && (hour >= night || hour < morning)
}

// spreadOver is the period over which the posts of an hour are spread, to spread the requests to Discord.
const spreadOver = 10 * time.Minute

// spread returns a server's offset within spreadOver, a hash of its id.
func spread(g id.Guild) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(g))
	return time.Duration(h.Sum64() % uint64(spreadOver))
}

// Package shards divides the shards of the bot's connection to Discord among the processes that work on one database. A process
// holds each of its shards by a lease on the database's clock, and only the one that does talks to the channels of the shard's
// guilds. Each lease has an epoch, which rises with every owner: what a process stores of a shard it refuses once there is a later
// one.
//
// What may not enter: the connection itself, and what is done for a shard.
package shards

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/id"
)

// Of is the shard of a guild among so many. Direct conversations, "", are shard 0's.
func Of(g id.Guild, of int) int {
	n, err := strconv.ParseUint(string(g), 10, 64)
	if err != nil || of < 2 {
		return 0
	}
	return int(n >> 22 % uint64(of))
}

// Part is some of the shards. The zero Part is everything, however it is divided.
type Part struct {
	Of  int   // how many shards there are
	Own []int // those that are part of it, in order
}

// One is the part of a single shard; everything where there are none.
func One(shard, of int) Part {
	if of == 0 {
		return Part{}
	}
	return Part{of, []int{shard}}
}

// All reports whether everything is part of it.
func (p Part) All() bool { return p.Of == 0 || len(p.Own) == p.Of }

// Has reports whether a guild is part of it.
func (p Part) Has(g id.Guild) bool { return p.All() || slices.Contains(p.Own, Of(g, p.Of)) }

// And continues the condition of a query with that a column's guild is part of it: "" where everything is.
func (p Part) And(column string) string {
	if where := p.Where(column); where != "" {
		return ` AND ` + where
	}
	return ""
}

// Where is the condition that a column's guild is part of it, "" where everything is.
func (p Part) Where(column string) string {
	switch {
	case p.All():
		return ""
	case len(p.Own) == 0:
		return `1 = 0`
	}
	own := make([]string, len(p.Own))
	for i, s := range p.Own {
		own[i] = strconv.Itoa(s)
	}
	return fmt.Sprintf(`CASE WHEN %s = '' THEN 0 ELSE (CAST(%s AS BIGINT) >> 22) %% %d END IN (%s)`, column, column, p.Of, strings.Join(own, ", "))
}

// String is like "0 2 3/16", "all" for everything.
func (p Part) String() string {
	if p.Of == 0 {
		return "all"
	}
	return strings.Trim(fmt.Sprint(p.Own), "[]") + "/" + strconv.Itoa(p.Of)
}

// Range is the shards that a process is to have.
type Range struct {
	Low, High int // both included
	Of        int
	// Auto is a fair share of all, which are Of, or where that is 0 as many as the processes at work have or Discord advises.
	Auto bool
}

// maxShards is more than the largest bots have.
const maxShards = 4096

var errRange = errors.New(`it must be "auto" or the shards of this process and how many there are of all, like 0-3/16 or 2/3`)

// ParseRange reads what an operator sets: "auto", "0-3/16", "2/3".
func ParseRange(text string) (Range, error) {
	if text == "auto" {
		return Range{Auto: true}, nil
	}
	own, of, ok := strings.Cut(text, "/")
	if !ok {
		return Range{}, errRange
	}
	low, high, several := strings.Cut(own, "-")
	if !several {
		high = low
	}
	var r Range
	for _, number := range []struct {
		text string
		to   *int
	}{{low, &r.Low}, {high, &r.High}, {of, &r.Of}} {
		n, err := strconv.ParseUint(number.text, 10, 16)
		if err != nil {
			return Range{}, errRange
		}
		*number.to = int(n)
	}
	if r.Low > r.High || r.High >= r.Of || r.Of > maxShards {
		return Range{}, errRange
	}
	return r, nil
}

// String is the text of a range.
func (r Range) String() string {
	switch {
	case r.Auto:
		return "auto"
	case r.Low == r.High:
		return fmt.Sprintf("%d/%d", r.Low, r.Of)
	}
	return fmt.Sprintf("%d-%d/%d", r.Low, r.High, r.Of)
}

// names reports whether a range names a shard.
func (r Range) names(shard int) bool { return !r.Auto && r.Low <= shard && shard <= r.High }

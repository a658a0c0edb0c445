// Package shards divides the shards of the bot's connection to Discord among the processes that work on one database. A
// process holds each of its shards by a lease on the database's clock, and only the holder talks to the channels of the
// shard's guilds. Each lease has an epoch, which rises with every owner: a process refuses to store anything for a
// shard once there is a later epoch.
//
// Out of scope: the connection itself, and the service of a shard.
package shards

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/id"
)

// Of returns the shard of a guild among of shards. Direct conversations, "", belong to shard 0.
func Of(g id.Guild, of int) int {
	n, err := strconv.ParseUint(string(g), 10, 64)
	if err != nil || of < 2 {
		return 0
	}
	return int(n >> 22 % uint64(of))
}

// Part is a set of shards. The zero Part is everything, for any division.
type Part struct {
	Of     int   // how many shards there are
	Shards []int // those that are part of it, in order
}

// Single returns the part of a single shard; everything if there are no shards.
func Single(shard, of int) Part {
	if of == 0 {
		return Part{}
	}
	return Part{of, []int{shard}}
}

// All reports whether the part is everything.
func (p Part) All() bool { return p.Of == 0 || len(p.Shards) == p.Of }

// Has reports whether a guild belongs to the part.
func (p Part) Has(g id.Guild) bool { return p.All() || slices.Contains(p.Shards, Of(g, p.Of)) }

// And continues a query's condition with the requirement that a column's guild belongs to the part: "" if that is
// everything.
func (p Part) And(column string) string {
	if where := p.Where(column); where != "" {
		return ` AND ` + where
	}
	return ""
}

// Where returns the condition that a column's guild belongs to the part, "" if that is everything.
func (p Part) Where(column string) string {
	switch {
	case p.All():
		return ""
	case len(p.Shards) == 0:
		return `1 = 0`
	}
	own := make([]string, len(p.Shards))
	for i, s := range p.Shards {
		own[i] = strconv.Itoa(s)
	}
	return fmt.Sprintf(`CASE WHEN %s = '' THEN 0 ELSE (CAST(%s AS BIGINT) >> 22) %% %d END IN (%s)`, column, column,
		p.Of, strings.Join(own, ", "))
}

// String returns a form like "0 2 3/16", "all" for everything.
func (p Part) String() string {
	if p.Of == 0 {
		return "all"
	}
	return strings.Trim(fmt.Sprint(p.Shards), "[]") + "/" + strconv.Itoa(p.Of)
}

var errPart = errors.New(`it must be "all" or shards and their total, like 0 2 3/16`)

// ParsePart parses what String returns.
func ParsePart(text string) (Part, error) {
	if text == "all" {
		return Part{}, nil
	}
	own, of, ok := strings.Cut(text, "/")
	total, err := strconv.ParseUint(of, 10, 16)
	if !ok || err != nil || total == 0 || total > maxShards {
		return Part{}, errPart
	}
	p := Part{Of: int(total)}
	for one := range strings.FieldsSeq(own) {
		shard, err := strconv.ParseUint(one, 10, 16)
		if err != nil || shard >= total {
			return Part{}, errPart
		}
		p.Shards = append(p.Shards, int(shard))
	}
	return p, nil
}

// Overlaps reports whether two parts, perhaps with different numbers of shards, can have a guild in common.
func (p Part) Overlaps(q Part) bool {
	if p.Of == 0 || q.Of == 0 {
		return p.Of == q.Of || len(p.Shards) > 0 || len(q.Shards) > 0
	}
	common := gcd(p.Of, q.Of)
	for _, a := range p.Shards {
		for _, b := range q.Shards {
			if a%common == b%common { // then some number leaves these remainders
				return true
			}
		}
	}
	return false
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Range is the set of shards that a process should have.
type Range struct {
	Low, High int // both included
	Of        int
	// Auto means a fair share of all. If Of is 0, the number of shards is that of the other processes, or Discord's
	// recommendation.
	Auto bool
}

// maxShards is more than the largest bots have.
const maxShards = 4096

var errRange = errors.New(`it must be "auto" or the shards of this process and the total, like 0-3/16 or 2/3`)

// ParseRange parses an operator's setting: "auto", "0-3/16", "2/3".
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

// String returns the text of a range.
func (r Range) String() string {
	switch {
	case r.Auto:
		return "auto"
	case r.Low == r.High:
		return fmt.Sprintf("%d/%d", r.Low, r.Of)
	}
	return fmt.Sprintf("%d-%d/%d", r.Low, r.High, r.Of)
}

// names reports whether a range explicitly includes a shard.
func (r Range) names(shard int) bool { return !r.Auto && r.Low <= shard && shard <= r.High }

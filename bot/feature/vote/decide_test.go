package vote_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/vote"
	"yeye/bot/id"
	"yeye/game"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// ballots reads lines like "ann h2e2 3" and "bo - 0 resign": who, the move, when they chose it in seconds, and a wish.
func ballots(t *testing.T, text string) (all []vote.Ballot) {
	t.Helper()
	for line := range strings.SplitSeq(text, ",") {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		at, err := time.ParseDuration(f[2] + "s")
		if err != nil {
			t.Fatal(err)
		}
		b := vote.Ballot{Player: id.Player(f[0]), Move: game.NoMove, At: noon.Add(at)}
		if f[1] != "-" {
			b.Move = move(f[1])
		}
		if len(f) > 3 {
			b.Wish = vote.Wish(f[3])
		}
		all = append(all, b)
	}
	return all
}

func move(text string) game.Move {
	m, err := game.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

// Of moves with the same number of votes the one wins that had its number first.
func TestTies(t *testing.T) {
	for name, c := range map[string]struct{ ballots, want string }{
		"nobody":              {"", ""},
		"one":                 {"ann h2e2 5", "h2e2 1"},
		"most":                {"ann h2e2 1, bo h0g2 2, chi h0g2 3", "h0g2 2, h2e2 1"},
		"earliest last vote":  {"ann h2e2 1, bo h0g2 2, chi h0g2 3, dan h2e2 4", "h0g2 2, h2e2 2"},
		"not the first vote":  {"ann h2e2 1, bo h2e2 9, chi h0g2 7, dan h0g2 8", "h0g2 2, h2e2 2"},
		"three ways":          {"ann h2e2 3, bo h0g2 2, chi b2e2 1", "b2e2 1, h0g2 1, h2e2 1"},
		"at the same instant": {"ann h2e2 1, bo b2e2 1", "b2e2 1, h2e2 1"},
		"without a move":      {"ann - 0 resign, bo h2e2 4", "h2e2 1"},
	} {
		for range 3 { // whatever the order in which they are read
			all := ballots(t, c.ballots)
			for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
				all[i], all[j] = all[j], all[i]
			}
			var got []string
			for _, w := range vote.Count(all) {
				got = append(got, w.Move.String()+" "+string(rune('0'+w.Votes)))
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%s: %q, not %q", name, got, c.want)
			}
		}
	}
}

// What votes decide.
func TestDecide(t *testing.T) {
	for name, c := range map[string]struct {
		ballots   string
		recent    string
		prolonged bool
		want      vote.Decision
		move      string
	}{
		"a move":                                {"ann h2e2 1", "", false, vote.Plays, "h2e2"},
		"nobody":                                {"", "ann bo", false, vote.Prolongs, "-"},
		"nobody again":                          {"", "ann bo", true, vote.Adjourns, "-"},
		"a move after more time":                {"ann h2e2 1", "bo", true, vote.Plays, "h2e2"},
		"two of three resign":                   {"ann - 1 resign, bo - 1 resign, chi h2e2 1", "ann bo chi", false, vote.Resigns, "h2e2"},
		"one of three":                          {"ann - 1 resign, chi h2e2 1", "ann bo chi", false, vote.Plays, "h2e2"},
		"one of two":                            {"ann - 1 resign, bo h2e2 2", "ann bo", false, vote.Plays, "h2e2"},
		"the only one":                          {"ann - 1 resign", "ann", false, vote.Resigns, "-"},
		"three of five":                         {"a - 1 resign, b - 1 resign, c - 1 resign", "a b c d e", false, vote.Prolongs, "-"},
		"four of six":                           {"a - 1 resign, b - 1 resign, c - 1 resign, d - 1 resign", "a b c d e f", false, vote.Resigns, "-"},
		"strangers do not resign for others":    {"x - 1 resign, y - 1 resign, z - 1 resign, ann h2e2 1", "ann bo", false, vote.Plays, "h2e2"},
		"one who came early for all":            {"ann - 1 resign, bo h2e2 2, chi h2e2 3", "ann", false, vote.Plays, "h2e2"},
		"nor for a draw":                        {"ann h0g2 1 draw, bo h2e2 2", "ann", false, vote.Plays, "h0g2"},
		"two friends":                           {"ann - 1 resign, bo - 2 resign", "ann bo", false, vote.Resigns, "-"},
		"nobody voted before":                   {"ann - 1 resign", "", false, vote.Prolongs, "-"},
		"a draw":                                {"ann h2e2 1 draw, bo h0g2 2 draw, chi h0g2 3", "ann bo chi", false, vote.WantsDraw, "h0g2"},
		"resigning and a draw are not added up": {"ann h2e2 1 draw, bo - 1 resign", "ann bo chi", false, vote.Plays, "h2e2"},
	} {
		var recent []id.Player
		for _, p := range strings.Fields(c.recent) {
			recent = append(recent, id.Player(p))
		}
		got, m := vote.Decide(ballots(t, c.ballots), recent, c.prolonged)
		want := game.NoMove
		if c.move != "-" {
			want = move(c.move)
		}
		if got != c.want || m != want {
			t.Errorf("%s: %d %v, not %d %v", name, got, m, c.want, want)
		}
	}
}

func TestClose(t *testing.T) {
	wanted := func(n ...int) (all []vote.MoveVotes) {
		for _, v := range n {
			all = append(all, vote.MoveVotes{Votes: v})
		}
		return all
	}
	for name, c := range map[string]struct {
		r    vote.Result
		want bool
	}{
		"nobody":        {vote.Result{}, false},
		"all agree":     {vote.Result{Voters: 5, TopMoves: wanted(5)}, false},
		"one each":      {vote.Result{Voters: 2, TopMoves: wanted(1, 1)}, false},
		"by one":        {vote.Result{Voters: 5, TopMoves: wanted(3, 2)}, true},
		"by two":        {vote.Result{Voters: 6, TopMoves: wanted(4, 2)}, false},
		"by two of 20":  {vote.Result{Voters: 20, TopMoves: wanted(11, 9)}, true},
		"by five of 23": {vote.Result{Voters: 23, TopMoves: wanted(12, 7, 4)}, false},
	} {
		if got := c.r.Close(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
)

// costs counts a bot's queries and commits. Periodic ones without any activity are left out.
type costs struct {
	mu         sync.Mutex
	statements []string
	commits    int
	idle       int // commits that record only that the bot is reachable, or that a job still runs
}

func (c *costs) observe(_ *bottest.Env, o *bot.Options) {
	o.DB.Observe(store.Observer{Statement: c.statement, Committed: func(time.Duration) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.commits++
	}})
}

func (c *costs) statement(ctx context.Context, query string) error {
	if ctx.Value(bottest.ByTest{}) != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	query = strings.Join(strings.Fields(query), " ")
	for _, idle := range []string{looksForJobAtAll, sweeps, "INSERT INTO facts", "SELECT value FROM facts", renewsLease, looksForClaim, looksForClocks, looksForVotes} {
		if strings.Contains(query, idle) {
			if strings.HasPrefix(query, "INSERT INTO facts") || strings.HasPrefix(query, renewsLease) {
				c.idle++
			}
			return nil
		}
	}
	c.statements = append(c.statements, query)
	return nil
}

// Periodic queries, of which a slower machine makes more.
const (
	looksForJobAtAll = "SELECT COUNT(*) FROM (SELECT 1 FROM jobs"               // every second, before anything is claimed
	renewsLease      = "UPDATE jobs SET ready_at = ? WHERE (slot, kind, id) IN" // while a job runs
	looksForClaim    = "SELECT COUNT(*) FROM jobs WHERE slot = ?"               // where the job has ended meanwhile
	looksForVotes    = "FROM votes JOIN matches"                                // likewise, and every few seconds while no clock runs
	looksForClocks   = "SELECT id FROM matches WHERE clock_since > 0 AND id >"  // when the bot is reachable again after a while
)

// begin begins to count once the bot is quiet.
func (c *costs) begin(h *bottest.Env) {
	h.T.Helper()
	h.CountRequests()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statements, c.commits, c.idle = nil, 0, 0
}

// of returns the commits, loads of a match, and statements so far.
func (c *costs) of() (commits, loads int, all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.statements {
		if loadsOne(s) {
			loads++
		}
	}
	return c.commits - c.idle, loads, slices.Clone(c.statements)
}

func loadsOne(query string) bool {
	return strings.HasPrefix(query, "SELECT id, kind, guild, channel, status, red_player")
}

// stays reports a cost that has risen, with the statements.
func (c *costs) stays(t *testing.T, commits, loads, statements int) {
	t.Helper()
	nowCommits, nowLoads, all := c.of()
	t.Logf("%d commits, %d loads of the match, %d statements", nowCommits, nowLoads, len(all))
	if nowCommits > commits || nowLoads > loads || len(all) > statements || nowCommits == 0 || nowLoads == 0 {
		t.Errorf("more than %d commits, %d loads or %d statements:\n%s", commits, loads, statements, strings.Join(all, "\n"))
	}
}

// The cost of a typed move, with the character's answer and the card that shows both. On a busy machine the answer may
// come so late that the move has a card of its own, so the cheapest of four moves counts.
func TestCostOfATypedMove(t *testing.T) {
	var c costs
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5"}}),
		c.observe)
	mei := h.Connect(1)
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	for _, moves := range [][2]string{{"h0g2", "b9c7"}, {"b0c2", "i9h9"}, {"i0h0", "a9b9"}, {"a0b0", "c6c5"}} {
		c.begin(h)
		mei.Say(moves[0])
		mei.Wait(person.ShowsMove(moves[1]))
		h.Idle()
		if commits, _, _ := c.of(); commits <= 4 {
			break
		}
	}
	c.stays(t, 4, 2, 18)
	if total, kinds := h.Made(); total != 2 || kinds["create"] != 1 || kinds["delete"] != 1 {
		t.Errorf("requests: %v", kinds)
	}
}

// The cost of the fall of a flag, with the card that shows the end.
func TestCostOfAFlag(t *testing.T) {
	var c costs
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), c.observe)
	mei, tom := bottest.Clocked(h, "5+3")
	mei.Plays("h2e2")
	tom.Plays("h9g7")
	mei.Plays("h0g2")
	h.Pass(4*time.Minute + 32*time.Second)
	tom.Last = person.Mark{}
	tom.Wait(person.Contains("your time runs out <t:"))
	c.begin(h)
	h.Pass(31 * time.Second)
	mei.Wait(person.Contains("ran out of time"), person.HasAttachment())
	h.Idle()
	// It also reads whether somebody has replied meanwhile.
	if total, kinds := h.Made(); total > 3 || kinds["create"] != 1 || kinds["edit"] != 1 || kinds["delete"] != 1 || kinds["read"] == 0 {
		t.Errorf("requests: %v", kinds)
	}
	// Loads for the channel and the flag, the card, and the outcome of the warning. 18 statements rate the game and place its players, 1 finds
	// who may have earned a role, 3 store its history and remove it from the running ones, 2 find who hides their rating.
	c.stays(t, 6, 2, 40)
}

// The cost of a typed move in a game by days, and of one that a line answers: one card shows both, and only the player whose turn it is
// then is called. In one run in ten the clock's start is stored by itself, which is a commit and a statement more.
func TestCostOfALine(t *testing.T) {
	var c costs
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), c.observe)
	mei, tom := bottest.Clocked(h, "3d")
	tom.Command("move", person.Opt("text", "if h2e2 then h9g7, h0g2 then i9h9"))
	plays := func(move, shown string, commits, loads, statements int) {
		t.Helper()
		h.Pass(time.Hour) // nobody is at the board
		h.Idle()
		h.ExpectPings()
		c.begin(h)
		mei.Say(move)
		mei.Wait(person.ShowsMove(shown), person.HasAttachment())
		h.Idle()
		c.stays(t, commits, loads, statements)
		total, kinds := h.Made()
		t.Logf("%d requests: %v", total, kinds)
		if kinds["create"] != 1 || total > 3 {
			t.Errorf("requests: %v", kinds)
		}
	}
	plays("h2e2", "h9g7", 7, 3, 33)
	h.ExpectPings(mei.Username + ": ")
	plays("h0g2", "i9h9", 7, 3, 28)
	h.ExpectPings(mei.Username + ": ")
	plays("b0c2", "b0c2", 4, 2, 18)
	h.ExpectPings(tom.Username + ": ")
}

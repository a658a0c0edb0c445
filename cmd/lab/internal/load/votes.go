package load

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"yeye/game"
)

// votes is a crowd that plays vote chess, one half against the other.
type votes struct {
	*crowd
	board   *board // the running game, nil for none
	card    message
	turn    *voteTurn       // the turn being voted on
	team    map[*person]int // 1 for the team that moves first, 2 for the other
	lastTry time.Time
	cast    time.Time
}

// voteTurn holds the votes of a turn of a match.
type voteTurn struct {
	match        string
	ply          int
	moves        map[*person]string
	accepted     map[*person]bool // users whose vote was certainly accepted
	voteToResign bool             // the team votes to resign
}

// votingPlies is the number of plies after which a team votes to resign.
const votingPlies = 8

// counted matches the number of voters, which the card shows once the votes are counted.
var counted = regexp.MustCompile(`🗳️ \*\*(.*?)\*\*: \d+ votes? of (\d+)`)

func (v *votes) onMessage(_ context.Context, m message) {
	k := m.control("vtopen", "")
	switch {
	case len(m.Attachments) == 0:
		return
	case k == nil: // the vote is over
		if v.board != nil && (strings.Contains(m.Content, "resigned") || strings.Contains(m.Content, "wins")) {
			v.finish()
		}
		return
	case v.board == nil:
		v.board = &board{match: k.subjectID, channel: m.Channel, game: game.NewGame(game.Start(), game.Asian)}
		v.boards, v.team = append(v.boards, v.board), map[*person]int{}
	case v.board.match != k.subjectID:
		return
	}
	before := len(v.board.moves)
	if !v.board.update(movesOf(m.Content)) {
		v.tally.logf("channel %s: the card leaves moves out after %v: %.200q", m.Channel, v.board.moves, m.Content)
	}
	v.card = m
	if v.turn == nil || len(v.board.moves) > before {
		v.checkResult(&m)
		ply := len(v.board.moves)
		v.turn = &voteTurn{match: k.subjectID, ply: ply, moves: map[*person]string{}, accepted: map[*person]bool{},
			voteToResign: ply >= votingPlies}
		v.cast = time.Time{}
	}
}

// checkResult checks the move that was played and the number of votes on the card.
func (v *votes) checkResult(m *message) {
	if v.turn == nil || len(v.board.moves) != v.turn.ply+1 {
		return
	}
	v.tally.addCount(&v.tally.crowd.votes, 1)
	played := v.board.moves[v.turn.ply]
	match := counted.FindStringSubmatch(m.Content)
	if match == nil {
		v.tally.reportError(&v.tally.crowd.inconsistent, "channel %s: the card does not tell how many voted: %.300q",
			m.Channel,
			m.Content)
		return
	}
	if n, _ := strconv.Atoi(match[2]); n < len(v.turn.accepted) || n > len(v.turn.moves) || !v.turn.hasVote(played) {
		v.tally.reportError(&v.tally.crowd.inconsistent,
			"channel %s: %s was played by the votes of %d, but %d of %d were accepted: "+
				"%.300q",
			m.Channel, played, n, len(v.turn.accepted), len(v.turn.moves), m.Content)
	}
}

// hasVote reports whether a user voted for a move.
func (t *voteTurn) hasVote(move string) bool {
	for _, m := range t.moves {
		if m == move {
			return true
		}
	}
	return false
}

func (v *votes) finish() {
	v.board.finished = true
	v.board, v.turn = nil, nil
}

func (v *votes) ended(*board) {}

func (v *votes) act(ctx context.Context) string {
	switch {
	case v.board == nil && time.Since(v.lastTry) > 2*retryAfter:
		v.lastTry = time.Now()
		v.people[0].command(ctx, v.channel, "vote", "opponent", "teams", "time", "2", "early", "yes")
		return "opening a vote"
	case v.board == nil:
		return "opening a vote"
	case time.Since(v.cast) > retryAfter:
		v.cast = time.Now()
		v.vote(ctx)
	}
	return "voting"
}

// vote casts the votes of every user who may be in the team to move and whose vote was not accepted yet.
func (v *votes) vote(ctx context.Context) {
	t, team := v.turn, 1+v.turn.ply%2
	first := randomMove(v.rand, v.board.game, v.board.moves)
	for _, p := range v.people {
		if t.accepted[p] || v.team[p] != 0 && v.team[p] != team {
			continue
		}
		m := first
		for _, other := range t.moves { // most users vote for a move that already has votes
			if m, _ = game.ParseMove(other); v.rand.IntN(4) == 0 {
				m = randomMove(v.rand, v.board.game, v.board.moves)
			}
			break
		}
		if m == game.NoMove {
			continue
		}
		before, again := t.moves[p]
		if !again {
			t.moves[p] = m.String()
		} else {
			m, _ = game.ParseMove(before)
		}
		answer, accepted := p.command(ctx, v.channel, "move", "text", m.String())
		switch ballot := answer.control("vtman", ""); {
		case ballot != nil && ballot.subjectID == t.match:
			t.accepted[p], v.team[p] = true, team
			v.accept(p, "vote", t.match, t.ply)
			v.voteResign(ctx, p, &answer)
		case accepted && !again: // the user is in the other team, or the vote is over
			delete(t.moves, p)
			v.team[p] = 3 - team
		}
	}
}

// voteResign votes to resign if the game is long enough.
func (v *votes) voteResign(ctx context.Context, p *person, ballot *message) {
	if k := ballot.control("vtwish", "resign"); k != nil && v.turn.voteToResign {
		p.press(ctx, ballot, k)
	}
}
